/** What a room is: whether it is on, its name, who holds it, who is there. */
import { AvatarStack, formatTime, useT } from '@atrium/sdk/web'
import type { LiveRoom } from '../../../contract.ts'
import { StatusBadge } from '../settings/StatusBadge.tsx'

export function RoomFacts({ room }: { room: LiveRoom }) {
  const t = useT()
  const { creator, live_at, participants_preview: there, status } = room
  const time = live_at && formatTime(live_at, { kind: 'short' })
  const key = status === 'live' && time ? (creator ? 'prejoin.hosted_since' : 'prejoin.since') : creator ? 'prejoin.hosted' : null
  return (
    <div className="mb-5">
      <StatusBadge room={room} />
      <h1 className="mb-1 mt-2.5 text-24">{room.name}</h1>
      {key && <p className="text-text-2">{t(key, { name: creator?.name ?? '', time: time ?? '' })}</p>}
      {room.description && <p className="mt-1 whitespace-pre-line text-text-2">{room.description}</p>}
      {there.count > 0 && (
        <p className="mt-3 flex items-center gap-2.5 text-13 text-text-2">
          <AvatarStack people={there.records} size={28} />
          {t(room.room_type === 'stream' ? 'prejoin.watching' : 'prejoin.there', { count: there.count })}
        </p>
      )}
    </div>
  )
}
