/** The tab of events on the home page. */
import { useSession } from '@atrium/sdk/web'
import { lazy, Suspense } from 'react'

const Views = lazy(async () => ({ default: (await import('../components/Views.tsx')).Views }))

export default function HomeEvents() {
  const { member } = useSession()
  return (
    <Suspense fallback={null}>
      <Views spaceId={null} mine={false} key={member?.id ?? 0} />
    </Suspense>
  )
}
