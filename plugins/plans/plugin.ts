import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'plans',
  title: 'Plans',
  description: 'What the owner of this platform sells to its communities: tiers with their limits, add-ons, and the bill for them.',
  icon: 'layers',
  sdk: '^1.0',
  kind: 'base',
  needs: ['spaces', 'payments'],
  admin: {
    '/settings/plans': { module: 'screens/Plans', group: 'plans', title: 'admin.plans', icon: 'layers', order: 10, can: 'plans.manage' },
    '/settings/billing': { module: 'screens/Billing', group: 'plans', title: 'admin.billing', icon: 'receipt', order: 20, can: 'plans.manage' },
  },
  slots: {
    upgrade: { module: 'slots/Upgrade', order: 10 },
  },
})
