/** What agents do here for who asks: they find courses, and join one once the asker has confirmed it. */
import { z } from '@atrium/sdk'
import { type Ctx, unlessRefused } from '@atrium/sdk/server'
import type { AgentTool } from '../../../ai/contract.ts'
import content from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { listCourses } from './directory.ts'

/** Courses that one search tells of. */
const FOUND = 12

const findInput = z.object({ words: z.string().max(100).optional() })
export const findCourses: AgentTool = {
  key: 'find_courses',
  icon: 'graduation-cap',
  description:
    'Lists courses of the community, with this person’s own progress, and whether they are locked for them: all, or those with `words` in their name. `course` in each line is what `join_course` needs.',
  input: findInput,
  confirm: false,
  async run(ctx, { words }: z.output<typeof findInput>) {
    const { records } = await listCourses(ctx, { page: 1, per_page: FOUND, query: words?.trim() || undefined })
    const lines = records.map(({ id, name, summary, lessons_count, progress, is_locked, price }) =>
      [
        `course ${id}: ${name}`,
        ...(summary ? [summary] : []),
        `${lessons_count} lessons`,
        progress
          ? `this person has finished ${progress.percent}%`
          : is_locked
            ? `locked for this person${price ? `, sold for ${price}` : ''}`
            : 'open to this person',
      ].join(' · '),
    )
    return { text: lines.join('\n') || 'no course was found', path: '/courses' }
  },
  async tell(ctx) {
    const { records } = await listCourses(ctx, { page: 1, per_page: FOUND })
    return records.map(({ id, name, slug, lessons_count, progress, is_locked, price }) => ({
      ...{ kind: 'space', id, icon: 'graduation-cap', title: name, path: `/c/${slug}` },
      text: [
        ctx.t('home.lessons', { count: lessons_count }),
        progress ? ctx.t('tool.find_courses.progress', { percent: progress.percent }) : is_locked ? (price ?? ctx.t('tool.find_courses.locked')) : null,
      ]
        .filter((part) => part !== null)
        .join(' · '),
    }))
  },
}

const joinInput = z.object({ course: z.number().int().positive() })
type JoinInput = z.output<typeof joinInput>
/** A course that the asker may join and is not in yet; null where there is none. */
async function open(ctx: Ctx, id: number) {
  const [access, card, since] = await Promise.all([ctx.use(spaces).access(), ctx.use(spaces).card(id), ctx.use(spaces).joinedAt(id)])
  return card?.types.includes('course') && access.canView(id) && !since ? card : null
}
export const joinCourse: AgentTool = {
  key: 'join_course',
  icon: 'log-in',
  description: 'Joins a course for this person: `course` from `find_courses`. It cannot buy anything. Use it only where the person wants that.',
  input: joinInput,
  confirm: true,
  async label(ctx, { course }: JoinInput) {
    const card = await unlessRefused(open(ctx, course), null)
    return card && ctx.t('tool.join_course.label', { name: card.name })
  },
  async run(ctx, { course }: JoinInput) {
    await ctx.use(content).demandWriting()
    await ctx.use(spaces).join(course)
    const card = (await ctx.use(spaces).card(course))!
    return { text: ctx.t('tool.join_course.done', { name: card.name }), path: `/c/${card.slug}` }
  },
}
