/** Many members put on the list of a date, or made co-hosts: in the background, each by themselves, in the name of who asked. */
import { conflict, forbidden, invalid, notFound, sentence, BULK_ERRORS } from '@atrium/sdk'
import {
  addTo,
  authorize,
  type BulkOf,
  bulkReason,
  cancelBulk as end,
  type Ctx,
  decodeCursor,
  hold,
  page,
  type Paging,
  presentBulks,
  type RowOf,
  rowsFor,
  runBulk as runSteps,
} from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import events, { MAX_COHOSTS } from '../../contract.ts'
import { BulkRsvp, BulkRsvpItem, EventTable, Rsvp, type Tables } from '../entities.ts'
import { bulkJob } from '../jobs.ts'
import { eventPolicy } from '../policies.ts'
import type { DateRow } from '../reads.ts'
import { rowByDate } from './find.ts'
import { answerFor } from './rsvp.ts'

/** Members in one transaction: the date is held meanwhile, so that others who press wait for no more than these. */
const STEP = 25
type BulkRow = RowOf<typeof BulkRsvp>

const all = (ctx: Ctx, eventId: number) =>
  ctx.em.getKysely<Tables>().selectFrom('events.bulk_rsvp').selectAll().where('community_id', '=', ctx.community.id).where('event_id', '=', eventId)
async function present(ctx: Ctx, rows: BulkRow[]) {
  const tasks = await presentBulks(ctx, rows)
  return rows.map(({ role, waiting, occurrence_id }, at) => ({ ...tasks[at]!, role, waiting, occurrence_id }))
}
async function load(ctx: Ctx, eventId: number, id: number): Promise<BulkRow> {
  const row = await all(ctx, eventId).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Bulk action')
  return row
}
const one = async (ctx: Ctx, eventId: number, id: number) => (await present(ctx, [await load(ctx, eventId, id)]))[0]!

/** @throws AtriumError 409 for a date that takes nobody any more, so that nothing runs which can only fail */
export async function startBulk(ctx: Ctx, event: DateRow, memberIds: number[], role: BulkRow['role']) {
  if (role === 'attendee') {
    if (event.status !== 'published') throw conflict('RSVPs open once the event is published.', 'not_published')
    if (event.cancelled_at) throw conflict('This date was canceled.', 'event_cancelled')
    if (event.ends_at <= ctx.now()) throw conflict('This event has ended.', 'event_over')
  }
  const bulk = ctx.em.create(BulkRsvp, { memberId: ctx.me().id, eventId: event.id, occurrenceId: event.occurrence_id, role })
  await ctx.em.flush()
  // what is no member here, or none any more, is nobody
  const chosen = await ctx.sql(
    `insert into events.bulk_rsvp_item (community_id, bulk_id, member_id)
     select $1, $2, m.id from kernel.member_card m where m.community_id = $1 and m.status = 'active' and m.id = any ($3::bigint[]) order by m.id returning id`,
    [bulk.id, memberIds],
  )
  if (chosen.length === 0) throw invalid({ 'body.community_member_ids': ['Choose at least one person.'] })
  bulk.total = chosen.length
  await ctx.em.flush()
  await ctx.enqueue(bulkJob, { bulkId: bulk.id })
  return one(ctx, event.id, bulk.id)
}

export async function listBulks(ctx: Ctx, eventId: number, query: Paging) {
  const last = decodeCursor(query.cursor, ['number'])?.[0]
  const rows = await all(ctx, eventId)
    .$if(last !== undefined, (more) => more.where('id', '<', last as number))
    .orderBy('id', 'desc')
    .limit(rowsFor(query))
    .execute()
  const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  return { ...envelope, records: await present(ctx, envelope.records) }
}
export async function showBulk(ctx: Ctx, eventId: number, id: number) {
  const task = await one(ctx, eventId, id)
  const errors = await ctx.em
    .getKysely<Tables>()
    .selectFrom('events.bulk_rsvp_item as i')
    .innerJoin('kernel.member_card as m', (join) => join.on('m.community_id', '=', ctx.community.id).onRef('m.id', '=', 'i.member_id'))
    .select(['m.name', 'i.error', 'i.error_values'])
    .where('i.community_id', '=', ctx.community.id)
    .where('i.bulk_id', '=', id)
    .where('i.status', '=', 'failed')
    .orderBy('i.id')
    .limit(BULK_ERRORS)
    .execute()
  return { ...task, errors: errors.map((item) => ({ name: item.name, message: bulkReason(ctx, item) })) }
}
export async function cancelBulk(ctx: Ctx, eventId: number, id: number) {
  await end(ctx, work, await load(ctx, eventId, id))
  return one(ctx, eventId, id)
}

async function addOne(ctx: Ctx, memberId: number, bulk: BulkRow): Promise<void> {
  const event = await authorize<DateRow>(ctx, eventPolicy, 'update', await rowByDate(ctx, bulk.occurrence_id), 'Event')
  const card = (await ctx.use(spaces).card(event.space_id))!
  if ((card.isPrivate || card.isSecret) && (await ctx.use(spaces).notificationLevels(event.space_id, [memberId])).size === 0)
    throw forbidden('They aren’t members of this event’s space.')
  if (bulk.role === 'cohost') return addCohost(ctx, event.id, memberId)
  const there = await ctx.em.count(Rsvp, { occurrenceId: bulk.occurrence_id, memberId, status: ['yes', 'waiting'] })
  if (there > 0) return
  const status = await answerFor(ctx, bulk.occurrence_id, memberId, { status: 'yes' }, { invitedBy: ctx.me().id })
  if (status === 'waiting') await addTo(ctx, BulkRsvp, bulk.id, { waiting: 1 })
}
async function addCohost(ctx: Ctx, eventId: number, memberId: number): Promise<void> {
  const event = await hold(ctx, EventTable, eventId, 'Event')
  if (memberId === event.authorMemberId || event.cohostIds.includes(memberId)) return
  if (event.cohostIds.length >= MAX_COHOSTS) throw conflict(sentence('An event can have up to {max} co-hosts.', { max: MAX_COHOSTS }))
  event.cohostIds = [...event.cohostIds, memberId]
  await ctx.em.flush()
}

const work: BulkOf<BulkRow, RowOf<typeof BulkRsvpItem>> = {
  ...{ tasks: BulkRsvp, items: BulkRsvpItem, step: STEP },
  act: (asker, { member_id }, bulk) => addOne(asker, member_id, bulk),
  tell: (ctx, { id, member_id }) => ctx.emit(events.events['bulk_rsvp.progressed'], { bulkId: id, memberId: member_id }),
  goOn: (ctx, bulkId) => ctx.enqueue(bulkJob, { bulkId }),
}
export const runBulk = (ctx: Ctx, bulkId: number) => runSteps(ctx, work, bulkId)
