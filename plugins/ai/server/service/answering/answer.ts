/** One answer, from its question to its last word: what is read, what is written, and what is kept of it. */
import { AtriumError } from '@atrium/sdk'
import { type Ctx, inWrite, inWriteAs } from '@atrium/sdk/server'
import type { ModelMessage } from 'ai'
import contract, { type Message, type Piece } from '../../../contract.ts'
import { answerMs, type Place, placeOf, writing } from '../../providers/model.ts'
import type { Agent } from '../agents.ts'
import { count, hold, spend } from '../budget.ts'
import { measured } from '../knowledge/vectors.ts'
import type { Found } from '../knowledge/found.ts'
import { phrasesOf, saysAny } from '../knowledge/phrases.ts'
import { type Bounds, retrieve } from '../knowledge/retrieve.ts'
import { type MessageRow, presentMessage, type StoredAction, type StoredSource } from '../messages.ts'
import { extracted } from './extract.ts'
import { cleaned, NO_ANSWER, promptOf, settled } from './prompt.ts'
import { lookUp, peopleFor, placesFor, teamFor } from './lookedUp.ts'
import { sourcesOf } from './sources.ts'
import { toolsFor } from './tools.ts'

/** Below this nothing is said: the passages hold too little of the question. A model judges more of them itself. */
const LEAST = { quotes: 0.55, model: 0.2 }
/** Tokens that are held for an answer until it is known what it took. */
export const HELD = 6_000
/** When another process may take an answer whose writer is gone: later than the answer could come. */
export const leaseEnd = (ctx: Ctx): Date => new Date(ctx.now().getTime() + answerMs(ctx) + 30_000)
/** Milliseconds between two moments at which what is written so far is kept. */
const KEPT_MS = 1_000
/** Earlier messages that a model is shown, and letters of each. */
const BEFORE = 6
const BEFORE_LETTERS = 1_500

/** All that an answer is made of, read before its first word in the asker's name: what they may not read at this moment is not in it. */
export interface Plan {
  agent: Agent
  question: string
  /** All that was found, for those who look at how an agent works. */
  found: Found[]
  /** What the answer may lead to. */
  sources: StoredSource[]
  confidence: number
  /** Spaces that the nearest passages come from, the nearest first. */
  nearSpaceIds: number[]
  how: 'handed_over' | 'nothing' | 'told' | 'quotes' | 'model'
  /** What was looked up, where no model writes; of what people answer, whom to write to. */
  told: string | null
  place: Place | null
  prompt: { system: string; question: string } | null
  before: ModelMessage[]
}
export interface Answer {
  text: string
  outcome: NonNullable<Message['outcome']>
  isExtract: boolean
  sources: StoredSource[]
  action: StoredAction | null
  tokensIn: number
  tokensOut: number
}

/** Only what is nearly as strong as the best passage is quoted beside it. */
const BESIDE = 0.94
const strongest = (passages: readonly Found[]): Found[] => {
  const best = Math.max(0, ...passages.map(({ strength }) => strength))
  return passages.filter(({ strength }) => strength >= BESIDE * best)
}
/** Where the community would be asked the same. */
const SPACES = 3
function spacesOf(passages: readonly Found[]): number[] {
  const near = new Map<number, number>()
  for (const { spaceId, strength } of passages) if (spaceId !== null) near.set(spaceId, (near.get(spaceId) ?? 0) + strength)
  return [...near]
    .sort(([, one], [, other]) => other - one)
    .slice(0, SPACES)
    .map(([id]) => id)
}
/** Whether the asker wants people, or the agent's rules say that people answer this. */
const wantsPeople = (ctx: Ctx, { hand_over: { asked, words } }: Agent, question: string): boolean =>
  saysAny([...(asked ? phrasesOf(ctx, 'hand_over.phrases') : []), ...words.filter((word) => word.trim())], question)
/**
 * @param before the conversation so far, the oldest first
 * @param bounds where others than the asker read the answer
 */
