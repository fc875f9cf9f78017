import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'sample',
  title: 'Sample',
  description: 'Short notes that members leave for each other.',
  icon: 'sticky-note',
  sdk: '^1.0',
  kind: 'feature',
  wants: ['home'],
  screens: {
    '/sample': { module: 'screens/Notes' },
  },
  slots: {
    'home.aside': { module: 'slots/Latest', order: 60 },
  },
  links: [{ title: 'title', to: '/sample', icon: 'sticky-note', order: 60 }],
})
