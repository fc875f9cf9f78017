import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'posts',
  title: 'Posts',
  description: 'Articles with rich text, pictures and files: drafts, scheduled and published.',
  icon: 'file-text',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content'],
  screens: {
    '/c/:space/new': { module: 'screens/Compose', layout: 'focus' },
    '/c/:space/:slug': { module: 'screens/Post', public: true },
    '/c/:space/:slug/edit': { module: 'screens/Compose', layout: 'focus' },
    '/posts/:id': { module: 'screens/Redirect', public: true },
    '/spaces/:id/posts': { module: 'screens/SpacePosts', public: true },
  },
  slots: {
    'space.feed': { module: 'slots/SpaceFeed', order: 10 },
    'space.composer': { module: 'slots/Prompt', order: 10 },
    'home.composer': { module: 'slots/Prompt', order: 10 },
    'home.feed': { module: 'slots/HomeFeed', order: 10 },
    'home.aside': { module: 'slots/Reading', order: 30 },
    'profile.posts': { module: 'slots/MemberPosts' },
  },
  admin: {
    '/settings/posts': { module: 'screens/Dashboard', group: 'content', title: 'admin.posts', icon: 'file-text', order: 20, can: 'posts.manage' },
  },
  actions: [{ title: 'action.drafts', to: '/settings/posts?status=draft', icon: 'file-text', order: 40 }],
})
