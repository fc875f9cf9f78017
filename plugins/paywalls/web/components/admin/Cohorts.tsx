/** How much of each month's newcomers' recurring income is left, month by month. */
import { formatMoney } from '@atrium/sdk'
import { Card, useLocale, useT } from '@atrium/sdk/web'
import type { Report } from '../../../contract.ts'

export function Cohorts({ data }: { data: Report }) {
  const t = useT()
  const locale = useLocale()
  const cohorts = data.cohorts.filter(({ start }) => start > 0)
  if (cohorts.length < 2) return null
  const most = Math.min(12, Math.max(...cohorts.map(({ left }) => left.length)))
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const name = (month: string) =>
    new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-15T00:00:00Z`))
  return (
    <Card pad className="min-w-0">
      <h2 className="text-17">{t('cohorts.title')}</h2>
      <p className="text-13 text-text-2">{t('cohorts.text')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways can be reached by keys */}
      <div className="mt-3 overflow-x-auto" tabIndex={0} role="region" aria-label={t('cohorts.title')}>
        <table className="w-full border-separate border-spacing-0.5 text-12 tabular-nums">
          <thead>
            <tr className="text-text-3">
              <th scope="col" className="pe-3 text-start font-normal">
                {t('cohorts.came')}
              </th>
              <th scope="col" className="pe-3 text-end font-normal">
                {t('report.mrr')}
              </th>
              {Array.from({ length: most }, (_, i) => (
                <th key={i} scope="col" className="min-w-9 font-normal">
                  {i}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cohorts.map(({ month, start, left }) => (
              <tr key={month}>
                <th scope="row" className="pe-3 text-start font-normal whitespace-nowrap">
                  {name(month)}
                </th>
                <td className="pe-3 text-end">{formatMoney(locale, start, data.currency, true)}</td>
                {Array.from({ length: most }, (_, i) => {
                  const rate = i < left.length ? left[i]! / start : null
                  return (
                    <td
                      key={i}
                      className="h-7 rounded-[4px] text-center"
                      style={
                        rate === null
                          ? undefined
                          : { background: `color-mix(in oklab, var(--chart-1) ${Math.round(Math.min(1, Math.max(0, rate)) * 32)}%, transparent)` }
                      }
                    >
                      {rate === null ? '' : percent.format(rate)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
