/** Who is in a room: some faces and how many. */
import { AvatarStack, useT } from '@atrium/sdk/web'
import type { LiveRoom } from '../../../contract.ts'

export function People({ room: { participants_preview: there } }: { room: Pick<LiveRoom, 'participants_preview'> }) {
  const t = useT()
  if (there.count === 0) return <span className="text-text-3">–</span>
  return (
    <span className="inline-flex items-center gap-2">
      <AvatarStack people={there.records} size={20} />
      <span className="tabular-nums">
        <span aria-hidden="true">{there.count}</span>
        <span className="sr-only">{t('settings.people_count', { count: there.count })}</span>
      </span>
    </span>
  )
}
