/** Puts each post on the list when it is published. */
import { on } from '@atrium/sdk/server'
import posts from 'atrium/plugins/posts'
import contract from '../contract.ts'

export const addPost = on(posts.events['post.published'], 'addPost', async (ctx, { postId, spaceId }) => {
  const [added] = await ctx.sql<{ id: number }>(
    'insert into reading_list.item (community_id, post_id, space_id) values ($1, $2, $3) on conflict (community_id, post_id) do nothing returning id',
    [postId, spaceId],
  )
  if (added) ctx.emit(contract.events['reading_list.extended'], { itemId: added.id })
})
