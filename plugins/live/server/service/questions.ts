/** Questions: asked once, edited until they are answered, listed by their votes. Who asked anonymously is told to nobody. */
import { AtriumError, conflict, forbidden, invalid, notFound, sentence } from '@atrium/sdk'
import { addTo, type Ctx, lock, page, rowsFor } from '@atrium/sdk/server'
import type { z } from '@atrium/sdk'
import content from '../../../content/contract.ts'
import { MAX_OPEN_QUESTIONS, type QuestionInput, type questionsQuery } from '../../contract.ts'
import { QuestionTable, RoomTable } from '../entities.ts'
import { type Found, findRoom, holds, isSomebodyElse } from '../policies.ts'
import { questionById, type QuestionRow, questions, wholeKey } from '../reads.ts'
import { demandNotBanned } from './joining.ts'
import { push } from './news.ts'
import { isOwnQuestion, presentQuestions } from './present.ts'
import { holdRoom } from './rooms.ts'

export type QuestionStatus = QuestionRow['status']
/** What everybody sees who sees the room, and what its kept number counts. */
export const isShown = (status: QuestionStatus): boolean => status === 'open' || status === 'answered'
const me = (ctx: Ctx) => ctx.member?.id ?? 0

/** Those that are shown, to those who keep order all, to everybody their own. `$2` is the reader, `$3` the room. */
const sight = (ctx: Ctx, { staff }: Found): string => {
  const own = `q.member_id = $2${isSomebodyElse(ctx) ? ' and not q.is_anonymous' : ''}`
  return `q.room_id = $3 and (${holds(staff, 'moderate')} or q.status in ('open', 'answered') or ${own})`
}
/** @throws AtriumError 404 for a question that is kept from this reader as for none */
export async function findQuestion(ctx: Ctx, found: Found, id: number): Promise<QuestionRow> {
  const [row] = await ctx.read(questionById, [me(ctx), found.room.id, id])
  if (!row || !(isShown(row.status) || holds(found.staff, 'moderate') || isOwnQuestion(ctx, row))) throw notFound('Question')
  return row
}
/** The same as it stands now, kept from others until this unit of work ends. The room is held before where its number changes. */
export async function holdQuestion(ctx: Ctx, found: Found, id: number): Promise<QuestionRow> {
  await ctx.sql('select from live.question where community_id = $1 and room_id = $2 and id = $3 for no key update', [found.room.id, id])
  return findQuestion(ctx, found, id)
}
export const presentQuestion = async (ctx: Ctx, found: Found, row: QuestionRow) => (await presentQuestions(ctx, found, [row]))[0]!
export async function showQuestion(ctx: Ctx, roomId: number, id: number) {
  const found = await findRoom(ctx, roomId)
  return presentQuestion(ctx, found, await findQuestion(ctx, found, id))
}

/** Pinned ones first; then by votes, or the latest. */
export async function listQuestions(ctx: Ctx, roomId: number, query: z.output<typeof questionsQuery>) {
  const found = await findRoom(ctx, roomId)
  const where = sight(ctx, found)
  const [pinned = null, votes = null, id = null] = wholeKey(query.cursor, 3)
  const byVotes = query.sort === 'top'
  const key = `(q.pinned_at is not null)::int, ${byVotes ? 'q.votes_count' : '0'}, q.id`
  const owns = query.is_own ? ` and q.member_id = $2${isSomebodyElse(ctx) ? ' and not q.is_anonymous' : ''}` : ''
  const rows = await ctx.sql<QuestionRow>(
    questions(
      `${where}${owns} and ($4 = 'all' or q.status = $4) and ($5::bigint is null or (${key}) < ($5, $6::bigint, $7::bigint))`,
      `order by (q.pinned_at is not null)::int desc${byVotes ? ', q.votes_count desc' : ''}, q.id desc limit ${rowsFor(query)}`,
    ),
    [me(ctx), roomId, query.status, pinned, votes, id],
  )
  const counted = await ctx.sql<{ status: string; count: number }>(
    `select q.status, count(*)::int as count from live.question q where q.community_id = $1 and ${where} group by q.status`,
    [me(ctx), roomId],
  )
  const shown = page(rows, { query, key: (row) => [row.pinned_at ? 1 : 0, byVotes ? row.votes_count : 0, row.id] }, (row) => row)
  const counts = Object.fromEntries([
    ...['waiting', 'open', 'answered', 'dismissed'].map((status) => [status, 0]),
    ...counted.map((row) => [row.status, row.count]),
  ])
  return { ...shown, records: await presentQuestions(ctx, found, shown.records), counts }
}

/** Whoever says something in a room: it has questions, is not over, and they were not put out. @throws AtriumError 403, 409 */
export async function demandAsking(ctx: Ctx, found: Found): Promise<void> {
  if (!found.room.questions_enabled) throw forbidden('Questions are turned off in this room.', 'questions_off')
  if (found.room.status === 'ended') throw conflict('This room has ended.', 'room_ended')
  await demandNotBanned(ctx, found)
}
/** Whether it has to be looked at first: where the room says so, and where the community's rules do. @throws AtriumError 403, 422 for what may not be said */
async function isChecked(ctx: Ctx, { room, staff }: Found, text: string): Promise<boolean> {
  const verdict = await ctx.use(content).judge({ kind: 'live_question', spaceId: room.space_id, text, doc: null, mentionIds: [] })
  return !holds(staff, 'moderate') && (room.questions_are_checked || verdict?.held === true)
}

