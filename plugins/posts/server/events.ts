/** What happens to posts when others' things change. */
import { on } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import spaces from '../../spaces/contract.ts'

export const subscriptions = [
  on(spaces.events['space.deleted'], 'removeWithSpace', async (ctx, { spaceId }) => {
    const gone = await ctx.sql<{ id: number }>('delete from posts.post where community_id = $1 and space_id = $2 returning id', [spaceId])
    for (const { id } of gone) {
      ctx.search.remove('post', id)
      await ctx.use(content).forget('post', id)
    }
  }),
]
