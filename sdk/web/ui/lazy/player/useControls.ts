/** What buttons and keys do to a media element, the same for videos and sounds. */
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { useStored } from '../../../core/stored.ts'
import type { Playback } from './playback.ts'
import type { MediaState } from './useMedia.ts'
import { resumeAt, type Source } from './useSource.ts'
import { SPEEDS } from './parts.tsx'

const SHORT = 5
const LONG = 10
const RESUMED_MS = 8_000

export interface Controls {
  toggle: () => void
  seek: (seconds: number) => void
  /** Where playing went on, for a while. */
  resumed: number | null
  startOver: () => void
  rate: number
  setRate: (rate: number) => void
  setVolume: (volume: number) => void
  toggleMute: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** @param more further keys, by their lower-case names */
export function useControls(
  media: RefObject<HTMLMediaElement | null>,
  state: MediaState,
  source: Source,
  playback: Playback | undefined,
  more: Record<string, () => void>,
): Controls {
  const [rate, keepRate] = useStored('player.speed', 1)
  const [volume, keepVolume] = useStored('player.volume', 1)
  const [started, setStarted] = useState(false)
  const [resumed, setResumed] = useState<number | null>(null)
  useEffect(() => {
    const element = media.current
    if (!element) return
    // loading resets the speed to the default
    element.defaultPlaybackRate = rate
    element.playbackRate = rate
    element.volume = volume
  }, [media, rate, volume])
  useEffect(() => {
    if (resumed === null) return
    const timer = setTimeout(() => setResumed(null), RESUMED_MS)
    return () => clearTimeout(timer)
  }, [resumed])

  const toggle = () => {
    const element = media.current
    if (!element) return
    if (!element.paused && !element.ended) return element.pause()
    if (!started) {
      setStarted(true)
      const at = element.currentTime === 0 ? resumeAt(playback) : 0
      if (at) {
        setResumed(at)
        // loaded already: streams begin there by themselves
        if (element.readyState > 0) element.currentTime = at
      }
    }
    source.load()
    // the source may come only now, and then it is started again
    void element.play().catch(() => {})
  }
  const seek = (seconds: number) => {
    const element = media.current
    if (!element) return
    source.load()
    element.currentTime = Math.min(Math.max(0, seconds), state.duration || seconds)
  }
  const setVolume = (next: number) => {
    const value = Math.min(1, Math.max(0, Math.round(next * 20) / 20))
    keepVolume(value)
    if (media.current) media.current.muted = value === 0
  }
  const toggleMute = () => {
    if (media.current) media.current.muted = !media.current.muted
  }
  const faster = (step: number) => {
    const next = SPEEDS[SPEEDS.indexOf(rate) + step]
    if (next) keepRate(next)
  }
  const keys: Record<string, () => void> = {
    k: toggle,
    j: () => seek(state.time - LONG),
    l: () => seek(state.time + LONG),
    arrowleft: () => seek(state.time - SHORT),
    arrowright: () => seek(state.time + SHORT),
    arrowup: () => setVolume(volume + 0.1),
    arrowdown: () => setVolume(volume - 0.1),
    home: () => seek(0),
    end: () => seek(state.duration),
    m: toggleMute,
    '<': () => faster(-1),
    '>': () => faster(1),
    ...Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`${i}`, () => seek((state.duration * i) / 10)])),
    ...more,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return
    const target = event.target as HTMLElement
    if (target.closest('[role=menu]')) return
    const key = event.key.toLowerCase()
    // a button that has the focus is pressed by the space bar
    const run = key === ' ' && !target.closest('button') ? toggle : keys[key]
    if (!run) return
    event.preventDefault()
    run()
  }
  const startOver = () => {
    setResumed(null)
    seek(0)
  }
  return { toggle, seek, resumed, startOver, rate, setRate: keepRate, setVolume, toggleMute, onKeyDown }
}
