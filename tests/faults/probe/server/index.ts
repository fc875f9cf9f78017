/** What the probe does: waits in the database, breaks in three ways, and writes a row for each published post, with nothing to keep it from writing two. */
import { defineServer, job, on, runs } from '@atrium/sdk/server'
import { z } from '@atrium/sdk'
import posts from '../../../../plugins/posts/contract.ts'
import contract from '../contract.ts'

const deadly = job('deadly', z.object({}))
async function die() {
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => {})
}

export default defineServer(contract, {
  entities: [],
  on: [
    on(posts.events['post.published'], 'note', async (ctx, { postId }) => {
      await ctx.sql('insert into probe.effect (community_id, post_id) values ($1, $2)', [postId])
    }),
  ],
  jobs: [runs(deadly, die)],
  routes: {
    async slow(ctx, { query }) {
      await ctx.sql(`select pg_sleep($2::float / 1000) where $1::bigint is not null`, [query.ms])
      return { success: true as const }
    },
    async break(_ctx, { body }) {
      if (body.how === 'throw') throw new TypeError('a bug in a route')
      if (body.how === 'reject') void Promise.reject(new Error('a promise nobody waits for'))
      else
        setImmediate(() => {
          throw new Error('an exception nobody catches')
        })
      return { success: true as const }
    },
    async poison(ctx) {
      await ctx.enqueue(deadly, {})
      return { success: true as const }
    },
  },
})
