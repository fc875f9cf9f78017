/** Scheduled posts come out at their moment, in their author's name and with the rights that the author has by then. */
import { actingAs, type Ctx } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import posts from '../../contract.ts'
import type { Tables } from '../entities.ts'
import { publishJob } from '../jobs.ts'
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
  if (author && (await mayPublish(author, due.space_id)) && (await author.use(content).mayWrite())) return author.use(posts).publish(postId)
  await createPostsService(ctx).update(postId, { status: 'draft' })
  await ctx.audit('posts.schedule_dropped', `post:${postId}`)
}

/** Posts that one look queues. */
const LATE = 200
/** An archive or a backup holds posts, not the jobs that publish them. */
export async function queueLate(ctx: Ctx): Promise<void> {
  const due = await ctx.sql<{ id: number }>(
    `select id from posts.post where community_id = $1 and status = 'scheduled' and scheduled_at <= $2 and deleted_at is null order by scheduled_at limit ${LATE}`,
    [ctx.now()],
  )
  for (const { id } of due) await ctx.enqueue(publishJob, { postId: id }, { key: `post:${id}` })
}
