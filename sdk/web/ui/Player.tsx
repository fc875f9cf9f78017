/** The place of a player until its code has come. */
import { lazy, Suspense } from 'react'
import { Skeleton } from './marks.tsx'
import type { PlayerProps } from './playerProps.ts'

const LazyPlayer = lazy(() => import('./lazy/player/index.tsx'))

/** A video or sound with captions, speed, quality, and the place where its reader stopped. */
export const Player = (props: PlayerProps) => (
  <Suspense fallback={props.kind === 'video' ? <div className="aspect-video w-full rounded-card bg-black" /> : <Skeleton h={62} className="max-w-120" />}>
    <LazyPlayer {...props} />
  </Suspense>
)