export async function plan(
  ctx: Ctx,
  agent: Agent,
  question: string,
  before: readonly Pick<MessageRow, 'author' | 'text'>[] = [],
  bounds: Bounds | null = null,
): Promise<Plan> {
  const place = placeOf(ctx)
  const empty = { agent, question, found: [], sources: [], confidence: 0, nearSpaceIds: [], told: null, place, prompt: null, before: [] }
  if (wantsPeople(ctx, agent, question)) return { ...empty, ...(bounds === null ? await teamFor(ctx) : null), how: 'handed_over' }
  // what is looked up is for the asker's eyes
  const alone = !place && bounds === null
  const lookedUp = alone ? await lookUp(ctx, agent, question) : null
  if (lookedUp) return { ...empty, ...lookedUp, confidence: 1, how: 'told' }
  const { passages, confidence } = await retrieve(ctx, question, { uses: agent.spaces, vector: await measured(ctx, place, question), bounds })
  const enough = confidence < LEAST[place ? 'model' : 'quotes'] ? [] : place ? passages : strongest(passages)
  const sources = await sourcesOf(ctx, enough, question)
  const known = { ...empty, found: passages, sources, confidence, nearSpaceIds: spacesOf(passages) }
  const where = alone && enough.length === 0 ? ((await placesFor(ctx, agent, question)) ?? (await peopleFor(ctx, question))) : null
  if (where) return { ...known, ...where, how: 'told' }
  if (!place) return { ...known, how: enough.length ? 'quotes' : 'nothing' }
  if (enough.length === 0 && agent.tools.length === 0) return { ...known, how: 'nothing' }
  return {
    ...known,
    how: 'model',
    prompt: promptOf(agent, { community: ctx.community.name, question, passages: enough, locale: ctx.locale, today: ctx.now().toISOString().slice(0, 10) }),
    before: before
      .slice(-BEFORE)
      .map(({ author, text }) => ({ role: author === 'person' ? 'user' : 'assistant', content: text.slice(0, BEFORE_LETTERS) }) as ModelMessage),
  }
}

type Words = { type: 'text'; text: string } | { type: 'answer'; answer: Answer }
/** Those whose numbers the text has. */
const quotedIn = (text: string, sources: readonly StoredSource[]) => sources.filter(({ number }) => text.includes(`[${number}]`))
const NONE = { isExtract: false, sources: [], action: null, tokensIn: 0, tokensOut: 0 }
/**
 * The words of an answer as they come, and at last the answer; without one where it was stopped.
 * @throws what the model's server throws
 */
export async function* words(ctx: Ctx, plan: Plan, signal: AbortSignal): AsyncGenerator<Words> {
  const { how, question, found, sources, agent } = plan
  if (how !== 'model') {
    const text =
      how === 'handed_over'
        ? (plan.told ?? ctx.t('answer.handed_over'))
        : how === 'nothing'
          ? ctx.t('answer.none')
          : (plan.told ?? `${ctx.t('answer.quotes')}\n\n${extracted(question, strongest(found))}`)
    yield { type: 'text', text }
    const outcome = how === 'handed_over' ? 'handed_over' : how === 'nothing' ? 'unanswered' : 'answered'
    return yield { type: 'answer', answer: { ...NONE, text, outcome, isExtract: outcome === 'answered', sources: quotedIn(text, sources) } }
  }
  const tools = toolsFor(ctx, agent)
  const { system, question: content } = plan.prompt!
  let written = ''
  let sent = ''
  for await (const part of writing(ctx, plan.place!, { system, messages: [...plan.before, { role: 'user', content }], tools: tools.set, signal })) {
    if (part.type === 'failed') throw part.error
    if (part.type === 'stopped') return
    if (part.type === 'text') {
      written += part.text
      // what may still become "no answer" is not shown
      if (NO_ANSWER.startsWith(written.trim().slice(0, NO_ANSWER.length))) continue
      const shown = cleaned(written.slice(0, settled(written)), sources.length)
      if (shown.length > sent.length) yield { type: 'text', text: shown.slice(sent.length) }
      sent = shown
      continue
    }
    const { tokensIn, tokensOut } = part
    const action = tools.prepared()
    if (written.trim().startsWith(NO_ANSWER) || (!written.trim() && !action)) {
      const text = ctx.t('answer.none')
      yield { type: 'text', text }
      return yield { type: 'answer', answer: { ...NONE, tokensIn, tokensOut, text, outcome: 'unanswered' } }
    }
    const text = cleaned(written, sources.length)
    if (text.length > sent.length) yield { type: 'text', text: text.slice(sent.length) }
    yield {
      type: 'answer',
      answer: {
        text: text.trim(),
        outcome: 'answered',
        isExtract: false,
        sources: quotedIn(text, sources),
        action,
        tokensIn,
        tokensOut,
      },
    }
  }
}

