/** Events in the view that somebody likes: a list, a week, a month. It is remembered on the device. */
import { readStored, Segment, useT, writeStored } from '@atrium/sdk/web'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { CardsSkeleton, EventList, type EventListProps } from './EventList.tsx'

const Calendar = lazy(async () => ({ default: (await import('./Calendar.tsx')).Calendar }))
const VIEWS = ['list', 'week', 'month'] as const
type View = (typeof VIEWS)[number]
const KEY = 'events.view'

interface ViewsProps extends EventListProps {
  preferred?: View
  /** Beside the switch. */
  tools?: ReactNode
  /** Beside the switch, of the list alone: a calendar shows what its month has. */
  filters?: ReactNode
  /** Between them and the list. */
  below?: ReactNode
}
export function Views({ preferred = 'list', tools, filters, below, ...list }: ViewsProps) {
  const t = useT()
  const [view, setView] = useState<View>(() => VIEWS.find((one) => one === readStored(KEY)) ?? preferred)
  const choose = (next: View) => {
    setView(next)
    writeStored(KEY, next)
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Segment<View> label={t('view.label')} value={view} onChange={choose} items={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))} />
        <span className="ms-auto flex flex-wrap items-center gap-2">
          {view === 'list' && filters}
          {tools}
        </span>
      </div>
      {view === 'list' && below}
      {view === 'list' ? (
        <EventList {...list} />
      ) : (
        <Suspense fallback={<CardsSkeleton />}>
          <Calendar spaceId={list.spaceId} view={view} />
        </Suspense>
      )}
    </div>
  )
}
