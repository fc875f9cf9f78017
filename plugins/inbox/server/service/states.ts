/** What becomes of a conversation: whose it is, solved, closed, snoozed and woken, its tags, whether agents answer in it, and who has read it. */
import { AtriumError, conflict, invalid } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import notifications from '../../../notifications/contract.ts'
import contract, { type Changes } from '../../contract.ts'
import { answerJob } from '../jobs.ts'
import { answering } from '../reads.ts'
import { dueFor, holdOwn } from './messages.ts'
import { ownPerson } from './people.ts'
import { type HeldChat, holdChat, insert, lastAsked, line, tellTeam } from './writing.ts'

const YEAR = 366 * 86_400_000
/** Conversations of one run. */
const STEP = 500

/** @throws AtriumError 422 for somebody who may not answer */
export async function colleague(ctx: Ctx, memberId: number) {
  const [found] = await ctx.read(answering, [[memberId]])
  if (!found) throw invalid({ 'chat.assignee_id': ['This member can’t answer conversations.'] })
  return found
}

async function assign(ctx: Ctx, chat: HeldChat, assigneeId: number | null, at: Date): Promise<void> {
  if (assigneeId === chat.assignee_id) return
  if (assigneeId === null) await line(ctx, chat.id, 'released', {}, at)
  else await line(ctx, chat.id, 'assigned', { name: (await colleague(ctx, assigneeId)).name }, at)
}
async function giveToTeam(ctx: Ctx, chat: HeldChat, teamId: number | null, at: Date): Promise<void> {
  if (teamId === chat.team_id) return
  const [team] = teamId === null ? [] : await ctx.sql<{ name: string }>('select name from inbox.team where community_id = $1 and id = $2', [teamId])
  if (teamId !== null && !team) throw invalid({ 'chat.team_id': ['This team doesn’t exist anymore.'] })
  await line(ctx, chat.id, 'team', { name: team?.name ?? '' }, at)
}
/** The tags that it has from now on. @throws AtriumError 422 */
export async function tag(ctx: Ctx, chatId: number, tagIds: readonly number[]): Promise<void> {
  const ids = [...new Set(tagIds)]
  const known = await ctx.sql<{ id: number }>('select id from inbox.tag where community_id = $1 and id = any ($2::bigint[])', [ids])
  if (known.length < ids.length) throw invalid({ 'chat.tag_ids': ['One of these tags doesn’t exist anymore.'] })
  await ctx.sql('delete from inbox.chat_tag where community_id = $1 and chat_id = $2 and tag_id <> all ($3::bigint[])', [chatId, ids])
  await ctx.sql(
    `insert into inbox.chat_tag (community_id, chat_id, tag_id, created_at, updated_at) select $1, $2, t, $4, $4 from unnest($3::bigint[]) t on conflict do nothing`,
    [chatId, ids, ctx.now()],
  )
}
function snoozeEnd(ctx: Ctx, wanted: string | null): Date | null {
  if (wanted === null) return null
  const [end, now] = [new Date(wanted), ctx.now().getTime()]
  if (end.getTime() <= now || end.getTime() > now + YEAR) throw invalid({ 'chat.snoozed_until': ['Choose a time in the future, within a year.'] })
  return end
}

/** @throws AtriumError 404, 409, 422 */
export async function update(ctx: Ctx, id: number, changes: Changes, at = ctx.now()): Promise<void> {
  const chat = await holdChat(ctx, id)
  const status = changes.status ?? chat.status
  const snoozedUntil = changes.snoozed_until === undefined ? (status === 'open' ? chat.snoozed_until : null) : snoozeEnd(ctx, changes.snoozed_until)
  if (snoozedUntil !== null && status !== 'open') throw conflict('Reopen this conversation before you snooze it.', 'not_open')
  if (changes.assignee_id !== undefined) await assign(ctx, chat, changes.assignee_id, at)
  if (changes.team_id !== undefined) await giveToTeam(ctx, chat, changes.team_id, at)
  if (changes.tag_ids) await tag(ctx, id, changes.tag_ids)
  if (changes.snoozed_until !== undefined && snoozedUntil?.getTime() !== chat.snoozed_until?.getTime())
    await line(ctx, id, snoozedUntil ? 'snoozed' : 'woken', snoozedUntil ? { until: snoozedUntil.toISOString() } : {}, at)
  const next = { ...chat, priority: changes.priority === undefined ? chat.priority : changes.priority }
  const isDue = changes.priority !== undefined && chat.waiting_since !== null && status === 'open'
  await ctx.sql(
    `update inbox.chat set subject = $3, assignee_id = $4, team_id = $5, priority = $6, snoozed_until = $7, due_at = case when $8 then $9 else due_at end, updated_at = $10
     where community_id = $1 and id = $2`,
    [
      ...[id, changes.subject ?? chat.subject, changes.assignee_id === undefined ? chat.assignee_id : changes.assignee_id],
      ...[changes.team_id === undefined ? chat.team_id : changes.team_id, next.priority, snoozedUntil],
      ...[isDue, isDue ? dueFor(ctx, next, chat.waiting_since!) : null, at],
    ],
  )
  if (changes.status !== undefined) await setStatus(ctx, chat, changes.status, at)
  tellTeam(ctx, id)
}

