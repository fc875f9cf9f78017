/** A member deleted their account: what they had not published, or had deleted, goes, and their name goes from posts that mention them. */
import { type Ctx, docToText, type ErasedMember, excerptOf, renameMentioned } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import posts from '../../contract.ts'
import { Post, Revision, type Tables } from '../entities.ts'
import { previewOf } from './body.ts'

async function unpublished(ctx: Ctx, memberId: number) {
  const gone = await ctx.em
    .getKysely<Tables>()
    .deleteFrom('posts.post')
    .where('community_id', '=', ctx.community.id)
    .where('author_member_id', '=', memberId)
    .where((post) => post.or([post('status', '<>', 'published'), post('deleted_at', 'is not', null)]))
    .returning('id')
    .execute()
  for (const { id } of gone) await ctx.use(content).forget('post', id)
  const files = await ctx.sql<{ id: number }>('select id from kernel.file_card where community_id = $1 and member_id = $2 and used_by = any($3::text[])', [
    memberId,
    gone.flatMap(({ id }) => [`post:${id}`, `public:post:${id}`]),
  ])
  for (const { id } of files) await ctx.files.remove(id)
}

export async function erase(ctx: Ctx, { memberId, formerName }: ErasedMember): Promise<void> {
  await unpublished(ctx, memberId)
  const ids = await ctx.use(content).mentioning('post', memberId)
  for (const { id, body, isTruncationDisabled } of await ctx.em.find(Post, { id: ids }, { disableIdentityMap: true })) {
    const renamed = renameMentioned(body, memberId, formerName)
    if (!renamed) continue
    const text = docToText(renamed)
    const preview = isTruncationDisabled ? null : previewOf(renamed, text, ctx.settings(posts).excerpt_length)
    await ctx.em.nativeUpdate(Post, { id }, { body: renamed, text, excerpt: excerptOf(text), preview })
  }
  for (const { id, body } of await ctx.em.find(Revision, { postId: ids }, { disableIdentityMap: true })) {
    const renamed = renameMentioned(body, memberId, formerName)
    if (renamed) await ctx.em.nativeUpdate(Revision, { id }, { body: renamed, text: docToText(renamed) })
  }
}
