/** One message to many students: in the background, to each in the conversation that the sender has with them, so that answers come back to the sender alone. */
import { AtriumError, forbidden, invalid, notFound, BULK_ERRORS } from '@atrium/sdk'
import { type BulkOf, bulkReason, cancelBulk, type Ctx, decodeCursor, page, type Paging, presentBulks, type RowOf, rowsFor, runBulk } from '@atrium/sdk/server'
import chat from '../../../chat/contract.ts'
import courses, { MAX_MESSAGED } from '../../contract.ts'
import { type CourseTables, MessageItemTable, MessageTable } from '../entities.ts'
import { messageJob } from '../jobs.ts'
import { editsIn } from '../policies.ts'
import { STUDENTS_WHERE } from '../reads.ts'
import { seatIn } from './seat.ts'
import { narrowing, type StudentNarrowing } from './students.ts'

/** Students in one transaction. */
const STEP = 25
type MessageRow = RowOf<typeof MessageTable>

const all = (ctx: Ctx, courseId: number) =>
  ctx.em.getKysely<CourseTables>().selectFrom('courses.message').selectAll().where('community_id', '=', ctx.community.id).where('course_id', '=', courseId)
async function present(ctx: Ctx, rows: MessageRow[]) {
  const tasks = await presentBulks(ctx, rows)
  return rows.map(({ text }, at) => ({ ...tasks[at]!, text }))
}
async function load(ctx: Ctx, courseId: number, id: number): Promise<MessageRow> {
  await seatIn(ctx, courseId, 'update')
  const row = await all(ctx, courseId).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Message')
  return row
}

/** Whom a message is meant for: everybody of these but its writer. */
const MEANT = `from courses.enrolment e join kernel.member_card m on m.community_id = $1 and m.id = e.member_id and m.status = 'active' where ${STUDENTS_WHERE}`
export async function messageReach(ctx: Ctx, courseId: number, whom: StudentNarrowing): Promise<{ count: number }> {
  await seatIn(ctx, courseId, 'update')
  const [row] = await ctx.sql<{ count: number }>(`select count(*)::int as count ${MEANT} and e.member_id <> $8`, [
    ...narrowing(ctx, courseId, whom),
    ctx.me().id,
  ])
  return row!
}

/** @throws AtriumError 403, 404 `plugin_off` without conversations, 422 for nobody or too many */
export async function messageStudents(ctx: Ctx, courseId: number, { text, ...whom }: StudentNarrowing & { text: string }) {
  await seatIn(ctx, courseId, 'update')
  if (!ctx.has(chat)) throw new AtriumError(404, 'plugin_off', 'Messages are turned off here.')
  const message = ctx.em.create(MessageTable, { memberId: ctx.me().id, courseId, text })
  await ctx.em.flush()
  const chosen = await ctx.sql(
    `insert into courses.message_item (community_id, bulk_id, member_id)
     select $1, $8, e.member_id ${MEANT} and e.member_id <> $9 order by e.member_id limit ${MAX_MESSAGED + 1} returning id`,
    [...narrowing(ctx, courseId, whom), message.id, ctx.me().id],
  )
  if (chosen.length === 0) throw invalid({ 'body.filter': ['No students match this selection.'] })
  if (chosen.length > MAX_MESSAGED) throw invalid({ 'body.filter': ['Message fewer students at once: choose a cohort or a status.'] })
  message.total = chosen.length
  await ctx.em.flush()
  await ctx.audit('courses.messaged', `course:${courseId}`, { students: chosen.length })
  await ctx.enqueue(messageJob, { bulkId: message.id })
  return (await present(ctx, [await load(ctx, courseId, message.id)]))[0]!
}

export async function listMessages(ctx: Ctx, courseId: number, query: Paging) {
  await seatIn(ctx, courseId, 'update')
  const last = decodeCursor(query.cursor, ['number'])?.[0]
  const rows = await all(ctx, courseId)
    .$if(last !== undefined, (more) => more.where('id', '<', last as number))
    .orderBy('id', 'desc')
    .limit(rowsFor(query))
    .execute()
  const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  return { ...envelope, records: await present(ctx, envelope.records) }
}
export async function showMessage(ctx: Ctx, courseId: number, id: number) {
  const [task] = await present(ctx, [await load(ctx, courseId, id)])
  const errors = await ctx.em
    .getKysely<CourseTables>()
    .selectFrom('courses.message_item as i')
    .innerJoin('kernel.member_card as m', (join) => join.on('m.community_id', '=', ctx.community.id).onRef('m.id', '=', 'i.member_id'))
    .select(['m.name', 'i.error', 'i.error_values'])
    .where('i.community_id', '=', ctx.community.id)
    .where('i.bulk_id', '=', id)
    .where('i.status', '=', 'failed')
    .orderBy('i.id')
    .limit(BULK_ERRORS)
    .execute()
  return { ...task!, errors: errors.map((item) => ({ name: item.name, message: bulkReason(ctx, item) })) }
}
export async function cancelMessage(ctx: Ctx, courseId: number, id: number) {
  await cancelBulk(ctx, work, await load(ctx, courseId, id))
  return (await present(ctx, [await load(ctx, courseId, id)]))[0]!
}

async function sendOne(ctx: Ctx, memberId: number, { course_id, text }: MessageRow): Promise<void> {
  if (!(await editsIn(ctx, course_id))) throw forbidden()
  const conversations = ctx.use(chat)
  const { uuid } = await conversations.direct(memberId)
  await conversations.send({ roomUuid: uuid, doc: text })
}
const work: BulkOf<MessageRow, RowOf<typeof MessageItemTable>> = {
  ...{ tasks: MessageTable, items: MessageItemTable, step: STEP },
  act: (asker, { member_id }, message) => sendOne(asker, member_id, message),
  tell: (ctx, { id, member_id }) => ctx.emit(courses.events['message.progressed'], { messageId: id, memberId: member_id }),
  goOn: (ctx, bulkId) => ctx.enqueue(messageJob, { bulkId }),
}
export const sendMessages = (ctx: Ctx, bulkId: number) => runBulk(ctx, work, bulkId)
