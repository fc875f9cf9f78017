/** Being in a room: coming in, waiting at its door, saying that one is still there, and going. */
import { ApiError, call, useEvent, useQueryCache, useReconnect } from '@atrium/sdk/web'
import { useCallback, useEffect, useRef, useState } from 'react'
import contract, { type Admission, type LiveRoom, type Participant } from '../../contract.ts'

const { routes, events } = contract
/** Whoever says nothing for a minute is gone. */
const BEAT_MS = 20_000
const DOOR_MS = 5_000

export type Phase = 'outside' | 'door' | 'in' | 'left' | 'removed'
export interface How {
  onlyListens?: boolean
  /** Of a visitor. */
  name?: string
}
export interface Visit {
  phase: Phase
  admission: Admission | null
  me: Participant | null
  isJoining: boolean
  error: unknown
  join: (how: How) => Promise<void>
  leave: () => void
  /** Back to before one came in. */
  reset: () => void
}

export function useVisit(room: Pick<LiveRoom, 'id' | 'status'>): Visit {
  const { id } = room
  const cache = useQueryCache()
  const [phase, setPhase] = useState<Phase>('outside')
  const [admission, setAdmission] = useState<Admission | null>(null)
  const [me, setMe] = useState<Participant | null>(null)
  const [isJoining, setJoining] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const now = useRef({ phase, me, media: admission?.media, how: {} as How, isBusy: false })
  now.current.phase = phase
  now.current.me = me
  now.current.media = admission?.media

  const join = useCallback(
    async (how: How) => {
      if (now.current.isBusy) return
      now.current.isBusy = true
      now.current.how = how
      setJoining(true)
      setError(null)
      try {
        const { onlyListens = false, name } = how
        const next = await call(routes.join, { params: { id }, body: { only_listens: onlyListens, ...(name && { name }) } })
        setMe(next.participant)
        setAdmission(next)
        setPhase(next.media === 'waiting' ? 'door' : 'in')
      } catch (thrown) {
        setError(thrown)
        if (now.current.phase !== 'outside') setPhase('outside')
      } finally {
        now.current.isBusy = false
        setJoining(false)
      }
    },
    [id],
  )

  const beat = useCallback(async () => {
    const { me: own, phase: at } = now.current
    if (!own || (at !== 'in' && at !== 'door')) return
    try {
      const { participant, media, room: facts } = await call(routes.beat, { params: { id }, body: { participant_id: own.id } })
      if (now.current.me?.id !== participant.id) return
      setMe(participant)
      if (facts.status !== room.status) void cache.invalidate(routes.bySlug)
      if (participant.status === 'removed' || participant.status === 'banned') setPhase('removed')
      // let in from the door, or gone for the server while this machine slept
      else if (facts.status !== 'ended' && (participant.status !== (at === 'door' ? 'waiting' : 'in') || (at === 'in' && media !== now.current.media)))
        // or by another way from now on, as with a role comes the right to speak
        await join(now.current.how)
    } catch (thrown) {
      // the call is over, or a new one has begun; anything else is said again with the next beat
      if (thrown instanceof ApiError && thrown.status === 404) setPhase('outside')
    }
  }, [id, room.status, cache, join])

  const isThere = phase === 'in' || phase === 'door'
  useEffect(() => {
    if (!isThere) return
    const again = () => void beat()
    const timer = setInterval(again, phase === 'door' ? DOOR_MS : BEAT_MS)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [isThere, phase, beat])
  useEvent(events['participant.told'], (told) => told.roomId === id && told.participantId === now.current.me?.id && void beat())
  useReconnect(() => void beat())

  const go = useCallback((reason: 'left' | 'closed') => void call(routes.leave, { params: { id }, body: { reason } }).catch(() => {}), [id])
  useEffect(() => {
    if (!isThere) return
    const close = () => go('closed')
    addEventListener('pagehide', close)
    return () => removeEventListener('pagehide', close)
  }, [isThere, go])
  useEffect(
    () => () => {
      if (now.current.phase === 'in' || now.current.phase === 'door') go('left')
    },
    [go],
  )
  const leave = useCallback(() => {
    go('left')
    setPhase('left')
  }, [go])
  const reset = useCallback(() => {
    setError(null)
    setPhase('outside')
  }, [])
  return { phase, admission, me, isJoining, error, join, leave, reset }
}
