/** Loads modules of plugins straight from their sources, so that an edit shows at once. */
import type { ComponentType } from 'react'
import modules from 'virtual:atrium-plugins'

export function loadSource(plugin: string, module: string): Promise<{ default: ComponentType<any> }> {
  const load = modules[plugin]?.[module]
  return load ? load() : Promise.reject(new Error(`The plugin ${plugin} has no file web/${module}.tsx.`))
}
