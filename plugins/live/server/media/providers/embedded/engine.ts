/** All rooms of this process: opens the port, keeps time, and answers calls. */
import { randomUUID } from 'node:crypto'
import {
  type BroadcastOptions,
  type EngineEvent,
  type Grants,
  MediaRefusal,
  type RecordedTrack,
  type RoomLimits,
  type RoomState,
  type RunningRecording,
  type SectionSources,
  type Subscription,
  type Wish,
} from '../engine.ts'
import { Broadcast, PLAYLIST } from './broadcast.ts'
import { type Certificate, makeCertificate } from './link.ts'
import { Mux, type MuxOptions } from './mux.ts'
import { Recording } from './recording.ts'
import { Room, type RoomOptions } from './room.ts'

export interface EngineOptions extends Partial<RoomOptions> {
  udp: MuxOptions
  maxRooms?: number
}
const ROOMS = 100
const ASK_MS = 25
const LOOK_MS = 250
const REPORT_MS = 1_000

export class Engine {
  readonly #mux: Mux
  readonly #certificate: Certificate
  readonly #options: EngineOptions
  readonly #tell: (event: EngineEvent) => void
  readonly #rooms = new Map<string, Room>()
  readonly #timers: NodeJS.Timeout[]
  readonly #recordings = new Map<string, Recording>()
  readonly #broadcasts = new Map<string, Broadcast>()
  #reportedAt = performance.now()

  private constructor(mux: Mux, certificate: Certificate, options: EngineOptions, tell: (event: EngineEvent) => void) {
    this.#mux = mux
    this.#certificate = certificate
    this.#options = options
    this.#tell = tell
    const each = (work: (room: Room, now: number) => void) => () => {
      const now = performance.now()
      for (const room of this.#rooms.values()) work(room, now)
    }
    this.#timers = [
      setInterval(
        each((room, now) => room.ask(now)),
        ASK_MS,
      ),
      setInterval(
        each((room, now) => room.look(now)),
        LOOK_MS,
      ),
      setInterval(() => this.#report(), REPORT_MS),
    ]
  }
  static async start(options: EngineOptions, tell: (event: EngineEvent) => void): Promise<Engine> {
    return new Engine(await Mux.open(options.udp), await makeCertificate(), options, tell)
  }

  #report(): void {
    const now = performance.now()
    const passed = Math.max(1, now - this.#reportedAt)
    this.#reportedAt = now
    for (const room of this.#rooms.values()) room.report(now, passed)
  }
  #room(id: string): Room {
    const room = this.#rooms.get(id)
    if (!room) throw new MediaRefusal('no_room')
    return room
  }

  openRoom(id: string, limits: RoomLimits): void {
    const room = this.#rooms.get(id)
    if (room) {
      room.limits = limits
      return
    }
    if (this.#rooms.size >= (this.#options.maxRooms ?? ROOMS)) throw new MediaRefusal('too_many_rooms')
    const { goneMs = 10_000, beginMs = 15_000 } = this.#options
    this.#rooms.set(id, new Room(id, limits, this.#mux, this.#certificate, { goneMs, beginMs }, this.#tell))
  }
  closeRoom(id: string): void {
    const room = this.#rooms.get(id)
    this.#rooms.delete(id)
    room?.close()
    void this.stopBroadcast(id)
  }
  admit(roomId: string, identity: string, grants: Grants): void {
    this.#room(roomId).admit(identity, grants)
  }
  setGrants(roomId: string, identity: string, grants: Grants): void {
    this.#room(roomId).setGrants(identity, grants)
  }
  remove(roomId: string, identity: string): void {
    this.#room(roomId).remove(identity)
  }
  publish(roomId: string, identity: string, offer: string, sources?: SectionSources): string {
    return this.#room(roomId).publish(identity, offer, sources)
  }
  subscribe(roomId: string, identity: string, offer: string): Subscription {
    return this.#room(roomId).subscribe(identity, offer)
  }
  prefer(roomId: string, identity: string, wishes: Wish[]): void {
    this.#room(roomId).prefer(identity, wishes)
  }
  state(roomId: string): RoomState {
    return this.#room(roomId).state()
  }

  startRecording(roomId: string, folder: string): string {
    const room = this.#room(roomId)
    if (this.recordings().some((one) => one.folder === folder)) throw new MediaRefusal('already_on')
    const id = randomUUID()
    const onFail = (reason: string) => {
      // what is written stays; it is no recording any more
      void this.stopRecording(id).catch((error: unknown) => this.#tell({ type: 'problem', message: String(error) }))
      this.#tell({ type: 'recording_failed', roomId, recordingId: id, reason })
    }
    this.#recordings.set(id, new Recording(id, room, folder, onFail))
    return id
  }
  async stopRecording(id: string): Promise<RecordedTrack[]> {
    const recording = this.#recordings.get(id)
    if (!recording) throw new MediaRefusal('no_recording')
    this.#recordings.delete(id)
    return await recording.stop()
  }
  recordings(): RunningRecording[] {
    return [...this.#recordings.values()].map(({ id, roomId, folder }) => ({ id, roomId, folder }))
  }

  startBroadcast(roomId: string, folder: string, options: BroadcastOptions = {}): string {
    const room = this.#room(roomId)
    if (this.#broadcasts.has(roomId)) throw new MediaRefusal('already_on')
    const onFail = (reason: string) => {
      this.#broadcasts.delete(roomId)
      this.#tell({ type: 'broadcast_failed', roomId, reason })
    }
    this.#broadcasts.set(roomId, new Broadcast(room, folder, options, onFail))
    return PLAYLIST
  }
  async stopBroadcast(roomId: string): Promise<void> {
    const broadcast = this.#broadcasts.get(roomId)
    if (!broadcast) return
    // until then no other may write into its folder
    await broadcast.stop()
    if (this.#broadcasts.get(roomId) === broadcast) this.#broadcasts.delete(roomId)
  }

  /** Ends what is written, too. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all([
      ...[...this.#recordings.keys()].map((id) => this.stopRecording(id)),
      ...[...this.#broadcasts.keys()].map((id) => this.stopBroadcast(id)),
    ])
    for (const id of [...this.#rooms.keys()]) this.closeRoom(id)
    this.#mux.close()
  }
}
