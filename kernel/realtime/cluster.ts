/** Carries what sockets must hear to the other processes of the installation, in few small signals. */
import { randomUUID } from 'node:crypto'
import type { Data } from '../data/index.ts'
import type { Log } from '../observe/index.ts'

/** Full name of a room, name of the socket's event, what it carries. */
export type Frame = [room: string, event: string, data: any]
/** A signal has room for 8,000 bytes with its envelope. */
const ROOM = 7_000
const GATHER_MS = 10

interface Dependencies {
  data: Pick<Data, 'signal' | 'onSignal'>
  log: Log
  beatEvery: number
  hear(frames: Frame[]): void
  /** What has to be told with each beat, in pieces that fit into a signal; `all` for a process that is new. */
  news(all: boolean): unknown[]
  hearNews(peer: string, news: any): void
  /** A process has ended, or has not been heard of for four beats. */
  lost(peer: string): void
}

export function createCluster({ data, log, beatEvery, hear, news, hearNews, lost }: Dependencies) {
  const me = randomUUID().slice(0, 8)
  const seen = new Map<string, number>()
  let waiting: string[] = []
  let size = 0
  let gathering: NodeJS.Timeout | undefined
  let beating: NodeJS.Timeout | undefined
  const send = (name: string, payload: object) => data.signal(name, payload).catch((err) => log.warn({ err }, 'other processes could not be told'))

  let sent: Promise<unknown> = Promise.resolve()
  function flush(): Promise<unknown> {
    clearTimeout(gathering)
    gathering = undefined
    if (waiting.length) sent = Promise.all([sent, send('realtime.frames', { from: me, frames: `[${waiting.join()}]` })])
    waiting = []
    size = 0
    return sent
  }
  function beat(all = false, hello = false) {
    const pieces = news(all)
    for (const piece of pieces.length ? pieces : [null]) void send('realtime.beat', { from: me, news: piece, hello })
  }
  function forget(peer: string) {
    if (seen.delete(peer)) lost(peer)
  }

  data.onSignal('realtime.frames', ({ from, frames }: { from: string; frames: string }) => {
    if (from !== me) hear(JSON.parse(frames))
  })
  data.onSignal('realtime.beat', ({ from, news, hello }: { from: string; news: unknown; hello: boolean }) => {
    if (from === me) return
    seen.set(from, Date.now())
    if (news) hearNews(from, news)
    if (hello && beating) beat(true)
  })
  data.onSignal('realtime.bye', ({ from }: { from: string }) => forget(from))

  return {
    me,
    /** Nothing is sent while nobody else is there. A payload too large for a signal is left out: browsers of other processes then get the event's name alone. */
    tell(frame: Frame) {
      if (seen.size === 0) return
      let text = JSON.stringify(frame)
      // quotes are escaped once more on the way
      const bytesOf = (json: string) => Buffer.byteLength(JSON.stringify(json)) + 1
      if (bytesOf(text) > ROOM) text = JSON.stringify([frame[0], frame[1], { name: frame[2]?.name }])
      const bytes = bytesOf(text)
      if (size + bytes > ROOM) void flush()
      waiting.push(text)
      size += bytes
      gathering ??= setTimeout(flush, GATHER_MS)
    },
    /** Resolves when all that was told has left this process. */
    flush,
    start() {
      beat(true, true)
      beating = setInterval(() => {
        for (const [peer, at] of seen) if (Date.now() - at > 4 * beatEvery) forget(peer)
        beat()
      }, beatEvery)
    },
    async stop() {
      if (!beating) return
      clearInterval(beating)
      beating = undefined
      void flush()
      await send('realtime.bye', { from: me })
    },
  }
}
