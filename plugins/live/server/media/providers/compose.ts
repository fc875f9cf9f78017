/** One picture of a whole recording: everybody side by side, or who speaks, with all sounds mixed. Takes its time, so it belongs into a job. */
import path from 'node:path'
import type { RecordedTrack } from './engine.ts'
import { runTool } from './ffmpeg.ts'
import type { Recorded } from './recorded.ts'

export interface ComposeOptions extends Omit<Recorded, 'began'> {
  /** An MP4. */
  output: string
  layout: 'grid' | 'speaker'
  width?: number
  height?: number
  /** Ends it after so long. */
  limitMs: number
  /** What it may take; the longer it is, the coarser. Default: as good as it gets. */
  maxBytes?: number
  /** Percent, about twice a second. */
  onProgress?: (percent: number) => void
  signal?: AbortSignal
}
interface Timed extends RecordedTrack {
  /** Seconds of the recording. */
  from: number
  to: number
}
type Span = [from: number, to: number]
const NICE = 15
const FPS = 25
/** Bits in a second. */
const SOUND_RATE = 128_000
const BEST_RATE = 3_000_000
/** Of the bytes that it may take, what is left for pictures and sound. */
const FILLED = 0.9

async function durationOf(file: string): Promise<number> {
  const args = ['-v', 'error', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', path.basename(file)]
  const out = await runTool('ffprobe', args, { folder: path.dirname(file), nice: NICE }).done
  return Math.max(0, ...out.split('\n').map((line) => Number.parseFloat(line) || 0)) + 1 / FPS
}

const enabled = (spans: Span[]): string => spans.map(([from, to]) => `between(t,${from.toFixed(3)},${to.toFixed(3)})`).join('+') || '0'
const within = (spans: Span[], from: number, to: number): Span[] => spans.map(([a, b]): Span => [Math.max(a, from), Math.min(b, to)]).filter(([a, b]) => b > a)

/** Places for so many pictures, as squarely as can be. */
function cells(count: number, width: number, height: number): { x: number; y: number; w: number; h: number }[] {
  const columns = Math.ceil(Math.sqrt(count))
  const rows = Math.ceil(count / columns)
  const [w, h] = [even(width / columns), even(height / rows)]
  return Array.from({ length: count }, (_, at) => ({ x: (at % columns) * w, y: Math.floor(at / columns) * h, w, h }))
}
const even = (pixels: number): number => Math.floor(pixels / 2) * 2

interface Overlay {
  track: Timed
  x: number
  y: number
  w: number
  h: number
  spans: Span[]
}
function gridOf(pictures: Timed[], width: number, height: number): Overlay[] {
  const keys = [...new Set(pictures.map(({ identity, source }) => `${source} ${identity}`))]
  const places = cells(keys.length, width, height)
  return pictures.map((track) => ({ track, ...places[keys.indexOf(`${track.source} ${track.identity}`)]!, spans: [[track.from, track.to]] }))
}
/** Who speaks fills the picture; a screen does before anybody, and who speaks sits in its corner. */
function speakersOf(pictures: Timed[], speakers: Recorded['speakers'], end: number, width: number, height: number): Overlay[] {
  const screens = pictures.filter(({ source }) => source === 'screen')
  const cameras = pictures.filter(({ source }) => source === 'camera')
  const first = cameras[0]?.identity ?? null
  const turns = [{ at: 0, identity: first }, ...speakers.filter(({ identity }) => cameras.some((camera) => camera.identity === identity))]
  const spansOf = (who: string) =>
    turns.flatMap(({ at, identity }, n): Span[] => (identity === who ? [[at / 1000, (turns[n + 1]?.at ?? end * 1000) / 1000]] : []))
  const shown: Span[] = screens.map(({ from, to }) => [from, to])
  const full = { x: 0, y: 0, w: width, h: height }
  const [w, h] = [even(width / 4), even(height / 4)]
  const corner = { x: width - w - 16, y: height - h - 16, w, h }
  return [
    ...cameras.map((track) => ({ track, ...full, spans: within(spansOf(track.identity), track.from, track.to) })),
    ...screens.map((track) => ({ track, ...full, spans: [[track.from, track.to]] as Span[] })),
    ...cameras.map((track) => ({
      track,
      ...corner,
      spans: shown.flatMap(([from, to]) => within(within(spansOf(track.identity), track.from, track.to), from, to)),
    })),
  ].filter(({ spans }) => spans.length > 0)
}

/** @returns its length in seconds. @throws MediaRefusal `ffmpeg_missing`; Error with what ffmpeg complains of */
export async function compose(options: ComposeOptions): Promise<number> {
  const { tracks, speakers, output, layout, width = 1280, height = 720, limitMs, maxBytes = Number.POSITIVE_INFINITY, onProgress, signal } = options
  const timed: Timed[] = []
  for (const track of tracks) timed.push({ ...track, from: track.begins / 1000, to: track.begins / 1000 + (await durationOf(track.path)) })
  const end = Math.max(1 / FPS, ...timed.map(({ to }) => to))
  const pictures = timed.filter(({ source }) => source === 'camera' || source === 'screen')
  const sounds = timed.filter((track) => !pictures.includes(track))
  const overlays = layout === 'grid' ? gridOf(pictures, width, height) : speakersOf(pictures, speakers, end, width, height)

  const inputs = [...overlays.map(({ track }) => track), ...sounds]
  const steps = [`color=black:s=${width}x${height}:r=${FPS}:d=${end.toFixed(3)}[v0]`]
  overlays.forEach(({ track, x, y, w, h, spans }, at) => {
    steps.push(
      `[${at}:v]setpts=PTS-STARTPTS+${track.from.toFixed(3)}/TB,fps=${FPS},scale=${w}:${h}:force_original_aspect_ratio=decrease,pad=${w}:${h}:-1:-1,setsar=1[p${at}]`,
      `[v${at}][p${at}]overlay=${x}:${y}:eof_action=pass:enable='${enabled(spans)}'[v${at + 1}]`,
    )
  })
  sounds.forEach(({ from }, n) => {
    steps.push(`[${overlays.length + n}:a]aresample=48000:async=1:first_pts=0,adelay=${Math.round(from * 1000)}:all=1[a${n}]`)
  })
  if (sounds.length) steps.push(`${sounds.map((_, n) => `[a${n}]`).join('')}amix=inputs=${sounds.length}:normalize=0:duration=longest,alimiter=limit=0.95[a]`)
  const map = ['-map', `[v${overlays.length}]`, ...(sounds.length ? ['-map', '[a]', '-c:a', 'aac', '-b:a', String(SOUND_RATE)] : [])]
  const rate = Math.floor(Math.min(BEST_RATE, (maxBytes * 8 * FILLED) / end - SOUND_RATE))
  const made = [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '25',
    '-maxrate',
    String(rate),
    '-bufsize',
    String(2 * rate),
    '-pix_fmt',
    'yuv420p',
    '-r',
    String(FPS),
    '-t',
    end.toFixed(3),
    '-movflags',
    '+faststart',
  ]
  const args = ['-v', 'error', '-nostdin', '-y', '-progress', 'pipe:1', ...inputs.flatMap(({ path: file }) => ['-threads', '1', '-f', 'matroska', '-i', file])]
  const { child, done } = runTool('ffmpeg', [...args, '-filter_complex', steps.join(';'), ...map, ...made, output], {
    folder: path.dirname(output),
    nice: NICE,
  })
  child.stdout?.on('data', (bytes: Buffer) => {
    const [, microseconds] = /out_time_us=(\d+)/.exec(bytes.toString()) ?? []
    if (microseconds) onProgress?.(Math.min(99, Math.floor(Number(microseconds) / 10_000 / end)))
  })
  const stop = () => child.kill('SIGKILL')
  const timer = setTimeout(stop, limitMs)
  signal?.addEventListener('abort', stop)
  try {
    await done
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
  return end
}
