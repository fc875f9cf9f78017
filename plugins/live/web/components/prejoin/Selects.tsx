/** Which microphone, camera and speaker. */
import { Button, Field, Icon, type IconRef, Select, useT } from '@atrium/sdk/web'
import type { Chosen } from '../../room/capture.ts'
import { playNotes } from '../../room/sound.ts'
import { choosesSpeaker, type Device } from '../../room/useDevices.ts'
import type { Local } from '../../room/useLocal.ts'

const ICONS = { microphone: 'mic', camera: 'video', speaker: 'volume-2' } as const satisfies Record<keyof Chosen, IconRef>
type DeviceKind = keyof typeof ICONS

/** The one that is open, else the one that was chosen, else the usual one. */
function currentOf(local: Local, kind: DeviceKind): string {
  const open = kind === 'speaker' ? undefined : local[kind].track?.getSettings().deviceId
  const wanted = open ?? local.chosen[kind]
  const devices = local.devices[kind]
  return (devices.find(({ id }) => id === wanted) ?? devices[0])?.id ?? ''
}

function One({ local, kind }: { local: Local; kind: DeviceKind }) {
  const t = useT()
  const devices: Device[] = local.devices[kind]
  const options = devices.length ? devices.map(({ id, label }) => ({ value: id, label })) : [{ value: '', label: t(`device.${kind}.usual`) }]
  return (
    <Field label={t(`device.${kind}`)}>
      <div className="relative flex items-center gap-2">
        <Icon name={ICONS[kind]} className="pointer-events-none absolute start-2.5 text-text-3" />
        <Select
          value={currentOf(local, kind)}
          options={options}
          disabled={devices.length === 0}
          className="ps-[38px]!"
          onChange={(event) => local.choose(kind, event.target.value)}
        />
        {kind === 'speaker' && (
          <Button size="sm" icon="play" aria-label={t('device.speaker.test')} onClick={() => void playNotes(local.chosen.speaker)} className="h-8!">
            {t('device.play')}
          </Button>
        )}
      </div>
    </Field>
  )
}
/** Without a speaker to choose, as in some browsers, there is still a sound to hear. */
export function Selects({ local }: { local: Local }) {
  return (
    <div className="grid gap-3">
      <One local={local} kind="microphone" />
      <One local={local} kind="camera" />
      {choosesSpeaker && <One local={local} kind="speaker" />}
    </div>
  )
}
