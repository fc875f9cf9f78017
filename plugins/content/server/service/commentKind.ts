/** Comments are content too: they can be liked, bookmarked, linked and searched. */
import type { RichTextDoc } from '@atrium/sdk'
import { type Ctx, excerptOf } from '@atrium/sdk/server'
import type { ContentCard, ContentKind } from '../../contract.ts'
import { commentRefs, commentsAfter, commentsByMember } from '../reads.ts'
import { commentPath, documentOf } from './document.ts'
import { apartOf, cardsIn, moderates } from './records.ts'
import { judged, withdraw, withdrawOne } from './withdraw.ts'

const moderatesAt = async (ctx: Ctx, record: ContentCard | undefined) => record !== undefined && moderates(ctx, record)

export const commentKind: ContentKind = {
  kind: 'comment',
  likeableType: 'Comment',
  icon: 'message-circle',
  // shown to whom its record is shown
  audience: 'everybody',
  acts: ['like', 'react', 'bookmark'],
  async cards(ctx, ids) {
    const refs = await ctx.read(commentRefs, [ids])
    const [records, apart] = await Promise.all([cardsIn(ctx, refs), apartOf(ctx)])
    const recordOf = ({ kind, record_id }: (typeof refs)[number]) => records.get(kind)?.get(record_id)
    // whom a block parts reads nothing of the other, as in the thread itself
    const parted = refs.filter(({ member_id }) => member_id !== null && apart.includes(member_id))
    const kept = await Promise.all(parted.map(async (ref) => ((await moderatesAt(ctx, recordOf(ref))) ? [] : [ref.id])))
    const absent = new Set(kept.flat())
    return refs.flatMap((ref): ContentCard[] => {
      // Whoever may not see the record does not see what is said about it (case A02).
      const record = recordOf(ref)
      if (!record || absent.has(ref.id)) return []
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
  withdraw,
  withdrawOne,
  judged,
  latestBy: async (ctx, memberId, limit) => (await ctx.read(commentsByMember, [ctx.member?.id ?? 0, memberId, null, limit])).map(({ id }) => id),
  async documents(ctx, after, limit) {
    const rows = await ctx.read(commentsAfter, [after, limit])
    const records = await cardsIn(ctx, rows)
    const documents = rows.flatMap((row) => {
      const card = records.get(row.kind)?.get(row.record_id)
      return card && !row.deleted_at ? documentOf(card, { ...row, body: row.body as RichTextDoc | null }, row.updated_at) : []
    })
    return { documents, last: rows.at(-1)?.id ?? null }
  },
  kept: { likes: 'content.comment.likes_count' },
  async count(ctx, id, counter, delta) {
    if (counter === 'likes')
      await ctx.sql('update content.comment set likes_count = greatest(likes_count + $3, 0) where community_id = $1 and id = $2', [id, delta])
  },
}
