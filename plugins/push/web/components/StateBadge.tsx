/** Where a broadcast, or its way to a member, stands. */
import { Badge, useT } from '@atrium/sdk/web'
import type { OUTCOMES, State } from '../../contract.ts'

const STATES = { draft: 'neutral', scheduled: 'info', sending: 'warning', sent: 'success', cancelled: 'neutral' } as const
export function StateBadge({ status }: { status: State }) {
  const t = useT()
  return <Badge tone={STATES[status]}>{t(`state.${status}`)}</Badge>
}

const TONES = { waiting: 'neutral', delivered: 'info', opened: 'success', failed: 'danger', expired: 'warning', skipped: 'neutral' } as const
export function OutcomeBadge({ outcome }: { outcome: (typeof OUTCOMES)[number] }) {
  const t = useT()
  return <Badge tone={TONES[outcome]}>{t(`outcome.${outcome}`)}</Badge>
}
