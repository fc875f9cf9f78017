/** One's own screen, shown to the others, with its sound where the browser gives it. */
import { useCallback, useEffect, useState } from 'react'
import type { RoomClient } from '../media/room.ts'
import { usePublished } from './useMedia.ts'

export interface Screen {
  track: MediaStreamTrack | null
  /** Null where this browser cannot, as on phones. */
  toggle: (() => Promise<void>) | null
}
export function useScreen(client: RoomClient | null, maySpeak: boolean): Screen {
  const [stream, setStream] = useState<MediaStream | null>(null)
  const track = stream?.getVideoTracks()[0] ?? null
  const stop = useCallback(
    () =>
      setStream((before) => {
        for (const one of before?.getTracks() ?? []) one.stop()
        return null
      }),
    [],
  )
  usePublished(client, 'screen', track, false)
  usePublished(client, 'screen_audio', stream?.getAudioTracks()[0] ?? null, false)
  useEffect(() => {
    if (!maySpeak) stop()
  }, [maySpeak, stop])
  useEffect(() => stop, [stop])
  useEffect(() => {
    track?.addEventListener('ended', stop)
    return () => track?.removeEventListener('ended', stop)
  }, [track, stop])
  const canShare = typeof navigator.mediaDevices?.getDisplayMedia === 'function'
  const toggle = async () => {
    if (stream) return stop()
    try {
      setStream(await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { ideal: 15, max: 30 } }, audio: true }))
    } catch {
      // whoever dismisses the browser's question shares nothing
    }
  }
  return { track, toggle: canShare ? toggle : null }
}
