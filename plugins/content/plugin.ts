/** Manifest of content: what people do with things, whatever plugin the things come from. */
import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'content',
  title: 'Comments and reactions',
  description: 'Comments, likes, reactions, saved items, follows and mentions for all content.',
  icon: 'message-circle',
  sdk: '^1.0',
  kind: 'base',
  needs: ['spaces', 'notifications'],
  screens: {
    '/bookmarks': { module: 'screens/Bookmarks' },
    '/c/:space/:slug': { module: 'screens/Address', public: 'always', embeds: true },
  },
  slots: {
    'record.comments': { module: 'slots/Comments' },
    'record.actions': { module: 'slots/Actions' },
    'notification.thing': { module: 'slots/Thing' },
  },
  links: [{ title: 'nav.bookmarks', to: '/bookmarks', icon: 'bookmark', order: 30 }],
  actions: [{ title: 'actions.bookmarks', to: '/bookmarks', icon: 'bookmark', order: 30, keys: 'g b' }],
})
