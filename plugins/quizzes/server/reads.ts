/** Hot reads of quizzes: with the reader's own tries, the questions of a try with its answers, and lists of tries by key. */
import { columnsOf, type Counter, type MemberCard, type RowOf, statement } from '@atrium/sdk/server'
import { AttemptTable, QuestionTable, QuizTable, type ResponseTable } from './entities.ts'

type OwnTry = Pick<AttemptRow, 'id' | 'number' | 'result' | 'grade'> & { created_at: string; handed_in_at: string | null; deadline_at: string | null }
export type QuizRow = Omit<RowOf<typeof QuizTable>, 'community_id'> & { tries: OwnTry[] | null }
const quiz = `select ${columnsOf(QuizTable, { but: ['community_id'] }, 'q')},
    (select json_agg(json_build_object('id', a.id, 'number', a.number, 'result', a.result, 'grade', a.grade, 'created_at', a.created_at,
       'handed_in_at', a.handed_in_at, 'deadline_at', a.deadline_at) order by a.number desc)
     from quizzes.attempt a where a.community_id = $1 and a.member_id = $2 and a.quiz_id = q.id) as tries
  from quizzes.quiz q where q.community_id = $1`
/** $2 reader, $3 ids. Primary key; tries by attempt_member. */
export const quizzesById = statement<QuizRow>('quizzes.by_id', `${quiz} and q.id = any ($3::bigint[])`)
/** $2 reader, $3 lessons. The unique key of lessons. */
export const quizzesOf = statement<QuizRow>('quizzes.of_lessons', `${quiz} and q.lesson_id = any ($3::bigint[])`)

export type AttemptRow = Omit<RowOf<typeof AttemptTable>, 'community_id'> &
  Pick<MemberCard, 'public_uid' | 'name' | 'headline' | 'avatar_url' | 'roles'> & { lesson_id: number; tries: number }
const attempt = `select ${columnsOf(AttemptTable, { but: ['community_id'] }, 'a')}, q.lesson_id, m.public_uid, m.name, m.headline, m.avatar_url, m.roles,
    (select count(*)::int from quizzes.attempt o where o.community_id = $1 and o.member_id = a.member_id and o.quiz_id = a.quiz_id) as tries
  from quizzes.attempt a join quizzes.quiz q on q.community_id = $1 and q.id = a.quiz_id
  join kernel.member_card m on m.community_id = $1 and m.id = a.member_id
  where a.community_id = $1`
/** $2 id. Primary key. */
export const attemptById = statement<AttemptRow>('quizzes.attempt', `${attempt} and a.id = $2`)
const page = `and a.handed_in_at is not null and ($3::text is null or a.result = $3) and ($4::bigint is null or a.id < $4)`
/** $2 quiz, $3 result or null, $4 last id or null, $5 rows, $6 member or null, $7 a part of a name as a pattern, or null. Walks attempt_quiz backwards. */
export const attemptsOf = statement<AttemptRow>(
  'quizzes.attempts',
  `${attempt} and a.quiz_id = $2 ${page} and ($6::bigint is null or a.member_id = $6) and ($7::text is null or m.name ilike $7) order by a.id desc limit $5`,
)
/** $2 course, $3 result or null, $4 last id or null, $5 rows. Walks attempt_course backwards. */
export const attemptsIn = statement<AttemptRow>('quizzes.course_attempts', `${attempt} and a.course_id = $2 ${page} order by a.id desc limit $5`)

export type AskedRow = Omit<RowOf<typeof QuestionTable>, 'community_id'> &
  Omit<RowOf<typeof ResponseTable, 'answer' | 'correct' | 'comment'>, 'answer'> & {
    answer: RowOf<typeof ResponseTable>['answer'] | null
    awarded: number | null
  }
/** $2 try, $3 its questions, in whose order they come. Primary key; answers by their unique key. */
export const askedIn = statement<AskedRow>(
  'quizzes.asked',
  `select ${columnsOf(QuestionTable, { but: ['community_id'] }, 'q')}, r.answer, r.correct, coalesce(r.comment, '') as comment, r.points::float as awarded
   from unnest($3::bigint[]) with ordinality as t (id, at)
   join quizzes.question q on q.community_id = $1 and q.id = t.id
   left join quizzes.response r on r.community_id = $1 and r.attempt_id = $2 and r.question_id = q.id
   order by t.at`,
)
/** $2 quiz. Index question_quiz. */
export const questionsOf = statement<Omit<RowOf<typeof QuestionTable>, 'community_id'>>(
  'quizzes.questions',
  `select ${columnsOf(QuestionTable, { but: ['community_id'] }, 'q')} from quizzes.question q
   where q.community_id = $1 and q.quiz_id = $2 and q.retired_at is null order by q.position, q.id`,
)

/** What is kept on quizzes, counted anew. */
export const counters: Counter[] = [
  {
    kept: 'quizzes.quiz.questions_count',
    counted: 'select quiz_id as id, count(*) from quizzes.question where community_id = $1 and retired_at is null group by quiz_id',
  },
  {
    kept: 'quizzes.quiz.attempts_count',
    counted: 'select quiz_id as id, count(*) from quizzes.attempt where community_id = $1 and handed_in_at is not null group by quiz_id',
  },
  {
    kept: 'quizzes.quiz.pending_count',
    counted: `select quiz_id as id, count(*) from quizzes.attempt where community_id = $1 and handed_in_at is not null and result = 'pending' group by quiz_id`,
  },
]
