/** When one is left in peace, and how often one is told what one has missed. */
import { ownZone } from '@atrium/sdk'
import { Button, Card, CardHead, Field, Segment, Switch, toast, useT, useWrite, ZonePicker } from '@atrium/sdk/web'
import contract, { DIGESTS, type Preferences, type SavePreferences } from '../../contract.ts'
import { QuietBar } from './QuietBar.tsx'

interface CalmProps {
  chosen: Preferences
  save: SavePreferences
}
/** Who has never said where they are is where their browser is. */
const zoneOf = ({ time_zone }: Preferences): string => time_zone ?? ownZone()

export function QuietHours({ chosen, save }: CalmProps) {
  const t = useT()
  const { quiet_hours: quiet } = chosen
  const zone = zoneOf(chosen)
  const set = (change: Partial<Preferences['quiet_hours']>) =>
    save({ quiet_hours: change, time_zone: zone }, (now) => ({ ...now, time_zone: zone, quiet_hours: { ...now.quiet_hours, ...change } }))
  return (
    <Card>
      <CardHead title={t('quiet.title')} text={t('quiet.text')} />
      <div className="grid gap-4 p-5">
        <Switch label={t('quiet.on')} checked={quiet.enabled} onChange={(enabled) => set({ enabled })} />
        {quiet.enabled && <QuietBar hours={quiet} onChange={set} />}
        <Field label={t('quiet.zone')}>
          <ZonePicker value={zone} onChange={(next) => next && save({ time_zone: next }, (now) => ({ ...now, time_zone: next }))} />
        </Field>
      </div>
    </Card>
  )
}

export function Digest({ chosen, save }: CalmProps) {
  const t = useT()
  const preview = useWrite(contract.routes.previewDigest, {
    onSuccess: ({ sent }) => (sent ? toast.success(t('digest.sent')) : toast.error(t('digest.empty'))),
    onError: (error) => toast.error(error.message),
  })
  return (
    <Card>
      <CardHead title={t('digest.title')} text={t('digest.text')} />
      <div className="flex flex-wrap items-center gap-3 p-5">
        <Segment
          label={t('digest.title')}
          value={chosen.digest}
          items={DIGESTS.map((value) => ({ value, label: t(`digest.${value}`) }))}
          onChange={(value) => save({ digest: value, time_zone: zoneOf(chosen) }, (now) => ({ ...now, digest: value }))}
        />
        <Button icon="mail" loading={preview.isPending} onClick={() => preview.mutate()}>
          {t('digest.preview')}
        </Button>
      </div>
    </Card>
  )
}
