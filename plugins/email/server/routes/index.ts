/** Handlers of emails to many. */
import { csvFile, type Ctx, type Handlers, hold, raw, safeHtml } from '@atrium/sdk/server'
import audience from '../../../audience/contract.ts'
import email, { type Sender } from '../../contract.ts'
import { TemplateTable, type Tables } from '../entities.ts'
import { hubHandlers } from './hub.ts'
import {
  applyTemplate,
  askOf,
  cancel,
  createBroadcast,
  createFromSource,
  deleteBroadcast,
  duplicateBroadcast,
  renameBroadcast,
  saveTemplate,
  schedule,
  sendNow,
  updateBroadcast,
} from '../service/broadcasts.ts'
import { isReturning, addDomain, checkDomain, listDomains, removeDomain, senderNow, warmDomain } from '../service/domains.ts'
import { themesOf } from '../service/letters.ts'
import { listBroadcasts, listTemplates, showBroadcast, showTemplate } from '../service/present.ts'
import { listRecipients, reportOf } from '../service/report.ts'
import { addSuppression, exportSuppressions, listSuppressions, removeSuppression } from '../service/suppressions.ts'
import { eventsAddress, renewEventsAddress, takeEvents } from '../service/told.ts'
import { preview, sendTest } from '../service/tests.ts'
import { saveTheme } from '../service/themes.ts'
import { askPage, clicked, opened, unsubscribe } from '../service/tracking.ts'
import { mailServerOf } from '../service/transport.ts'
import { systemHandlers } from './system.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
/** One transparent pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
/** After an act: as it is now. */
const after = async (ctx: Ctx, id: number, act: Promise<unknown>) => {
  await act
  return showBroadcast(ctx, id)
}

async function showSender(ctx: Ctx, { footer_html, is_open_tracked, is_click_tracked, from_email } = ctx.settings(email)): Promise<Sender> {
  return {
    footer_html,
    is_open_tracked,
    is_click_tracked,
    from_email,
    from_address: (await senderNow(ctx)).address,
    has_mail_server: mailServerOf(ctx) !== null,
  }
}

async function deliverability(ctx: Ctx, act?: Promise<unknown>) {
  await act
  return { domains: await listDomains(ctx), events_url: eventsAddress(ctx), has_returns: isReturning(ctx) }
}

