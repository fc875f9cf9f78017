/** Manifest of the inbox: all conversations with the team in one list. */
import { definePlugin } from '@atrium/sdk'

const admin = { group: 'ai', can: 'inbox.answer' } as const

export default definePlugin({
  id: 'inbox',
  title: 'Inbox',
  description: 'Conversations from the help widget, live chat, AI agents and email in one list, for the whole team.',
  icon: 'inbox',
  picture: 'chat',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['members', 'notifications'],
  wants: ['audience', 'ai'],
  slots: { 'header.icons': { module: 'slots/HeaderIcon', order: 15 } },
  admin: {
    '/settings/ai-inbox': { module: 'screens/Inbox', ...admin, title: 'admin.inbox', icon: 'inbox', order: 1 },
    '/settings/ai-inbox/conversations/:id': { module: 'screens/Inbox', ...admin },
    '/settings/ai-inbox/setup': {
      module: 'screens/SetUp',
      group: 'ai',
      can: 'inbox.manage',
      title: 'admin.setup',
      under: '/settings/ai-inbox',
      icon: 'settings',
      order: 2,
    },
  },
  actions: [{ title: 'admin.inbox', to: '/settings/ai-inbox', icon: 'inbox', order: 76, can: 'inbox.answer' }],
})
