/** What came of a broadcast by hour, as bars beside each other, with their table for those who hear it. */
import { cx, useLocale, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { Report } from '../../contract.ts'

const HEIGHT = 160
const HOUR_MS = 3_600_000
const HOURS = 48
/** As many at least, so that the first hour is no wall. */
const LEAST = 12
const SERIES = ['opened', 'clicked'] as const
const COLOURS = { opened: 'var(--chart-1)', clicked: 'var(--chart-2)' }

/** Each hour from the first in which something happened, the quiet ones too. */
function filled(hours: Report['hours']): { at: Date; opened: number; clicked: number }[] {
  if (hours.length === 0) return []
  const first = new Date(hours[0]!.hour).getTime()
  const last = new Date(hours.at(-1)!.hour).getTime()
  const by = new Map(hours.map((one) => [new Date(one.hour).getTime(), one]))
  return Array.from({ length: Math.min(HOURS, Math.max(LEAST, (last - first) / HOUR_MS + 1)) }, (_, i) => {
    const at = first + i * HOUR_MS
    return { at: new Date(at), opened: by.get(at)?.opened ?? 0, clicked: by.get(at)?.clicked ?? 0 }
  })
}

export function HoursPlot({ hours: read }: { hours: Report['hours'] }) {
  const t = useT()
  const locale = useLocale()
  const [at, setAt] = useState<number | null>(null)
  const hours = filled(read)
  if (hours.length === 0) return <p className="text-13 text-text-2">{t('report.no_hours')}</p>
  const top = Math.max(1, ...hours.map(({ opened, clicked }) => Math.max(opened, clicked)))
  const name = (date: Date, long: boolean) =>
    new Intl.DateTimeFormat(locale, long ? { weekday: 'short', hour: 'numeric', minute: '2-digit' } : { hour: 'numeric' }).format(date)
  return (
    <figure className="m-0">
      <figcaption className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-13 text-text-2">
        {SERIES.map((key) => (
          <span key={key} className="flex items-center gap-1.5">
            <i className="size-2.5 rounded-[3px]" style={{ background: COLOURS[key] }} />
            {t(`outcome.${key}`)}
          </span>
        ))}
      </figcaption>
      <div className="relative" aria-hidden="true" onPointerLeave={() => setAt(null)}>
        <div className="flex items-end gap-[2px] border-b" style={{ height: HEIGHT }}>
          {hours.map((hour, i) => (
            <div
              key={hour.at.getTime()}
              className={cx('flex h-full min-w-0 flex-1 items-end gap-px px-px', at === i && 'bg-hover')}
              onPointerEnter={() => setAt(i)}
            >
              {SERIES.map((key) => (
                <i
                  key={key}
                  className="block min-w-0 flex-1 rounded-t-[2px]"
                  style={{ height: hour[key] ? Math.max(2, (hour[key] / top) * (HEIGHT - 8)) : 0, background: COLOURS[key] }}
                />
              ))}
            </div>
          ))}
        </div>
        <div className="mt-1 flex gap-[2px] text-11 text-text-3">
          {hours.map((hour, i) => (
            <span key={hour.at.getTime()} className="relative h-4 min-w-0 flex-1">
              {i % Math.ceil(hours.length / 6) === 0 && <span className="absolute start-0 whitespace-nowrap">{name(hour.at, false)}</span>}
            </span>
          ))}
        </div>
        {at !== null && hours[at] && (
          <div
            className="pointer-events-none absolute top-0 z-10 min-w-36 rounded-card bg-text p-2.5 text-12 text-surface shadow-lg"
            style={
              at > hours.length / 2 ? { insetInlineEnd: `${(1 - at / hours.length) * 100}%` } : { insetInlineStart: `${((at + 1) / hours.length) * 100}%` }
            }
          >
            <p className="mb-1 font-medium">{name(hours[at].at, true)}</p>
            {SERIES.map((key) => (
              <p key={key} className="flex justify-between gap-4 tabular-nums">
                <span>{t(`outcome.${key}`)}</span> <span>{hours[at]![key].toLocaleString(locale)}</span>
              </p>
            ))}
          </div>
        )}
      </div>
      <div className="sr-only">
        <table>
          <caption>{t('report.hours')}</caption>
          <thead>
            <tr>
              <th>{t('report.hour')}</th>
              {SERIES.map((key) => (
                <th key={key}>{t(`outcome.${key}`)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {read.map((hour) => (
              <tr key={hour.hour}>
                <th>{name(new Date(hour.hour), true)}</th>
                {SERIES.map((key) => (
                  <td key={key}>{hour[key]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
