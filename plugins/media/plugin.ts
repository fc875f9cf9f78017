import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'media',
  title: 'Media',
  description: 'Uploads with resume, the files of the community, and videos and sounds that play everywhere.',
  icon: 'image',
  sdk: '^1.0',
  kind: 'base',
  wants: ['content'],
  screens: { '/media_transcripts/:id': { module: 'screens/Transcript' } },
  slots: { 'media.captions': { module: 'slots/Captions' } },
  admin: {
    '/settings/files': { module: 'screens/Files', group: 'content', title: 'admin.files', icon: 'folder', order: 60, can: 'media.manage' },
    '/settings/communities/attached_files': { module: 'screens/AttachedFiles', group: 'content', can: 'media.manage' },
  },
})
