/** Where a broadcast, or its way to a reader, stands. */
import { Badge, useT } from '@atrium/sdk/web'
import type { OUTCOMES, STATES } from '../../contract.ts'

const STATE = { draft: 'neutral', scheduled: 'info', sending: 'warning', sent: 'success', cancelled: 'neutral', failed: 'danger' } as const
export function StateBadge({ status }: { status: (typeof STATES)[number] }) {
  const t = useT()
  return <Badge tone={STATE[status]}>{t(`state.${status}`)}</Badge>
}

const OUTCOME = {
  waiting: 'neutral',
  sent: 'info',
  opened: 'success',
  clicked: 'brand',
  bounced: 'danger',
  complained: 'danger',
  unsubscribed: 'warning',
  failed: 'danger',
  skipped: 'neutral',
} as const
export function OutcomeBadge({ outcome }: { outcome: (typeof OUTCOMES)[number] }) {
  const t = useT()
  return <Badge tone={OUTCOME[outcome]}>{t(`outcome.${outcome}`)}</Badge>
}
