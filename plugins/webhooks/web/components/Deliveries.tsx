/** What was delivered to an endpoint, newest first. */
import { Chip, cx, EmptyState, Link, LoadMore, Query, Skeleton, Time, useLocale, useReadPages, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Delivery, type Endpoint, MAX_TRIES } from '../../contract.ts'
import { StatusMark } from './marks.tsx'
import { deliveryPath } from './place.ts'

const { routes } = contract
const LOOK_MS = 10_000
/** What a chip counts. */
const MOST = 999

interface DeliveriesProps {
  endpoint: Endpoint
  /** How many of them did not arrive when they were last tried. */
  failing: number
  currentId: number | null
  className?: string
}
export function Deliveries({ endpoint, failing, currentId, className }: DeliveriesProps) {
  const t = useT()
  const [view, setView] = useState<'all' | 'failed'>('all')
  const query = useReadPages(
    routes.deliveries,
    { params: { id: endpoint.id }, query: { view, per_page: 30 } },
    { refetchInterval: LOOK_MS, keepPrevious: true },
  )
  return (
    <div className={cx('min-w-0', className)}>
      <div className="flex items-center justify-between gap-3 border-b px-4 py-2.5">
        <div role="group" aria-label={t('deliveries.show')} className="flex gap-1.5">
          <Chip size="sm" pressed={view === 'all'} className="max-desk:min-h-11 max-desk:px-4" onClick={() => setView('all')}>
            {t('deliveries.all')}
          </Chip>
          <Chip size="sm" pressed={view === 'failed'} className="max-desk:min-h-11 max-desk:px-4" onClick={() => setView('failed')}>
            {t('deliveries.failed')}
            {failing > 0 && <span className="font-normal tabular-nums">{failing > MOST ? `${MOST}+` : failing}</span>}
          </Chip>
        </div>
        <span className="text-12 text-text-3">{t('deliveries.kept')}</span>
      </div>
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={320} />}
        isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)}
        empty={<EmptyState icon="webhook" title={t(`deliveries.none_${view}`)} text={view === 'all' ? t('deliveries.none_text') : undefined} />}
      >
        {({ pages }) => (
          <>
            <ul aria-label={t('deliveries.title')}>
              {pages.flatMap(({ records }) =>
                records.map((one) => <Row key={one.id} delivery={one} to={deliveryPath(endpoint.id, one.id)} isCurrent={one.id === currentId} />),
              )}
            </ul>
            <LoadMore query={query} />
          </>
        )}
      </Query>
    </div>
  )
}

function Row({ delivery, to, isCurrent }: { delivery: Delivery; to: string; isCurrent: boolean }) {
  const t = useT()
  const locale = useLocale()
  const { event, status, is_failing, attempts, last_try, created_at } = delivery
  const faint = isCurrent ? 'text-inherit' : 'text-text-3'
  const note =
    status === 'failed' && attempts >= MAX_TRIES
      ? t('delivery.gave_up', { count: attempts })
      : status === 'waiting' && is_failing
        ? t('delivery.try_of', { n: attempts, of: MAX_TRIES })
        : status === 'waiting' || status === 'cancelled'
          ? t(`status.${status}`)
          : null
  const took = !last_try ? '' : last_try.status === null ? t('try.no_answer') : t('try.ms', { ms: last_try.ms.toLocaleString(locale) })
  return (
    <li className="not-first:border-t">
      <Link
        to={to}
        aria-current={isCurrent || undefined}
        className={cx(
          'flex items-center gap-3 px-4 py-2.5 transition-colors focus-visible:-outline-offset-2',
          isCurrent ? 'bg-brand-soft text-on-brand-soft' : 'hover:bg-hover',
        )}
      >
        <StatusMark status={last_try ? last_try.status : undefined} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-13 font-medium">{event}</span>
          <span className={cx('block truncate text-12 tabular-nums', faint)}>
            <Time value={last_try?.at ?? created_at} kind="short" />
            {note && <>, {note}</>}
          </span>
        </span>
        <span className={cx('flex-none text-12 tabular-nums', faint)}>{took}</span>
      </Link>
    </li>
  )
}
