/** The engine as Atrium's processes see it: finds the one of this machine, starts it where there is none, and starts another when it dies. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmdirSync, statSync } from 'node:fs'
import { Agent, type ClientRequest, type IncomingMessage, request as send } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type BroadcastOptions,
  type Connection,
  type EngineEvent,
  type Grants,
  type IceServer,
  type MediaEngine,
  MediaRefusal,
  type RecordedTrack,
  type RefusalCode,
  type RoomLimits,
  type RoomState,
  type RunningRecording,
  type SectionSources,
  type Subscription,
  type Wish,
} from '../engine.ts'
import type { Call } from './calls.ts'
import type { ProcessOptions } from './process.ts'

export interface EmbeddedOptions extends Partial<Omit<ProcessOptions, 'folder'>> {
  /** Where processes that share an engine find it. It has to be private. */
  folder: string
  /** What browsers are told for getting through firewalls. */
  iceServers?: IceServer[]
}
interface Place {
  port: number
  secret: string
  pid: number
}
const START_MS = 30_000
const CALL_MS = 15_000
/** What another process began and did not finish is taken over after this. */
const STALE_MS = 20_000
/** Longer offers are none; they are not even carried. */
const MOST_OFFER = 64 * 1024
/** Nothing for so long, not even a beat: the engine hangs. */
const SILENT_MS = 12_000
const UDP = { host: '0.0.0.0', port: 0 }

export class EmbeddedEngine implements MediaEngine {
  readonly #options: EmbeddedOptions
  readonly #listeners = new Set<(event: EngineEvent) => void>()
  readonly #agent = new Agent({ keepAlive: true })
  #place: Promise<Place> | null = null
  #events: ClientRequest | null = null
  #isClosed = false

  constructor(options: EmbeddedOptions) {
    this.#options = options
  }

