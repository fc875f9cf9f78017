/** The wiring of events. */
import { contribute, defineServer, runs } from '@atrium/sdk/server'
import ai from '../../ai/contract.ts'
import content from '../../content/contract.ts'
import gamification from '../../gamification/contract.ts'
import home from '../../home/contract.ts'
import members from '../../members/contract.ts'
import notifications from '../../notifications/contract.ts'
import site from '../../site/contract.ts'
import spaces from '../../spaces/contract.ts'
import workflows from '../../workflows/contract.ts'
import events from '../contract.ts'
import { entities } from './entities.ts'
import { subscriptions } from './events.ts'
import { bulkJob, dueJob, purgeJob, remindJob } from './jobs.ts'
import { eventsPage, homeStrip, spaceBeginning, upcomingText } from './pages.ts'
import { counters } from './reads.ts'
import { handlers } from './routes/index.ts'
import { runBulk } from './service/bulk.ts'
import { createEventsService } from './service/index.ts'
import { erase } from './service/erase.ts'
import { hostFeeds } from './service/feeds.ts'
import { filters } from './service/filters.ts'
import { eventKind } from './service/kind.ts'
import { kinds, news, nextEvents } from './service/news.ts'
import { purge } from './service/purge.ts'
import { queueDue, remind } from './service/remind.ts'
import { event, recurringEvent, rsvp } from './service/workflows.ts'
import { siteBlocks } from './service/siteBlocks.ts'
import { findEvents, rsvpTool } from './service/tools.ts'
import { siteTargets } from './service/siteTargets.ts'

export default defineServer(events, {
  entities,
  service: createEventsService,
  routes: handlers,
  on: [...subscriptions, ...news],
  jobs: [
    runs(dueJob, queueDue, { schedule: '*/5 * * * *' }),
    runs(remindJob, (ctx, { occurrenceId }) => remind(ctx, occurrenceId)),
    runs(bulkJob, (ctx, { bulkId }) => runBulk(ctx, bulkId), { deadlineMs: 60_000 }),
    runs(purgeJob, purge, { schedule: '41 3 * * *', deadlineMs: 300_000 }),
  ],
  hooks: { start: hostFeeds, erase },
  counters: () => counters,
  contributes: [
    contribute(site.points.blocks, siteBlocks),
    contribute(ai.points.tool, findEvents),
    contribute(ai.points.tool, rsvpTool),
    contribute(site.points.targets, siteTargets),
    contribute(workflows.points.action, rsvp),
    contribute(workflows.points.resource, event),
    contribute(workflows.points.resource, recurringEvent),
    contribute(home.points.visitors, homeStrip),
    contribute(content.points.kind, eventKind),
    contribute(spaces.points.type, { key: 'event', views: ['list', 'calendar'], tabs: ['upcoming', 'past'], page: spaceBeginning, holds: upcomingText }),
    ...kinds.map((kind) => contribute(notifications.points.kind, kind)),
    contribute(notifications.points.digest, nextEvents),
    ...filters.map((filter) => contribute(members.points.filter, filter)),
    contribute(gamification.points.rule, { key: 'event_rsvp', icon: 'calendar-check', points: 2, limitPerDay: 4 }),
    contribute(gamification.points.rule, { key: 'event_attended', icon: 'ticket', points: 10, limitPerDay: null }),
  ],
  pages: { '/events': eventsPage },
})
