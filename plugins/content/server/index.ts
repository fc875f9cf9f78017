/** The server side of content, in one screen. */
import { contribute, defineServer, runs } from '@atrium/sdk/server'
import notifications from '../../notifications/contract.ts'
import contract from '../contract.ts'
import { entities } from './entities.ts'
import { tellMentioned, unindex } from './jobs.ts'
import { tell } from './service/mentioned.ts'
import { routes } from './routes.ts'
import { pageAt } from './service/addresses.ts'
import { commentKind } from './service/commentKind.ts'
import { counters } from './service/counters.ts'
import { service } from './service/index.ts'
import { erase } from './service/erase.ts'
import { kinds, subscriptions, withdrawComments } from './service/news.ts'
import { deafTo, mayHear } from './service/records.ts'

export default defineServer(contract, {
  entities,
  service,
  routes,
  jobs: [
    runs(unindex, async (ctx, { commentIds }) => {
      for (const id of commentIds) ctx.search.remove('comment', id)
      await withdrawComments(ctx, commentIds)
    }),
    runs(tellMentioned, tell),
  ],
  counters,
  on: subscriptions,
  contributes: [
    contribute(contract.points.kind, commentKind),
    ...kinds.map((kind) => contribute(notifications.points.kind, kind)),
    contribute(notifications.points.silence, { deafTo: async (ctx, actorMemberId, memberIds) => [...(await deafTo(ctx, actorMemberId, memberIds))] }),
  ],
  pages: { '/c/:space/:slug': pageAt },
  prefetch: {
    '/c/:space/:slug': async (_ctx, { space, slug }, query) => [
      { route: contract.routes.at, input: { query: { space, slug, search: String(new URLSearchParams(query)) || undefined } } },
    ],
  },
  rooms: { record: mayHear },
  hooks: { erase },
})