  on(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  #tell(event: EngineEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
  async close(): Promise<void> {
    this.#isClosed = true
    this.#events?.destroy()
    this.#agent.destroy()
  }

  async connect(): Promise<Connection> {
    return { engine: 'embedded', iceServers: this.#options.iceServers ?? [] }
  }
  async openRoom(roomId: string, limits: RoomLimits): Promise<void> {
    await this.#call('openRoom', roomId, limits)
  }
  async closeRoom(roomId: string): Promise<void> {
    await this.#call('closeRoom', roomId)
  }
  async admit(roomId: string, identity: string, grants: Grants): Promise<void> {
    await this.#call('admit', roomId, identity, grants)
  }
  async setGrants(roomId: string, identity: string, grants: Grants): Promise<void> {
    await this.#call('setGrants', roomId, identity, grants)
  }
  async remove(roomId: string, identity: string): Promise<void> {
    await this.#call('remove', roomId, identity)
  }
  async publish(roomId: string, identity: string, offer: string, sources?: SectionSources): Promise<string> {
    return (await this.#call('publish', roomId, identity, bounded(offer), ...(sources ? [sources] : []))) as string
  }
  async subscribe(roomId: string, identity: string, offer: string): Promise<Subscription> {
    return (await this.#call('subscribe', roomId, identity, bounded(offer))) as Subscription
  }
  async prefer(roomId: string, identity: string, wishes: Wish[]): Promise<void> {
    await this.#call('prefer', roomId, identity, wishes)
  }
  async state(roomId: string): Promise<RoomState> {
    return (await this.#call('state', roomId)) as RoomState
  }

  async startRecording(roomId: string, folder: string): Promise<string> {
    return (await this.#call('startRecording', roomId, folder)) as string
  }
  async stopRecording(recordingId: string): Promise<RecordedTrack[]> {
    return (await this.#call('stopRecording', recordingId)) as RecordedTrack[]
  }
  async recordings(): Promise<RunningRecording[]> {
    return (await this.#call('recordings')) as RunningRecording[]
  }
  async startBroadcast(roomId: string, folder: string, options: BroadcastOptions = {}): Promise<string> {
    return (await this.#call('startBroadcast', roomId, folder, options)) as string
  }
  async stopBroadcast(roomId: string): Promise<void> {
    await this.#call('stopBroadcast', roomId)
  }

  async #call(name: Call, ...args: unknown[]): Promise<unknown> {
    for (let tries = 0; ; tries++) {
      const place = await this.#find()
      try {
        return await ask(place, this.#agent, name, args)
      } catch (error) {
        // it has died: another one answers that it knows no room
        if (error instanceof MediaRefusal || tries > 0) throw error instanceof MediaRefusal ? error : new MediaRefusal('engine_down', String(error))
        this.#lose()
      }
    }
  }

  #find(): Promise<Place> {
    if (this.#isClosed) throw new MediaRefusal('engine_down', 'closed')
    this.#place ??= this.#start().catch((error: unknown) => {
      this.#place = null
      throw error instanceof MediaRefusal ? error : new MediaRefusal('engine_down', String(error))
    })
    return this.#place
  }
  /** It is gone: another one is started at once. */
  #lose(): void {
    if (!this.#place) return
    this.#place = null
    this.#events?.destroy()
    this.#events = null
    if (this.#isClosed) return
    this.#tell({ type: 'died' })
    // who was in a room comes back within seconds; if this fails, their call says so
    this.#find().catch((error: unknown) => this.#tell({ type: 'problem', message: String(error) }))
  }

  async #start(): Promise<Place> {
    const { folder } = this.#options
    const lock = join(folder, 'engine.starting')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const end = performance.now() + START_MS
    for (;;) {
      const found = readPlace(folder)
      if (found && (await this.#listen(found))) return found
      if (performance.now() > end) throw new MediaRefusal('engine_down', 'it does not start')
      if (!take(lock)) {
        await pause(50)
        continue
      }
      try {
        await this.#spawn()
      } finally {
        rmdirSync(lock)
      }
    }
  }

  async #spawn(): Promise<void> {
    const { folder, udp = UDP, idleMs = 30_000, iceServers: _, ...rest } = this.#options
    const own: ProcessOptions = { folder, udp, idleMs, ...rest }
    const child = spawn(process.execPath, [join(import.meta.dirname, 'process.ts'), JSON.stringify(own)], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { PATH: process.env.PATH },
    })
    let said = ''
    child.stderr?.on('data', (bytes: Buffer) => {
      said = (said + bytes).slice(-2_000)
    })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    child.once('message', () => resolve())
    child.once('error', reject)
    child.once('exit', () => reject(new MediaRefusal('engine_down', said.trim())))
    try {
      await promise
    } finally {
      // it lives on for other processes
      child.removeAllListeners()
      child.stderr?.destroy()
      if (child.connected) child.disconnect()
      child.unref()
    }
  }

  /** @returns whether it is there; from then on its events are told here */
  #listen(place: Place): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const request = send({ host: '127.0.0.1', port: place.port, path: '/events', headers: { authorization: `Bearer ${place.secret}` }, timeout: SILENT_MS })
    request.on('timeout', () => {
      request.destroy()
      // it takes calls and says nothing, not even a beat: it would hold its port for ever
      kill(place.pid)
    })
    request.on('error', () => resolve(false))
    request.on('response', (response) => {
      if (response.statusCode !== 200) {
        response.resume()
        return resolve(false)
      }
      this.#events = request
      resolve(true)
      response.on('error', () => {})
      response.on('close', () => {
        if (this.#events === request) this.#lose()
      })
      let rest = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        const lines = (rest + piece).split('\n')
        rest = lines.pop()!
        for (const line of lines) if (line && this.#events === request) this.#tell(JSON.parse(line) as EngineEvent)
      })
    })
    request.end()
    return promise
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has ended by itself
  }
}
function bounded(offer: string): string {
  if (offer.length > MOST_OFFER) throw new MediaRefusal('bad_offer', 'too long')
  return offer
}

function readPlace(folder: string): Place | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'engine.json'), 'utf8')) as Place
  } catch {
    return null
  }
}
/** @returns whether this process may start it */
function take(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    try {
      const info = statSync(lock)
      if (Date.now() - info.mtimeMs > STALE_MS) rmdirSync(lock)
    } catch {
      // another one was quicker
    }
    return false
  }
}

async function ask(place: Place, agent: Agent, name: Call, args: unknown[]): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = send(
    { host: '127.0.0.1', port: place.port, method: 'POST', path: `/${name}`, agent, headers: { authorization: `Bearer ${place.secret}` }, timeout: CALL_MS },
    resolve,
  )
  request.on('timeout', () => request.destroy(new Error('no answer')))
  request.on('error', reject)
  request.end(JSON.stringify(args))
  const response = await promise
  let text = ''
  for await (const piece of response.setEncoding('utf8')) text += piece
  const reply = JSON.parse(text) as { result?: unknown; code?: RefusalCode; message?: string }
  if (response.statusCode === 200) return reply.result
  throw new MediaRefusal(reply.code ?? 'engine_down', reply.message?.replace(/^\w+: /, ''))
}
