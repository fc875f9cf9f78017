/** Where one is in a broadcast, counted from what is live: going back, and forward to it again. */
import { type RefObject, useCallback, useEffect, useState } from 'react'

/** Players stay so far behind what was sent last, or nothing would be there to play. */
const LIVE_SECONDS = 5
/** Nobody has gone back who is behind no further than that. */
const NEAR_SECONDS = 20
const EVENTS = ['timeupdate', 'progress', 'seeked', 'durationchange'] as const

export interface Rewinding {
  /** Seconds that one can go back. */
  most: number
  /** Seconds, 0 where one watches live. */
  behind: number
  goTo: (behind: number) => void
}
export function useRewind(media: RefObject<HTMLVideoElement | null>): Rewinding {
  const [{ most, behind }, setPlace] = useState({ most: 0, behind: 0 })
  useEffect(() => {
    const element = media.current
    if (!element) return
    const look = () => {
      const { seekable, currentTime } = element
      if (seekable.length === 0) return
      const edge = seekable.end(seekable.length - 1) - LIVE_SECONDS
      const away = Math.round(edge - currentTime)
      const next = { most: Math.max(0, Math.floor(edge - seekable.start(0))), behind: away < NEAR_SECONDS - LIVE_SECONDS ? 0 : away }
      setPlace((before) => (before.most === next.most && before.behind === next.behind ? before : next))
    }
    for (const name of EVENTS) element.addEventListener(name, look)
    return () => {
      for (const name of EVENTS) element.removeEventListener(name, look)
    }
  }, [media])
  const goTo = useCallback(
    (seconds: number) => {
      const element = media.current
      if (!element || element.seekable.length === 0) return
      const { seekable } = element
      element.currentTime = Math.max(seekable.start(0), seekable.end(seekable.length - 1) - LIVE_SECONDS - seconds)
    },
    [media],
  )
  return { most, behind, goTo }
}
