/** Writes the index anew, document by document, from what plugins have; the old documents are found until theirs is written, and what is left over goes last. */
import { type Ctx, hold, isUniqueViolation } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import contract, { type Rebuild } from '../../contract.ts'
import { RebuildTable } from '../entities.ts'
import { rebuildJob } from '../jobs.ts'

/** Records in one transaction. */
const STEP = 500
/** Longer than a step and the wait for its turn. */
const IDLE_MS = 15 * 60_000

type Row = Awaited<ReturnType<typeof latest>>
const latest = (ctx: Ctx) => ctx.em.findOne(RebuildTable, {}, { orderBy: { id: 'desc' } })
const present = ({
  id,
  status,
  kind = null,
  done,
  total,
  startedAt,
  finishedAt,
}: NonNullable<Row>): Omit<Rebuild, 'started_at' | 'finished_at'> & {
  started_at: Date
  finished_at: Date | null
} => ({ id, status, kind, done, total, started_at: startedAt, finished_at: finishedAt ?? null })

async function documentsCount(ctx: Ctx): Promise<number> {
  const [row] = await ctx.sql<{ count: number }>('select count(*)::int as count from kernel.search_card where community_id = $1')
  return row!.count
}

export async function latestRebuild(ctx: Ctx) {
  const rebuild = await latest(ctx)
  return { documents: await documentsCount(ctx), rebuild: rebuild && present(rebuild) }
}

/** One at a time: while one runs, that one is the answer. */
export async function startRebuild(ctx: Ctx) {
  const running = await ctx.em.findOne(RebuildTable, { status: 'running' })
  if (running) return present(running)
  // the database's clock, by which documents are stamped too
  const [{ startedAt }] = (await ctx.sql<{ startedAt: Date }>('select clock_timestamp() as "startedAt" where $1::bigint > 0')) as [{ startedAt: Date }]
  const rebuild = ctx.em.create(RebuildTable, { memberId: ctx.me().id, kindsDone: [], total: await documentsCount(ctx), startedAt })
  try {
    await ctx.em.transactional((em) => em.flush())
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    ctx.em.clear()
    return present(await ctx.em.findOneOrFail(RebuildTable, { status: 'running' }))
  }
  await ctx.audit('search.rebuild_started', `rebuild:${rebuild.id}`)
  await ctx.enqueue(rebuildJob, { rebuildId: rebuild.id })
  return present(rebuild)
}

/** A rebuild without progress for some minutes has no job: a migration asked for it, or its job has failed. */
export async function resumeRebuild(ctx: Ctx): Promise<void> {
  const [row] = await ctx.sql<{ id: number }>(
    `update search.rebuild set updated_at = $3 where community_id = $1 and status = 'running' and updated_at < $2 returning id`,
    [new Date(ctx.now().getTime() - IDLE_MS), ctx.now()],
  )
  if (row) await ctx.enqueue(rebuildJob, { rebuildId: row.id })
}

/** A step: some records of one kind. A second run of the same step finds nothing to do. */
export async function runRebuild(ctx: Ctx, rebuildId: number): Promise<void> {
  const rebuild = await hold(ctx, RebuildTable, rebuildId)
  if (rebuild.status !== 'running') return
  // in the name of who asked, as somebody who sees every record
  const asker = await ctx.actAs(rebuild.memberId)
  const sources = asker
    .use(content)
    .findable()
    .filter(({ documents }) => documents)
  const source = sources.find(({ kind }) => !rebuild.kindsDone.includes(kind))
  if (!source) {
    Object.assign(rebuild, { status: 'done', kind: null, finishedAt: ctx.now() })
    ctx.emit(contract.events['rebuild.progressed'], { rebuildId, memberId: rebuild.memberId })
    return
  }
  const { documents, last } = await source.documents!(rebuild.after, STEP)
  for (const document of documents) ctx.search.put(document)
  rebuild.kind = source.kind
  rebuild.done += documents.length
  if (last === null) {
    ctx.search.sweep(source.kind, rebuild.startedAt)
    rebuild.kindsDone = [...rebuild.kindsDone, source.kind]
    rebuild.after = 0
  } else rebuild.after = last
  ctx.emit(contract.events['rebuild.progressed'], { rebuildId, memberId: rebuild.memberId })
  await ctx.enqueue(rebuildJob, { rebuildId })
}
