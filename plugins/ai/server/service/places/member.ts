/** The member in whose name an agent speaks: no person, without a way to sign in and without any right of their own. */
import { randomUUID } from 'node:crypto'
import { AGENT_ROLE } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import spaces from '../../../../spaces/contract.ts'
import type { Agent } from '../../../contract.ts'

type Speaking = Pick<Agent, 'id' | 'name' | 'headline' | 'places' | 'spaces'> & { avatar_file_id: number | null; member_id: number | null }

/** A domain that is nobody's (RFC 2606), and a name in it that nobody guesses: no code and no link ever arrives there. */
const addressOf = () => `agent-${randomUUID()}@agents.invalid`

const speaks = ({ places }: Pick<Agent, 'places'>): boolean => places.posts || places.rooms || places.widget
/** Spaces in which the agent answers. */
export const answersIn = ({ spaces: uses }: Pick<Agent, 'spaces'>): number[] =>
  Object.entries(uses).flatMap(([id, use]) => (use === 'answer' ? [Number(id)] : []))

/** Brings the agent's member in step with the agent: made with the first place, called as it is, in the spaces where it answers, and gone with the last place. */
export async function keepMember(ctx: Ctx, agent: Speaking): Promise<void> {
  const { id, name, headline, member_id: known } = agent
  if (!speaks(agent)) {
    if (known !== null) await ctx.members.remove(known, 'deactivated')
    return
  }
  const file = agent.avatar_file_id === null ? undefined : (await ctx.files.byIds([agent.avatar_file_id])).get(agent.avatar_file_id)
  const avatarUrl = file ? ctx.files.url(file, 'small') : null
  const memberId = known ?? (await ctx.members.add({ email: addressOf(), name, roles: [AGENT_ROLE] })).id
  if (known === null) await ctx.sql('update ai.agent set member_id = $3 where community_id = $1 and id = $2', [id, memberId])
  else if (!(await ctx.members.byIds([known])).get(known)?.isActive) await ctx.members.restore(known)
  await ctx.members.update(memberId, { name, headline: headline || null, avatar_url: avatarUrl })
  const wanted = new Set((await ctx.use(spaces).cards(answersIn(agent))).keys())
  const standings = await ctx.use(spaces).standingsOf(memberId)
  const inside = [...standings].flatMap(([spaceId, standing]) => (standing === 'member' ? [spaceId] : []))
  for (const spaceId of wanted) if (!inside.includes(spaceId)) await ctx.use(spaces).addMembers(spaceId, [memberId])
  for (const spaceId of inside) if (!wanted.has(spaceId)) await ctx.use(spaces).removeMembers(spaceId, [memberId])
}
