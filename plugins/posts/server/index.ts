/** The wiring of posts. */
import { contribute, defineServer } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import spaces from '../../spaces/contract.ts'
import posts from '../contract.ts'
import { Post, Topic } from './entities.ts'
import { subscriptions } from './events.ts'
import { publishJob, purgeJob } from './jobs.ts'
import { postKind } from './kind.ts'
import { postPage, postPrefetch, spaceBeginning } from './pages.ts'
import { handlers } from './routes.ts'
import { createPostsService } from './service.ts'

export default defineServer(posts, {
  entities: [Post, Topic],
  service: createPostsService,
  routes: handlers,
  on: subscriptions,
  jobs: [publishJob, purgeJob],
  contributes: [
    contribute(content.points.kind, postKind),
    contribute(spaces.points.type, { key: 'basic', views: ['posts', 'feed', 'cards', 'list', 'thumbnail', 'masonry', 'grid'], page: spaceBeginning }),
  ],
  pages: { '/c/:space/:slug': postPage },
  prefetch: { '/c/:space/:slug': postPrefetch },
})
