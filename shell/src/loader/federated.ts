/** Loads modules of plugins that were built apart from the shell. */
import { host } from '@atrium/sdk/web'
import type { ComponentType } from 'react'
import { createHost } from './containers.ts'
import { shared } from './shares.ts'

const load = createHost(shared)
const styles = new Map<string, Promise<void>>()

/** Puts a plugin's own sheet into the page, once; a missing sheet must not keep the screen away. */
function style(address: string): Promise<void> {
  let loaded = styles.get(address)
  if (loaded) return loaded
  loaded = new Promise<void>((done) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.onload = () => done()
    link.onerror = () => {
      console.error(`The styles ${address} could not be loaded.`)
      styles.delete(address)
      link.remove()
      done()
    }
    document.head.append(link)
  })
  styles.set(address, loaded)
  return loaded
}

/** @throws Error when the plugin has no build, its entry cannot be loaded, or it does not expose the module. */
export async function loadFederated(id: string, module: string): Promise<{ default: ComponentType<any> }> {
  const plugin = host.getBoot().plugins.find((one) => one.id === id)
  if (!plugin?.entry) throw new Error(`The plugin ${id} has no screens that can be loaded.`)
  const [loaded] = await Promise.all([load<{ default: ComponentType<any> }>(id, plugin.entry, module), plugin.css ? style(plugin.css) : undefined])
  return loaded
}
