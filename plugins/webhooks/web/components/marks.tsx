/** Small marks of webhooks: the state of an endpoint, its last hours, the status of a try. */
import { Badge, cx, useLocale, useT } from '@atrium/sdk/web'
import type { Endpoint, State } from '../../contract.ts'

const TONE = { on: 'success', failing: 'danger', resting: 'warning', off: 'neutral' } as const
const ICON = { on: undefined, failing: 'triangle-alert', resting: 'pause', off: undefined } as const
export function StateBadge({ state }: { state: State }) {
  const t = useT()
  return (
    <Badge tone={TONE[state]} icon={ICON[state]}>
      {t(`state.${state}`)}
    </Badge>
  )
}

const HOUR_MS = 3_600_000
const BARS = 8
const HOURS = 24 / BARS
const HEIGHT = 22
/** The last 24 hours as bars of three hours, what failed of them in red. */
export function Bars({ hours }: Pick<Endpoint, 'hours'>) {
  const now = Date.now()
  const bars = Array.from({ length: BARS }, () => ({ delivered: 0, failed: 0 }))
  for (const { hour, delivered, failed } of hours) {
    const age = Math.floor((now - Date.parse(hour)) / HOUR_MS / HOURS)
    const bar = bars[BARS - 1 - Math.min(BARS - 1, Math.max(0, age))]!
    bar.delivered += delivered
    bar.failed += failed
  }
  const top = Math.max(1, ...bars.map(({ delivered, failed }) => delivered + failed))
  const high = (count: number) => Math.max(2, (count / top) * HEIGHT)
  return (
    <span className="inline-flex flex-none items-end gap-[3px]" style={{ height: HEIGHT }} aria-hidden="true">
      {bars.map(({ delivered, failed }, place) => (
        <span key={place} className="flex w-1.5 flex-col justify-end gap-px" style={{ height: HEIGHT }}>
          {failed > 0 && <i className="rounded-[1.5px] bg-danger-solid" style={{ height: high(failed) }} />}
          {(delivered > 0 || failed === 0) && (
            <i className={cx('rounded-[1.5px]', delivered ? 'bg-[var(--chart-1)]' : 'bg-press')} style={{ height: high(delivered) }} />
          )}
        </span>
      ))}
    </span>
  )
}
/** How much of what was tried arrived, in words. */
export function useArrived(): (endpoint: Pick<Endpoint, 'delivered_count' | 'failed_count'>) => string {
  const t = useT()
  const locale = useLocale()
  return ({ delivered_count, failed_count }) => {
    const all = delivered_count + failed_count
    if (all === 0) return t('arrived.none')
    // what failed once is not rounded away
    const share = Math.floor((delivered_count / all) * 1_000) / 1_000
    return t('arrived', { percent: share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 }) })
  }
}

/** What came back, or that nothing did. Undefined: nothing was tried yet. */
export function StatusMark({ status, className }: { status: number | null | undefined; className?: string }) {
  const t = useT()
  const tone = status === undefined ? 'bg-hover text-text-3' : status !== null && status < 300 ? 'bg-success-soft text-success' : 'bg-danger-soft text-danger'
  return (
    <span className={cx('inline-grid h-[22px] min-w-[38px] flex-none place-items-center rounded-mark text-12 font-[620] tabular-nums', tone, className)}>
      {status ?? <span aria-hidden="true">–</span>}
      {!status && <span className="sr-only">{t(status === undefined ? 'try.none' : 'try.no_answer')}</span>}
    </span>
  )
}
