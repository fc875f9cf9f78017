import { definePlugin } from '@atrium/sdk'

const people = { group: 'audience', can: 'members.manage' } as const
const link = { module: 'screens/LinkForm', ...people } as const
const invite = { module: 'screens/Invite', ...people } as const
const onboarding = { module: 'screens/Redirect', ...people } as const

export default definePlugin({
  id: 'invitations',
  title: 'Invitations',
  description: 'Invite links, email invitations, CSV imports and onboarding.',
  icon: 'user-plus',
  picture: 'links',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'members', 'community'],
  wants: ['audience'],
  screens: {
    '/join/:token': { module: 'screens/Join', public: 'always', layout: 'focus' },
  },
  admin: {
    '/members/invite': { ...invite, title: 'admin.invite', icon: 'user-plus', order: 40 },
    '/members/invite/details': invite,
    '/members/invite/access': invite,
    '/members/invite/emails': invite,
    '/members/invite/paywalls': invite,
    '/members/invitation_links': { module: 'screens/Links', ...people, title: 'admin.links', under: '/members/invite', icon: 'link', order: 41 },
    '/members/invitation_links/new': link,
    '/members/invitation_links/new/details': link,
    '/members/invitation_links/new/access': link,
    '/members/invitation_links/new/paywalls': link,
    '/members/invitation_links/:id/edit': link,
    '/members/invitation_links/:id/edit/details': link,
    '/members/invitation_links/:id/edit/access': link,
    '/members/invitation_links/:id/edit/paywalls': link,
    '/members/bulk_import': { module: 'screens/ImportMembers', ...people, title: 'admin.import', under: '/members/invite', icon: 'upload', order: 42 },
    '/contacts/import': { module: 'screens/ImportContacts', ...people },
    '/settings/members/bulk_import_tasks': {
      module: 'screens/Imports',
      ...people,
      title: 'admin.imports',
      under: '/members/invite',
      icon: 'history',
      order: 43,
    },
    '/members/onboarding': onboarding,
    '/members/onboarding/access': onboarding,
    '/members/onboarding/workflows': onboarding,
  },
  slots: {
    'onboarding.newcomers': { module: 'slots/Newcomers', order: 10 },
    'onboarding.tab': { module: 'slots/Requests', title: 'requests.title', order: 10 },
  },
  actions: [{ title: 'action.invite', to: '/members/invite/details', icon: 'user-plus', order: 27, can: 'members.manage' }],
})
