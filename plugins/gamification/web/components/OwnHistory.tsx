/** Where one's own points came from, day by day. */
import { Card, CardHead, Icon, LoadMore, Query, SkeletonText, useLocale, useReadPages, useT } from '@atrium/sdk/web'
import contract, { type HistoryDay } from '../../contract.ts'

/** Days shown at first, and with each press for more. */
const STEP = 5

export function OwnHistory() {
  const t = useT()
  const query = useReadPages(contract.routes.history, { query: { per_page: STEP } })
  return (
    <Card>
      <CardHead title={t('history.title')} text={t('history.text')} />
      <Query
        query={query}
        skeleton={
          <div className="p-5">
            <SkeletonText lines={5} />
          </div>
        }
        isEmpty={({ pages }) => pages[0]?.records.length === 0}
        empty={<p className="px-4 py-4 text-13 text-text-2 sm:px-5">{t('history.none')}</p>}
      >
        {({ pages }) => (
          <>
            <ol className="divide-y">
              {pages
                .flatMap(({ records }) => records)
                .map((day) => (
                  <Day key={day.day} day={day} />
                ))}
            </ol>
            <LoadMore query={query} className="border-t py-2" />
          </>
        )}
      </Query>
    </Card>
  )
}

function Day({ day: { day, points, rules, awards } }: { day: HistoryDay }) {
  const t = useT()
  const locale = useLocale()
  const format = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
  const lines = [
    ...rules,
    ...awards.map(({ reason, points: given }, i) => ({ key: `award ${i}`, label: t('history.by_hand', { reason }), icon: 'award', points: given })),
  ]
  return (
    <li className="px-4 py-3 text-13 sm:px-5">
      <p className="flex justify-between gap-3 font-medium">
        <time dateTime={day}>{format.format(new Date(day))}</time>
        <span className="tabular-nums">{signed(locale, points)}</span>
      </p>
      <ul className="mt-1">
        {lines.map((line) => (
          <li key={line.key} className="flex min-h-7 items-center gap-2.5 text-text-2">
            <Icon name={line.icon} className="size-4 shrink-0 text-text-3" />
            <span className="min-w-0 flex-1 break-words">{line.label}</span>
            <span className="tabular-nums">{signed(locale, line.points)}</span>
          </li>
        ))}
      </ul>
    </li>
  )
}

const signed = (locale: string, value: number): string => new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format(value)
