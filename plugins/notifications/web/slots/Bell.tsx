/** The bell in the header: how much is new, and the latest of it. */
import { CountedIcon, Popover, useSession, useT } from '@atrium/sdk/web'
import { lazy, Suspense, useEffect } from 'react'
import { LatestSkeleton } from '../components/LatestSkeleton.tsx'
import { useNews } from '../components/useNews.ts'
import { keepSubscription } from '../components/keepSubscription.ts'
import { noteZone } from '../components/noteZone.ts'

const loadLatest = () => import('../components/Latest.tsx')
const Latest = lazy(async () => ({ default: (await loadLatest()).Latest }))

export default function Bell() {
  const t = useT()
  const { member, masquerading } = useSession()
  const { count } = useNews()
  useEffect(() => {
    if (!member) return
    void keepSubscription()
    // whoever looks as somebody else is elsewhere
    if (!masquerading) void noteZone(member.id)
  }, [member, masquerading])
  if (!member) return null
  const label = count > 0 ? t('bell.new', { count }) : t('preferences.title')
  return (
    <Popover
      align="end"
      ahead={loadLatest}
      label={t('preferences.title')}
      className="flex max-h-[calc(var(--radix-popover-content-available-height)-var(--bottom-h,0px))] w-[400px] max-w-[calc(100vw-16px)] flex-col p-0!"
      trigger={
        <button
          type="button"
          aria-label={label}
          title={label}
          className="relative grid size-8 flex-none place-items-center rounded-control hover:bg-header-active aria-expanded:bg-header-active max-desk:size-11"
        >
          <CountedIcon name="bell" count={count} />
        </button>
      }
    >
      {(close) => (
        <Suspense fallback={<LatestSkeleton />}>
          <Latest onLeave={close} />
        </Suspense>
      )}
    </Popover>
  )
}
