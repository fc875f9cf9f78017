import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'masquerading',
  title: 'View as',
  description: 'See and act as another member, as one role, or as a visitor; view-only on wish.',
  icon: 'eye',
  sdk: '^1.0',
  kind: 'base',
  needs: ['spaces', 'members'],
  slots: { 'profile.menu': { module: 'slots/ViewAs', order: 90 } },
  admin: {
    '/settings/masquerading': {
      module: 'screens/Masquerading',
      group: 'audience',
      title: 'admin.title',
      under: '/settings/roles',
      icon: 'eye',
      order: 85,
      can: 'communities.masquerade',
    },
  },
  actions: [{ title: 'admin.title', to: '/settings/masquerading', icon: 'eye', order: 70, can: 'communities.masquerade' }],
})
