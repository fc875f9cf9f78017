/** Drafts that would come out with nothing in them: who publishes them is told. */
import type { Ctx } from '@atrium/sdk/server'
import { type LessonRow, lessonsById, type LightLesson } from '../reads.ts'
import { kindsOf } from './kinds.ts'

/** What each of this plugin's own kinds is for. */
const FULL: Record<string, (lesson: LessonRow) => boolean> = {
  text: ({ text }) => text.trim() !== '',
  video: ({ media_file_id }) => media_file_id !== null,
  audio: ({ media_file_id }) => media_file_id !== null,
  file: ({ file_ids }) => file_ids.length > 0,
  embed: ({ embed_url }) => embed_url !== null,
  live: ({ live_starts_at }) => live_starts_at !== null,
}
export async function emptyDrafts(ctx: Ctx, lessons: readonly LightLesson[]): Promise<Set<number>> {
  const drafts = lessons.filter(({ status }) => status === 'draft')
  if (drafts.length === 0) return new Set()
  const rows = await ctx.read(lessonsById, [drafts.map(({ id }) => id)])
  const own = rows.filter((row) => FULL[row.kind]?.(row) === false).map(({ id }) => id)
  const brought = [...Map.groupBy(rows, ({ kind }) => kind)].map(async ([key, of]) => {
    const ids = of.map(({ id }) => id)
    return (await kindsOf(ctx).get(key)?.brought?.empty?.(ctx, ids)) ?? []
  })
  return new Set([...own, ...(await Promise.all(brought)).flat()])
}
