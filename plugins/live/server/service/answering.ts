/** What becomes of questions: votes, and what those who keep order decide. One statement decides of several at once; the others are told so. */
import { conflict, forbidden } from '@atrium/sdk'
import { addTo, type Ctx } from '@atrium/sdk/server'
import { QuestionTable, RoomTable } from '../entities.ts'
import { type Found, findRoom, holds } from '../policies.ts'
import type { QuestionRow } from '../reads.ts'
import { demandAsking, findQuestion, hide, holdQuestion, isShown, offStage, presentQuestion, type QuestionStatus } from './questions.ts'
import { push } from './news.ts'
import { holdRoom } from './rooms.ts'

const DECISIONS = {
  approve: { from: ['waiting'], to: 'open' },
  dismiss: { from: ['waiting', 'open', 'answered'], to: 'dismissed' },
  answer: { from: ['waiting', 'open'], to: 'answered' },
  bring_back: { from: ['answered', 'dismissed'], to: 'open' },
} as const satisfies Record<string, { from: readonly QuestionStatus[]; to: QuestionStatus }>

/** @throws AtriumError 404 for what one does not see, 403 for those who do not keep order */
async function demandModerating(ctx: Ctx, roomId: number, id: number): Promise<Found> {
  const found = await findRoom(ctx, roomId)
  await findQuestion(ctx, found, id)
  if (!holds(found.staff, 'moderate')) throw forbidden()
  return found
}
const shown = async (ctx: Ctx, found: Found, id: number) => presentQuestion(ctx, found, await findQuestion(ctx, found, id))

/** @throws AtriumError 403, 404, 409 `question_changed` where it is in another state by now */
export async function decide(ctx: Ctx, roomId: number, id: number, how: keyof typeof DECISIONS) {
  const found = await demandModerating(ctx, roomId, id)
  await holdRoom(ctx, roomId)
  const { status: before } = await holdQuestion(ctx, found, id)
  const { from, to } = DECISIONS[how]
  if (!(from as readonly QuestionStatus[]).includes(before)) throw conflict('Someone else has changed this question. Refresh to see it.', 'question_changed')
  await ctx.sql('update live.question set status = $3, answered_at = $4, updated_at = $5 where community_id = $1 and id = $2', [
    ...[id, to, to === 'answered' ? ctx.now() : null, ctx.now()],
  ])
  if (isShown(before) && !isShown(to)) await hide(ctx, roomId, id)
  if (!isShown(before) && isShown(to)) await addTo(ctx, RoomTable, roomId, { questions_count: 1 })
  if (to === 'answered') await offStage(ctx, roomId, id)
  push(ctx, roomId, 'questions.changed')
  return shown(ctx, found, id)
}

/** Above the others, or among them again. @throws AtriumError 403, 404, 409 for one that is not shown */
export async function pin(ctx: Ctx, roomId: number, id: number, isPinned: boolean) {
  const found = await demandModerating(ctx, roomId, id)
  const row = await holdQuestion(ctx, found, id)
  if (isPinned) demandShown(row)
  await ctx.sql(
    'update live.question set pinned_at = case when $3::boolean then coalesce(pinned_at, $4::timestamptz) end, updated_at = $4 where community_id = $1 and id = $2',
    [id, isPinned, ctx.now()],
  )
  push(ctx, roomId, 'questions.changed')
  return shown(ctx, found, id)
}
export function demandShown({ status }: QuestionRow): void {
  if (!isShown(status)) throw conflict('Approve this question first.', 'question_hidden')
}

/** One a member, however often and at once it is pressed. @throws AtriumError 403, 404, 409 for what is not open */
export async function vote(ctx: Ctx, roomId: number, id: number, isFor: boolean) {
  const found = await findRoom(ctx, roomId)
  await demandAsking(ctx, found)
  const { status } = await holdQuestion(ctx, found, id)
  if (status !== 'open') throw conflict('This question isn’t open for votes.', 'question_closed')
  const changed = isFor
    ? await ctx.sql(
        `insert into live.question_vote (community_id, question_id, member_id, created_at, updated_at) values ($1, $2, $3, $4, $4)
         on conflict (community_id, question_id, member_id) do nothing returning id`,
        [id, ctx.me().id, ctx.now()],
      )
    : await ctx.sql('delete from live.question_vote where community_id = $1 and question_id = $2 and member_id = $3 returning id', [id, ctx.me().id])
  if (changed.length) {
    await addTo(ctx, QuestionTable, id, { votes_count: isFor ? 1 : -1 })
    push(ctx, roomId, 'questions.changed')
  }
  return shown(ctx, found, id)
}
