/** How a room stands: live, not yet, ended. */
import { Badge, useT } from '@atrium/sdk/web'
import type { LiveRoom } from '../../../contract.ts'

const TONE = { live: 'live', backstage: 'neutral', ended: 'line' } as const

export function StatusBadge({ room }: { room: Pick<LiveRoom, 'status'> }) {
  const t = useT()
  return <Badge tone={TONE[room.status]}>{t(`settings.status.${room.status}`)}</Badge>
}
