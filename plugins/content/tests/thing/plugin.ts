/** A plugin for tests: thing 7 lies in space 7, and whoever sees the space sees the thing. */
import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'thing',
  title: 'Thing',
  icon: 'package',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content'],
  kinds: { thing: { address: '/c/:space/:slug', screen: 'screens/Thing' } },
})
