/** Manifest of push broadcasts: one message to the phones and browsers of many. */
import { definePlugin } from '@atrium/sdk'

const can = 'push.manage'
const AT = '/settings/plus/push-notifications'

export default definePlugin({
  id: 'push',
  title: 'Push broadcasts',
  description: 'One short message to the devices of many members: now or later, with a preview, a test and a report.',
  icon: 'smartphone',
  picture: 'push',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content', 'members', 'audience', 'notifications'],
  admin: {
    [AT]: { module: 'screens/Broadcasts', group: 'growth', title: 'admin.push', icon: 'smartphone', order: 24, can },
    [`${AT}/new`]: { module: 'screens/NewBroadcast', group: 'growth', can },
    [`${AT}/:id`]: { module: 'screens/Broadcast', group: 'growth', can },
  },
  actions: [{ title: 'action.new', to: `${AT}/new`, icon: 'smartphone', order: 76, can }],
})
