/** What is told of posts elsewhere, and what happens to them when others' things change. */
import { on } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import home from '../../home/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'
import type { Tables } from './entities.ts'

export const subscriptions = [
  on(contract.events['post.published'], 'note-activity', async (ctx, { postId: recordId, spaceId, memberId }, { eventId, at }) => {
    if (ctx.has(home)) await ctx.use(home).note({ kind: 'post', recordId, spaceId, memberId, eventId, at })
  }),
  on(spaces.events['space.deleted'], 'removeWithSpace', async (ctx, { spaceId }) => {
    const gone = await ctx.em
      .getKysely<Tables>()
      .deleteFrom('posts.post')
      .where('community_id', '=', ctx.community.id)
      .where('space_id', '=', spaceId)
      .returning('id')
      .execute()
    for (const { id } of gone) {
      ctx.search.remove('post', id)
      await ctx.use(content).forget('post', id)
    }
  }),
]
