/** Tries: begun by one statement, answered while the server's clock runs, handed in once, graded by what is right or by somebody who reads. */
import { randomInt } from 'node:crypto'
import { type AtriumError, conflict, invalid, notFound } from '@atrium/sdk'
import { addTo, type Ctx, type ErasedMember, hold, type InferEntity } from '@atrium/sdk/server'
import courses from '../../../courses/contract.ts'
import quizzes, { type Answer, GRACE, type Result } from '../../contract.ts'
import { AttemptTable, QuizTable } from '../entities.ts'
import { type AskedRow, askedIn, type QuizRow, questionsOf } from '../reads.ts'
import { type OpenQuiz, openQuiz } from './quizzes.ts'
import { checkAnswer, isRight, shuffled } from './solutions.ts'

export type Given = Answer & { question_id: number }
export interface HandedIn {
  responses?: Given[] | undefined
  body?: string | undefined
  signed_ids?: string[] | undefined
}
type Attempt = InferEntity<typeof AttemptTable>
type QuizOf = Pick<QuizRow, 'id' | 'kind' | 'lesson_id' | 'course_id' | 'enforce_passing_grade' | 'takes_text' | 'takes_files'>
const noAttempt = () => notFound('Attempt', 'quiz_attempt_not_found')
const fact = (attempt: Attempt, quiz: QuizOf) => ({
  attemptId: attempt.id,
  quizId: quiz.id,
  lessonId: quiz.lesson_id,
  courseId: quiz.course_id,
  memberId: attempt.memberId,
})

/** Whether a member with these tries may begin another; the reason where not. */
export function mayBegin({
  kind,
  max_attempts,
  questions_count,
  tries,
}: Pick<QuizRow, 'kind' | 'max_attempts' | 'questions_count' | 'tries'>): AtriumError | null {
  const own = tries ?? []
  if (own.some(({ handed_in_at }) => handed_in_at === null)) return null
  if (kind === 'quiz' && questions_count === 0) return conflict('This quiz has no questions yet.', 'no_questions')
  if (kind === 'assignment' && own[0]?.result === 'pending') return conflict('Your work is in review. You’ll be notified when it’s done.', 'waits_for_review')
  if (max_attempts !== null && own.length >= max_attempts) return conflict('You have used all your attempts.', 'no_attempts_left')
  return null
}

/** Begins a try, or answers with the one that is open. With something to hand in, hands it in. @throws AtriumError 404, 409, 422 */
export async function begin(ctx: Ctx, quizId: number, given: HandedIn): Promise<number> {
  const { quiz } = await openQuiz(ctx, quizId)
  const me = ctx.me().id
  // one whose time is over is handed in as it was left
  const late = quiz.tries?.find(({ handed_in_at, deadline_at }) => handed_in_at === null && deadline_at !== null && isLate(ctx, new Date(deadline_at)))
  if (late) {
    await close(ctx, late.id)
    return begin(ctx, quizId, given)
  }
  const refused = mayBegin(quiz)
  if (refused) throw refused
  const all = quiz.kind === 'quiz' ? (await ctx.read(questionsOf, [quizId])).map(({ id }) => id) : []
  const seed = randomInt(2 ** 31)
  const order = quiz.is_shuffled || quiz.pick_count !== null ? shuffled(all, seed) : all
  const picked = quiz.pick_count === null ? order : order.slice(0, quiz.pick_count)
  const questionIds = quiz.is_shuffled ? picked : all.filter((id) => picked.includes(id))
  const deadline = quiz.time_limit_seconds === null ? null : new Date(ctx.now().getTime() + quiz.time_limit_seconds * 1000)
  await ctx.sql(
    `insert into quizzes.attempt (community_id, quiz_id, course_id, member_id, number, question_ids, seed, passing_grade, deadline_at, created_at, updated_at)
     select $1, $2, $3, $4, coalesce(max(number), 0) + 1, $5::bigint[], $6, $7, $8, $9, $9 from quizzes.attempt
     where community_id = $1 and quiz_id = $2 and member_id = $4
     having $10::int is null or count(*) < $10 on conflict do nothing`,
    [quizId, quiz.course_id, me, questionIds, seed, quiz.passing_grade, deadline, ctx.now(), quiz.max_attempts],
  )
  const open = await ctx.em.findOne(AttemptTable, { quizId, memberId: me, handedInAt: null }, { fields: ['id', 'questionIds'] })
  // of two presses at once the other one has begun and handed in
  if (!open) throw conflict('This has already been submitted.', 'already_handed_in')
  if (open.questionIds.length)
    await ctx.sql('update quizzes.question set is_used = true where community_id = $1 and id = any ($2::bigint[]) and not is_used', [open.questionIds])
  if (given.responses || given.body !== undefined || given.signed_ids) await save(ctx, quizId, open.id, { ...given, hand_in: true })
  return open.id
}

