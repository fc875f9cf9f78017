/** Tells the server where a member is (video.progress): every 15 seconds, when they pause, and when the page goes. */
import { type RefObject, useEffect } from 'react'
import { useSession } from '../../../core/session.ts'
import { newUuid } from '../../../core/uuid.ts'

const EVERY_MS = 15_000
/** A longer step forward is a jump. */
const STEP_SECONDS = 3
export function useWatch(media: RefObject<HTMLMediaElement | null>, id: number | undefined, src: string | undefined): void {
  const { member, viewOnly } = useSession()
  const counts = Boolean(member) && !viewOnly && id !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fresh address of the same file is no new view
  useEffect(() => {
    const element = media.current
    if (!counts || !element) return
    const session = newUuid()
    let [last, seen, told] = [0, 0, 0]
    const count = () => {
      const step = element.currentTime - last
      if (step > 0 && step < STEP_SECONDS * element.playbackRate) seen += step / element.playbackRate
      last = element.currentTime
    }
    const tell = (ended = false) => {
      if (seen === 0 || (seen === told && !ended)) return
      told = seen
      // it outlives the page, as a beacon would, which cannot send JSON
      void fetch('/internal_api/media_progress', {
        method: 'POST',
        keepalive: true,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ file_id: id, src, session, position: element.currentTime, watched: Math.round(seen * 10) / 10, ended }),
      }).catch(() => {})
    }
    const pause = () => !element.ended && tell()
    const end = () => {
      count()
      tell(true)
    }
    const leave = () => document.visibilityState === 'hidden' && tell()
    const away = () => tell()
    const timer = setInterval(away, EVERY_MS)
    element.addEventListener('timeupdate', count)
    element.addEventListener('pause', pause)
    element.addEventListener('ended', end)
    document.addEventListener('visibilitychange', leave)
    addEventListener('pagehide', away)
    return () => {
      clearInterval(timer)
      away()
      element.removeEventListener('timeupdate', count)
      element.removeEventListener('pause', pause)
      element.removeEventListener('ended', end)
      document.removeEventListener('visibilitychange', leave)
      removeEventListener('pagehide', away)
    }
  }, [media, counts, id])
}
