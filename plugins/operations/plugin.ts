import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'operations',
  title: 'Operations',
  description: 'For admins: background jobs, system health, sent emails and the audit log.',
  icon: 'activity',
  sdk: '^1.0',
  kind: 'base',
  admin: {
    '/settings/emails/outbox': { module: 'screens/Outbox', group: 'growth', title: 'admin.outbox', icon: 'mail', order: 90, can: 'operations.manage' },
    '/settings/jobs': { module: 'screens/Jobs', group: 'developers', title: 'admin.jobs', icon: 'layers', order: 80, can: 'operations.manage' },
    '/settings/health': { module: 'screens/Health', group: 'developers', title: 'admin.health', icon: 'activity', order: 81, can: 'operations.manage' },
    '/settings/audit': { module: 'screens/Audit', group: 'developers', title: 'admin.audit', icon: 'scroll-text', order: 82, can: 'operations.manage' },
  },
})
