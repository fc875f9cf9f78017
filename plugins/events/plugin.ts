import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'events',
  title: 'Events',
  description: 'One-time and recurring events with RSVPs, waitlists, reminders and calendars.',
  icon: 'calendar',
  picture: 'events',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content'],
  wants: ['home', 'members', 'notifications', 'gamification', 'workflows', 'site', 'ai'],
  screens: {
    '/events': { module: 'screens/Upcoming', public: true, embeds: true, layout: 'wide' },
    '/events/:id': { module: 'screens/Redirect', public: true, embeds: true },
    '/c/:space/events/new': { module: 'screens/Compose' },
    '/c/:space/events/:slug/edit': { module: 'screens/Compose' },
    '/c/:space/events/:slug/attendees': { module: 'screens/Attendees' },
    '/c/:space/events/:slug/check_in': { module: 'screens/CheckIn', layout: 'focus', bottomBar: false },
  },
  kinds: { event: { address: '/c/:space/:slug', screen: 'screens/Event' } },
  slots: {
    'space.type.event': { module: 'slots/SpaceEvents' },
    'home.strip': { module: 'slots/HomeStrip', order: 10 },
    'home.offered': { module: 'slots/HomeStrip', order: 10 },
    'home.events': { module: 'slots/HomeEvents', order: 10 },
  },
  tabs: [{ title: 'tab.events', to: '/events', icon: 'calendar', order: 20 }],
  links: [{ title: 'tab.events', to: '/events', icon: 'calendar', order: 20 }],
  bottom: [{ title: 'tab.events', to: '/events', icon: 'calendar', order: 30 }],
  actions: [{ title: 'action.events', to: '/events', icon: 'calendar', order: 30, keys: 'g e' }],
})
