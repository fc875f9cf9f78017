/** The last part of an event's address: one in its space, and no post's either. */
import { conflict, slugify, cut } from '@atrium/sdk'
import { type Ctx, isUniqueViolation } from '@atrium/sdk/server'
import posts from '../../../posts/contract.ts'
import { EventTable } from '../entities.ts'

/** What the calls and screens of a space's events are called themselves. */
const RESERVED = ['new', 'upcoming', 'calendar', 'calculate_schedule', 'members', 'members_pagination', 'events', 'sections', 'edit-lesson']
const mark = () => Math.random().toString(36).slice(2, 8).padEnd(6, '0')

/** Takes the wanted address, or with a mark where it is taken; `keep` writes the event under it. */
export async function settle<T>(ctx: Ctx, spaceId: number, wanted: string, keep: (slug: string) => Promise<T>): Promise<T> {
  const base = cut(slugify(wanted), 100).replace(/-+$/, '') || 'event'
  const isFree = !RESERVED.includes(base) && !(await ctx.use(posts).isAddress(spaceId, base)) && !(await isAddress(ctx, spaceId, base))
  for (const slug of isFree ? [base, `${base}-${mark()}`] : [`${base}-${mark()}`]) {
    try {
      return await ctx.em.transactional(() => keep(slug))
    } catch (error) {
      if (!isUniqueViolation(error, 'event_slug')) throw error
    }
  }
  throw conflict('This URL is already taken. Choose another.', 'slug_taken')
}

export const isAddress = async (ctx: Ctx, spaceId: number, slug: string): Promise<boolean> => (await ctx.em.count(EventTable, { spaceId, slug })) > 0
