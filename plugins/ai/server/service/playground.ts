/** How an agent works, for those who make it: an answer in somebody's eyes with all that led to it. Nothing of it is kept but what it cost. */
import { type Ctx, inWrite } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import contract, { type Passage } from '../../contract.ts'
import { placeOf } from '../providers/model.ts'
import { type Agent, agentById } from './agents.ts'
import { type Answer, HELD, plan, problemOf, words } from './answering/answer.ts'
import { hold, spend } from './budget.ts'
import { measured } from './knowledge/vectors.ts'
import { kindsOf } from './knowledge/reading.ts'
import type { Found } from './knowledge/found.ts'
import { judged, retrieve } from './knowledge/retrieve.ts'

const LISTED = 12

/** In the eyes of another member, for whoever may look as them; else in one's own. @throws AtriumError 403, 404 */
const readerOf = (ctx: Ctx, memberId: number | null): Promise<Ctx> | Ctx =>
  memberId === null || memberId === ctx.me().id ? ctx : ctx.lookAs({ kind: 'member', memberId })

/** What the admin finds, and of it what the other may not read: named, and not shown. */
async function passagesFor(ctx: Ctx, reader: Ctx, question: string, uses: Agent['spaces']): Promise<Passage[]> {
  const vector = await measured(ctx, placeOf(ctx), question)
  const { passages } = await retrieve(ctx, question, { uses, vector, limit: LISTED })
  const readable = reader === ctx ? new Set<Found>(passages) : new Set((await judged(reader, passages)).keys())
  const visible = new Set(reader === ctx ? [] : (await reader.use(spaces).access()).visibleIds())
  const cards = await ctx.use(spaces).cards(passages.flatMap(({ spaceId }) => spaceId ?? []))
  const icons = new Map(kindsOf(ctx).map(({ kind, icon }) => [kind, icon]))
  return passages.map((passage) => {
    const { id, kind, title, path, text, spaceId, score } = passage
    const isReadable = readable.has(passage) && (reader === ctx || spaceId === null || visible.has(spaceId))
    return {
      ...{ id, kind, title, path, score: Math.min(1, score), is_readable: isReadable, text: isReadable ? text : '' },
      ...{ icon: icons.get(kind) ?? 'quote', place: spaceId === null ? null : (cards.get(spaceId)?.name ?? null) },
    }
  })
}
export async function preview(ctx: Ctx, { question, as_member_id }: { question: string; as_member_id: number | null }) {
  const began = performance.now()
  const records = await passagesFor(ctx, await readerOf(ctx, as_member_id), question, {})
  return { records, took_ms: Math.round(performance.now() - began) }
}
/** @param profile what is not saved yet */
export async function playground(
  ctx: Ctx,
  id: number,
  { question, as_member_id, profile }: { question: string; as_member_id: number | null; profile?: object | undefined },
) {
  const agent = { ...(await agentById(ctx, id)), ...profile } as Agent
  const reader = await readerOf(ctx, as_member_id)
  const began = performance.now()
  const made = await plan(reader, agent, question)
  const held = made.how === 'model' ? HELD : 0
  if (held) await inWrite(ctx, (inner) => hold(inner, held))
  let answer: Answer | null = null
  let problem: string | null = null
  try {
    for await (const part of words(reader, made, AbortSignal.timeout(60_000))) if (part.type === 'answer') answer = part.answer
  } catch (error) {
    ctx.log.warn({ err: error }, 'the playground failed')
    problem = problemOf(ctx, error)
  }
  if (held) await inWrite(ctx, (inner) => spend(inner, held, answer ?? { tokensIn: 0, tokensOut: 0 }))
  return {
    passages: await passagesFor(ctx, reader, question, agent.spaces),
    prompt: made.prompt ? `${made.prompt.system}\n\n${made.prompt.question}` : '',
    message: {
      ...{
        id: 0,
        author: 'agent' as const,
        text: answer?.text ?? '',
        status: problem ? ('failed' as const) : ('done' as const),
        outcome: answer?.outcome ?? null,
      },
      ...{ is_extract: answer?.isExtract ?? false, confidence: made.confidence, sources: answer?.sources ?? [], action: answer?.action ?? null, problem },
      ...{ took_ms: Math.round(performance.now() - began), rating: null, near_space_ids: made.nearSpaceIds, created_at: ctx.now().toISOString() },
    },
  }
}
export const listTools = (ctx: Ctx) =>
  ctx
    .fill(contract.points.tool)
    .map(({ plugin, value: { key, icon, confirm }, t }) => ({ key, plugin, icon, confirm, label: t(`tool.${key}`), help: t(`tool.${key}.help`) }))
