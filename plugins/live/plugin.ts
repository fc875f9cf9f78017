/** Manifest of live rooms: everyone talks, or a few speak and many listen, on the community's own server. */
import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'live',
  title: 'Live',
  description: 'Rooms where everyone talks and streams with questions, on your own server, with a recording afterwards.',
  icon: 'radio',
  picture: 'events',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content', 'members'],
  wants: ['chat', 'events', 'gamification', 'media', 'moderation', 'notifications', 'posts'],
  screens: {
    '/live/:roomSlug': { module: 'screens/Room', layout: 'bare' },
    '/live/:roomSlug/mobile': { module: 'screens/Room', layout: 'bare' },
    '/live/:roomSlug/public': { module: 'screens/PublicStream', public: 'always', layout: 'bare' },
    '/live/:roomSlug/not_supported': { module: 'screens/NotSupported', layout: 'focus' },
  },
  slots: {
    'sidebar.main': { module: 'slots/Now', order: 15 },
    'event.liveRoom': { module: 'slots/EventDoor' },
  },
  admin: {
    '/settings/live_streams': {
      module: 'screens/Settings',
      group: 'content',
      under: '/settings/posts',
      can: 'live.create',
      title: 'settings.title',
      icon: 'radio',
      order: 40,
    },
  },
  actions: [{ title: 'settings.title', to: '/settings/live_streams', icon: 'radio', order: 78, can: 'live.create' }],
})
