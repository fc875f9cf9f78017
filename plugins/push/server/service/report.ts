/** What became of a broadcast: numbers, hours, members. */
import { type Ctx, lastId, page, type Paging, rowsFor } from '@atrium/sdk/server'
import type { z } from 'zod'
import { HOURS, type OUTCOMES, type Recipient } from '../../contract.ts'
import type { Tables } from '../entities.ts'
import { figuresOf, load } from './broadcasts.ts'

export async function report(ctx: Ctx, id: number) {
  const row = await load(ctx, id)
  const hours = await ctx.sql<{ hour: Date; delivered: number; opened: number }>(
    `select hour, delivered, opened from push.hour where community_id = $1 and broadcast_id = $2 order by hour limit ${HOURS}`,
    [id],
  )
  return { figures: figuresOf(row), hours }
}

export async function listRecipients(ctx: Ctx, id: number, query: Paging & { outcome?: (typeof OUTCOMES)[number] | undefined }) {
  await load(ctx, id)
  const last = lastId(query)
  const { outcome } = query
  const rows = await ctx.em
    .getKysely<Tables>()
    .selectFrom('push.recipient')
    .selectAll()
    .where('community_id', '=', ctx.community.id)
    .where('broadcast_id', '=', id)
    .$if(outcome === 'opened', (some) => some.where('opened_at', 'is not', null))
    .$if(outcome !== undefined && outcome !== 'opened', (some) => some.where('status', '=', outcome as 'waiting'))
    .$if(last !== null, (some) => some.where('id', '>', last!))
    .orderBy('id')
    .limit(rowsFor(query))
    .execute()
  const people = await ctx.members.byIds(rows.flatMap(({ member_id }) => member_id ?? []))
  return page(rows, { query, key: (row) => [row.id] }, (row): z.input<typeof Recipient> => {
    const member = people.get(row.member_id ?? 0)
    return {
      id: row.id,
      member: member ? { id: member.id, name: member.name, avatar_url: member.avatarUrl, public_uid: member.publicUid } : null,
      outcome: row.opened_at ? 'opened' : row.status,
      devices: row.devices,
      sent_at: row.sent_at,
      opened_at: row.opened_at,
    }
  })
}
