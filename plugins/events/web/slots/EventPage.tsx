/** The page of an event, at the address that it shares with posts. */
import { lazy, Suspense } from 'react'

/** Slots come with every page; an event, with its own. */
const Event = lazy(async () => ({ default: (await import('../components/EventView.tsx')).EventView }))

export default function EventPage({ space, slug }: { space: string; slug: string }) {
  return (
    <Suspense fallback={null}>
      <Event space={space} slug={slug} />
    </Suspense>
  )
}
