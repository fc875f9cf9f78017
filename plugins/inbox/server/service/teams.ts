/** Who answers: teams, and all who may. Tags stand here too. */
import { conflict, invalid, notFound, sentence } from '@atrium/sdk'
import type { z } from '@atrium/sdk'
import { type Ctx, hold, lock } from '@atrium/sdk/server'
import contract, { type Face, MAX_KNOWN_TAGS, MAX_TEAMS, type Team, type teamFields } from '../../contract.ts'
import { TagTable, TeamTable } from '../entities.ts'
import { answering, type Colleague, colleaguesRead } from '../reads.ts'

/** Of a list to choose from. */
const MOST_COLLEAGUES = 500

/** Who may answer here. The process keeps them for moments, as every message asks. */
export const colleaguesOf = (ctx: Ctx): Promise<Colleague[]> => ctx.cached('inbox.colleagues', null, () => ctx.read(colleaguesRead, [MOST_COLLEAGUES]))
export const colleagues = async (ctx: Ctx): Promise<{ records: Face[] }> => ({ records: await ctx.read(colleaguesRead, [MOST_COLLEAGUES]) })
/** Agents that answer here. */
export const agents = async (ctx: Ctx): Promise<{ records: Face[] }> => ({
  records: (await Promise.all(ctx.fill(contract.points.answerer).map(({ value }) => value.profiles?.(ctx) ?? []))).flat(),
})

interface Row {
  id: number
  name: string
  members: Face[]
}
/** Who may not answer any more is not shown, and comes back with the right. */
const teams = (ctx: Ctx, id: number | null) =>
  ctx.sql<Row>(
    `select t.id, t.name, coalesce((select json_agg(json_build_object('id', m.id, 'name', m.name, 'avatar_url', m.avatar_url) order by m.name, m.id)
       from kernel.member_card m where m.community_id = $1 and m.id = any (t.member_ids) and m.status = 'active'), '[]'::json) as members
     from inbox.team t where t.community_id = $1 and ($2::bigint is null or t.id = $2) order by lower(t.name), t.id limit ${MAX_TEAMS}`,
    [id],
  )
export const listTeams = async (ctx: Ctx) => ({ records: await teams(ctx, null) })
async function showTeam(ctx: Ctx, id: number): Promise<Team> {
  const [row] = await teams(ctx, id)
  if (!row) throw notFound('Team')
  return row
}
/** One team a name; names are given one at a time. @throws AtriumError 409 `name_taken` */
async function demandFree(ctx: Ctx, name: string, own: number | null): Promise<void> {
  const [other] = await ctx.sql('select id from inbox.team where community_id = $1 and lower(name) = lower($2) and id is distinct from $3', [name, own])
  if (other) throw conflict('A team with this name already exists.', 'name_taken')
}
async function demandAnswering(ctx: Ctx, memberIds: readonly number[]): Promise<number[]> {
  const ids = [...new Set(memberIds)]
  if (ids.length > 0 && (await ctx.read(answering, [ids])).length < ids.length)
    throw invalid({ 'team.member_ids': ['One of these members can’t answer conversations.'] })
  return ids
}
/** @throws AtriumError 409, 422 */
export async function createTeam(ctx: Ctx, { name, member_ids }: z.output<typeof teamFields>): Promise<Team> {
  const memberIds = await demandAnswering(ctx, member_ids)
  await lock(ctx, 'inbox.teams')
  await demandFree(ctx, name, null)
  const [{ count } = { count: 0 }] = await ctx.sql<{ count: number }>('select count(*)::int as count from inbox.team where community_id = $1')
  if (count >= MAX_TEAMS) throw conflict(sentence('You can add up to {max} teams.', { max: MAX_TEAMS }), 'too_many_teams')
  const team = ctx.em.create(TeamTable, { name, memberIds })
  await ctx.em.flush()
  await ctx.audit('inbox_team.created', `inbox_team:${team.id}`, { name })
  return showTeam(ctx, team.id)
}
/** @throws AtriumError 404, 409, 422 */
export async function updateTeam(ctx: Ctx, id: number, { name, member_ids }: { name?: string | undefined; member_ids?: number[] | undefined }): Promise<Team> {
  const memberIds = member_ids && (await demandAnswering(ctx, member_ids))
  await lock(ctx, 'inbox.teams')
  const team = await hold(ctx, TeamTable, id, 'Team')
  if (name !== undefined) await demandFree(ctx, name, id)
  Object.assign(team, { name: name ?? team.name, memberIds: memberIds ?? team.memberIds })
  await ctx.em.flush()
  await ctx.audit('inbox_team.changed', `inbox_team:${id}`, { name: team.name })
  return showTeam(ctx, id)
}
export async function deleteTeam(ctx: Ctx, id: number): Promise<void> {
  const team = await hold(ctx, TeamTable, id, 'Team')
  await ctx.em.nativeDelete(TeamTable, { id })
  await ctx.audit('inbox_team.deleted', `inbox_team:${id}`, { name: team.name })
}

export const listTags = async (ctx: Ctx) => ({
  records: await ctx.sql<{ id: number; name: string }>(
    `select id, name from inbox.tag where community_id = $1 order by lower(name), id limit ${MAX_KNOWN_TAGS}`,
  ),
})
/** One of that name, which may be there already. @throws AtriumError 409 `too_many_tags` */
export async function createTag(ctx: Ctx, name: string): Promise<{ id: number; name: string }> {
  await lock(ctx, 'inbox.tags')
  const [known] = await ctx.sql<{ id: number; name: string }>('select id, name from inbox.tag where community_id = $1 and lower(name) = lower($2)', [name])
  if (known) return known
  const [{ count } = { count: 0 }] = await ctx.sql<{ count: number }>('select count(*)::int as count from inbox.tag where community_id = $1')
  if (count >= MAX_KNOWN_TAGS) throw conflict(sentence('You can add up to {max} tags.', { max: MAX_KNOWN_TAGS }), 'too_many_tags')
  const tag = ctx.em.create(TagTable, { name })
  await ctx.em.flush()
  return { id: tag.id, name }
}
export async function deleteTag(ctx: Ctx, id: number): Promise<void> {
  const tag = await hold(ctx, TagTable, id, 'Tag')
  await ctx.em.nativeDelete(TagTable, { id })
  await ctx.sql('update inbox.rule set tag_ids = array_remove(tag_ids, $2::bigint) where community_id = $1 and tag_ids @> array[$2::bigint]', [id])
  await ctx.audit('inbox_tag.deleted', `inbox_tag:${id}`, { name: tag.name })
}
