/** The server side of spaces, in one screen. */
import communities from '@atrium/sdk/kernel/communities'
import { contribute, defineServer } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { entities } from './entities.ts'
import { subscriptions } from './events.ts'
import { spacePolicy } from './policies.ts'
import { mayHear, routes } from './routes.ts'
import { toSpace } from './service/present.ts'
import { service } from './service/index.ts'
import { spaceBySlug } from './service/spaces.ts'
import { hasUnread } from './service/unread.ts'

export default defineServer(contract, {
  entities,
  service,
  routes,
  on: subscriptions,
  contributes: [contribute(contract.points.type, { key: 'members', views: ['list', 'grid'] }), contribute(communities.points.unread, hasUnread)],
  rooms: { space: mayHear },
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
      return {
        title: meta.meta_title || space.name,
        description: meta.meta_description || space.description || undefined,
        image: picture ? new URL(picture, ctx.community.url).href : undefined,
      }
    },
  },
})
