/** Handlers of notifications. */
import { type Handlers, raw } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { previewDigest, sendDigest } from './service/digests.ts'
import { takeByMail, takePage } from './service/mailOffers.ts'
import { saveChoice } from './service/preferencePage.ts'
import { askPage, unsubscribeBy } from './service/unsubscribing.ts'
import { discardHeld, postHeld, showHeld } from './service/held.ts'
import { takeEmail } from './service/webhook.ts'
import { archive, counts, listActs, listNotices, markAllRead, markRead, markUnread, resetCounts, stop, take } from './service/inbox.ts'
import { noteZone, showMedium, showPreferences, updateMedium, updatePreferences } from './service/preferences.ts'
import { worker } from './service/worker.ts'
import { subscribe, unsubscribe } from './service/push.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }

export const routes: Handlers<typeof contract> = {
  list: (ctx, { query }) => listNotices(ctx, query),
  acts: (ctx, { params }) => listActs(ctx, params.id),
  markAsRead: (ctx, { params }) => markRead(ctx, params.id),
  markAsUnread: (ctx, { params }) => markUnread(ctx, params.id),
  markAllAsRead: (ctx, { body }) => markAllRead(ctx, body.notification_group),
  archive: (ctx, { params }) => archive(ctx, params.id),
  stop: (ctx, { params }) => stop(ctx, params.id),
  take: (ctx, { params, body }) => take(ctx, params.id, params.key, body.text),
  takePage: async (ctx, { params }) => raw({ headers: HTML, body: await takePage(ctx, params.token) }),
  takeByMail: async (ctx, { params }) => raw({ headers: HTML, body: await takeByMail(ctx, params.token) }),
  newCount: (ctx) => counts(ctx),
  resetNewCount: (ctx) => resetCounts(ctx),
  async previewDigest(ctx) {
    const { digest } = await showPreferences(ctx)
    return { success: true as const, sent: await sendDigest(ctx, ctx, digest === 'daily' ? 'daily' : 'weekly') }
  },
  unsubscribePage: async (ctx, { params }) => raw({ headers: HTML, body: await askPage(ctx, params.token) }),
  // a mailbox presses it, and shows no answer
  unsubscribeBy: async (ctx, { params }) =>
    raw({ headers: { ...HTML, 'content-type': 'text/plain; charset=utf-8' }, body: await unsubscribeBy(ctx, params.token) }),
  savePreferencePage: async (ctx, { params, body }) => raw({ headers: HTML, body: await saveChoice(ctx, params.token, body!) }),
  heldReply: (ctx, { params }) => showHeld(ctx, params.id),
  postHeldReply: (ctx, { params }) => postHeld(ctx, params.id),
  discardHeldReply: (ctx, { params }) => discardHeld(ctx, params.id),
  inboundEmail: (ctx, { query, body }) => takeEmail(ctx, query, body!),
  weeklyDigest: (ctx) => ({ ...ctx.communitySettings(contract), ...ctx.settings(contract) }),
  async updateWeeklyDigest(ctx, { body: { weekly_digest_enabled = ctx.communitySettings(contract).weekly_digest_enabled, ...changes } }) {
    await ctx.platform.update<typeof contract>({ weekly_digest_enabled })
    return { weekly_digest_enabled, ...(await ctx.saveSettings(contract, changes)) }
  },
  async previewWeeklyDigest(ctx) {
    return previewDigest(ctx)
  },
  worker: () => raw({ headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' }, body: worker }),
  preferences: (ctx) => showPreferences(ctx),
  async updatePreferences(ctx, { body }) {
    await updatePreferences(ctx, body)
    return showPreferences(ctx)
  },
  noteZone: (ctx, { body }) => noteZone(ctx, body.time_zone),
  mediumPreferences: (ctx, { params }) => showMedium(ctx, params.medium),
  updateMediumPreference: (ctx, { params, body }) => updateMedium(ctx, params.medium, body),
  subscribe: (ctx, { body }) => subscribe(ctx, body),
  async unsubscribe(ctx, { body }) {
    await unsubscribe(ctx, body.endpoint)
  },
}
