/** Manifest of notifications: who is told what, and by which way it reaches them. */
import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'notifications',
  title: 'Notifications',
  description: 'In-app, email and push notifications, grouped and easy to turn off.',
  icon: 'bell',
  sdk: '^1.0',
  kind: 'base',
  // a message to all members goes through these; each browser names its own
  outbound: {
    'fcm.googleapis.com': 6_000,
    'updates.push.services.mozilla.com': 6_000,
    'web.push.apple.com': 6_000,
  },
  screens: {
    '/notifications': { module: 'screens/Inbox' },
    '/notifications/replies/:id': { module: 'screens/HeldReply' },
    '/account/notifications': { module: 'screens/Preferences' },
  },
  slots: {
    'header.icons': { module: 'slots/Bell', order: 20 },
    'account.tabs': { module: 'slots/AccountTab', order: 10 },
  },
  admin: {
    '/settings/weekly_digest': {
      module: 'screens/WeeklyDigest',
      group: 'growth',
      title: 'admin.digest',
      under: '/settings/emails',
      icon: 'mail',
      order: 25,
      can: 'notifications.manage',
    },
  },
  actions: [
    { title: 'action.inbox', to: '/notifications', icon: 'bell', order: 25, keys: 'g n' },
    { title: 'action.preferences', to: '/account/notifications', icon: 'settings', order: 26 },
  ],
})
