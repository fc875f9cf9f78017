/** Dates one under the other, page by page. */
import { EmptyState, ErrorState, LoadMore, Skeleton, useReadPages, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'
import contract, { type EventReply } from '../../contract.ts'
import { EventCard } from './EventCard.tsx'

export interface EventListProps {
  /** Null: all spaces that one sees. */
  spaceId: number | null
  past?: boolean
  mine?: boolean
  drafts?: boolean
  search?: string
  action?: ReactNode
}
export const CardsSkeleton = ({ cards = 3 }: { cards?: number }) => (
  <div className="grid grid-cols-1 gap-3">
    {Array.from({ length: cards }, (_, n) => (
      <Skeleton key={n} w="100%" h={150} />
    ))}
  </div>
)

export function EventList({ spaceId, past = false, mine = false, drafts = false, search = '', action }: EventListProps) {
  const t = useT()
  const asked = {
    ...(past ? { past_events: true } : {}),
    ...(mine ? { mine: true } : {}),
    ...(drafts ? { status: 'draft' as const } : {}),
    ...(search ? { search_text: search } : {}),
  }
  // what is to come is one card an event, with its next dates; else each date is one
  const isNext = !past && !mine && !drafts && !search
  const params = { spaceId: spaceId ?? 0 }
  const isHere = spaceId !== null
  const next = useReadPages(contract.routes.upcoming, { query: {} }, { enabled: isNext && !isHere, keepPrevious: true })
  const nextHere = useReadPages(contract.routes.upcomingIn, { params, query: {} }, { enabled: isNext && isHere, keepPrevious: true })
  const here = useReadPages(contract.routes.list, { params, query: asked }, { enabled: !isNext && isHere, keepPrevious: true })
  const all = useReadPages(contract.routes.all, { query: asked }, { enabled: !isNext && !isHere, keepPrevious: true })
  const query = isNext ? (isHere ? nextHere : next) : isHere ? here : all
  if (query.isPending) return <CardsSkeleton />
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const events: EventReply[] = (query.data?.pages ?? []).flatMap(({ records }) => records)
  const state = search ? 'found' : past ? 'past' : mine ? 'mine' : drafts ? 'drafts' : 'none'
  if (events.length === 0)
    return (
      <EmptyState
        icon="calendar"
        title={t(`list.${state}_title`)}
        text={t(state === 'none' && !action ? 'list.none_member' : `list.${state}_text`)}
        action={state === 'none' ? action : undefined}
      />
    )
  return (
    <div className="grid grid-cols-1 gap-3">
      {events.map((event) => (
        <EventCard key={event.occurrence_id} event={event} inSpace={spaceId !== null} />
      ))}
      <LoadMore query={query} />
    </div>
  )
}
