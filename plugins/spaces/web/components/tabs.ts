/** Which tab of a space an address shows, and where each tab lives. */
import { translate, useSlotPlugins, useT } from '@atrium/sdk/web'
import contract, { type Space, type SpaceTab } from '../../contract.ts'

/** The tab that the bare address of the space shows. */
export const firstTab = ({ tabs, default_tab }: Pick<Space, 'tabs' | 'default_tab'>): SpaceTab | undefined =>
  tabs.find(({ key }) => key === default_tab) ?? tabs[0]

/** The tab that an address asks for. */
export const tabAt = (space: Pick<Space, 'tabs' | 'default_tab'>, search: URLSearchParams): SpaceTab | undefined =>
  space.tabs.find(({ key }) => key === search.get('tab')) ?? firstTab(space)

export const tabPath = (space: Pick<Space, 'slug' | 'tabs' | 'default_tab'>, { key }: SpaceTab): string => {
  if (key === 'members') return `/c/${space.slug}/members`
  return key === firstTab(space)?.key ? `/c/${space.slug}` : `/c/${space.slug}?tab=${encodeURIComponent(key)}`
}

/** A type whose plugin is off, or says nothing of it, is shown by its own name. */
const ownName = (key: string) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ')
function useLabel(family: 'tab' | 'type'): (type: string, tab?: string) => string {
  const t = useT()
  const plugins = useSlotPlugins(contract.slots['space.type.*'])
  return (type, tab = type) => {
    const key = `${family}.${tab}`
    const words = [t(key), ...plugins(type).map((plugin) => translate(plugin, key))].find((said) => said !== key)
    return words ?? ownName(tab)
  }
}
/** The words on a tab of a type. */
export const useTabLabel = () => useLabel('tab')
/** What a type of space is called. */
export const useTypeLabel = () => useLabel('type')
