/** What one is about to join, with what, and the buttons. */
import { Button, Card, messageOf, Note, Switch, useStored, useT } from '@atrium/sdk/web'
import { useId } from 'react'
import type { LiveRoom } from '../../../contract.ts'
import type { Local } from '../../room/useLocal.ts'
import { RoomFacts } from './RoomFacts.tsx'
import { Selects } from './Selects.tsx'

export interface Joining {
  onlyListens: boolean
}
export interface PreJoinProps {
  room: LiveRoom
  local: Local
  /** Whether one may be heard and seen here at all: of streams those who run them. */
  speaks: boolean
  onJoin: (how: Joining) => void
  isJoining: boolean
  error: unknown
}
export function JoinCard({ room, local, speaks, onJoin, isJoining, error }: PreJoinProps) {
  const t = useT()
  const [joinsMuted, setJoinsMuted] = useStored('live.joins_muted', true)
  const name = useId()
  const isBlocked = speaks && !local.microphone.track && !local.camera.track && local.microphone.problem !== null
  const isBackstage = room.status === 'backstage'
  const join = (onlyListens: boolean) => {
    if (!onlyListens && joinsMuted && !isBackstage) void local.setMuted(true)
    if (onlyListens) local.close()
    onJoin({ onlyListens })
  }
  const word = isBackstage ? 'prejoin.backstage' : room.room_type === 'stream' && !speaks ? 'prejoin.watch' : 'prejoin.join'
  return (
    <Card as="aside" aria-label={t('prejoin.card')} className="p-[22px] max-desk:p-4">
      <RoomFacts room={room} />
      {speaks && !isBlocked && (
        <>
          <Selects local={local} />
          {!isBackstage && (
            <div className="mt-4 flex items-center justify-between gap-3">
              <label htmlFor={name} className="cursor-pointer">
                <span className="block text-13 font-medium">{t('prejoin.muted')}</span>
                <span className="block text-12 text-text-3">{t('prejoin.muted.help')}</span>
              </label>
              <Switch id={name} checked={joinsMuted} onChange={setJoinsMuted} />
            </div>
          )}
        </>
      )}
      {room.is_recording && (
        <Note tone="danger" icon="circle" className="my-4">
          {t(speaks ? 'prejoin.recorded' : 'prejoin.recorded_listener')}
        </Note>
      )}
      {error ? (
        <div role="alert" className="my-4">
          <Note tone="danger">{messageOf(error, t('prejoin.failed'))}</Note>
        </div>
      ) : null}
      <div className="mt-4 grid gap-1.5 max-desk:sticky max-desk:bottom-3 max-desk:z-5 max-desk:rounded-control max-desk:bg-surface max-desk:shadow-[0_0_0_12px_var(--surface)]">
        <Button block size="lg" variant="primary" icon={isBlocked ? 'headphones' : undefined} loading={isJoining} onClick={() => join(isBlocked)}>
          {t(isBlocked ? 'prejoin.listen' : word)}
        </Button>
        {isBlocked && (
          <Button block icon="rotate-ccw" onClick={() => void local.ask()}>
            {t('prejoin.again')}
          </Button>
        )}
        {speaks && !isBlocked && !isBackstage && (
          <Button block variant="ghost" icon="headphones" disabled={isJoining} onClick={() => join(true)}>
            {t('prejoin.listen')}
          </Button>
        )}
      </div>
      {isBlocked && <p className="mt-4 text-13 text-text-2">{t('prejoin.listen.help')}</p>}
    </Card>
  )
}
