/** Ways into an account that whoever sets a new password by email may remove with it. */
import { Checkbox, ListRow, Time, useT } from '@atrium/sdk/web'
import type { Way } from '../api.ts'
import { keyOf, nameOfWay } from './way.ts'

interface WaysChooserProps {
  ways: readonly Way[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

export function WaysChooser({ ways, chosen, onChange }: WaysChooserProps) {
  const t = useT()
  function toggle(way: Way, on: boolean) {
    const next = new Set(chosen)
    if (on) next.add(keyOf(way))
    else next.delete(keyOf(way))
    onChange(next)
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-13">{t('ways.title')}</legend>
      <p className="text-13 text-text-2">{t('ways.text')}</p>
      <ul className="rounded-lg border border-border">
        {ways.map((way) => (
          <ListRow as="li" key={keyOf(way)}>
            <Checkbox
              className="min-w-0 flex-1"
              checked={chosen.has(keyOf(way))}
              onChange={(on) => toggle(way, on)}
              label={
                <>
                  <span className="font-medium">{nameOfWay(t, way)}</span>
                  <span className="block text-text-3">
                    {t('ways.added')} <Time value={way.added_at} kind="date" /> <span aria-hidden="true">·</span> {t(`ways.${way.removal}`)}
                  </span>
                </>
              }
            />
          </ListRow>
        ))}
      </ul>
    </fieldset>
  )
}
