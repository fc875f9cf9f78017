/** One has left, or was removed. */
import { Button, LinkButton, useT } from '@atrium/sdk/web'
import type { LiveRoom } from '../../../contract.ts'
import { pathOf } from '../../room/places.ts'
import { Panel } from './Panel.tsx'

interface GoneProps {
  room: LiveRoom
  isRemoved: boolean
  onReturn: () => void
}
export function Gone({ room, isRemoved, onReturn }: GoneProps) {
  const t = useT()
  return (
    <Panel
      room={room}
      icon={isRemoved ? 'user-x' : 'log-out'}
      title={t(isRemoved ? 'room.removed' : 'room.left')}
      text={t(isRemoved ? 'room.removed.text' : 'room.left.text', { name: room.name })}
      actions={
        <>
          <Button variant="primary" onClick={onReturn}>
            {t('room.return')}
          </Button>
          <LinkButton to={pathOf(room)}>{t('room.leave_page')}</LinkButton>
        </>
      }
    />
  )
}
