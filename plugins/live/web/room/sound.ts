/** How loud something is, and a sound to try a speaker with. One audio context for the page, as browsers allow few. */
import { useEffect, useState } from 'react'

let context: AudioContext | undefined
export function soundContext(): AudioContext {
  context ??= new AudioContext()
  // before the first press on the page browsers keep it waiting
  if (context.state === 'suspended') void context.resume().catch(() => {})
  return context
}

const QUIET_DB = -55
const LOUD_DB = -12
/** 0 to 1, as ears judge it. */
export function loudnessOf(analyser: AnalyserNode, samples: Float32Array<ArrayBuffer>): number {
  analyser.getFloatTimeDomainData(samples)
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  const db = 10 * Math.log10(power + 1e-10)
  return Math.min(1, Math.max(0, (db - QUIET_DB) / (LOUD_DB - QUIET_DB)))
}
/** @returns what says how loud the track is now, and what ends that */
export function listenTo(track: MediaStreamTrack): { level: () => number; end: () => void } {
  const sound = soundContext()
  const source = sound.createMediaStreamSource(new MediaStream([track]))
  const analyser = new AnalyserNode(sound, { fftSize: 512 })
  source.connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return { level: () => loudnessOf(analyser, samples), end: () => source.disconnect() }
}

const STEP_MS = 80
/** Falls slower than it rises, so that it can be read. */
const FALL = 0.82
/** 0 to 1; 0 without a track. */
export function useLevel(track: MediaStreamTrack | null): number {
  const [level, setLevel] = useState(0)
  useEffect(() => {
    if (!track) return
    const { level: read, end } = listenTo(track)
    const timer = setInterval(() => setLevel((before) => Math.max(read(), before * FALL)), STEP_MS)
    return () => {
      clearInterval(timer)
      end()
      setLevel(0)
    }
  }, [track])
  return level
}

const NOTES = [523.25, 659.25, 783.99]
/** Three notes, from the speaker that is chosen. */
export async function playNotes(speaker: string | undefined): Promise<void> {
  const sound = soundContext()
  const out = sound.createMediaStreamDestination()
  const begin = sound.currentTime + 0.05
  for (const [place, frequency] of NOTES.entries()) {
    const note = new OscillatorNode(sound, { frequency })
    const volume = new GainNode(sound, { gain: 0 })
    const at = begin + place * 0.22
    volume.gain.setValueAtTime(0, at)
    volume.gain.linearRampToValueAtTime(0.25, at + 0.03)
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.4)
    note.connect(volume).connect(out)
    note.start(at)
    note.stop(at + 0.45)
  }
  const element = new Audio()
  element.srcObject = out.stream
  if (speaker && 'setSinkId' in element) await element.setSinkId(speaker).catch(() => {})
  await element.play()
  setTimeout(() => element.pause(), 1_500)
}
