/** What is made of a video or sound: streams of several sizes, a poster, small pictures for the scrub bar, loudness over time. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { MediaProblem, run, type RunOptions } from './tools.ts'

/** Of what members upload only plain containers are opened, and nothing else than the file: a playlist could name files of the server. */
const GUARD = ['-v', 'error', '-protocol_whitelist', 'file,pipe', '-format_whitelist', 'mov,matroska,webm,mp3,wav,ogg']
const INPUT = 'file:source'
/** Seconds of one segment; pictures that stand alone come as often, in all sizes at the same moments. */
const SEGMENT = 4
/** Pixels of the shorter side, and the most bits a second. */
const LADDER = [
  { side: 360, bits: 700_000 },
  { side: 720, bits: 2_500_000 },
]
const MOST_SECONDS = 6 * 3600
const MOST_PIXELS = 2 ** 26
const TILE_WIDTH = 160
const TILES = 100
const COLUMNS = 10
const PEAK_RATE = 8_000

export interface Probe {
  kind: 'video' | 'audio'
  /** Seconds; recordings of browsers do not say. */
  duration: number | null
  width: number | null
  height: number | null
  sound: boolean
  /** Every browser plays it as it is. */
  plain: boolean
}
export interface Work extends RunOptions {
  onProgress: (percent: number) => void
}
export interface Made {
  kind: 'video' | 'audio'
  duration: number | null
  width: number | null
  height: number | null
  peaks: number[] | null
  /** Names of files in the work folder. */
  parts: string[]
}

/** @throws MediaProblem `unreadable`, `no_media`, `too_long` */
export async function probe(work: RunOptions): Promise<Probe> {
  const out = await run('ffprobe', [...GUARD, '-print_format', 'json', '-show_format', '-show_streams', INPUT], work)
  const { format = {}, streams = [] } = JSON.parse(out)
  const picture = streams.find((stream: any) => stream.codec_type === 'video' && !stream.disposition?.attached_pic)
  const sound = streams.find((stream: any) => stream.codec_type === 'audio')
  if (!picture && !sound) throw new MediaProblem('no_media')
  const duration = Number.parseFloat(format.duration ?? picture?.duration ?? sound?.duration)
  if (duration > MOST_SECONDS) throw new MediaProblem('too_long')
  const plain = ['mp3', 'aac'].includes(sound?.codec_name) && /^(mp3|mov)/.test(format.format_name)
  const [width, height] = upright(picture)
  if (width * height > MOST_PIXELS) throw new MediaProblem('unreadable', `${width} × ${height} pixels`)
  return {
    kind: picture ? 'video' : 'audio',
    duration: duration > 0 ? duration : null,
    width: picture ? width : null,
    height: picture ? height : null,
    sound: Boolean(sound),
    plain,
  }
}
/** Phones store videos in landscape with a note how far to rotate them. */
function upright(picture: any): [width: number, height: number] {
  const turn = Number(picture?.side_data_list?.find((side: any) => side.rotation !== undefined)?.rotation ?? picture?.tags?.rotate ?? 0)
  const size: [number, number] = [picture?.width ?? 0, picture?.height ?? 0]
  return Math.abs(turn) % 180 === 90 ? [size[1], size[0]] : size
}

/** `-progress` writes `out_time_us=…` again and again. */
const watch = (duration: number | null, tell: (percent: number) => void, end?: (seconds: number) => void) => (line: string) => {
  const micros = /^out_time_us=(\d+)/.exec(line)?.[1]
  if (!micros) return
  const seconds = Number(micros) / 1e6
  end?.(seconds)
  if (duration) tell(Math.min(100, (seconds / duration) * 100))
}

const even = (value: number) => Math.max(2, Math.round(value / 2) * 2)
/** The sizes that a video gets: none above its own. */
export function renditions(width: number, height: number): { name: string; width: number; height: number; bits: number }[] {
  const short = Math.min(width, height)
  const fitting = LADDER.filter(({ side }) => side <= short)
  const steps = fitting.length ? fitting : [{ side: short, bits: LADDER[0]!.bits }]
  return steps.map(({ side, bits }) => ({ name: `${even(side)}p`, width: even((width * side) / short), height: even((height * side) / short), bits }))
}

