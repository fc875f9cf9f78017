/** Manifest of the inbox: all conversations with the team in one list. */
import { definePlugin } from '@atrium/sdk'

const admin = { group: 'growth', can: 'inbox.answer' } as const

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
  admin: {
    '/settings/ai-inbox': { module: 'screens/Inbox', ...admin, title: 'admin.inbox', under: '/settings/ai-agents/agents', icon: 'inbox', order: 5 },
    '/settings/ai-inbox/conversations/:id': { module: 'screens/Inbox', ...admin },
    '/settings/ai-inbox/setup': {
      module: 'screens/SetUp',
      group: 'growth',
      can: 'inbox.manage',
      title: 'admin.setup',
      under: '/settings/ai-agents/agents',
      icon: 'settings',
      order: 6,
    },
  },
  actions: [{ title: 'admin.inbox', to: '/settings/ai-inbox', icon: 'inbox', order: 76, can: 'inbox.answer' }],
})