/** In a conversation that is held; none where it is so already. */
export async function setStatus(ctx: Ctx, chat: HeldChat, status: 'open' | 'solved' | 'closed', at = ctx.now()): Promise<void> {
  if (chat.status === status) return
  const isDone = status !== 'open'
  await ctx.sql(
    `update inbox.chat set status = $3, solved_at = case when $4 then coalesce(solved_at, $5) end, snoozed_until = case when $4 then null else snoozed_until end,
       waiting_since = case when $4 then null else waiting_since end, due_at = case when $4 then null else due_at end,
       unread_count = case when $4 then 0 else unread_count end, asks_for_person = asks_for_person and not $4, updated_at = $5 where community_id = $1 and id = $2`,
    [chat.id, status, isDone, at],
  )
  await line(ctx, chat.id, status === 'open' ? 'reopened' : status, {}, at)
  if (status !== 'solved') return
  const [person] = await ctx.sql<{ member_id: number | null }>('select member_id from inbox.person where community_id = $1 and id = $2', [chat.person_id])
  ctx.emit(contract.events['chat.solved'], { chatId: chat.id, personId: chat.person_id, memberId: person!.member_id })
}

/** @throws AtriumError 404 `ai_off` where nobody could answer, 404 */
export async function setAi(ctx: Ctx, id: number, wanted: 'on' | 'paused'): Promise<void> {
  const chat = await holdChat(ctx, id)
  if (ctx.fill(contract.points.answerer).length === 0) throw new AtriumError(404, 'ai_off', 'No AI agent answers here.')
  if (chat.ai === wanted || (wanted === 'paused' && chat.ai === 'off')) return
  const asks = wanted === 'on' && chat.last_author === 'person' && chat.waiting_since !== null && chat.status === 'open'
  await ctx.sql(
    `update inbox.chat set ai = $3, asks_for_person = asks_for_person and $3 <> 'on', due_at = $4, asked_tries = 0, updated_at = $5 where community_id = $1 and id = $2`,
    [id, wanted, chat.waiting_since === null ? null : dueFor(ctx, { ...chat, ai: wanted }, chat.waiting_since), ctx.now()],
  )
  await line(ctx, id, wanted === 'on' ? 'ai_resumed' : 'ai_paused')
  const messageId = asks ? await lastAsked(ctx, id) : null
  if (messageId !== null) await ctx.enqueue(answerJob, { chatId: id, messageId }, { key: `answer:${messageId}` })
  tellTeam(ctx, id)
}
/** People shall answer from now on, in a conversation that is held. */
export async function askForPerson(ctx: Ctx, chat: HeldChat, at = ctx.now()): Promise<void> {
  const since = chat.waiting_since ?? at
  await ctx.sql(
    `update inbox.chat set asks_for_person = true, ai = case when ai = 'off' then 'off' else 'paused' end, waiting_since = $3, due_at = coalesce(due_at, $4), is_ai_alone = false,
       updated_at = $5 where community_id = $1 and id = $2`,
    [chat.id, since, dueFor(ctx, { ...chat, ai: 'paused' }, at), at],
  )
  await line(ctx, chat.id, 'handed_over', {}, at)
  tellTeam(ctx, chat.id)
}
export async function handOver(ctx: Ctx, personId: number, chatId: number): Promise<void> {
  const chat = await holdOwn(ctx, personId, chatId)
  if (chat.status === 'open' && !chat.asks_for_person && chat.ai !== 'off') await askForPerson(ctx, chat)
}

