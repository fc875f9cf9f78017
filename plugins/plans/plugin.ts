import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'plans',
  title: 'Plans',
  description: 'What the platform owner sells to communities: plans with limits, add-ons and billing.',
  icon: 'layers',
  sdk: '^1.0',
  kind: 'base',
  needs: ['spaces', 'payments'],
  admin: {
    '/settings/plans': { module: 'screens/Plans', group: 'plans', title: 'admin.plans', icon: 'layers', order: 10, can: 'plans.manage' },
    '/settings/billing': {
      module: 'screens/Billing',
      group: 'plans',
      title: 'admin.billing',
      under: '/settings/plans',
      icon: 'receipt',
      order: 20,
      can: 'plans.manage',
    },
  },
  slots: {
    upgrade: { module: 'slots/Upgrade', order: 10 },
  },
})
