/** The wiring of the directory. */
import communities from '@atrium/sdk/kernel/communities'
import { contribute, defineServer, seesPeople } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import contract from '../contract.ts'
import { subscriptions } from './events.ts'
import { activeIds, profileRead } from './reads.ts'
import { handlers } from './routes.ts'

export default defineServer(contract, {
  routes: handlers,
  on: subscriptions,
  hooks: { erase: async (ctx, { memberId }) => ctx.search.remove('member', memberId) },
  contributes: [
    contribute(content.points.finder, {
      kind: 'member',
      icon: 'user',
      audience: 'everybody',
      visible: async (ctx, ids) => (seesPeople(ctx) ? (await ctx.read(activeIds, [ids])).map(({ id }) => id) : []),
    }),
  ],
  pages: {
    '/u/:uid': async (ctx, { uid }) => {
      const [row] = seesPeople(ctx) ? await ctx.read(profileRead, [uid, null]) : []
      return {
        title: row?.name ?? ctx.community.name,
        description: row?.headline ?? undefined,
        noindex: !ctx.settings(communities).allow_profile_search_indexing,
      }
    },
  },
  prefetch: {
    '/members': async () => [{ route: contract.routes.list, input: { query: { sort: 'latest' } } }],
    '/u/:uid': async (_ctx, params) => [{ route: contract.routes.profile, input: { params: { id: params.uid } } }],
  },
})
