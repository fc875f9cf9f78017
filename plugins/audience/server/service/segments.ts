/**
 * What happens to segments, and who is in them. Counts are kept in the process for half a minute at most, so that many readers count once;
 * lists take those that a job keeps beside the segments, as twenty at once would be waited for.
 */
import { conflict, invalid, notFound } from '@atrium/sdk'
import { assign, containing, type Ctx, hold, lastId, lock, page, type Paging, type RowOf, rowsFor, sql, unlessRefused } from '@atrium/sdk/server'
import { MAX_SEGMENTS, type Rules, type Segment } from '../../contract.ts'
import { SegmentTable, type Tables } from '../entities.ts'
import { countJob } from '../jobs.ts'
import { conditionOf, FROM, segmentCondition, whoMeets } from './narrow.ts'
import { checkRules } from './rules.ts'

type SegmentRow = RowOf<typeof SegmentTable>
const noSegment = () => notFound('Segment', 'segment_not_found')

/** People in it, contacts among them; at most half a minute old. */
export const countOf = (ctx: Ctx, row: Pick<SegmentRow, 'id' | 'rules'>): Promise<number> =>
  ctx.cached('audience.count', row.id, async () => {
    const where = whoMeets(await conditionOf(ctx, row.rules))
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from ${FROM(ctx)} where p.community_id = ${ctx.community.id} and ${where}`.execute(ctx.em.getKysely())
    return rows[0]!.count
  })

/** A count in a list is counted anew after so many milliseconds. */
const OLD = 60_000

async function present(ctx: Ctx, rows: SegmentRow[], listed = false): Promise<Segment[]> {
  const makers = await ctx.members.byIds(rows.flatMap(({ created_by_member_id }) => created_by_member_id ?? []))
  return Promise.all(
    rows.map(async ({ community_id: _, created_by_member_id, kept_count, counted_at, ...row }) => {
      const kept = listed ? kept_count : null
      const maker = created_by_member_id === null ? undefined : makers.get(created_by_member_id)
      return {
        ...row,
        audience_count: kept ?? (await countOf(ctx, row)),
        counted_at: (kept === null ? null : counted_at) as never,
        created_by: maker ? { id: maker.id, name: maker.name, avatar_url: maker.avatarUrl, public_uid: maker.publicUid } : null,
        created_at: row.created_at as never,
        updated_at: row.updated_at as never,
      }
    }),
  )
}
const old = (ctx: Ctx) => all(ctx).where((row) => row.or([row('counted_at', 'is', null), row('counted_at', '<', new Date(ctx.now().getTime() - OLD))]))
export async function countOld(ctx: Ctx): Promise<void> {
  if (await old(ctx).limit(1).executeTakeFirst()) await ctx.enqueue(countJob, {}, { key: `segment-counts:${ctx.community.id}` })
}
/** One segment, the oldest count first. */
export async function countStep(ctx: Ctx): Promise<void> {
  const row = await old(ctx)
    .orderBy('counted_at', (by) => by.asc().nullsFirst())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return
  // rules that name what is gone count nobody, and keep no other from being counted
  const keptCount = await unlessRefused(countOf(ctx, row), 0)
  await ctx.em.nativeUpdate(SegmentTable, { id: row.id }, { keptCount, countedAt: ctx.now() })
  await ctx.enqueue(countJob, {}, { key: `segment-counts:${ctx.community.id}` })
}

const all = (ctx: Ctx) => ctx.em.getKysely<Tables>().selectFrom('audience.segment').selectAll().where('community_id', '=', ctx.community.id)

export async function listSegments(ctx: Ctx, query: Paging & { title?: string }) {
  const last = lastId(query)
  const rows = await all(ctx)
    .$if(last !== null, (more) => more.where('id', '>', last!))
    .$if(Boolean(query.title), (more) => more.where('title', 'ilike', containing(query.title!)))
    .orderBy('id')
    .limit(rowsFor(query))
    .execute()
  const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  return { ...envelope, records: await present(ctx, envelope.records, true) }
}
export async function showSegment(ctx: Ctx, id: number): Promise<Segment> {
  const row = await all(ctx).where('id', '=', id).executeTakeFirst()
  if (!row) throw noSegment()
  return (await present(ctx, [row]))[0]!
}

/** Segments name each other, so they change one at a time. */
const alone = (ctx: Ctx) => lock(ctx, 'audience segments')

/** @throws AtriumError 422 for rules that name themselves, nest too deep, or name what does not exist */
async function checked(ctx: Ctx, id: number | null, rules: Rules): Promise<void> {
  await checkRules(ctx, id, rules)
  await conditionOf(ctx, rules)
}

export async function createSegment(ctx: Ctx, { title, rules, visible }: { title: string; rules: Rules; visible: boolean }): Promise<number> {
  await alone(ctx)
  if ((await ctx.em.count(SegmentTable, {})) >= MAX_SEGMENTS) throw invalid({ title: ['You’ve reached the maximum number of segments.'] })
  await checked(ctx, null, rules)
  const segment = ctx.em.create(SegmentTable, { title, rules, visible, createdByMemberId: ctx.member?.id ?? null })
  await ctx.em.flush()
  await ctx.audit('segment.created', `segment:${segment.id}`, { name: title })
  return segment.id
}
export async function updateSegment(ctx: Ctx, id: number, changes: { title?: string; rules?: Rules; visible?: boolean }): Promise<void> {
  await alone(ctx)
  const segment = await hold(ctx, SegmentTable, id, 'Segment', 'segment_not_found')
  if (changes.rules) await checked(ctx, id, changes.rules)
  assign(SegmentTable, segment, changes)
  if (changes.rules) Object.assign(segment, { keptCount: null, countedAt: null })
  await ctx.em.flush()
  // others may name it
  ctx.invalidate('audience.count')
  await ctx.audit('segment.updated', `segment:${id}`, { name: segment.title })
}
/** @throws AtriumError 409 `segment_in_use` while another segment or a tag goes by it */
export async function deleteSegment(ctx: Ctx, id: number): Promise<void> {
  await alone(ctx)
  const segment = await hold(ctx, SegmentTable, id, 'Segment', 'segment_not_found')
  const [user] = await ctx.sql(
    `select from audience.tag where community_id = $1 and segment_id = $2
     union all select from audience.segment where community_id = $1 and id <> $2 and jsonb_path_exists(rules, '$.**.rules[*] ? (@.filter == "segment" && (@.value == $id || @.value == $text))', $3::jsonb)`,
    [id, JSON.stringify({ id, text: String(id) })],
  )
  if (user) throw conflict('Another segment or a tag uses this segment.', 'segment_in_use')
  await ctx.em.nativeDelete(SegmentTable, { id })
  await ctx.audit('segment.deleted', `segment:${id}`, { name: segment.title })
}

/** Active members by id. @throws AtriumError 404 */
export async function memberIdsOf(ctx: Ctx, segmentId: number, after: number, limit: number): Promise<number[]> {
  const { member } = await segmentCondition(ctx, segmentId)
  const { rows } = await sql<{ id: number }>`select m.id from kernel.member_card m
    where m.community_id = ${ctx.community.id} and m.status = 'active' and m.id > ${after} and (${member}) order by m.id limit ${limit}`.execute(
    ctx.em.getKysely(),
  )
  return rows.map(({ id }) => id)
}

export async function segmentList(ctx: Ctx): Promise<{ id: number; title: string; count: number }[]> {
  const rows = await all(ctx).where('visible', '=', true).orderBy('title').execute()
  return Promise.all(rows.map(async ({ id, title, rules, kept_count }) => ({ id, title, count: kept_count ?? (await countOf(ctx, { id, rules })) })))
}
