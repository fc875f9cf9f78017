/** Manifest of payments. */
import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'payments',
  title: 'Payments',
  description: 'Takes payments for everything sold here: Stripe, invoices marked as paid manually, or a test processor without real money.',
  icon: 'credit-card',
  sdk: '^1.0',
  kind: 'base',
  needs: ['notifications'],
  // a night's comparison and the renewals of a first of the month; Stripe takes five times as many
  outbound: { 'api.stripe.com': 1_200 },
  screens: {
    '/payments/test/:session': { module: 'screens/TestPay', public: 'always', embeds: true, layout: 'focus', bottomBar: false },
  },
  admin: {
    '/settings/payments': { module: 'screens/Setup', group: 'paywalls', title: 'admin.title', icon: 'credit-card', order: 90, can: 'payments.manage' },
    '/settings/payments/invoices': {
      module: 'screens/Invoices',
      group: 'paywalls',
      title: 'invoices.title',
      under: '/settings/payments',
      icon: 'receipt',
      order: 80,
      can: 'payments.manage',
    },
    '/settings/payments/refresh': { module: 'screens/Refresh', group: 'paywalls', can: 'payments.manage' },
  },
})
