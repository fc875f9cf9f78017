/** Starts plugins, switches them on and off in communities, and stops them. */
import { failDependants } from '@atrium/sdk/check'
import type { Ctx, PluginHost } from '@atrium/sdk/server'
import type { Identity } from '../accounts/index.ts'
import type { RootContainer } from '../container.ts'
import type { Unit } from '../data/index.ts'
import { within } from '../data/within.ts'
import { createCtx } from '../http/ctx.ts'
import type { Log } from '../observe/index.ts'
import type { LoadedPlugin } from '../registry.ts'

type Where = { communityId: number; plugin: string; mode: Unit['mode']; identity?: Identity | null }
/** Work without a request. Undefined where the plugin is off in the community; what is no plugin, as a part of the kernel, never is. */
export async function workIn<T>(root: RootContainer, { communityId, plugin, mode, identity = null }: Where, work: (ctx: Ctx) => Promise<T>) {
  const { registry, communities, data } = root.cradle
  const state = await communities.state(communityId)
  if (registry.get(plugin) && !communities.isOn(state, registry.get(plugin)!)) return undefined
  return data.unit({ communityId, mode }, (unit) => work(createCtx({ root, unit, state, identity, locale: state.info.locale, plugin })))
}
/** Marks a plugin as failed. Why it failed first is the reason that health and the admin's page name. */
export function fail(plugin: LoadedPlugin, error: Error, log: Log): void {
  if (plugin.state === 'failed') return
  Object.assign(plugin, { state: 'failed', error: error.message })
  log.error({ plugin: plugin.manifest.id, err: error }, 'a plugin failed')
}
/** Runs every start hook in parallel; one that throws or hangs makes its plugin failed, with those that need it, and nothing else. */
export async function startPlugins(plugins: LoadedPlugin[], root: RootContainer, limitMs?: number): Promise<void> {
  const { log } = root.cradle
  failDependants(plugins, (plugin, error) => fail(plugin, error, log))
  await Promise.all(
    plugins.map(async (plugin) => {
      const start = plugin.server?.hooks?.start
      if (plugin.state === 'failed' || !start) return
      const run: PluginHost['run'] = (communityId, work) => workIn(root, { communityId, plugin: plugin.manifest.id, mode: 'write' }, work)
      await within('its start', () => start({ options: plugin.options, log, run }), limitMs).catch((error) => fail(plugin, error, log))
    }),
  )
  failDependants(plugins, (plugin, error) => fail(plugin, error, log))
}

/** Runs `enable` or `disable` of one plugin in one community, in one transaction. */
export async function runHook(root: RootContainer, communityId: number, pluginId: string, hook: 'enable' | 'disable'): Promise<void> {
  const { registry, communities, data } = root.cradle
  const plugin = registry.get(pluginId)
  if (!plugin || plugin.state === 'failed') return
  // The first start does not wait for the queue; its job finds the work done.
  if (hook === 'enable' && (await communities.plugins.isReady(communityId, pluginId))) return
  const run = plugin.server?.hooks?.[hook]
  if (run) {
    const state = await communities.state(communityId)
    await data.unit({ communityId, mode: 'write' }, (unit) =>
      run(createCtx({ root, unit, state, identity: null, locale: state.info.locale, plugin: pluginId })),
    )
  }
  if (hook === 'enable') await communities.plugins.markReady(communityId, pluginId)
}

export async function stopPlugins(plugins: Iterable<LoadedPlugin>): Promise<void> {
  await Promise.allSettled([...plugins].map((plugin) => (plugin.state === 'ready' ? plugin.server?.hooks?.stop?.() : undefined)))
}
