/** How the community looks: a built-in theme or own colours, light or dark at first. What is chosen is seen before it is saved. */
import { type ReactNode, useState } from 'react'
import {
  type Appearance,
  Button,
  Card,
  CardHead,
  Form,
  host,
  Icon,
  Note,
  Query,
  SaveBar,
  Segment,
  Skeleton,
  useEdits,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { THEMES } from '@atrium/sdk/theme'
import { type Community, type CommunityChange, community as communityRoute, type Theme, updateCommunity } from '../api.ts'
import { AdminPage } from './AdminPage.tsx'
import { OwnColours } from './OwnColours.tsx'
import { ThemePreview } from './ThemePreview.tsx'

export default function ThemePage() {
  const t = useT()
  const query = useRead(communityRoute)
  return (
    <AdminPage name="site/Theme" title="admin.theme" text={t('theme.text')}>
      <Query query={query} skeleton={<Skeleton w="100%" h={620} />}>
        {(community) => <ThemeForm community={community} />}
      </Query>
    </AdminPage>
  )
}

function ThemeForm({ community }: { community: Community }) {
  const t = useT()
  const write = useWrite(updateCommunity, { invalidates: [communityRoute] })
  const { value, set, form, bar } = useEdits(
    { theme: community.branding.theme },
    async (changes, version) => {
      await write.mutateAsync({ body: { ...changes, version } as CommunityChange })
      void host.refreshBoot()
    },
    {
      version: community.version,
      fieldsOf: ({ branding }: Community) => ({ theme: branding.theme }),
      label: () => t('admin.theme'),
      words: (_, theme: Theme) => `${theme.is_custom ? t('theme.own') : theme.current_theme}, ${t(`appearance.${theme.default_appearance}`)}`,
    },
  )
  const { theme } = value
  const [seen, setSeen] = useState<Appearance>(theme.default_appearance)
  const chosen = theme.is_custom ? 'custom' : theme.current_theme
  const change = (next: Partial<Theme>) => set({ theme: { ...theme, ...next } })

  return (
    <Form {...form}>
      <Card>
        <CardHead title={t('theme.appearance')} text={t('theme.appearance.help')} />
        <div className="p-4 desk:p-5">
          <Segment
            label={t('theme.appearance')}
            value={theme.default_appearance}
            onChange={(default_appearance: Appearance) => change({ default_appearance })}
            items={[
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
                onChoose={() => change(name === 'custom' ? { current_theme: name, is_custom: true } : { current_theme: name, is_custom: false })}
              >
                <ThemePreview theme={{ ...theme, current_theme: name, is_custom: name === 'custom' }} appearance={seen} />
              </Choice>
            ))}
          </div>
        </div>
      </Card>
      {chosen === 'custom' && <OwnColours theme={theme} appearance={seen} onAppearance={setSeen} onChange={change} />}
      {chosen !== 'custom' && (
        <Note>
          {t('theme.own.hint')}{' '}
          <Button size="sm" variant="ghost" onClick={() => change({ current_theme: 'custom', is_custom: true })}>
            {t('theme.own.start')}
          </Button>
        </Note>
      )}
      <SaveBar {...bar} />
    </Form>
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
