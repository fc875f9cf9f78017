import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'public-api',
  title: 'Admin API',
  description: 'Programs written for the published Admin API v2 run against this community as they are.',
  icon: 'plug',
  picture: 'form',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['members', 'spaces', 'content', 'posts', 'media'],
  wants: [
    'audience',
    'archive',
    'events',
    'courses',
    'access',
    'invitations',
    'moderation',
    'forms',
    'gamification',
    'search',
    'community',
    'workflows',
    'paywalls',
    'developers',
  ],
})
