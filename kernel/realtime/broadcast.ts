/** Sends events to the sockets of a room: a hundred in each turn of the event loop, and several events in one message where a room is large. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Server } from 'socket.io'

/** Of a room's sockets, those told in one turn: whoever asks for something meanwhile waits for 2 ms, not for thousands of system calls. */
const SLICE = 100
/** Where events come faster than they are told, the next ones wait as long as these took, so that no room takes more than half of a process; a shorter wait brings nothing together. */
const SHORTEST_PAUSE_MS = 8
/** A patient room is told over a millisecond for each four in it. */
const LONGEST_SPREAD_MS = 1000
const wait = (ms: number) => sleep(ms, undefined, { ref: false })

/** Tells those of a room who are connected to this process. @param isPatient is it a room whose members need not hear at once? */
export function createBroadcast(io: Server<any, any, any, any>, isPatient: (room: string) => boolean) {
  const { rooms } = io.of('/').adapter
  /** What came for rooms that were told something a moment ago. */
  const waiting = new Map<string, object[]>()

  /** Resolves when all have been told, with the ms of work it was. */
  async function inSlices(inside: Set<string>, events: object[], spread: number): Promise<number> {
    const ids = [...inside]
    const pause = (spread * SLICE) / ids.length
    let took = 0
    for (let at = 0; at < ids.length; at += SLICE) {
      if (at > 0) await (pause ? wait(pause) : nextTurn())
      const began = performance.now()
      // each socket is a room of its own; who has left meanwhile does not hear
      const slice = ids.slice(at, at + SLICE).filter((id) => inside.has(id))
      if (slice.length) io.local.to(slice).emit('event', ...events)
      took += performance.now() - began
    }
    return took
  }

  function send(room: string, events: object[]): void {
    const inside = rooms.get(room)
    if (!inside) return void waiting.delete(room)
    const rest = isPatient(room) ? Math.min(inside.size / 4, LONGEST_SPREAD_MS) : 0
    const told = inSlices(inside, events, rest)
    if (inside.size <= SLICE && rest < SHORTEST_PAUSE_MS) return void waiting.delete(room)
    const next: object[] = []
    waiting.set(room, next)
    // nothing came meanwhile: what comes next is told at once
    const pause = rest ? Promise.all([told, wait(rest)]) : told.then((took) => (next.length === 0 || took < SHORTEST_PAUSE_MS ? undefined : wait(took)))
    // after an error too, else the room would get no more events
    void pause.finally(() => (next.length ? send(room, next) : void waiting.delete(room)))
  }
  /** Tells a room at once, or, where it was told something a moment ago, together with what else came since. */
  return function tell(room: string, event: object): void {
    const next = waiting.get(room)
    if (next) next.push(event)
    else send(room, [event])
  }
}
