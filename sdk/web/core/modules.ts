/** Gets screens and slots of plugins as components; how they are loaded is the host's affair, not the SDK's. */
import { type ComponentType, lazy } from 'react'
import { firstModules } from '../../core/first.ts'
import { getBoot } from './boot.ts'
import { loadMoreWords } from './words.ts'

/** Loads one module of a plugin: `('posts', 'screens/Post')`. */
export type LoadModule = (plugin: string, module: string) => Promise<{ default: ComponentType<any> }>
export type PrefetchScreen = (pathname: string) => void
/** Whether other sites may show the screen of an address in a frame. */
export type Embeds = (pathname: string) => boolean

let load: LoadModule = () => Promise.reject(new Error('No loader of plugins is installed.'))
let prefetch: PrefetchScreen = () => {}
export let embeds: Embeds = () => false
/** Tells the SDK how this host loads plugins and what stands behind an address. */
export function installHost(host: { load: LoadModule; prefetch: PrefetchScreen; embeds?: Embeds }): void {
  load = host.load
  prefetch = host.prefetch
  embeds = host.embeds ?? embeds
}
export const prefetchScreen = (pathname: string): void => prefetch(pathname)

let pending = 0
/** Whether code of plugins is on its way. */
export const isLoading = (): boolean => pending > 0

function isFirst(id: string, module: string): boolean {
  const plugin = getBoot().plugins.find((one) => one.id === id)
  return plugin !== undefined && firstModules(plugin).includes(module)
}

const loaded = new Map<string, ComponentType<any>>()
const loading = new Map<string, Promise<{ default: ComponentType<any> }>>()
/**
 * Starts to load a module, or joins the load that runs. A failed one stays failed: browsers remember a module that
 * could not be fetched until the page is loaded anew.
 */
export function loadModule(plugin: string, module: string): Promise<{ default: ComponentType<any> }> {
  const key = `${plugin}/${module}`
  let running = loading.get(key)
  if (!running) {
    pending++
    running = Promise.all([load(plugin, module), isFirst(plugin, module) || loadMoreWords('members')])
      .then(([module]) => {
        loaded.set(key, module.default)
        return module
      })
      .finally(() => pending--)
    loading.set(key, running)
  }
  return running
}

const components = new Map<string, ComponentType<any>>()
/** The component of a module, loaded when it is first rendered; one that was loaded ahead is there at once. */
export function lazyModule(plugin: string, module: string): ComponentType<any> {
  const key = `${plugin}/${module}`
  let component = components.get(key)
  if (!component) components.set(key, (component = loaded.get(key) ?? lazy(() => loadModule(plugin, module))))
  return component
}
