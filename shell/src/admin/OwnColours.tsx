/** The own colours of a custom theme, for each appearance; an empty one is the default theme's. */
import { useId } from 'react'
import { type Appearance, Button, Card, CardHead, ColorField, Field, Segment, type ThemeColour, useT } from '@atrium/sdk/web'
import { brandTokens, customColours, DEFAULT_COLOURS, fromHex, isHex, THEME_COLOURS, toHex } from '@atrium/sdk/theme'
import type { Theme } from '../api.ts'
import { ThemePreview } from './ThemePreview.tsx'

const GROUPS: [title: string, fields: ThemeColour[]][] = [
  ['sidebar', THEME_COLOURS.filter((name) => name.startsWith('sidebar') || name.startsWith('active_item'))],
  ['header', THEME_COLOURS.filter((name) => name.startsWith('header'))],
  ['marks', ['link_color', 'online_indicator_color', 'mention_badge_color']],
]
/** Two colours that nobody tells apart. */
const same = (one: string, other: string) => {
  const [a, b] = [fromHex(one), fromHex(other)]
  return Math.abs(a[0] - b[0]) < 0.01 && Math.abs(a[1] - b[1]) < 0.01
}

interface OwnColoursProps {
  theme: Theme
  appearance: Appearance
  onAppearance: (appearance: Appearance) => void
  onChange: (change: Partial<Theme>) => void
}
export function OwnColours({ theme, appearance, onAppearance, onChange }: OwnColoursProps) {
  const t = useT()
  const own = theme.custom_colors[appearance] ?? {}
  const shown = customColours(theme, appearance)
  const setColour = (name: ThemeColour, value: string) => onChange({ custom_colors: { ...theme.custom_colors, [appearance]: { ...own, [name]: value } } })
  const brand = theme.brand_color[appearance]
  const tokens = brandTokens(brand, appearance, theme.brand_text_color[appearance])
  const setBrand = (hex: string) => {
    // White on it, or near black on light colours.
    const ink = toHex(brandTokens(hex, appearance)['brand-text-color'])
    onChange({ brand_color: { ...theme.brand_color, [appearance]: hex }, brand_text_color: { ...theme.brand_text_color, [appearance]: ink } })
  }
  return (
    <Card>
      <CardHead title={t('theme.own')} text={t('theme.own.help')} />
      <div className="grid gap-5 p-4 desk:p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Segment
            label={t('theme.seen')}
            value={appearance}
            onChange={onAppearance}
            items={[
              { value: 'light', label: t('theme.seen.light'), icon: 'sun' },
              { value: 'dark', label: t('theme.seen.dark'), icon: 'moon' },
            ]}
          />
          <Button
            size="sm"
            variant="ghost"
            disabled={Object.values(own).every((value) => !value)}
            onClick={() => onChange({ custom_colors: { ...theme.custom_colors, [appearance]: {} } })}
          >
            {t('theme.own.reset')}
          </Button>
        </div>
        <ThemePreview
          theme={theme}
          appearance={appearance}
          large={{
            header: t('theme.sample.header'),
            active: t('theme.sample.active'),
            item: t('theme.sample.item'),
            chosen: t('theme.sample.chosen'),
            link: t('branding.preview.link'),
            button: t('branding.preview.button'),
            mark: t('branding.preview.mark'),
          }}
        />
        <Group title={t('theme.group.brand')}>
          <Colour label={t('theme.colour.brand_color')} value={brand} used={toHex(tokens['brand-color'])} onChange={setBrand} />
          <Colour
            label={t('theme.colour.brand_text_color')}
            value={theme.brand_text_color[appearance]}
            used={toHex(tokens['brand-text-color'])}
            onChange={(hex) => onChange({ brand_text_color: { ...theme.brand_text_color, [appearance]: hex } })}
          />
        </Group>
        {GROUPS.map(([title, fields]) => (
          <Group key={title} title={t(`theme.group.${title}`)}>
            {fields.map((name) => (
              <Colour
                key={name}
                label={t(`theme.colour.${name}`)}
                value={own[name] || toHex(name === 'link_color' ? shown[name] : DEFAULT_COLOURS[appearance][name])}
                used={toHex(shown[name])}
                own={Boolean(own[name])}
                onChange={(hex) => setColour(name, hex)}
                onReset={() => setColour(name, '')}
              />
            ))}
          </Group>
        ))}
      </div>
    </Card>
  )
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <h3 id={id} className="mb-2 text-13 text-text-3">
        {title}
      </h3>
      <div className="grid gap-x-5 gap-y-4 desk:grid-cols-3">{children}</div>
    </div>
  )
}

interface ColourProps {
  label: string
  value: string
  /** What is shown in its place, where it alone would not be readable. */
  used: string
  own?: boolean
  onChange: (hex: string) => void
  onReset?: () => void
}
function Colour({ label, value, used, own, onChange, onReset }: ColourProps) {
  const t = useT()
  const moved = isHex(value) && !same(value, used)
  return (
    <Field
      label={label}
      aside={
        own && onReset ? (
          <button type="button" className="link text-12" onClick={onReset}>
            {t('theme.own.resetOne')}
          </button>
        ) : undefined
      }
      help={moved ? t('theme.moved', { used }) : undefined}
    >
      <ColorField value={value} onChange={onChange} />
    </Field>
  )
}
