/** Everything else one can do in a call. */
import { Menu, type MenuItem, toast, useCopy, useNarrow, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import type { PanelKey } from '../../room/usePanels.ts'
import contract, { type LiveRoom, VIEW_TYPES } from '../../../contract.ts'
import { useCall } from '../../room/call.ts'
import { canFloat, floatStage } from '../../room/pictureInPicture.ts'
import { addressOf } from '../../room/places.ts'
import { changeOf } from '../../room/routesOf.ts'
import { EMOJI, useControls } from '../../room/useControls.ts'
import { useRecorder } from '../../room/useRecorder.ts'
import { CallButton, type CallLook } from '../CallButton.tsx'
import { DeviceDialog } from './DeviceDialog.tsx'
import { StageItemsDialog } from './StageItems.tsx'
import { VIEW_ICONS } from './TopBar.tsx'

export interface ControlsProps {
  panel: PanelKey | null
  panels: readonly PanelKey[]
  /** Messages of the chat that nobody has seen here yet. */
  unread: number
  onPanel: () => void
  view: LiveRoom['view_type']
  onView: (view: LiveRoom['view_type']) => void
  onEnd: () => void
  /** The bar is the foot of a sheet. */
  isSheet: boolean
}
export function More({ view, onView, look }: ControlsProps & { look: CallLook }) {
  const t = useT()
  const narrow = useNarrow()
  const copy = useCopy()
  const { room, me, leave, admission } = useCall()
  const { isHandUp, toggleHand, react } = useControls()
  const recorder = useRecorder(room)
  const [dialog, setDialog] = useState<'devices' | 'stage' | null>(null)
  const change = useWrite(changeOf(room.room_type), {
    invalidates: [contract.routes.bySlug],
    onSuccess: (next) => toast.info(t(next.is_locked ? 'stage.locked' : 'stage.unlocked')),
    onError: (error) => toast.error(error.message),
  })
  const phone: (MenuItem | false)[] = narrow
    ? [
        { label: t(isHandUp ? 'stage.lower_hand' : 'stage.raise_hand'), icon: 'hand', onSelect: toggleHand },
        {
          content: (
            <div className="flex justify-between gap-0.5 px-1 py-1">
              {EMOJI.map((emoji) => (
                <button
                  key={emoji}
                  type="button"
                  aria-label={t('stage.react.with', { emoji })}
                  className="grid size-11 place-items-center rounded-control text-20 hover:bg-hover"
                  onClick={() => react(emoji)}
                >
                  {emoji}
                </button>
              ))}
            </div>
          ),
        },
        '-',
      ]
    : []
  const views: (MenuItem | false)[] =
    admission.media === 'room'
      ? [
          { heading: t('stage.view') },
          ...VIEW_TYPES.map((one) => ({ label: t(`stage.view.${one}`), icon: VIEW_ICONS[one], checked: one === view, onSelect: () => onView(one) })),
          canFloat && { label: t('stage.float'), icon: 'picture-in-picture-2', onSelect: () => void floatStage() },
          '-',
        ]
      : []
  return (
    <>
      <Menu
        align="center"
        trigger={<CallButton look={look} icon="ellipsis" label={t('stage.more')} />}
        items={[
          ...phone,
          ...views,
          me.can_speak && { label: t('stage.devices'), icon: 'sliders-horizontal', onSelect: () => setDialog('devices') },
          (room.can_moderate || !room.limit_url_sharing) && {
            label: t('settings.copy_link'),
            icon: 'link',
            onSelect: () => void copy(addressOf(room), t('settings.link.copied')),
          },
          room.can_moderate && '-',
          room.can_host &&
            room.recording_enabled && { label: t(recorder.isOn ? 'stage.record.stop' : 'stage.record'), icon: 'circle', onSelect: recorder.toggle },
          room.can_moderate && { label: t('stage.items'), icon: 'presentation', onSelect: () => setDialog('stage') },
          room.can_host && {
            label: t(room.is_locked ? 'stage.unlock' : 'stage.lock'),
            icon: room.is_locked ? 'lock-open' : 'lock',
            onSelect: () => change.mutate({ params: { id: room.id }, body: { room: { is_locked: !room.is_locked } } }),
          },
          room.can_moderate && {
            label: t('settings.attendance'),
            icon: 'download',
            onSelect: () => location.assign(`/internal_api/live/${room.id}/participants.csv`),
          },
          room.can_moderate &&
            room.chat_room_uuid !== null && {
              label: t('stage.transcript'),
              icon: 'file-text',
              onSelect: () => location.assign(`/internal_api/live/${room.id}/chat_transcript`),
            },
          room.can_host && '-',
          room.can_host && { label: t('stage.leave_open'), icon: 'log-out', onSelect: leave },
        ]}
      />
      {dialog === 'devices' && <DeviceDialog onClose={() => setDialog(null)} />}
      {dialog === 'stage' && <StageItemsDialog onClose={() => setDialog(null)} />}
    </>
  )
}
