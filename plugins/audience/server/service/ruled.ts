/** Tags that a segment gives: whoever comes into it bears the tag, whoever leaves it loses it again, unless it was given by hand too. */
import { type Ctx, sql, unlessRefused } from '@atrium/sdk/server'
import { SegmentTable, TagTable } from '../entities.ts'
import { ruleJob } from '../jobs.ts'
import { conditionOf, FROM, segmentCondition, whoMeets } from './narrow.ts'
import { tagPeople, untagPeople } from './tags.ts'

const STEP = 500

/** A job for each tag with a rule, so that one that fails keeps no other. */
export async function planRules(ctx: Ctx): Promise<void> {
  const tags = await ctx.em.find(TagTable, { segmentId: { $ne: null } }, { fields: ['id'] })
  for (const { id } of tags) await ctx.enqueue(ruleJob, { tagId: id }, { key: `rule:${id}` })
}

/** Whoever comes, or comes back, bears at once the tags whose segments they are in. */
export async function applyRulesTo(ctx: Ctx, memberId: number): Promise<void> {
  const tags = await ctx.em.find(TagTable, { segmentId: { $ne: null } }, { fields: ['id', 'segmentId'] })
  if (tags.length === 0) return
  const segments = await ctx.em.find(SegmentTable, { id: { $in: tags.map(({ segmentId }) => segmentId!) } }, { fields: ['id', 'rules'] })
  // a segment that asks for what is off or gone keeps no tag of the others
  const read = await Promise.all(segments.map(async ({ id, rules }) => [id, await unlessRefused(conditionOf(ctx, rules), null)] as const))
  const inside = new Map(read.flatMap(([id, condition]) => (condition ? [[id, whoMeets(condition)] as const] : [])))
  const met = tags.flatMap(({ id, segmentId }) => (inside.has(segmentId!) ? [sql`case when ${inside.get(segmentId!)!} then ${id}::bigint end`] : []))
  if (met.length === 0) return
  const { rows } = await sql<{ id: number; tags: number[] }>`select p.id, array_remove(array[${sql.join(met)}], null) as tags from ${FROM(ctx)}
    where p.community_id = ${ctx.community.id} and p.member_id = ${memberId}`.execute(ctx.em.getKysely())
  for (const { id, tags: borne } of rows) await tagPeople(ctx, [id], borne, true)
}

/** One step; adds itself again until the tag is where its segment is. */
export async function applyRule(ctx: Ctx, tagId: number): Promise<void> {
  const tag = await ctx.em.findOne(TagTable, { id: tagId })
  if (!tag) return
  const inside = !tag.segmentId ? sql`false` : whoMeets(await segmentCondition(ctx, tag.segmentId))
  const { rows: lost } = await sql<{ id: number }>`select p.id from ${FROM(ctx)}
    join audience.person_tag pt on pt.community_id = p.community_id and pt.person_id = p.id and pt.tag_id = ${tagId} and pt.by_rule
    where p.community_id = ${ctx.community.id} and (${inside}) is not true order by p.id limit ${STEP}`.execute(ctx.em.getKysely())
  const { rows: come } = await sql<{ id: number }>`select p.id from ${FROM(ctx)} where p.community_id = ${ctx.community.id} and ${inside}
      and not exists (select from audience.person_tag pt where pt.community_id = p.community_id and pt.person_id = p.id and pt.tag_id = ${tagId})
    order by p.id limit ${STEP}`.execute(ctx.em.getKysely())
  await untagPeople(
    ctx,
    lost.map(({ id }) => id),
    [tagId],
    true,
  )
  await tagPeople(
    ctx,
    come.map(({ id }) => id),
    [tagId],
    true,
  )
  if (lost.length === STEP || come.length === STEP) await ctx.enqueue(ruleJob, { tagId }, { key: `rule:${tagId}` })
}
