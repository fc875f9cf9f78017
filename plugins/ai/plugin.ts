/** Manifest of answers: agents that know what the community knows, and say where from. */
import { definePlugin } from '@atrium/sdk'

const admin = { group: 'ai', can: 'ai.manage' } as const

export default definePlugin({
  id: 'ai',
  title: 'AI agents',
  description: 'Members ask and get answers out of what they may read, with sources; admins see what was asked, what it cost and whether it was right.',
  icon: 'sparkles',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content', 'members'],
  wants: ['audience', 'chat', 'posts', 'moderation', 'media'],
  screens: {
    '/ask': { module: 'screens/Ask' },
    '/messages/bot/:id': { module: 'screens/Ask' },
  },
  slots: {
    'account.profile': { module: 'slots/Preference', order: 20 },
    'post.lead': { module: 'slots/PostSummary', order: 10 },
    'post.talk': { module: 'slots/TalkSummary', order: 10 },
    'record.menu': { module: 'slots/Translate', order: 5 },
    'record.text': { module: 'slots/Translation', order: 10 },
    'chat.composer.lead': { module: 'slots/Replies', order: 10 },
    'media.chapters': { module: 'slots/WriteChapters', order: 10 },
    'space.tools': { module: 'slots/SpaceSummary', order: 20 },
  },
  links: [{ title: 'nav.ask', to: '/ask', icon: 'sparkles', order: 30 }],
  admin: {
    '/settings/ai-agents/agents': { module: 'screens/Agents', ...admin, title: 'admin.agents', icon: 'sparkles', order: 10 },
    '/settings/ai-agents/agents/:id': { module: 'screens/Agent', ...admin },
    '/settings/ai-agents/knowledge': {
      module: 'screens/Knowledge',
      ...admin,
      title: 'admin.knowledge',
      under: '/settings/ai-agents/agents',
      icon: 'book-open',
      order: 11,
    },
    '/settings/ai-agents/quality': {
      module: 'screens/Quality',
      ...admin,
      title: 'admin.quality',
      under: '/settings/ai-agents/agents',
      icon: 'chart-line',
      order: 12,
    },
    '/settings/community_ai': {
      module: 'screens/Settings',
      ...admin,
      title: 'admin.settings',
      under: '/settings/ai-agents/agents',
      icon: 'settings',
      order: 13,
    },
  },
})
