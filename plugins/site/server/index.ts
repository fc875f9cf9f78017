/** The wiring of the site. */
import shell from '@atrium/sdk/kernel/shell'
import { contribute, defineServer, keepHost, on, runs } from '@atrium/sdk/server'
import audience from '../../audience/contract.ts'
import content from '../../content/contract.ts'
import spaces from '../../spaces/contract.ts'
import site from '../contract.ts'
import { BaseTable, FontTable, PageTable, RedirectTable, ReusableBlockTable, RevisionTable, ThemeTable } from './entities.ts'
import { lateJob, publishJob, purgeJob } from './jobs.ts'
import { handlers } from './routes/index.ts'
import { changes } from './service/changes.ts'
import { serviceOf } from './service/demo.ts'
import { purgeBases } from './service/editing.ts'
import { pageFinder } from './service/finder.ts'
import { front } from './service/front.ts'
import { writeHits } from './service/hits.ts'
import { publishDue, queueLate } from './service/pages.ts'
import { framers } from './service/public/policy.ts'
import { show } from './service/show.ts'
import { purgeDeleted } from './service/trash.ts'

export default defineServer(site, {
  entities: [PageTable, RevisionTable, BaseTable, ThemeTable, FontTable, RedirectTable, ReusableBlockTable],
  service: serviceOf,
  routes: handlers,
  front,
  jobs: [
    runs(publishJob, (ctx, { pageId }) => publishDue(ctx, pageId)),
    runs(lateJob, queueLate, { schedule: '*/5 * * * *' }),
    runs(
      purgeJob,
      async (ctx) => {
        await purgeBases(ctx)
        await purgeDeleted(ctx)
      },
      { schedule: '53 3 * * *' },
    ),
  ],
  // what stood in a space that visitors may no longer enter goes from the pages that visitors are sent
  on: [
    on(spaces.events['space.updated'], 'show-changed', async (ctx) => show(ctx)),
    on(spaces.events['space.deleted'], 'show-deleted', async (ctx) => show(ctx)),
  ],
  contributes: [
    contribute(shell.points.framers, framers),
    contribute(content.points.finder, pageFinder),
    ...changes.map((kind) => contribute(audience.points.change, kind)),
  ],
  hooks: { start: keepHost, stop: writeHits },
})
