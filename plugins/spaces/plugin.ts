/** Manifest of spaces: the places a community is made of, in groups. */
import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'spaces',
  title: 'Spaces',
  description: 'Organize content into spaces and control who can see and join them.',
  icon: 'layout-grid',
  sdk: '^1.0',
  kind: 'base',
  needs: ['notifications'],
  screens: {
    '/c/:space': { module: 'screens/Space', public: true, embeds: true },
    '/c/:space/members': { module: 'screens/SpaceMembers', public: true, embeds: true },
    '/space_groups': { module: 'screens/Groups', public: true },
    '/space_groups/new': { module: 'screens/NewGroup' },
    '/spaces/new': { module: 'screens/Groups' },
    '/spaces/:id/settings': { module: 'screens/SpaceSettings' },
    '/space_invitations/:token': { module: 'screens/Invitation', public: 'always', layout: 'focus' },
    '/s/:group': { module: 'screens/Group', public: true },
    '/s/:group/invite': { module: 'screens/GroupInvite' },
    '/s/:group/settings': { module: 'screens/GroupSettings' },
  },
  slots: {
    'sidebar.main': { module: 'slots/Sidebar', order: 20 },
    'space.told': { module: 'slots/Told' },
    'notification.preferences': { module: 'slots/SpaceLevels', order: 10 },
  },
  admin: {
    '/settings/spaces': { module: 'screens/AdminSpaces', group: 'content', title: 'admin.title', icon: 'layout-grid', order: 20, can: 'spaces.manage' },
    '/settings/spaces/new': { module: 'screens/AdminSpaces', group: 'content', can: 'spaces.manage' },
    '/settings/spaces/:id': { module: 'screens/AdminSpace', group: 'content', can: 'spaces.manage' },
  },
  bottom: [{ title: 'nav.spaces', to: '/space_groups', icon: 'layout-grid', order: 20 }],
  actions: [
    { title: 'actions.browse', to: '/space_groups', icon: 'layout-grid', order: 20, keys: 'g s' },
    { title: 'actions.newSpace', to: '/settings/spaces/new', icon: 'plus', order: 21, can: 'spaces.manage' },
    { title: 'actions.newGroup', to: '/space_groups/new', icon: 'folder-plus', order: 22, can: 'spaces.manage' },
    { title: 'actions.manage', to: '/settings/spaces', icon: 'settings', order: 23, can: 'spaces.manage' },
  ],
})
