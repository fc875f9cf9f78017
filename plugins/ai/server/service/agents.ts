/** Agents: who they are, whom and where they answer, and the versions that they had. */
import { conflict, invalid, notFound, type RouteParsed } from '@atrium/sdk'
import { type Ctx, hold, isPerson, lastId, type Paging, page, rowsFor, unlessRefused } from '@atrium/sdk/server'
import type { z } from 'zod'
import audience from '../../../audience/contract.ts'
import contract, { type Agent as AgentReply, type AgentCard, type agentFields, MAX_AGENTS } from '../../contract.ts'
import { AgentTable, AgentVersionTable } from '../entities.ts'
import { keepMember } from './places/member.ts'

type Fields = z.output<typeof agentFields>
type Changes = RouteParsed<typeof contract.routes.updateProfile>['body']['profile']
export type Agent = Omit<AgentReply, 'avatar_url'> & { avatar_file_id: number | null }

const COLUMNS = `id, name, headline, greeting, starters, avatar_file_id, is_default, instructions, tone, languages, is_enabled, audience, places, answer_after_hours, spaces, tools, hand_over,
  version, member_id, questions_count, created_at, updated_at`

async function presentAll<Row extends { avatar_file_id: number | null }>(ctx: Ctx, rows: readonly Row[]) {
  const files = await ctx.files.byIds(rows.flatMap(({ avatar_file_id }) => avatar_file_id ?? []))
  return rows.map((row) => {
    const file = row.avatar_file_id === null ? undefined : files.get(row.avatar_file_id)
    return { ...row, avatar_url: file ? ctx.files.url(file, 'thumb') : null }
  })
}

export async function listAgents(ctx: Ctx) {
  return presentAll(ctx, await ctx.sql<Agent>(`select ${COLUMNS} from ai.agent where community_id = $1 order by is_default desc, id limit ${MAX_AGENTS}`))
}
/** @throws AtriumError 404 */
export async function agentById(ctx: Ctx, id: number): Promise<Agent> {
  const [row] = await ctx.sql<Agent>(`select ${COLUMNS} from ai.agent where community_id = $1 and id = $2`, [id])
  if (!row) throw notFound('Agent')
  return row
}
export const showAgent = async (ctx: Ctx, id: number) => (await presentAll(ctx, [await agentById(ctx, id)]))[0]!

/** Agents that this member may ask on their own page; the default one first. */
export async function agentsFor(ctx: Ctx, search = ''): Promise<AgentCard[]> {
  const { id } = ctx.me()
  const rows = await ctx.sql<Agent>(
    `select ${COLUMNS} from ai.agent where community_id = $1 and is_enabled and (places ->> 'ask')::boolean and ($2 = '' or strpos(lower(name), lower($2)) > 0)
     order by is_default desc, id limit ${MAX_AGENTS}`,
    [search],
  )
  const allowed = []
  for (const row of rows) if (await serves(ctx, row, id)) allowed.push(row)
  return presentAll(ctx, allowed)
}
async function serves(ctx: Ctx, agent: Pick<Agent, 'audience'>, memberId: number): Promise<boolean> {
  const { kind, segment_ids: ids } = agent.audience
  if (kind === 'members') return true
  if (!ctx.has(audience)) return false
  for (const segmentId of ids) {
    // a segment that is gone has nobody in it
    const [found] = await unlessRefused(ctx.use(audience).memberIdsOf(segmentId, memberId - 1, 1), [])
    if (found === memberId) return true
  }
  return false
}
/** One that is on and for this member. @throws AtriumError 404 */
export async function agentFor(ctx: Ctx, id: number): Promise<Agent> {
  const agent = await agentById(ctx, id)
  if (!agent.is_enabled || !(await serves(ctx, agent, ctx.me().id))) throw notFound('Agent')
  return agent
}

const stateOf = (agent: Partial<Fields>) => ({ ...agent, avatar: undefined })
async function record(ctx: Ctx, agent: Agent): Promise<void> {
  const { name, headline, greeting, starters, instructions, tone, languages, is_enabled, is_default, audience: whom, tools, hand_over } = agent
  const state = stateOf({
    name,
    headline,
    greeting,
    starters,
    instructions,
    tone,
    languages,
    is_enabled,
    is_default,
    audience: whom,
    places: agent.places as Fields['places'],
    answer_after_hours: agent.answer_after_hours,
    spaces: agent.spaces,
    tools,
    hand_over,
  })
  ctx.em.create(AgentVersionTable, { agentId: agent.id, number: agent.version, state, authorMemberId: ctx.member?.id ?? null })
  await ctx.em.flush()
}
async function checked(ctx: Ctx, fields: Partial<Fields>): Promise<void> {
  const known = new Set(ctx.fill(contract.points.tool).map(({ value }) => value.key))
  const unknown = fields.tools?.find((key) => !known.has(key))
  if (unknown) throw invalid({ 'profile.tools': ['Choose from the tools that are on here.'] })
  if (fields.audience?.kind === 'segments' && fields.audience.segment_ids.length === 0) throw invalid({ 'profile.audience': ['Choose at least one segment.'] })
}
async function takeAvatar(ctx: Ctx, agentId: number, avatar: string | null, held: number | null): Promise<number | null> {
  if (avatar === null) return null
  const file = await ctx.files.take(avatar, held === null ? [] : [held])
  await ctx.files.keep(file.id, `public:ai_agent:${agentId}`)
  return file.id
}
const columnsOf = ({ avatar: _, is_enabled, is_default, hand_over, answer_after_hours, ...rest }: Partial<Fields>) => ({
  ...rest,
  ...(is_enabled === undefined ? {} : { isEnabled: is_enabled }),
  ...(is_default === undefined ? {} : { isDefault: is_default }),
  ...(hand_over === undefined ? {} : { handOver: hand_over }),
  ...(answer_after_hours === undefined ? {} : { answerAfterHours: answer_after_hours }),
})
const alone = (ctx: Ctx, id: number) => ctx.sql('update ai.agent set is_default = false where community_id = $1 and is_default and id <> $2', [id])

