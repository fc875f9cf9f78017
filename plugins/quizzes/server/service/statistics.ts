/**
 * How a quiz and its questions do, over each member's first try, the latest 5,000 of them: later tries know the questions.
 * Difficulty is the facility index, mean points / most points (Ebel & Frisbie, Essentials of Educational Measurement, 5th ed. 1991, ch. 13).
 * Discrimination is the corrected item–total correlation, Pearson's r between the share reached in the question and that in the rest of the
 * try (Henrysson 1963, Psychometrika 28; the "discrimination index" of Moodle's quiz statistics): without the correction a short quiz flatters itself.
 */
import type { Ctx } from '@atrium/sdk/server'
import type { Statistics } from '../../contract.ts'
import { questionsOf } from '../reads.ts'

const FIRST_TRIES = `select a.id, a.grade, a.result, extract(epoch from a.handed_in_at - a.created_at) as seconds from quizzes.attempt a
  where a.community_id = $1 and a.quiz_id = $2 and a.handed_in_at is not null and a.number = 1 order by a.id desc limit 5000`

export async function statistics(ctx: Ctx, quizId: number): Promise<Statistics> {
  const [all] = await ctx.sql<Omit<Statistics, 'questions'>>(
    `with tries as (${FIRST_TRIES})
     select count(*)::int as attempts, avg(grade)::float as average_grade, count(*) filter (where result = 'passed')::int as passed,
       count(*) filter (where result = 'failed')::int as failed, count(*) filter (where result = 'pending')::int as pending,
       (percentile_cont(0.5) within group (order by seconds))::float as median_seconds from tries`,
    [quizId],
  )
  const figures = await ctx.sql<{ root_id: number; asked: number; difficulty: number; discrimination: number | null }>(
    `with tries as (${FIRST_TRIES}),
     shares as (
       select r.attempt_id, r.root_id, r.points / q.points as share, sum(r.points / q.points) over (partition by r.attempt_id) as total
       from tries t join quizzes.response r on r.community_id = $1 and r.attempt_id = t.id
       join quizzes.question q on q.community_id = $1 and q.id = r.question_id
       where t.result <> 'pending' and r.points is not null)
     select root_id, count(*)::int as asked, avg(share)::float as difficulty, corr(share::float, (total - share)::float) as discrimination
     from shares group by root_id`,
    [quizId],
  )
  const chosen = await ctx.sql<{ question_id: number; option: number; times: number }>(
    `with tries as (${FIRST_TRIES})
     select r.question_id, o.option::bigint as option, count(*)::int as times
     from tries t join quizzes.response r on r.community_id = $1 and r.attempt_id = t.id
     cross join lateral jsonb_array_elements_text(r.answer -> 'selected_options') as o (option)
     where jsonb_typeof(r.answer -> 'selected_options') = 'array' group by 1, 2`,
    [quizId],
  )
  const byRoot = new Map(figures.map((one) => [Number(one.root_id), one]))
  const times = new Map(chosen.map(({ question_id, option, times: count }) => [`${question_id}:${option}`, count]))
  return {
    ...all!,
    questions: (await ctx.read(questionsOf, [quizId])).map(({ id, root_id, statement, question_type, solution }) => {
      const found = byRoot.get(root_id ?? id)
      const isChoice = solution.type === 'single_choice' || solution.type === 'multiple_choice' || solution.type === 'true_false'
      return {
        question_id: id,
        statement,
        question_type,
        asked: found?.asked ?? 0,
        difficulty: found?.difficulty ?? null,
        discrimination: found?.discrimination ?? null,
        options: isChoice ? solution.options.map(({ id: option, value, correct }) => ({ value, correct, chosen: times.get(`${id}:${option}`) ?? 0 })) : [],
      }
    }),
  }
}
