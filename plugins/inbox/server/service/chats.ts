/** Conversations: how they begin, and what is shown of one. */
import { AtriumError, notFound } from '@atrium/sdk'
import { type Ctx, decodeCursor, lock, page, type Paging, rowsFor } from '@atrium/sdk/server'
import contract, { type Chat, MAX_SUBJECT, type Opened, type Said } from '../../contract.ts'
import { chatsById, chatsFrom, type ChatRow, messagesBefore, needChat } from '../reads.ts'
import { personSays, teamSays } from './messages.ts'
import { personOf } from './people.ts'
import { forPerson, presentChat, presentMessages } from './present.ts'
import { ruled } from './rules.ts'
import { tag } from './states.ts'
import { holdChat, line, tellTeam, upTo } from './writing.ts'

/** Conversations that somebody may begin within an hour. */
const MOST_AN_HOUR = 20
const HOUR = 3_600_000
const DAY = 24 * HOUR
const PREVIEWED = 10
const EARLIER = 10

/** The first message that a browser has sent before, with its conversation. */
async function openedBefore(ctx: Ctx, personId: number, creationUuid: string | null | undefined) {
  if (!creationUuid) return null
  const [row] = await ctx.sql<{ chat_id: number; id: number }>(
    `select m.chat_id, m.id from inbox.chat c join inbox.message m on m.community_id = $1 and m.chat_id = c.id and m.creation_uuid = $3
     where c.community_id = $1 and c.person_id = $2 and c.created_at > $4 limit 1`,
    [personId, creationUuid, new Date(ctx.now().getTime() - DAY)],
  )
  return row ? { chatId: row.chat_id, messageId: row.id } : null
}
async function demandRoom(ctx: Ctx, personId: number): Promise<void> {
  const [{ count } = { count: 0 }] = await ctx.sql<{ count: number }>(
    'select count(*)::int as count from inbox.chat where community_id = $1 and person_id = $2 and created_at > $3',
    [personId, new Date(ctx.now().getTime() - HOUR)],
  )
  if (count >= MOST_AN_HOUR)
    throw new AtriumError(429, 'rate_limited', 'You’ve started too many conversations. Try again in an hour, or continue one of them.', { retryAfter: 3_600 })
}

interface NewChat extends Pick<Opened, 'personId' | 'type' | 'channel' | 'ticket'> {
  subject: string
  ai: 'on' | 'off'
  at?: Date | undefined
}
async function insertChat(ctx: Ctx, { personId, type, channel, subject, ticket, ai, at }: NewChat): Promise<number> {
  const [row] = await ctx.sql<{ id: number }>(
    `insert into inbox.chat (community_id, person_id, type, channel, subject, ticket_type, area, priority, ai, last_message_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $10) returning id`,
    [personId, type, channel, subject, ticket?.type ?? null, ticket?.area ?? null, ticket?.priority ?? null, ai, at ?? ctx.now()],
  )
  return row!.id
}
/** Begins with the first message of who asks. @throws AtriumError 404, 422, 429 */
export async function open(ctx: Ctx, { personId, type, channel, subject = '', ticket, first }: Opened): Promise<{ chatId: number; messageId: number }> {
  // one at a time for each of them: the same sent again is answered by what the first has begun
  await lock(ctx, `inbox.open ${personId}`)
  const before = await openedBefore(ctx, personId, first.creationUuid)
  if (before) return before
  const [person] = await ctx.sql<{ member_id: number | null }>('select member_id from inbox.person where community_id = $1 and id = $2', [personId])
  if (!person) throw notFound('Person')
  await demandRoom(ctx, personId)
  const isAnswered = type === 'circle_bot' && ctx.fill(contract.points.answerer).length > 0
  const begun = { personId, type, channel, ticket, subject: subject.trim().slice(0, MAX_SUBJECT), at: first.at }
  const chatId = await insertChat(ctx, { ...begun, ai: isAnswered ? 'on' : 'off' })
  await rule(ctx, chatId, first, person.member_id !== null)
  const messageId = await personSays(ctx, await holdChat(ctx, chatId), first)
  ctx.emit(contract.events['chat.opened'], { chatId, personId, memberId: person.member_id })
  tellTeam(ctx, chatId, true)
  return { chatId, messageId }
}
async function rule(ctx: Ctx, chatId: number, { text, at }: Said, isMember: boolean): Promise<void> {
  const chat = await holdChat(ctx, chatId)
  const { assigneeId, teamId, tagIds, priority } = await ruled(ctx, { ...chat, text, isMember })
  await ctx.sql('update inbox.chat set assignee_id = $3, team_id = $4, priority = $5 where community_id = $1 and id = $2', [
    chatId,
    assigneeId,
    teamId,
    priority,
  ])
  if (tagIds.length) await tag(ctx, chatId, tagIds)
  if (assigneeId !== null) await line(ctx, chatId, 'assigned', { name: (await ctx.members.byIds([assigneeId])).get(assigneeId)?.name ?? '' }, at)
}
/** The team begins one with a member. @throws AtriumError 404, 422 */
export async function create(
  ctx: Ctx,
  { community_member_id, subject, text }: { community_member_id: number; subject: string; text: string },
): Promise<number> {
  const member = (await ctx.members.byIds([community_member_id])).get(community_member_id)
  if (!member?.isActive) throw notFound('Member')
  const personId = await personOf(ctx, { memberId: community_member_id })
  const chatId = await insertChat(ctx, { personId, type: 'email', channel: 'community', subject, ai: 'off', ticket: undefined })
  await teamSays(ctx, await holdChat(ctx, chatId), { memberId: ctx.me().id, text })
  ctx.emit(contract.events['chat.opened'], { chatId, personId, memberId: community_member_id })
  tellTeam(ctx, chatId, true)
  return chatId
}

