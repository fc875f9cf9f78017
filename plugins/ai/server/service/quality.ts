/** Whether answers were right: figures by day, what nobody could answer, what people said of answers, and sets of questions that are asked again. */
import { conflict, notFound } from '@atrium/sdk'
import { type Ctx, inWrite, lastId, type Paging, page, rowsFor } from '@atrium/sdk/server'
import type { z } from 'zod'
import { MAX_TEST_QUESTIONS, type TestQuestion, type testQuestionFields, type TestRun } from '../../contract.ts'
import { TestQuestionTable, TestRunTable } from '../entities.ts'
import { testsJob } from '../jobs.ts'
import { placeOf } from '../providers/model.ts'
import { agentById } from './agents.ts'
import { type Answer, HELD, plan, words } from './answering/answer.ts'
import { hold, spend } from './budget.ts'

/** Questions of one step of a run. */
const STEP = 4
/** Shares of a score: it leads to the right source, and says what it should. */
const SOURCE_SHARE = 0.6
/** Days of unanswered questions. */
const UNANSWERED_DAYS = 30

export async function figures(ctx: Ctx, { agent_id: agentId, days }: { agent_id?: number | undefined; days: number }) {
  const rows = await ctx.sql<{ day: string; answered: number; unanswered: number; handed_over: number; tokens: number; liked: number; disliked: number }>(
    `select d::date::text as day, coalesce(sum(x.answered), 0)::int as answered, coalesce(sum(x.unanswered), 0)::int as unanswered,
       coalesce(sum(x.handed_over), 0)::int as handed_over, coalesce(sum(x.tokens), 0)::float8 as tokens, coalesce(sum(x.liked), 0)::int as liked, coalesce(sum(x.disliked), 0)::int as disliked
     from generate_series($2::date - $3::int + 1, $2::date, '1 day') as d left join ai.day x on x.community_id = $1 and x.day = d::date and ($4::bigint is null or x.agent_id = $4)
     group by d order by d`,
    [ctx.now().toISOString().slice(0, 10), days, agentId ?? null],
  )
  const sum = (key: 'liked' | 'disliked') => rows.reduce((all, row) => all + row[key], 0)
  return { days: rows, liked: sum('liked'), disliked: sum('disliked') }
}
/** Those with the same words count as one. */
export async function unanswered(ctx: Ctx, query: Paging) {
  const rows = await ctx.sql<{ id: number; question: string; count: number; confidence: number; created_at: Date }>(
    `with asked as (
       select m.id, m.confidence, m.created_at, (select q.text from ai.message q where q.community_id = $1 and q.conversation_id = m.conversation_id and q.author = 'person' and q.id < m.id order by q.id desc limit 1) as question
       from ai.message m where m.community_id = $1 and m.outcome = 'unanswered' and m.created_at > $2::timestamptz - interval '${UNANSWERED_DAYS} days'
       order by m.id desc limit 2000
     )
     select max(id) as id, (array_agg(question order by id desc))[1] as question, count(*)::int as count, coalesce(max(confidence), 0)::float8 as confidence, max(created_at) as created_at
     from asked where question is not null
     group by strip(to_tsvector(kernel.search_language($1), question))::text
     having $3::bigint is null or max(id) < $3 order by max(id) desc limit $4`,
    [ctx.now(), lastId(query), rowsFor(query)],
  )
  return page(rows, { query, key: (row) => [row.id] }, (row) => row)
}
export async function rated(ctx: Ctx, query: Paging & { rating?: 'liked' | 'disliked' | undefined }) {
  const rows = await ctx.sql<{ id: number; question: string; answer: string; rating: number; note: string | null; created_at: Date }>(
    `select m.id, m.text as answer, m.rating, m.rating_note as note, m.created_at,
       coalesce((select q.text from ai.message q where q.community_id = $1 and q.conversation_id = m.conversation_id and q.author = 'person' and q.id < m.id order by q.id desc limit 1), '') as question
     from ai.message m where m.community_id = $1 and m.rating is not null and ($2::int is null or m.rating = $2) and ($3::bigint is null or m.id < $3) order by m.id desc limit $4`,
    [query.rating ? (query.rating === 'liked' ? 1 : -1) : null, lastId(query), rowsFor(query)],
  )
  return page(rows, { query, key: (row) => [row.id] }, (row) => row)
}

