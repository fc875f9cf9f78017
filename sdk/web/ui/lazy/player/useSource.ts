/** Brings the bytes to the media element: streams through hls.js where the browser can, else by itself, else the original. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type Hls from 'hls.js'
import { queryClient } from '../../../core/queries.ts'
import type { Playback } from './playback.ts'

const HLS_TYPE = 'application/vnd.apple.mpegurl'
/** Addresses expire; fresh ones are asked for at most this often. */
const RENEW_MS = 20_000

export interface Quality {
  /** Pixels of height. */
  height: number
  index: number
}
export interface Source {
  qualities: Quality[]
  /** -1: as the connection allows. */
  quality: number
  setQuality: (index: number) => void
  /** Nothing can be played. */
  broken: boolean
  /** Loads what is to be played, once. */
  load: () => void
}

/** Where somebody stopped, unless that was right at the beginning or the end. */
export const resumeAt = (playback: Playback | undefined): number => {
  const { position = 0, duration = null } = playback ?? {}
  return position >= 2 && (duration === null || position < duration * 0.95) ? position : 0
}

/**
 * @param settled whether the server has said what it knows; until then nothing is loaded
 * @param fallback the address the page came with, of the original
 */
export function useSource(media: RefObject<HTMLMediaElement | null>, playback: Playback | undefined, settled: boolean, fallback: string): Source {
  const [wanted, setWanted] = useState(false)
  const [qualities, setQualities] = useState<Quality[]>([])
  const [quality, choose] = useState(-1)
  const [broken, setBroken] = useState(false)
  const [plain, setPlain] = useState(false)
  /** What plays now; fresh addresses of the same are taken up only when the old ones fail. */
  const [taken, take] = useState<string | null>(null)
  const hls = useRef<Hls | null>(null)
  const renewed = useRef(0)
  const stream = plain ? null : (playback?.playlist_url ?? null)
  const latest = stream ?? playback?.audio_url ?? playback?.url ?? fallback
  const newest = useRef(latest)
  newest.current = latest

  /** The page is asked anew, which brings fresh addresses as long as its reader may still see it. */
  const renew = useCallback(async () => {
    if (Date.now() - renewed.current < RENEW_MS) return false
    renewed.current = Date.now()
    const before = newest.current
    await queryClient.invalidateQueries()
    // the answer goes through a render before it is here
    await new Promise((done) => setTimeout(done, 300))
    if (newest.current === before) return false
    take(newest.current)
    return true
  }, [])

  const load = useCallback(() => setWanted(true), [])
  // a recording that was made ready meanwhile is taken up before it is played, never under way
  useEffect(() => {
    if (!settled) return
    const idle = !media.current || (media.current.paused && media.current.currentTime === 0)
    take((now) => (now === null || idle ? latest : now))
  }, [latest, settled, media])

  // a press on Play loads nothing anew that is there already
  const due = wanted || !playback?.poster_url
  // biome-ignore lint/correctness/useExhaustiveDependencies: what plays changes by `taken` alone
  useEffect(() => {
    const element = media.current
    if (!element || !taken || !due) return
    setBroken(false)
    const start = element.currentTime || resumeAt(playback)
    const playing = !element.paused
    let gone = false
    const fail = async () => {
      if (gone || (await renew()) || gone) return
      if (stream && taken === stream) setPlain(true)
      else setBroken(true)
    }
    const goOn = () => {
      if (start > 0) element.currentTime = start
    }
    const natively = () => {
      element.addEventListener('error', fail)
      element.addEventListener('loadedmetadata', goOn, { once: true })
      element.src = taken
      // a new address stops what was pressed, and one that is not to be loaded ahead loads by playing alone
      if (playing) void element.play().catch(() => {})
    }
    const isStream = /\.m3u8$/.test(taken)
    if (!isStream || (!('MediaSource' in window) && !('ManagedMediaSource' in window) && element.canPlayType(HLS_TYPE))) natively()
    else
      void import('hls.js/light').then(({ default: Player }) => {
        if (gone) return
        // a worker would be a script from a blob, which the page's policy refuses
        const player = new Player({ enableWorker: false, capLevelToPlayerSize: true, startPosition: start || -1 })
        hls.current = player
        player.on(Player.Events.MANIFEST_PARSED, () => {
          setQualities(player.levels.map(({ width, height }, index) => ({ height: Math.min(width, height), index })))
          if (playing) void element.play().catch(() => {})
        })
        player.on(Player.Events.ERROR, (_, data) => {
          if (!data.fatal) return
          if (data.type === Player.ErrorTypes.MEDIA_ERROR && Date.now() - renewed.current > RENEW_MS) {
            renewed.current = Date.now()
            player.recoverMediaError()
          } else void fail()
        })
        player.loadSource(taken)
        player.attachMedia(element)
      }, fail)
    return () => {
      gone = true
      element.removeEventListener('error', fail)
      element.removeEventListener('loadedmetadata', goOn)
      hls.current?.destroy()
      hls.current = null
      setQualities([])
    }
  }, [taken, due, media])

  const setQuality = (index: number) => {
    choose(index)
    if (hls.current) hls.current.nextLevel = index
  }
  return { qualities, quality, setQuality, broken, load }
}
