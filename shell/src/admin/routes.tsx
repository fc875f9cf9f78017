/** Addresses of the settings that the shell owns; each page is a chunk of its own. */
import type { ComponentType } from 'react'

interface AdminRoute {
  path: string
  load: () => Promise<{ default: ComponentType }>
  admin: true
}
const page = (path: string, load: AdminRoute['load']): AdminRoute => ({ path, load, admin: true })

export const routes: AdminRoute[] = [
  page('/settings', () => import('./General.tsx')),
  page('/settings/theme', () => import('./Theme.tsx')),
  page('/settings/menu', () => import('./Menu.tsx')),
  page('/settings/plugins', () => import('./Plugins.tsx')),
  page('/settings/plugins/:id', () => import('./PluginSettings.tsx')),
  page('/settings/tiers', () => import('./Tiers.tsx')),
  page('/settings/sign_in', () => import('./SignIn.tsx')),
  page('/settings/roles', () => import('./Roles.tsx')),
  page('/settings/jobs', () => import('./Jobs.tsx')),
  page('/settings/health', () => import('./Health.tsx')),
  page('/settings/emails/outbox', () => import('./Outbox.tsx')),
  page('/settings/audit', () => import('./Audit.tsx')),
  page('/settings/api', () => import('./Api.tsx')),
  page('/settings/api/new', () => import('./ApiNew.tsx')),
]
