/** Manifest of the demo community: fills an empty community, and shows nothing of its own. */
import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'demo',
  title: 'Demo community',
  description: 'Fills an empty community with the sample community Clay & Fire: spaces, people, and a year of posts and comments.',
  icon: 'sparkles',
  sdk: '^1.0',
  kind: 'feature',
  needs: ['spaces', 'content', 'home'],
  // Once filled, the community stands without it: posts may be switched off.
  wants: [
    'members',
    'notifications',
    'posts',
    'polls',
    'chat',
    'community',
    'notifications',
    'access',
    'audience',
    'forms',
    'push',
    'invitations',
    'archive',
    'search',
    'gamification',
    'moderation',
    'payments',
    'paywalls',
    'plans',
    'affiliates',
    'courses',
    'events',
    'quizzes',
    'packages',
  ],
})
