/** `/settings/help-widget`: what the widget shows, by which ways people ask, and on which sites. */
import {
  Card,
  CardHead,
  Checkbox,
  Field,
  Form,
  Input,
  SaveBar,
  Select,
  SettingsPage,
  Switch,
  Textarea,
  useEdits,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import { type ReactNode, useMemo } from 'react'
import contract, { MAX_SITES } from '../../contract.ts'
import { Secret, Snippet } from '../components/OnSites.tsx'

const { routes } = contract
type Saved = RouteReply<typeof routes.setting>
type Draft = Omit<Saved, 'has_secret' | 'script' | 'spaces' | 'sites'> & { sites: string }

export default function Settings() {
  const t = useT()
  const query = useRead(routes.setting)
  return (
    <SettingsPage name="help-widget/Settings" title={t('admin.title')} text={t('setup.text')} who="help-widget.manage" query={query} height={720}>
      {(saved) => <Edited saved={saved} />}
    </SettingsPage>
  )
}

const Section = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => (
  <Card as="section" aria-label={title}>
    <CardHead title={title} text={text} />
    <div className="grid gap-5 p-4 desk:p-5">{children}</div>
  </Card>
)
const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || [])

function Edited({ saved }: { saved: Saved }) {
  const t = useT()
  const write = useWrite(routes.updateSetting, { invalidates: [contract] })
  const draft = useMemo<Draft>(() => {
    const { has_secret: _, script: _script, spaces: _spaces, sites, ...rest } = saved
    return { ...rest, sites: sites.join('\n') }
  }, [saved])
  const { value, set, errors, form, bar } = useEdits<Draft>(draft, ({ sites, ...rest }) =>
    write.mutateAsync({ body: { setting: { ...rest, ...(sites !== undefined && { sites: linesOf(sites) }) } } }),
  )
  const onOf = (field: 'in_community' | 'shows_events' | 'has_tickets' | 'has_live_chat' | 'asks_email') => (
    <Switch label={t(`settings.${field}`)} checked={value[field]} onChange={(on) => set({ [field]: on })} />
  )
  const siteError = Object.entries(errors).find(([name]) => name.startsWith('setting.sites'))?.[1]
  return (
    <Form {...form} className="grid gap-4">
      <Section title={t('setup.home')} text={t('setup.home_text')}>
        <Field label={t('settings.greeting')} error={errors['setting.greeting']}>
          <Input value={value.greeting} maxLength={120} placeholder={t('home.greeting')} onChange={(event) => set({ greeting: event.target.value })} />
        </Field>
        <Articles value={value} set={set} spaces={saved.spaces} />
        {onOf('shows_events')}
      </Section>
      <Section title={t('setup.ways')} text={t('setup.ways_text')}>
        {onOf('has_live_chat')}
        {onOf('has_tickets')}
        {onOf('asks_email')}
      </Section>
      <Section title={t('setup.places')}>
        {onOf('in_community')}
        <Field label={t('settings.place')} className="max-w-60">
          <Select
            value={value.place}
            options={(['end', 'start'] as const).map((place) => ({ value: place, label: t(`settings.place.${place}`) }))}
            onChange={(event) => set({ place: event.target.value as Draft['place'] })}
          />
        </Field>
        <Field label={t('settings.sites')} help={t('setup.sites_help', { max: MAX_SITES })} error={siteError}>
          <Textarea
            rows={3}
            dir="ltr"
            spellCheck={false}
            value={value.sites}
            placeholder="https://example.com"
            onChange={(event) => set({ sites: event.target.value })}
          />
        </Field>
        <Snippet script={saved.script} />
        <Secret hasOne={saved.has_secret} />
      </Section>
      <SaveBar {...bar} />
    </Form>
  )
}

interface ArticlesProps {
  value: Draft
  set: (changes: Partial<Draft>) => void
  spaces: Saved['spaces']
}
function Articles({ value, set, spaces }: ArticlesProps) {
  const t = useT()
  const articles = useRead(routes.posts, { query: { per_page: 50 } })
  const none = { value: '', label: t('setup.none') }
  const idOf = (text: string) => (text === '' ? null : Number(text))
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-13 font-medium">{t('settings.space_ids')}</legend>
        <p className="mb-1 text-13 text-text-3">{t('setup.spaces_help')}</p>
        <div className="grid max-h-72 gap-2 overflow-y-auto desk:grid-cols-2">
          {spaces.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={value.space_ids.includes(id)}
              onChange={(on) => set({ space_ids: on ? [...value.space_ids, id] : value.space_ids.filter((other) => other !== id) })}
            />
          ))}
        </div>
      </fieldset>
      <div className="grid gap-5 desk:grid-cols-2">
        <Field label={t('settings.pinned_post_id')}>
          <Select
            value={String(value.pinned_post_id ?? '')}
            options={[none, ...(articles.data?.records.map(({ id, title }) => ({ value: String(id), label: title })) ?? [])]}
            onChange={(event) => set({ pinned_post_id: idOf(event.target.value) })}
          />
        </Field>
        <Field label={t('settings.news_space_id')}>
          <Select
            value={String(value.news_space_id ?? '')}
            options={[none, ...spaces.map(({ id, name }) => ({ value: String(id), label: name }))]}
            onChange={(event) => set({ news_space_id: idOf(event.target.value) })}
          />
        </Field>
      </div>
    </>
  )
}
