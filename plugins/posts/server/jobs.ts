/** Work of posts that nobody waits for. */
import { z } from '@atrium/sdk'
import { actingAs, job } from '@atrium/sdk/server'
import posts from '../contract.ts'
import { runBulk } from './bulk.ts'
import { purge } from './service.ts'

/** Brings a scheduled post out in its author's name; one that was published, deleted or put off meanwhile is left alone, and so is one of somebody gone. */
export const publishJob = job('publish', z.object({ postId: z.number() }), async (ctx, { postId }) => {
  const [due] = await ctx.sql<{ author: number }>(
    'select author_member_id as author from posts.post where community_id = $1 and id = $2 and status = $3 and scheduled_at <= $4 and deleted_at is null',
    [postId, 'scheduled', ctx.now()],
  )
  const author = due && (await actingAs(ctx, due.author))
  await author?.use(posts).publish(postId)
})

export const purgeJob = job('purge', z.object({}), (ctx) => purge(ctx), { schedule: '17 3 * * *' })

/** The next posts of a bulk action; adds itself again until none is left. */
export const bulkJob = job('bulk', z.object({ bulkId: z.number() }), (ctx, { bulkId }) => runBulk(ctx, bulkId))
