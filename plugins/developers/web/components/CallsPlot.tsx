/** Calls by hour or day, the kinds of tokens on top of each other, with their table for those who hear it. */
import { useState } from 'react'
import { API_TYPES, type Usage } from '../../contract.ts'
import { useWords } from './words.ts'

const HEIGHT = 200
const COLOURS = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)'] as const

export function CallsPlot({ usage: { records, step } }: { usage: Usage }) {
  const { t, locale, number } = useWords()
  const [at, setAt] = useState<number | null>(null)
  const sums = records.map(({ counts }) => API_TYPES.reduce((sum, type) => sum + counts[type], 0))
  const top = Math.max(1, ...sums)
  const when = (moment: string, isLong: boolean) =>
    new Intl.DateTimeFormat(locale, {
      timeZone: 'UTC',
      ...(step === 'hour' ? { hour: 'numeric', ...(isLong && { weekday: 'short' }) } : { day: 'numeric', month: 'short', ...(isLong && { weekday: 'short' }) }),
    }).format(new Date(moment))
  const pointed = at === null ? null : records[at]
  return (
    <figure className="m-0 min-w-0">
      <figcaption className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-13 text-text-2">
        {API_TYPES.map((type, n) => (
          <span key={type} className="flex items-center gap-1.5">
            <i className="size-2.5 rounded-[3px]" style={{ background: COLOURS[n] }} />
            {t(`type.${type}`)}
          </span>
        ))}
      </figcaption>
      <div aria-hidden="true" onPointerLeave={() => setAt(null)}>
        <div className="flex items-end gap-[2px] border-b" style={{ height: HEIGHT }}>
          {records.map(({ at: moment, counts }, i) => (
            <div key={moment} className="flex h-full min-w-0 flex-1 flex-col-reverse" onPointerEnter={() => setAt(i)}>
              {API_TYPES.map((type, n) => (
                <i
                  key={type}
                  className="block w-full last:rounded-t-[2px]"
                  style={{ height: counts[type] ? Math.max(1, (counts[type] / top) * (HEIGHT - 8)) : 0, background: COLOURS[n] }}
                />
              ))}
            </div>
          ))}
        </div>
        <div className="mt-1.5 flex justify-between text-12 text-text-2">
          <span>{records[0] && when(records[0].at, false)}</span>
          <span className="tabular-nums text-text">
            {pointed
              ? `${when(pointed.at, true)}: ${API_TYPES.map((type) => `${t(`type.${type}`)} ${number(pointed.counts[type])}`).join(', ')}`
              : t('usage.most', { count: number(Math.max(0, ...sums)) })}
          </span>
          <span>{records.at(-1) && when(records.at(-1)!.at, false)}</span>
        </div>
      </div>
      <table className="sr-only">
        <caption>{t(`usage.by_${step}`)}</caption>
        <thead>
          <tr>
            <th>{t(`usage.${step}`)}</th>
            {API_TYPES.map((type) => (
              <th key={type}>{t(`type.${type}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map(({ at: moment, counts }) => (
            <tr key={moment}>
              <th>{when(moment, true)}</th>
              {API_TYPES.map((type) => (
                <td key={type}>{number(counts[type])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
