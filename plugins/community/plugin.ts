import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'community',
  title: 'Community',
  description: 'Setup, custom domain, legal texts, landing page, welcome for new members and the public community list.',
  icon: 'building-2',
  sdk: '^1.0',
  kind: 'base',
  needs: ['spaces', 'content', 'home'],
  screens: {
    '/discover': { module: 'screens/Discover', public: 'always', layout: 'wide' },
    '/landing': { module: 'screens/Landing', public: 'always', layout: 'focus', visitorsHome: 'landing_page_enabled' },
    '/legal/:kind': { module: 'screens/Legal', public: 'always' },
  },
  slots: {
    'frame.background': { module: 'slots/BackToSetup', order: 40 },
    'home.strip': { module: 'slots/Welcome', order: 10 },
    'home.visitors': { module: 'slots/About', order: 10 },
  },
  admin: {
    '/settings/onboarding': { module: 'screens/Onboarding', group: 'general', title: 'admin.onboarding', icon: 'rocket', order: 3, can: 'community.manage' },
    '/settings/custom_domain': { module: 'screens/CustomDomain', group: 'general', title: 'admin.domain', icon: 'globe', order: 20, can: 'community.manage' },
    '/settings/legal': { module: 'screens/LegalSettings', group: 'general', title: 'admin.legal', icon: 'scroll-text', order: 30, can: 'community.manage' },
    '/settings/discover': { module: 'screens/Listing', group: 'general', title: 'admin.discover', icon: 'compass', order: 31, can: 'community.manage' },
    '/settings/landing_page': {
      module: 'screens/LandingSettings',
      group: 'site',
      title: 'admin.landing',
      icon: 'panel-left',
      order: 12,
      can: 'community.manage',
    },
  },
  actions: [{ title: 'action.discover', to: '/discover', icon: 'compass', order: 60 }],
})
