/** What happens to posts when others' things change. */
import { on } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import spaces from '../../spaces/contract.ts'
import type { Tables } from './entities.ts'

export const subscriptions = [
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
