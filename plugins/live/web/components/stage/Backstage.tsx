/** Before it goes live: those who run the room see and hear each other, check what is needed, and open it. */
import { Button, Card, Icon, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import { useCall } from '../../room/call.ts'
import { useControls } from '../../room/useControls.ts'
import { CallButton } from '../CallButton.tsx'
import { Clock } from '../Clock.tsx'
import { Header } from '../Header.tsx'
import { BackstageSeat } from './BackstageSeat.tsx'
import { Checklist } from './Checklist.tsx'
import { DeviceDialog } from './DeviceDialog.tsx'
import { GoLive } from './GoLive.tsx'
import { Notices } from './Notices.tsx'
import { StageItems } from './StageItems.tsx'
import { useCallKeys } from './useCallKeys.ts'

export function Backstage() {
  const t = useT()
  const { room, seats, leave } = useCall()
  const [records, setRecords] = useState(room.recording_enabled && room.auto_post_recording_enabled)
  useCallKeys({ close: null })
  return (
    <div className="grid min-h-dvh grid-rows-[auto_minmax(0,1fr)]">
      <Header room={room} />
      <div className="relative mx-auto grid w-full max-w-[1240px] items-start gap-7 self-center px-7 pb-12 pt-7 min-[1001px]:grid-cols-[minmax(0,1fr)_340px] max-[1000px]:gap-4 max-[1000px]:px-3 max-[1000px]:pb-8 max-[1000px]:pt-4 max-desk:self-start">
        <Notices />
        <section aria-label={t('stage.backstage')}>
          <div className="mb-4 flex items-end justify-between gap-4">
            <div className="min-w-0">
              <h1 className="text-24">{t('stage.backstage')}</h1>
              <p className="text-text-2">{t('stage.backstage.text', { name: room.name })}</p>
            </div>
            {room.starts_at && Date.parse(room.starts_at) > Date.now() && (
              <p className="flex-none text-end">
                <Clock until={room.starts_at} label={t('room.starts_in')} className="block text-32 font-semibold tracking-title max-desk:text-24" />
                <span className="text-13 text-text-3">{t('stage.backstage.to_start')}</span>
              </p>
            )}
          </div>
          <ul className="grid grid-cols-2 gap-3 max-desk:gap-2">
            {seats.map((seat) => (
              <BackstageSeat key={seat.key} seat={seat} />
            ))}
          </ul>
          <OwnControls onLeave={leave} />
        </section>
        <aside aria-label={t('stage.backstage.ready')} className="grid gap-4">
          <Checklist records={records} onRecords={setRecords} />
          {room.can_moderate && (
            <Card pad>
              <h2 className="mb-3 text-15">{t('stage.items')}</h2>
              <StageItems room={room} />
            </Card>
          )}
          {room.can_host ? (
            <GoLive records={records} />
          ) : (
            <p className="flex items-center gap-2 text-13 text-text-2">
              <Icon name="hourglass" size="sm" />
              {t('stage.backstage.host_starts')}
            </p>
          )}
        </aside>
      </div>
    </div>
  )
}

function OwnControls({ onLeave }: { onLeave: () => void }) {
  const t = useT()
  const { isMuted, setMuted, isCameraOn, setCamera } = useControls()
  const [isChoosing, setChoosing] = useState(false)
  return (
    <div className="mt-4 flex justify-center gap-2.5">
      <CallButton
        look={isMuted ? 'sheetOff' : 'sheet'}
        icon={isMuted ? 'mic-off' : 'mic'}
        label={t(isMuted ? 'device.unmute' : 'device.mute')}
        onClick={() => setMuted(!isMuted)}
      />
      <CallButton
        look={isCameraOn ? 'sheet' : 'sheetOff'}
        icon={isCameraOn ? 'video' : 'video-off'}
        label={t(isCameraOn ? 'device.camera.stop' : 'device.camera.start')}
        onClick={() => setCamera(!isCameraOn)}
      />
      <CallButton look="sheet" icon="sliders-horizontal" label={t('stage.devices')} onClick={() => setChoosing(true)} />
      <Button className="h-11! rounded-full! px-[18px]!" onClick={onLeave}>
        {t('stage.leave')}
      </Button>
      {isChoosing && <DeviceDialog onClose={() => setChoosing(false)} />}
    </div>
  )
}
