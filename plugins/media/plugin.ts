import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'media',
  title: 'Media',
  description: 'Direct uploads with resume, and the files of the community.',
  icon: 'image',
  sdk: '^1.0',
  kind: 'base',
  admin: {
    '/settings/files': { module: 'screens/Files', group: 'content', title: 'admin.files', icon: 'folder', order: 60, can: 'media.manage' },
    '/settings/communities/attached_files': { module: 'screens/AttachedFiles', group: 'content', can: 'media.manage' },
  },
})
