/** Loads screens and slots: from remotes in the built product, from plugin sources in development. */
import type { ComponentType } from 'react'
import { loadFederated } from './federated.ts'

export const loadModule = async (plugin: string, module: string): Promise<{ default: ComponentType<any> }> =>
  import.meta.env.DEV ? (await import('./dev.ts')).loadSource(plugin, module) : loadFederated(plugin, module)
