/** A stream with more listeners than the room has places: it is watched from a playlist, some seconds later. */
import { Button, useT } from '@atrium/sdk/web'
import { useCall } from '../../room/call.ts'
import { useHls } from '../../room/useHls.ts'
import { Rewind } from './Rewind.tsx'
import { StageCard } from './StageCard.tsx'

export function Broadcast({ playlist }: { playlist: string }) {
  const t = useT()
  const { room } = useCall()
  const { media, isWaiting, isBlocked, play } = useHls(playlist)
  return (
    <div data-main="" className="relative grid h-full place-items-center overflow-hidden rounded-xl bg-black">
      {/* biome-ignore lint/a11y/useMediaCaption: nobody writes along what is said live */}
      <video ref={media} autoPlay playsInline controls={false} aria-label={room.name} className="absolute inset-0 size-full object-contain" />
      {isWaiting && !isBlocked && (
        <p role="status" className="z-1 text-13 text-white">
          {t('stage.starting')}
        </p>
      )}
      {isBlocked && (
        <Button size="lg" variant="primary" icon="play" onClick={play} className="z-1">
          {t('stage.play')}
        </Button>
      )}
      <StageCard />
      <Rewind media={media} />
    </div>
  )
}
