/** Stands for a plugin that was written elsewhere: what happens in it is delivered like anything else. */
import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'outside',
  title: 'Outside',
  description: 'A plugin that was written elsewhere.',
  icon: 'puzzle',
  sdk: '^1.0',
  kind: 'feature',
})
