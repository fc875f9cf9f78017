/** Manifest of workflows: what happens by itself. */
import { definePlugin } from '@atrium/sdk'

const can = 'workflows.manage'
const admin = { group: 'automation', can } as const
const editor = { module: 'screens/Editor', ...admin } as const

export default definePlugin({
  id: 'workflows',
  title: 'Workflows',
  description: 'What happens by itself: an event or a time begins it, and people are written to, tagged, waited for and led on.',
  icon: 'workflow',
  picture: 'flow',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content', 'members', 'audience'],
  wants: ['notifications', 'community'],
  admin: {
    '/settings/workflows': { module: 'screens/Workflows', ...admin, title: 'admin.workflows', icon: 'workflow', order: 10 },
    '/settings/workflows/history': { module: 'screens/History', ...admin },
    '/settings/workflows/history/:id': { module: 'screens/Runs', ...admin },
    '/settings/workflows/new': { module: 'screens/New', ...admin },
    '/settings/workflows/new/preview/:id': { module: 'screens/TemplatePreview', ...admin },
    '/settings/workflows/new/select_type': { module: 'screens/SelectType', ...admin },
    '/settings/workflows/new/dynamic/:id': editor,
    '/settings/workflows/new/one_time/:id': editor,
    '/settings/workflows/new/scheduled/:id': editor,
    '/settings/workflows/view/:id': { module: 'screens/View', ...admin },
    '/settings/workflows/view/:id/runs': { module: 'screens/Runs', ...admin },
    '/settings/workflows/view/:id/runs/:runId': { module: 'screens/Run', ...admin },
    '/settings/workflows/edit/:id': editor,
    '/settings/workflows/edit/:id/send-email/:cardId': editor,
    '/settings/workflows/:id/duplicate': { module: 'screens/Redirect', ...admin },
  },
  slots: { 'onboarding.tab': { module: 'slots/Onboarding', title: 'onboarding.title', order: 20 } },
  actions: [{ title: 'action.new', to: '/settings/workflows/new', icon: 'workflow', order: 77, can }],
})
