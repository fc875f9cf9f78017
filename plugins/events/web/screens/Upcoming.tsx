/** `/events`: what is to come in all spaces that one sees. */
import { Button, IconButton, PageHeader, Screen, SearchField, Select, useSession, useSettled, useT, useVisitor } from '@atrium/sdk/web'
import { lazy, Suspense, useState } from 'react'
import { EventList } from '../components/EventList.tsx'
import { useNewEvent } from '../components/useNewEvent.tsx'
import { Views } from '../components/Views.tsx'

const FeedDialog = lazy(async () => ({ default: (await import('../components/FeedDialog.tsx')).FeedDialog }))
const LISTS = ['upcoming', 'mine', 'past'] as const

/** Visitors keep the page that the server has sent them. */
function ForVisitors() {
  const t = useT()
  const ask = useVisitor()
  if (useSession().community.settings.public_events_page) return <EventList spaceId={null} />
  return (
    <p className="mb-6 flex min-h-[52px] flex-wrap items-center justify-between gap-2 rounded-card bg-hover px-4 text-13 max-desk:min-h-20 max-desk:flex-col max-desk:items-start max-desk:py-3">
      {t('upcoming.closed_text')}
      <Button variant="primary" size="sm" data-press="events" onClick={() => ask({ title: t('upcoming.closed_text') })}>
        {t('upcoming.ask')}
      </Button>
    </p>
  )
}

function ForMembers() {
  const t = useT()
  const [which, setWhich] = useState<(typeof LISTS)[number]>('upcoming')
  const [search, setSearch] = useState('')
  const [seeks, setSeeks] = useState(false)
  const wanted = useSettled(search.trim())
  const seek = () => {
    setSeeks(!seeks)
    // a list is never narrowed by what nobody sees
    setSearch('')
  }
  return (
    <Views
      spaceId={null}
      past={which === 'past'}
      mine={which === 'mine'}
      search={wanted}
      action={useNewEvent()}
      filters={
        <>
          <Select
            className="w-auto"
            aria-label={t('upcoming.which')}
            value={which}
            onChange={({ target }) => setWhich(target.value as typeof which)}
            options={LISTS.map((value) => ({ value, label: t(`upcoming.${value}`) }))}
          />
          <IconButton icon="search" label={t('upcoming.search')} aria-expanded={seeks} onClick={seek} />
        </>
      }
      below={seeks && <SearchField autoFocus value={search} onChange={setSearch} label={t('upcoming.search')} placeholder={t('upcoming.search')} />}
    />
  )
}

export default function Upcoming() {
  const t = useT()
  const { member, viewOnly } = useSession()
  const add = useNewEvent()
  const [feed, setFeed] = useState(false)
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
              {add}
            </>
          ) : undefined
        }
      />
      {member ? <ForMembers /> : <ForVisitors />}
      <Suspense fallback={null}>{feed && <FeedDialog spaceId={null} onClose={() => setFeed(false)} />}</Suspense>
    </Screen>
  )
}