/** The same sent again is answered by the first. @throws AtriumError 403, 404, 409 `too_many_questions`, 422 */
export async function ask(ctx: Ctx, roomId: number, { text, is_anonymous, creation_uuid }: z.output<typeof QuestionInput>) {
  const found = await findRoom(ctx, roomId)
  await demandAsking(ctx, found)
  if (is_anonymous && !found.room.anonymous_questions) throw invalid({ 'question.is_anonymous': ['Anonymous questions are turned off in this room.'] })
  const status = (await isChecked(ctx, found, text)) ? ('waiting' as const) : ('open' as const)
  await holdRoom(ctx, roomId)
  const author = ctx.me().id
  const before = await sentBefore(ctx, author, creation_uuid)
  if (before && before.room_id !== roomId) throw conflict('This question was sent before.', 'sent_before')
  if (before) return presentQuestion(ctx, found, await findQuestion(ctx, found, before.id))
  await demandRoomFor(ctx, roomId, author)
  const [made] = await ctx.sql<{ id: number }>(
    `insert into live.question (community_id, room_id, member_id, is_anonymous, text, status, creation_uuid, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning id`,
    [roomId, author, is_anonymous, text, status, creation_uuid ?? null, ctx.now()],
  )
  if (isShown(status)) await addTo(ctx, RoomTable, roomId, { questions_count: 1 })
  push(ctx, roomId, 'questions.changed')
  return presentQuestion(ctx, found, await findQuestion(ctx, found, made!.id))
}
async function sentBefore(ctx: Ctx, author: number, uuid: string | undefined): Promise<{ id: number; room_id: number } | null> {
  if (uuid === undefined) return null
  // in another room it may be on its way at this moment
  await lock(ctx, `live.asked ${author}`)
  const [row] = await ctx.sql<{ id: number; room_id: number }>(
    'select id, room_id from live.question where community_id = $1 and member_id = $2 and creation_uuid = $3',
    [author, uuid],
  )
  return row ?? null
}
async function demandRoomFor(ctx: Ctx, roomId: number, author: number): Promise<void> {
  const [{ count } = { count: 0 }] = await ctx.sql<{ count: number }>(
    `select count(*)::int as count from live.question where community_id = $1 and room_id = $2 and member_id = $3 and status in ('waiting', 'open')`,
    [roomId, author],
  )
  if (count >= MAX_OPEN_QUESTIONS)
    throw new AtriumError(409, 'too_many_questions', sentence('You can have up to {max} open questions in a room.', { max: MAX_OPEN_QUESTIONS }))
}

/** Other words for one's own, as long as it is not answered; where questions are looked at first, this one is again. @throws AtriumError 403, 404, 409, 422 */
export async function reword(ctx: Ctx, roomId: number, id: number, text: string) {
  const found = await findRoom(ctx, roomId)
  await demandAsking(ctx, found)
  await holdRoom(ctx, roomId)
  const row = await holdQuestion(ctx, found, id)
  if (!isOwnQuestion(ctx, row)) throw forbidden()
  if (row.status !== 'waiting' && row.status !== 'open') throw conflict('This question can’t be edited anymore.', 'question_closed')
  const status = (await isChecked(ctx, found, text)) ? 'waiting' : row.status
  await ctx.sql('update live.question set text = $3, status = $4, updated_at = $5 where community_id = $1 and id = $2', [id, text, status, ctx.now()])
  if (isShown(row.status) && !isShown(status)) await hide(ctx, roomId, id)
  push(ctx, roomId, 'questions.changed')
  return presentQuestion(ctx, found, await findQuestion(ctx, found, id))
}
/** What was shown is shown no more: off the stage, unpinned, out of the number. */
export async function hide(ctx: Ctx, roomId: number, id: number): Promise<void> {
  await addTo(ctx, RoomTable, roomId, { questions_count: -1 })
  await ctx.sql('update live.question set pinned_at = null where community_id = $1 and id = $2', [id])
  await offStage(ctx, roomId, id)
}
export async function offStage(ctx: Ctx, roomId: number, id: number): Promise<void> {
  const gone = await ctx.sql('delete from live.stage_item where community_id = $1 and question_id = $2 returning id', [id])
  if (gone.length) push(ctx, roomId, 'stage.changed')
}

/** By who keeps order; by its author as long as it is not answered. @throws AtriumError 403, 404 */
export async function deleteQuestion(ctx: Ctx, roomId: number, id: number): Promise<void> {
  const found = await findRoom(ctx, roomId)
  await holdRoom(ctx, roomId)
  const row = await holdQuestion(ctx, found, id)
  const isOpen = row.status === 'waiting' || row.status === 'open'
  if (!holds(found.staff, 'moderate') && !(isOpen && isOwnQuestion(ctx, row))) throw forbidden()
  if (isShown(row.status)) await hide(ctx, roomId, id)
  await ctx.em.nativeDelete(QuestionTable, { id })
  push(ctx, roomId, 'questions.changed')
}
