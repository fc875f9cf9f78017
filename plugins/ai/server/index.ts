/** The wiring of answers. */
import { contribute, defineServer, keepHost, runs } from '@atrium/sdk/server'
import media from '../../media/contract.ts'
import moderation from '../../moderation/contract.ts'
import posts from '../../posts/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'
import { entities } from './entities.ts'
import { answerJob, countJob, forgetJob, lateJob, measureJob, purgeJob, readJob, replyJob, resumeJob, sourceJob, testsJob, tidyJob } from './jobs.ts'
import { asking } from './routes/asking.ts'
import { managing } from './routes/managing.ts'
import { writing } from './routes/writing.ts'
import { answerLeft, purge, resume } from './service/conversations.ts'
import { service } from './service/index.ts'
import { countWords, read, tidy } from './service/knowledge/reading.ts'
import { readSource } from './service/knowledge/sources.ts'
import { measure } from './service/knowledge/vectors.ts'
import { subscriptions } from './service/places/asked.ts'
import { answerLate } from './service/places/late.ts'
import { reply } from './service/places/reply.ts'
import { testStep } from './service/quality.ts'
import { chapterWriter } from './service/writing/chapters.ts'
import { adviser } from './service/writing/hints.ts'
import { forgetOf, purgeWritten } from './service/writing/kept.ts'
import { postSummarizer, spaceSummarizer } from './service/writing/summaries.ts'

export default defineServer(contract, {
  entities,
  service,
  routes: { ...asking, ...managing, ...writing },
  jobs: [
    runs(readJob, read, { schedule: '* * * * *', deadlineMs: 60_000 }),
    runs(countJob, countWords, { deadlineMs: 60_000 }),
    runs(measureJob, measure, { schedule: '* * * * *', transaction: false, deadlineMs: 120_000 }),
    runs(tidyJob, tidy, { schedule: '40 3 * * *', deadlineMs: 300_000 }),
    runs(purgeJob, purge, { schedule: '50 3 * * *', deadlineMs: 60_000 }),
    runs(forgetJob, purgeWritten, { schedule: '55 3 * * *', deadlineMs: 60_000 }),
    runs(sourceJob, (ctx, { sourceId }) => readSource(ctx, sourceId), { transaction: false, deadlineMs: 120_000 }),
    runs(resumeJob, resume, { schedule: '* * * * *' }),
    runs(answerJob, (ctx, { messageId }) => answerLeft(ctx, messageId), { transaction: false, deadlineMs: 120_000 }),
    runs(replyJob, (ctx, { replyId }) => reply(ctx, replyId), { transaction: false, deadlineMs: 120_000 }),
    runs(lateJob, answerLate, { schedule: '*/10 * * * *', deadlineMs: 60_000 }),
    runs(testsJob, (ctx, { runId, after }) => testStep(ctx, runId, after), { transaction: false, deadlineMs: 300_000 }),
  ],
  on: subscriptions,
  contributes: [
    contribute(posts.points.summarizer, postSummarizer),
    contribute(spaces.points.summarizer, spaceSummarizer),
    contribute(moderation.points.adviser, adviser),
    contribute(media.points.chapters, chapterWriter),
  ],
  hooks: {
    start: keepHost,
    async erase(ctx, { memberId }) {
      await ctx.sql('delete from ai.conversation where community_id = $1 and member_id = $2', [memberId])
      await ctx.sql('delete from ai.reply where community_id = $1 and member_id = $2', [memberId])
      await ctx.sql('delete from ai.opt_out where community_id = $1 and member_id = $2', [memberId])
      await forgetOf(ctx, memberId)
    },
  },
})
