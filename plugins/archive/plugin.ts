import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'archive',
  title: 'Leaving and taking along',
  description:
    'Banning, deactivating and deleting members, everybody’s own data as an archive, and the whole community as one that another installation can restore.',
  icon: 'archive',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content', 'members'],
  wants: ['audience'],
  screens: { '/account/data': { module: 'screens/OwnData' } },
  slots: {
    'profile.actions': { module: 'slots/LeavingDialogs', order: 95 },
    'profile.menu': { module: 'slots/Leaving', order: 95 },
    'person.info': { module: 'slots/Membership', order: 60 },
    'account.deletion': { module: 'slots/DeletionCard' },
    'account.tabs': { module: 'slots/DataTab', order: 50 },
  },
  admin: {
    '/settings/bans': { module: 'screens/Bans', group: 'audience', title: 'bans.title', icon: 'ban', order: 80, can: 'archive.manage' },
    '/settings/export': { module: 'screens/Exports', group: 'general', title: 'exports.title', icon: 'archive', order: 90, can: 'archive.export' },
  },
})
