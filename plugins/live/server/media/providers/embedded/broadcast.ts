/** A room for listeners without number: who speaks, or the screen that is shown, and all sounds, through ffmpeg into HLS. */
import { mkdirSync } from 'node:fs'
import type { BroadcastOptions } from '../engine.ts'
import { runTool, type Tool } from '../ffmpeg.ts'
import { Feed, type Frame } from './feed.ts'
import type { Room } from './room.ts'
import type { Track } from './track.ts'
import { Webm } from './webm.ts'

export const PLAYLIST = 'live.m3u8'
const SEGMENT_SECONDS = 2
const FPS = 25
const NICE = 5
/** Sounds that are mixed. */
const VOICES = 10
const FRAME_MS = 20
/** How much of a sound is kept against unevenness, and how much at most. */
const KEPT_FRAMES = 3
const MOST_FRAMES = 25
const FLUSH_MS = 100
/** Without a picture for so long it is black: not before a camera counts as switched off, as a sender may falter. */
const DARK_MS = 2_500
/** What ffmpeg has not read yet: past the first pictures are left out, past the second it hangs. */
const MUCH_BYTES = 2 * 1024 * 1024
const TOO_MUCH_BYTES = 16 * 1024 * 1024
const END_MS = 8_000
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe])
/** A whole picture of 32 by 18. */
const BLACK = Buffer.from('MAIAnQEqIAASAABHCIWFiIWEiAICAAeQ88nA/v+rUIA=', 'base64')

interface Voice {
  feed: Feed
  frames: Buffer[]
  isFilling: boolean
}

export class Broadcast {
  readonly #room: Room
  readonly #tool: Tool
  readonly #webm: Webm
  readonly #voices: Voice[]
  readonly #picture: Feed
  readonly #timers: NodeJS.Timeout[]
  readonly #began = performance.now()
  #sounded = 0
  #shownAt = -Infinity
  #isDark = true
  #isOver = false
  #stopping: Promise<void> | null = null

