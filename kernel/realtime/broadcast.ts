/** How a room is told something: one frame for all, a hundred sockets in each turn of the loop, and several events together where many listen. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Server } from 'socket.io'

/** Of a room's sockets, those told in one turn: whoever asks for something meanwhile waits for 2 ms, not for thousands of system calls. */
const SLICE = 100
/** A room's next events wait as long as these took, so that no room takes more than half of a process; a shorter wait brings nothing together. */
const SHORTEST_PAUSE_MS = 8
/** A patient room is told over a millisecond for each four in it. */
const LONGEST_SPREAD_MS = 1000
const wait = (ms: number) => sleep(ms, undefined, { ref: false })

/** What socket.io, engine.io and ws keep to themselves: how a frame is made, who gets it, and how it is written. */
interface Adapter {
  rooms: Map<string, Set<string>>
  nsp: { sockets: Map<string, Listener> }
  _encode(packet: object, options: { wsPreEncodedFrame?: Buffer[] }): unknown
  apply(options: { rooms: Set<string>; except?: Set<string> }, tell: (listener: Listener) => void): void
  computeExceptSids(rooms?: Set<string>): Set<string>
}
interface Listener {
  conn: {
    readyState: string
    writeBuffer: object[]
    transport: { name: string; writable: boolean; socket: { bufferedAmount: number; _sender: { sendFrame(pieces: Buffer[]): void } } }
  }
}
/** As engine.io does it, without its accounts of each write, which cost a quarter as much again. False where something else is under way. */
function write({ conn }: Listener, frame: Buffer): boolean {
  const { transport } = conn
  if (transport.name !== 'websocket' || conn.readyState !== 'open' || !transport.writable || conn.writeBuffer.length > 0 || transport.socket.bufferedAmount > 0)
    return false
  transport.socket._sender.sendFrame([frame])
  return true
}

/** @param isPatient is it a room whose members need not hear at once? @param isLocal whether other processes hear of events in another way */
export function createBroadcast(io: Server<any, any, any, any>, { isPatient, isLocal }: { isPatient(room: string): boolean; isLocal: boolean }) {
  const adapter = io.of('/').adapter as unknown as Adapter
  /** What came for rooms that were told something a moment ago. */
  const waiting = new Map<string, object[]>()
  /** Of the broadcast under way: its frame, over how many ms it goes, and the ms of work it was, once all have been told. */
  let frame: Buffer | undefined
  let spread = 0
  let told = null as Promise<number> | null

  const encode = adapter._encode.bind(adapter)
  adapter._encode = (packet, options) => {
    const encoded = encode(packet, options)
    // in one piece instead of head and body it spares each socket a gathering write
    frame = options.wsPreEncodedFrame && Buffer.concat(options.wsPreEncodedFrame)
    if (frame) options.wsPreEncodedFrame = [frame]
    return encoded
  }
  const apply = adapter.apply.bind(adapter)
  adapter.apply = (options, tell) => {
    const [room = ''] = options.rooms
    const inside = adapter.rooms.get(room)
    const made = frame
    frame = undefined
    if (!made || options.rooms.size !== 1 || !inside || inside.size <= SLICE) return apply(options, tell)
    const except = adapter.computeExceptSids(options.except)
    told = inSlices([...inside], (id) => {
      // who leaves meanwhile does not hear
      const listener = inside.has(id) && !except.has(id) && adapter.nsp.sockets.get(id)
      if (listener && !write(listener, made)) tell(listener)
    })
  }
  async function inSlices(ids: string[], tell: (id: string) => void): Promise<number> {
    const pause = (spread * SLICE) / ids.length
    let took = 0
    for (let at = 0; at < ids.length; at += SLICE) {
      if (at > 0) await (pause ? wait(pause) : nextTurn())
      const began = performance.now()
      ids.slice(at, at + SLICE).forEach(tell)
      took += performance.now() - began
    }
    return took
  }

  function send(room: string, events: object[]): void {
    const rest = isPatient(room) ? Math.min((adapter.rooms.get(room)?.size ?? 0) / 4, LONGEST_SPREAD_MS) : 0
    ;[spread, told] = [rest, null]
    ;(isLocal ? io.local : io).to(room).emit('event', ...events)
    spread = 0
    if (!told && rest < SHORTEST_PAUSE_MS) return void waiting.delete(room)
    const next: object[] = []
    waiting.set(room, next)
    const pause = rest ? Promise.all([told, wait(rest)]) : told!.then((took) => (took < SHORTEST_PAUSE_MS ? undefined : wait(took)))
    // whatever went wrong, a room is not silent for ever
    void pause.finally(() => (next.length ? send(room, next) : void waiting.delete(room)))
  }
  /** Tells a room at once, or, where it was told something a moment ago, together with what else came since. */
  return function tell(room: string, event: object): void {
    const next = waiting.get(room)
    if (next) next.push(event)
    else send(room, [event])
  }
}
