/** Stands for a plugin that was written elsewhere: it begins workflows, and does something in them. */
import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'outside',
  title: 'Outside',
  description: 'A plugin that was written elsewhere.',
  icon: 'puzzle',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content', 'members'],
  wants: ['workflows'],
})
