/** Manifest of the help widget: find, ask and chat, here and on any site. */
import { definePlugin } from '@atrium/sdk'

const admin = { group: 'ai', can: 'help-widget.manage' } as const

export default definePlugin({
  id: 'help-widget',
  title: 'Help widget',
  description: 'Articles, tickets and live chat in a small window: in the community, and on any site by one script tag.',
  icon: 'life-buoy',
  picture: 'chat',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content', 'inbox'],
  // without posts there are no articles, and people still ask
  wants: ['posts', 'events', 'ai'],
  screens: {
    '/help': { module: 'screens/Help', public: 'always', embeds: true, layout: 'focus', bottomBar: false },
  },
  slots: { 'frame.background': { module: 'slots/Launcher', order: 60 } },
  admin: {
    '/settings/help-widget': { module: 'screens/Settings', ...admin, title: 'admin.title', icon: 'life-buoy', order: 3 },
  },
})
