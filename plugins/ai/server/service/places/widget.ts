/** Answers in the help widget: to members and to whoever is none, with the team of the inbox reading along. */
import { actingAs, type Ctx, inWrite, unlessRefused } from '@atrium/sdk/server'
import spaces from '../../../../spaces/contract.ts'
import { type AgentCard, MAX_QUESTION, type WidgetAnswer } from '../../../contract.ts'
import { type Agent, agentById, agentFor, listAgents } from '../agents.ts'
import { type Answer, HELD, plan, type Plan, words } from '../answering/answer.ts'
import { count, hold, spend } from '../budget.ts'
import type { Bounds } from '../knowledge/retrieve.ts'
import { textOf } from './body.ts'

interface Asking {
  agentId: number
  /** Null: no member. */
  memberId: number | null
  question: string
  /** What was said before, the oldest first. */
  before: { author: 'person' | 'agent'; text: string }[]
}

export async function widgetAgent(ctx: Ctx): Promise<AgentCard | null> {
  const agent = (await listAgents(ctx)).find(({ is_enabled, places }) => is_enabled && places.widget)
  if (!agent) return null
  const { id, name, headline, greeting, starters, avatar_url, is_default, member_id } = agent
  return { id, name, headline, greeting, starters, avatar_url, is_default, member_id }
}

async function boundsOf(house: Ctx, reader: Ctx, anybody: 'visitor' | 'member'): Promise<Bounds> {
  const open = (await house.use(spaces).accessOf(anybody)).visibleIds()
  return { spaceIds: new Set(open), addedTexts: anybody === 'visitor' ? 'public' : 'all', reader, but: null }
}

/** Null where one of the two may not be here (any more). */
async function castOf(house: Ctx, { agentId, memberId }: Asking): Promise<{ asker: Ctx; speaker: Ctx; agent: Agent } | null> {
  const known = await unlessRefused(agentById(house, agentId), null)
  if (!known?.is_enabled || !known.places.widget || known.member_id === null) return null
  const speaker = await actingAs(house, known.member_id)
  if (!speaker) return null
  // whoever is no member is answered in the name of the agent's own, which has no right of its own
  const asker = memberId === null ? speaker : await actingAs(house, memberId)
  const agent = asker && memberId !== null ? await unlessRefused(agentFor(asker, agentId), null) : known
  // acts are prepared and confirmed on the agent's own page
  return asker && agent ? { asker, speaker, agent: { ...agent, tools: [] } } : null
}

export async function answerInWidget(house: Ctx, asking: Asking): Promise<WidgetAnswer | null> {
  const cast = await castOf(house, asking)
  if (!cast) return null
  const { asker, speaker, agent } = cast
  const bounds = await boundsOf(house, speaker, asking.memberId === null ? 'visitor' : 'member')
  const made = await plan(asker, agent, asking.question.slice(0, MAX_QUESTION), asking.before, bounds)
  const answer = await written(house, asker, made)
  if (!answer) return null
  await inWrite(house, (inner) => count(inner, agent.id, { [answer.outcome]: 1, tokens: answer.tokensIn + answer.tokensOut }))
  return {
    text: textOf(asker, answer),
    outcome: answer.outcome,
    sources: answer.sources.map(({ number, title, path }) => ({ number, title, path })),
    confidence: made.confidence,
  }
}
/** Null where the month's tokens are used. */
async function written(house: Ctx, asker: Ctx, made: Plan): Promise<Answer | null> {
  const held = made.how === 'model' ? HELD : 0
  const begun = inWrite(house, async (inner) => {
    if (held) await hold(inner, held)
    return true
  })
  if (!(await unlessRefused(begun, false))) return null
  let answer: Answer | null = null
  try {
    for await (const part of words(asker, made, new AbortController().signal)) if (part.type === 'answer') answer = part.answer
  } finally {
    if (held) await inWrite(house, (inner) => spend(inner, held, answer ?? { tokensIn: 0, tokensOut: 0 }))
  }
  return answer
}
