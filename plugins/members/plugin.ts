import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'members',
  title: 'Members',
  description: 'The directory of members, and everybody’s profile.',
  icon: 'users',
  sdk: '^1.0',
  kind: 'base',
  needs: ['spaces', 'content'],
  wants: ['posts'],
  screens: {
    '/members': { module: 'screens/Directory', public: true },
    '/u/:uid': { module: 'screens/Profile', public: true },
  },
  slots: { 'person.card': { module: 'slots/PersonCard' } },
  tabs: [{ title: 'nav.members', to: '/members', icon: 'users', order: 50 }],
  bottom: [{ title: 'nav.members', to: '/members', icon: 'users', order: 30 }],
  actions: [{ title: 'action.members', to: '/members', icon: 'users', keys: 'g m', order: 25 }],
})
