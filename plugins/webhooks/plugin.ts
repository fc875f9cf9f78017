/** Manifest of webhooks: what happens here is told to other servers. */
import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'webhooks',
  title: 'Webhooks',
  description: 'Tells other servers what happens in the community, with signed requests that are retried and kept for 30 days.',
  icon: 'webhook',
  sdk: '^1.0',
  kind: 'feature',
  // a hundred events a second to one receiver; four calls at a time are the bound for who is slow
  outbound: { '*': 6_000 },
  admin: {
    '/settings/webhooks': {
      ...{ module: 'screens/Webhooks', group: 'developers', title: 'admin.webhooks', under: '/settings/developers', icon: 'webhook', order: 20 },
      can: 'webhooks.manage',
    },
  },
})
