/** What comes back from mailboxes: opens, presses of links, and who wants no more. */
import { notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import audience, { MAILING } from '../../../audience/contract.ts'
import notifications from '../../../notifications/contract.ts'
import email from '../../contract.ts'
import { countIn, type Counted } from './figures.ts'
import { readToken } from './tokens.ts'

const FIRST: Partial<Record<Counted, string>> = { opened: 'opened_at', clicked: 'clicked_at', unsubscribed: 'unsubscribed_at' }
/** Counts a person once. */
async function note(ctx: Ctx, broadcastId: number, recipientId: number, what: 'opened' | 'clicked' | 'unsubscribed'): Promise<void> {
  const column = FIRST[what]!
  const [row] = await ctx.sql<{ variant: 'a' | 'b' | null }>(
    `update email.recipient set ${column} = $3, updated_at = $3 where community_id = $1 and id = $2 and ${column} is null and status <> 'waiting' returning variant`,
    [recipientId, ctx.now()],
  )
  if (row) await countIn(ctx, broadcastId, row.variant ?? 'a', { [what]: 1 })
}

export async function opened(ctx: Ctx, token: string): Promise<void> {
  const { broadcastId, recipientId, purpose } = await readToken(ctx, token)
  if (purpose === 'o') await note(ctx, broadcastId, recipientId, 'opened')
}
/** @returns where to @throws AtriumError 404 */
export async function clicked(ctx: Ctx, token: string): Promise<string> {
  const { broadcastId, recipientId, purpose, edition } = await readToken(ctx, token)
  const href = typeof purpose === 'number' ? edition.links[purpose] : undefined
  if (!href) throw notFound('Page')
  const [press] = await ctx.sql<{ clicks: number }>(
    `insert into email.click as c (community_id, broadcast_id, recipient_id, link, created_at, updated_at)
     select $1, $2, r.id, $4, $5, $5 from email.recipient r where r.community_id = $1 and r.broadcast_id = $2 and r.id = $3
     on conflict (community_id, broadcast_id, link, recipient_id) do update set clicks = c.clicks + 1, updated_at = excluded.updated_at returning clicks`,
    [broadcastId, recipientId, purpose, ctx.now()],
  )
  // the email is deleted, and the link in it still leads on
  if (!press) return href
  // who presses has opened, also where pictures are not loaded
  await note(ctx, broadcastId, recipientId, 'opened')
  await note(ctx, broadcastId, recipientId, 'clicked')
  await ctx.sql(
    `insert into email.link as l (community_id, broadcast_id, link, people, clicks) values ($1, $2, $3, 1, 1)
     on conflict (community_id, broadcast_id, link) do update set people = l.people + $4, clicks = l.clicks + 1, updated_at = $5`,
    [broadcastId, purpose, press.clicks === 1 ? 1 : 0, ctx.now()],
  )
  return href
}

interface OfPerson {
  broadcastId: number
  recipientId: number
  personId: number | null
  memberId: number | null
  locale: string
}
async function whose(ctx: Ctx, token: string): Promise<OfPerson> {
  const { broadcastId, recipientId, purpose } = await readToken(ctx, token)
  const [row] = await ctx.sql<{ person_id: number | null; member_id: number | null }>(
    'select person_id, member_id from email.recipient where community_id = $1 and id = $2',
    [recipientId],
  )
  if (purpose !== 'u' || !row) throw notFound('Page')
  const address = row.member_id ? (await ctx.members.addresses([row.member_id])).get(row.member_id) : undefined
  return { broadcastId, recipientId, personId: row.person_id, memberId: row.member_id, locale: address?.locale ?? ctx.community.locale }
}
/** Asks first: what looks at links in emails presses none. */
export async function askPage(ctx: Ctx, token: string): Promise<string> {
  const { broadcastId, recipientId, personId, memberId, locale } = await whose(ctx, token)
  const reader = memberId === null ? { memberId, personId: personId ?? 0 } : { memberId, personId }
  return ctx.use(notifications).preferencePage(reader, { what: MAILING, ref: `${broadcastId}.${recipientId}`, locale })
}
/** Whoever ends emails on the page to which an email led, has ended them in that email. */
export async function ended(ctx: Ctx, { memberId, personId, ref }: { memberId: number | null; personId: number | null; ref: string }): Promise<void> {
  const [broadcastId, recipientId] = ref.split('.').map(Number)
  if (broadcastId && recipientId) await note(ctx, broadcastId, recipientId, 'unsubscribed')
  ctx.emit(email.events['recipient.unsubscribed'], { broadcastId: broadcastId || null, memberId, personId })
}
export async function unsubscribe(ctx: Ctx, token: string): Promise<string> {
  const { broadcastId, recipientId, personId, memberId, locale } = await whose(ctx, token)
  if (personId !== null) await ctx.use(audience).setSubscribed({ personId }, false)
  await note(ctx, broadcastId, recipientId, 'unsubscribed')
  ctx.emit(email.events['recipient.unsubscribed'], { broadcastId, memberId, personId })
  return ctx.t('unsubscribe.done', { community: ctx.community.name }, locale)
}
