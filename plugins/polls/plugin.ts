import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'polls',
  title: 'Polls',
  description: 'Questions with answers to choose from, under posts: open or anonymous, with live results.',
  icon: 'chart-column',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content'],
  wants: ['posts'],
  slots: {
    'post.card.foot': { module: 'slots/Polls', order: 10 },
    'composer.tools': { module: 'slots/Composer', order: 10 },
  },
})
