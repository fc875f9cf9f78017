/** `/events`: what is to come in all spaces that one sees. */
import { Button, Chip, NotAllowed, PageHeader, Screen, SearchField, useSession, useSettled, useT } from '@atrium/sdk/web'
import { lazy, Suspense, useState } from 'react'
import { NewEvent } from '../components/NewEvent.tsx'
import { Views } from '../components/Views.tsx'

const FeedDialog = lazy(async () => ({ default: (await import('../components/FeedDialog.tsx')).FeedDialog }))
const LISTS = ['upcoming', 'mine', 'past'] as const

export default function Upcoming() {
  const t = useT()
  const { member, community, viewOnly } = useSession()
  const [which, setWhich] = useState<(typeof LISTS)[number]>('upcoming')
  const [search, setSearch] = useState('')
  const [feed, setFeed] = useState(false)
  const wanted = useSettled(search.trim())
  if (!member && !community.settings.public_events_page)
    return (
      <Screen name="events/Upcoming" title={t('tab.events')}>
        <NotAllowed title={t('upcoming.closed_title')} text={t('upcoming.closed_text')} />
      </Screen>
    )
  return (
    <Screen name="events/Upcoming" title={t('tab.events')} layout="wide">
      <PageHeader
        title={t('tab.events')}
        actions={
          member && !viewOnly ? (
            <>
              <Button icon="rss" onClick={() => setFeed(true)}>
                {t('feed.subscribe')}
              </Button>
              <NewEvent />
            </>
          ) : undefined
        }
      />
      <Views
        spaceId={null}
        past={which === 'past'}
        mine={which === 'mine'}
        search={wanted}
        filters={
          <>
            {LISTS.filter((key) => key !== 'mine' || member).map((key) => (
              <Chip key={key} pressed={which === key} onClick={() => setWhich(key)}>
                {t(`upcoming.${key}`)}
              </Chip>
            ))}
            <span className="ms-auto w-full sm:w-64">
              <SearchField value={search} onChange={setSearch} label={t('upcoming.search')} placeholder={t('upcoming.search')} />
            </span>
          </>
        }
      />
      <Suspense fallback={null}>{feed && <FeedDialog spaceId={null} onClose={() => setFeed(false)} />}</Suspense>
    </Screen>
  )
}
