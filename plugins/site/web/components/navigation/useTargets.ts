/** What a link of a menu may lead to: published pages, and the screens that plugins show in menus. */
import { translate, useRead, useSession } from '@atrium/sdk/web'
import contract from '../../../contract.ts'

export interface Target {
  to: string
  label: string
}
export function useTargets(): Target[] {
  const { plugins } = useSession()
  const pages = useRead(contract.routes.pages, { query: { status: 'published', per_page: 100 } })
  const ofPages = (pages.data?.records ?? []).map(({ name, slug, is_home }) => ({ to: is_home ? '/' : `/${slug}`, label: name }))
  const ofPlugins = plugins
    .filter(({ status }) => status === 'on')
    .flatMap(({ id, tabs, links }) => [...tabs, ...links].map(({ to, title }) => ({ to, label: translate(id, title) })))
  const seen = new Set<string>()
  return [...ofPages, ...ofPlugins].filter(({ to }) => !seen.has(to) && seen.add(to))
}
