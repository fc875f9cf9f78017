/** One act on many people: chosen at once, done bit by bit in the background in the name of who asked, ended and taken back where it can be. */
import { conflict, forbidden, invalid, notFound, Sentence } from '@atrium/sdk'
import { type Ctx, isRefusal, lastId, page, type Paging, type RowOf, rowsFor, sql } from '@atrium/sdk/server'
import contract, { type BulkTask, type Chosen, MAX_BULK } from '../../contract.ts'
import { BulkTable, type Tables } from '../entities.ts'
import { bulkJob } from '../jobs.ts'
import { type Acted, actsOf, labelOf, type Outcome, type PeopleAct } from './acts.ts'
import { chosenWhere, FROM } from './narrow.ts'

/** People in one transaction; after each the browser hears how far it is. */
const STEP = 100
const SHOWN_ERRORS = 100
type BulkRow = RowOf<typeof BulkTable>

const all = (ctx: Ctx) => ctx.em.getKysely<Tables>().selectFrom('audience.bulk_task').selectAll().where('community_id', '=', ctx.community.id)
const load = async (ctx: Ctx, id: number): Promise<BulkRow> => {
  const row = await all(ctx).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Bulk action')
  return row
}
async function present(ctx: Ctx, rows: BulkRow[]): Promise<BulkTask[]> {
  const members = await ctx.members.byIds(rows.map(({ member_id }) => member_id))
  const acts = new Map(actsOf(ctx).map((act) => [act.key, act]))
  return rows.map((row) => {
    const author = members.get(row.member_id)
    return {
      id: row.id,
      action: row.action,
      label: labelOf(ctx, row.action),
      status: row.status,
      total: row.total,
      succeeded: row.succeeded,
      failed: row.failed,
      can_undo: ['done', 'cancelled'].includes(row.status) && row.succeeded > 0 && acts.get(row.action)?.undo !== undefined,
      author: author ? { id: author.id, name: author.name, avatar_url: author.avatarUrl } : null,
      created_at: row.created_at as never,
      finished_at: row.finished_at as never,
    }
  })
}

export async function listBulks(ctx: Ctx, query: Paging) {
  const last = lastId(query)
  const rows = await all(ctx)
    .$if(last !== null, (more) => more.where('id', '<', last!))
    .orderBy('id', 'desc')
    .limit(rowsFor(query))
    .execute()
  const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  return { ...envelope, records: await present(ctx, envelope.records) }
}

/** Which of these tasks can be taken back now. */
export async function undoableBulks(ctx: Ctx, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const tasks = await present(ctx, await all(ctx).where('id', 'in', ids).execute())
  return new Set(tasks.filter(({ can_undo }) => can_undo).map(({ id }) => id))
}

export async function showBulk(ctx: Ctx, id: number) {
  const [task] = await present(ctx, [await load(ctx, id)])
  const errors = await ctx.sql<{ person_id: number; name: string; email: string | null; error: string; error_values: any }>(
    `select i.person_id, p.name, p.email, i.error, i.error_values from audience.bulk_item i join audience.person p on p.community_id = $1 and p.id = i.person_id
     where i.community_id = $1 and i.bulk_id = $2 and i.status = 'failed' order by i.id limit ${SHOWN_ERRORS}`,
    [id],
  )
  return {
    ...task!,
    errors: errors.map((item) => ({
      person_id: item.person_id,
      name: item.name || item.email || '',
      message: ctx.say(new Sentence(item.error, item.error_values ?? {})),
    })),
  }
}

/** @throws AtriumError 403, 422 for an act that is none, people that are none, or an input that the act does not take */
export async function startBulk(ctx: Ctx, { action, input, people }: { action: string; input: Record<string, unknown>; people: Chosen }) {
  const act = actsOf(ctx).find(({ key }) => key === action)
  if (!act) throw invalid({ action: ['This action doesn’t exist.'] })
  if (!ctx.can(act.permission)) throw forbidden()
  const read = act.input.safeParse(input)
  if (!read.success) throw invalid(Object.fromEntries(read.error.issues.map(({ path, message }) => [['input', ...path].join('.'), [message]])))
  const where = await chosenWhere(ctx, people)
  const bulk = ctx.em.create(BulkTable, { memberId: ctx.me().id, action, input: read.data, people })
  await ctx.em.flush()
  const { rows } = await sql<{ total: number }>`with chosen as (insert into audience.bulk_item (community_id, bulk_id, person_id)
      select ${ctx.community.id}, ${bulk.id}, p.id from ${FROM(ctx)} where ${where} order by p.id limit ${MAX_BULK} returning 1)
    select count(*)::int as total from chosen`.execute(ctx.em.getKysely())
  bulk.total = rows[0]!.total
  if (bulk.total === 0) throw invalid({ people: ['Choose at least one person.'] })
  await ctx.em.flush()
  await ctx.audit('audience.bulk_started', `bulk_task:${bulk.id}`, { name: labelOf(ctx, action), act: action, total: bulk.total })
  await ctx.enqueue(bulkJob, { bulkId: bulk.id })
  return showBulk(ctx, bulk.id)
}

