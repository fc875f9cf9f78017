import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'members',
  title: 'Members',
  description: 'The directory of members, everybody’s profile with the fields a community asks for, connections, and whom one keeps away.',
  icon: 'users',
  sdk: '^1.0',
  kind: 'base',
  needs: ['spaces', 'content', 'home', 'notifications'],
  screens: {
    '/members': { module: 'screens/Directory', public: true },
    '/u/:uid': { module: 'screens/Profile', public: true },
  },
  admin: {
    '/members/profile_fields': {
      module: 'screens/ProfileFields',
      group: 'audience',
      title: 'admin.fields',
      icon: 'list-checks',
      order: 30,
      can: 'members.manage',
    },
    '/members/profile_fields/manage': { module: 'screens/FieldPlaces', group: 'audience', can: 'members.manage' },
    '/members/edit/:id': { module: 'screens/EditMember', group: 'audience', can: 'members.manage' },
    '/settings/connect': {
      module: 'screens/ConnectSettings',
      group: 'general',
      title: 'admin.connect',
      under: '/members/profile_fields',
      icon: 'user-plus',
      order: 24,
      can: 'members.manage',
    },
  },
  slots: {
    'person.card': { module: 'slots/PersonCard' },
    'frame.background': { module: 'slots/FirstQuestions', order: 30 },
    'home.strip': { module: 'slots/HomeQuestions', order: 11 },
    'account.profile': { module: 'slots/AccountProfile', order: 10 },
  },
  tabs: [{ title: 'nav.members', to: '/members', icon: 'users', order: 50 }],
  bottom: [{ title: 'nav.members', to: '/members', icon: 'users', order: 30 }],
  actions: [{ title: 'action.members', to: '/members', icon: 'users', keys: 'g m', order: 25 }],
})
