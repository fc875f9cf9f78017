/** Subscribers of the same event that are slow, throw, hang, and call others without a transaction. */
import { type Ctx, defineServer, on } from '@atrium/sdk/server'
import posts from '../../../../plugins/posts/contract.ts'
import contract from '../contract.ts'

const published = posts.events['post.published']
const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
const note = (ctx: Ctx, what: string) => ctx.sql('insert into unruly.effect (community_id, what) values ($1, $2)', [what])

export default defineServer(contract, {
  entities: [],
  on: [
    on(published, 'slow', async (ctx) => {
      await note(ctx, 'slow')
      await sleep(5_000)
    }),
    on(published, 'throws', async () => {
      throw new Error('a bug in a subscriber')
    }),
    on(published, 'hangs', async (ctx) => {
      await note(ctx, 'hangs')
      await new Promise(() => {})
    }),
    on(
      published,
      'calls',
      async (ctx) => {
        await sleep(1_000)
        await note(ctx, 'calls')
      },
      { transaction: false },
    ),
  ],
})
