/**
 * Hears what happens on the server while the page is open: events, presence, who types.
 * The socket says `join`, `leave`, `typing` { room }, `presence` { state } and `members` { ids };
 * it hears `event` { name, payload } and more of them in one frame, `presence` { id: state }, `typing` { room, memberIds } and `move` { after_ms }.
 */
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Socket } from 'socket.io-client'
import type { EventDef, EventPayload } from '../../core/contract.ts'
import { getActivity, watchActivity } from './activity.ts'
import { getBoot } from './boot.ts'
import { queryClient } from './queries.ts'
import { refreshBoot } from './session.ts'

export type Presence = 'online' | 'idle' | 'offline'
/** Kernel events after which menus, screens or rights of this page are other ones. */
const BOOT_EVENTS = ['plugin.switched', 'community.updated', 'role.changed']
/** All open browsers hear it at once; they ask anew spread over this time. */
const SPREAD_MS = 1500
/** Ids asked for within one tick go in one message. */
const TICK_MS = 50
/** No event of the server has a name like this. */
const RECONNECTED = ' reconnected'
const TYPING_SHOWN_MS = 4000
const TYPING_TOLD_MS = 2000
/** The server gathers who types before it tells them: what was typed before a message may be told after it. */
const TYPING_LATE_MS = 1000

let socket: Socket | null = null
let connectedBefore = false
const handlers = new Map<string, Set<(payload: any) => void>>()
const rooms = new Map<string, number>()

/** Opens the connection, once; visitors have none. The client's code is loaded only now. */
export async function startRealtime(): Promise<void> {
  if (socket || !getBoot().member || getBoot().masquerading) return
  const { io } = await import('socket.io-client')
  if (socket) return
  socket = io({ path: '/socket', transports: ['websocket', 'polling'], reconnectionDelayMax: 10_000, randomizationFactor: 0.8 })
  socket.on('connect', onConnect)
  // Refused for good: the session has ended, or the membership.
  socket.on('connect_error', () => socket?.active || refreshSoon())
  socket.on('event', (...events: { name: string; payload?: unknown }[]) => {
    for (const { name, payload } of events) dispatch(name, payload)
  })
  socket.on('presence', takePresence)
  socket.on('typing', ({ room, memberIds }: { room: string; memberIds: number[] }) => dispatch(`typing ${room}`, memberIds))
  // This process of the server ends; the others are not to be asked by all at once.
  socket.on('move', ({ after_ms }: { after_ms: number }) => {
    socket?.disconnect()
    setTimeout(() => socket?.connect(), after_ms)
  })
  for (const name of BOOT_EVENTS) listenTo(name, refreshSoon)
  listenTo('member.updated', ({ memberId }: { memberId: number }) => memberId === getBoot().member?.id && refreshSoon())
  watchActivity(tellActivity)
}
/** Nothing is kept for later: on connecting, everything that still holds is said anew. */
function say(name: string, body: object, answered: (answer: any) => void = () => {}): void {
  if (socket?.connected) socket.emit(name, body, answered)
}
const refreshSoon = () => void setTimeout(() => void refreshBoot(), Math.random() * SPREAD_MS)
let toldIdle = false
function tellActivity(): void {
  const idle = getActivity() !== 'active'
  if (idle !== toldIdle) say('presence', { state: (toldIdle = idle) ? 'idle' : 'online' })
}
function onConnect(): void {
  for (const room of rooms.keys()) say('join', { room })
  toldIdle = false
  tellActivity()
  if (watched.size) askNow([...watched.keys()])
  // Whatever was said while we were away is unknown: what is on screen is read anew.
  if (connectedBefore) {
    void queryClient.invalidateQueries()
    void refreshBoot()
    dispatch(RECONNECTED, {})
  }
  connectedBefore = true
}
function dispatch(name: string, payload: unknown): void {
  // Too large to travel between processes: what it made stale is unknown.
  if (payload === undefined) {
    void queryClient.invalidateQueries()
    return
  }
  for (const handler of handlers.get(name) ?? []) {
    try {
      handler(payload)
    } catch (error) {
      console.error(`A handler of ${name} failed.`, error)
    }
  }
}
function listenTo(name: string, handler: (payload: any) => void): () => void {
  let own = handlers.get(name)
  if (!own) handlers.set(name, (own = new Set()))
  own.add(handler)
  return () => {
    own.delete(handler)
  }
}

/** Calls `run` whenever the event reaches this browser; usually to invalidate what it made stale. */
export function useEvent<E extends EventDef<any>>(event: E, run: (payload: EventPayload<E>) => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => listenTo(event.name, (payload) => latest.current(payload)), [event.name])
}