  /** @throws MediaRefusal `ffmpeg_missing` */
  constructor(room: Room, folder: string, { width = 1280, height = 720, windowSeconds = 3_600 }: BroadcastOptions, onFail: (reason: string) => void) {
    this.#room = room
    mkdirSync(folder, { recursive: true })
    this.#tool = runTool('ffmpeg', argsOf(width, height, windowSeconds), { folder, nice: NICE, input: true })
    this.#tool.done.catch((error: Error) => {
      if (!this.#isOver) onFail(error.message)
      this.#end()
    })
    const { stdin } = this.#tool.child
    // it ends by itself, and says why above
    stdin?.on('error', () => {})
    this.#webm = new Webm([{ kind: 'video', width, height }, ...Array.from({ length: VOICES }, () => ({ kind: 'audio' as const }))], (bytes) => {
      if ((stdin?.writableLength ?? 0) > TOO_MUCH_BYTES) this.#tool.child.kill('SIGKILL')
      else stdin?.write(bytes)
    })
    this.#voices = Array.from({ length: VOICES }, () => {
      const voice: Voice = { feed: new Feed('audio', ({ data }) => void voice.frames.push(data)), frames: [], isFilling: true }
      return voice
    })
    this.#picture = new Feed('video', (frame) => this.#show(frame))
    this.#timers = [setInterval(() => this.#sound(), FRAME_MS), setInterval(() => this.#webm.flush(), FLUSH_MS)]
    room.watchers.add(this)
    this.onTracks()
  }

  onTracks(): void {
    const sounds = this.#room.tracks().filter(({ kind }) => kind === 'audio')
    for (const { feed } of this.#voices) if (feed.track && !sounds.includes(feed.track)) feed.connect(null)
    for (const track of sounds) {
      if (this.#voices.some(({ feed }) => feed.track === track)) continue
      this.#voices.find(({ feed }) => !feed.track)?.feed.connect(track)
    }
    this.#choose()
  }
  aim(now: number): void {
    this.#choose()
    this.#picture.aim(now)
    for (const { feed } of this.#voices) feed.aim(now)
  }
  /** A screen before faces, a face that speaks before others. */
  #choose(): void {
    const pictures = this.#room.tracks().filter(({ kind, isMuted }) => kind === 'video' && !isMuted)
    const current = this.#picture.track
    const of = (test: (track: Track) => boolean) => pictures.find(test)
    const best =
      of(({ source }) => source === 'screen') ??
      of(({ identity }) => identity === this.#room.active) ??
      (current && pictures.includes(current) ? current : pictures[0])
    if (best && best !== current) this.#picture.connect(best)
    else if (!best && current && !this.#room.tracks().includes(current)) this.#picture.connect(null)
  }

  #show({ at, isKey, data }: Frame): void {
    const { writableLength = 0 } = this.#tool.child.stdin ?? {}
    if (this.#isDark && !isKey) return
    if (writableLength > MUCH_BYTES) {
      this.#isDark = true
      this.#picture.renew(performance.now())
      return
    }
    this.#isDark = false
    this.#put(at, isKey, data)
  }
  #put(at: number, isKey: boolean, data: Buffer): void {
    this.#shownAt = Math.max(at, this.#shownAt + 1)
    this.#webm.add(0, this.#shownAt - this.#began, isKey, data)
  }

  /** One frame of each voice for every 20 ms that have passed, so that the mixer never waits for anybody. */
  #sound(): void {
    const now = performance.now()
    for (; this.#began + this.#sounded <= now; this.#sounded += FRAME_MS) {
      this.#voices.forEach((voice, at) => {
        this.#webm.add(at + 1, this.#sounded, true, nextOf(voice))
      })
    }
    if (now - this.#shownAt < DARK_MS) return
    if (!this.#isDark) this.#picture.renew(now)
    this.#isDark = true
    this.#put(now, true, BLACK)
  }

  #end(): void {
    this.#isOver = true
    for (const timer of this.#timers) clearInterval(timer)
    this.#room.watchers.delete(this)
    this.#picture.connect(null)
    for (const { feed } of this.#voices) feed.connect(null)
  }
  /** Done when nothing is written any more. */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#finish())
  }
  async #finish(): Promise<void> {
    if (this.#isOver) return
    this.#end()
    this.#webm.flush()
    this.#tool.child.stdin?.end()
    const timer = setTimeout(() => this.#tool.child.kill('SIGKILL'), END_MS)
    // it is over in any case
    await Promise.allSettled([this.#tool.done])
    clearTimeout(timer)
  }
}

function nextOf(voice: Voice): Buffer {
  const { frames } = voice
  if (frames.length > MOST_FRAMES) frames.splice(0, frames.length - KEPT_FRAMES)
  if (voice.isFilling && frames.length < KEPT_FRAMES) return SILENCE
  const next = frames.shift()
  voice.isFilling = !next
  return next ?? SILENCE
}

function argsOf(width: number, height: number, windowSeconds: number): string[] {
  const picture = `[0:v]fps=${FPS},scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:-1:-1,setsar=1,format=yuv420p[v]`
  const voices = Array.from({ length: VOICES }, (_, at) => `[0:a:${at}]`).join('')
  const gop = String(FPS * SEGMENT_SECONDS)
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', gop, '-keyint_min', gop, '-sc_threshold', '0']
  const rate = ['-b:v', '1800k', '-maxrate', '2200k', '-bufsize', '2200k']
  const hls = ['-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_list_size', String(Math.ceil(windowSeconds / SEGMENT_SECONDS))]
  // after an engine that has died another goes on in the same playlist, which only the room's end ends
  const flags = ['-hls_flags', 'delete_segments+independent_segments+append_list+omit_endlist+temp_file', '-hls_delete_threshold', '5']
  return [
    // not `-fflags nobuffer`, which throws away what it began by looking at: browsers send a whole picture once, and after it only what changes
    ...['-v', 'error', '-nostdin', '-probesize', '100000', '-analyzeduration', '0', '-f', 'matroska', '-i', 'pipe:0'],
    // two graphs: a picture that changes its size makes only its own anew
    ...['-filter_complex', picture, '-filter_complex', `${voices}amix=inputs=${VOICES}:normalize=0,alimiter=limit=0.95[a]`],
    ...['-map', '[v]', '-map', '[a]', ...video, ...rate, '-c:a', 'aac', '-b:a', '128k', '-ac', '2', ...hls, ...flags],
    ...['-hls_segment_filename', 'part%06d.ts', PLAYLIST],
  ]
}
