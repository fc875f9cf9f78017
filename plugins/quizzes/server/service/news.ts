/** A learner hears when somebody has looked at their work. */
import { cut } from '@atrium/sdk'
import { on } from '@atrium/sdk/server'
import courses from '../../../courses/contract.ts'
import notifications, { type NotificationKind } from '../../../notifications/contract.ts'
import spaces from '../../../spaces/contract.ts'
import quizzes from '../../contract.ts'
import { AttemptTable, QuizTable } from '../entities.ts'

export const reviewed: NotificationKind = {
  key: 'attempt_reviewed',
  icon: 'list-checks',
  topic: 'learning',
  group: 'inbox',
  defaults: { in_app: true, email: true, push: true },
  async subjects(ctx, ids) {
    const attempts = await ctx.em.find(AttemptTable, { id: { $in: ids }, memberId: ctx.member?.id ?? 0 }, { fields: ['id', 'quizId', 'courseId', 'comment'] })
    const tests = await ctx.em.find(QuizTable, { id: { $in: attempts.map(({ quizId }) => quizId) } }, { fields: ['id', 'lessonId'] })
    const lessonOf = new Map(tests.map(({ id, lessonId }) => [id, lessonId]))
    const cards = await ctx.use(courses).cards([...lessonOf.values()])
    const homes = await ctx.use(spaces).cards(attempts.map(({ courseId }) => courseId))
    return new Map(
      attempts.flatMap(({ id, quizId, courseId, comment }) => {
        const card = cards.get(lessonOf.get(quizId) ?? 0)
        const home = homes.get(courseId)
        if (!card || !home) return []
        return [
          [id, { title: card.title, path: `/c/${home.slug}/sections/${card.sectionId}/lessons/${card.id}`, spaceId: courseId, excerpt: cut(comment, 300) }],
        ]
      }),
    )
  },
}

export const news = [
  on(quizzes.events['attempt.reviewed'], 'tell-learner', async (ctx, { attemptId, memberId, reviewerId, courseId }, { at, eventId }) => {
    if (!ctx.has(notifications)) return
    await ctx.use(notifications).tell({
      kind: reviewed.key,
      subjectId: attemptId,
      key: `review:${eventId}`,
      actorMemberId: reviewerId,
      spaceId: courseId,
      at,
      to: [{ memberId, reason: 'handed_in' }],
    })
  }),
]
