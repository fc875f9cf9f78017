/** One's own picture as the others will see it, mirrored; or why there is none. */
import { Avatar, cx, Icon, Spinner, useSession, useT } from '@atrium/sdk/web'
import { useBlur } from '../../room/blur.ts'
import type { Local } from '../../room/useLocal.ts'
import { CallButton } from '../CallButton.tsx'
import { Video } from '../Video.tsx'
import { Blocked } from './Blocked.tsx'

const GROUND = 'relative overflow-hidden rounded-sheet bg-[oklch(0.2_0.01_70)] text-[oklch(0.94_0.006_70)]'

export function Camera({ local }: { local: Local }) {
  const t = useT()
  const { microphone, camera } = local
  const { member } = useSession()
  if (camera.problem === 'refused' || (microphone.problem === 'refused' && !camera.track))
    return (
      <div className={cx(GROUND, 'grid min-h-[480px] place-items-center shadow-[inset_0_0_0_1px_var(--border)] max-desk:min-h-0')}>
        <Blocked />
      </div>
    )
  return (
    <div className={cx(GROUND, 'aspect-video max-desk:aspect-4/3')} data-appearance="dark">
      {camera.track ? (
        <>
          <Video track={camera.track} isMirrored label={t('prejoin.preview')} />
          <span aria-hidden="true" className="absolute inset-x-0 bottom-0 h-[38%] bg-linear-to-b from-transparent to-[oklch(0.1_0_0/0.66)]" />
          <span className="absolute start-3.5 top-3.5 flex items-center gap-1.5 rounded-[7px] bg-[oklch(0.1_0_0/0.66)] px-2.5 py-1 text-12 leading-[18px] text-white">
            <Icon name="flip-horizontal-2" size="sm" />
            {t('prejoin.mirrored')}
          </span>
        </>
      ) : (
        <NoPicture local={local} />
      )}
      <span className="absolute bottom-[26px] start-5 max-w-[30%] truncate font-semibold text-white max-desk:hidden">{member?.name}</span>
      <Switches local={local} />
    </div>
  )
}

function NoPicture({ local: { camera, isAsking, isCameraOn } }: { local: Local }) {
  const t = useT()
  const { member } = useSession()
  return (
    <div className="grid h-full content-center justify-items-center gap-3 px-6 pb-14 text-center">
      {isAsking ? <Spinner className="size-6!" /> : member && <Avatar id={member.id} name={member.name} src={member.avatarUrl} size={96} />}
      <p role="status" className="max-w-[40ch] text-13 text-[oklch(0.84_0.008_70)]">
        {t(isAsking ? 'device.asking' : camera.problem ? `device.camera.${camera.problem}` : isCameraOn ? 'device.camera.starting' : 'device.camera.off')}
      </p>
    </div>
  )
}

function Switches({ local }: { local: Local }) {
  const t = useT()
  const blur = useBlur(local.camera.track)
  const { isMuted, microphone, camera } = local
  const isHeard = microphone.track !== null && !isMuted
  return (
    <div role="group" aria-label={t('device.controls')} className="absolute inset-x-0 bottom-[18px] flex justify-center gap-2.5">
      <CallButton
        large
        look={isHeard ? 'light' : 'dim'}
        icon={isHeard ? 'mic' : 'mic-off'}
        label={t(isHeard ? 'device.mute' : 'device.unmute')}
        onClick={() => void local.setMuted(isHeard)}
      />
      <CallButton
        large
        look={camera.track ? 'light' : 'dim'}
        icon={camera.track ? 'video' : 'video-off'}
        label={t(camera.track ? 'device.camera.stop' : 'device.camera.start')}
        onClick={() => void local.setCamera(camera.track === null)}
      />
      {blur && (
        <CallButton
          large
          look={blur.isOn ? 'light' : 'dim'}
          icon="aperture"
          label={t('device.blur')}
          pressed={blur.isOn}
          onClick={() => blur.set(!blur.isOn)}
        />
      )}
    </div>
  )
}
