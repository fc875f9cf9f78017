/** Loads modules of plugins that were built apart from the shell: it is a host of module federation, and they are its remotes. */
import { firstModules } from '@atrium/sdk'
import { type BootPlugin, host } from '@atrium/sdk/web'
import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime'
import * as core from '@module-federation/runtime/core'
import type { ComponentType } from 'react'
import { shared } from './shares.ts'

// Remotes built by the preset take the runtime from here instead of bringing one each (`experiments.externalRuntime`).
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core })

type Screen = { default: ComponentType<any> }

/** An entry that could not be fetched is asked for once more, by another address: browsers remember what failed under the first. */
const retry: ModuleFederationRuntimePlugin = {
  name: 'atrium:retry',
  async loadEntry({ remoteInfo: { entry } }) {
    try {
      return await import(/* @vite-ignore */ entry)
    } catch (error) {
      console.warn(`${entry} is asked for again.`, error)
      return import(/* @vite-ignore */ `${entry}${entry.includes('?') ? '&' : '?'}again`)
    }
  },
}
const federation = createInstance({ name: 'atrium_shell', remotes: [], shared, plugins: [retry] })
const known = new Set<string>()

type First = { default: Record<string, Screen> }

/** What all plugins show on the first page is one module of the remote that has them all. */
async function moduleAt(plugin: BootPlugin, module: string): Promise<Screen | undefined> {
  const { id } = plugin
  const { name, entry } = plugin.remote!
  if (!known.has(name)) {
    federation.registerRemotes([{ name, entry, type: 'module' }])
    known.add(name)
  }
  if (name === id) return (await federation.loadRemote<Screen>(`${id}/${module}`)) ?? undefined
  if (firstModules(plugin).includes(module)) return (await federation.loadRemote<First>(`${name}/first`))?.default[`${id}/${module}`]
  return (await federation.loadRemote<Screen>(`${name}/${id}/${module}`)) ?? undefined
}

/** @throws Error when the plugin has no build, its entry cannot be loaded, or it does not expose the module. */
export async function loadFederated(id: string, module: string): Promise<Screen> {
  const plugin = host.getBoot().plugins.find((one) => one.id === id)
  if (!plugin?.remote) throw new Error(`The plugin ${id} has no screens that can be loaded.`)
  const loaded = await moduleAt(plugin, module)
  if (!loaded) throw new Error(`The plugin ${id} does not expose ${module}.`)
  return loaded
}
