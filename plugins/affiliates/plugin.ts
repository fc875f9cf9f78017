import { definePlugin } from '@atrium/sdk'

const programme = { group: 'growth', can: 'affiliates.manage' } as const

export default definePlugin({
  id: 'affiliates',
  title: 'Affiliates',
  description: 'Members refer new buyers and earn a commission: links, coupons, commissions and payouts.',
  icon: 'handshake',
  picture: 'chart',
  sdk: '^1.0',
  kind: 'feature',
  tiers: ['professional', 'business'],
  needs: ['members', 'paywalls', 'payments'],
  wants: ['notifications'],
  screens: {
    '/account/affiliate': { module: 'screens/Mine' },
  },
  admin: {
    '/settings/affiliates_directory': { module: 'screens/Directory', ...programme, title: 'admin.directory', icon: 'handshake', order: 70 },
    '/settings/affiliates_commissions': {
      module: 'screens/Commissions',
      ...programme,
      title: 'admin.commissions',
      under: '/settings/affiliates_directory',
      icon: 'percent',
      order: 71,
    },
    '/settings/affiliates_settings': {
      module: 'screens/Settings',
      ...programme,
      title: 'admin.settings',
      under: '/settings/affiliates_directory',
      icon: 'sliders-horizontal',
      order: 72,
    },
  },
  slots: {
    'frame.background': { module: 'slots/Follow', order: 50 },
    'account.tabs': { module: 'slots/AffiliateTab', order: 40 },
  },
})
