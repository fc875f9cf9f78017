/** Runs of the last seven days as bars, what failed of them in red. */
import { useLocale, useT } from '@atrium/sdk/web'
import type { Day } from '../../contract.ts'

const HEIGHT = 24
export function WeekBars({ days }: { days: readonly Day[] }) {
  const t = useT()
  const locale = useLocale()
  const top = Math.max(1, ...days.map(({ runs }) => runs))
  const sum = (key: 'runs' | 'failed') => days.reduce((all, day) => all + day[key], 0)
  const [runs, failed] = [sum('runs'), sum('failed')]
  return (
    <span className="inline-flex items-end gap-3">
      <span className="inline-flex items-end gap-[3px]" style={{ height: HEIGHT }} aria-hidden="true">
        {days.map((day) => (
          <span key={day.day} className="flex w-[7px] flex-col justify-end gap-px" style={{ height: HEIGHT }}>
            {day.failed > 0 && <i className="rounded-[1.5px] bg-danger-solid" style={{ height: Math.max(2, (day.failed / top) * HEIGHT) }} />}
            <i
              className={day.runs ? 'rounded-[1.5px] bg-[var(--chart-1)]' : 'rounded-[1.5px] bg-press'}
              style={{ height: Math.max(2, ((day.runs - day.failed) / top) * HEIGHT) }}
            />
          </span>
        ))}
      </span>
      <span className="tabular-nums">{t('week.runs', { count: runs, number: runs.toLocaleString(locale) })}</span>
      {failed > 0 && <span className="font-medium text-danger tabular-nums">{t('week.failed', { count: failed, number: failed.toLocaleString(locale) })}</span>}
    </span>
  )
}
