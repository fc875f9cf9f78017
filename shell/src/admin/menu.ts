/** The settings menu: the shell's own pages and those of plugins that are on, in groups. */
import { useMemo } from 'react'
import type { AdminGroup } from '@atrium/sdk'
import { translate, useBoot, useSession, useT } from '@atrium/sdk/web'

export interface AdminEntry {
  label: string
  to: string
  icon: string
}
export interface AdminMenuGroup {
  group: AdminGroup
  title: string
  entries: AdminEntry[]
}

const GROUPS: AdminGroup[] = ['general', 'audience', 'content', 'growth', 'automation', 'paywalls', 'ai', 'analytics', 'site', 'developers', 'plans']

interface OwnEntry {
  group: AdminGroup
  title: string
  to: string
  icon: string
  order: number
  ownerOnly?: boolean
}
const OWN: OwnEntry[] = [
  { group: 'general', title: 'admin.general', to: '/settings', icon: 'settings', order: 1 },
  { group: 'general', title: 'admin.plugins', to: '/settings/plugins', icon: 'toggle-right', order: 2 },
  { group: 'general', title: 'admin.signIn', to: '/settings/sign_in', icon: 'log-in', order: 3 },
  { group: 'general', title: 'admin.theme', to: '/settings/theme', icon: 'palette', order: 3 },
  { group: 'general', title: 'admin.owners', to: '/settings/owners', icon: 'crown', order: 95, ownerOnly: true },
  { group: 'audience', title: 'admin.roles', to: '/settings/roles', icon: 'shield-check', order: 80 },
  { group: 'developers', title: 'admin.api', to: '/settings/api', icon: 'key-round', order: 10 },
  { group: 'plans', title: 'admin.tiers', to: '/settings/tiers', icon: 'table', order: 90, ownerOnly: true },
]

/** Only what this person may open; empty for those who administer nothing. */
export function useAdminMenu(): AdminMenuGroup[] {
  const t = useT()
  const boot = useBoot()
  const { isAdmin, can, account } = useSession()
  return useMemo(() => {
    const owner = account?.isPlatformOwner ?? false
    const own = OWN.filter(({ ownerOnly }) => (ownerOnly ? owner : isAdmin)).map((entry) => ({ ...entry, label: t(entry.title) }))
    const contributed = boot.plugins
      .filter(({ status }) => status === 'on')
      .flatMap((plugin) =>
        Object.entries(plugin.admin).flatMap(([to, screen]) =>
          screen.title && (screen.can ? can(screen.can) : isAdmin)
            ? [{ group: screen.group, label: translate(plugin.id, screen.title), to, icon: screen.icon ?? plugin.icon, order: screen.order ?? 50 }]
            : [],
        ),
      )
    const entries = [...own, ...contributed].sort((one, other) => one.order - other.order)
    return GROUPS.map((group) => ({ group, title: t(`admin.group.${group}`), entries: entries.filter((entry) => entry.group === group) })).filter(
      ({ entries }) => entries.length > 0,
    )
  }, [t, boot, isAdmin, can, account])
}

/** Groups with the entries that a text finds, by their own name or their group's. */
export function matching(groups: AdminMenuGroup[], text: string): AdminMenuGroup[] {
  const wanted = text.trim().toLowerCase()
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter(({ label }) => `${label} ${group.title}`.toLowerCase().includes(wanted)) }))
    .filter(({ entries }) => entries.length > 0)
}

/** The narrowest entry that the address lies under: `/settings/plugins/posts` belongs to Features, not to General. */
export function currentEntry(groups: AdminMenuGroup[], pathname: string): string | undefined {
  return groups
    .flatMap(({ entries }) => entries.map(({ to }) => to))
    .filter((to) => pathname === to || (to !== '/settings' && pathname.startsWith(`${to}/`)))
    .sort((one, other) => other.length - one.length)[0]
}
