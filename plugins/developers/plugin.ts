/** Manifest of the developers' pages: API tokens, who may call from browsers, and how the API is used. */
import { definePlugin } from '@atrium/sdk'

const can = 'developers.manage'
const AT = '/settings/developers'

export default definePlugin({
  id: 'developers',
  title: 'Developers',
  description: 'API tokens with scopes and an end, origins that may call from browsers, and figures about the use of the API.',
  icon: 'code-xml',
  picture: 'keys',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['members'],
  admin: {
    [AT]: { module: 'screens/Developers', group: 'developers', title: 'admin.developers', icon: 'code-xml', order: 10, can },
    '/settings/api': { module: 'screens/Api', group: 'developers', title: 'admin.api', under: AT, icon: 'key-round', order: 11, can },
    '/settings/api/new': { module: 'screens/ApiNew', group: 'developers', can },
    [`${AT}/usage`]: { module: 'screens/Usage', group: 'developers', title: 'admin.usage', under: AT, icon: 'chart-column', order: 30, can },
  },
  actions: [{ title: 'action.token', to: '/settings/api/new', icon: 'key-round', order: 96, can }],
})
