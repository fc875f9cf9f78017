/** Manifest of workflows: what happens by itself. */
import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'workflows',
  title: 'Workflows',
  description: 'What happens by itself: an event or a time begins it, and people are written to, tagged, waited for and led on.',
  icon: 'workflow',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content', 'members', 'audience'],
  wants: ['notifications'],
})
