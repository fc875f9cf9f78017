import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'packages',
  title: 'Learning packages',
  description: 'SCORM 1.2 and 2004 packages as lessons, Common Cartridge imports, and xAPI statements from other tools.',
  icon: 'package',
  picture: 'page',
  sdk: '^1.0',
  kind: 'feature',
  tiers: ['professional', 'business'],
  needs: ['courses'],
  slots: {
    'course.lesson.player.scorm': { module: 'slots/PackagePlayer' },
    'course.lesson.editor.scorm': { module: 'slots/PackageEditor' },
  },
})
