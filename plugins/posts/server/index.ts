/** The wiring of posts. */
import { contribute, defineServer, runs } from '@atrium/sdk/server'
import access from '../../access/contract.ts'
import audience from '../../audience/contract.ts'
import content from '../../content/contract.ts'
import members from '../../members/contract.ts'
import notifications from '../../notifications/contract.ts'
import home from '../../home/contract.ts'
import site from '../../site/contract.ts'
import spaces, { type SpaceType } from '../../spaces/contract.ts'
import workflows from '../../workflows/contract.ts'
import posts from '../contract.ts'
import { runBulk } from './service/bulk.ts'
import { Bulk, BulkItem, Post, Revision, Topic } from './entities.ts'
import { erase } from './service/erase.ts'
import { postsCount } from './service/filters.ts'
import { explainPost } from './service/explain.ts'
import { subscriptions } from './events.ts'
import { counters, publishedBy } from './reads.ts'
import { bulkJob, lateJob, publishJob, purgeJob } from './jobs.ts'
import { postKind } from './service/kind.ts'
import { homeBeginning, postsTold, spaceBeginning } from './pages.ts'
import { changes } from './service/changes.ts'
import { purge } from './service/purge.ts'
import { handlers } from './routes/index.ts'
import { newPost, news, topPosts } from './service/news.ts'
import { publishDue, queueLate } from './service/scheduled.ts'
import { createPostsService } from './service/index.ts'
import { topicsOffered } from './service/topics.ts'
import { createPost, post } from './service/workflows.ts'
import { siteBlocks } from './service/siteBlocks.ts'

const VIEWS: SpaceType['views'] = ['posts', 'feed', 'cards', 'list', 'thumbnail', 'masonry', 'grid']
/** Pictures come first where there is little else. */
const PICTURE_VIEWS: SpaceType['views'] = ['masonry', ...VIEWS.filter((view) => view !== 'masonry')]

export default defineServer(posts, {
  entities: [Post, Topic, Revision, Bulk, BulkItem],
  service: createPostsService,
  routes: handlers,
  on: [...subscriptions, ...news],
  jobs: [
    runs(publishJob, (ctx, { postId }) => publishDue(ctx, postId)),
    runs(lateJob, queueLate, { schedule: '*/5 * * * *' }),
    runs(purgeJob, purge, { schedule: '17 3 * * *', deadlineMs: 300_000 }),
    runs(bulkJob, (ctx, { bulkId }) => runBulk(ctx, bulkId), { deadlineMs: 60_000 }),
  ],
  hooks: { erase },
  counters: () => counters,
  contributes: [
    contribute(site.points.blocks, siteBlocks),
    contribute(workflows.points.action, createPost),
    contribute(workflows.points.resource, post),
    contribute(members.points.filter, postsCount),
    contribute(content.points.kind, postKind),
    contribute(notifications.points.kind, newPost),
    contribute(notifications.points.digest, topPosts),
    contribute(spaces.points.type, { key: 'basic', views: VIEWS, page: spaceBeginning, holds: postsTold }),
    contribute(spaces.points.topics, topicsOffered),
    contribute(access.points.place, { at: explainPost }),
    contribute(home.points.visitors, homeBeginning),
    ...changes.map((kind) => contribute(audience.points.change, kind)),
    contribute(audience.points.activity, {
      part: 'contribution',
      of: async (ctx, memberIds, since) => new Map((await ctx.read(publishedBy, [memberIds, since])).map(({ member_id, count }) => [member_id, count])),
    }),
    contribute(spaces.points.type, { key: 'image', views: PICTURE_VIEWS, page: spaceBeginning, holds: postsTold }),
  ],
  prefetch: { '/': async () => [{ route: posts.routes.home, input: { query: { sort: 'latest' } } }, { route: posts.routes.reading }] },
})
