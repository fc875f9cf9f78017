/** Arranges the home page: whether there is one, its banners, tabs, featured spaces, and its preview elsewhere. */
import { Button, Chip, SettingsForm, SettingsPage, Sortable, Switch, toast, useConfirm, useRead, useT, useWrite } from '@atrium/sdk/web'
import spaces from '../../../spaces/contract.ts'
import contract, { type HomeSettings, MOST_FEATURED, TABS, type Tab } from '../../contract.ts'

const { routes } = contract

export default function Settings() {
  const t = useT()
  const query = useRead(routes.settings)
  return (
    <SettingsPage
      name="home/Settings"
      title={t('admin.home')}
      text={t('admin.text')}
      actions={[{ label: t('admin.open'), icon: 'eye', to: '/' }]}
      who="home.manage"
      query={query}
      height={560}
    >
      {(saved) => <Edited saved={saved} />}
    </SettingsPage>
  )
}

function Edited({ saved }: { saved: HomeSettings }) {
  const t = useT()
  return (
    <SettingsForm
      saved={saved}
      save={routes.updateSettings}
      sections={({ value, set }) => [
        { fields: ['home_page_enabled', 'away_enabled'] },
        {
          title: t('banner.members'),
          text: t('banner.members_text'),
          fields: ['banner_enabled', ...(value.banner_enabled ? (['banner_title', 'banner_text', 'banner_image', <ShowAgain key="again" />] as const) : [])],
        },
        ...(value.banner_enabled
          ? [
              {
                title: t('banner.visitors'),
                text: t('banner.visitors_text'),
                fields: [
                  'visitor_banner' as const,
                  ...(value.visitor_banner === 'own' ? (['visitor_banner_title', 'visitor_banner_text', 'visitor_banner_image'] as const) : []),
                ],
              },
            ]
          : []),
        { title: t('tabs.title'), text: t('tabs.text'), children: <Tabs tabs={value.tabs} onChange={(tabs) => set({ tabs })} /> },
        {
          title: t('featured.title'),
          text: t('featured.text', { most: MOST_FEATURED }),
          children: <Featured ids={value.featured_space_ids} onChange={(featured_space_ids) => set({ featured_space_ids })} />,
        },
        { title: t('seo.title'), text: t('seo.text'), fields: ['meta_title', 'meta_description', 'open_graph_image'] },
      ]}
    />
  )
}

function ShowAgain() {
  const t = useT()
  const confirm = useConfirm()
  const reset = useWrite(routes.resetBanner, { invalidates: [routes.show], onError: (error) => toast.error(error.message) })
  async function ask() {
    if (await confirm({ title: t('banner.reset_title'), text: t('banner.reset_text'), action: t('banner.reset'), tone: 'primary' }))
      await reset.mutateAsync().then(
        () => toast.success(t('banner.reset_done')),
        () => {},
      )
  }
  return (
    <Button variant="ghost" icon="rotate-ccw" className="justify-self-start" loading={reset.isPending} onClick={() => void ask()}>
      {t('banner.reset')}
    </Button>
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
