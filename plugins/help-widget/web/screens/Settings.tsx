/** `/settings/help-widget`: what the widget shows, by which ways people ask, and on which sites. */
import {
  Card,
  CardHead,
  Checkbox,
  Field,
  Form,
  Input,
  LinkButton,
  SaveBar,
  Select,
  SettingRow,
  SettingsPage,
  Switch,
  Textarea,
  useEdits,
  useRead,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import { type ReactNode, useMemo } from 'react'
import contract, { AREAS, MAX_SITES } from '../../contract.ts'
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

const Section = ({ title, text, action, children }: { title: string; text?: string; action?: ReactNode; children: ReactNode }) => (
  <Card as="section" aria-label={title}>
    <CardHead title={title} text={text} action={action} />
    <div>{children}</div>
  </Card>
)
const Fields = ({ children }: { children: ReactNode }) => <div className="grid gap-5 p-4 not-first:border-t desk:p-5">{children}</div>
const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || [])

function Edited({ saved }: { saved: Saved }) {
  const t = useT()
  const { can } = useSession()
  const write = useWrite(routes.updateSetting, { invalidates: [contract] })
  const draft = useMemo<Draft>(() => {
    const { has_secret: _, script: _script, spaces: _spaces, sites, ...rest } = saved
    return { ...rest, sites: sites.join('\n') }
  }, [saved])
  const { value, set, errors, form, bar } = useEdits<Draft>(draft, ({ sites, ...rest }) =>
    write.mutateAsync({ body: { setting: { ...rest, ...(sites !== undefined && { sites: linesOf(sites) }) } } }),
  )
  const onOf = (field: 'in_community' | 'shows_events' | 'has_tickets' | 'has_live_chat' | 'asks_email') => (
    <SettingRow
      title={t(`settings.${field}`)}
      text={t(`setup.${field}_help`)}
      control={(aria) => <Switch {...aria} checked={value[field]} onChange={(on) => set({ [field]: on })} />}
    />
  )
  const siteError = Object.entries(errors).find(([name]) => name.startsWith('setting.sites'))?.[1]
  return (
    <Form {...form} className="grid gap-4">
      <Section title={t('setup.home')} text={t('setup.home_text')}>
        <Fields>
          <Field label={t('settings.greeting')} error={errors['setting.greeting']}>
            <Input value={value.greeting} maxLength={120} placeholder={t('home.greeting')} onChange={(event) => set({ greeting: event.target.value })} />
          </Field>
          <Articles value={value} set={set} spaces={saved.spaces} />
        </Fields>
        {onOf('shows_events')}
      </Section>
      <Section
        title={t('setup.ways')}
        text={t('setup.ways_text')}
        action={can('inbox.manage') && <LinkButton to="/settings/ai-inbox/setup?part=hours">{t('setup.hours')}</LinkButton>}
      >
        {onOf('has_live_chat')}
        {onOf('asks_email')}
        {onOf('has_tickets')}
        {value.has_tickets && (
          <Fields>
            <Chosen
              title={t('settings.ticket_areas')}
              text={t('setup.areas_help')}
              options={AREAS.map((area) => ({ value: area, label: t(`ticket.area.${area}`) }))}
              value={value.ticket_areas}
              onChange={(ticket_areas) => set({ ticket_areas })}
            />
          </Fields>
        )}
      </Section>
      <Section title={t('setup.inside')}>{onOf('in_community')}</Section>
      <Section title={t('setup.places')} text={t('setup.places_text')}>
        <Fields>
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
          <Field label={t('settings.place')} className="max-w-60">
            <Select
              value={value.place}
              options={(['end', 'start'] as const).map((place) => ({ value: place, label: t(`settings.place.${place}`) }))}
              onChange={(event) => set({ place: event.target.value as Draft['place'] })}
            />
          </Field>
          <Secret hasOne={saved.has_secret} />
        </Fields>
      </Section>
      <SaveBar {...bar} />
    </Form>
  )
}

interface ChosenProps<T> {
  title: string
  text: string
  options: readonly { value: T; label: string }[]
  value: readonly T[]
  onChange: (value: T[]) => void
}
/** Several of a list, in the list’s own order. */
function Chosen<T extends string | number>({ title, text, options, value, onChange }: ChosenProps<T>) {
  const turn = (one: T, isOn: boolean) =>
    onChange(options.flatMap((option) => ((option.value === one ? isOn : value.includes(option.value)) ? option.value : [])))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-13 font-medium">{title}</legend>
      <p className="mb-1 text-13 text-text-3">{text}</p>
      <div className="grid max-h-72 gap-2 overflow-y-auto desk:grid-cols-2">
        {options.map(({ value: one, label }) => (
          <Checkbox key={one} label={label} checked={value.includes(one)} onChange={(isOn) => turn(one, isOn)} />
        ))}
      </div>
    </fieldset>
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
  const pinned = useRead(routes.pinnedPost).data?.post
  // the pinned one is among them, however old it is
  const choices = [...(articles.data?.records ?? []), ...(pinned && pinned.id === value.pinned_post_id ? [pinned] : [])]
  const none = { value: '', label: t('setup.none') }
  const idOf = (text: string) => (text === '' ? null : Number(text))
  return (
    <>
      <Chosen
        title={t('settings.space_ids')}
        text={t(spaces.length > 0 ? 'setup.spaces_help' : 'setup.no_spaces')}
        options={spaces.map(({ id, name }) => ({ value: id, label: name }))}
        value={value.space_ids}
        onChange={(space_ids) => set({ space_ids })}
      />
      <div className="grid gap-5 desk:grid-cols-2">
        <Field label={t('settings.pinned_post_id')}>
          <Select
            value={String(value.pinned_post_id ?? '')}
            options={[none, ...[...new Map(choices.map(({ id, title }) => [id, title]))].map(([id, title]) => ({ value: String(id), label: title }))]}
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