/** @throws AtriumError 409 beyond `MAX_AGENTS`, 422 */
export async function createAgent(ctx: Ctx, fields: Fields): Promise<number> {
  await checked(ctx, fields)
  const [{ count }] = (await ctx.sql<{ count: number }>('select count(*)::int as count from ai.agent where community_id = $1')) as [{ count: number }]
  if (count >= MAX_AGENTS) throw conflict('You can have up to 20 agents.')
  if (fields.is_default) await alone(ctx, 0)
  const agent = ctx.em.create(AgentTable, { ...columnsOf({ ...fields, is_default: fields.is_default || count === 0 }) } as never) as {
    id: number
    avatarFileId: number | null
  }
  await ctx.em.flush()
  if (fields.avatar) {
    agent.avatarFileId = await takeAvatar(ctx, agent.id, fields.avatar, null)
    await ctx.em.flush()
  }
  const made = await agentById(ctx, agent.id)
  await record(ctx, made)
  await keepMember(ctx, made)
  await ctx.audit('agent.created', `ai_agent:${agent.id}`, { name: fields.name })
  return agent.id
}
/** @param version that the changes were made to; another since then is a conflict @throws AtriumError 404, 409, 422 */
export async function updateAgent(ctx: Ctx, id: number, changes: Changes, version?: number): Promise<void> {
  await checked(ctx, changes as Partial<Fields>)
  const agent = await hold(ctx, AgentTable, id, 'Agent')
  if (version !== undefined && version !== agent.version) throw conflict('Someone else changed this at the same time. Try again.')
  if (changes.is_default) await alone(ctx, id)
  Object.assign(agent, columnsOf(changes as Partial<Fields>), { version: agent.version + 1 })
  if (changes.avatar !== undefined) agent.avatarFileId = await takeAvatar(ctx, id, changes.avatar, agent.avatarFileId ?? null)
  await ctx.em.flush()
  const changed = await agentById(ctx, id)
  await record(ctx, changed)
  await keepMember(ctx, changed)
  await ctx.audit('agent.changed', `ai_agent:${id}`, { name: agent.name })
}
export async function deleteAgent(ctx: Ctx, id: number): Promise<void> {
  const agent = await hold(ctx, AgentTable, id, 'Agent')
  if (agent.memberId) await ctx.members.remove(agent.memberId, 'deactivated')
  await ctx.sql('delete from ai.agent where community_id = $1 and id = $2', [id])
  // one remains the one that is asked first
  if (agent.isDefault)
    await ctx.sql('update ai.agent set is_default = true where community_id = $1 and id = (select min(id) from ai.agent where community_id = $1)')
  await ctx.audit('agent.deleted', `ai_agent:${id}`, { name: agent.name })
}
export async function listVersions(ctx: Ctx, id: number, query: Paging) {
  await agentById(ctx, id)
  const rows = await ctx.sql<{ id: number; number: number; state: object; author_member_id: number | null; created_at: Date }>(
    `select id, number, state, author_member_id, created_at from ai.agent_version where community_id = $1 and agent_id = $2 and ($3::bigint is null or id < $3) order by id desc limit $4`,
    [id, lastId(query), rowsFor(query)],
  )
  const people = await ctx.members.byIds(rows.flatMap(({ author_member_id }) => author_member_id ?? []))
  return page(rows, { query, key: (row) => [row.id] }, ({ author_member_id, ...row }) => {
    const author = author_member_id === null ? undefined : people.get(author_member_id)
    return { ...row, author: author ? { id: author.id, name: author.name, avatar_url: author.avatarUrl } : null }
  })
}
/** What it was becomes its newest version. @throws AtriumError 404 */
export async function restoreVersion(ctx: Ctx, id: number, number: number): Promise<void> {
  const [row] = await ctx.sql<{ state: Changes }>('select state from ai.agent_version where community_id = $1 and agent_id = $2 and number = $3', [id, number])
  if (!row) throw notFound('Version')
  const known = new Set(ctx.fill(contract.points.tool).map(({ value }) => value.key))
  await updateAgent(ctx, id, { ...row.state, tools: row.state.tools?.filter((key) => known.has(key)) ?? [] })
}
/** How many members may ask it. */
export async function audienceCount(ctx: Ctx, segmentIds: readonly number[] | undefined): Promise<number> {
  if (!segmentIds?.length || !ctx.has(audience)) {
    const [row] = await ctx.sql<{ count: number }>(
      `select count(*)::int as count from kernel.member_card m where m.community_id = $1 and m.status = 'active' and ${isPerson('m')}`,
    )
    return row!.count
  }
  const counts = (await ctx.use(audience).segments()).filter(({ id }) => segmentIds.includes(id)).map(({ count }) => count)
  return Math.max(0, ...counts)
}
