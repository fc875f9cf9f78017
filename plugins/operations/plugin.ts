import { definePlugin } from '@atrium/sdk'

const can = 'operations.manage'

export default definePlugin({
  id: 'operations',
  title: 'Operations',
  description: 'For admins: background jobs, system health, sent emails and the audit log.',
  icon: 'activity',
  sdk: '^1.0',
  kind: 'base',
  admin: {
    '/settings/health': { module: 'screens/Health', group: 'developers', title: 'admin.health', icon: 'activity', order: 81, can },
    '/settings/emails/outbox': {
      module: 'screens/Outbox',
      group: 'developers',
      title: 'admin.outbox',
      under: '/settings/health',
      icon: 'mail',
      order: 83,
      can,
    },
    '/settings/jobs': { module: 'screens/Jobs', group: 'developers', title: 'admin.jobs', under: '/settings/health', icon: 'layers', order: 84, can },
    '/settings/audit': { module: 'screens/Audit', group: 'developers', title: 'admin.audit', under: '/settings/changes', icon: 'scroll-text', order: 82, can },
  },
})