/** Moves a task on, where nobody else has. */
async function turn(ctx: Ctx, id: number, from: BulkRow['status'][], to: BulkRow['status']): Promise<boolean> {
  const finished = to === 'undoing' ? null : ctx.now()
  return (await ctx.em.nativeUpdate(BulkTable, { id, status: { $in: from } }, { status: to, finishedAt: finished, updatedAt: ctx.now() })) > 0
}
const tell = (ctx: Ctx, { id, member_id }: BulkRow) => ctx.emit(contract.events['bulk.progressed'], { bulkId: id, memberId: member_id })

export async function cancelBulk(ctx: Ctx, id: number) {
  const row = await load(ctx, id)
  if (await turn(ctx, id, ['running'], 'cancelled')) tell(ctx, row)
  return showBulk(ctx, id)
}
/** @throws AtriumError 409 while it runs, and for what cannot be taken back */
export async function undoBulk(ctx: Ctx, id: number) {
  const row = await load(ctx, id)
  const [task] = await present(ctx, [row])
  if (!task!.can_undo || !(await turn(ctx, id, ['done', 'cancelled'], 'undoing'))) throw conflict('This can’t be undone.')
  await ctx.audit('audience.bulk_undone', `bulk_task:${id}`, { name: labelOf(ctx, row.action), act: row.action, total: row.succeeded })
  await ctx.enqueue(bulkJob, { bulkId: id })
  tell(ctx, row)
  return showBulk(ctx, id)
}

const toSentence = (reason: string | Sentence) => (reason instanceof Sentence ? reason : new Sentence(reason, {}))
/** Together where that goes; where it does not, each by themselves, so that one who cannot be acted on keeps nobody else. */
async function actOn(ctx: Ctx, act: PeopleAct, people: Acted[], row: BulkRow): Promise<Outcome> {
  try {
    return await ctx.em.transactional(() => act.run(ctx, people, row.input, { id: row.id }))
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (people.length === 1) return { failed: [{ personId: people[0]!.personId, reason: error.said }], unchanged: [] }
    const outcome: Outcome = { failed: [], unchanged: [] }
    for (const person of people) {
      const { failed, unchanged } = await actOn(ctx, act, [person], row)
      outcome.failed.push(...failed)
      outcome.unchanged.push(...unchanged)
    }
    return outcome
  }
}

/** One step; adds itself again until nobody is left. */
export async function runBulk(ctx: Ctx, bulkId: number): Promise<void> {
  // whoever comes second waits here and finds these people done
  const row = await all(ctx).where('id', '=', bulkId).where('status', 'in', ['running', 'undoing']).forUpdate().executeTakeFirst()
  if (!row) return
  const undoing = row.status === 'undoing'
  const items = await ctx.sql<{ id: number; person_id: number; member_id: number | null }>(
    `select i.id, i.person_id, p.member_id from audience.bulk_item i join audience.person p on p.community_id = $1 and p.id = i.person_id
     where i.community_id = $1 and i.bulk_id = $2 and i.status = $3 order by i.id limit ${STEP}`,
    [bulkId, undoing ? 'done' : 'waiting'],
  )
  const people = items.map(({ person_id, member_id }) => ({ personId: person_id, memberId: member_id }))
  const outcome = await inTheirName(ctx, row, people, undoing)
  const failed = new Map(outcome.failed.map(({ personId, reason }) => [personId, toSentence(reason)]))
  const unchanged = new Set(outcome.unchanged)
  const results = items.map(({ id, person_id }) => {
    const error = failed.get(person_id)
    const status = error ? 'failed' : undoing ? 'undone' : unchanged.has(person_id) ? 'unchanged' : 'done'
    return { id, status, error: error?.template ?? null, error_values: error?.values ?? null }
  })
  await ctx.sql(
    `update audience.bulk_item i set status = r.status, error = r.error, error_values = r.error_values, updated_at = $3
     from jsonb_to_recordset($2::jsonb) as r (id bigint, status text, error text, error_values jsonb) where i.community_id = $1 and i.id = r.id`,
    [JSON.stringify(results), ctx.now()],
  )
  const over = items.length < STEP
  await ctx.em
    .getKysely<Tables>()
    .updateTable('audience.bulk_task')
    .set({ updated_at: ctx.now() })
    .$if(!undoing, (update) => update.set((one) => ({ succeeded: one('succeeded', '+', items.length - failed.size), failed: one('failed', '+', failed.size) })))
    .$if(over, (update) => update.set({ status: undoing ? 'undone' : 'done', finished_at: ctx.now() }))
    .where('community_id', '=', ctx.community.id)
    .where('id', '=', bulkId)
    .execute()
  tell(ctx, row)
  if (!over) await ctx.enqueue(bulkJob, { bulkId })
}

/** With the rights that who asked has at this moment. */
async function inTheirName(ctx: Ctx, row: BulkRow, people: Acted[], undoing: boolean): Promise<Outcome> {
  const nobody = (reason: string | Sentence): Outcome => ({ failed: people.map(({ personId }) => ({ personId, reason })), unchanged: [] })
  try {
    const asker = await ctx.actAs(row.member_id)
    const act = actsOf(asker).find(({ key }) => key === row.action)
    if (!act) return nobody('This action doesn’t exist.')
    if (!asker.can('members.manage') || !asker.can(act.permission)) return nobody('You don’t have permission to do this.')
    if (people.length === 0) return { failed: [], unchanged: [] }
    if (!undoing) return await actOn(asker, act, people, row)
    await act.undo?.(asker, people, row.input, { id: row.id })
    return { failed: [], unchanged: [] }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return nobody(error.said)
  }
}
