/** The wiring of the audience. */
import { contribute, defineServer, runs } from '@atrium/sdk/server'
import members from '../../members/contract.ts'
import notifications from '../../notifications/contract.ts'
import contract from '../contract.ts'
import { BulkItemTable, BulkTable, NoteTable, PersonTable, PersonTagTable, ScoreTable, SegmentTable, TagTable } from './entities.ts'
import { subscriptions } from './events.ts'
import { filters } from './service/filters.ts'
import { bulkJob, countJob, fillJob, purgeJob, ruleJob, rulesJob, scoreJob } from './jobs.ts'
import { handlers } from './routes.ts'
import { runBulk } from './service/bulk.ts'
import { changes } from './service/changes.ts'
import { createAudienceService } from './service/index.ts'
import { purgeLogs } from './service/logs.ts'
import { mailing } from './service/mailing.ts'
import { marks } from './service/marks.ts'
import { erase, fill } from './service/people.ts'
import { applyRule, planRules } from './service/ruled.ts'
import { countStep } from './service/segments.ts'
import { countScores } from './service/scores.ts'
import { sources } from './service/timeline.ts'

const LONG = { deadlineMs: 60_000 }

export default defineServer(contract, {
  entities: [PersonTable, TagTable, PersonTagTable, SegmentTable, NoteTable, BulkTable, BulkItemTable, ScoreTable],
  service: createAudienceService,
  routes: handlers,
  on: subscriptions,
  jobs: [
    // by night too: addresses of accounts change without a word
    runs(fillJob, (ctx, { after }) => fill(ctx, after), { schedule: '23 2 * * *', ...LONG }),
    runs(bulkJob, (ctx, { bulkId }) => runBulk(ctx, bulkId), LONG),
    runs(rulesJob, planRules, { schedule: '*/5 * * * *' }),
    runs(ruleJob, (ctx, { tagId }) => applyRule(ctx, tagId), LONG),
    runs(countJob, countStep, LONG),
    runs(scoreJob, (ctx, { after }) => countScores(ctx, after), { schedule: '53 2 * * *', ...LONG }),
    runs(purgeJob, purgeLogs, { schedule: '37 3 * * *', ...LONG }),
  ],
  hooks: { enable: (ctx) => ctx.enqueue(fillJob, { after: 0 }), erase },
  counters: () => [
    {
      kept: 'audience.tag.tagged_members_count',
      counted: 'select tag_id as id, count(*) from audience.person_tag where community_id = $1 group by tag_id',
    },
  ],
  contributes: [
    ...filters.map((filter) => contribute(members.points.filter, filter)),
    contribute(members.points.marks, marks),
    contribute(notifications.points.mailing, mailing),
    ...changes.map((kind) => contribute(contract.points.change, kind)),
    ...sources.map((source) => contribute(contract.points.timeline, source)),
  ],
})
