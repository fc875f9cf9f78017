/** Manifest of search: one field for everything that is said, made and known here. */
import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'search',
  title: 'Search',
  description: 'Search everything with filters, operators, and recent and saved searches.',
  icon: 'search',
  sdk: '^1.0',
  kind: 'base',
  needs: ['spaces', 'content'],
  screens: { '/search': { module: 'screens/Search', public: true } },
  admin: {
    '/settings/search': {
      module: 'screens/Index',
      group: 'general',
      title: 'admin.title',
      under: '/settings',
      icon: 'search',
      order: 80,
      can: 'search.manage',
    },
  },
  actions: [{ title: 'action.search', to: '/search', icon: 'search', order: 20, keys: 'g f' }],
})
