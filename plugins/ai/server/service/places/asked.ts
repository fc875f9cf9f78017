/** Where somebody has said something to an agent: each is written down, and answered by a job, once. */
import { AGENT_ROLE } from '@atrium/sdk'
import { type Ctx, lock, on } from '@atrium/sdk/server'
import chat from '../../../../chat/contract.ts'
import content from '../../../../content/contract.ts'
import { replyJob } from '../../jobs.ts'
import type { Agent } from '../agents.ts'

/** Answers of an agent in one thread within an hour: among many, and with one person alone. */
const MOST = { thread: 3, direct: 30 }
/** Kind of a chat message. */
export const MESSAGE_KIND = 'message'

export const isAgent = async (ctx: Ctx, memberId: number): Promise<boolean> =>
  (await ctx.members.byIds([memberId])).get(memberId)?.roles.includes(AGENT_ROLE) ?? false

export interface Asked {
  kind: string
  recordId: number
  /** Who has said it. */
  memberId: number
  thread: string
  isAsked: boolean
}
/** Writes down what is to be answered; what was before, and what is too much for its thread, is left out. */
export async function begin(ctx: Ctx, agentId: number, { kind, recordId, memberId, thread, isAsked }: Asked, most = MOST.thread): Promise<void> {
  await lock(ctx, `ai.reply ${agentId} ${thread}`)
  const [row] = await ctx.sql<{ id: number }>(
    `insert into ai.reply (community_id, agent_id, kind, record_id, member_id, thread, is_asked, created_at, updated_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $8
     where (select count(*) from ai.reply where community_id = $1 and agent_id = $2 and thread = $6 and created_at > $8::timestamptz - interval '1 hour') < $9
     on conflict (community_id, agent_id, kind, record_id) do nothing returning id`,
    [agentId, kind, recordId, memberId, thread, isAsked, ctx.now(), most],
  )
  if (row) await ctx.enqueue(replyJob, { replyId: row.id })
}

type Speaker = Pick<Agent, 'id' | 'places' | 'spaces'>
const speakersOf = (ctx: Ctx, memberIds: readonly number[]): Promise<Speaker[]> =>
  ctx.sql<Speaker>('select id, places, spaces from ai.agent where community_id = $1 and is_enabled and member_id = any ($2::bigint[])', [memberIds])
/** Conversations of people alone are not looked at where no agent speaks in any. */
const speakInRooms = async (ctx: Ctx): Promise<boolean> =>
  (await ctx.sql(`select from ai.agent where community_id = $1 and is_enabled and (places ->> 'rooms')::boolean limit 1`)).length > 0
/** Outside of spaces, as in a group of people, whoever took the agent in wants to hear it. */
const answersAt = ({ spaces }: Speaker, spaceId: number | null): boolean => spaceId === null || spaces[spaceId] === 'answer'

async function inMessage(ctx: Ctx, messageId: number, memberId: number, agentMemberIds: readonly number[], spaceId: number | null): Promise<void> {
  const agents = (await speakersOf(ctx, agentMemberIds)).filter((agent) => agent.places.rooms && answersAt(agent, spaceId))
  const place = agents.length > 0 && ctx.has(chat) ? await ctx.use(chat).placeOf(messageId) : null
  if (!place || (await isAgent(ctx, memberId))) return
  const most = place.kind === 'direct' ? MOST.direct : MOST.thread
  for (const { id } of agents)
    await begin(ctx, id, { kind: MESSAGE_KIND, recordId: messageId, memberId, thread: `room:${place.roomUuid}`, isAsked: true }, most)
}

export const subscriptions = [
  on(content.events['content.mentioned'], 'answer-mention', async (ctx, { kind, id, spaceId, memberId, byMemberId, record }) => {
    if (memberId === null) return
    if (kind === MESSAGE_KIND) return inMessage(ctx, id, byMemberId, [memberId], spaceId)
    const [agent] = await speakersOf(ctx, [memberId])
    if (!agent?.places.posts || spaceId === null || !answersAt(agent, spaceId) || (await isAgent(ctx, byMemberId))) return
    await begin(ctx, agent.id, { kind, recordId: id, memberId: byMemberId, thread: record, isAsked: true })
  }),
  // whoever writes to an agent alone need not name it
  on(chat.events['message.sent'], 'answer-direct', async (ctx, { messageId, kind, memberId }) => {
    if (kind !== 'direct' || !(await speakInRooms(ctx))) return
    const place = await ctx.use(chat).placeOf(messageId)
    const others = place?.directMemberIds.filter((one) => one !== memberId) ?? []
    if (others.length > 0) await inMessage(ctx, messageId, memberId, others, null)
  }),
]
