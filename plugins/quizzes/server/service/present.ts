/** Quizzes and tries as one reader may see them: what is right only once it may be known. */
import { notFound, rolesOf } from '@atrium/sdk'
import { type Ctx, pick } from '@atrium/sdk/server'
import courses from '../../../courses/contract.ts'
import type { z } from 'zod'
import type { Asked, Attempt, AttemptRow as AttemptInList, Quiz } from '../../contract.ts'
import { type AttemptRow, type AskedRow, askedIn, attemptById, type QuizRow, quizzesById } from '../reads.ts'
import { mayBegin } from './attempts.ts'
import { asked } from './solutions.ts'

const SETTINGS = [
  ...([
    'description',
    'passing_grade',
    'enforce_passing_grade',
    'hide_answers',
    'tells_wrong',
    'time_limit_seconds',
    'max_attempts',
    'pick_count',
    'is_shuffled',
  ] as const),
  ...(['takes_text', 'takes_files'] as const),
]
/** Questions of one try. */
const length = ({ pick_count, questions_count }: Pick<QuizRow, 'pick_count' | 'questions_count'>) => Math.min(pick_count ?? questions_count, questions_count)

export function toQuiz(row: QuizRow, isEditor: boolean): Quiz {
  const tries = row.tries ?? []
  return {
    ...pick(row, SETTINGS),
    ...pick(row, ['id', 'lesson_id', 'course_id', 'kind']),
    questions_count: length(row),
    attempts: tries.map((one) => ({ ...pick(one, ['id', 'number', 'result', 'grade', 'created_at', 'handed_in_at']), is_open: one.handed_in_at === null })),
    attempts_left: row.max_attempts === null ? null : Math.max(0, row.max_attempts - tries.filter(({ handed_in_at }) => handed_in_at !== null).length),
    passed: tries.some(({ result }) => result === 'passed'),
    policies: { can_edit: isEditor, can_begin: mayBegin(row) === null },
  }
}

export async function presentRows(ctx: Ctx, rows: AttemptRow[]): Promise<z.input<typeof AttemptInList>[]> {
  const cards = await ctx.use(courses).cards([...new Set(rows.map(({ lesson_id }) => lesson_id))])
  const sections = await ctx.use(courses).sectionNames([...new Set([...cards.values()].map(({ sectionId }) => sectionId))])
  return rows.map((row) => {
    const card = cards.get(row.lesson_id)
    return {
      ...pick(row, ['id', 'quiz_id', 'number', 'result', 'grade', 'created_at', 'handed_in_at', 'passing_grade']),
      is_open: row.handed_in_at === null,
      community_member: {
        id: row.member_id,
        ...pick(row, ['public_uid', 'name', 'headline', 'avatar_url']),
        roles: rolesOf(row.roles),
      },
      lesson_name: card?.title ?? '',
      section_name: (card && sections.get(card.sectionId)) ?? '',
      quiz_attempts_count: row.tries,
    }
  })
}
function presentAsked(
  row: AskedRow,
  files: Map<number, string>,
  how: { seed: number; isShuffled: boolean; revealed: boolean; tellsWrong: boolean; isDone: boolean },
): Asked {
  return {
    ...pick(row, ['id', 'question_type', 'statement', 'points']),
    picture_url: row.file_id === null ? null : (files.get(row.file_id) ?? null),
    ...asked(row.solution, row.answer, { ...how, seed: (how.seed + row.id) | 0 }),
    answer: row.answer,
    correct: how.revealed || how.tellsWrong ? row.correct : null,
    explanation: how.revealed ? row.explanation : null,
    awarded: how.revealed ? row.awarded : null,
    // what a teacher wrote is for who wrote the answer, hidden or not
    comment: how.isDone ? row.comment : '',
  }
}

/**
 * One try: for its member, and for who sees the students. What is right is told once it is handed in, and where answers are hidden once it
 * has passed; a teacher sees it of what was handed in.
 * @throws AtriumError 404 `quiz_attempt_not_found` for another's as for none
 */
export async function presentAttempt(ctx: Ctx, quizId: number, id: number, isEditor: boolean): Promise<z.input<typeof Attempt>> {
  const me = ctx.me().id
  const [row] = await ctx.read(attemptById, [id])
  if (!row || row.quiz_id !== quizId || (row.member_id !== me && !isEditor)) throw notFound('Attempt', 'quiz_attempt_not_found')
  const [quiz] = await ctx.read(quizzesById, [row.member_id, [quizId]])
  const rows = row.question_ids.length ? await ctx.read(askedIn, [id, row.question_ids]) : []
  const files = await ctx.files.byIds([...row.file_ids, ...rows.flatMap(({ file_id }) => file_id ?? [])])
  const pictures = new Map([...files].map(([fileId, file]) => [fileId, ctx.files.url(file, 'medium')]))
  const isDone = row.handed_in_at !== null
  const revealed = isDone && (isEditor || !quiz!.hide_answers || row.result === 'passed')
  const reviewer = row.reviewed_by === null ? undefined : (await ctx.members.byIds([row.reviewed_by])).get(row.reviewed_by)
  const [shown] = await presentRows(ctx, [row])
  return {
    ...shown!,
    kind: quiz!.kind,
    lesson_id: quiz!.lesson_id,
    enforce_passing_grade: quiz!.enforce_passing_grade,
    hide_answers: quiz!.hide_answers,
    correct_responses: isDone ? row.correct_responses : 0,
    description: quiz!.description || null,
    questions: rows.map((one) =>
      presentAsked(one, pictures, { seed: row.seed, isShuffled: quiz!.is_shuffled, revealed, tellsWrong: isDone && quiz!.tells_wrong, isDone }),
    ),
    deadline_at: row.deadline_at,
    seconds_left: isDone || row.deadline_at === null ? null : Math.max(0, Math.floor((row.deadline_at.getTime() - ctx.now().getTime()) / 1000)),
    body: row.body,
    files: row.file_ids.flatMap((fileId) => {
      const file = files.get(fileId)
      return file
        ? [
            {
              id: file.id,
              signed_id: file.signedId,
              filename: file.filename,
              content_type: file.contentType,
              byte_size: file.byteSize,
              url: ctx.files.url(file),
            },
          ]
        : []
    }),
    comment: row.comment,
    reviewed_at: row.reviewed_at,
    reviewer: reviewer?.name ?? null,
    policies: { can_answer: !isDone && row.member_id === me, can_review: isDone && isEditor, can_destroy: isEditor },
  }
}
