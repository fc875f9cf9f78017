/** What is next, over the feed of the home page: the three dates that come first. */
import { Icon, Link, useLocale, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { DateTile } from '../components/DateTile.tsx'
import { clockOf } from '../components/time.ts'
import { datePath } from '../components/words.ts'

export default function HomeStrip() {
  const t = useT()
  const locale = useLocale()
  const { data } = useRead(contract.routes.upcoming, { query: { per_page: 3 } }, { staleTime: 60_000 })
  if (!data?.records.length) return null
  return (
    <section aria-labelledby="events-strip">
      <div className="mb-2 flex items-baseline justify-between">
        <h2 id="events-strip" className="text-13 font-semibold">
          {t('strip.title')}
        </h2>
        <Link to="/events" className="text-13 text-link hover:underline">
          {t('strip.all')}
        </Link>
      </div>
      <ul className="-mx-1 flex gap-3 px-1 pb-1 max-sm:overflow-x-auto sm:grid sm:grid-cols-3">
        {data.records.map((event) => (
          <li key={event.occurrence_id} className="min-w-0 max-sm:w-64 max-sm:shrink-0">
            <Link to={datePath(event)} className="flex h-full items-center gap-3 rounded-card border border-border bg-surface p-3 hover:border-field">
              <DateTile moment={event.starts_at} />
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 font-semibold wrap-anywhere">{event.name}</span>
                <span className="block text-12 text-text-3 wrap-anywhere">
                  {clockOf(event.starts_at, locale)} · {event.space.name}
                </span>
              </span>
              {event.rsvp_status === 'yes' && <Icon name="check" label={t('rsvp.yes')} className="text-success" />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
