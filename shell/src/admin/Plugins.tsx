/** The switches: which features this community has, in the groups of the plans. */
import { useState } from 'react'
import {
  AdminPage,
  Card,
  CardHead,
  EmptyState,
  Icon,
  LinkButton,
  Progress,
  Query,
  SearchField,
  Segment,
  Skeleton,
  useRead,
  useSession,
  useT,
} from '@atrium/sdk/web'
import { TIERS, type Tier } from '@atrium/sdk'
import communities from '@atrium/sdk/kernel/communities'
import type { PluginState } from '../api.ts'
import { useHasScreen } from '../frame/navigation.ts'
import { pluginDescription, pluginTitle } from '../frame/pluginWords.ts'
import { PluginRow } from './PluginRow.tsx'

const { plugins: pluginsRoute } = communities.routes

type Filter = 'all' | PluginState['status']
const FILTERS: Filter[] = ['all', 'on', 'off', 'plan', 'failed']
/** The lowest plan that includes a plugin. */
const planOf = ({ tiers }: PluginState): Tier => TIERS.find((tier) => tiers.includes(tier)) ?? 'business'

export default function Plugins() {
  const t = useT()
  const query = useRead(pluginsRoute)
  const history = { label: t('plugins.history'), icon: 'scroll-text', to: '/settings/audit' }
  return (
    <AdminPage name="communities/Plugins" title={t('admin.plugins')} text={t('plugins.text')} actions={[history]}>
      <Query query={query} skeleton={<PluginsSkeleton />}>
        {({ records }) => (
          <PluginList
            plugins={records
              .filter(({ shows, status }) => shows || status === 'failed')
              .map((plugin) => ({ ...plugin, title: pluginTitle(plugin), description: pluginDescription(plugin) }))}
          />
        )}
      </Query>
    </AdminPage>
  )
}

function PluginList({ plugins }: { plugins: PluginState[] }) {
  const t = useT()
  const [filter, setFilter] = useState<Filter>('all')
  const [wanted, setWanted] = useState('')
  const switchable = plugins.filter(({ kind }) => kind === 'feature')
  const count = (of: Filter) => switchable.filter(({ status }) => of === 'all' || status === of).length
  const text = wanted.trim().toLowerCase()
  const isFound = ({ title, description }: PluginState) => `${title} ${description ?? ''}`.toLowerCase().includes(text)
  const shown = switchable.filter((plugin) => (filter === 'all' || plugin.status === filter) && isFound(plugin))
  const groups = TIERS.map((tier) => ({ tier, entries: shown.filter((plugin) => planOf(plugin) === tier) })).filter(({ entries }) => entries.length > 0)
  const builtIn = plugins.filter((plugin) => plugin.kind === 'base' && (filter === 'all' || plugin.status === filter) && isFound(plugin))

  return (
    <>
      <PlanCard plugins={switchable} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2.5">
        <Segment
          label={t('plugins.filter')}
          value={filter}
          onChange={setFilter}
          items={FILTERS.filter((value) => value === 'all' || count(value) > 0).map((value) => ({
            value,
            label: t(`plugins.filter.${value}`),
            count: value === 'all' ? undefined : count(value),
          }))}
        />
        <SearchField value={wanted} onChange={setWanted} placeholder={t('plugins.find')} className="w-[220px] max-desk:w-full" />
      </div>
      {groups.length + builtIn.length === 0 ? (
        <Card>
          <EmptyState icon="search" title={t('plugins.none.title')} text={t('plugins.none.text')} />
        </Card>
      ) : (
        <div className="grid gap-4">
          {groups.map(({ tier, entries }) => (
            <PlanGroup key={tier} tier={tier} entries={entries} all={plugins} />
          ))}
          {builtIn.length > 0 && <BuiltIn entries={builtIn} all={plugins} isOpen={text !== '' || builtIn.some(({ status }) => status === 'failed')} />}
        </div>
      )}
    </>
  )
}

function PlanGroup({ tier, entries, all }: { tier: Tier; entries: PluginState[]; all: PluginState[] }) {
  const t = useT()
  const { community } = useSession()
  const place = tier === 'basic' ? 'every' : TIERS.indexOf(tier) <= TIERS.indexOf(community.tier) ? 'yours' : 'higher'
  return (
    <Card as="section" aria-label={t(`tier.${tier}`)}>
      <CardHead title={t(`tier.${tier}`)} text={t(`plugins.group.${place}`)} />
      <ul className="divide-y divide-border">
        {entries.map((plugin) => (
          <PluginRow key={plugin.id} plugin={plugin} plan={tier} all={all} />
        ))}
      </ul>
    </Card>
  )
}

/** What is always on, with what it carries: nothing to decide, so it is folded. */
function BuiltIn({ entries, all, isOpen }: { entries: PluginState[]; all: PluginState[]; isOpen: boolean }) {
  const t = useT()
  return (
    <Card as="section" aria-label={t('plugins.builtIn')}>
      <details key={String(isOpen)} open={isOpen} className="group">
        <summary className="flex items-center gap-3 px-4 py-3.5 desk:px-5">
          <span className="min-w-0 flex-1">
            <span className="block text-15 font-semibold tracking-tight">{t('plugins.builtIn')}</span>
            <span className="block text-13 text-text-2">{t('plugins.builtIn.text', { count: entries.length })}</span>
          </span>
          <Icon name="chevron-down" className="text-text-3 group-open:rotate-180" />
        </summary>
        <ul className="divide-y divide-border border-t">
          {entries.map((plugin) => (
            <PluginRow key={plugin.id} plugin={plugin} plan={planOf(plugin)} all={all} />
          ))}
        </ul>
      </details>
    </Card>
  )
}

function PlanCard({ plugins }: { plugins: PluginState[] }) {
  const t = useT()
  const { community } = useSession()
  const plans = useHasScreen('/settings/plans')
  const on = plugins.filter(({ status }) => status === 'on').length
  const words = t('plugins.count', { on, of: plugins.length })
  const percent = plugins.length ? Math.round((on / plugins.length) * 100) : 0
  return (
    <Card className="mb-5 flex flex-wrap items-center gap-x-5 gap-y-3 px-5 py-3.5">
      <div className="min-w-48 flex-1">
        <p className="text-13 text-text-2">{t('plugins.plan')}</p>
        <p className="font-semibold">{t(`tier.${community.tier}`)}</p>
      </div>
      <div className="w-[190px] max-desk:w-full">
        <div className="mb-1.5 flex justify-between text-12 text-text-2">
          <span>{words}</span>
          <span className="tabular-nums">{t('percent', { value: percent })}</span>
        </div>
        <Progress value={percent} label={words} />
      </div>
      {plans && (
        <LinkButton to="/settings/plans" variant="soft">
          {t('plugins.compare')}
        </LinkButton>
      )}
    </Card>
  )
}

const PluginsSkeleton = () => (
  <div className="grid gap-4">
    <Skeleton w="100%" h={70} />
    <Skeleton w="60%" h={32} />
    <Skeleton w="100%" h={420} />
  </div>
)