type Fields = z.output<typeof testQuestionFields>
const RUN = 'id, version, status, score, tokens::float8 as tokens, created_at, finished_at'
export async function listTests(ctx: Ctx, agentId: number) {
  await agentById(ctx, agentId)
  const runs = await ctx.sql<TestRun>(`select ${RUN} from ai.test_run where community_id = $1 and agent_id = $2 order by id desc limit 12`, [agentId])
  const [latest, former] = runs.filter(({ status }) => status === 'done')
  const records = await ctx.sql<TestQuestion>(
    `select q.id, q.question, q.expected_path, q.expected_words, q.is_unanswerable, l.score, f.score as score_before, l.answer
     from ai.test_question q left join ai.test_result l on l.community_id = $1 and l.question_id = q.id and l.run_id = $3
     left join ai.test_result f on f.community_id = $1 and f.question_id = q.id and f.run_id = $4
     where q.community_id = $1 and q.agent_id = $2 order by q.id`,
    [agentId, latest?.id ?? 0, former?.id ?? 0],
  )
  return { records, runs }
}
async function question(ctx: Ctx, id: number): Promise<TestQuestion> {
  const row = await ctx.em.findOne(TestQuestionTable, { id })
  if (!row) throw notFound('Question')
  const { question: text, expectedPath, expectedWords, isUnanswerable } = row
  return {
    ...{ id, question: text, expected_path: expectedPath ?? null, expected_words: expectedWords, is_unanswerable: isUnanswerable },
    ...{ score: null, score_before: null, answer: null },
  }
}
const columnsOf = ({ expected_path, expected_words, is_unanswerable, ...rest }: Partial<Fields>) => ({
  ...rest,
  ...(expected_path === undefined ? {} : { expectedPath: expected_path }),
  ...(expected_words === undefined ? {} : { expectedWords: expected_words }),
  ...(is_unanswerable === undefined ? {} : { isUnanswerable: is_unanswerable }),
})
/** @throws AtriumError 404, 409 beyond `MAX_TEST_QUESTIONS` */
export async function createTest(ctx: Ctx, agentId: number, fields: Fields): Promise<TestQuestion> {
  await agentById(ctx, agentId)
  if ((await ctx.em.count(TestQuestionTable, { agentId })) >= MAX_TEST_QUESTIONS) throw conflict('You can have up to 200 test questions.')
  const row = ctx.em.create(TestQuestionTable, { agentId, ...columnsOf(fields) } as never) as { id: number }
  await ctx.em.flush()
  return question(ctx, row.id)
}
export async function updateTest(ctx: Ctx, id: number, changes: Partial<Fields>): Promise<TestQuestion> {
  const row = await ctx.em.findOne(TestQuestionTable, { id })
  if (!row) throw notFound('Question')
  Object.assign(row, columnsOf(changes))
  await ctx.em.flush()
  return question(ctx, id)
}
export async function deleteTest(ctx: Ctx, id: number): Promise<void> {
  if ((await ctx.em.nativeDelete(TestQuestionTable, { id })) === 0) throw notFound('Question')
}

