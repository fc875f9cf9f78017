import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'archive',
  title: 'Removal and export',
  description: 'Ban, deactivate and delete members, let everyone download their data, and export the whole community to restore it elsewhere.',
  icon: 'archive',
  picture: 'cards',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content', 'members'],
  wants: ['audience'],
  screens: { '/account/data': { module: 'screens/OwnData' } },
  slots: {
    'profile.actions': { module: 'slots/LeavingDialogs', order: 95 },
    'profile.menu': { module: 'slots/Leaving', order: 95 },
    'profile.banned': { module: 'slots/BannedProfile' },
    'ban.fields': { module: 'slots/BanFields' },
    'person.acts': { module: 'slots/BanAct', order: 90 },
    'person.info': { module: 'slots/Membership', order: 60 },
    'account.deletion': { module: 'slots/DeletionCard' },
    'frame.top': { module: 'slots/BannedLine', order: 10 },
    'frame.join': { module: 'slots/JoinUnlessBanned' },
    'account.tabs': { module: 'slots/DataTab', order: 50 },
  },
  admin: {
    '/settings/bans': {
      module: 'screens/Bans',
      group: 'audience',
      title: 'bans.title',
      under: '/settings/moderation',
      icon: 'ban',
      order: 80,
      can: 'archive.manage',
    },
    '/settings/export': { module: 'screens/Exports', group: 'developers', title: 'exports.title', icon: 'archive', order: 90, can: 'archive.export' },
  },
})
