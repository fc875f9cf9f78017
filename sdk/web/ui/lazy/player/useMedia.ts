/** The state of a media element as React sees it; of all players one sounds at a time. */
import { type RefObject, useEffect, useState } from 'react'

export interface MediaState {
  playing: boolean
  waiting: boolean
  time: number
  duration: number
  /** Seconds that are loaded from where it plays. */
  buffered: number
  volume: number
  muted: boolean
  rate: number
  ended: boolean
}

let sounding: HTMLMediaElement | null = null

const EVENTS = [
  'play',
  'pause',
  'timeupdate',
  'durationchange',
  'progress',
  'volumechange',
  'ratechange',
  'ended',
  'waiting',
  'playing',
  'seeked',
  'loadedmetadata',
] as const

/** @param known seconds, before the element knows */
export function useMedia(media: RefObject<HTMLMediaElement | null>, known: number | null): MediaState {
  const [state, setState] = useState<MediaState>({
    ...{ playing: false, waiting: false, time: 0, duration: 0, buffered: 0, volume: 1, muted: false, rate: 1, ended: false },
  })
  useEffect(() => {
    const element = media.current
    if (!element) return
    const read = (event?: Event) => {
      const { buffered, currentTime: time } = element
      let until = 0
      for (let i = 0; i < buffered.length; i++) if (buffered.start(i) <= time + 0.5) until = Math.max(until, buffered.end(i))
      setState({
        playing: !element.paused && !element.ended,
        waiting: event?.type === 'waiting',
        time,
        duration: element.duration,
        buffered: until,
        volume: element.volume,
        muted: element.muted,
        rate: element.playbackRate,
        ended: element.ended,
      })
    }
    const only = () => {
      if (sounding !== element) sounding?.pause()
      sounding = element
    }
    element.addEventListener('play', only)
    for (const name of EVENTS) element.addEventListener(name, read)
    read()
    return () => {
      element.removeEventListener('play', only)
      for (const name of EVENTS) element.removeEventListener(name, read)
      if (sounding === element) sounding = null
    }
  }, [media])
  // recordings of browsers say "Infinity" until they were played to the end
  return { ...state, duration: Number.isFinite(state.duration) && state.duration > 0 ? state.duration : (known ?? 0) }
}

/** `1:02:03`, `4:05`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}
