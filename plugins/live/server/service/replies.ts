/** What is written under a question. Where questions are looked at first, only those who keep order write there. */
import { conflict, forbidden, invalid, notFound, sentence } from '@atrium/sdk'
import { addTo, authorOf, type Ctx, type RowOf } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import { MAX_REPLIES } from '../../contract.ts'
import { QuestionTable, type ReplyTable } from '../entities.ts'
import { type Found, findRoom, holds } from '../policies.ts'
import { demandShown } from './answering.ts'
import { push } from './news.ts'
import { demandAsking, findQuestion, holdQuestion } from './questions.ts'

type ReplyRow = Pick<RowOf<typeof ReplyTable>, 'id' | 'question_id' | 'member_id' | 'text' | 'created_at'>
const rows = (ctx: Ctx, questionId: number, id: number | null) =>
  ctx.sql<ReplyRow>(
    `select id, question_id, member_id, text, created_at from live.question_reply where community_id = $1 and question_id = $2 and ($3::bigint is null or id = $3)
     order by id limit ${MAX_REPLIES}`,
    [questionId, id],
  )
async function present(ctx: Ctx, found: readonly ReplyRow[]) {
  const members = await ctx.members.byIds([...new Set(found.flatMap(({ member_id }) => member_id ?? []))])
  return found.map(({ member_id, ...row }) => ({
    ...row,
    author: authorOf(members.get(member_id ?? 0)),
    is_own: ctx.member !== null && member_id === ctx.member.id,
  }))
}
const presentOne = async (ctx: Ctx, row: ReplyRow) => (await present(ctx, [row]))[0]!
async function seen(ctx: Ctx, roomId: number, questionId: number): Promise<Found> {
  const found = await findRoom(ctx, roomId)
  await findQuestion(ctx, found, questionId)
  return found
}
/** @throws AtriumError 404 */
async function needReply(ctx: Ctx, questionId: number, id: number): Promise<ReplyRow> {
  const [row] = await rows(ctx, questionId, id)
  if (!row) throw notFound('Reply')
  return row
}

export async function listReplies(ctx: Ctx, roomId: number, questionId: number) {
  await seen(ctx, roomId, questionId)
  return { records: await present(ctx, await rows(ctx, questionId, null)) }
}
export async function showReply(ctx: Ctx, roomId: number, questionId: number, id: number) {
  await seen(ctx, roomId, questionId)
  return presentOne(ctx, await needReply(ctx, questionId, id))
}

async function judge(ctx: Ctx, { room }: Found, text: string): Promise<void> {
  const verdict = await ctx.use(content).judge({ kind: 'live_reply', spaceId: room.space_id, text, doc: null, mentionIds: [] })
  if (verdict?.held) throw invalid({ 'reply.text': ['This reply can’t be posted here.'] }, 'This reply can’t be posted here.', 'not_to_be_said')
}
function demandReplying({ room, staff }: Found): void {
  if (room.questions_are_checked && !holds(staff, 'moderate')) throw forbidden('Only hosts and moderators can reply in this room.')
}
/** @throws AtriumError 403, 404, 409, 422 */
export async function reply(ctx: Ctx, roomId: number, questionId: number, text: string) {
  const found = await findRoom(ctx, roomId)
  await demandAsking(ctx, found)
  const question = await holdQuestion(ctx, found, questionId)
  demandShown(question)
  demandReplying(found)
  await judge(ctx, found, text)
  if (question.replies_count >= MAX_REPLIES) throw conflict(sentence('A question can have up to {max} replies.', { max: MAX_REPLIES }), 'too_many_replies')
  const [made] = await ctx.sql<ReplyRow>(
    `insert into live.question_reply (community_id, question_id, member_id, text, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)
     returning id, question_id, member_id, text, created_at`,
    [questionId, ctx.me().id, text, ctx.now()],
  )
  await addTo(ctx, QuestionTable, questionId, { replies_count: 1 })
  push(ctx, roomId, 'questions.changed')
  return presentOne(ctx, made!)
}
/** By its author. @throws AtriumError 403, 404, 409, 422 */
export async function rewordReply(ctx: Ctx, roomId: number, questionId: number, id: number, text: string) {
  const found = await seen(ctx, roomId, questionId)
  await demandAsking(ctx, found)
  const row = await needReply(ctx, questionId, id)
  if (row.member_id !== ctx.me().id) throw forbidden()
  demandReplying(found)
  await judge(ctx, found, text)
  await ctx.sql('update live.question_reply set text = $3, updated_at = $4 where community_id = $1 and id = $2', [id, text, ctx.now()])
  push(ctx, roomId, 'questions.changed')
  return presentOne(ctx, { ...row, text })
}
/** By its author, and by who keeps order. @throws AtriumError 403, 404 */
export async function deleteReply(ctx: Ctx, roomId: number, questionId: number, id: number): Promise<void> {
  const found = await findRoom(ctx, roomId)
  await holdQuestion(ctx, found, questionId)
  const row = await needReply(ctx, questionId, id)
  if (row.member_id !== ctx.me().id && !holds(found.staff, 'moderate')) throw forbidden()
  const gone = await ctx.sql('delete from live.question_reply where community_id = $1 and id = $2 returning id', [id])
  await addTo(ctx, QuestionTable, questionId, { replies_count: -gone.length })
  push(ctx, roomId, 'questions.changed')
}
