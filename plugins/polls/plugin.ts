import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'polls',
  title: 'Polls',
  description: 'Open or anonymous polls in posts, with live results.',
  icon: 'chart-column',
  picture: 'poll',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content'],
  wants: ['posts'],
  slots: {
    'post.card.foot': { module: 'slots/Polls', order: 10 },
    'composer.tools': { module: 'slots/Composer', order: 10 },
  },
})
