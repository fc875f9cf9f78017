/** A plugin's name and description in the reader's language: `plugin.title` and `plugin.description` among its words, else its manifest's. */
import { translate } from '@atrium/sdk/web'

const said = (plugin: string, key: string): string | undefined => {
  const word = translate(plugin, key)
  return word === key ? undefined : word
}
export const pluginTitle = (plugin: { id: string; title: string }): string => said(plugin.id, 'plugin.title') ?? plugin.title
export const pluginDescription = (plugin: { id: string; description: string | null }): string | null =>
  said(plugin.id, 'plugin.description') ?? plugin.description
