/** The server side of spaces, in one screen. */
import auth from '@atrium/sdk/kernel/auth'
import communities from '@atrium/sdk/kernel/communities'
import shell from '@atrium/sdk/kernel/shell'
import { contribute, defineServer } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { entities } from './entities.ts'
import { subscriptions } from './events.ts'
import { sidebar, spacePage } from './pages.ts'
import { membersCounted, requestsCounted } from './reads.ts'
import { mayHear, routes } from './routes/index.ts'
import { service } from './service/index.ts'
import { dropRequestsOf } from './service/requests.ts'
import { vouch } from './service/invitations.ts'
import { hasUnread } from './service/unread.ts'

export default defineServer(contract, {
  entities,
  service,
  routes,
  on: subscriptions,
  counters: () => [
    { kept: 'spaces.space.members_count', counted: membersCounted('space') },
    { kept: 'spaces.space.requests_count', counted: requestsCounted },
    { kept: 'spaces.space_group.members_count', counted: membersCounted('group') },
  ],
  contributes: [
    contribute(contract.points.type, { key: 'members', views: ['list', 'grid'] }),
    contribute(communities.points.unread, hasUnread),
    contribute(auth.points.invitation, vouch),
    contribute(shell.points.sidebar, sidebar),
  ],
  rooms: { space: mayHear },
  hooks: {
    async erase(ctx, { memberId, emails }) {
      await dropRequestsOf(ctx, memberId)
      await ctx.sql('delete from spaces.join_request where community_id = $1 and member_id = $2', [memberId])
      await ctx.sql('delete from spaces.invitation where community_id = $1 and (claimed_by = $2 or lower(email) = any($3))', [memberId, emails])
    },
  },
  prefetch: {
    '/c/:space': async (_ctx, { space }) => [{ route: contract.routes.bySlug, input: { params: { slug: space } } }],
  },
  pages: { '/c/:space': spacePage },
})
