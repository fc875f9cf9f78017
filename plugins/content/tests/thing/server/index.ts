/** One kind of content without a table: counters live in memory, the card is made of the space. */
import { contribute, defineServer } from '@atrium/sdk/server'
import content, { type ContentCard } from '../../../contract.ts'
import spaces from '../../../../spaces/contract.ts'
import contract from '../contract.ts'

/** `7.likes` → how often it was counted up, less how often down. */
export const counts = new Map<string, number>()

export default defineServer(contract, {
  contributes: [
    contribute(content.points.kind, {
      kind: 'thing',
      likeableType: 'Thing',
      async cards(ctx, ids) {
        const access = await ctx.use(spaces).access()
        return ids.filter(access.canView).map(
          (id): ContentCard => ({
            kind: 'thing',
            id,
            title: `Thing ${id}`,
            path: `/things/${id}`,
            spaceId: id,
            authorMemberId: null,
            excerpt: '',
            createdAt: new Date(0),
            publishedAt: new Date(0),
            commentsEnabled: true,
            likesEnabled: true,
          }),
        )
      },
      async count(_ctx, id, counter, delta) {
        counts.set(`${id}.${counter}`, (counts.get(`${id}.${counter}`) ?? 0) + delta)
      },
    }),
  ],
})
