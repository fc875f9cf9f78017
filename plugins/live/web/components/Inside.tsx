/** What is shown of a room, by how it stands and where one is in it. */
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { toast, useEvent, useSession, useT } from '@atrium/sdk/web'
import contract, { type LiveRoom } from '../../contract.ts'
import { useLocal } from '../room/useLocal.ts'
import { useRoomNews } from '../room/useRoomNews.ts'
import { useVisit } from '../room/useVisit.ts'
import { PreJoin } from './prejoin/PreJoin.tsx'
import { Door } from './wait/Door.tsx'
import { Gone } from './wait/Gone.tsx'
import { NotOpen } from './wait/NotOpen.tsx'

/** Fetched while one looks at oneself. */
const loadCall = () => import('./Talking.tsx')
const Talking = lazy(async () => ({ default: (await loadCall()).Talking }))
const After = lazy(async () => ({ default: (await import('./after/After.tsx')).After }))

export function Inside({ room }: { room: LiveRoom }) {
  const { member } = useSession()
  const local = useLocal()
  const visit = useVisit(room)
  const [wasThere, setWasThere] = useState(false)
  const { phase, admission, me, reset, join } = visit
  const { close } = local
  const isEnded = room.status === 'ended'
  useRoomNews(room.id)
  useTold(room.id, member?.id)
  useEffect(() => {
    if (phase === 'in') setWasThere(true)
    if (isEnded) reset()
  }, [phase, isEnded, reset])
  const isOut = phase === 'left' || phase === 'removed' || isEnded
  useEffect(() => {
    if (isOut) close()
  }, [isOut, close])
  useEffect(() => void loadCall().catch(() => {}), [])
  const speakUp = useCallback(() => join({ onlyListens: false }), [join])

  if (isEnded)
    return (
      <Suspense fallback={null}>
        <After room={room} wasThere={wasThere} />
      </Suspense>
    )
  if (phase === 'in' && admission && me)
    return (
      <Suspense fallback={null}>
        <Talking room={room} me={me} admission={admission} local={local} leave={visit.leave} speakUp={speakUp} />
      </Suspense>
    )
  if (phase === 'door') return <Door room={room} onLeave={visit.leave} />
  if (phase === 'left' || phase === 'removed') return <Gone room={room} isRemoved={phase === 'removed'} onReturn={reset} />
  if (room.status === 'backstage' && !room.can_moderate) return <NotOpen room={room} />
  return (
    <PreJoin
      room={room}
      local={local}
      speaks={room.room_type === 'conference' || room.can_host}
      onJoin={(how) => void join(how)}
      isJoining={visit.isJoining}
      error={visit.error}
    />
  )
}

/** What those who run the room have done to oneself. */
function useTold(roomId: number, memberId: number | undefined): void {
  const t = useT()
  useEvent(contract.events['participant.told'], (told) => {
    if (told.roomId === roomId && told.memberId === memberId && told.what !== 'removed') toast.info(t(`room.told.${told.what}`))
  })
}
