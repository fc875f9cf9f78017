/** The server side of content, in one screen. */
import { contribute, defineServer, runs } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { entities } from './entities.ts'
import { tellMentioned, unindex } from './jobs.ts'
import { tell } from './service/mentioned.ts'
import { routes } from './routes.ts'
import { commentKind } from './service/commentKind.ts'
import { counters } from './service/counters.ts'
import { service } from './service/index.ts'
import { erase } from './service/erase.ts'
import { mayHear } from './service/records.ts'

export default defineServer(contract, {
  entities,
  service,
  routes,
  jobs: [
    runs(unindex, async (ctx, { commentIds }) => {
      for (const id of commentIds) ctx.search.remove('comment', id)
    }),
    runs(tellMentioned, tell),
  ],
  counters,
  contributes: [contribute(contract.points.kind, commentKind)],
  rooms: { record: mayHear },
  hooks: { erase },
})
