/** The stage: what stands ready for it, and the one thing that everybody sees. The room is held whenever that changes. */
import { conflict, invalid, notFound, sentence } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { z } from '@atrium/sdk'
import { MAX_STAGE_ITEMS, type stageFields } from '../../contract.ts'
import { type Found, findRoom, holds } from '../policies.ts'
import { stageOf, type StageRow } from '../reads.ts'
import { demandShown } from './answering.ts'
import { push } from './news.ts'
import { findQuestion, holdQuestion, presentQuestion } from './questions.ts'
import { presentStage } from './present.ts'
import { holdRoom } from './rooms.ts'

type Input = z.output<typeof stageFields>
type Changes = Partial<Omit<Input, 'kind' | 'question_id'>>

export async function listStage(ctx: Ctx, roomId: number) {
  const { staff } = await findRoom(ctx, roomId)
  return { records: (await ctx.read(stageOf, [roomId, null, holds(staff, 'run')])).map(presentStage) }
}
/** @throws AtriumError 404 also for what merely stands ready, to those who do not run the room */
async function needItem(ctx: Ctx, { room, staff }: Found, id: number): Promise<StageRow> {
  const [row] = await ctx.read(stageOf, [room.id, id, holds(staff, 'run')])
  if (!row) throw notFound('Item')
  return row
}
export async function showItem(ctx: Ctx, roomId: number, id: number) {
  const found = await findRoom(ctx, roomId)
  return presentStage(await needItem(ctx, found, id))
}

function demandWhole({ kind, text, url, question_id }: Pick<Input, 'kind' | 'text' | 'url' | 'question_id'>): void {
  if (kind === 'question' && question_id === null) throw invalid({ 'spotlight_item.question_id': ['Choose a question.'] })
  if (kind === 'text' && text === '') throw invalid({ 'spotlight_item.text': ['Enter a text.'] })
  if (kind === 'link' && url === null) throw invalid({ 'spotlight_item.url': ['Enter a URL.'] })
}
/** Takes down what is shown, and shows this. */
async function show(ctx: Ctx, roomId: number, id: number): Promise<void> {
  await down(ctx, roomId, id)
  await ctx.sql('update live.stage_item set shown_at = coalesce(shown_at, $3::timestamptz), updated_at = $3 where community_id = $1 and id = $2', [
    id,
    ctx.now(),
  ])
}
const down = (ctx: Ctx, roomId: number, but = 0) =>
  ctx.sql('update live.stage_item set shown_at = null, updated_at = $4 where community_id = $1 and room_id = $2 and shown_at is not null and id <> $3', [
    ...[roomId, but, ctx.now()],
  ])
async function insert(ctx: Ctx, roomId: number, { kind, text, url, question_id, position }: Omit<Input, 'is_on_stage'>): Promise<number> {
  if (question_id !== null) {
    const [there] = await ctx.sql<{ id: number }>('select id from live.stage_item where community_id = $1 and question_id = $2', [question_id])
    if (there) return there.id
  }
  const [{ count, last } = { count: 0, last: 0 }] = await ctx.sql<{ count: number; last: number }>(
    'select count(*)::int as count, coalesce(max(position), 0)::int as last from live.stage_item where community_id = $1 and room_id = $2',
    [roomId],
  )
  if (count >= MAX_STAGE_ITEMS) throw conflict(sentence('You can prepare up to {max} items.', { max: MAX_STAGE_ITEMS }), 'too_many_items')
  const [made] = await ctx.sql<{ id: number }>(
    `insert into live.stage_item (community_id, room_id, kind, text, url, question_id, position, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning id`,
    [roomId, kind, kind === 'question' ? '' : text, kind === 'link' ? url : null, question_id, position ?? last + 1, ctx.now()],
  )
  return made!.id
}

/** A question that stands there already is not added again. @throws AtriumError 403, 404, 409, 422 */
export async function addItem(ctx: Ctx, roomId: number, input: Input) {
  const found = await findRoom(ctx, roomId, 'run')
  const question_id = input.kind === 'question' ? input.question_id : null
  demandWhole({ ...input, question_id })
  await holdRoom(ctx, roomId)
  if (question_id !== null) demandShown(await findQuestion(ctx, found, question_id))
  const id = await insert(ctx, roomId, { ...input, question_id })
  if (input.is_on_stage) await show(ctx, roomId, id)
  push(ctx, roomId, 'stage.changed')
  return presentStage(await needItem(ctx, found, id))
}
/** @throws AtriumError 403, 404, 422 */
export async function changeItem(ctx: Ctx, roomId: number, id: number, { text, url, position, is_on_stage }: Changes) {
  const found = await findRoom(ctx, roomId, 'run')
  await holdRoom(ctx, roomId)
  const row = await needItem(ctx, found, id)
  const after = { ...row, text: text ?? row.text, url: url === undefined ? row.url : url, position: position ?? row.position }
  demandWhole(after)
  await ctx.sql('update live.stage_item set text = $3, url = $4, position = $5, updated_at = $6 where community_id = $1 and id = $2', [
    ...[id, row.kind === 'question' ? '' : after.text, row.kind === 'link' ? after.url : null, after.position, ctx.now()],
  ])
  if (is_on_stage) await show(ctx, roomId, id)
  else if (is_on_stage === false && row.shown_at) await down(ctx, roomId)
  push(ctx, roomId, 'stage.changed')
  return presentStage(await needItem(ctx, found, id))
}
/** @throws AtriumError 403, 404 */
export async function deleteItem(ctx: Ctx, roomId: number, id: number): Promise<void> {
  const found = await findRoom(ctx, roomId, 'run')
  await holdRoom(ctx, roomId)
  await needItem(ctx, found, id)
  await ctx.sql('delete from live.stage_item where community_id = $1 and id = $2', [id])
  push(ctx, roomId, 'stage.changed')
}

/** A question on the stage, or down from it. @throws AtriumError 403, 404, 409 for one that is not shown */
export async function spotlight(ctx: Ctx, roomId: number, questionId: number, isOn: boolean) {
  const found = await findRoom(ctx, roomId, 'run')
  await holdRoom(ctx, roomId)
  const row = await holdQuestion(ctx, found, questionId)
  if (isOn) {
    demandShown(row)
    await show(ctx, roomId, await insert(ctx, roomId, { kind: 'question', text: '', url: null, question_id: questionId }))
  } else await ctx.sql('update live.stage_item set shown_at = null, updated_at = $3 where community_id = $1 and question_id = $2', [questionId, ctx.now()])
  push(ctx, roomId, 'stage.changed')
  return presentQuestion(ctx, found, await findQuestion(ctx, found, questionId))
}