/** @throws AtriumError 404, 409 while one runs */
export async function runTests(ctx: Ctx, agentId: number): Promise<TestRun> {
  const { version } = await agentById(ctx, agentId)
  const [open] = await ctx.sql(
    `select 1 from ai.test_run where community_id = $1 and agent_id = $2 and status = 'running' and created_at > $3::timestamptz - interval '1 hour'`,
    [agentId, ctx.now()],
  )
  if (open) throw conflict('A test run is under way.')
  const run = ctx.em.create(TestRunTable, { agentId, version, status: 'running', authorMemberId: ctx.me().id })
  await ctx.em.flush()
  await ctx.enqueue(testsJob, { runId: run.id, after: null })
  const [row] = await ctx.sql<TestRun>(`select ${RUN} from ai.test_run where community_id = $1 and id = $2`, [run.id])
  return row!
}
/** 0 to 100: the right source, and the share of words that it should have; for what cannot be answered, whether it said so. */
export function scoreOf(test: Pick<Fields, 'expected_path' | 'expected_words' | 'is_unanswerable'>, answer: Pick<Answer, 'text' | 'outcome' | 'sources'>) {
  const isAnswered = answer.outcome === 'answered'
  if (test.is_unanswerable) return { score: isAnswered ? 0 : 100, hasSource: !isAnswered, wordsShare: 1 }
  const hasSource = test.expected_path === null ? isAnswered : answer.sources.some(({ path }) => path === test.expected_path)
  const said = answer.text.toLowerCase()
  const { expected_words: expected } = test
  const wordsShare = expected.length === 0 ? Number(isAnswered) : expected.filter((word) => said.includes(word.toLowerCase())).length / expected.length
  return { score: Math.round(100 * (SOURCE_SHARE * Number(hasSource) + (1 - SOURCE_SHARE) * wordsShare)), hasSource, wordsShare }
}
/** A few questions of a run, in the eyes of who began it; adds itself again until all are asked. */
export async function testStep(ctx: Ctx, runId: number, after: number | null): Promise<void> {
  const [run] = await ctx.sql<{ agent_id: number; author_member_id: number | null }>(
    `select agent_id, author_member_id from ai.test_run where community_id = $1 and id = $2 and status = 'running'`,
    [runId],
  )
  if (!run) return
  const reader = run.author_member_id === null ? null : await ctx.actAs(run.author_member_id)
  const tests = await ctx.sql<Fields & { id: number }>(
    `select id, question, expected_path, expected_words, is_unanswerable from ai.test_question where community_id = $1 and agent_id = $2 and ($3::bigint is null or id > $3) order by id limit ${STEP}`,
    [run.agent_id, after],
  )
  const agent = await agentById(ctx, run.agent_id)
  for (const test of reader ? tests : []) {
    const made = await plan(reader!, agent, test.question)
    const held = made.how === 'model' && placeOf(ctx) ? HELD : 0
    if (held) await inWrite(ctx, (inner) => hold(inner, held))
    let answer: Answer | null = null
    try {
      for await (const part of words(reader!, made, AbortSignal.timeout(60_000))) if (part.type === 'answer') answer = part.answer
    } catch (error) {
      ctx.log.warn({ err: error, runId }, 'a test question failed')
    }
    const given = answer ?? { text: '', outcome: 'unanswered' as const, sources: [], tokensIn: 0, tokensOut: 0 }
    const { score, hasSource, wordsShare } = scoreOf(test, given)
    await inWrite(ctx, async (inner) => {
      if (held) await spend(inner, held, given)
      await inner.sql(
        `insert into ai.test_result (community_id, run_id, question_id, answer, sources, score, has_source, words_share, created_at, updated_at)
         values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9, $9) on conflict (community_id, run_id, question_id) do nothing`,
        [runId, test.id, given.text, JSON.stringify(given.sources), score, hasSource, wordsShare, inner.now()],
      )
      await inner.sql('update ai.test_run set tokens = tokens + $3 where community_id = $1 and id = $2', [runId, held ? given.tokensIn + given.tokensOut : 0])
    })
  }
  await inWrite(ctx, async (inner) => {
    if (reader && tests.length === STEP) return inner.enqueue(testsJob, { runId, after: tests.at(-1)!.id })
    await inner.sql(
      `update ai.test_run set status = $3, finished_at = $4, updated_at = $4, score = (select avg(score) from ai.test_result where community_id = $1 and run_id = $2)
       where community_id = $1 and id = $2`,
      [runId, reader ? 'done' : 'failed', inner.now()],
    )
  })
}
