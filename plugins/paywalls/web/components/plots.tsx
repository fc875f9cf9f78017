/** Plots of revenue: stacked bars by month with their table for those who hear it. */
import { formatMoney } from '@atrium/sdk'
import { cx, useLocale, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import { brief } from './money.ts'

export interface Series {
  key: string
  name: string
  amounts: readonly number[]
}
/** Told apart by colour and by their order in the legend. */
const COLOURS = [1, 2, 3, 4, 5, 6].map((n) => `var(--chart-${n})`)
const H = 190

export function Bars({ months, series, currency, label }: { months: readonly string[]; series: readonly Series[]; currency: string; label: string }) {
  const t = useT()
  const locale = useLocale()
  const [at, setAt] = useState<number | null>(null)
  const sums = months.map((_, i) => series.reduce((sum, { amounts }) => sum + Math.max(0, amounts[i] ?? 0), 0))
  const top = Math.max(...sums, 1)
  const unit = 10 ** Math.floor(Math.log10(top))
  const step = [0.25, 0.5, 1, 2].map((part) => part * unit).find((one) => top / one <= 4) ?? unit * 2.5
  const lines = Array.from({ length: Math.ceil(top / step) + 1 }, (_, i) => i * step)
  const high = lines.at(-1)!
  const name = (month: string, kind: 'short' | 'long' | 'narrow') =>
    new Intl.DateTimeFormat(locale, { month: kind, year: kind === 'long' ? 'numeric' : undefined, timeZone: 'UTC' }).format(new Date(`${month}-15T00:00:00Z`))
  return (
    <figure className="m-0">
      <figcaption className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-13 text-text-2">
        {series.map(({ key, name: text, amounts }, i) => (
          <span key={key} className="flex items-center gap-1.5">
            <i className="size-2.5 rounded-[3px]" style={{ background: COLOURS[i % COLOURS.length] }} />
            {text}{' '}
            <span className="tabular-nums">
              {formatMoney(
                locale,
                amounts.reduce((sum, amount) => sum + amount, 0),
                currency,
                true,
              )}
            </span>
          </span>
        ))}
      </figcaption>
      <div className="relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-2" aria-hidden="true">
        <div className="relative w-12 text-end text-11 text-text-3 tabular-nums" style={{ height: H }}>
          {lines.map((value) => (
            <span key={value} className="absolute end-0 translate-y-1/2" style={{ bottom: (value / high) * H }}>
              {brief(locale, value, currency)}
            </span>
          ))}
        </div>
        <div className="relative flex items-end gap-[3%] border-b" style={{ height: H }} onPointerLeave={() => setAt(null)}>
          {lines.slice(1).map((value) => (
            <i key={value} className="absolute inset-x-0 border-t border-border/60" style={{ bottom: (value / high) * H }} />
          ))}
          {months.map((month, i) => (
            <div key={month} className="relative flex h-full min-w-0 flex-1 flex-col justify-end gap-px" onPointerEnter={() => setAt(i)}>
              {series.toReversed().map(({ key, amounts }, back) => {
                const height = (Math.max(0, amounts[i] ?? 0) / high) * H
                return (
                  height > 0.5 && (
                    <i key={key} className="block rounded-[2px]" style={{ height, background: COLOURS[(series.length - 1 - back) % COLOURS.length] }} />
                  )
                )
              })}
            </div>
          ))}
          {at !== null && (
            <div
              className="pointer-events-none absolute top-0 z-10 min-w-40 rounded-card bg-text p-2.5 text-12 text-surface shadow-lg"
              style={at > months.length / 2 ? { right: `${(1 - at / months.length) * 100}%` } : { left: `${((at + 1) / months.length) * 100}%` }}
            >
              <p className="mb-1 font-medium">{name(months[at]!, 'long')}</p>
              {series.map(({ key, name: text, amounts }) => (
                <p key={key} className="flex justify-between gap-4 tabular-nums">
                  <span>{text}</span> <span>{formatMoney(locale, amounts[at] ?? 0, currency, true)}</span>
                </p>
              ))}
              <p className="flex justify-between gap-4 font-medium tabular-nums">
                <span>{t('plot.together')}</span> <span>{formatMoney(locale, sums[at]!, currency, true)}</span>
              </p>
            </div>
          )}
        </div>
        <i />
        <div className="mt-1 flex gap-[3%] text-center text-11 text-text-3">
          {months.map((month, i) => (
            <span key={month} className={cx('min-w-0 flex-1 truncate', months.length > 13 && i % 3 > 0 && 'invisible')}>
              <span className="max-desk:hidden">{name(month, 'short')}</span>
              <span className="desk:hidden">{name(month, 'narrow')}</span>
            </span>
          ))}
        </div>
      </div>
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th>{t('plot.month')}</th>
              {series.map(({ key, name: text }) => (
                <th key={key}>{text}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map((month, i) => (
              <tr key={month}>
                <th>{name(month, 'long')}</th>
                {series.map(({ key, amounts }) => (
                  <td key={key}>{formatMoney(locale, amounts[i] ?? 0, currency)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
