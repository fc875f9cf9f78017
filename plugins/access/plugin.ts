/** Manifest of access: who is given which places, and why. */
import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'access',
  title: 'Access',
  description: 'Access groups, access with its sources, and a check of who sees what and why.',
  icon: 'key-round',
  picture: 'keys',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'members', 'community'],
  wants: ['audience', 'invitations'],
  slots: {
    'person.access': { module: 'slots/PersonAccess', order: 10 },
    'invitations.access': { module: 'slots/AccessPicker', order: 10 },
  },
  admin: {
    '/settings/access_groups': {
      module: 'screens/AccessGroups',
      group: 'audience',
      title: 'groups.title',
      icon: 'key-round',
      order: 40,
      can: 'access.manage',
    },
    '/settings/access_groups/:id': { module: 'screens/AccessGroup', group: 'audience', can: 'access.manage' },
    '/settings/access': {
      module: 'screens/Simulator',
      group: 'audience',
      title: 'sim.title',
      under: '/settings/access_groups',
      icon: 'circle-help',
      order: 42,
      can: 'access.manage',
    },
    '/settings/space_roles': {
      module: 'screens/SpaceRoles',
      group: 'audience',
      title: 'roles.title',
      under: '/settings/roles',
      icon: 'shield-check',
      order: 44,
      can: 'access.manage',
    },
  },
  actions: [
    { title: 'groups.title', to: '/settings/access_groups', icon: 'key-round', order: 60, can: 'access.manage' },
    { title: 'sim.title', to: '/settings/access', icon: 'circle-help', order: 61, can: 'access.manage' },
  ],
})
