/** Work of posts that nobody waits for. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'
import posts from '../contract.ts'
import { purge } from './service.ts'

/** Brings a scheduled post out; one that was published, deleted or put off meanwhile is left alone. */
export const publishJob = job('publish', z.object({ postId: z.number() }), async (ctx, { postId }) => {
  const [due] = await ctx.sql('select 1 from posts.post where community_id = $1 and id = $2 and status = $3 and scheduled_at <= $4 and deleted_at is null', [
    postId,
    'scheduled',
    ctx.now(),
  ])
  if (due) await ctx.use(posts).publish(postId)
})

export const purgeJob = job('purge', z.object({}), (ctx) => purge(ctx), { schedule: '17 3 * * *' })
