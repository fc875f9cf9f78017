/** Scheduled posts come out at their moment, in their author's name and with the rights that the author has by then. */
import { actingAs, type Ctx } from '@atrium/sdk/server'
import posts from '../../contract.ts'
import type { Tables } from '../entities.ts'
import { mayPublish } from '../policies.ts'
import { createPostsService } from './index.ts'

/** One that was published, deleted or put off meanwhile is left alone. Of somebody who is gone, or may not post there any more, it becomes a draft again. */
export async function publishDue(ctx: Ctx, postId: number): Promise<void> {
  const due = await ctx.em
    .getKysely<Tables>()
    .selectFrom('posts.post')
    .select(['author_member_id', 'space_id'])
    .where('community_id', '=', ctx.community.id)
    .where('id', '=', postId)
    .where('status', '=', 'scheduled')
    .where('scheduled_at', '<=', ctx.now())
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!due) return
  const author = await actingAs(ctx, due.author_member_id)
  if (author && (await mayPublish(author, due.space_id))) return author.use(posts).publish(postId)
  await createPostsService(ctx).update(postId, { status: 'draft' })
  await ctx.audit('posts.schedule_dropped', `post:${postId}`)
}
