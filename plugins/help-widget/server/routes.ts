/** Handlers of the help widget: each a call of its service. */
import type { Handlers } from '@atrium/sdk/server'
import inbox from '../../inbox/contract.ts'
import contract from '../contract.ts'
import { article, groups, list, news, nextEvents, pinned } from './service/articles.ts'
import { readIdentity, signOut, visit } from './service/asker.ts'
import { check, upload } from './service/attachments.ts'
import { changeFeedback, giveFeedback, listFeedbacks, removeFeedback, showFeedback } from './service/feedback.ts'
import { completeOnboarding, home } from './service/home.ts'
import { script } from './service/script.ts'
import { createSecret, setting } from './service/setup.ts'
import {
  changeTalk,
  createTalk,
  endTalk,
  listMessages,
  listTalks,
  liveStatus,
  open,
  reword,
  say,
  showMessage,
  showTalk,
  takeBack,
  transcript,
} from './service/talks.ts'

export const handlers: Handlers<typeof contract> = {
  script,
  async visit(ctx, { body: { identity, timezone, page } }) {
    if (identity === '') await signOut(ctx)
    const { personId, isIdentified } = await visit(ctx, identity ? await readIdentity(ctx, identity) : null)
    if (personId !== null) await ctx.use(inbox).noteVisit(personId, { locale: ctx.locale, ...(timezone && { timezone }), ...(page && { page }) })
    return { is_known: ctx.member !== null || isIdentified, name: ctx.member?.name ?? '' }
  },
  home,
  pinnedPost: async (ctx) => ({ post: await pinned(ctx) }),
  posts: (ctx, { query }) => list(ctx, query),
  post: (ctx, { params }) => article(ctx, params.id),
  news: (ctx, { query }) => news(ctx, query),
  spaceGroups: async (ctx) => ({ records: await groups(ctx) }),
  events: async (ctx) => ({ records: await nextEvents(ctx) }),

  feedbacks: (ctx, { query }) => listFeedbacks(ctx, query),
  createFeedback: (ctx, { body }) => giveFeedback(ctx, body.post_feedback),
  showFeedback: (ctx, { params }) => showFeedback(ctx, params.id),
  updateFeedback: (ctx, { params, body }) => changeFeedback(ctx, params.id, body.post_feedback),
  destroyFeedback: (ctx, { params }) => removeFeedback(ctx, params.id),

  conversations: (ctx, { query }) => listTalks(ctx, 'all', query),
  createConversation: (ctx, { body }) => createTalk(ctx, 'all', body.conversation),
  showConversation: (ctx, { params }) => showTalk(ctx, 'all', params.id),
  updateConversation: (ctx, { params, body }) => changeTalk(ctx, 'all', params.id, body.conversation),
  destroyConversation: (ctx, { params }) => endTalk(ctx, 'all', params.id),
  chats: (ctx, { query }) => listTalks(ctx, 'circle_bot', query),
  createChat: (ctx, { body }) => createTalk(ctx, 'circle_bot', body.conversation),
  showChat: (ctx, { params }) => showTalk(ctx, 'circle_bot', params.id),
  updateChat: (ctx, { params, body }) => changeTalk(ctx, 'circle_bot', params.id, body.conversation),
  destroyChat: (ctx, { params }) => endTalk(ctx, 'circle_bot', params.id),
  download: (ctx, { params }) => transcript(ctx, params.id),
  liveStatus,
  liveUpload: (ctx, { query, body }) => upload(ctx, query.filename, body as unknown as AsyncIterable<Uint8Array>),
  liveChats: (ctx, { query }) => listTalks(ctx, 'live_chat', query),
  createLiveChat: (ctx, { body }) => createTalk(ctx, 'live_chat', body.conversation),
  showLiveChat: (ctx, { params }) => showTalk(ctx, 'live_chat', params.id),
  updateLiveChat: (ctx, { params, body }) => changeTalk(ctx, 'live_chat', params.id, body.conversation),
  destroyLiveChat: (ctx, { params }) => endTalk(ctx, 'live_chat', params.id),

  messages: async (ctx, { query }) => ({ records: await listMessages(ctx, query.conversation_id, query.after_id, query.per_page) }),
  createMessage: (
    ctx,
    {
      body: {
        message: { conversation_id, ...written },
      },
    },
  ) => say(ctx, conversation_id, written),
  showMessage: (ctx, { params }) => showMessage(ctx, params.id),
  updateMessage: (ctx, { params, body }) => reword(ctx, params.id, body.message.text),
  destroyMessage: (ctx, { params }) => takeBack(ctx, params.id),
  attach: (ctx, { query, body }) => upload(ctx, query.filename, body as unknown as AsyncIterable<Uint8Array>),
  checkAttachment: (ctx, { params }) => check(ctx, params.id),
  ticket: (
    ctx,
    {
      body: {
        ticket: { subject, type, area, priority, ...first },
      },
    },
  ) => open(ctx, 'email', first, { subject, ticket: { type, area, priority } }),
  completeOnboarding: async (ctx) => void (await completeOnboarding(ctx)),
  setting,
  updateSetting: async (ctx, { body }) => void (await ctx.saveSettings(contract, body.setting)),
  createSecret,
}
