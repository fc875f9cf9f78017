import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'home',
  title: 'Home',
  description: 'The first page members see: banner, composer, feed and community activity.',
  icon: 'house',
  sdk: '^1.0',
  kind: 'base',
  needs: ['spaces', 'content'],
  screens: {
    '/': { module: 'screens/Home', public: true },
    '/home/home_page/posts': { module: 'screens/Home', public: true },
    '/home/home_page/events': { module: 'screens/Home', public: true },
    '/home/home_page/spaces': { module: 'screens/Home', public: true },
    '/home/home_page/banners': { module: 'screens/Home', public: true },
    '/home/home_page/member_activities': { module: 'screens/Home', public: true },
  },
  slots: {
    'home.aside': { module: 'slots/Online', order: 20 },
    'home.strip': { module: 'slots/Away', order: 20 },
  },
  admin: {
    '/settings/home': {
      module: 'screens/Settings',
      group: 'site',
      title: 'admin.home',
      under: '/settings/theme',
      icon: 'house',
      order: 10,
      can: 'home.manage',
    },
  },
  tabs: [{ title: 'tab.home', to: '/', icon: 'house', order: 0 }],
  links: [{ title: 'tab.home', to: '/', icon: 'house', order: 0 }],
  bottom: [{ title: 'tab.home', to: '/', icon: 'house', order: 0 }],
  actions: [{ title: 'action.home', to: '/', icon: 'house', keys: 'g h', order: 0 }],
})
