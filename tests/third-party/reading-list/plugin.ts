import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'reading-list',
  title: 'Reading list',
  description: 'Every new post on one list, each until it is taken off.',
  icon: 'book-open',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content', 'posts'],
  wants: ['home'],
  screens: {
    '/reading-list': { module: 'screens/ReadingList' },
  },
  slots: {
    'home.aside': { module: 'slots/Next', order: 40 },
  },
  links: [{ title: 'title', to: '/reading-list', icon: 'book-open', order: 40 }],
})
