/** A track on the screen. It says nothing: sound has elements of its own. */
import { type Ref, useEffect, useRef } from 'react'
import { cx } from '@atrium/sdk/web'

interface VideoProps {
  track: MediaStreamTrack
  /** One's own face, as mirrors show it. */
  isMirrored?: boolean
  /** All of it is seen, as of a screen. */
  isWhole?: boolean
  label: string
  className?: string
  ref?: Ref<HTMLVideoElement>
}
export function Video({ track, isMirrored, isWhole, label, className, ref }: VideoProps) {
  const own = useRef<HTMLVideoElement | null>(null)
  useEffect(() => {
    if (own.current) own.current.srcObject = new MediaStream([track])
  }, [track])
  const take = (element: HTMLVideoElement | null) => {
    own.current = element
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
  }
  return (
    <video
      ref={take}
      autoPlay
      playsInline
      muted
      aria-label={label}
      className={cx('absolute inset-0 size-full', isWhole ? 'object-contain' : 'object-cover', isMirrored && '-scale-x-100', className)}
    />
  )
}
