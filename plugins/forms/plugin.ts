/** Manifest of forms: what visitors fill in here and on other sites, and who reads it. */
import { definePlugin } from '@atrium/sdk'

const admin = { group: 'growth', can: 'forms.manage' } as const

export default definePlugin({
  id: 'forms',
  title: 'Forms',
  description: 'Forms for this community and other sites: submissions become contacts with tags, after a confirmation by email.',
  icon: 'clipboard-list',
  picture: 'form',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content', 'members', 'audience'],
  wants: ['workflows', 'site'],
  admin: {
    '/settings/emails/forms': { module: 'screens/Forms', ...admin, title: 'admin.forms', under: '/settings/emails', icon: 'clipboard-list', order: 24 },
    '/settings/emails/forms/:id': { module: 'screens/Editor', ...admin },
    '/settings/emails/forms/:id/submissions': { module: 'screens/Submissions', ...admin },
  },
  actions: [{ title: 'admin.forms', to: '/settings/emails/forms', icon: 'clipboard-list', order: 75, can: 'forms.manage' }],
})
