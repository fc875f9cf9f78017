/** How the community looks: a built-in theme or own colours, light or dark at first. What is chosen is seen before it is saved. */
import { type ReactNode, useState } from 'react'
import { type Appearance, Button, Card, CardHead, Icon, Note, Segment, SettingsForm, SettingsPage, useAppearance, useRead, useT } from '@atrium/sdk/web'
import { THEMES } from '@atrium/sdk/theme'
import communities from '@atrium/sdk/kernel/communities'
import type { Community, Theme } from '../api.ts'
import { OwnColours } from './OwnColours.tsx'
import { ThemePreview } from './ThemePreview.tsx'
import { usePreview } from './usePreview.ts'

const { community: communityRoute, updateCommunity } = communities.routes

export default function ThemePage() {
  const t = useT()
  const query = useRead(communityRoute)
  return (
    <SettingsPage name="site/Theme" title={t('admin.theme')} text={t('theme.text')} query={query} height={620}>
      {({ version, branding: { theme } }) => (
        <SettingsForm
          saved={{ version, theme }}
          save={updateCommunity}
          words="admin"
          recordOf={({ branding }: Community) => ({ theme: branding.theme })}
          valueWords={(_, one: Theme) => `${one.is_custom ? t('theme.own') : one.current_theme}, ${t(`appearance.${one.default_appearance}`)}`}
          sections={({ value, set, bar }) => [
            { bare: <Themes theme={value.theme} changed={bar.dirty} onChange={(change) => set({ theme: { ...value.theme, ...change } })} /> },
          ]}
        />
      )}
    </SettingsPage>
  )
}

function Themes({ theme, changed, onChange }: { theme: Theme; changed: boolean; onChange: (change: Partial<Theme>) => void }) {
  const t = useT()
  const [seen, setSeen] = useState<Appearance>(useAppearance().appearance)
  const chosen = theme.is_custom ? 'custom' : theme.current_theme
  usePreview(changed ? { theme } : null)
  return (
    <>
      <Card>
        <CardHead title={t('theme.appearance')} text={t('theme.appearance.help')} />
        <div className="p-4 desk:p-5">
          <Segment
            label={t('theme.appearance')}
            value={theme.default_appearance}
            onChange={(default_appearance) => onChange({ default_appearance })}
            items={[
              { value: 'system', label: t('appearance.system'), icon: 'monitor' },
              { value: 'light', label: t('appearance.light'), icon: 'sun' },
              { value: 'dark', label: t('appearance.dark'), icon: 'moon' },
            ]}
          />
        </div>
      </Card>
      <Card>
        <CardHead title={t('theme.choose')} text={t('theme.choose.help')} />
        <div className="grid justify-items-start gap-4 p-4 desk:p-5">
          <Segment
            label={t('theme.seen')}
            value={seen}
            onChange={setSeen}
            items={[
              { value: 'light', label: t('theme.seen.light') },
              { value: 'dark', label: t('theme.seen.dark') },
            ]}
          />
          <div role="radiogroup" aria-label={t('theme.choose')} className="grid w-full grid-cols-2 gap-3 desk:grid-cols-4">
            {THEMES.map((name) => (
              <Choice
                key={name}
                name={name}
                chosen={name === chosen}
                onChoose={() => onChange(name === 'custom' ? { current_theme: name, is_custom: true } : { current_theme: name, is_custom: false })}
              >
                <ThemePreview theme={{ ...theme, current_theme: name, is_custom: name === 'custom' }} appearance={seen} />
              </Choice>
            ))}
          </div>
        </div>
      </Card>
      {chosen === 'custom' && <OwnColours theme={theme} appearance={seen} onAppearance={setSeen} onChange={onChange} />}
      {chosen !== 'custom' && (
        <Note>
          {t('theme.own.hint')}{' '}
          <Button size="sm" variant="ghost" onClick={() => onChange({ current_theme: 'custom', is_custom: true })}>
            {t('theme.own.start')}
          </Button>
        </Note>
      )}
    </>
  )
}

function Choice({ name, chosen, onChoose, children }: { name: string; chosen: boolean; onChoose: () => void; children: ReactNode }) {
  const t = useT()
  return (
    <label className="relative grid cursor-pointer gap-1.5 rounded-card border border-field p-1.5 text-13 hover:border-strong has-checked:border-brand has-checked:shadow-[inset_0_0_0_1px_var(--brand-color)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input type="radio" name="theme" value={name} checked={chosen} onChange={onChoose} className="sr-only" />
      {children}
      <span className="flex items-center gap-1.5 px-1 pb-0.5">
        <span className="min-w-0 flex-1 truncate font-medium">{t(`theme.name.${name}`)}</span>
        {chosen && <Icon name="check" size="sm" />}
      </span>
    </label>
  )
}
