/** Quizzes and assignments as kinds of lessons. */
import type { Ctx } from '@atrium/sdk/server'
import courses, { type LessonKind } from '../../../courses/contract.ts'
import { KINDS } from '../../contract.ts'
import { quizzesOf } from '../reads.ts'
import { toQuiz } from './present.ts'
import { copyQuiz, removeQuizzes } from './quizzes.ts'

const ICONS = { quiz: 'list-checks', assignment: 'pen-line' } as const

export const lessonKinds: LessonKind[] = KINDS.map((key) => ({
  key,
  icon: ICONS[key],
  completes: 'kind',
  /** The quiz without questions: these come with a try. */
  async read(ctx: Ctx, lessonIds) {
    const rows = await ctx.read(quizzesOf, [ctx.member?.id ?? 0, lessonIds])
    return new Map(rows.map((row) => [row.lesson_id, toQuiz(row, false)]))
  },
  async empty(ctx, lessonIds) {
    const rows = await ctx.read(quizzesOf, [ctx.member?.id ?? 0, lessonIds])
    const full = rows.filter((row) => (key === 'quiz' ? row.questions_count > 0 : row.description !== ''))
    return lessonIds.filter((id) => full.every(({ lesson_id }) => lesson_id !== id))
  },
  remove: removeQuizzes,
  async copy(ctx, from, to) {
    const card = (await ctx.use(courses).cards([to])).get(to)
    if (card) await copyQuiz(ctx, from, card)
  },
}))
