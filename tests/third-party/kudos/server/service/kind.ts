/** Kudos as content: what likes and search need to know of them. */
import { addTo, excerptOf } from '@atrium/sdk/server'
import type { ContentKind } from 'atrium/plugins/content'
import { Kudo } from '../entities.ts'
import { KIND, pathOf } from './kudos.ts'

export const kudoKind: ContentKind = {
  kind: KIND,
  likeableType: 'Kudo',
  icon: 'heart',
  acts: ['like'],
  async cards(ctx, ids) {
    if (!ctx.member) return []
    const rows = await ctx.em.find(Kudo, { id: { $in: ids } })
    return rows.map((row) => ({
      kind: KIND,
      id: row.id,
      title: row.category,
      path: pathOf(row.id),
      spaceId: null,
      authorMemberId: row.giverMemberId,
      excerpt: excerptOf(row.text),
      createdAt: row.createdAt,
      publishedAt: row.createdAt,
      likesCount: row.likesCount,
    }))
  },
  async count(ctx, id, counter, delta) {
    if (counter === 'likes') await addTo(ctx, Kudo, id, { likes_count: delta })
  },
  kept: { likes: 'kudos.kudo.likes_count' },
}
