/** The wiring of chat. */
import { contribute, defineServer, runs, unlessRefused } from '@atrium/sdk/server'
import communities from '@atrium/sdk/kernel/communities'
import content from '../../content/contract.ts'
import members from '../../members/contract.ts'
import notifications from '../../notifications/contract.ts'
import spaces from '../../spaces/contract.ts'
import chat, { SpaceOptions } from '../contract.ts'
import { entities } from './entities.ts'
import { erase } from './service/erase.ts'
import { subscriptions } from './events.ts'
import { purgeJob, remindJob, sendJob } from './jobs.ts'
import { messageKind } from './service/kind.ts'
import { kinds, news } from './service/news.ts'
import { remindDue, sendDue } from './service/scheduled.ts'
import { purge } from './service/purge.ts'
import { spaceBeginning } from './pages.ts'
import { counters, unreadRooms } from './reads.ts'
import { messaging } from './service/messaging.ts'
import { openRoom } from './service/rooms.ts'
import { handlers } from './routes.ts'
import { createChatService } from './service/index.ts'

export default defineServer(chat, {
  entities,
  service: createChatService,
  routes: handlers,
  on: [...subscriptions, ...news],
  jobs: [
    runs(purgeJob, (ctx, { roomId }) => purge(ctx, roomId), { deadlineMs: 60_000 }),
    runs(sendJob, (ctx, { scheduledId }) => sendDue(ctx, scheduledId)),
    runs(remindJob, (ctx, { reminderId }) => remindDue(ctx, reminderId)),
  ],
  hooks: { erase },
  counters: () => counters,
  rooms: {
    // whoever may read a conversation hears it
    chat: async (ctx, uuid) => ctx.member !== null && /^[\da-f-]{36}$/.test(uuid) && (await unlessRefused(openRoom(ctx, uuid), null)) !== null,
  },
  prefetch: { '*': async () => [{ route: chat.routes.unreadRooms }, { route: chat.routes.unreadThreads }] },
  contributes: [
    contribute(content.points.kind, messageKind),
    contribute(members.points.messaging, messaging),
    ...kinds.map((kind) => contribute(notifications.points.kind, kind)),
    contribute(spaces.points.type, {
      key: 'chat',
      views: [],
      options: SpaceOptions,
      isChat: true,
      page: spaceBeginning,
      holds: async (ctx) => [ctx.t('outside.chat')],
    }),
    contribute(communities.points.unread, async (ctx) => ctx.member !== null && (await ctx.read(unreadRooms, [ctx.member.id])).length > 0),
  ],
})
