/** Comments are content too: they can be liked, bookmarked, linked and searched. */
import { excerptOf } from '@atrium/sdk/server'
import type { ContentCard, ContentKind } from '../../contract.ts'
import { commentRefs } from '../reads.ts'
import { commentPath } from './comments.ts'
import { cardsIn } from './records.ts'

export const commentKind: ContentKind = {
  kind: 'comment',
  likeableType: 'Comment',
  icon: 'message-circle',
  // shown to whom its record is shown
  audience: 'everybody',
  acts: ['like', 'react', 'bookmark'],
  async cards(ctx, ids) {
    const refs = await ctx.read(commentRefs, [ids])
    const records = await cardsIn(ctx, refs)
    return refs.flatMap((ref): ContentCard[] => {
      // Whoever may not see the record does not see what is said about it (A02).
      const record = records.get(ref.kind)?.get(ref.record_id)
      if (!record) return []
      return [
        {
          kind: 'comment',
          id: ref.id,
          title: record.title,
          path: commentPath(record.path, ref),
          spaceId: record.spaceId,
          authorMemberId: ref.member_id,
          excerpt: excerptOf(ref.text),
          createdAt: ref.created_at,
          publishedAt: ref.created_at,
        },
      ]
    })
  },
  kept: { likes: 'content.comment.likes_count' },
  async count(ctx, id, counter, delta) {
    if (counter === 'likes')
      await ctx.sql('update content.comment set likes_count = greatest(likes_count + $3, 0) where community_id = $1 and id = $2', [id, delta])
  },
}
