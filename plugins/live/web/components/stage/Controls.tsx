/** The bar below the stage. */
import { Button, cx, Popover, useNarrow, useRead, useT } from '@atrium/sdk/web'
import contract from '../../../contract.ts'
import { useCall } from '../../room/call.ts'
import { EMOJI, useControls } from '../../room/useControls.ts'
import { CallButton } from '../CallButton.tsx'
import { type ControlsProps, More } from './More.tsx'

export function Controls(props: ControlsProps) {
  const t = useT()
  const narrow = useNarrow()
  const { room, me, leave } = useCall()
  const { isHandUp, toggleHand } = useControls()
  const look = props.isSheet ? 'sheet' : 'room'
  const speaks = room.room_type === 'conference' || me.role === 'host' || me.role === 'cohost'
  return (
    <div
      role="group"
      aria-label={t('stage.controls')}
      className={cx(
        'flex items-center justify-center gap-2 px-4 pb-[env(safe-area-inset-bottom)] [grid-area:bar] max-desk:gap-3 max-desk:px-2',
        props.isSheet && 'bg-surface text-text',
      )}
    >
      {speaks && <Devices isSheet={props.isSheet} />}
      {speaks && !narrow && <ShareScreen />}
      {!narrow && <CallButton look={look} icon="hand" label={t(isHandUp ? 'stage.lower_hand' : 'stage.raise_hand')} pressed={isHandUp} onClick={toggleHand} />}
      {!narrow && <React />}
      <PanelButton {...props} />
      <More {...props} look={look} />
      <span aria-hidden="true" className="w-3 max-desk:hidden" />
      <Button variant="danger" onClick={room.can_host ? props.onEnd : leave} className="h-11! rounded-full! px-[18px]!">
        {t(room.can_host ? (narrow ? 'end.short' : 'end.action') : 'stage.leave')}
      </Button>
    </div>
  )
}

function Devices({ isSheet }: { isSheet: boolean }) {
  const t = useT()
  const { isMuted, setMuted, isCameraOn, setCamera, maySpeak } = useControls()
  const lookOf = (isOff: boolean) => (isSheet ? (isOff ? 'sheetOff' : 'sheet') : isOff ? 'off' : 'room')
  const why = maySpeak ? undefined : t('stage.cannot_speak')
  return (
    <>
      <CallButton
        look={lookOf(isMuted)}
        icon={isMuted ? 'mic-off' : 'mic'}
        label={t(isMuted ? 'device.unmute' : 'device.mute')}
        aria-description={why}
        aria-keyshortcuts="M"
        onClick={() => setMuted(!isMuted)}
      />
      <CallButton
        look={lookOf(!isCameraOn)}
        icon={isCameraOn ? 'video' : 'video-off'}
        label={t(isCameraOn ? 'device.camera.stop' : 'device.camera.start')}
        aria-description={why}
        aria-keyshortcuts="V"
        onClick={() => setCamera(!isCameraOn)}
      />
    </>
  )
}

function ShareScreen() {
  const t = useT()
  const { screen, me } = useCall()
  if (!screen.toggle) return null
  const isOn = screen.track !== null
  return (
    <CallButton
      icon="monitor-up"
      label={t(isOn ? 'stage.stop_sharing' : 'stage.share')}
      pressed={isOn}
      disabled={!me.can_speak}
      onClick={() => void screen.toggle?.()}
    />
  )
}

function React() {
  const t = useT()
  const { react } = useControls()
  return (
    <Popover label={t('stage.react')} align="center" className="w-auto! p-1.5!" trigger={<CallButton icon="smile-plus" label={t('stage.react')} />}>
      <div className="flex gap-1">
        {EMOJI.map((emoji) => (
          <button
            key={emoji}
            type="button"
            aria-label={t('stage.react.with', { emoji })}
            className="grid size-10 place-items-center rounded-control text-20 hover:bg-hover"
            onClick={() => react(emoji)}
          >
            {emoji}
          </button>
        ))}
      </div>
    </Popover>
  )
}

const ICONS = { questions: 'circle-help', chat: 'messages-square', people: 'users' } as const
function PanelButton({ panel, panels, unread, onPanel, isSheet }: ControlsProps) {
  const t = useT()
  const { room } = useCall()
  const { data } = useRead(
    contract.routes.questions,
    { params: { id: room.id }, query: { status: 'open' } },
    { enabled: room.can_moderate && room.questions_enabled },
  )
  const [first = 'people'] = panels
  const waiting = room.can_moderate ? (data?.counts['waiting'] ?? 0) : 0
  return (
    <CallButton
      look={isSheet ? 'sheet' : 'room'}
      icon={ICONS[first]}
      label={t(`stage.panel.${first}`)}
      pressed={panel !== null}
      aria-expanded={panel !== null}
      count={waiting + (panel === 'chat' ? 0 : unread)}
      onClick={onPanel}
    />
  )
}
