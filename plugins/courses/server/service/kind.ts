/** Lessons as content: what comments, bookmarks, search and notices need to know of them. */
import { cutAtWord, excerptOf } from '@atrium/sdk/server'
import type { ContentKind } from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { LessonTable } from '../entities.ts'
import { lessonsById } from '../reads.ts'
import { documents, pathOf } from './documents.ts'
import { invalidateOutline, isOut } from './outline.ts'
import { lessonSeatOrNone, placeIn, type Seat } from './seat.ts'

const EXCERPT = 200

export const lessonKind: ContentKind = {
  kind: 'lesson',
  likeableType: 'Lesson',
  icon: 'graduation-cap',
  acts: ['like', 'react', 'comment', 'bookmark', 'follow'],

  async cards(ctx, ids) {
    const rows = await ctx.read(lessonsById, [ids])
    const courseIds = [...new Set(rows.map(({ course_id }) => course_id))]
    const [access, cards] = await Promise.all([ctx.use(spaces).access(), ctx.use(spaces).cards(courseIds)])
    const seats = new Map<number, Seat>()
    const open = new Set<number>()
    for (const [id, inside] of Map.groupBy(rows, ({ course_id }) => course_id)) {
      if (!access.canView(id) || !cards.get(id)?.types.includes('course')) continue
      if (inside.length === 1) {
        const found = await lessonSeatOrNone(ctx, id, inside[0]!.id)
        if (found) seats.set(id, found.seat)
        if (found) open.add(inside[0]!.id)
        continue
      }
      const { seat, opening } = await placeIn(ctx, id)
      seats.set(id, seat)
      for (const row of inside) if ((isOut(row) || seat.canEdit) && !opening.get(row.id)?.locked) open.add(row.id)
    }
    return rows.flatMap((row) => {
      const seat = seats.get(row.course_id)
      if (!seat || !open.has(row.id)) return []
      return [
        {
          kind: 'lesson',
          id: row.id,
          title: row.name,
          path: pathOf(seat.card.slug, { id: row.id, sectionId: row.section_id }),
          spaceId: row.course_id,
          // who wrote it is told of comments where the course wants it
          authorMemberId: seat.course.new_comment_notification_enabled ? row.author_member_id : null,
          excerpt: cutAtWord(excerptOf(row.text), EXCERPT),
          createdAt: row.created_at,
          publishedAt: row.published_at,
          commentsEnabled: row.is_comments_enabled,
          likesCount: row.likes_count,
        },
      ]
    })
  },
  mayComment: async (ctx, card) => card.spaceId !== null && (await ctx.use(spaces).access()).isMember(card.spaceId),
  async judged(ctx, ids) {
    const rows = await ctx.em.find(LessonTable, { id: ids }, { disableIdentityMap: true })
    const cards = await ctx.use(spaces).cards(rows.map(({ courseId }) => courseId))
    return rows.map((row) => ({
      ...{ kind: 'lesson', id: row.id, title: row.name, spaceId: row.courseId, text: row.text, createdAt: row.createdAt, around: [] },
      path: pathOf(cards.get(row.courseId)?.slug ?? row.courseId, row),
      authorMemberId: row.authorMemberId ?? null,
      state: row.deletedAt ? ('gone' as const) : ('shown' as const),
    }))
  },
  documents,
  kept: { likes: 'courses.lesson.likes_count', comments: 'courses.lesson.comments_count' },
  async count(ctx, id, counter, delta) {
    const column = counter === 'likes' ? 'likes_count' : 'comments_count'
    const [row] = await ctx.sql<{ course_id: number }>(
      `update courses.lesson set ${column} = greatest(${column} + $3, 0) where community_id = $1 and id = $2 returning course_id`,
      [id, delta],
    )
    if (row) invalidateOutline(ctx, row.course_id)
  },
}
