/** The place of a player until its code has come. */
import { lazy, Suspense } from 'react'
import { Skeleton } from './marks.tsx'

const LazyPlayer = lazy(() => import('./lazy/player/index.tsx'))

export interface PlayerProps {
  /** The file; without it the original plays and nothing is remembered. */
  id?: number
  /** The file's signed address, as the page came with it. */
  src: string
  kind: 'video' | 'audio'
  /** What is heard and read of it: a caption, the file's name. */
  label: string
  /** Told the element while it is there, for screens that move along with it. */
  onMedia?: (media: HTMLMediaElement | null) => void
}
/** A video or sound with captions, speed, quality, and the place where its reader stopped. */
export const Player = (props: PlayerProps) => (
  <Suspense fallback={props.kind === 'video' ? <div className="aspect-video w-full rounded-card bg-black" /> : <Skeleton h={62} className="max-w-120" />}>
    <LazyPlayer {...props} />
  </Suspense>
)
