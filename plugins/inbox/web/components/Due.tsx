/** How long there is until somebody should have an answer, or by how much that is over. */
import { Badge, formatSpan, useT } from '@atrium/sdk/web'
import { useMinute } from './useMinute.ts'

/** From then on it is said how much is left. */
const SOON_MS = 2 * 3_600_000
/** Whole minutes, one at least. */
const spanOf = (ms: number) => formatSpan(Math.max(1, Math.round(ms / 60_000)) * 60)

export function Due({ at }: { at: string }) {
  const t = useT()
  const left = Date.parse(at) - useMinute()
  if (left > SOON_MS) return null
  return (
    <Badge tone={left < 0 ? 'danger' : 'warning'} icon={left < 0 ? 'timer' : 'clock'}>
      {left < 0 ? t('due.over', { time: spanOf(-left) }) : t('due.left', { time: spanOf(left) })}
    </Badge>
  )
}
