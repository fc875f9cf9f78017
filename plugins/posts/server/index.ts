/** The wiring of posts. */
import { contribute, defineServer } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import spaces from '../../spaces/contract.ts'
import posts from '../contract.ts'
import { Bulk, BulkItem, Post, Revision, Topic } from './entities.ts'
import { subscriptions } from './events.ts'
import { bulkJob, publishJob, purgeJob } from './jobs.ts'
import { postKind } from './kind.ts'
import { postPage, postPrefetch } from './pages.ts'
import { handlers } from './routes.ts'
import { createPostsService } from './service.ts'

export default defineServer(posts, {
  entities: [Post, Topic, Revision, Bulk, BulkItem],
  service: createPostsService,
  routes: handlers,
  on: subscriptions,
  jobs: [publishJob, purgeJob, bulkJob],
  contributes: [
    contribute(content.points.kind, postKind),
    contribute(spaces.points.type, { key: 'basic', views: ['posts', 'cards', 'list'] }),
    contribute(spaces.points.type, { key: 'image', views: ['masonry', 'grid', 'feed'] }),
  ],
  pages: { '/c/:space/:slug': postPage },
  prefetch: { '/c/:space/:slug': postPrefetch },
})
