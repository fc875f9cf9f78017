/** What the settings menu is made of, and where an address lies in it. */
import type { AdminGroup } from '@atrium/sdk'

export interface AdminPlace {
  label: string
  to: string
  icon: string
  /** Whose screen it is; `shell` for its own. */
  plugin: string
  /** Locale key of its label. */
  title: string
}
export interface AdminEntry extends AdminPlace {
  /** The screens that stand beside each other under this entry, itself first; none where it is alone. */
  tabs: AdminPlace[]
}
export interface AdminMenuGroup {
  group: AdminGroup
  title: string
  entries: AdminEntry[]
}

const GROUPS: AdminGroup[] = ['general', 'audience', 'content', 'ai', 'growth', 'automation', 'paywalls', 'analytics', 'site', 'developers', 'plans']

/** Where the one entry of a group stands instead: a heading over one line says nothing. */
const ALONE: Partial<Record<AdminGroup, AdminGroup>> = { automation: 'growth', site: 'content', plans: 'general' }

/** A screen with its place in the menu: an entry of a group, or a tab under another. */
export interface Listed extends AdminPlace {
  group: AdminGroup
  under?: string
  order: number
}
interface OwnEntry extends Omit<Listed, 'label' | 'plugin'> {
  ownerOnly?: boolean
}
/** The shell's own pages. */
export const OWN: OwnEntry[] = [
  { group: 'general', title: 'admin.general', to: '/settings', icon: 'settings', order: 1 },
  { group: 'general', title: 'admin.plugins', to: '/settings/plugins', icon: 'toggle-right', order: 2 },
  { group: 'general', title: 'admin.signIn', to: '/settings/sign_in', icon: 'log-in', order: 3 },
  { group: 'general', title: 'admin.theme', to: '/settings/theme', icon: 'palette', order: 3 },
  { group: 'audience', title: 'admin.owners', to: '/settings/owners', under: '/settings/roles', icon: 'crown', order: 95, ownerOnly: true },
  { group: 'audience', title: 'admin.roles', to: '/settings/roles', icon: 'shield-check', order: 80 },
  { group: 'plans', title: 'admin.tiers', to: '/settings/tiers', under: '/settings/plans', icon: 'table', order: 90, ownerOnly: true },
]

/** Groups with their entries in order; a tab whose entry is not among them stands as an entry. */
export function menuOf(listed: Listed[], titleOf: (group: AdminGroup) => string): AdminMenuGroup[] {
  const all = listed.sort((one, other) => one.order - other.order)
  const isEntry = ({ under }: Listed) => !under || !all.some(({ to }) => to === under)
  const entries = all.filter(isEntry).map((entry) => {
    const tabs = all.filter((one) => !isEntry(one) && one.under === entry.to)
    return { ...entry, tabs: tabs.length ? [entry, ...tabs] : [] }
  })
  const listedIn = Map.groupBy(entries, ({ group }) => group)
  for (const [group, other] of Object.entries(ALONE) as [AdminGroup, AdminGroup][]) {
    const [one, ...more] = listedIn.get(group) ?? []
    if (!one || more.length || !listedIn.has(other)) continue
    listedIn.set(other, [...listedIn.get(other)!, one])
    listedIn.delete(group)
  }
  return GROUPS.flatMap((group) => (listedIn.has(group) ? [{ group, title: titleOf(group), entries: listedIn.get(group)! }] : []))
}

/** Where an address of the settings lies. */
export interface AdminPosition {
  group: AdminMenuGroup
  entry: AdminEntry
  /** The entry or the one of its tabs. */
  place: AdminPlace
}
/** The narrowest place that the address lies under: `/settings/plugins/posts` belongs to Features, not to General. */
export function positionOf(groups: AdminMenuGroup[], pathname: string): AdminPosition | undefined {
  return groups
    .flatMap((group) => group.entries.flatMap((entry) => [entry, ...entry.tabs.slice(1)].map((place) => ({ group, entry, place }))))
    .filter(({ place: { to } }) => pathname === to || (to !== '/settings' && pathname.startsWith(`${to}/`)))
    .sort((one, other) => other.place.to.length - one.place.to.length)[0]
}
