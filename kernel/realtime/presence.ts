/** Presence: who has an open browser. Kept in memory, shared between processes every few seconds, sent to browsers in batches. */
import type { Data } from '../data/index.ts'
import type { Log } from '../observe/index.ts'

export type PresenceState = 'online' | 'idle' | 'offline'
type States = Map<number, Map<number, PresenceState>>
/** Community, member, state. */
type Entry = [number, number, PresenceState]

const TICK_MS = 250
/** Each frame is a write to every socket: after a break of thousands few large ones are told. */
const IN_A_FRAME = 2_000
const IN_A_SIGNAL = 200
const WRITE_MS = 30_000
/** Those who stay are written this often, in so many rounds of 30 s. */
const STAYING_ROUNDS = 10

function put(states: States, communityId: number, memberId: number, state: PresenceState) {
  let members = states.get(communityId)
  if (!members) states.set(communityId, (members = new Map()))
  if (state !== 'offline') members.set(memberId, state)
  else if (members.delete(memberId) && members.size === 0) states.delete(communityId)
}
const entriesOf = (states: States): Entry[] =>
  [...states].flatMap(([communityId, members]) => [...members].map(([memberId, state]): Entry => [communityId, memberId, state]))
const pieces = <T>(items: T[], size: number): T[][] => Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))

interface Dependencies {
  data: Pick<Data, 'system'>
  log: Log
  me: () => string
  sockets(): number
  /** Tells browsers of this process: member id → state, 2,000 at most. */
  tell(communityId: number, states: Record<number, PresenceState>): void
}

export function createPresence({ data, log, me, sockets, tell }: Dependencies) {
  const byProcess = new Map<string, States>()
  /** For browsers, for other processes, for the database. */
  const changed: States = new Map()
  const news = new Map<string, Entry>()
  const seen = new Set<number>()
  let ticking: NodeJS.Timeout | undefined
  let writing: NodeJS.Timeout | undefined
  let round = 0

  function stateOf(communityId: number, memberId: number): PresenceState {
    let state: PresenceState = 'offline'
    for (const states of byProcess.values()) {
      const here = states.get(communityId)?.get(memberId)
      if (here === 'online') return here
      state = here ?? state
    }
    return state
  }
  function apply(process: string, [communityId, memberId, state]: Entry) {
    const before = stateOf(communityId, memberId)
    let states = byProcess.get(process)
    if (!states) byProcess.set(process, (states = new Map()))
    put(states, communityId, memberId, state)
    const after = stateOf(communityId, memberId)
    if (after === before) return
    let members = changed.get(communityId)
    if (!members) changed.set(communityId, (members = new Map()))
    members.set(memberId, after)
    // every change is told to everybody, so it is told less often where there are many
    ticking ??= setTimeout(tick, Math.max(TICK_MS, sockets() / 2))
  }
  function tick() {
    ticking = undefined
    for (const [communityId, members] of changed) for (const piece of pieces([...members], IN_A_FRAME)) tell(communityId, Object.fromEntries(piece))
    changed.clear()
  }

  async function write() {
    if (++round % STAYING_ROUNDS === 0) for (const [, memberId] of entriesOf(byProcess.get(me()) ?? new Map())) seen.add(memberId)
    const ids = [...seen]
    seen.clear()
    if (ids.length === 0) return
    await data.system
      .query('update kernel.member set last_seen_at = now() where id = any($1::bigint[])', [ids])
      .catch((err) => log.warn({ err }, 'who was here could not be written down'))
  }

  return {
    stateOf,
    /** What this process knows of its own sockets. */
    set(communityId: number, memberId: number, state: PresenceState) {
      if ((byProcess.get(me())?.get(communityId)?.get(memberId) ?? 'offline') === state) return
      seen.add(memberId)
      news.set(`${communityId}:${memberId}`, [communityId, memberId, state])
      apply(me(), [communityId, memberId, state])
    },
    online(communityId: number, limit: number, apart: ReadonlySet<number>): { count: number; memberIds: number[] } {
      const here = [...byProcess.values()].flatMap((states) => states.get(communityId) ?? [])
      const ids = here.length > 1 ? new Set(here.flatMap((members) => [...members.keys()])) : (here[0] ?? new Map<number, PresenceState>())
      const shown = [...ids.keys()].filter((id) => !apart.has(id))
      return { count: shown.length, memberIds: shown.slice(0, limit) }
    },
    news(all: boolean): Entry[][] {
      const entries = all ? entriesOf(byProcess.get(me()) ?? new Map()) : [...news.values()]
      if (!all) news.clear()
      return pieces(entries, IN_A_SIGNAL)
    },
    hear(process: string, entries: Entry[]) {
      for (const entry of entries) apply(process, entry)
    },
    lost(process: string) {
      for (const [communityId, memberId] of entriesOf(byProcess.get(process) ?? new Map())) apply(process, [communityId, memberId, 'offline'])
      byProcess.delete(process)
    },
    start() {
      writing = setInterval(write, WRITE_MS)
    },
    async stop() {
      clearTimeout(ticking)
      clearInterval(writing)
      await write()
    },
  }
}
