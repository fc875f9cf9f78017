/** One conversation as it is seen: what is kept of it, and over that the answer that is coming in. */
import { ApiError, call, callStream, useEvent, useQueryCache, useReadPages, useReconnect } from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'
import contract, { type Message, type Piece } from '../../../contract.ts'

const { routes } = contract
/** Milliseconds between looks at an answer that another window, or the server by itself, is writing. */
const LOOK_MS = 2_500

/** A question and its answer. */
export interface Turn {
  key: number | 'live'
  question: string
  answer: Message | null
}
interface Live {
  /** Its conversation; null until the first question has begun one. */
  within: number | null
  /** Null where an answer is written once more: its question is there. */
  question: string | null
  again: number | null
  text: string
  sources: Message['sources']
  ended: Message | null
}
const draft = ({ text, sources, again }: Live): Message => ({
  ...{ id: again ?? 0, author: 'agent', text, sources, status: 'writing', outcome: null, is_extract: false, confidence: null },
  ...{ action: null, problem: null, took_ms: null, rating: null, near_space_ids: [], created_at: new Date().toISOString() },
})
/** @param messages the oldest first */
function turnsOf(messages: readonly Message[], live: Live | null): Turn[] {
  const turns: Turn[] = []
  const seen = live?.ended && live.again === null ? messages.some(({ id, status }) => id === live.ended!.id && status !== 'writing') : false
  for (const message of messages) {
    const last = turns.at(-1)
    if (message.author === 'person') turns.push({ key: message.id, question: message.text, answer: null })
    else if (last && !last.answer) last.answer = live?.again === message.id ? (live.ended ?? draft(live)) : message
  }
  if (!live || seen || live.again !== null) return turns
  const answer = live.ended ?? draft(live)
  const last = turns.at(-1)
  // the server keeps the question before the first word of its answer
  if (last && last.question === live.question && (!last.answer || last.answer.status === 'writing')) last.answer = answer
  else turns.push({ key: 'live', question: live.question ?? '', answer })
  return turns
}

/**
 * @param conversationId null: the first question begins one
 * @param onBegin told the id of the conversation that a first question began
 */
export function useAsking(agentId: number | undefined, conversationId: number | null, onBegin: (id: number) => void) {
  const cache = useQueryCache()
  const [live, setLive] = useState<Live | null>(null)
  /** What could not be sent, with its question. */
  const [failed, setFailed] = useState<{ error: unknown; question: string } | null>(null)
  const stopper = useRef<AbortController | null>(null)
  const shown = useRef(conversationId)
  shown.current = conversationId
  const query = useReadPages(
    routes.messages,
    { params: { id: conversationId ?? 0 }, query: { per_page: 40 } },
    {
      enabled: conversationId !== null,
      refetchInterval: (read) => (!stopper.current && read?.pages[0]?.records.some(({ status }) => status === 'writing') ? LOOK_MS : false),
    },
  )
  const messages = query.data?.pages.flatMap(({ records }) => records).reverse() ?? []
  const refresh = () => cache.invalidate(routes.messages)
  useEvent(contract.events['answer.finished'], (one) => one.conversationId === shown.current && void refresh())
  useReconnect(() => void refresh())
  useEffect(() => () => stopper.current?.abort(), [])

  async function write(begun: Live, stream: (hear: (piece: Piece) => void, signal: AbortSignal) => Promise<void>) {
    const stopping = new AbortController()
    stopper.current = stopping
    setFailed(null)
    setLive(begun)
    const hear = (piece: Piece) =>
      setLive((was) => {
        if (!was) return was
        if (piece.type === 'sources') return { ...was, sources: piece.sources }
        return piece.type === 'text' ? { ...was, text: was.text + piece.text } : { ...was, ended: piece.message }
      })
    try {
      await stream(hear, stopping.signal)
    } catch (error) {
      if (!stopping.signal.aborted && begun.question !== null) setFailed({ error, question: begun.question })
      if (!stopping.signal.aborted && begun.question === null) throw error
    } finally {
      stopper.current = null
      await refresh()
      void cache.invalidate(routes.conversations)
      setLive(null)
    }
  }
  const ask = (question: string) =>
    write({ within: shown.current, question, again: null, text: '', sources: [], ended: null }, async (hear, signal) => {
      let id = shown.current
      if (id === null) {
        if (agentId === undefined) return
        id = (await call(routes.createConversation, { body: { agent_id: agentId } }, { signal })).id
        const begun = id
        setLive((was) => was && { ...was, within: begun })
        shown.current = id
        onBegin(id)
      }
      await callStream(routes.ask, { params: { id }, body: { question } }, hear, signal)
    })
  const again = (id: number) =>
    write({ within: shown.current, question: null, again: id, text: '', sources: [], ended: null }, (hear, signal) =>
      callStream(routes.again, { params: { id } }, hear, signal),
    )
  async function stop(id: number) {
    stopper.current?.abort()
    // an answer that another window asked for is ended by its id
    if (id) await call(routes.stop, { params: { id } }).catch((error) => error instanceof ApiError || Promise.reject(error))
    await refresh()
  }
  const turns = turnsOf(messages, live?.within === conversationId ? live : null)
  /** The question that could not be sent; it may have arrived all the same. */
  async function retry() {
    if (!failed) return
    const { question } = failed
    setFailed(null)
    await refresh()
    const last = turns.at(-1)
    if (last?.question !== question) return ask(question)
    if (last.answer && (last.answer.status === 'failed' || last.answer.status === 'stopped')) return again(last.answer.id)
  }
  return { query, turns, ask, again, stop, retry, failed, isWriting: turns.at(-1)?.answer?.status === 'writing' }
}
