import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'posts',
  title: 'Posts',
  description: 'Posts with rich text, images and files, including drafts and scheduled posts.',
  icon: 'file-text',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content'],
  wants: ['home', 'members', 'notifications', 'access', 'audience'],
  screens: {
    '/c/:space/new': { module: 'screens/Compose' },
    '/c/:space/:slug/edit': { module: 'screens/Compose' },
    '/c/:space/:slug/new_duplicate': { module: 'screens/Compose' },
    '/c/:space/:slug/pin': { module: 'screens/Pin' },
    '/posts': { module: 'screens/Mine' },
    '/posts/:id': { module: 'screens/Redirect', public: true },
    '/spaces/:id/posts': { module: 'screens/SpacePosts', public: true },
  },
  kinds: { post: { address: '/c/:space/:slug', screen: 'screens/Post' } },
  slots: {
    'space.feed': { module: 'slots/SpaceFeed', order: 10 },
    'space.composer': { module: 'slots/Prompt', order: 10 },
    'home.composer': { module: 'slots/Prompt', order: 10 },
    'home.feed': { module: 'slots/HomeFeed', order: 10 },
    'home.aside': { module: 'slots/Reading', order: 30 },
    'notification.body.post': { module: 'slots/Told' },
    'profile.posts': { module: 'slots/MemberPosts' },
  },
  admin: {
    '/settings/posts': { module: 'screens/Dashboard', group: 'content', title: 'admin.posts', icon: 'file-text', order: 20, can: 'posts.manage' },
    '/settings/posts/bulk_actions': {
      module: 'screens/BulkActions',
      group: 'content',
      title: 'admin.bulk',
      under: '/settings/posts',
      icon: 'list-checks',
      order: 21,
      can: 'posts.manage',
    },
    '/settings/topics': { module: 'screens/Topics', group: 'content', title: 'admin.topics', under: '/settings/posts', icon: 'tags', order: 22, can: 'posts.manage' },
  },
  actions: [
    { title: 'action.new', to: '/c/-/new', icon: 'square-pen', order: 10, keys: 'c' },
    { title: 'action.drafts', to: '/posts?status=draft', icon: 'file-text', order: 40, mine: true },
  ],
})
