/** The server side of spaces, in one screen. */
import auth from '@atrium/sdk/kernel/auth'
import communities from '@atrium/sdk/kernel/communities'
import shell from '@atrium/sdk/kernel/shell'
import { contribute, defineServer, runs } from '@atrium/sdk/server'
import notifications from '../../notifications/contract.ts'
import contract from '../contract.ts'
import { entities } from './entities.ts'
import { subscriptions } from './events.ts'
import { settleJob } from './jobs.ts'
import { sidebar, spacePage } from './pages.ts'
import { membersCounted, requestsCounted } from './reads.ts'
import { mayHear, routes } from './routes/index.ts'
import { settleDue } from './service/grants.ts'
import { service } from './service/index.ts'
import { levelsIn, ownLevels, setOwnLevels } from './service/levels.ts'
import { kinds, news } from './service/news.ts'
import { dropRequestsOf } from './service/requests.ts'
import { vouch } from './service/invitations.ts'
import { spaceCards } from './service/spaces.ts'
import { hasUnread } from './service/unread.ts'

export default defineServer(contract, {
  entities,
  service,
  routes,
  on: [...subscriptions, ...news],
  // a job runs at each end of a grant; the schedule catches those whose job was lost
  jobs: [runs(settleJob, settleDue, { schedule: '23 * * * *', deadlineMs: 60_000 })],
  counters: () => [
    { kept: 'spaces.space.members_count', counted: membersCounted('space') },
    { kept: 'spaces.space.requests_count', counted: requestsCounted },
    { kept: 'spaces.space_group.members_count', counted: membersCounted('group') },
  ],
  contributes: [
    contribute(contract.points.type, { key: 'members', views: ['list', 'grid'] }),
    contribute(communities.points.unread, hasUnread),
    // its words are those of every invitation
    contribute(communities.points.mails, (ctx) => [
      {
        key: 'invitation',
        title: ctx.t('mails.invitation'),
        values: ['name', 'inviter'],
        isSecret: true,
        at: '/settings/onboarding',
        sample: () => ({ subject: '' }),
      },
    ]),
    ...kinds.map((kind) => contribute(notifications.points.kind, kind)),
    contribute(auth.points.invitation, vouch),
    contribute(shell.points.sidebar, sidebar),
    contribute(notifications.points.places, { named: spaceCards, levels: levelsIn, own: ownLevels, setAll: setOwnLevels }),
  ],
  rooms: { space: mayHear },
  hooks: {
    async erase(ctx, { memberId, emails }) {
      await dropRequestsOf(ctx, memberId)
      for (const table of ['access_grant', 'space_role']) await ctx.sql(`delete from spaces.${table} where community_id = $1 and member_id = $2`, [memberId])
      await ctx.sql('delete from spaces.join_request where community_id = $1 and member_id = $2', [memberId])
      await ctx.sql('delete from spaces.invitation where community_id = $1 and (claimed_by = $2 or lower(email) = any($3))', [memberId, emails])
    },
  },
  prefetch: {
    '/c/:space': async (_ctx, { space }) => [{ route: contract.routes.bySlug, input: { params: { slug: space } } }],
  },
  pages: { '/c/:space': spacePage },
})
