/** Records a voice message in the browser, with its waveform, and brings it to the server. */
import { AtriumError, call, useT } from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'
import contract, { MAX_VOICE_MS, PEAKS, type Voice } from '../../contract.ts'

const TICK_MS = 50
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus']

interface Take {
  recorder: MediaRecorder
  stream: MediaStream
  context: AudioContext
  chunks: Blob[]
  levels: number[]
  began: number
  ticking: ReturnType<typeof setInterval>
}
export interface Recorder {
  state: 'idle' | 'recording' | 'sending'
  ms: number
  /** The latest levels, 0 to 100. */
  levels: readonly number[]
  start(): Promise<void>
  cancel(): void
  /** Stops and uploads. @throws the server's refusal, or a failure of the network */
  finish(): Promise<Voice>
}
export const canRecord = (): boolean => typeof MediaRecorder !== 'undefined' && Boolean(navigator.mediaDevices?.getUserMedia)

export function useRecorder(): Recorder {
  const t = useT()
  const take = useRef<Take | null>(null)
  const [state, setState] = useState<Recorder['state']>('idle')
  const [ms, setMs] = useState(0)
  const [levels, setLevels] = useState<readonly number[]>([])
  const end = () => {
    const { current } = take
    take.current = null
    if (!current) return
    clearInterval(current.ticking)
    for (const track of current.stream.getTracks()) track.stop()
    void current.context.close().catch(() => {})
  }
  useEffect(() => end, [])
  return {
    state,
    ms,
    levels,
    async start() {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } })
      const context = new AudioContext()
      const analyser = context.createAnalyser()
      analyser.fftSize = 1024
      context.createMediaStreamSource(stream).connect(analyser)
      const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type))
      const recorder = new MediaRecorder(stream, mimeType ? { mimeType } : undefined)
      const wave = new Uint8Array(analyser.fftSize)
      const own: Take = { recorder, stream, context, chunks: [], levels: [], began: performance.now(), ticking: 0 as never }
      recorder.ondataavailable = ({ data }) => data.size > 0 && own.chunks.push(data)
      own.ticking = setInterval(() => {
        analyser.getByteTimeDomainData(wave)
        const loud = wave.reduce((most, value) => Math.max(most, Math.abs(value - 128)), 0)
        own.levels.push(Math.min(100, Math.round((loud / 128) * 140)))
        setLevels(own.levels.slice(-PEAKS))
        setMs(performance.now() - own.began)
        if (performance.now() - own.began >= MAX_VOICE_MS && recorder.state === 'recording') recorder.pause()
      }, TICK_MS)
      take.current = own
      recorder.start(1000)
      setMs(0)
      setLevels([])
      setState('recording')
    },
    cancel() {
      if (take.current?.recorder.state !== 'inactive') take.current?.recorder.stop()
      end()
      setState('idle')
    },
    async finish() {
      const { current } = take
      if (!current) throw new Error('nothing is recorded')
      setState('sending')
      const duration_ms = Math.max(1, Math.min(Math.round(performance.now() - current.began), MAX_VOICE_MS))
      try {
        await new Promise<void>((done) => {
          current.recorder.onstop = () => done()
          current.recorder.stop()
        })
        const { type } = current.chunks[0] ?? { type: 'audio/webm' }
        const blob = new Blob(current.chunks, { type })
        const filename = `voice.${type.includes('mp4') ? 'm4a' : type.includes('ogg') ? 'ogg' : 'webm'}`
        const granted = await call(contract.routes.voiceUpload, { body: { filename, byte_size: blob.size, content_type: type } })
        const reply = await fetch(granted.url, { method: 'PUT', headers: { ...granted.headers, 'upload-offset': '0' }, body: blob })
        if (!reply.ok) throw new AtriumError(reply.status, 'upload_failed', t('voice.failed'))
        const { signed_id } = await reply.json()
        return await call(contract.routes.processVoice, { body: { signed_id, duration_ms, peaks: peaksFrom(current.levels) } })
      } finally {
        end()
        setState('idle')
      }
    },
  }
}
/** At most 512 levels, the loudest of each stretch. */
function peaksFrom(levels: readonly number[]): number[] {
  const step = Math.max(1, Math.ceil(levels.length / 512))
  return Array.from({ length: Math.max(1, Math.ceil(levels.length / step)) }, (_, i) => Math.max(0, ...levels.slice(i * step, (i + 1) * step)))
}
