/** The wiring of members. */
import communities from '@atrium/sdk/kernel/communities'
import { contribute, defineServer, seesPeople } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import notifications from '../../notifications/contract.ts'
import contract from '../contract.ts'
import { BoundaryTable, ChoiceTable, ConnectionTable, FieldTable, PickTable, PreferenceTable, ValueTable } from './entities.ts'
import { documents, subscriptions } from './events.ts'
import { apartOf, manages, mutedOf } from './policies.ts'
import { foundRead, mutersRead } from './reads.ts'
import { profileAt } from './service/profile.ts'
import { handlers } from './routes.ts'
import { createMembersService } from './service/index.ts'
import { kinds, news } from './service/news.ts'
import { ownFilters } from './service/ownFilters.ts'
import { forgetMember } from './service/values.ts'

export default defineServer(contract, {
  entities: [FieldTable, ChoiceTable, ValueTable, PickTable, ConnectionTable, BoundaryTable, PreferenceTable],
  routes: handlers,
  service: createMembersService,
  on: [...subscriptions, ...news],
  hooks: {
    async erase(ctx, { memberId }) {
      ctx.search.remove('member', memberId)
      await forgetMember(ctx, memberId)
    },
  },
  contributes: [
    ...kinds.map((kind) => contribute(notifications.points.kind, kind)),
    ...ownFilters.map((filter) => contribute(contract.points.filter, filter)),
    contribute(content.points.finder, {
      kind: 'member',
      icon: 'user',
      audience: 'everybody',
      documents,
      looks: async (ctx, ids) => new Map([...(await ctx.members.byIds(ids))].map(([id, { avatarUrl }]) => [id, { image: avatarUrl }])),
      async visible(ctx, ids) {
        if (!seesPeople(ctx)) return []
        const apart = await apartOf(ctx)
        return (await ctx.read(foundRead, [ids, ctx.member?.id ?? null, manages(ctx)])).flatMap(({ id }) => (apart.includes(id) ? [] : [id]))
      },
    }),
    contribute(communities.points.apart, apartOf),
    contribute(content.points.distance, {
      apart: (ctx) => apartOf(ctx),
      muted: (ctx) => mutedOf(ctx),
      deaf: async (ctx, byMemberId, memberIds) => (await ctx.read(mutersRead, [byMemberId, memberIds])).map(({ id }) => id),
    }),
  ],
  pages: {
    '/u/:uid': async (ctx, { uid }) => {
      const seen = seesPeople(ctx) ? (await profileAt(ctx, uid!, null))?.row : undefined
      return {
        title: seen?.name ?? ctx.community.name,
        description: seen?.headline ?? undefined,
        noindex: !ctx.communitySettings(contract).allow_profile_search_indexing,
      }
    },
  },
  prefetch: {
    '/members': async (ctx) => [
      { route: contract.routes.filterKit, input: { query: {} } },
      { route: contract.routes.list, input: { query: { sort: ctx.settings(contract).directory_sort } } },
    ],
    '/u/:uid': async (_ctx, params) => [{ route: contract.routes.profile, input: { params: { id: params.uid } } }],
  },
})
