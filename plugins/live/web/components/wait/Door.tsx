/** In the waiting room: those who run the room are asked. */
import { Button, Spinner, useT } from '@atrium/sdk/web'
import type { LiveRoom } from '../../../contract.ts'
import { Panel } from './Panel.tsx'

export function Door({ room, onLeave }: { room: LiveRoom; onLeave: () => void }) {
  const t = useT()
  return (
    <Panel
      room={room}
      icon="hourglass"
      title={t('room.door', { name: room.name })}
      text={t('room.door.text')}
      actions={<Button onClick={onLeave}>{t('room.door.leave')}</Button>}
    >
      <Spinner className="mt-3 size-5! text-text-3" />
    </Panel>
  )
}
