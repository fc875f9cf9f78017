import { definePlugin } from '@atrium/sdk'

const can = 'members.manage'
/** A person's page, by each of the three ways a person is named in addresses. */
const person = { module: 'screens/Person', group: 'audience', can } as const

export default definePlugin({
  id: 'audience',
  title: 'Audience',
  description: 'Members and contacts in one list: filters, segments, tags, notes, bulk actions, exports and the activity log.',
  icon: 'contact',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content', 'members'],
  wants: ['chat'],
  admin: {
    '/audience/manage': { module: 'screens/Audience', group: 'audience', title: 'admin.audience', icon: 'contact', order: 10, can },
    '/audience/bulk_tasks': { module: 'screens/BulkTasks', group: 'audience', can },
    '/settings/segments': { module: 'screens/Segments', group: 'audience', title: 'admin.segments', under: '/audience/manage', icon: 'chart-pie', order: 12, can },
    '/settings/member_tags': { module: 'screens/Tags', group: 'audience', title: 'admin.tags', under: '/audience/manage', icon: 'tags', order: 14, can },
    '/settings/member_tags/new': { module: 'screens/EditTag', group: 'audience', can },
    '/settings/member_tags/:id/edit': { module: 'screens/EditTag', group: 'audience', can },
    '/settings/changes': { module: 'screens/Changes', group: 'developers', title: 'changes.title', icon: 'history', order: 40, can },
    '/settings/members/activity_logs': { module: 'screens/ActivityLogs', group: 'audience', title: 'admin.logs', under: '/settings/changes', icon: 'history', order: 60, can },
    '/admin/audience/:sqid': person,
    '/admin/audience/:sqid/info': person,
    '/admin/audience/:sqid/timeline': person,
    '/admin/audience/:sqid/access': person,
    '/admin/audience/:sqid/billing': person,
    '/admin/audience/:sqid/activity_logs': person,
    '/admin/members/:memberPublicId': person,
    '/admin/members/:memberPublicId/info': person,
    '/admin/members/:memberPublicId/timeline': person,
    '/admin/members/:memberPublicId/access': person,
    '/admin/members/:memberPublicId/billing': person,
    '/admin/members/:memberPublicId/activity_logs': person,
    '/admin/contacts/:id': person,
    '/admin/contacts/:id/info': person,
    '/admin/contacts/:id/timeline': person,
    '/admin/contacts/:id/access': person,
    '/admin/contacts/:id/billing': person,
    '/admin/contacts/:id/activity_logs': person,
  },
  actions: [{ title: 'action.audience', to: '/audience/manage', icon: 'contact', order: 70, can }],
})
