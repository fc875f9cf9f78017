/**
 * Browsers by the thousand in one process: each speaks just enough of the socket's protocol to join a room and hear it.
 * A client of the library costs more per frame than a server, and would be what is measured.
 */
import { randomBytes } from 'node:crypto'
import net from 'node:net'

/** All sockets of this process read here: what is read is looked at before the next read. */
const shared = Buffer.allocUnsafe(256 * 1024)
const OPENED = 'HTTP/1.1 101'
/** Stands in a message and says when it was sent, µs of this process's clock. */
export const stamp = () => `sent=${String(Math.round(performance.now() * 1000)).padStart(14, '0')};`
/** Once in a message's frame, though its words stand there twice. */
const STAMP = Buffer.from('"text":"sent=')
const CLOSING = 8

export interface WireOptions {
  url: string
  cookie?: string
  /** Joined with each connection. */
  room?: string
  /** Delay of a frame that carries a stamp, ms. */
  onStamp?(ms: number): void
  onFrame?(frame: Buffer): void
  onClose?(): void
}

function masked(text: string): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.from([
    0x81,
    0x80 | (body.length < 126 ? body.length : 126),
    ...(body.length < 126 ? [] : [body.length >> 8, body.length & 255]),
    0,
    0,
    0,
    0,
  ])
  return Buffer.concat([head, body])
}

export class Wire {
  readonly #options: WireOptions
  #socket: net.Socket | undefined
  #rest: Buffer | null = null
  #isOpen = false
  #done: ((error?: Error) => void) | undefined

  constructor(options: WireOptions) {
    this.#options = options
  }

  /** Resolves when the connection stands and its room is joined. @throws Error with the first line of a refusal */
  async connect(): Promise<void> {
    const { url, cookie } = this.#options
    const { hostname, port, host } = new URL(url)
    this.#isOpen = false
    this.#rest = null
    const done = new Promise<void>((resolve, reject) => {
      this.#done = (error) => (error ? reject(error) : resolve())
    })
    const socket = net.connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer: shared,
        callback: (size) => {
          if (this.#socket === socket) this.#read(shared.subarray(0, size))
          return true
        },
      },
    })
    this.#socket = socket
    socket.on('error', (error) => this.#done?.(error))
    socket.on('close', () => {
      if (this.#socket !== socket) return
      this.#done?.(new Error('closed'))
      this.#options.onClose?.()
    })
    socket.write(
      `GET /socket/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${url}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n${cookie ? `Cookie: ${cookie}\r\n` : ''}\r\n`,
    )
    await done
  }
  /** Breaks the connection as a lost network does. */
  cut() {
    const socket = this.#socket
    this.#socket = undefined
    socket?.resetAndDestroy()
  }
  say(text: string) {
    this.#socket?.write(masked(text))
  }

  #read(chunk: Buffer) {
    let all = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk
    this.#rest = null
    if (!this.#isOpen) {
      const end = all.indexOf('\r\n\r\n')
      if (end >= 0 && all.toString('latin1', 0, OPENED.length) !== OPENED) {
        this.#done?.(new Error(all.toString('latin1', 0, all.indexOf('\r\n'))))
        return this.cut()
      }
      if (end >= 0) this.#isOpen = true
      all = end >= 0 ? all.subarray(end + 4) : all
    }
    let at = 0
    while (this.#isOpen && all.length - at >= 2) {
      const short = all[at + 1]! & 127
      const head = short < 126 ? 2 : short === 126 ? 4 : 10
      if (all.length - at < head) break
      const size = short < 126 ? short : short === 126 ? all.readUInt16BE(at + 2) : Number(all.readBigUInt64BE(at + 2))
      if (all.length - at < head + size) break
      if ((all[at]! & 15) !== CLOSING) this.#frame(all.subarray(at + head, at + head + size))
      at += head + size
    }
    if (at < all.length) this.#rest = Buffer.from(all.subarray(at))
  }
  #frame(frame: Buffer) {
    const [kind, sub] = frame.toString('latin1', 0, Math.min(2, frame.length))
    if (kind === '0') this.say('40')
    else if (kind === '2') this.say('3')
    else if (kind !== '4') return
    else if (sub === '0' && this.#options.room) this.say(`420["join",{"room":"${this.#options.room}"}]`)
    else if (sub === '0') this.#done?.()
    else if (sub === '3') this.#done?.(frame.includes('"ok":true') ? undefined : new Error(frame.toString()))
    else if (sub === '4') this.#done?.(new Error(frame.toString()))
    else if (sub === '2') {
      // several messages may come in one frame
      for (let at = frame.indexOf(STAMP); at >= 0; at = frame.indexOf(STAMP, at + STAMP.length))
        this.#options.onStamp?.(performance.now() - Number(frame.toString('latin1', at + STAMP.length, at + STAMP.length + 14)) / 1000)
      this.#options.onFrame?.(frame)
    }
  }
}

/** Connects all, so many at a time. */
export async function connectAll(wires: Wire[], atOnce: number): Promise<void> {
  const waiting = [...wires]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let wire = waiting.pop(); wire; wire = waiting.pop()) await connect(wire)
    }),
  )
}
/** Tries again as a browser does. How often it was refused. */
export async function connect(wire: Wire): Promise<number> {
  for (let refused = 0; ; refused++) {
    try {
      await wire.connect()
      return refused
    } catch (error) {
      if (refused >= 60) throw error
      await new Promise((done) => setTimeout(done, 500 + Math.random() * 1000))
    }
  }
}
