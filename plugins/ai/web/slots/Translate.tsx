/** In the menu of a text whose translation has a place on this page: translate it. */
import { MenuEntry, useT } from '@atrium/sdk/web'
import { ask, keyOf, usePlace } from '../components/written/translating.ts'

export default function Translate(record: { kind: string; id: number }) {
  const t = useT()
  const key = keyOf(record)
  const place = usePlace(key)
  return place && !place.isAsked ? <MenuEntry icon="languages" label={t('translation.entry')} onSelect={() => ask(key, true)} /> : null
}
