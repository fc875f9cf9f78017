/** One person on the stage: their picture or face, their name, whether they speak, are muted, or have a hand up. */
import { Avatar, cx, Icon, IconButton, useT } from '@atrium/sdk/web'
import { type ReactNode, useEffect, useRef } from 'react'
import { useCall } from '../../room/call.ts'
import type { Seat } from '../../room/seats.ts'
import { Video } from '../Video.tsx'
import { useSeatName } from './useSeatName.ts'

interface SeatViewProps {
  seat: Seat
  isMain?: boolean
  isPinned: boolean
  onPin: (key: string | null) => void
  /** In the strip above a sheet. */
  isTiny?: boolean
  className?: string
  /** Over the picture. */
  children?: ReactNode
}
export function SeatView({ seat, isMain, isPinned, onPin, isTiny, className, children }: SeatViewProps) {
  const t = useT()
  const { speech } = useCall()
  const nameOf = useSeatName()
  const box = useSeen(seat)
  const { person, participantId, track, source, isMe, isMuted } = seat
  const name = nameOf(seat)
  const isScreen = source === 'screen'
  const isSpeaking = !isScreen && !isMuted && speech.speaking.has(participantId)
  const isHandUp = !isScreen && person?.hand_raised_at != null
  const plain = person?.name ?? t('stage.someone')
  return (
    <div
      ref={box}
      data-main={isMain || undefined}
      className={cx('group/seat relative grid min-h-0 place-items-center overflow-hidden rounded-xl bg-[oklch(0.24_0.012_70)] text-white', className)}
    >
      {track ? (
        <Video track={track} isMirrored={isMe && !isScreen} isWhole={isScreen} label={t(isScreen ? 'stage.screen_of' : 'stage.video_of', { name: plain })} />
      ) : (
        <Avatar id={person?.community_member_id ?? participantId} name={plain} src={person?.avatar_url} size={isTiny ? 36 : isMain ? 96 : 64} />
      )}
      {isSpeaking && <span aria-hidden="true" className="pointer-events-none absolute inset-0 rounded-xl ring-2 ring-online ring-inset" />}
      {children}
      {isHandUp && (
        <span className="absolute start-2.5 top-2.5 grid size-8 place-items-center rounded-full bg-warning-solid text-on-warning">
          <Icon name="hand" label={t('stage.hand_up', { name: plain })} />
        </span>
      )}
      <span
        className={cx(
          'absolute flex max-w-[calc(100%-20px)] items-center gap-1.5 rounded-control bg-[oklch(0.1_0_0/0.72)] font-medium text-white',
          isTiny ? 'bottom-1 start-1 px-1.5 py-px text-11' : 'bottom-2.5 start-2.5 px-2 py-1 text-12 max-desk:bottom-1.5 max-desk:start-1.5',
        )}
      >
        <Icon
          name={isScreen ? 'monitor-up' : isMuted ? 'mic-off' : 'mic'}
          label={isScreen ? undefined : t(isMuted ? 'stage.muted' : 'stage.unmuted')}
          className="size-[13px]"
        />
        <span className="truncate">{name}</span>
      </span>
      {!isTiny && (isPinned || track) && (
        <IconButton
          size="sm"
          icon={isPinned ? 'pin-off' : 'pin'}
          label={t(isPinned ? 'stage.unpin' : 'stage.pin', { name: plain })}
          onClick={() => onPin(isPinned ? null : seat.key)}
          className={cx(
            'absolute! end-2 top-2 bg-[oklch(0.1_0_0/0.72)]! text-white! focus-visible:opacity-100 max-desk:hidden',
            !isPinned && 'opacity-0 group-hover/seat:opacity-100',
          )}
        />
      )}
    </div>
  )
}

/** The engine sends no larger picture than is shown, and none of who is not in sight. */
function useSeen({ participantId, source, track, isMe }: Seat) {
  const { media } = useCall()
  const { client } = media
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!client || !box.current || !track || isMe) return
    const tell = (pixels: number) => client.seen(String(participantId), source, pixels)
    let height = 0
    let isInSight = true
    const say = () => tell(isInSight ? Math.round(height * devicePixelRatio) : 0)
    const sizes = new ResizeObserver(([entry]) => {
      height = entry?.contentRect.height ?? 0
      say()
    })
    const sights = new IntersectionObserver(([entry]) => {
      isInSight = entry?.isIntersecting ?? true
      say()
    })
    sizes.observe(box.current)
    sights.observe(box.current)
    return () => {
      sizes.disconnect()
      sights.disconnect()
      tell(0)
    }
  }, [client, participantId, source, track, isMe])
  return box
}