/** What a person is told of what hindered an answer. */
export function problemOf(ctx: Ctx, error: unknown): string {
  if (error instanceof AtriumError && error.code === 'ai_budget_used') return ctx.say(error.message)
  const status = (error as { statusCode?: number } | null)?.statusCode
  return ctx.t(status === 429 ? 'problem.busy' : status === 401 || status === 403 ? 'problem.key' : 'problem.provider')
}

/**
 * Writes the answer that stands as `writing` under this id, and keeps it. Each write is a transaction of its own, as none may be open while a model
 * writes. Somebody who pressed stop meanwhile has set another state, which stays.
 * @param signal ends it; what is written so far stays
 */
export async function* answer(
  ctx: Ctx,
  { messageId, memberId, plan }: { messageId: number; memberId: number; plan: Plan },
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  const began = performance.now()
  const own = new AbortController()
  const ended = AbortSignal.any([signal, own.signal])
  let text = ''
  let keptAt = began
  let done: Answer | null = null
  let problem: string | null = null
  let held = 0
  let message: Message
  try {
    yield { type: 'sources', sources: plan.sources.map(({ recordId: _, ...source }) => source) }
    if (plan.how === 'model') {
      await inWrite(ctx, async (inner) => {
        await hold(inner, HELD)
        await inner.sql('update ai.message set tokens_held = $3 where community_id = $1 and id = $2', [messageId, HELD])
      })
      held = HELD
    }
    for await (const part of words(ctx, plan, ended)) {
      if (part.type === 'answer') {
        done = part.answer
        continue
      }
      text += part.text
      yield { type: 'text', text: part.text }
      if (performance.now() - keptAt < KEPT_MS) continue
      keptAt = performance.now()
      if (!(await keepSoFar(ctx, messageId, text))) own.abort()
    }
  } catch (error) {
    ctx.log.warn({ err: error, messageId }, 'an answer failed')
    problem = problemOf(ctx, error)
  } finally {
    // whoever closes the stream ends this function where it waits, and what was written is kept all the same
    message = await keep()
  }
  yield { type: 'end', message }

  async function keep(): Promise<Message> {
    return inWriteAs(ctx, memberId, async (inner) => {
      const status = done ? 'done' : problem ? 'failed' : 'stopped'
      // of an answer that was cut off the server has told nothing: four letters are about a token
      const tokens = { tokensIn: done?.tokensIn ?? 0, tokensOut: done?.tokensOut ?? Math.ceil(text.length / 4) }
      const used = held ? tokens : { tokensIn: 0, tokensOut: 0 }
      const [kept] = await inner.sql(
        `update ai.message set text = $3, status = $4, outcome = $5, is_extract = $6, confidence = $7, sources = $8::jsonb, action = $9::jsonb, problem = $10,
         tokens_in = $11, tokens_out = $12, tokens_held = 0, took_ms = $13, lease_until = null, updated_at = $14, near_space_ids = $15::bigint[]
       where community_id = $1 and id = $2 and status = 'writing' returning id`,
        [
          ...[messageId, done?.text ?? text, status, done?.outcome ?? null, done?.isExtract ?? false, plan.confidence],
          ...[JSON.stringify(done?.sources ?? plan.sources), done?.action ? JSON.stringify(done.action) : null, problem],
          ...[used.tokensIn, used.tokensOut, Math.round(performance.now() - began), inner.now(), plan.nearSpaceIds],
        ],
      )
      if (held) await spend(inner, held, used)
      if (kept && done) {
        await count(inner, plan.agent.id, { [done.outcome]: 1, tokens: used.tokensIn + used.tokensOut })
        if (done.outcome === 'unanswered')
          inner.emit(contract.events['question.unanswered'], { memberId, messageId, agentId: plan.agent.id, question: plan.question })
      }
      return presentMessage(inner, messageId)
    })
  }
}

/** @returns whether it is still to be written */
const keepSoFar = (ctx: Ctx, id: number, text: string): Promise<boolean> =>
  inWrite(ctx, async (inner) => {
    const rows = await inner.sql(
      `update ai.message set text = $3, lease_until = $4, updated_at = $5 where community_id = $1 and id = $2 and status = 'writing' returning id`,
      [id, text, leaseEnd(inner), inner.now()],
    )
    return rows.length > 0
  })
