/** Manifest of the site: pages for everybody, how they look, and what search engines and other sites get. */
import { definePlugin } from '@atrium/sdk'

const admin = { group: 'site', can: 'site.manage' } as const
const AT = '/settings/pages'

export default definePlugin({
  id: 'site',
  title: 'Site pages',
  description: 'Pages for everybody, built of blocks: your home page, landing pages, their look, menus, redirects and search engines.',
  icon: 'panel-top',
  picture: 'page',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content'],
  wants: ['members', 'audience'],
  admin: {
    [AT]: { module: 'screens/Pages', ...admin, title: 'admin.pages', icon: 'panel-top', order: 20 },
    [`${AT}/edit`]: { module: 'screens/Builder', ...admin },
    [`${AT}/deleted`]: { module: 'screens/Deleted', ...admin },
    '/settings/page_themes': { module: 'screens/Themes', ...admin, title: 'admin.themes', under: AT, icon: 'palette', order: 21 },
    '/settings/navigation': { module: 'screens/Navigation', ...admin, title: 'admin.navigation', under: AT, icon: 'list', order: 22 },
    [`${AT}/blocks`]: { module: 'screens/SavedBlocks', ...admin, title: 'admin.blocks', under: AT, icon: 'layers', order: 23 },
    '/settings/seo': { module: 'screens/Seo', ...admin, title: 'admin.seo', under: AT, icon: 'search', order: 24 },
    '/settings/redirects': { module: 'screens/Redirects', ...admin, title: 'admin.redirects', under: AT, icon: 'arrow-right', order: 25 },
    '/settings/code_snippets': { module: 'screens/Snippets', ...admin, title: 'admin.snippets', under: AT, icon: 'code-xml', order: 26 },
    '/settings/embed': { module: 'screens/Embed', ...admin, title: 'admin.embed', under: AT, icon: 'code-xml', order: 27 },
  },
  slots: { 'sidebar.main': { module: 'slots/SidebarLinks', order: 10 }, 'frame.background': { module: 'slots/PhoneLinks', order: 70 } },
  actions: [{ title: 'action.pages', to: AT, icon: 'panel-top', order: 78, can: 'site.manage' }],
})
