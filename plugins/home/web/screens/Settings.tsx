/** Arranges the home page: whether there is one, its banners, tabs, featured spaces, and its preview elsewhere. */
import {
  Button,
  Card,
  CardHead,
  Chip,
  Field,
  Form,
  host,
  Input,
  LinkButton,
  PageHeader,
  PictureField,
  Query,
  RadioGroup,
  SaveBar,
  Screen,
  SettingRow,
  Skeleton,
  Sortable,
  Switch,
  Textarea,
  toast,
  useConfirm,
  useEdits,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import type { ReactNode } from 'react'
import spaces from '../../../spaces/contract.ts'
import contract, { type HomeSettings, MOST_FEATURED, TABS, type Tab } from '../../contract.ts'

export default function Settings() {
  const t = useT()
  const query = useRead(contract.routes.settings)
  return (
    <Screen name="home/Settings" title={t('admin.home')} layout="wide">
      <div className="mx-auto max-w-[928px]">
        <PageHeader
          title={t('admin.home')}
          text={t('admin.text')}
          actions={
            <LinkButton to="/" icon="eye">
              {t('admin.open')}
            </LinkButton>
          }
        />
        <Query query={query} skeleton={<Skeleton w="100%" h={560} />}>
          {(saved) => <Edited saved={saved} />}
        </Query>
      </div>
    </Screen>
  )
}

const Section = ({ title, text, children }: { title: ReactNode; text?: ReactNode; children: ReactNode }) => (
  <Card>
    <CardHead title={title} text={text} />
    {children}
  </Card>
)

function Edited({ saved }: { saved: HomeSettings }) {
  const t = useT()
  const confirm = useConfirm()
  const write = useWrite(contract.routes.updateSettings, { invalidates: [contract.routes.settings, contract.routes.show] })
  const { value, set, errors, form, bar } = useEdits(saved, async (changes) => {
    await write.mutateAsync({ body: Object.fromEntries(Object.entries(changes).filter(([key]) => !key.endsWith('_url'))) })
    void host.refreshBoot()
  })
  const reset = useWrite(contract.routes.resetBanner, { invalidates: [contract.routes.show], onError: (error) => toast.error(error.message) })

  async function askReset() {
    if (await confirm({ title: t('banner.reset_title'), text: t('banner.reset_text'), action: t('banner.reset'), tone: 'primary' }))
      await reset.mutateAsync().then(
        () => toast.success(t('banner.reset_done')),
        () => {},
      )
  }
  const picture = (key: 'banner_image' | 'visitor_banner_image' | 'open_graph_image', label: string, ratio: number) => (
    <PictureField
      label={label}
      ratio={ratio}
      url={value[`${key}_url`]}
      onChange={(next) => set({ [key]: next?.signedId ?? '', [`${key}_url`]: next?.url ?? null })}
    />
  )
  return (
    <Form {...form}>
      <Card>
        <SettingRow
          title={t('settings.home_page_enabled')}
          text={t('settings.home_page_enabled_text')}
          control={(aria) => <Switch {...aria} checked={value.home_page_enabled} onChange={(home_page_enabled) => set({ home_page_enabled })} />}
        />
        <SettingRow
          title={t('settings.away_enabled')}
          text={t('settings.away_enabled_text')}
          control={(aria) => <Switch {...aria} checked={value.away_enabled} onChange={(away_enabled) => set({ away_enabled })} />}
        />
      </Card>
      <Section title={t('banner.members')} text={t('banner.members_text')}>
        <SettingRow
          title={t('settings.banner_enabled')}
          control={(aria) => <Switch {...aria} checked={value.banner_enabled} onChange={(banner_enabled) => set({ banner_enabled })} />}
        />
        {value.banner_enabled && (
          <div className="grid gap-4 border-t px-4 py-4 desk:px-5">
            <Field label={t('settings.banner_title')} help={t('settings.banner_title.help')} error={errors.banner_title}>
              <Input maxLength={120} value={value.banner_title} onChange={(event) => set({ banner_title: event.target.value })} />
            </Field>
            <Field label={t('settings.banner_text')} error={errors.banner_text}>
              <Textarea rows={2} maxLength={400} value={value.banner_text} onChange={(event) => set({ banner_text: event.target.value })} />
            </Field>
            {picture('banner_image', t('settings.banner_image'), 3.2)}
            <Button variant="ghost" icon="rotate-ccw" className="justify-self-start" loading={reset.isPending} onClick={() => void askReset()}>
              {t('banner.reset')}
            </Button>
          </div>
        )}
      </Section>
      {value.banner_enabled && (
        <Section title={t('banner.visitors')} text={t('banner.visitors_text')}>
          <div className="grid gap-4 px-4 py-4 desk:px-5">
            <RadioGroup
              label={t('banner.visitors')}
              value={value.visitor_banner}
              onChange={(visitor_banner) => set({ visitor_banner })}
              options={(['same', 'own', 'none'] as const).map((key) => ({ value: key, label: t(`banner.visitors_${key}`) }))}
            />
            {value.visitor_banner === 'own' && (
              <>
                <Field label={t('settings.banner_title')} error={errors.visitor_banner_title}>
                  <Input maxLength={120} value={value.visitor_banner_title} onChange={(event) => set({ visitor_banner_title: event.target.value })} />
                </Field>
                <Field label={t('settings.banner_text')} error={errors.visitor_banner_text}>
                  <Textarea rows={2} maxLength={400} value={value.visitor_banner_text} onChange={(event) => set({ visitor_banner_text: event.target.value })} />
                </Field>
                {picture('visitor_banner_image', t('settings.banner_image'), 3.2)}
              </>
            )}
          </div>
        </Section>
      )}
      <Section title={t('tabs.title')} text={t('tabs.text')}>
        <Tabs tabs={value.tabs} onChange={(tabs) => set({ tabs })} />
      </Section>
      <Section title={t('featured.title')} text={t('featured.text', { most: MOST_FEATURED })}>
        <Featured ids={value.featured_space_ids} onChange={(featured_space_ids) => set({ featured_space_ids })} />
      </Section>
      <Section title={t('seo.title')} text={t('seo.text')}>
        <div className="grid gap-4 px-4 py-4 desk:px-5">
          <Field label={t('seo.meta_title')} error={errors.meta_title}>
            <Input maxLength={120} value={value.meta_title} onChange={(event) => set({ meta_title: event.target.value })} />
          </Field>
          <Field label={t('seo.meta_description')} aside={`${value.meta_description.length} / 300`} error={errors.meta_description}>
            <Textarea rows={2} maxLength={300} value={value.meta_description} onChange={(event) => set({ meta_description: event.target.value })} />
          </Field>
          {picture('open_graph_image', t('seo.picture'), 1.9)}
        </div>
      </Section>
      <SaveBar {...bar} />
    </Form>
  )
}

/** The tabs that are shown first, in their order; the others after them, to be switched on. */
function Tabs({ tabs, onChange }: { tabs: Tab[]; onChange: (tabs: Tab[]) => void }) {
  const t = useT()
  const shown = new Set(tabs)
  return (
    <Sortable
      label={t('tabs.title')}
      items={[...tabs, ...TABS.filter((tab) => !shown.has(tab))].map((id) => ({ id }))}
      nameOf={({ id }) => t(`tab.${id}`)}
      onMove={(items) => onChange(items.map(({ id }) => id).filter((id) => shown.has(id)))}
      className="divide-y divide-border"
      itemClassName="bg-surface"
    >
      {({ id }, { grip }) => (
        <div className="flex min-h-13 items-center gap-3 px-4 py-2 desk:px-5">
          {grip}
          <span className={`flex-1 ${shown.has(id) ? '' : 'text-text-3'}`}>{t(`tab.${id}`)}</span>
          <Switch
            aria-label={t('tabs.show', { tab: t(`tab.${id}`) })}
            checked={shown.has(id)}
            disabled={shown.has(id) && tabs.length === 1}
            onChange={(on) => onChange(on ? [...tabs, id] : tabs.filter((one) => one !== id))}
          />
        </div>
      )}
    </Sortable>
  )
}

function Featured({ ids, onChange }: { ids: number[]; onChange: (ids: number[]) => void }) {
  const t = useT()
  const { data } = useRead(spaces.routes.list, { query: { include_sidebar: true } })
  const chosen = new Set(ids)
  return (
    <fieldset className="flex flex-wrap gap-2 p-4 desk:p-5">
      <legend className="sr-only">{t('featured.title')}</legend>
      {data?.records.map((space) => (
        <Chip
          key={space.id}
          pressed={chosen.has(space.id)}
          icon={chosen.has(space.id) ? 'check' : undefined}
          disabled={!chosen.has(space.id) && ids.length >= MOST_FEATURED}
          onClick={() => onChange(chosen.has(space.id) ? ids.filter((id) => id !== space.id) : [...ids, space.id])}
        >
          {space.emoji} {space.name}
        </Chip>
      ))}
      {data?.records.length === 0 && <p className="text-13 text-text-3">{t('spaces.none_text')}</p>}
    </fieldset>
  )
}
