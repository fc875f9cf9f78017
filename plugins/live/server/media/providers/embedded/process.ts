/**
 * The engine in a process of its own, so that pictures never wait for pages and an engine that dies takes nothing with it. Whoever may read its
 * folder may use it: calls are JSON over the loopback, events one long line after another.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type EngineEvent, MediaRefusal } from '../engine.ts'
import { type Call, CALLS } from './calls.ts'
import { Engine, type EngineOptions } from './engine.ts'
import { catchEverything } from './guard.ts'

export interface ProcessOptions extends EngineOptions {
  /** Where its address is written. */
  folder: string
  /** It ends when nobody has listened for so long. */
  idleMs: number
}
const MOST_BODY = 256 * 1024
const BEAT_MS = 5_000
const START_TRIES = 10
const START_PAUSE_MS = 300
/** A listener that does not read is let go of. */
const MOST_WAITING = 1024 * 1024

const options = JSON.parse(process.argv[2]!) as ProcessOptions
const secret = randomBytes(32).toString('hex')
const listeners = new Set<ServerResponse>()
let isEnding = false
let lonelySince = performance.now()

function tell(event: EngineEvent): void {
  write(`${JSON.stringify(event)}\n`)
}
function write(line: string): void {
  for (const listener of listeners) {
    if (listener.writableLength > MOST_WAITING) listener.destroy()
    else listener.write(line)
  }
}
catchEverything((message) => tell({ type: 'problem', message }))

/** The port may be held for a moment by an engine that is just ending. */
async function start(): Promise<Engine> {
  for (let tries = 1; ; tries++)
    try {
      return await Engine.start(options, tell)
    } catch (error) {
      if (tries < START_TRIES) await pause(START_PAUSE_MS)
      else {
        process.stderr.write(String(error))
        process.exit(1)
      }
    }
}
const engine = await start()

function isAllowed({ headers: { authorization = '' } }: IncomingMessage): boolean {
  const [given, right] = [Buffer.from(authorization), Buffer.from(`Bearer ${secret}`)]
  return given.length === right.length && timingSafeEqual(given, right)
}
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > MOST_BODY) throw new MediaRefusal('bad_request', 'too long')
    pieces.push(piece)
  }
  return JSON.parse(Buffer.concat(pieces).toString())
}
function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

async function call(name: string, request: IncomingMessage): Promise<unknown> {
  if (!Object.hasOwn(CALLS, name)) throw new MediaRefusal('bad_request', 'no such call')
  const args = CALLS[name as Call].safeParse(await bodyOf(request))
  if (!args.success) throw new MediaRefusal('bad_request', args.error.issues[0]?.message)
  const method = engine[name as Call] as (...args: unknown[]) => unknown
  return method.apply(engine, args.data)
}

function listen(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  response.write('\n')
  listeners.add(response)
  response.on('close', () => {
    listeners.delete(response)
    lonelySince = performance.now()
  })
}

const server = createServer((request, response) => {
  if (!isAllowed(request)) return reply(response, 401, { code: 'bad_request' })
  if (request.method === 'GET' && request.url === '/events') return listen(response)
  call((request.url ?? '').slice(1), request).then(
    (result) => reply(response, 200, { result: result ?? null }),
    (error: unknown) => {
      if (error instanceof MediaRefusal) return reply(response, 409, { code: error.code, message: error.message })
      tell({ type: 'problem', message: String(error) })
      reply(response, 500, { code: 'bad_request', message: String(error) })
    },
  )
})
server.listen(0, '127.0.0.1', () => {
  const file = join(options.folder, 'engine.json')
  writeFileSync(`${file}.new`, JSON.stringify({ port: (server.address() as AddressInfo).port, secret, pid: process.pid }), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  process.send?.('ready')
})
setInterval(
  () => {
    write('\n')
    if (isEnding || listeners.size > 0 || performance.now() - lonelySince < options.idleMs) return
    isEnding = true
    void engine.close().finally(() => process.exit(0))
  },
  Math.min(BEAT_MS, options.idleMs),
)
// the terminal's farewell is meant for whoever uses this; without them it ends by itself
process.on('SIGINT', () => {})
