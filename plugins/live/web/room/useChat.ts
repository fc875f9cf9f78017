/** The conversation of a room, from plugin chat: the latest messages, kept in step by its pushes. */
import { call, useEvent, useReconnect, useRoom } from '@atrium/sdk/web'
import { useCallback, useEffect, useRef, useState } from 'react'
import chat, { type Message } from '../../../chat/contract.ts'

const { routes, events } = chat
const STEP = 50
const MOST = 400

export interface ChatState {
  uuid: string | null
  records: readonly Message[]
  /** All that was ever said here. */
  total: number
  unread: number
  hasOlder: boolean
  isLoading: boolean
  error: unknown
  older: () => Promise<void>
  again: () => Promise<void>
  /** What this page has just sent. */
  take: (messages: readonly Message[]) => void
}
/** The newer state of each message wins. */
function merged(before: readonly Message[], news: readonly Message[]): Message[] {
  const byId = new Map(before.map((one) => [one.id, one]))
  for (const one of news) {
    const known = byId.get(one.id)
    if (one.parent_message_id === null && (!known || known.sequence <= one.sequence)) byId.set(one.id, one)
  }
  return [...byId.values()].sort((one, other) => one.id - other.id).slice(-MOST)
}

/** @param isSeen whether somebody reads along just now */
export function useChat(uuid: string | null, isSeen: boolean): ChatState {
  const [records, setRecords] = useState<readonly Message[]>([])
  const [rest, setRest] = useState({ total: 0, hasOlder: false, isLoading: true, error: null as unknown })
  const [readUpTo, setReadUpTo] = useState<number | null>(null)
  const now = useRef(records)
  now.current = records
  useRoom('chat', uuid ?? undefined)
  const take = useCallback((news: readonly Message[]) => {
    const fresh = news.filter(({ id }) => !now.current.some((one) => one.id === id)).length
    setRest((before) => ({ ...before, total: before.total + fresh }))
    setRecords((before) => merged(before, news))
  }, [])
  const again = useCallback(async () => {
    if (!uuid) return
    try {
      const reply = await call(routes.messages, { params: { uuid }, query: { previous_per_page: STEP, next_per_page: 0 } })
      setRecords((before) => merged(before, reply.records))
      setReadUpTo((before) => before ?? reply.last_id ?? 0)
      setRest({ total: reply.total_count, hasOlder: reply.has_previous_page, isLoading: false, error: null })
    } catch (error) {
      setRest((before) => ({ ...before, isLoading: false, error }))
    }
  }, [uuid])
  const older = useCallback(async () => {
    const [first] = now.current
    if (!uuid || !first) return
    const reply = await call(routes.messages, { params: { uuid }, query: { id: first.id, previous_per_page: STEP, next_per_page: 0 } })
    setRecords((before) => merged(before, reply.records))
    setRest((before) => ({ ...before, hasOlder: reply.has_previous_page }))
  }, [uuid])
  useEffect(() => void again(), [again])
  useReconnect(() => void again())
  useEvent(events['message.changed'], (news) => {
    if (news.uuid !== uuid) return
    if (news.records) take(news.records as Message[])
    else void again()
  })
  const last = records.at(-1)?.id ?? 0
  useEffect(() => {
    if (isSeen && last > 0) setReadUpTo(last)
  }, [isSeen, last])
  const unread = readUpTo === null ? 0 : records.filter(({ id, deleted_at }) => id > readUpTo && deleted_at === null).length
  return { uuid, records, ...rest, unread, older, again, take }
}
