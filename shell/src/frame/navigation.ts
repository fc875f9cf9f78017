/** What plugins put into the frame's menus: filtered by permission, in order, in their own words. */
import { useMemo } from 'react'
import { type BootData, useBoot, useLocation, useSession, useT, useToldBottomLinks, translate } from '@atrium/sdk/web'

export interface NavEntry {
  label: string
  to: string
  icon: string
  keys?: string
  mine?: boolean
}
type Place = 'tabs' | 'links' | 'bottom' | 'actions'

/** Whether somebody without an account may open an address: of screens only those that say so. */
const isPublic = ({ plugins }: BootData, to: string) => plugins.every(({ screens }) => !(to in screens) || screens[to]!.public)

const entriesOf = (boot: BootData, place: Place, can: (permission: string) => boolean): NavEntry[] =>
  boot.plugins
    .filter(({ status }) => status === 'on')
    .flatMap((plugin) => plugin[place].map((entry) => ({ ...entry, plugin: plugin.id })))
    .filter((entry) => (!entry.can || can(entry.can)) && (boot.account || isPublic(boot, entry.to)))
    .sort((one, other) => (one.order ?? 100) - (other.order ?? 100))
    .map((entry) => ({
      label: translate(entry.plugin, entry.title),
      to: entry.to,
      icon: entry.icon,
      keys: 'keys' in entry ? (entry.keys as string) : undefined,
      mine: 'mine' in entry && entry.mine === true,
    }))

/** The entries of one place; an address appears once. */
export function useNavigation(place: Place): NavEntry[] {
  const boot = useBoot()
  const { can } = useSession()
  return useMemo(() => {
    const entries = entriesOf(boot, place, can)
    return entries.filter((entry, index) => entries.findIndex(({ to }) => to === entry.to) === index)
  }, [boot, place, can])
}

/** Places of the bar at the foot of phones. */
const PLACES = 5
/** What the bar shows: home, the community's own links, then those of plugins; `rest` are those for which it has no room. Visitors sign in at its end. */
export function useBottom(): { shown: NavEntry[]; rest: NavEntry[] } {
  const t = useT()
  const { account } = useSession()
  const given = useNavigation('bottom')
  const home = given.find(({ to }) => to === '/') ?? { label: t('frame.home'), to: '/', icon: 'house' }
  const all = [home, ...useToldBottomLinks(), ...given]
  const places = account ? PLACES : PLACES - 1
  const entries = all.filter(({ to }, index) => all.findIndex((other) => other.to === to) === index)
  return { shown: entries.slice(0, places), rest: entries.slice(places) }
}

/** Whether a plugin that is on answers this address, written as in manifests (`/u/:uid`). */
export function useHasScreen(address: string): boolean {
  const { plugins } = useBoot()
  return plugins.some(({ status, screens, admin }) => status === 'on' && (address in screens || address in admin))
}

/** `page` for the link to where one is; `/` only matches itself. */
export function useCurrent(): (to: string) => 'page' | undefined {
  const path = useLocation()
  return (to) => (path === to || (to !== '/' && path.startsWith(`${to}/`)) ? 'page' : undefined)
}
