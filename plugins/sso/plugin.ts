import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'sso',
  title: 'Single sign-on',
  description: 'Sign in with an account from another service, through OpenID Connect.',
  icon: 'key-round',
  picture: 'keys',
  sdk: '^1.0',
  kind: 'feature',
  admin: {
    '/settings/sso': {
      module: 'screens/Providers',
      group: 'general',
      title: 'admin.title',
      under: '/settings/sign_in',
      icon: 'key-round',
      order: 4,
      can: 'sso.manage',
    },
    '/custom_logins/debug_sessions': { module: 'screens/Attempts', group: 'general', can: 'sso.manage' },
  },
})
