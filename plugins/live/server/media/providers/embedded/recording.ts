/** Writes each track of a room into a file of its own while it runs, and keeps a list of them beside, so that nothing but the last second hangs on a good end. */
import { appendFileSync, createWriteStream, mkdirSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import type { RecordedTrack } from '../engine.ts'
import { LIST, type RecordingLine } from '../recorded.ts'
import { Feed, type Frame } from './feed.ts'
import type { Room } from './room.ts'
import type { Track } from './track.ts'
import { sizeOf } from './vp8.ts'
import { Webm } from './webm.ts'

const FLUSH_MS = 1_000
/** A disk that is this far behind is full or gone. */
const MOST_WAITING = 64 * 1024 * 1024

interface File {
  feed: Feed
  stream: WriteStream | null
  webm: Webm | null
  recorded: RecordedTrack | null
}

export class Recording {
  readonly id: string
  readonly folder: string
  readonly #room: Room
  readonly #began = performance.now()
  readonly #files = new Map<Track, File>()
  readonly #done: RecordedTrack[] = []
  readonly #closing: Promise<void>[] = []
  readonly #timer: NodeJS.Timeout
  readonly #onFail: (reason: string) => void
  #count = 0
  #active: string | null = null
  #hasFailed = false

  /** @throws Error when the folder cannot be written */
  constructor(id: string, room: Room, folder: string, onFail: (reason: string) => void) {
    this.id = id
    this.#room = room
    this.folder = folder
    this.#onFail = onFail
    mkdirSync(folder, { recursive: true })
    this.#note({ began: Math.round(performance.timeOrigin + this.#began) })
    this.#note({ at: 0, active: null })
    this.#timer = setInterval(() => this.#flush(), FLUSH_MS)
    room.watchers.add(this)
    this.onTracks()
  }

  get roomId(): string {
    return this.#room.id
  }
  onTracks(): void {
    const tracks = this.#room.tracks()
    for (const [track, file] of this.#files) if (!tracks.includes(track)) this.#finish(track, file)
    for (const track of tracks) if (!this.#files.has(track)) this.#begin(track)
  }
  aim(now: number): void {
    for (const { feed } of this.#files.values()) feed.aim(now)
    const { active } = this.#room
    if (active === this.#active) return
    this.#active = active
    this.#note({ at: Math.round(now - this.#began), active })
  }

  #begin(track: Track): void {
    const file: File = { feed: new Feed(track.kind, (frame) => this.#add(track, file, frame)), stream: null, webm: null, recorded: null }
    this.#files.set(track, file)
    file.feed.connect(track)
  }
  #add(track: Track, file: File, { at, isKey, data }: Frame): void {
    if (this.#hasFailed) return
    file.recorded ??= this.#open(track, file, at, data)
    file.webm?.add(0, at - this.#began - file.recorded.begins, isKey, data)
  }
  #open({ identity, source, kind }: Track, file: File, at: number, first: Buffer): RecordedTrack {
    const name = `${String(++this.#count).padStart(3, '0')}-${source}.webm`
    const recorded = { path: join(this.folder, name), identity, source, begins: Math.max(0, Math.round(at - this.#began)) }
    const stream = createWriteStream(recorded.path)
    stream.on('error', (error) => this.#fail(error.message))
    file.stream = stream
    file.webm = new Webm([{ kind, ...sizeOf(first) }], (bytes) => {
      if (stream.writableLength > MOST_WAITING) this.#fail('the disk does not keep up')
      else stream.write(bytes)
    })
    this.#note({ name, identity, source, begins: recorded.begins })
    return recorded
  }
  #finish(track: Track, { feed, stream, webm, recorded }: File): void {
    this.#files.delete(track)
    feed.connect(null)
    if (!recorded || !stream) return
    webm?.flush()
    this.#done.push(recorded)
    const { promise, resolve } = Promise.withResolvers<void>()
    stream.once('close', resolve)
    stream.end()
    this.#closing.push(promise)
  }

  #flush(): void {
    for (const { webm } of this.#files.values()) webm?.flush()
  }
  #note(line: RecordingLine): void {
    try {
      appendFileSync(join(this.folder, LIST), `${JSON.stringify(line)}\n`)
    } catch (error) {
      this.#fail(String(error))
    }
  }
  #fail(reason: string): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#onFail(reason)
  }

  async stop(): Promise<RecordedTrack[]> {
    clearInterval(this.#timer)
    this.#room.watchers.delete(this)
    for (const [track, file] of [...this.#files]) this.#finish(track, file)
    await Promise.all(this.#closing)
    return this.#done.sort((a, b) => (a.path < b.path ? -1 : 1))
  }
}
