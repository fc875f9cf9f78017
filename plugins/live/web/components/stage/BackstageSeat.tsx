/** One of those who run the room, with how loud they are. */
import { Avatar, cx, useT } from '@atrium/sdk/web'
import { useCall } from '../../room/call.ts'
import type { Seat } from '../../room/seats.ts'
import { useLevel } from '../../room/sound.ts'
import { Bars } from '../Bars.tsx'
import { Video } from '../Video.tsx'

export function BackstageSeat({ seat: { person, participantId, source, track, isMe, isMuted } }: { seat: Seat }) {
  const t = useT()
  const { media, local } = useCall()
  const voice = isMuted ? null : ((isMe ? local.microphone.track : media.tracks.get(participantId)?.microphone) ?? null)
  const level = useLevel(voice)
  const name = person?.name ?? t('stage.someone')
  return (
    <li className="relative grid aspect-16/10 place-items-center overflow-hidden rounded-[14px] bg-[oklch(0.24_0.012_70)] text-white max-desk:aspect-square">
      {track ? (
        <Video track={track} isMirrored={isMe && source === 'camera'} isWhole={source === 'screen'} label={t('stage.video_of', { name })} />
      ) : (
        <span className={cx('mb-6', isMuted && 'opacity-50')}>
          <Avatar id={person?.community_member_id ?? participantId} name={name} src={person?.avatar_url} size={64} />
        </span>
      )}
      <span aria-hidden="true" className="absolute inset-x-0 bottom-0 h-1/2 bg-linear-to-b from-transparent to-[oklch(0.1_0_0/0.78)]" />
      <p className="absolute inset-x-3.5 bottom-[30px] flex gap-2 text-13 max-desk:flex-col max-desk:gap-0 max-desk:leading-[17px]">
        <span className="truncate font-semibold">{name}</span>
        {person && <span className="text-[oklch(0.87_0_0)]">{t(`people.role.${person.role}`)}</span>}
      </p>
      <div className="absolute inset-x-3.5 bottom-3">
        {voice ? (
          <Bars small count={20} level={level} label={t('stage.level_of', { name })} />
        ) : (
          <p className="text-12 text-[oklch(0.87_0_0)]">{t('stage.microphone_off')}</p>
        )}
      </div>
    </li>
  )
}
