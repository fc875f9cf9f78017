import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'gamification',
  title: 'Gamification',
  description: 'Points, levels with unlockable access, a leaderboard, badges and streaks.',
  icon: 'trophy',
  picture: 'levels',
  sdk: '^1.0',
  kind: 'feature',
  tiers: ['professional', 'business'],
  needs: ['spaces', 'content', 'members'],
  wants: ['posts', 'home', 'access', 'notifications', 'community', 'audience', 'workflows'],
  screens: {
    '/leaderboard': { module: 'screens/Leaderboard', layout: 'wide' },
  },
  admin: {
    '/settings/gamification': { module: 'screens/Settings', group: 'growth', title: 'admin.settings', icon: 'trophy', order: 60, can: 'gamification.manage' },
  },
  slots: {
    'frame.background': { module: 'slots/Earned', order: 60 },
    'profile.about': { module: 'slots/Profile', order: 10 },
    'home.aside': { module: 'slots/Top', order: 40 },
    'account.profile': { module: 'slots/Wish', order: 30 },
  },
  tabs: [{ title: 'nav.leaderboard', to: '/leaderboard', icon: 'trophy', order: 60 }],
  actions: [{ title: 'action.leaderboard', to: '/leaderboard', icon: 'trophy', keys: 'g l', order: 26 }],
})
