/** The way that a notification leads through: its address says whose it is, and leads nowhere but to the broadcast's own page. */
import { notFound } from '@atrium/sdk'
import { type Ctx, inWrite, raw } from '@atrium/sdk/server'
import { RecipientTable } from '../entities.ts'
import { addToHour } from './hours.ts'

const PREFIX = 'push-opened'

export function openPath(ctx: Ctx, recipientId: number): string {
  const token = Buffer.from(ctx.seal([PREFIX, ctx.community.id, recipientId].join(':')), 'base64').toString('base64url')
  return `/push/o/${token}`
}
/** @throws AtriumError 404 for an address that is forged, or another community's */
function recipientOf(ctx: Ctx, token: string): number {
  try {
    const [prefix, communityId, recipientId] = ctx.unseal(Buffer.from(token, 'base64url').toString('base64')).split(':')
    if (prefix === PREFIX && Number(communityId) === ctx.community.id && Number(recipientId) > 0) return Number(recipientId)
  } catch {}
  throw notFound('Page')
}

/** A member counts once, whatever they open it on. */
export async function opened(ctx: Ctx, token: string) {
  const id = recipientOf(ctx, token)
  const path = await inWrite(ctx, async (inner) => {
    const [row] = await inner.sql<{ broadcast_id: number; path: string | null; is_open: boolean }>(
      `select r.broadcast_id, b.path, r.opened_at is not null as is_open from push.recipient r join push.broadcast b on b.community_id = $1 and b.id = r.broadcast_id
       where r.community_id = $1 and r.id = $2`,
      [id],
    )
    if (!row) throw notFound('Page')
    const now = inner.now()
    if (!row.is_open && (await inner.em.nativeUpdate(RecipientTable, { id, openedAt: null }, { openedAt: now, updatedAt: now }))) {
      await inner.sql('update push.broadcast set opened_count = opened_count + 1 where community_id = $1 and id = $2', [row.broadcast_id])
      await addToHour(inner, row.broadcast_id, now, 0, 1)
    }
    return row.path ?? '/'
  })
  return raw({ status: 302, headers: { Location: path, 'Cache-Control': 'no-store' }, body: '' })
}
