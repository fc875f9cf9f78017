/** A window of messages of one room, or of one thread in it, kept in step by pushes; what was missed is caught up with by number. */
import { call, useEvent, useReconnect } from '@atrium/sdk/web'
import { useCallback, useEffect, useRef, useState } from 'react'
import contract, { type Message, type Messages } from '../../contract.ts'

const { routes, events } = contract
/** More is not kept on the page: a room of a million messages costs what one of a thousand does. */
const MOST = 240
const STEP = 50
/** Pushes may overtake each other by some milliseconds before a gap is one. */
const GAP_MS = 200
/** Behind by more, the window begins anew at the newest. */
const FAR = 1_000

interface State {
  records: Message[]
  before: boolean
  after: boolean
  /** The message in front of which the line of unread ones stands. */
  unreadFrom: number | null
  /** Whom to bring into view, once. */
  target: { id: number | 'end'; at: number } | null
}
const EMPTY: State = { records: [], before: false, after: false, unreadFrom: null, target: null }
type Anchor = { id?: number; unread?: boolean; date?: string }

/** The newer state of each message wins; what a push cannot know of the reader stays. */
function merge(records: Message[], news: readonly Message[], open: boolean): Message[] {
  const byId = new Map(records.map((one) => [one.id, one]))
  const last = records.at(-1)?.id ?? 0
  for (const one of news) {
    const known = byId.get(one.id)
    if (known && known.sequence > one.sequence) continue
    if (!known && !(open && one.id > last)) continue
    byId.set(one.id, { ...one, bookmark_id: one.bookmark_id === undefined ? (known?.bookmark_id ?? null) : one.bookmark_id })
  }
  return [...byId.values()].sort((a, b) => a.id - b.id)
}

export interface Conversation extends State {
  error: unknown
  isLoading: boolean
  older(): Promise<void>
  newer(): Promise<void>
  jump(anchor: Anchor): Promise<void>
  /** Puts messages in that this page has just made or changed. */
  take(messages: readonly Message[]): void
}

export function useConversation(uuid: string, parentId: number | null, start: Anchor): Conversation {
  const [state, setState] = useState<State>(EMPTY)
  const [error, setError] = useState<unknown>(null)
  const [isLoading, setLoading] = useState(true)
  /** The last change this page knows of; changes of threads have the room's numbers too. */
  const sequence = useRef(0)
  const loading = useRef(false)
  const gap = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const current = useRef(state)
  current.current = state
  const mine = useCallback((one: Message) => (parentId === null ? one.parent_message_id === null : one.parent_message_id === parentId), [parentId])
  const ask = useCallback(
    (query: object): Promise<Messages> =>
      call(routes.messages, { params: { uuid }, query: { ...query, ...(parentId === null ? {} : { parent_message_id: parentId }) } }),
    [uuid, parentId],
  )

  const jump = useCallback(
    async (anchor: Anchor) => {
      try {
        const reply = await ask({ ...anchor, previous_per_page: STEP, next_per_page: STEP })
        sequence.current = Math.max(sequence.current, reply.sequence)
        setState({
          records: reply.records,
          before: reply.has_previous_page,
          after: reply.has_next_page,
          unreadFrom: anchor.unread ? reply.id : null,
          target: { id: reply.id ?? 'end', at: Date.now() },
        })
        setError(null)
      } catch (thrown) {
        setError(thrown)
      } finally {
        setLoading(false)
      }
    },
    [ask],
  )
  const take = useCallback(
    (messages: readonly Message[]) => {
      const news = messages.filter(mine)
      if (news.length)
        setState((old) => {
          const records = merge(old.records, news, !old.after)
          return { ...old, records: records.slice(-MOST), before: old.before || records.length > MOST }
        })
    },
    [mine],
  )
  const catchUp = useCallback(async () => {
    clearTimeout(gap.current)
    gap.current = undefined
    try {
      for (let more = true; more; ) {
        const reply = await call(routes.messages, { params: { uuid }, query: { after_sequence: sequence.current } })
        sequence.current = Math.max(sequence.current, reply.sequence)
        take(reply.records)
        more = reply.has_next_page
      }
    } catch {
      // the next push or connection asks again
    }
  }, [uuid, take])

  const page = useCallback(
    async (way: 'older' | 'newer') => {
      const { records, before, after } = current.current
      const edge = way === 'older' ? records[0] : records.at(-1)
      if (loading.current || !edge || !(way === 'older' ? before : after)) return
      loading.current = true
      try {
        const reply = await ask({ id: edge.id, previous_per_page: way === 'older' ? STEP : 0, next_per_page: way === 'older' ? 0 : STEP })
        setState((old) => {
          const all = [...new Map([...old.records, ...reply.records].map((one) => [one.id, one])).values()].sort((a, b) => a.id - b.id)
          return way === 'older'
            ? { ...old, records: all.slice(0, MOST), before: reply.has_previous_page, after: old.after || all.length > MOST }
            : { ...old, records: all.slice(-MOST), after: reply.has_next_page, before: old.before || all.length > MOST }
        })
      } catch {
        // scrolling on asks again
      } finally {
        loading.current = false
      }
    },
    [ask],
  )

  useEffect(() => {
    sequence.current = 0
    setState(EMPTY)
    setLoading(true)
    void jump(start)
    return () => clearTimeout(gap.current)
  }, [jump])
  useEvent(events['message.changed'], ({ uuid: room, sequence: number, records }) => {
    if (room !== uuid || number <= sequence.current) return
    if (number - sequence.current > FAR && !current.current.after) return void jump({})
    if (number === sequence.current + 1 && records) {
      sequence.current = number
      take(records as Message[])
    } else gap.current ??= setTimeout(() => void catchUp(), records ? GAP_MS : 0)
  })
  useReconnect(() => void catchUp())
  return { ...state, error, isLoading, jump, take, older: useCallback(() => page('older'), [page]), newer: useCallback(() => page('newer'), [page]) }
}
