/** The model that writes: any server that speaks OpenAI's protocol, of this installation or with a community's own key. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { Ctx, OutboundRequest } from '@atrium/sdk/server'
import { embedMany, generateText, type ModelMessage, stepCountIs, streamText, type ToolSet } from 'ai'
import contract from '../../contract.ts'

/** Milliseconds for one answer where the operator names no others, from the question to its last word. */
const ANSWER_MS = 90_000
/** Tokens of one answer, and rounds with tools. */
const MOST_TOKENS = 1_200
const ROUNDS = 4
/** Bytes of one answer as it comes over the wire. */
const MOST_BYTES = 8_388_608

/** Where a model is asked. `operator`: the address stands in the operator's environment. */
export interface Place {
  address: string
  key: string | null
  model: string
  embeddingModel: string
  operator: boolean
}
interface HouseOptions {
  /** Milliseconds for one answer. */
  timeoutMs?: number | null
  baseUrl?: string | null
  apiKey?: string | null
  model?: string | null
  embeddingModel?: string | null
}
/** Milliseconds that one answer may take. */
export const answerMs = (ctx: Ctx): number => (ctx.options.llm as HouseOptions | undefined)?.timeoutMs ?? ANSWER_MS
export const houseOf = (ctx: Ctx): Place | null => {
  const { baseUrl, apiKey, model, embeddingModel } = (ctx.options.llm ?? {}) as HouseOptions
  return baseUrl && model ? { address: baseUrl, key: apiKey ?? null, model, embeddingModel: embeddingModel ?? '', operator: true } : null
}
/** Null where answers are quoted, by no model. */
export function placeOf(ctx: Ctx): Place | null {
  const { provider, address, key, model, embedding_model } = ctx.settings(contract)
  if (provider === 'house') return houseOf(ctx)
  if (provider === 'none' || !address || !model) return null
  return { address, key: key && ctx.unseal(key), model, embeddingModel: embedding_model, operator: false }
}

/** The guarded fetcher in the form in which libraries call `fetch`: what a good answer brings is handed on as it comes. */
function guarded(ctx: Ctx, operator: boolean): typeof fetch {
  return async (input, init = {}) => {
    const { method, headers, body, signal } = init
    const address = input instanceof Request ? input.url : String(input)
    const request: OutboundRequest = {
      method: (method ?? 'GET') as NonNullable<OutboundRequest['method']>,
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' ? { body } : {}),
      timeoutMs: answerMs(ctx),
      maxBytes: MOST_BYTES,
      operator,
      ...(signal ? { signal } : {}),
    }
    return new Promise<Response>((done, fail) => {
      let begun = false
      const pieces = new ReadableStream<Uint8Array>({
        start(stream) {
          const begin = () => {
            if (begun) return
            begun = true
            done(new Response(pieces, { status: 200, headers: { 'content-type': isStream(body) ? 'text/event-stream' : 'application/json' } }))
          }
          ctx
            .fetch(address, {
              ...request,
              onPiece(piece) {
                stream.enqueue(piece)
                begin()
              },
            })
            .then(
              (reply) => {
                if (begun) return stream.close()
                begun = true
                done(new Response(reply.body as BodyInit, { status: reply.status, headers: reply.headers }))
              },
              (error) => (begun ? stream.error(error) : fail(error)),
            )
        },
      })
    })
  }
}
const isStream = (body: unknown): boolean => typeof body === 'string' && /"stream":\s*true/.test(body)

const providerAt = (ctx: Ctx, { address, key, operator }: Place) =>
  createOpenAICompatible({
    name: 'llm',
    baseURL: address.replace(/\/+$/, ''),
    ...(key ? { apiKey: key } : {}),
    includeUsage: true,
    fetch: guarded(ctx, operator),
  })

export interface Asked {
  system: string
  messages: ModelMessage[]
  tools?: ToolSet
  maxTokens?: number
  signal: AbortSignal
}
export type Part =
  | { type: 'text'; text: string }
  /** It ended well; tokens as the server counted them. */
  | { type: 'end'; tokensIn: number; tokensOut: number }
  | { type: 'failed'; error: unknown }
  | { type: 'stopped' }

/**
 * Words as the model writes them. A server that dies in the middle makes the stream throw; other faults are parts of it, after which it ends as if
 * all was well: only an end without an error before it is an answer.
 */
export async function* writing(ctx: Ctx, place: Place, { system, messages, tools, maxTokens = MOST_TOKENS, signal }: Asked): AsyncGenerator<Part> {
  const timed = AbortSignal.any([signal, AbortSignal.timeout(answerMs(ctx))])
  try {
    const { fullStream } = streamText({
      model: providerAt(ctx, place)(place.model),
      ...{ system, messages, maxOutputTokens: maxTokens, maxRetries: 0, abortSignal: timed },
      ...(tools && Object.keys(tools).length > 0 ? { tools, stopWhen: stepCountIs(ROUNDS) } : {}),
      onError: () => {},
    })
    for await (const part of fullStream) {
      if (part.type === 'text-delta') yield { type: 'text', text: part.text }
      else if (part.type === 'error') return yield { type: 'failed', error: part.error }
      else if (part.type === 'abort') return yield signal.aborted ? { type: 'stopped' } : { type: 'failed', error: new Error('the model took too long') }
      else if (part.type === 'finish') return yield { type: 'end', tokensIn: part.totalUsage.inputTokens ?? 0, tokensOut: part.totalUsage.outputTokens ?? 0 }
    }
    yield { type: 'failed', error: new Error('the answer has no end') }
  } catch (error) {
    yield signal.aborted ? { type: 'stopped' } : { type: 'failed', error }
  }
}
/** A text at once, as for a summary; not whole where it had to end at `maxTokens`. @throws what the server's answer makes the library throw */
export async function written(ctx: Ctx, place: Place, { system, messages, maxTokens = MOST_TOKENS, signal }: Omit<Asked, 'tools'>) {
  const { text, usage, finishReason } = await generateText({
    model: providerAt(ctx, place)(place.model),
    ...{ system, messages, maxOutputTokens: maxTokens, maxRetries: 0, abortSignal: AbortSignal.any([signal, AbortSignal.timeout(answerMs(ctx))]) },
  })
  return { text: text.trim(), isWhole: finishReason !== 'length', tokensIn: usage.inputTokens ?? 0, tokensOut: usage.outputTokens ?? 0 }
}
/** Vectors of texts, in their order. @throws as `written` */
export async function vectorsOf(ctx: Ctx, place: Place, values: string[]): Promise<{ vectors: number[][]; tokens: number }> {
  const { embeddings, usage } = await embedMany({ model: providerAt(ctx, place).embeddingModel(place.embeddingModel), values, maxRetries: 0 })
  return { vectors: embeddings, tokens: usage.tokens }
}
