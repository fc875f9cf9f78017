/** Questions that nobody has answered for some hours: an agent answers what it knows, and is silent about the rest. */
import { actingAs, type Ctx } from '@atrium/sdk/server'
import content from '../../../../content/contract.ts'
import type { Agent } from '../agents.ts'
import { asks, sentencesOf } from '../sentences.ts'
import { begin, isAgent } from './asked.ts'
import { answersIn } from './member.ts'
import { DAYS } from './reply.ts'

const KIND = 'post'
const HOUR = 3_600_000
/** Older posts are left alone. */
const OLDEST = 48 * HOUR
/** Posts that are looked at in one run, and those that are answered. */
const LOOKED_AT = 200
const AT_ONCE = 10

type Late = Pick<Agent, 'id' | 'spaces'> & { member_id: number; answer_after_hours: number }
export async function answerLate(ctx: Ctx): Promise<void> {
  const agents = await ctx.sql<Late>(
    `select id, spaces, member_id, answer_after_hours from ai.agent
     where community_id = $1 and is_enabled and (places ->> 'posts')::boolean and answer_after_hours is not null and member_id is not null order by id`,
  )
  for (const agent of agents) await ofAgent(ctx, agent)
}
async function ofAgent(ctx: Ctx, { id: agentId, member_id, answer_after_hours: hours, ...agent }: Late): Promise<void> {
  const reader = await actingAs(ctx, member_id)
  if (!reader) return
  const now = ctx.now().getTime()
  const rows = await ctx.sql<{ record_id: number }>(
    `select t.record_id from kernel.search_text t where t.community_id = $1 and t.kind = '${KIND}' and t.space_id = any ($2::bigint[]) and t.updated_at > $3
       and not exists (select from ai.reply r where r.community_id = $1 and r.agent_id = $4 and r.kind = t.kind and r.record_id = t.record_id)
     order by t.updated_at limit ${LOOKED_AT}`,
    [answersIn(agent), new Date(now - OLDEST), agentId],
  )
  const cards = (
    await reader.use(content).cards(
      KIND,
      rows.map(({ record_id }) => record_id),
    )
  ).filter(({ publishedAt, commentsEnabled }) => {
    const age = publishedAt ? now - publishedAt.getTime() : -1
    return age >= hours * HOUR && age <= OLDEST && commentsEnabled !== false
  })
  const ids = cards.map(({ id }) => id)
  const comments = await ctx.use(content).activity(KIND, ids, DAYS)
  const texts = new Map((await ctx.use(content).judged(KIND, ids)).map((record) => [record.id, record]))
  let begun = 0
  for (const { id, authorMemberId } of cards) {
    const said = texts.get(id)
    const isQuestion = said?.state === 'shown' && sentencesOf(`${said.name ?? ''}\n${said.text}`).some(asks)
    if (!isQuestion || comments.get(id)?.some((number) => number > 0)) continue
    if (authorMemberId === null || (await isAgent(ctx, authorMemberId)) || begun++ === AT_ONCE) continue
    await begin(ctx, agentId, { kind: KIND, recordId: id, memberId: authorMemberId, thread: `${KIND}:${id}`, isAsked: false })
  }
}
