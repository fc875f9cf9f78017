import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'chat',
  title: 'Chat',
  description: 'Direct messages, group chats and chat spaces with threads, voice messages and online status.',
  icon: 'message-circle',
  picture: 'chat',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content', 'members'],
  wants: ['media', 'notifications'],
  screens: {
    '/messages': { module: 'screens/Messages', layout: 'focus' },
    '/messages/new': { module: 'screens/NewMessage', layout: 'focus' },
    '/messages/:uuid': { module: 'screens/Messages', layout: 'focus', bottomBar: false },
    '/conversations/:id': { module: 'screens/Redirect' },
    '/threads': { module: 'screens/Threads' },
  },
  slots: {
    'header.icons': { module: 'slots/HeaderIcon', order: 10 },
    'space.type.chat': { module: 'slots/SpaceChat' },
    'profile.actions': { module: 'slots/Message', order: 10 },
    'space.settings': { module: 'slots/SpaceSettings' },
  },
  admin: {
    '/settings/messaging': {
      module: 'screens/Settings',
      group: 'general',
      title: 'admin.messaging',
      under: '/settings',
      icon: 'message-circle',
      order: 25,
      can: 'chat.manage',
    },
  },
  bottom: [{ title: 'nav.messages', to: '/messages', icon: 'messages-square', order: 40 }],
  actions: [
    { title: 'action.messages', to: '/messages', icon: 'message-circle', order: 20, keys: 'g c' },
    { title: 'action.new', to: '/messages/new', icon: 'square-pen', order: 21 },
    { title: 'action.threads', to: '/threads', icon: 'messages-square', order: 22 },
  ],
})
