/** Blurs what is behind somebody, where the browser's own camera can: nothing of ours looks at the picture. */
import { useEffect, useState } from 'react'

interface Blurring {
  backgroundBlur?: boolean[] | boolean
}
const canBlur = (track: MediaStreamTrack | null): boolean => {
  const { backgroundBlur = [] } = (track?.getCapabilities?.() ?? {}) as Blurring
  return Array.isArray(backgroundBlur) && backgroundBlur.length > 1
}
/** Null where it cannot. */
export function useBlur(track: MediaStreamTrack | null): { isOn: boolean; set: (isOn: boolean) => void } | null {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    setOn(track ? (track.getSettings() as Blurring).backgroundBlur === true : false)
  }, [track])
  if (!track || !canBlur(track)) return null
  const set = (next: boolean) =>
    void track.applyConstraints({ backgroundBlur: next } as MediaTrackConstraints).then(
      () => setOn(next),
      () => {},
    )
  return { isOn, set }
}