export async function make(source: Probe, work: Work): Promise<Made> {
  return source.kind === 'video' ? makeVideo(source, work) : makeAudio(source, work)
}

async function makeVideo(source: Probe, work: Work): Promise<Made> {
  const sizes = renditions(source.width!, source.height!)
  let seconds = source.duration ?? 0
  const split = `[0:V:0]split=${sizes.length}${sizes.map((_, i) => `[s${i}]`).join('')}`
  const scaled = sizes.map(({ width, height }, i) => `[s${i}]scale=${width}:${height},setsar=1,format=yuv420p[v${i}]`)
  const each = sizes.flatMap(({ bits }, i) => [`-maxrate:v:${i}`, `${bits}`, `-bufsize:v:${i}`, `${bits * 2}`])
  const maps = sizes.flatMap((_, i) => ['-map', `[v${i}]`, ...(source.sound ? ['-map', '0:a:0'] : [])])
  await run(
    'ffmpeg',
    [
      ...['-nostdin', '-y', ...GUARD, '-i', INPUT, '-filter_complex', [split, ...scaled].join(';'), ...maps, '-map_metadata', '-1', '-sn', '-dn'],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-threads', '1', '-crf', '23', ...each],
      ...['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT})`, '-sc_threshold', '0', '-c:a', 'aac', '-b:a', '96k', '-ac', '2'],
      ...['-f', 'hls', '-hls_time', `${SEGMENT}`, '-hls_playlist_type', 'vod', '-hls_flags', 'independent_segments+single_file', '-hls_segment_type', 'fmp4'],
      ...['-master_pl_name', 'video.m3u8', '-var_stream_map', sizes.map(({ name }, i) => `v:${i}${source.sound ? `,a:${i}` : ''},name:${name}`).join(' ')],
      ...['-hls_segment_filename', '%v.mp4', '-progress', 'pipe:1', '%v.m3u8'],
    ],
    {
      ...work,
      onLine: watch(
        source.duration,
        (percent) => work.onProgress(percent * 0.9),
        (end) => {
          seconds = Math.max(seconds, end)
        },
      ),
    },
  )
  // what was just made is quicker to read than the source
  const small = ['-nostdin', '-y', '-v', 'error', '-protocol_whitelist', 'file,pipe', '-format_whitelist', 'mov']
  const large = `file:${sizes.at(-1)!.name}.mp4`
  await run('ffmpeg', [...small, '-ss', `${Math.min(seconds / 10, 5)}`, '-i', large, '-vf', 'thumbnail=30', '-frames:v', '1', '-q:v', '4', 'poster.jpg'], work)
  work.onProgress(93)
  const { width, height } = sizes[0]!
  const tile = { width: TILE_WIDTH, height: even((TILE_WIDTH * height) / width) }
  const every = Math.max(1, Math.ceil(seconds / TILES))
  const count = Math.max(1, Math.ceil(seconds / every))
  const columns = Math.min(COLUMNS, count)
  const layout = `fps=1/${every}:round=up,scale=${tile.width}:${tile.height},tile=${columns}x${Math.ceil(count / columns)}`
  await run('ffmpeg', [...small, '-i', `file:${sizes[0]!.name}.mp4`, '-vf', layout, '-frames:v', '1', '-q:v', '6', 'sprite.jpg'], work)
  await writeFile(path.join(work.folder, 'sprite.vtt'), spriteCues(seconds, every, count, columns, tile))
  work.onProgress(97)
  return {
    kind: 'video',
    duration: seconds || null,
    width: source.width,
    height: source.height,
    peaks: null,
    parts: ['video.m3u8', ...sizes.flatMap(({ name }) => [`${name}.m3u8`, `${name}.mp4`]), 'poster.jpg', 'sprite.jpg', 'sprite.vtt'],
  }
}

const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23)
function spriteCues(seconds: number, every: number, count: number, columns: number, tile: { width: number; height: number }): string {
  const cues = Array.from({ length: count }, (_, i) => {
    const place = `${(i % columns) * tile.width},${Math.floor(i / columns) * tile.height},${tile.width},${tile.height}`
    return `${clock(i * every)} --> ${clock(Math.max(i * every + 0.1, Math.min(seconds, (i + 1) * every)))}\nsprite.jpg#xywh=${place}\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}

async function makeAudio(source: Probe, work: Work): Promise<Made> {
  let seconds = source.duration ?? 0
  if (!source.plain)
    await run(
      'ffmpeg',
      [
        ...['-nostdin', '-y', ...GUARD, '-i', INPUT, '-map', '0:a:0', '-map_metadata', '-1', '-c:a', 'aac', '-b:a', '128k', '-ac', '2'],
        ...['-movflags', '+faststart', '-progress', 'pipe:1', 'audio.m4a'],
      ],
      {
        ...work,
        onLine: watch(
          source.duration,
          (percent) => work.onProgress(percent * 0.8),
          (end) => {
            seconds = Math.max(seconds, end)
          },
        ),
      },
    )
  const loudness = new Loudness(seconds)
  await run('ffmpeg', ['-nostdin', ...GUARD, '-i', INPUT, '-map', '0:a:0', '-ac', '1', '-ar', `${PEAK_RATE}`, '-f', 's16le', '-'], {
    ...work,
    onData: (bytes) => loudness.take(bytes),
  })
  work.onProgress(97)
  return { kind: 'audio', duration: seconds || loudness.seconds, width: null, height: null, peaks: loudness.peaks(), parts: source.plain ? [] : ['audio.m4a'] }
}

/** The loudest sample of each stretch, as percent of the loudest of all. */
export class Loudness {
  /** Samples to one peak at first: twenty stretches a second, put together at the end. */
  static readonly STEP = PEAK_RATE / 20
  readonly #stretches: number[] = []
  readonly #wanted: number | null
  #samples = 0
  #half: number | null = null
  /** @param seconds 0 when nobody knows */
  constructor(seconds: number) {
    this.#wanted = seconds || null
  }
  get seconds(): number {
    return this.#samples / PEAK_RATE
  }
  take(bytes: Buffer): void {
    let at = 0
    if (this.#half !== null && bytes.length) {
      this.#sample(Buffer.from([this.#half, bytes[0]!]).readInt16LE(0))
      this.#half = null
      at = 1
    }
    for (; at + 1 < bytes.length; at += 2) this.#sample(bytes.readInt16LE(at))
    if (at < bytes.length) this.#half = bytes[at]!
  }
  #sample(value: number): void {
    const stretch = Math.floor(this.#samples++ / Loudness.STEP)
    const loud = Math.abs(value)
    if (loud > (this.#stretches[stretch] ?? -1)) this.#stretches[stretch] = loud
  }
  /** Four a second, 64 at least, 1000 at most. */
  peaks(): number[] {
    const count = Math.min(1000, Math.max(64, Math.round((this.#wanted ?? this.seconds) * 4)))
    const all = this.#stretches
    const most = Math.max(
      1,
      all.reduce((most, value) => Math.max(most, value), 0),
    )
    return Array.from({ length: count }, (_, i) => {
      const from = Math.floor((i * all.length) / count)
      const to = Math.max(from + 1, Math.floor(((i + 1) * all.length) / count))
      return Math.round((all.slice(from, to).reduce((peak, value) => Math.max(peak, value), 0) / most) * 100)
    })
  }
}

/** What transcribers listen to: one channel, 16 kHz, WAV. Returns the file's name in the work folder. */
export async function speech(work: RunOptions): Promise<string> {
  await run('ffmpeg', ['-nostdin', '-y', ...GUARD, '-i', INPUT, '-map', '0:a:0', '-ac', '1', '-ar', '16000', '-f', 'wav', 'speech.wav'], work)
  return 'speech.wav'
}
