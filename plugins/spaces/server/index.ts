/** The server side of spaces, in one screen. */
import auth from '@atrium/sdk/kernel/auth'
import communities from '@atrium/sdk/kernel/communities'
import { contribute, defineServer, escapeHtml } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { entities } from './entities.ts'
import { subscriptions } from './events.ts'
import { spacePolicy } from './policies.ts'
import { membersCounted, requestsCounted } from './reads.ts'
import { mayHear, routes } from './routes/index.ts'
import { toSpace } from './service/present.ts'
import { service } from './service/index.ts'
import { dropRequestsOf } from './service/requests.ts'
import { vouch } from './service/invitations.ts'
import { spaceBySlug } from './service/spaces.ts'
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
  pages: {
    '/c/:space': async (ctx, { space: slug }) => {
      const seen = await spaceBySlug(ctx, slug!)
      if (!seen || !spacePolicy.view(ctx, seen)) return { title: ctx.community.name, status: 404 }
      const space = toSpace(ctx, seen)
      const meta = space.meta_tag_attributes ?? {}
      const picture = meta.opengraph_image || space.cover_image_url
      const enters = spacePolicy.enter(ctx, seen)
      const types = ctx.fill(contract.points.type).filter(({ value }) => enters && seen.row.types.includes(value.key))
      const inside = await Promise.all(types.map(({ value }) => value.page?.(ctx, seen.row.id) ?? ''))
      return {
        title: meta.meta_title || space.name,
        description: meta.meta_description || space.description || undefined,
        image: picture ? new URL(picture, ctx.community.url).href : undefined,
        preview: { title: meta.opengraph_title || undefined, description: meta.opengraph_description || undefined },
        html: `<h1>${escapeHtml(space.name)}</h1><p>${escapeHtml(space.description ?? '')}</p>${inside.join('')}`,
      }
    },
  },
})
