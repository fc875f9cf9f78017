/** Tags that a segment gives: whoever comes into it bears the tag, whoever leaves it loses it again, unless it was given by hand too. */
import { type Ctx, sql } from '@atrium/sdk/server'
import { TagTable } from '../entities.ts'
import { ruleJob } from '../jobs.ts'
import { FROM, segmentCondition, whoMeets } from './narrow.ts'
import { tagPeople, untagPeople } from './tags.ts'

const STEP = 500

/** A job for each tag with a rule, so that one that fails keeps no other. */
export async function planRules(ctx: Ctx): Promise<void> {
  const tags = await ctx.em.find(TagTable, { segmentId: { $ne: null } }, { fields: ['id'] })
  for (const { id } of tags) await ctx.enqueue(ruleJob, { tagId: id }, { key: `rule:${id}` })
}

/** Whoever comes, or comes back, bears at once the tags whose segments they are in. */
export async function applyRulesTo(ctx: Ctx, memberId: number): Promise<void> {
  for (const { id, segmentId } of await ctx.em.find(TagTable, { segmentId: { $ne: null } }, { fields: ['id', 'segmentId'] })) {
    const inside = whoMeets(await segmentCondition(ctx, segmentId!))
    const { rows } = await sql<{
      id: number
    }>`select p.id from ${FROM(ctx)} where p.community_id = ${ctx.community.id} and p.member_id = ${memberId} and ${inside}
      and not exists (select from audience.person_tag pt where pt.community_id = p.community_id and pt.person_id = p.id and pt.tag_id = ${id})`.execute(
      ctx.em.getKysely(),
    )
    await tagPeople(
      ctx,
      rows.map((row) => row.id),
      [id],
      true,
    )
  }
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
