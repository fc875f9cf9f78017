/** Scheduled posts come out at their moment, in their author's name and with the rights that the author has by then. */
import { actingAs, type Ctx } from '@atrium/sdk/server'
import posts from '../../contract.ts'
import { mayPublish } from '../policies.ts'
import { createPostsService } from './index.ts'

/** One that was published, deleted or put off meanwhile is left alone. Of somebody who is gone, or may not post there any more, it becomes a draft again. */
export async function publishDue(ctx: Ctx, postId: number): Promise<void> {
  const [due] = await ctx.sql<{ author: number; space: number }>(
    `select author_member_id as author, space_id as space from posts.post
     where community_id = $1 and id = $2 and status = 'scheduled' and scheduled_at <= $3 and deleted_at is null for update`,
    [postId, ctx.now()],
  )
  if (!due) return
  const author = await actingAs(ctx, due.author)
  if (author && (await mayPublish(author, due.space))) return author.use(posts).publish(postId)
  await createPostsService(ctx).update(postId, { status: 'draft' })
  await ctx.audit('posts.schedule_dropped', `post:${postId}`)
}