/** Calls `run` when the connection stands again after a break: what was told meanwhile was not heard. */
export function useReconnect(run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => listenTo(RECONNECTED, () => latest.current()), [])
}

/** Stays in a room while the component is mounted, so that its events come here: `useRoom('space', 3)`, or a kind that a plugin's server names. */
export function useRoom(kind: string, id: number | string | undefined): void {
  const room = id === undefined ? null : `${kind}:${id}`
  useEffect(() => {
    if (!room) return
    const count = rooms.get(room) ?? 0
    rooms.set(room, count + 1)
    if (count === 0) say('join', { room })
    return () => {
      const left = rooms.get(room)! - 1
      if (left > 0) rooms.set(room, left)
      else {
        rooms.delete(room)
        say('leave', { room })
      }
    }
  }, [room])
}

let presences: ReadonlyMap<number, Presence> = new Map()
const presenceListeners = new Set<() => void>()
const watched = new Map<number, number>()
let asked: Set<number> | null = null

function setPresence(told: Iterable<readonly [number, Presence]>): void {
  presences = new Map([...presences, ...told])
  for (const listener of presenceListeners) listener()
}
/** The server answers for this many at once. */
const MOST_IDS = 200
function askNow(ids: number[]): void {
  for (let at = 0; at < ids.length; at += MOST_IDS)
    say(
      'members',
      { ids: ids.slice(at, at + MOST_IDS) },
      (answer: { ok: boolean; states?: Record<string, Presence> }) => answer.states && takePresence(answer.states),
    )
}
const takePresence = (told: Record<string, Presence>) => setPresence(Object.entries(told).map(([id, status]) => [Number(id), status] as const))
function ask(ids: number[]): void {
  if (asked) {
    for (const id of ids) asked.add(id)
    return
  }
  asked = new Set(ids)
  setTimeout(() => {
    const now = [...asked!]
    asked = null
    askNow(now)
  }, TICK_MS)
}
const watchPresence = (listener: () => void) => {
  presenceListeners.add(listener)
  return () => {
    presenceListeners.delete(listener)
  }
}
/** Who of these members is here; unknown ones are offline. */
export function usePresence(memberIds: readonly number[]): ReadonlyMap<number, Presence> {
  const key = memberIds.join()
  useEffect(() => {
    const ids = key ? key.split(',').map(Number) : []
    for (const id of ids) watched.set(id, (watched.get(id) ?? 0) + 1)
    if (ids.length) ask(ids)
    return () => {
      for (const id of ids) {
        const left = watched.get(id)! - 1
        if (left > 0) watched.set(id, left)
        else watched.delete(id)
      }
    }
  }, [key])
  const all = useSyncExternalStore(watchPresence, () => presences)
  return useMemo(() => new Map(key ? key.split(',').map((id) => [Number(id), all.get(Number(id)) ?? 'offline'] as const) : []), [key, all])
}

/** Who types in a room; call `tell` at each keystroke, it is sent every two seconds at most, and `arrived` when somebody's message is there. */
export function useTyping(kind: string, id: number | string): { memberIds: number[]; tell: () => void; arrived: (memberId: number) => void } {
  const room = `${kind}:${id}`
  const [memberIds, setMemberIds] = useState<number[]>([])
  const known = useRef(new Map<number, ReturnType<typeof setTimeout>>())
  const heard = useRef(new Map<number, number>())
  useEffect(() => {
    const timers = (known.current = new Map())
    const show = () => setMemberIds([...timers.keys()])
    const forget = listenTo(`typing ${room}`, (who: number[]) => {
      for (const memberId of who) {
        if (performance.now() - (heard.current.get(memberId) ?? -Infinity) < TYPING_LATE_MS) continue
        clearTimeout(timers.get(memberId))
        timers.set(
          memberId,
          setTimeout(() => {
            timers.delete(memberId)
            show()
          }, TYPING_SHOWN_MS),
        )
      }
      show()
    })
    return () => {
      forget()
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [room])
  const told = useRef(0)
  const tell = useCallback(() => {
    if (performance.now() - told.current < TYPING_TOLD_MS) return
    told.current = performance.now()
    say('typing', { room })
  }, [room])
  const arrived = useCallback((memberId: number) => {
    heard.current.set(memberId, performance.now())
    if (!known.current.has(memberId)) return
    clearTimeout(known.current.get(memberId))
    known.current.delete(memberId)
    setMemberIds([...known.current.keys()])
  }, [])
  return { memberIds, tell, arrived }
}
