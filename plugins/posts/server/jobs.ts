/** Work of posts that nobody waits for. */
import { z } from '@atrium/sdk'
import { actingAs, job } from '@atrium/sdk/server'
import posts from '../contract.ts'
import { runBulk } from './bulk.ts'
import { mayPublish } from './policies.ts'
import { purge } from './purge.ts'
import { createPostsService } from './service.ts'

/**
 * Brings a scheduled post out in its author's name; one that was published, deleted or put off meanwhile is left alone. Of
 * somebody who is gone, or may not post there any more, it becomes a draft again.
 */
export const publishJob = job('publish', z.object({ postId: z.number() }), async (ctx, { postId }) => {
  const [due] = await ctx.sql<{ author: number; space: number }>(
    `select author_member_id as author, space_id as space from posts.post
     where community_id = $1 and id = $2 and status = 'scheduled' and scheduled_at <= $3 and deleted_at is null`,
    [postId, ctx.now()],
  )
  if (!due) return
  const author = await actingAs(ctx, due.author)
  if (author && (await mayPublish(author, due.space))) return author.use(posts).publish(postId)
  await createPostsService(ctx).update(postId, { status: 'draft' })
  await ctx.audit('posts.schedule_dropped', `post:${postId}`)
})

export const purgeJob = job('purge', z.object({}), (ctx) => purge(ctx), { schedule: '17 3 * * *' })

/** The next posts of a bulk action; adds itself again until none is left. */
export const bulkJob = job('bulk', z.object({ bulkId: z.number() }), (ctx, { bulkId }) => runBulk(ctx, bulkId))