const isLate = (ctx: Ctx, deadline: Date | null | undefined): boolean => Boolean(deadline) && ctx.now().getTime() > deadline!.getTime() + GRACE * 1000

/** The member's own try, held and open. @throws AtriumError 404 for another's, 409 `already_handed_in` */
async function heldOpen(ctx: Ctx, quizId: number, id: number): Promise<Attempt> {
  const attempt = await hold(ctx, AttemptTable, id, 'Attempt', 'quiz_attempt_not_found')
  if (attempt.quizId !== quizId || attempt.memberId !== ctx.me().id) throw noAttempt()
  if (attempt.handedInAt) throw conflict('This has already been submitted.', 'already_handed_in')
  return attempt
}

/** Keeps what is given so far, and hands it in. @throws AtriumError 404, 409 `already_handed_in`, `time_over`, 422 */
export async function save(ctx: Ctx, quizId: number, id: number, given: HandedIn & { hand_in?: boolean | undefined }): Promise<void> {
  const { quiz } = await openQuiz(ctx, quizId)
  const attempt = await heldOpen(ctx, quizId, id)
  const brings = Boolean(given.responses?.length) || given.body !== undefined || given.signed_ids !== undefined
  if (brings && isLate(ctx, attempt.deadlineAt)) throw conflict('Time is up. Answers given until then count.', 'time_over')
  if (given.responses?.length) await keepAnswers(ctx, attempt, given.responses)
  if (quiz.kind === 'assignment') await keepWork(ctx, quiz, attempt, given)
  else if (given.body !== undefined || given.signed_ids) throw invalid({ 'body.body': ['A quiz only accepts answers.'] })
  if (given.hand_in) await handIn(ctx, quiz, attempt)
}

async function keepAnswers(ctx: Ctx, attempt: Attempt, given: Given[]): Promise<void> {
  const rows = new Map((await ctx.read(askedIn, [attempt.id, attempt.questionIds])).map((row) => [row.id, row]))
  const answers = given.map(({ question_id, ...answer }) => {
    const question = rows.get(question_id)
    if (!question) throw invalid({ 'body.responses': ['One of these questions isn’t part of your attempt.'] })
    return { questionId: question_id, rootId: question.root_id ?? question_id, answer: checkAnswer(question.solution, answer) }
  })
  await ctx.sql(
    `insert into quizzes.response (community_id, attempt_id, quiz_id, question_id, root_id, answer)
     select $1, $2, $3, question_id, root_id, answer from jsonb_to_recordset($4::jsonb) as t (question_id bigint, root_id bigint, answer jsonb)
     on conflict (community_id, attempt_id, question_id) do update set answer = excluded.answer, updated_at = now()`,
    [attempt.id, attempt.quizId, JSON.stringify(answers.map(({ questionId, rootId, answer }) => ({ question_id: questionId, root_id: rootId, answer })))],
  )
}

async function keepWork(ctx: Ctx, quiz: QuizOf, attempt: Attempt, { body, signed_ids }: HandedIn): Promise<void> {
  if (body !== undefined) {
    if (body && !quiz.takes_text) throw invalid({ 'body.body': ['This assignment only accepts files.'] })
    attempt.body = body
  }
  if (signed_ids) {
    if (signed_ids.length && !quiz.takes_files) throw invalid({ 'body.signed_ids': ['This assignment only accepts text.'] })
    const files = await Promise.all(signed_ids.map((signedId) => ctx.files.take(signedId, attempt.fileIds)))
    for (const { id } of files) await ctx.files.keep(id, `quizzes.attempt:${attempt.id}`)
    for (const gone of attempt.fileIds.filter((id) => !files.some((file) => file.id === id))) await ctx.files.remove(gone)
    attempt.fileIds = [...new Set(files.map(({ id }) => id))]
  }
  await ctx.em.flush()
}

