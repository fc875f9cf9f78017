/** A live playlist in a video element: by the browser itself where it can, else by hls.js. A playlist that is not there yet is asked for again. */
import type Hls from 'hls.js'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

const HLS_TYPE = 'application/vnd.apple.mpegurl'
const AGAIN_MS = 3_000
/** What was played is fetched again when somebody goes back further. */
const KEPT_SECONDS = 30

export interface Watching {
  media: RefObject<HTMLVideoElement | null>
  /** Nothing has come yet, or what should come does not. */
  isWaiting: boolean
  /** The browser wants a press first. */
  isBlocked: boolean
  play: () => void
}
export function useHls(playlist: string): Watching {
  const media = useRef<HTMLVideoElement>(null)
  const [isWaiting, setWaiting] = useState(true)
  const [isBlocked, setBlocked] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const play = useCallback(() => {
    media.current?.play().then(
      () => setBlocked(false),
      (error: unknown) => setBlocked(error instanceof DOMException && error.name === 'NotAllowedError'),
    )
  }, [])
  useEffect(() => {
    const element = media.current
    if (!element) return
    let isGone = false
    let hls: Hls | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      if (isGone) return
      setWaiting(true)
      clearTimeout(timer)
      timer = setTimeout(() => setAttempt((before) => before + 1), AGAIN_MS)
    }
    const playing = () => setWaiting(false)
    element.addEventListener('playing', playing)
    if (!('MediaSource' in window) && !('ManagedMediaSource' in window) && element.canPlayType(HLS_TYPE)) {
      element.addEventListener('error', again)
      element.src = playlist
      play()
    } else
      void import('hls.js/light').then(({ default: Player }) => {
        if (isGone) return
        // a worker would be a script from a blob, which the page's policy refuses
        const player = new Player({ enableWorker: false, liveSyncDurationCount: 2, liveDurationInfinity: true, backBufferLength: KEPT_SECONDS })
        hls = player
        player.on(Player.Events.MANIFEST_PARSED, play)
        player.on(Player.Events.ERROR, (_, { fatal, type }) => {
          if (!fatal) return
          if (type === Player.ErrorTypes.MEDIA_ERROR) player.recoverMediaError()
          else again()
        })
        player.loadSource(playlist)
        player.attachMedia(element)
      }, again)
    return () => {
      isGone = true
      clearTimeout(timer)
      element.removeEventListener('playing', playing)
      element.removeEventListener('error', again)
      hls?.destroy()
    }
  }, [playlist, attempt, play])
  return { media, isWaiting, isBlocked, play }
}
