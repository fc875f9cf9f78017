/** What the search index keeps of published lessons. */
import { cut } from '@atrium/sdk'
import type { Ctx, SearchDocument } from '@atrium/sdk/server'
import { heldIn } from '@atrium/sdk/server'
import type { DocumentPages } from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { LessonTable, type LessonRecord } from '../entities.ts'

export const pathOf = (slug: string | number, lesson: { id: number; sectionId: number }): string =>
  `/c/${slug}/sections/${lesson.sectionId}/lessons/${lesson.id}`

type Found = Pick<LessonRecord, 'id' | 'courseId' | 'sectionId' | 'name' | 'text' | 'body' | 'authorMemberId' | 'publishedAt' | 'mediaFileId' | 'kind'>
export function documentOf(lesson: Found, slug: string, updatedAt: Date): SearchDocument {
  const { has, fileIds } = heldIn(lesson.body)
  return {
    kind: 'lesson',
    recordId: lesson.id,
    spaceId: lesson.courseId,
    authorMemberId: lesson.authorMemberId,
    title: lesson.name,
    body: cut(lesson.text, 20_000),
    path: pathOf(slug, lesson),
    createdAt: lesson.publishedAt ?? updatedAt,
    updatedAt,
    has: lesson.kind === 'video' && lesson.mediaFileId && !has.includes('video') ? [...has, 'video'] : has,
    fileIds,
  }
}
export const documents: DocumentPages = async (ctx: Ctx, after, limit) => {
  const rows = await ctx.em.find(LessonTable, { id: { $gt: after } }, { orderBy: { id: 'asc' }, limit, disableIdentityMap: true })
  const cards = await ctx.use(spaces).cards([...new Set(rows.map(({ courseId }) => courseId))])
  const out = rows.filter((lesson) => lesson.status === 'published' && lesson.deletedAt === null && cards.has(lesson.courseId))
  return { documents: out.map((lesson) => documentOf(lesson, cards.get(lesson.courseId)!.slug, lesson.updatedAt)), last: rows.at(-1)?.id ?? null }
}
