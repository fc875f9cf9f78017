/** Whether a workflow is on, and how a run stands. */
import { Badge, useT } from '@atrium/sdk/web'
import type { RunState, State } from '../../contract.ts'

const STATE = { draft: 'line', active: 'success', inactive: 'neutral', archived: 'neutral' } as const
export const StateBadge = ({ status }: { status: State }) => {
  const t = useT()
  return <Badge tone={STATE[status]}>{t(`state.${status}`)}</Badge>
}

const RUN = {
  ready: ['info', 'play'],
  waiting: ['info', 'hourglass'],
  done: ['success', 'check'],
  left: ['neutral', 'log-out'],
  failed: ['danger', 'x'],
  cancelled: ['neutral', 'ban'],
} as const
export const RunBadge = ({ status }: { status: RunState }) => {
  const t = useT()
  const [tone, icon] = RUN[status]
  return (
    <Badge tone={tone} icon={icon}>
      {t(`run.${status}`)}
    </Badge>
  )
}