/** What the answers come to. */
function gradeOf(rows: Pick<AskedRow, 'points' | 'awarded' | 'correct'>[], passing: number): Pick<Attempt, 'grade' | 'result' | 'correctResponses'> {
  const correctResponses = rows.filter(({ correct }) => correct).length
  if (rows.some(({ awarded }) => awarded === null)) return { grade: null, result: 'pending', correctResponses }
  const most = rows.reduce((sum, { points }) => sum + points, 0)
  const reached = rows.reduce((sum, { awarded }) => sum + awarded!, 0)
  const share = most === 0 ? 100 : (100 * reached) / most
  // what is reached counts as it is, not as it is shown
  if (share + 1e-9 >= passing) return { grade: Math.round(share), result: 'passed', correctResponses }
  // nobody reads the mark that they have missed
  return { grade: Math.min(Math.round(share), passing - 1), result: 'failed', correctResponses }
}

async function handIn(ctx: Ctx, quiz: QuizOf, attempt: Attempt, at = ctx.now()): Promise<void> {
  if (quiz.kind === 'assignment' && !attempt.body && attempt.fileIds.length === 0)
    throw invalid({ 'body.body': [quiz.takes_files ? 'Write something or add a file.' : 'Write something.'] })
  if (quiz.kind === 'quiz') {
    const rows = await ctx.read(askedIn, [attempt.id, attempt.questionIds])
    const graded = rows.map((row) => {
      const correct = isRight(row.solution, row.answer)
      return { ...row, correct, awarded: correct === null ? null : correct ? row.points : 0 }
    })
    await ctx.sql(
      `insert into quizzes.response (community_id, attempt_id, quiz_id, question_id, root_id, answer, points, correct)
       select $1, $2, $3, question_id, root_id, '{}'::jsonb, points, correct
       from jsonb_to_recordset($4::jsonb) as t (question_id bigint, root_id bigint, points numeric, correct boolean)
       on conflict (community_id, attempt_id, question_id) do update set points = excluded.points, correct = excluded.correct`,
      [
        attempt.id,
        attempt.quizId,
        JSON.stringify(graded.map(({ id, root_id, awarded, correct }) => ({ question_id: id, root_id: root_id ?? id, points: awarded, correct }))),
      ],
    )
    Object.assign(attempt, gradeOf(graded, attempt.passingGrade))
  }
  attempt.handedInAt = at
  await ctx.em.flush()
  await addTo(ctx, QuizTable, quiz.id, { attempts_count: 1, pending_count: attempt.result === 'pending' ? 1 : 0 })
  ctx.emit(quizzes.events['attempt.handed_in'], fact(attempt, quiz))
  await tellResult(ctx, quiz, attempt, 'pending')
}

/** What others are told once a result is another, and what it does to the lesson. */
async function tellResult(ctx: Ctx, quiz: QuizOf, attempt: Attempt, before: Result): Promise<void> {
  const { result, grade } = attempt
  const counts = result === 'passed' || !quiz.enforce_passing_grade
  if (counts)
    await ctx.use(courses).complete(quiz.lesson_id, attempt.memberId, { ...(typeof grade === 'number' ? { score: grade } : {}), at: attempt.handedInAt! })
  else if (before === 'passed') await undo(ctx, quiz, attempt)
  if (result === before || result === 'pending') return
  ctx.emit(quizzes.events[result === 'passed' ? 'attempt.passed' : 'attempt.failed'], { ...fact(attempt, quiz), grade: grade ?? null })
}
/** The lesson is done no more, unless another try has passed. */
async function undo(ctx: Ctx, quiz: QuizOf, { id, memberId }: Attempt): Promise<void> {
  const other = await ctx.em.findOne(AttemptTable, { quizId: quiz.id, memberId, result: 'passed', id: { $ne: id } }, { fields: ['id'] })
  if (!other) await ctx.use(courses).reset(quiz.lesson_id, memberId)
}

const plainQuiz = async (ctx: Ctx, id: number): Promise<QuizOf> => {
  const quiz = await ctx.em.findOneOrFail(QuizTable, { id }, { disableIdentityMap: true })
  return {
    id,
    kind: quiz.kind,
    lesson_id: quiz.lessonId,
    course_id: quiz.courseId,
    enforce_passing_grade: quiz.enforcePassingGrade,
    takes_text: quiz.takesText,
    takes_files: quiz.takesFiles,
  }
}

