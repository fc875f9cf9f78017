/** The plugins of this Atrium, in no particular order: a folder, or the name of an npm package, each. */
import { definePlugins } from '@atrium/sdk'

export default definePlugins([
  'plugins/spaces',
  'plugins/content',
  'plugins/members',
  'plugins/media',
  'plugins/home',
  'plugins/community',
  'plugins/masquerading',
  'plugins/posts',
  'plugins/polls',
  'plugins/chat',
  // ATRIUM_PRIVATE_CALLS=true: providers may stand at private addresses, also without TLS.
  { from: 'plugins/sso', options: { privateCalls: process.env.ATRIUM_PRIVATE_CALLS === 'true' } },
  // Fills the first community with Clay & Fire; ATRIUM_DEMO=off starts an empty one.
  { from: 'plugins/demo', on: process.env.ATRIUM_DEMO === 'off' ? false : 'first' },
])
