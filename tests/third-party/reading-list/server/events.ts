/** Puts each post on the list when it is published. */
import { on, type TablesOf } from '@atrium/sdk/server'
import posts from 'atrium/plugins/posts'
import contract from '../contract.ts'
import type { Item } from './entities.ts'

export const addPost = on(posts.events['post.published'], 'addPost', async (ctx, { postId, spaceId }) => {
  const added = await ctx.em
    .getKysely<TablesOf<typeof Item>>()
    .insertInto('reading_list.item')
    .values({ community_id: ctx.community.id, post_id: postId, space_id: spaceId })
    .onConflict((other) => other.columns(['community_id', 'post_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) ctx.emit(contract.events['reading_list.extended'], { itemId: added.id })
})
