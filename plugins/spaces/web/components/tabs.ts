/** Which tab of a space an address shows, and where each tab lives. */
import { useT } from '@atrium/sdk/web'
import type { Space, SpaceTab } from '../../contract.ts'

/** The tab that the bare address of the space shows. */
export const firstTab = ({ tabs, default_tab }: Pick<Space, 'tabs' | 'default_tab'>): SpaceTab | undefined =>
  tabs.find(({ key }) => key === default_tab) ?? tabs[0]

export const tabPath = (space: Pick<Space, 'slug' | 'tabs' | 'default_tab'>, { key }: SpaceTab): string => {
  if (key === 'members') return `/c/${space.slug}/members`
  return key === firstTab(space)?.key ? `/c/${space.slug}` : `/c/${space.slug}?tab=${encodeURIComponent(key)}`
}

/** A type that a plugin from outside brings is shown by its own name. */
const ownName = (key: string) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ')
function useLabel(family: 'tab' | 'type'): (key: string) => string {
  const t = useT()
  return (key) => {
    const words = t(`${family}.${key}`)
    return words === `${family}.${key}` ? ownName(key) : words
  }
}
/** The words on a tab. */
export const useTabLabel = () => useLabel('tab')
/** What a type of space is called. */
export const useTypeLabel = () => useLabel('type')