/** @throws AtriumError 404 */
export const show = async (ctx: Ctx, id: number): Promise<Chat> => presentChat(ctx, await needChat(ctx, id))
export async function preview(ctx: Ctx, id: number) {
  const chat = await show(ctx, id)
  return { chat, records: (await presentMessages(ctx, await ctx.read(messagesBefore, [id, null, PREVIEWED, false]))).reverse() }
}
/** Who asks, with what they asked before. @throws AtriumError 404 */
export async function panel(ctx: Ctx, id: number) {
  const { person } = await show(ctx, id)
  const [row] = await ctx.sql<{ created_at: Date; locale: string | null; timezone: string | null; pages: { title: string; path: string; at: string }[] }>(
    // of members since they joined; a row that others were merged into has conversations that are older than itself
    `select coalesce(m.created_at, least(p.created_at, (select min(created_at) from inbox.chat where community_id = $1 and person_id = $2))) as created_at,
       p.locale, p.timezone, p.pages
     from inbox.person p left join kernel.member_card m on m.community_id = $1 and m.id = p.member_id where p.community_id = $1 and p.id = $2`,
    [person.id],
  )
  const earlier = await ctx.sql<Pick<ChatRow, 'id' | 'subject' | 'status' | 'preview' | 'created_at'>>(
    `select id, subject, status, preview, created_at from inbox.chat where community_id = $1 and person_id = $2 and id <> $3 and status <> 'draft'
     order by last_message_at desc, id desc limit ${EARLIER}`,
    [person.id, id],
  )
  return {
    person,
    since: row!.created_at.toISOString(),
    locale: row!.locale,
    timezone: row!.timezone,
    pages: row!.pages,
    earlier: earlier.map((one) => ({ id: one.id, subject: one.subject || one.preview, status: one.status, created_at: one.created_at.toISOString() })),
  }
}

/** Of who asks. @throws AtriumError 404 */
export async function ownChat(ctx: Ctx, personId: number, chatId: number): Promise<Chat> {
  const row = await needChat(ctx, chatId)
  if (row.person_id !== personId) throw notFound('Conversation')
  return (await forPerson(ctx, [row]))[0]!
}
export async function ownChats(ctx: Ctx, personId: number, { type = 'all', ...query }: Paging & { type?: Chat['type'] | 'all' }) {
  const [at = null, id = null] = decodeCursor(query.cursor, ['number', 'number']) ?? []
  const rows = await ctx.sql<ChatRow>(
    `${chatsFrom('from inbox.chat c')} where c.community_id = $1 and c.person_id = $2 and c.status <> 'draft' and ($6 = 'all' or c.type = $6)
       and ($3::float8 is null or (c.last_message_at, c.id) < (to_timestamp($3 / 1000), $4::bigint)) order by c.last_message_at desc, c.id desc limit $5`,
    [personId, at, id, rowsFor(query), type],
  )
  const shown = new Map((await forPerson(ctx, rows)).map((chat) => [chat.id, chat]))
  const [{ unread } = { unread: 0 }] = await ctx.sql<{ unread: number }>(`select ${upTo('c.person_id = $2 and c.unseen_count > 0')} as unread`, [personId])
  return { ...page(rows, { query, key: ({ last_message_at, id }) => [last_message_at.getTime(), id] }, (row) => shown.get(row.id)!), unread_count: unread }
}
/** Those that have changed since, by the latest that who asks sees. One query. */
export async function changedSince(ctx: Ctx, chatIds: readonly number[], since: Date) {
  return ctx.sql<{ chatId: number; messageId: number }>(
    `select id as "chatId", last_message_id as "messageId" from inbox.chat
     where community_id = $1 and id = any ($2::bigint[]) and last_message_at > $3 and last_message_id is not null`,
    [chatIds, since],
  )
}
export const chatsOf = (ctx: Ctx, ids: readonly number[]) => ctx.read(chatsById, [ids])