/** A try whose time is over counts as it was left. Once it is handed in, nothing. */
async function close(ctx: Ctx, id: number): Promise<void> {
  const attempt = await hold(ctx, AttemptTable, id, 'Attempt', 'quiz_attempt_not_found')
  if (!attempt.handedInAt) await handIn(ctx, await plainQuiz(ctx, attempt.quizId), attempt, attempt.deadlineAt!)
}
const AT_ONCE = 100
/** All of them, for the schedule. Answers whether others are left. */
export async function closeLate(ctx: Ctx): Promise<boolean> {
  const rows = await ctx.sql<{ id: number }>(
    `select id from quizzes.attempt where community_id = $1 and handed_in_at is null and deadline_at is not null and deadline_at < $2 order by deadline_at limit $3`,
    [new Date(ctx.now().getTime() - GRACE * 1000), AT_ONCE],
  )
  for (const { id } of rows) await close(ctx, id)
  return rows.length === AT_ONCE
}

export interface Verdict {
  result?: Result | undefined
  grade?: number | undefined
  comment?: string | undefined
  reviews?: { question_id: number; points: number; comment?: string | undefined }[] | undefined
}
/** A teacher's word: points of answers, a grade, a result, a comment. The caller has decided that they may. @throws AtriumError 404, 409 `not_handed_in`, 422 */
export async function review(ctx: Ctx, quizId: number, id: number, { result, grade, comment, reviews = [] }: Verdict): Promise<void> {
  const attempt = await hold(ctx, AttemptTable, id, 'Attempt', 'quiz_attempt_not_found')
  if (attempt.quizId !== quizId) throw noAttempt()
  if (!attempt.handedInAt) throw conflict('This hasn’t been submitted yet.', 'not_handed_in')
  const quiz = await plainQuiz(ctx, quizId)
  const before = attempt.result
  if (reviews.length) {
    const rows = await ctx.read(askedIn, [id, attempt.questionIds])
    for (const { question_id, points, comment: said } of reviews) {
      const row = rows.find((one) => one.id === question_id)
      if (!row) throw invalid({ 'body.reviews': ['One of these questions isn’t part of this attempt.'] })
      if (points > row.points) throw invalid({ 'body.reviews': ['This is more than the points of the question.'] })
      Object.assign(row, { awarded: points, correct: points === row.points })
      await ctx.sql(
        `update quizzes.response set points = $4, correct = $5, comment = coalesce($6, comment), updated_at = now()
         where community_id = $1 and attempt_id = $2 and question_id = $3`,
        [id, question_id, points, points === row.points, said ?? null],
      )
    }
    Object.assign(attempt, gradeOf(rows, attempt.passingGrade))
  }
  if (grade !== undefined) Object.assign(attempt, { grade, result: grade >= attempt.passingGrade ? 'passed' : 'failed' })
  if (result) attempt.result = result
  if (attempt.result === 'pending') attempt.grade = null
  if (comment !== undefined) attempt.comment = comment
  attempt.reviewedBy = ctx.member?.id ?? null
  attempt.reviewedAt = ctx.now()
  await ctx.em.flush()
  const pending = Number(attempt.result === 'pending') - Number(before === 'pending')
  if (pending) await addTo(ctx, QuizTable, quizId, { pending_count: pending })
  await tellResult(ctx, quiz, attempt, before)
  if (ctx.member) ctx.emit(quizzes.events['attempt.reviewed'], { ...fact(attempt, quiz), reviewerId: ctx.member.id })
}

/** The try is gone, and counts no more. The caller has decided that they may. */
export async function removeAttempt(ctx: Ctx, { quiz }: OpenQuiz, id: number): Promise<void> {
  const attempt = await hold(ctx, AttemptTable, id, 'Attempt', 'quiz_attempt_not_found')
  if (attempt.quizId !== quiz.id) throw noAttempt()
  for (const file of attempt.fileIds) await ctx.files.remove(file)
  ctx.em.remove(attempt)
  await ctx.em.flush()
  if (!attempt.handedInAt) return
  await addTo(ctx, QuizTable, quiz.id, { attempts_count: -1, pending_count: attempt.result === 'pending' ? -1 : 0 })
  if (attempt.result === 'passed') await undo(ctx, quiz, attempt)
}

/** What somebody wrote as a learner goes with their account. */
export async function eraseAttempts(ctx: Ctx, { memberId }: Pick<ErasedMember, 'memberId'>): Promise<void> {
  const attempts = await ctx.em.find(AttemptTable, { memberId }, { fields: ['id', 'quizId', 'fileIds', 'handedInAt', 'result'] })
  for (const { id, quizId, fileIds, handedInAt, result } of attempts) {
    for (const file of fileIds) await ctx.files.remove(file)
    await ctx.em.nativeDelete(AttemptTable, { id })
    if (handedInAt) await addTo(ctx, QuizTable, quizId, { attempts_count: -1, pending_count: result === 'pending' ? -1 : 0 })
  }
}