/** The team has looked. @throws AtriumError 404 */
export async function readByTeam(ctx: Ctx, id: number): Promise<void> {
  const { unread_count } = await holdChat(ctx, id)
  if (unread_count > 0) {
    await ctx.sql('update inbox.chat set unread_count = 0, updated_at = $3 where community_id = $1 and id = $2', [id, ctx.now()])
    tellTeam(ctx, id)
  }
  for (const kind of ['inbox_message', 'inbox_woken', 'inbox_mention']) await ctx.use(notifications).seen(kind, [id])
}
/** Who asks has looked. */
export async function readByPerson(ctx: Ctx, personId: number, chatId: number, at = ctx.now()): Promise<void> {
  const chat = await holdOwn(ctx, personId, chatId)
  await ctx.sql('update inbox.person set seen_at = $3 where community_id = $1 and id = $2', [personId, at])
  if (chat.unseen_count === 0) return
  await ctx.sql(
    `update inbox.message set seen_at = $3 where community_id = $1 and chat_id = $2 and seen_at is null and not is_note and author in ('team', 'ai')`,
    [chatId, at],
  )
  await ctx.sql('update inbox.chat set unseen_count = 0, updated_at = $3 where community_id = $1 and id = $2', [chatId, at])
  tellTeam(ctx, chatId)
}
/** The ctx's member is who asks. @throws AtriumError 404 */
export async function readByMember(ctx: Ctx, chatId: number): Promise<void> {
  await readByPerson(ctx, await ownPerson(ctx), chatId)
  await ctx.use(notifications).seen('inbox_reply', [chatId])
}

/** What was snoozed until now is there again, and who has it is told. */
export async function wakeDue(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  const due = await ctx.sql<{ id: number; assignee_id: number | null; until: Date }>(
    `with due as (select id, snoozed_until from inbox.chat where community_id = $1 and snoozed_until <= $2 order by snoozed_until limit ${STEP} for update skip locked)
     update inbox.chat c set snoozed_until = null, last_message_at = greatest(c.last_message_at, $2), updated_at = $2 from due
     where c.community_id = $1 and c.id = due.id returning c.id, c.assignee_id, due.snoozed_until as until`,
    [now],
  )
  for (const { id, assignee_id, until } of due) {
    await line(ctx, id, 'woken')
    tellTeam(ctx, id)
    if (assignee_id === null) continue
    const news = { kind: 'inbox_woken', subjectId: id, key: `inbox_woken:${id}:${until.getTime()}`, actorMemberId: null }
    await ctx.use(notifications).tell({ ...news, to: [{ memberId: assignee_id, reason: 'assignee' }] })
  }
}
/** What was solved long ago is closed, in steps, so that no night holds everything. */
export async function closeOld(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - ctx.settings(contract).close_after_days * 86_400_000)
  for (let i = 0; i < 20; i++) {
    const old = await ctx.sql<{ id: number }>(
      `update inbox.chat set status = 'closed', updated_at = $3 where community_id = $1 and id in (
         select id from inbox.chat where community_id = $1 and status = 'solved' and solved_at < $2 order by solved_at limit ${STEP} for update skip locked) returning id`,
      [before, ctx.now()],
    )
    for (const { id: chatId } of old) await insert(ctx, { chatId, author: 'system', happening: 'closed' })
    if (old.length < STEP) return
  }
}

/** @throws AtriumError 404 */
export async function rate(ctx: Ctx, personId: number, chatId: number, rating: number, note: string, at = ctx.now()): Promise<void> {
  const chat = await holdOwn(ctx, personId, chatId)
  await ctx.sql('update inbox.chat set rating = $3, rating_note = $4, updated_at = $5 where community_id = $1 and id = $2', [
    chatId,
    rating,
    note.slice(0, 1_000),
    at,
  ])
  if (chat.rating !== rating) await line(ctx, chatId, 'rated', { rating: String(rating) }, at)
  tellTeam(ctx, chatId)
}
export async function closeOwn(ctx: Ctx, personId: number, chatId: number): Promise<void> {
  const chat = await holdOwn(ctx, personId, chatId)
  if (chat.status === 'closed') return
  await setStatus(ctx, chat, 'closed')
  tellTeam(ctx, chatId)
}
