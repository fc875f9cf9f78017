/** A member deleted their account: what they had not published, or had deleted, goes, and their name goes from posts that mention them. */
import { type Ctx, docToText, type ErasedMember, excerptOf, renameMentioned } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import posts from '../../contract.ts'
import { previewOf } from './body.ts'

async function unpublished(ctx: Ctx, memberId: number) {
  const gone = await ctx.sql<{ id: number }>(
    `delete from posts.post where community_id = $1 and author_member_id = $2 and (status <> 'published' or deleted_at is not null) returning id`,
    [memberId],
  )
  for (const { id } of gone) await ctx.use(content).forget('post', id)
  const files = await ctx.sql<{ id: number }>('select id from kernel.file_card where community_id = $1 and member_id = $2 and used_by = any($3::text[])', [
    memberId,
    gone.flatMap(({ id }) => [`post:${id}`, `public:post:${id}`]),
  ])
  for (const { id } of files) await ctx.files.remove(id)
}

interface Named {
  id: number
  body: any
  whole: boolean
}
export async function erase(ctx: Ctx, { memberId, formerName }: ErasedMember): Promise<void> {
  await unpublished(ctx, memberId)
  const ids = await ctx.use(content).mentioning('post', memberId)
  for (const { id, body, whole } of await ctx.sql<Named>(
    'select id, body, is_truncation_disabled as whole from posts.post where community_id = $1 and id = any($2::bigint[])',
    [ids],
  )) {
    const renamed = renameMentioned(body, memberId, formerName)
    if (!renamed) continue
    const text = docToText(renamed)
    const preview = whole ? null : previewOf(renamed, text, ctx.settings(posts).excerpt_length)
    await ctx.sql('update posts.post set body = $3, text = $4, excerpt = $5, preview = $6 where community_id = $1 and id = $2', [
      id,
      JSON.stringify(renamed),
      text,
      excerptOf(text),
      preview && JSON.stringify(preview),
    ])
  }
  for (const { id, body } of await ctx.sql<Named>('select id, body from posts.revision where community_id = $1 and post_id = any($2::bigint[])', [ids])) {
    const renamed = renameMentioned(body, memberId, formerName)
    if (renamed)
      await ctx.sql('update posts.revision set body = $3, text = $4 where community_id = $1 and id = $2', [id, JSON.stringify(renamed), docToText(renamed)])
  }
}
