/** Addresses of the settings that the shell owns; each page is a chunk of its own. */
import type { adminAddresses } from '@atrium/sdk/kernel/shell'
import type { ComponentType } from 'react'

const pages: Record<(typeof adminAddresses)[number], () => Promise<{ default: ComponentType }>> = {
  '/settings': () => import('./General.tsx'),
  '/settings/theme': () => import('./Theme.tsx'),
  '/settings/menu': () => import('./Menu.tsx'),
  '/settings/plugins': () => import('./Plugins.tsx'),
  '/settings/plugins/:id': () => import('./PluginSettings.tsx'),
  '/settings/tiers': () => import('./Tiers.tsx'),
  '/settings/owners': () => import('./Owners.tsx'),
  '/settings/sign_in': () => import('./SignIn.tsx'),
  '/settings/roles': () => import('./Roles.tsx'),
}
export const routes = Object.entries(pages).map(([path, load]) => ({ path, load, admin: true as const }))