export const routes: Handlers<typeof email> = {
  list: (ctx, { query }) => listBroadcasts(ctx, query),
  create: async (ctx, { body }) => showBroadcast(ctx, await createBroadcast(ctx, body)),
  createFromSource: async (ctx, { body }) => showBroadcast(ctx, await createFromSource(ctx, body.source_type, body.source_id)),
  async audienceCount(ctx, { body }) {
    const ask = askOf(body.audience)
    const people = ctx.use(audience)
    const [{ count, unsubscribed }, sample] = [await people.countReachable(ask), await people.reachable(ask, 0, 10)]
    const suppressed = await ctx.em
      .getKysely<Tables>()
      .selectFrom('email.suppression')
      .select((is) => is.fn.countAll<number>().as('n'))
      .where('community_id', '=', ctx.community.id)
      .executeTakeFirst()
    return { count, unsubscribed, suppressed: Number(suppressed?.n ?? 0), sample: sample.map(({ name, email: address }) => ({ name, email: address })) }
  },
  show: (ctx, { params }) => showBroadcast(ctx, params.id),
  update: (ctx, { params, body }) => after(ctx, params.id, updateBroadcast(ctx, params.id, body as never)),
  async destroy(ctx, { params }) {
    await deleteBroadcast(ctx, params.id)
  },
  sendNow: (ctx, { params }) => after(ctx, params.id, sendNow(ctx, params.id)),
  schedule: (ctx, { params, body }) => after(ctx, params.id, schedule(ctx, params.id, new Date(body.scheduled_at), body.is_local_time, body.time_zone)),
  cancelSchedule: (ctx, { params }) => after(ctx, params.id, cancel(ctx, params.id)),
  duplicate: async (ctx, { params }) => showBroadcast(ctx, await duplicateBroadcast(ctx, params.id)),
  rename: (ctx, { params, body }) => after(ctx, params.id, renameBroadcast(ctx, params.id, body.name)),
  updateTemplate: (ctx, { params, body }) => after(ctx, params.id, applyTemplate(ctx, params.id, body.template_id)),
  changeTheme: (ctx, { params, body }) => after(ctx, params.id, updateBroadcast(ctx, params.id, { theme_id: body.theme_id })),
  async sendTest(ctx, { params, body }) {
    await sendTest(ctx, params.id, body.emails)
  },
  preview: (ctx, { params, query }) => preview(ctx, params.id, query.variant),
  recipients: (ctx, { params, query }) => listRecipients(ctx, params.id, query),
  report: (ctx, { params }) => reportOf(ctx, params.id),

  templates: (ctx, { query }) => listTemplates(ctx, query),
  createTemplate: async (ctx, { body }) => showTemplate(ctx, await saveTemplate(ctx, null, body)),
  template: (ctx, { params }) => showTemplate(ctx, params.id),
  updateTemplateOf: async (ctx, { params, body }) => showTemplate(ctx, await saveTemplate(ctx, params.id, body as never)),
  async destroyTemplate(ctx, { params }) {
    await hold(ctx, TemplateTable, params.id, 'Template')
    await ctx.em.nativeDelete(TemplateTable, { id: params.id })
  },
  themes: async (ctx) => ({ records: await themesOf(ctx) }),
  async saveTheme(ctx, { body }) {
    await saveTheme(ctx, body.id, body.theme, body.is_default)
    return { records: await themesOf(ctx) }
  },
  addressSettings: (ctx) => showSender(ctx),
  async saveAddressSettings(ctx, { body: { footer_html, ...rest } }) {
    return showSender(ctx, await ctx.saveSettings(email, { ...rest, ...(footer_html !== undefined && { footer_html: safeHtml(footer_html) }) }))
  },
  deliverability: (ctx) => deliverability(ctx),
  addDomain: (ctx, { body }) => deliverability(ctx, addDomain(ctx, body.domain)),
  checkDomain: (ctx, { params }) => deliverability(ctx, checkDomain(ctx, params.id)),
  updateDomain: (ctx, { params, body }) => deliverability(ctx, warmDomain(ctx, params.id, body.is_warming)),
  removeDomain: (ctx, { params }) => deliverability(ctx, removeDomain(ctx, params.id)),
  renewEventsAddress: (ctx) => deliverability(ctx, renewEventsAddress(ctx)),
  suppressions: (ctx, { query }) => listSuppressions(ctx, query),
  addSuppression: (ctx, { body }) => addSuppression(ctx, body.email, body.detail),
  async removeSuppression(ctx, { params }) {
    await removeSuppression(ctx, params.id)
  },
  exportSuppressions: async (ctx, { query }) => csvFile('suppressions.csv', await exportSuppressions(ctx, query)),
  async providerEvents(ctx, { params, body }) {
    await takeEvents(ctx, params.token, body!)
    return { success: true as const }
  },
  segments: async (ctx) => ({ records: await ctx.use(audience).segments() }),
  async setPreference(ctx, { body }) {
    await ctx.use(audience).setSubscribed({ memberId: ctx.me().id }, body.subscribed)
    return { subscribed: await ctx.use(audience).isSubscribed({ memberId: ctx.me().id }) }
  },

  ...systemHandlers,
  ...hubHandlers,

  async opened(ctx, { params }) {
    await opened(ctx, params.token)
    return raw({ headers: { 'content-type': 'image/gif', 'cache-control': 'no-store, max-age=0' }, body: PIXEL })
  },
  clicked: async (ctx, { params }) =>
    raw({ status: 302, headers: { location: await clicked(ctx, params.token), 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }, body: '' }),
  askUnsubscribe: async (ctx, { params }) => raw({ headers: HTML, body: await askPage(ctx, params.token) }),
  // a mailbox presses it, and shows no answer
  unsubscribe: async (ctx, { params }) =>
    raw({ headers: { ...HTML, 'content-type': 'text/plain; charset=utf-8' }, body: await unsubscribe(ctx, params.token) }),
}
