/** Follows a video or sound to the second: goes on where the learner stopped, and keeps how far they have watched without jumps. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Lesson } from '../../contract.ts'
import { placeKept, type Sent, save, saveOnLeaving } from './outbox.ts'

const EVERY_MS = 5_000
/** Between two beats of a playing medium; more than that is a jump. */
const BEAT = 2.5
/** As the server has it. */
const WATCHED = 0.95

export interface Watching {
  media: HTMLMediaElement | null
  onMedia: (media: HTMLMediaElement | null) => void
  /** Seconds, as it plays. */
  at: number
  /** It has been watched to the end, or need not be. */
  watched: boolean
  seek: (at: number) => void
}
/** @param keeps whether this reader learns here; who teaches looks without being counted */
export function useWatching(lesson: Lesson, keeps: boolean, onSent: (sent: Sent) => void, onEnd: () => void): Watching {
  const [media, setMedia] = useState<HTMLMediaElement | null>(null)
  const [at, setAt] = useState(lesson.progress.position)
  const [furthest, setFurthest] = useState(lesson.progress.watched_to)
  const reached = useRef(lesson.progress.watched_to)
  const told = useRef({ onSent, onEnd })
  told.current = { onSent, onEnd }
  const done = lesson.progress.status === 'completed'
  const strict = keeps && lesson.enforce_featured_media_completion && !done
  const { id: lessonId, space_id: courseId } = lesson
  const start = placeKept(lessonId) ?? lesson.progress.position

  useEffect(() => {
    if (!media) return
    let last = media.currentTime
    let sentAt = 0
    let sent = -1
    let begun = false
    const step = () => ({ courseId, lessonId, position: Math.round(media.currentTime * 10) / 10, watchedTo: Math.round(reached.current * 10) / 10 })
    const tell = () => {
      if (!keeps) return
      const now = step()
      if (now.position === sent) return
      sent = now.position
      sentAt = Date.now()
      void save(now).then((answer) => told.current.onSent(answer))
    }
    const begin = () => {
      if (begun) return
      begun = true
      const length = Number.isFinite(media.duration) ? media.duration : 0
      if (start > 1 && (length === 0 || start < length * WATCHED) && Math.abs(media.currentTime - start) > 1) media.currentTime = start
      last = media.currentTime
    }
    const beat = () => {
      const now = media.currentTime
      // what was played, not what was jumped over
      if (now > last && now - last < BEAT * media.playbackRate && last <= reached.current + BEAT) reached.current = Math.max(reached.current, now)
      last = now
      setAt(now)
      setFurthest(reached.current)
      if (!media.paused && Date.now() - sentAt > EVERY_MS) tell()
    }
    const jump = () => {
      if (strict && media.currentTime > reached.current + BEAT) media.currentTime = reached.current
      last = media.currentTime
      setAt(media.currentTime)
    }
    const end = () => {
      beat()
      tell()
      told.current.onEnd()
    }
    const leave = () => keeps && begun && step().position !== sent && saveOnLeaving(step())
    const hide = () => document.visibilityState === 'hidden' && leave()
    if (media.readyState >= 1) begin()
    media.addEventListener('loadedmetadata', begin)
    media.addEventListener('play', begin)
    media.addEventListener('timeupdate', beat)
    media.addEventListener('seeking', jump)
    media.addEventListener('pause', tell)
    media.addEventListener('ended', end)
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      leave()
      media.removeEventListener('loadedmetadata', begin)
      media.removeEventListener('play', begin)
      media.removeEventListener('timeupdate', beat)
      media.removeEventListener('seeking', jump)
      media.removeEventListener('pause', tell)
      media.removeEventListener('ended', end)
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
    }
    // the place it begins at is read once a medium
  }, [media, courseId, lessonId, strict, keeps])

  const length = lesson.featured_media_duration ?? (media && Number.isFinite(media.duration) ? media.duration : 0)
  const seek = useCallback(
    (to: number) => {
      if (!media) return
      media.currentTime = to
      void media.play().catch(() => undefined)
    },
    [media],
  )
  return { media, onMedia: setMedia, at, watched: !strict || length === 0 || furthest >= length * WATCHED, seek }
}
