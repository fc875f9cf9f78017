/** How long there is until somebody should have an answer, or by how much that is over. */
import { Badge, formatSpan, useT } from '@atrium/sdk/web'
import { useMinute } from './useMinute.ts'

/** From then on it is said how much is left. */
const SOON_MS = 2 * 3_600_000
const [HOUR_S, DAY_S] = [3_600, 86_400]
/** The longer it is, the less exactly it is said: whole minutes, hours, days. */
function useSpan() {
  const t = useT()
  return (ms: number) => {
    const seconds = ms / 1_000
    if (seconds >= 2 * DAY_S) return t('due.days', { count: Math.round(seconds / DAY_S) })
    const unit = seconds >= 3 * HOUR_S ? HOUR_S : 60
    return formatSpan(Math.max(1, Math.round(seconds / unit)) * unit)
  }
}

export function Due({ at }: { at: string }) {
  const t = useT()
  const spanOf = useSpan()
  const left = Date.parse(at) - useMinute()
  if (left > SOON_MS) return null
  return (
    <Badge tone={left < 0 ? 'danger' : 'warning'} icon={left < 0 ? 'timer' : 'clock'}>
      {left < 0 ? t('due.over', { time: spanOf(-left) }) : t('due.left', { time: spanOf(left) })}
    </Badge>
  )
}
