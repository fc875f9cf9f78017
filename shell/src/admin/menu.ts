/** The settings menu: the shell's own pages and those of plugins that are on, in groups; what stands together is one entry with tabs. */
import { useMemo } from 'react'
import { translate, useBoot, useSession, useT } from '@atrium/sdk/web'
import { type AdminMenuGroup, menuOf, OWN } from './places.ts'

/** Only what this person may open; empty for those who administer nothing. */
export function useAdminMenu(): AdminMenuGroup[] {
  const t = useT()
  const boot = useBoot()
  const { isAdmin, can, account } = useSession()
  return useMemo(() => {
    const owner = account?.isPlatformOwner ?? false
    const own = OWN.filter(({ ownerOnly }) => (ownerOnly ? owner : isAdmin)).map((entry) => ({ ...entry, plugin: 'shell', label: t(entry.title) }))
    const contributed = boot.plugins
      .filter(({ status }) => status === 'on')
      .flatMap(({ id: plugin, icon, admin }) =>
        Object.entries(admin).flatMap(([to, screen]) => {
          const { group, title, under, order = 50 } = screen
          return title && (screen.can ? can(screen.can) : isAdmin)
            ? [{ group, label: translate(plugin, title), to, under, icon: screen.icon ?? icon, order, plugin, title }]
            : []
        }),
      )
    return menuOf([...own, ...contributed], (group) => t(`admin.group.${group}`))
  }, [t, boot, isAdmin, can, account])
}
