/** A room that nobody is let into yet. It opens by itself once those who run it go live. */
import { AvatarStack, LinkButton, Time, useT } from '@atrium/sdk/web'
import type { LiveRoom } from '../../../contract.ts'
import { pathOf } from '../../room/places.ts'
import { Clock } from '../Clock.tsx'
import { Panel } from './Panel.tsx'

const DAY_MS = 86_400_000

export function NotOpen({ room }: { room: LiveRoom }) {
  const t = useT()
  const { creator, starts_at } = room
  const away = starts_at ? Date.parse(starts_at) - Date.now() : 0
  return (
    <Panel room={room} icon="radio" title={room.name} text={t('room.not_open')} actions={<LinkButton to={pathOf(room)}>{t('room.leave_page')}</LinkButton>}>
      {starts_at && away > 0 && (
        <p className="mt-2 text-text-2">
          {away < DAY_MS ? (
            <Clock until={starts_at} label={t('room.starts_in')} className="text-32 font-semibold tracking-title text-text" />
          ) : (
            <Time value={starts_at} kind="datetime" className="font-semibold text-text" />
          )}
        </p>
      )}
      {creator && (
        <p className="mt-2 flex items-center gap-2 text-13 text-text-2">
          <AvatarStack people={[creator]} size={24} />
          {t('prejoin.hosted', { name: creator.name })}
        </p>
      )}
      {room.description && <p className="mt-1 whitespace-pre-line text-13 text-text-3">{room.description}</p>}
    </Panel>
  )
}
