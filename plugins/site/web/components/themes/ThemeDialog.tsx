/** A look while it is changed, beside the page it makes. */
import {
  type Appearance,
  Button,
  Checkbox,
  ColorField,
  Field,
  FormDialog,
  Input,
  PictureField,
  Segment,
  Select,
  toast,
  useAppearance,
  useFieldErrors,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { brandTokens, isHex, toHex } from '@atrium/sdk/theme'
import { useState } from 'react'
import contract, { BODY_FONTS, type CustomFont, type SiteTheme, WIDTHS } from '../../../contract.ts'
import { Contrasts } from './Contrasts.tsx'
import { LookSample } from './LookSample.tsx'
import type { Palette } from './look.ts'

const { routes } = contract
const COLOURS = ['background', 'surface', 'text', 'muted', 'accent', 'accent_text'] as const satisfies readonly (keyof Palette)[]
const MAX_RADIUS = 32

interface ThemeDialogProps {
  theme: SiteTheme
  fonts: readonly CustomFont[]
  onClose: () => void
}
export function ThemeDialog({ theme, fonts, onClose }: ThemeDialogProps) {
  const t = useT()
  const [look, setLook] = useState(theme)
  const [seen, setSeen] = useState<Appearance>(useAppearance().appearance)
  const set = (change: Partial<SiteTheme>) => setLook((now) => ({ ...now, ...change }))
  const write = useWrite(routes.updateTheme, {
    invalidates: [routes.themes, routes.pages],
    onSuccess: () => {
      toast.success(t('theme.saved'))
      onClose()
    },
  })
  const errors = useFieldErrors(write.error)
  const changes = changesOf(theme, look)
  const darkAccent = isHex(look.light.accent) ? accentIn('dark', look.light.accent) : null
  return (
    <FormDialog
      title={t('theme.edit_title', { name: theme.name })}
      width={1040}
      onClose={onClose}
      onSubmit={() => write.mutateAsync({ params: { themeId: theme.id }, body: { theme: changes } }).catch(() => {})}
      error={write.error}
      action={t('theme.save')}
      pending={write.isPending}
      disabled={look.name.trim() === '' || Object.keys(changes).length === 0}
    >
      <div className="grid gap-6 desk:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid min-w-0 content-start gap-5">
          <Field label={t('theme.name')} error={errors['theme.name']}>
            <Input value={look.name} maxLength={60} onChange={(event) => set({ name: event.target.value })} />
          </Field>
          <section aria-label={t('theme.colors')} className="grid gap-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="text-15">{t('theme.colors')}</h3>
              <AppearanceChoice value={seen} onChange={setSeen} />
            </div>
            <div className="grid grid-cols-2 gap-4 desk:grid-cols-3">
              {COLOURS.map((key) => (
                <Field key={`${seen} ${key}`} label={t(`theme.color_${key}`)} error={errors[`theme.${seen}.${key}`]}>
                  <ColorField value={look[seen][key]} onChange={(colour) => set({ [seen]: { ...look[seen], [key]: colour } })} />
                </Field>
              ))}
            </div>
            {seen === 'light' && darkAccent && darkAccent.accent !== look.dark.accent && (
              <Button size="sm" icon="moon" className="justify-self-start" onClick={() => set({ dark: { ...look.dark, ...darkAccent } })}>
                {t('theme.accent_for_dark')}
              </Button>
            )}
            <Contrasts palette={look[seen]} />
          </section>
          <div className="grid gap-4 desk:grid-cols-2">
            {(['heading_font', 'body_font'] as const).map((key) => (
              <Field key={key} label={t(`theme.${key}`)} error={errors[`theme.${key}`]}>
                <FontSelect value={look[key]} fonts={fonts} onChange={(font) => set({ [key]: font })} />
              </Field>
            ))}
            <Field label={t('theme.radius', { pixels: look.radius })} error={errors['theme.radius']}>
              <input
                type="range"
                min={0}
                max={MAX_RADIUS}
                value={look.radius}
                aria-label={t('theme.radius', { pixels: look.radius })}
                onChange={(event) => set({ radius: Number(event.target.value) })}
                className="h-9 w-full accent-brand"
              />
            </Field>
            <Field label={t('theme.width')}>
              <Segment
                label={t('theme.width')}
                value={look.width}
                onChange={(width) => set({ width })}
                items={WIDTHS.map((value) => ({ value, label: t(`theme.width_${value}`) }))}
              />
            </Field>
          </div>
          <div className="grid gap-4 desk:grid-cols-2">
            <PictureField
              label={t('theme.logo_light')}
              url={look.logo_url}
              background={look.light.background}
              error={errors['theme.logo']}
              onChange={(picture) => set({ logo: picture?.signedId ?? null, logo_url: picture?.url ?? null })}
            />
            <PictureField
              label={t('theme.logo_dark')}
              url={look.dark_logo_url}
              background={look.dark.background}
              error={errors['theme.dark_logo']}
              onChange={(picture) => set({ dark_logo: picture?.signedId ?? null, dark_logo_url: picture?.url ?? null })}
            />
          </div>
          {!theme.is_default && <Checkbox label={t('theme.use_as_default')} checked={look.is_default} onChange={(is_default) => set({ is_default })} />}
        </div>
        <div className="min-w-0 desk:sticky desk:top-0 desk:self-start">
          <LookSample look={look} appearance={seen} />
        </div>
      </div>
    </FormDialog>
  )
}

/** An accent as the other appearance can show it, with the text that reads on it. */
function accentIn(appearance: Appearance, accent: string): Pick<Palette, 'accent' | 'accent_text'> {
  const tokens = brandTokens(accent, appearance)
  return { accent: toHex(tokens['brand-color']), accent_text: toHex(tokens['brand-text-color']) }
}

const SENT = ['name', 'light', 'dark', 'heading_font', 'body_font', 'radius', 'width', 'logo', 'dark_logo', 'is_default'] as const
/** What differs from the saved look, as the call takes it. */
const changesOf = (saved: SiteTheme, look: SiteTheme) =>
  Object.fromEntries(SENT.filter((key) => JSON.stringify(look[key]) !== JSON.stringify(saved[key])).map((key) => [key, look[key]])) as Partial<
    Pick<SiteTheme, (typeof SENT)[number]>
  >

export function AppearanceChoice({ value, onChange }: { value: Appearance; onChange: (appearance: Appearance) => void }) {
  const t = useT()
  return (
    <Segment
      label={t('theme.appearance')}
      value={value}
      onChange={onChange}
      items={[
        { value: 'light', label: t('theme.light'), icon: 'sun' },
        { value: 'dark', label: t('theme.dark'), icon: 'moon' },
      ]}
    />
  )
}

function FontSelect({ value, fonts, onChange }: { value: string; fonts: readonly CustomFont[]; onChange: (font: string) => void }) {
  const t = useT()
  // A family is chosen by any of its weights: by the one that is chosen already, or its first.
  const chosen = fonts.find(({ id }) => String(id) === value)
  const families = fonts.filter((font) => (font.family === chosen?.family ? font === chosen : fonts.find(({ family }) => family === font.family) === font))
  return (
    <Select
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        ...BODY_FONTS.map((font) => ({ value: font, label: t(`theme.font_${font}`) })),
        ...families.map(({ id, family }) => ({ value: String(id), label: family, group: t('font.title') })),
      ]}
    />
  )
}
