/** What stands behind an address: screens of plugins, from their manifests, and the shell's own pages. */
import { framedAddresses } from '@atrium/sdk/kernel/shell'
import { type BootData, type BootPlugin, host } from '@atrium/sdk/web'
import type { ComponentType } from 'react'
import { routes as accountRoutes } from '../account/routes.tsx'
import { routes as adminRoutes } from '../admin/routes.tsx'
import type { FrameLayout } from '../frame/Frame.tsx'

/** A page of the shell itself. */
export interface OwnRoute {
  path: string
  load: () => Promise<{ default: ComponentType }>
  /** Signed-out visitors may open it. */
  public?: boolean
  layout?: 'column' | 'wide' | 'focus' | 'bare'
  /** Framed by the settings menu, and for admins unless `can` says otherwise. */
  admin?: boolean
  can?: string
}
interface Common {
  pattern: string
  layout: FrameLayout
  /** On phones. */
  bottomBar: boolean
  public: boolean
  /** Other sites may show it in a frame. */
  embeds: boolean
  /** Needs the role admin, unless `can` names a permission. */
  admin: boolean
  can?: string
}
export type Entry = Common & ({ kind: 'own'; route: OwnRoute } | { kind: 'plugin'; plugin: BootPlugin; module: string })
export type Found = Entry & { params: Record<string, string>; name: string }

/** Gone from the built product, with all that they import. */
const devRoutes: OwnRoute[] = import.meta.env.DEV ? [{ path: '/dev/ui', load: () => import('../dev/UiPage.tsx'), public: true, layout: 'wide' }] : []

const own: Entry[] = ([...accountRoutes, ...adminRoutes, ...devRoutes] as OwnRoute[]).map((route) => ({
  kind: 'own',
  route,
  pattern: route.path,
  layout: route.admin ? 'admin' : (route.layout ?? 'column'),
  bottomBar: true,
  public: route.public ?? false,
  embeds: framedAddresses.includes(route.path),
  admin: route.admin ?? false,
  can: route.can,
}))

/** Screens of off plugins too: their addresses say that they are off. */
const ofPlugin = (plugin: BootPlugin, isPrivate: boolean): Entry[] => [
  ...Object.entries(plugin.screens).map(
    ([pattern, screen]): Entry => ({
      kind: 'plugin',
      plugin,
      module: screen.module,
      pattern,
      layout: screen.layout ?? 'column',
      bottomBar: screen.bottomBar ?? true,
      public: screen.public === 'always' || (screen.public === true && !isPrivate),
      embeds: screen.embeds ?? false,
      admin: false,
    }),
  ),
  ...Object.entries(plugin.admin).map(
    ([pattern, screen]): Entry => ({
      kind: 'plugin',
      plugin,
      module: screen.module,
      pattern,
      layout: 'admin',
      bottomBar: true,
      public: false,
      embeds: false,
      admin: true,
      can: screen.can,
    }),
  ),
]

const tables = new WeakMap<BootData['plugins'], Entry[]>()
function tableOf(boot: BootData): Entry[] {
  let table = tables.get(boot.plugins)
  if (!table) {
    table = [...own, ...boot.plugins.flatMap((plugin) => ofPlugin(plugin, boot.community.isPrivate))].sort((one, other) =>
      host.bySpecificity(one.pattern, other.pattern),
    )
    tables.set(boot.plugins, table)
  }
  return table
}

/** The narrowest entry whose pattern takes the path; null for an unknown address. */
export function find(boot: BootData, pathname: string): Found | null {
  for (const entry of tableOf(boot)) {
    const params = host.matchPath(entry.pattern, pathname)
    if (params) return { ...entry, params, name: entry.kind === 'own' ? `shell${entry.pattern}` : `${entry.plugin.id}/${entry.module.split('/').at(-1)}` }
  }
  return null
}
