/** An endpoint in the list: its state, what it gets, and how its last day went. */
import { Card, cx, Link, Time, useT } from '@atrium/sdk/web'
import type { Endpoint } from '../../contract.ts'
import { Bars, StateBadge, useArrived } from './marks.tsx'
import { endpointPath } from './place.ts'

const SHOWN = 2
export function EndpointCard({ endpoint, isCurrent }: { endpoint: Endpoint; isCurrent: boolean }) {
  const t = useT()
  const arrived = useArrived()
  const { id, name, url, events, state, hours, last_try_at } = endpoint
  const isQuiet = endpoint.delivered_count + endpoint.failed_count === 0
  const what = events === null ? t('events.all') : events.length > SHOWN ? t('events.some', { count: events.length }) : events.join(', ')
  return (
    <Card as="li" link className={cx('relative grid gap-1.5 px-4 pt-3 pb-3', isCurrent && 'border-brand! shadow-[0_0_0_1px_var(--brand-color)]')}>
      <div className="flex items-center justify-between gap-3">
        <h2 className="min-w-0 flex-1 text-15">
          <Link
            to={endpointPath(id)}
            aria-current={isCurrent || undefined}
            className="block truncate leading-6 after:absolute after:inset-0 after:rounded-card"
          >
            {name}
          </Link>
        </h2>
        <StateBadge state={state} />
      </div>
      <code className="truncate font-mono text-12 text-text-3">{url.replace(/^https?:\/\//, '')}</code>
      <div className="flex items-end justify-between gap-3">
        <span className="min-w-0 truncate text-13 text-text-2">{what}</span>
        <Bars hours={hours} />
      </div>
      <p className="text-12 text-text-3 tabular-nums">
        {isQuiet && last_try_at ? (
          <>
            {t('last_used')} <Time value={last_try_at} kind="short" within />
          </>
        ) : (
          arrived(endpoint)
        )}
      </p>
    </Card>
  )
}
