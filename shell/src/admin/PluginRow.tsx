/** One feature: what it is, what it needs, and its switch, which can be taken back for some seconds. */
import type { ReactNode } from 'react'
import type { Tier } from '@atrium/sdk'
import { Badge, host, Icon, Link, LinkButton, Switch, toast, useConfirm, useT, useWrite } from '@atrium/sdk/web'
import communities from '@atrium/sdk/kernel/communities'
import type { PluginState } from '../api.ts'
import { useHasScreen } from '../frame/navigation.ts'
import { FeaturePicture } from './FeaturePicture.tsx'

const { plugins: pluginsRoute, switchPlugin } = communities.routes

interface PluginRowProps {
  plugin: PluginState
  /** The lowest plan that includes it. */
  plan: Tier
  all: PluginState[]
}

export function PluginRow({ plugin, plan, all }: PluginRowProps) {
  const t = useT()
  const failed = plugin.status === 'failed'
  const titles = (ids: string[]) => ids.map((id) => all.find((other) => other.id === id)?.title ?? id).join(', ')
  return (
    <li className="flex items-center gap-3 px-4 desk:gap-4 py-3.5 hover:bg-hover desk:px-5">
      {plugin.kind === 'feature' && !failed ? (
        <FeaturePicture name={plugin.picture} />
      ) : (
        <span className={`grid size-11 flex-none place-items-center rounded-card ${failed ? 'bg-danger-soft text-danger' : 'bg-surface-2 text-text-2'}`}>
          <Icon name={plugin.icon} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {plugin.kind === 'feature' && <Icon name={plugin.icon} size="sm" className="text-text-2" />}
          <h3 className="text-15">{plugin.title}</h3>
          {plugin.status === 'plan' && <Badge icon="lock">{t(`tier.${plan}`)}</Badge>}
          {failed && <Badge tone="danger">{t('plugins.failed')}</Badge>}
        </div>
        {plugin.description && <p className="max-w-[62ch] text-13 text-text-2">{plugin.description}</p>}
        {failed && plugin.error && <p className="mt-1 text-13 text-danger">{plugin.error}</p>}
        {plugin.needs.length > 0 && <Relation>{t('plugins.needs', { plugins: titles(plugin.needs) })}</Relation>}
        {plugin.kind === 'base' && plugin.needed_by.length > 0 && (
          <Relation>{t('plugins.neededBy', { plugins: titles(plugin.needed_by), count: plugin.needed_by.length })}</Relation>
        )}
      </div>
      {plugin.has_settings && plugin.status === 'on' && (
        <Link
          to={`/settings/plugins/${plugin.id}`}
          aria-label={t('plugins.settings', { plugin: plugin.title })}
          data-tip={t('plugins.settings', { plugin: plugin.title })}
          className="grid size-8 flex-none place-items-center rounded-control text-text-2 hover:bg-press hover:text-text max-desk:size-11"
        >
          <Icon name="settings" />
        </Link>
      )}
      <PluginSwitch plugin={plugin} plan={plan} dependants={all.filter(({ id, status }) => status === 'on' && plugin.needed_by.includes(id))} />
    </li>
  )
}

const Relation = ({ children }: { children: ReactNode }) => (
  <p className="mt-1 flex items-center gap-1.5 text-13 text-text-3">
    <Icon name="corner-down-right" size="sm" />
    {children}
  </p>
)

const status = (enabled: boolean): PluginState['status'] => (enabled ? 'on' : 'off')

function PluginSwitch({ plugin, plan, dependants }: { plugin: PluginState; plan: Tier; dependants: PluginState[] }) {
  const t = useT()
  const confirm = useConfirm()
  const plans = useHasScreen('/settings/plans')
  const change = useWrite(switchPlugin, {
    invalidates: [pluginsRoute],
    optimistic: (cache, { params, body }) =>
      cache.update(pluginsRoute, undefined, ({ records }) => ({
        records: records.map((record) => (record.id === params.id || body.also?.includes(record.id) ? { ...record, status: status(body.enabled) } : record)),
      })),
  })

  async function turn(enabled: boolean, also: string[] = []) {
    try {
      await change.mutateAsync({ params: { id: plugin.id }, body: { enabled, also } })
      await host.refreshBoot()
    } catch (error) {
      toast.error((error as Error).message)
      return false
    }
    return true
  }
  /** Those that went off with it come back after it: they need it. */
  async function undo(enabled: boolean, also: string[]) {
    if (!(await turn(enabled))) return
    for (const id of also) await change.mutateAsync({ params: { id }, body: { enabled } }).catch((error) => toast.error(error.message))
    if (also.length) await host.refreshBoot()
  }
  /** What members lose with it, those features included that cannot be without it. */
  const loss = () =>
    dependants.length
      ? {
          text: t('plugins.off.confirm.text', { plugin: plugin.title, plugins: dependants.map(({ title }) => title).join(', ') }),
          action: t('plugins.off.confirm.action'),
        }
      : { text: t('plugins.off.confirm.alone', { plugin: plugin.title }), action: t('plugins.off.confirm.one') }
  async function press(enabled: boolean) {
    if (!enabled && !(await confirm({ ...loss(), title: t('plugins.off.confirm.title', { plugin: plugin.title }), tone: 'danger' }))) return
    const also = enabled ? [] : dependants.map(({ id }) => id)
    if (await turn(enabled, also))
      toast.undo(t(enabled ? 'plugins.on.done' : 'plugins.off.done', { plugin: plugin.title }), { onUndo: () => void undo(!enabled, also) })
  }

  if (plugin.kind === 'base')
    return (
      <span className="flex flex-none items-center gap-1.5 text-12 text-text-3">
        <Icon name="lock" size="sm" />
        <span className="max-desk:sr-only">{t('plugins.always')}</span>
      </span>
    )
  if (plugin.status === 'plan')
    return plans ? (
      <LinkButton to="/settings/plans" size="sm">
        {t('plugins.seePlan', { plan: t(`tier.${plan}`) })}
      </LinkButton>
    ) : null
  return <Switch aria-label={plugin.title} checked={plugin.status !== 'off'} disabled={change.isPending} onChange={(on) => void press(on)} />
}
