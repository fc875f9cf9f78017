import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'moderation',
  title: 'Moderation',
  description: 'Reports, a review queue, automatic rules, warnings, silences and appeals.',
  icon: 'shield-check',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content', 'members', 'notifications'],
  wants: ['posts', 'archive', 'audience'],
  screens: { '/moderation/cases/:id': { module: 'screens/OwnCase' } },
  slots: {
    'record.menu': { module: 'slots/Report', order: 10 },
    'profile.menu': { module: 'slots/ReportMember', order: 20 },
    'record.hidden': { module: 'slots/Hidden' },
    'account.sign_up': { module: 'slots/SignUpProof' },
    'header.icons': { module: 'slots/Desk', order: 90 },
  },
  admin: {
    '/settings/moderation': {
      module: 'screens/Queue',
      group: 'content',
      title: 'queue.title',
      icon: 'shield-check',
      order: 30,
      can: 'moderation.manage',
    },
    '/settings/moderation/log': {
      module: 'screens/Log',
      group: 'content',
      title: 'log.title',
      under: '/settings/moderation',
      icon: 'history',
      order: 30,
      can: 'moderation.manage',
    },
    '/settings/moderation/edit': {
      module: 'screens/Rules',
      group: 'content',
      title: 'rules.title',
      under: '/settings/moderation',
      icon: 'shield-alert',
      order: 31,
      can: 'moderation.rules',
    },
  },
})
