import { definePlugin } from '@atrium/sdk'

const can = 'email.manage'

export default definePlugin({
  id: 'email',
  title: 'Email',
  description: 'Newsletters in blocks to members and contacts, forms for other sites, and reports of what arrived.',
  icon: 'mail',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content', 'members', 'audience'],
  wants: ['posts', 'events'],
  admin: {
    '/settings/emails': { module: 'screens/Hub', group: 'growth', title: 'admin.hub', icon: 'mail', order: 20, can },
    '/settings/emails/broadcast': { module: 'screens/Broadcasts', group: 'growth', can },
    '/settings/emails/broadcast/new': { module: 'screens/NewBroadcast', group: 'growth', can },
    '/settings/emails/broadcast/:id': { module: 'screens/Broadcast', group: 'growth', can },
    '/settings/emails/settings': { module: 'screens/Settings', group: 'growth', can },
  },
  actions: [{ title: 'action.broadcast', to: '/settings/emails/broadcast/new', icon: 'mail', order: 74, can }],
})
