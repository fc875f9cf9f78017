/** Manifest of emails to many: broadcasts, what they look like, and how they went. */
import { definePlugin } from '@atrium/sdk'

const can = 'email.manage'
const AT = '/settings/emails'

export default definePlugin({
  id: 'email',
  title: 'Email',
  description: 'Email broadcasts in blocks to members and contacts: now or later, with a preview, a test and a report.',
  icon: 'mail',
  picture: 'mail',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content', 'members', 'audience', 'notifications'],
  wants: ['posts', 'events'],
  admin: {
    [AT]: { module: 'screens/Hub', group: 'growth', title: 'admin.hub', icon: 'mail', order: 20, can },
    [`${AT}/broadcast`]: { module: 'screens/Broadcasts', group: 'growth', title: 'admin.broadcasts', under: AT, icon: 'mail', order: 21, can },
    [`${AT}/broadcast/new`]: { module: 'screens/NewBroadcast', group: 'growth', can },
    [`${AT}/broadcast/:id`]: { module: 'screens/Broadcast', group: 'growth', can },
    [`${AT}/settings`]: { module: 'screens/Settings', group: 'growth', title: 'admin.settings', under: AT, icon: 'settings', order: 22, can },
    [`${AT}/suppressions`]: { module: 'screens/Suppressions', group: 'growth', title: 'admin.suppressions', under: AT, icon: 'ban', order: 23, can },
  },
  actions: [{ title: 'action.broadcast', to: `${AT}/broadcast/new`, icon: 'mail', order: 74, can }],
})
