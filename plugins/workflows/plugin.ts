/** Manifest of workflows: what happens by itself. */
import { definePlugin } from '@atrium/sdk'

const AT = '/settings/workflows'
const can = 'workflows.manage'
const admin = { group: 'automation', can } as const
const editor = { module: 'screens/Editor', ...admin } as const

export default definePlugin({
  id: 'workflows',
  title: 'Workflows',
  description: 'What happens by itself: an event or a time begins it, and people are written to, tagged, waited for and led on.',
  icon: 'workflow',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content', 'members', 'audience'],
  wants: ['notifications', 'community'],
  admin: {
    [AT]: { module: 'screens/Workflows', ...admin, title: 'admin.workflows', icon: 'workflow', order: 10 },
    [`${AT}/history`]: { module: 'screens/History', ...admin },
    [`${AT}/history/:id`]: { module: 'screens/Runs', ...admin },
    [`${AT}/new`]: { module: 'screens/New', ...admin },
    [`${AT}/new/preview/:id`]: { module: 'screens/TemplatePreview', ...admin },
    [`${AT}/new/select_type`]: { module: 'screens/SelectType', ...admin },
    [`${AT}/new/dynamic/:id`]: editor,
    [`${AT}/new/one_time/:id`]: editor,
    [`${AT}/new/scheduled/:id`]: editor,
    [`${AT}/view/:id`]: { module: 'screens/View', ...admin },
    [`${AT}/view/:id/runs`]: { module: 'screens/Runs', ...admin },
    [`${AT}/view/:id/runs/:runId`]: { module: 'screens/Run', ...admin },
    [`${AT}/edit/:id`]: editor,
    [`${AT}/edit/:id/send-email/:cardId`]: editor,
    [`${AT}/:id/duplicate`]: { module: 'screens/Redirect', ...admin },
  },
  slots: { 'onboarding.tab': { module: 'slots/Onboarding', title: 'onboarding.title', order: 20 } },
  actions: [{ title: 'action.new', to: `${AT}/new`, icon: 'workflow', order: 77, can }],
})
