import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'kudos',
  title: 'Kudos',
  description: 'Members thank each other in public, a few times a day.',
  icon: 'heart',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content', 'members'],
  wants: ['home'],
  screens: {
    '/kudos': { module: 'screens/Kudos' },
  },
  slots: {
    'home.aside': { module: 'slots/Latest', order: 60 },
    'profile.about': { module: 'slots/Received', order: 60 },
  },
  links: [{ title: 'title', to: '/kudos', icon: 'heart', order: 60 }],
  actions: [{ title: 'give.title', to: '/kudos', icon: 'heart', order: 60, can: 'kudos.give' }],
})
