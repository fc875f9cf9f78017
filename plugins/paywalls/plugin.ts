/** Manifest of paywalls: what is sold here, to whom, and what it opens. */
import { definePlugin } from '@atrium/sdk'

const money = { group: 'paywalls', can: 'paywalls.manage' } as const

export default definePlugin({
  id: 'paywalls',
  title: 'Paywalls',
  description: 'Paid access: prices, coupons, checkout, subscriptions, refunds, receipts and revenue.',
  icon: 'credit-card',
  picture: 'price',
  sdk: '^1.0',
  kind: 'feature',
  tiers: ['professional', 'business'],
  needs: ['spaces', 'members', 'access', 'payments'],
  wants: ['archive', 'audience', 'community', 'courses', 'events', 'inbox', 'invitations', 'notifications', 'workflows', 'site', 'ai'],
  // the EU's register of tax ids, which asks not to be hurried
  outbound: { 'ec.europa.eu': 120 },
  screens: {
    '/checkout/:paywall': { module: 'screens/Checkout', public: 'always', embeds: true, layout: 'focus', bottomBar: false },
    '/redeem/:token': { module: 'screens/Redeem', public: 'always', layout: 'focus', bottomBar: false },
    '/account/billing': { module: 'screens/Billing' },
  },
  slots: {
    'account.leaving': { module: 'slots/Leaving', order: 10 },
    'account.tabs': { module: 'slots/BillingTab', order: 30 },
    'course.locked': { module: 'slots/LockedCourse', order: 10 },
    'course.selling': { module: 'slots/CourseSelling', order: 10 },
    'event.selling': { module: 'slots/EventSelling', order: 10 },
    'event.ticket': { module: 'slots/EventTicket', order: 10 },
    'inbox.person': { module: 'slots/AskerBilling', order: 10 },
    'invitations.paywall': { module: 'slots/InvitationPaywall', order: 10 },
    'person.billing': { module: 'slots/PersonBilling', order: 10 },
    'space.leaving': { module: 'slots/LeavingSpace', order: 10 },
    'space.locked': { module: 'slots/LockedCard', order: 10 },
  },
  admin: {
    '/settings/paywalls': { module: 'screens/Overview', ...money, title: 'admin.overview', icon: 'credit-card', order: 10 },
    '/settings/paywalls/new': { module: 'screens/Editor', ...money },
    '/settings/paywalls/:id': { module: 'screens/Editor', ...money },
    '/settings/paywalls/paywall_groups': { module: 'screens/Groups', ...money, title: 'admin.groups', under: '/settings/paywalls', icon: 'folder', order: 12 },
    '/settings/paywalls/coupons': { module: 'screens/Coupons', ...money, title: 'admin.coupons', under: '/settings/paywalls', icon: 'tag', order: 13 },
    '/settings/paywalls/paywall_subscriptions': {
      module: 'screens/Subscriptions',
      ...money,
      title: 'admin.subscriptions',
      under: '/settings/paywalls',
      icon: 'refresh-cw',
      order: 14,
    },
    '/settings/paywalls/paywall_subscriptions/:id': { module: 'screens/Subscription', ...money },
    '/settings/paywalls/paywall_charges': {
      module: 'screens/Charges',
      ...money,
      title: 'admin.charges',
      under: '/settings/paywalls',
      icon: 'receipt',
      order: 15,
    },
    '/settings/paywalls/paywall_tax_settings': { module: 'screens/Tax', ...money, title: 'admin.tax', under: '/settings/payments', icon: 'percent', order: 16 },
    '/settings/paywalls/paywall_payment_settings': {
      module: 'screens/PaymentSettings',
      ...money,
      title: 'admin.methods',
      under: '/settings/payments',
      icon: 'wallet',
      order: 17,
    },
    '/settings/paywalls/paywall_bulk_logs': {
      module: 'screens/BulkLogs',
      ...money,
      title: 'admin.bulk',
      under: '/settings/paywalls',
      icon: 'history',
      order: 18,
    },
  },
  actions: [
    { title: 'admin.overview', to: '/settings/paywalls', icon: 'credit-card', order: 50, can: 'paywalls.manage' },
    { title: 'action.new', to: '/settings/paywalls/new', icon: 'plus', order: 51, can: 'paywalls.manage' },
  ],
})
