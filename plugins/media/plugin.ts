import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'media',
  title: 'Media',
  description: 'Resumable uploads, a file library, and video and audio that play on any device.',
  icon: 'image',
  sdk: '^1.0',
  kind: 'base',
  needs: ['content'],
  screens: { '/media_transcripts/:id': { module: 'screens/Transcript' } },
  slots: { 'media.captions': { module: 'slots/Captions' } },
  admin: {
    '/settings/files': { module: 'screens/Files', group: 'content', title: 'admin.files', icon: 'folder', order: 60, can: 'media.manage' },
    '/settings/communities/attached_files': { module: 'screens/AttachedFiles', group: 'content', can: 'media.manage' },
  },
})
