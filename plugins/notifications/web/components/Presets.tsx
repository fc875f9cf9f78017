/** All switches at once. */
import { Card, CardHead, Segment, useT } from '@atrium/sdk/web'
import { type Preferences, type Preset, PRESETS, type SavePreferences } from '../../contract.ts'

export function Presets({ chosen, save }: { chosen: Preferences; save: SavePreferences }) {
  const t = useT()
  return (
    <Card>
      <CardHead title={t('preset.title')} text={t(chosen.preset ? `preset.${chosen.preset}.text` : 'preset.own')} />
      <div className="p-5">
        <Segment
          label={t('preset.title')}
          value={chosen.preset ?? ('' as Preset)}
          items={PRESETS.map((value) => ({ value, label: t(`preset.${value}`) }))}
          onChange={(preset) => save({ preset }, (now) => ({ ...now, preset }))}
        />
      </div>
    </Card>
  )
}
