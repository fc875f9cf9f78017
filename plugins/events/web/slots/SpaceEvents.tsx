/** What a space of events shows under its tabs: what is to come, or what has been. */
import { Button, LinkButton, useEvent, useQueryCache, useRoom, useSession, useT } from '@atrium/sdk/web'
import { lazy, Suspense, useState } from 'react'
import type { InSpace } from '../../../spaces/contract.ts'
import contract from '../../contract.ts'

/** Slots come with every page; lists of events, with those that show some. */
const Views = lazy(async () => ({ default: (await import('../components/Views.tsx')).Views }))
const EventList = lazy(async () => ({ default: (await import('../components/EventList.tsx')).EventList }))
const FeedDialog = lazy(async () => ({ default: (await import('../components/FeedDialog.tsx')).FeedDialog }))

export default function SpaceEvents({ spaceId, space, tab, view }: InSpace) {
  const t = useT()
  const cache = useQueryCache()
  const { member, can, viewOnly } = useSession()
  const [feed, setFeed] = useState(false)
  useRoom('space', spaceId)
  const stale = (payload: { spaceId: number }) => payload.spaceId === spaceId && void cache.invalidate(contract)
  useEvent(contract.events['event.published'], stale)
  useEvent(contract.events['event.updated'], stale)
  useEvent(contract.events['event.deleted'], stale)
  const plans = member !== null && !viewOnly && can('events.create') && space.policies.can_create_post
  const plan = plans && (
    <LinkButton variant="primary" icon="plus" to={`/c/${space.slug}/events/new`}>
      {t('list.new')}
    </LinkButton>
  )
  return (
    <Suspense fallback={null}>
      {tab === 'past' ? (
        <EventList spaceId={spaceId} past />
      ) : (
        <Views
          spaceId={spaceId}
          preferred={view === 'calendar' ? 'month' : 'list'}
          action={plan || undefined}
          tools={
            <>
              {member && !viewOnly && (
                <Button icon="rss" onClick={() => setFeed(true)}>
                  {t('feed.subscribe')}
                </Button>
              )}
              {plan}
            </>
          }
        />
      )}
      {feed && <FeedDialog spaceId={spaceId} onClose={() => setFeed(false)} />}
    </Suspense>
  )
}
