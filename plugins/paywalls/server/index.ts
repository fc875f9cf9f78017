/** The wiring of selling. */
import { mailboxOf } from '@atrium/sdk'
import communities from '@atrium/sdk/kernel/communities'
import membership from '@atrium/sdk/kernel/membership'
import { contribute, defineServer, keepHost, on, runs } from '@atrium/sdk/server'
import access from '../../access/contract.ts'
import ai from '../../ai/contract.ts'
import archive from '../../archive/contract.ts'
import audience from '../../audience/contract.ts'
import events from '../../events/contract.ts'
import invitations from '../../invitations/contract.ts'
import members from '../../members/contract.ts'
import notifications from '../../notifications/contract.ts'
import payments from '../../payments/contract.ts'
import site from '../../site/contract.ts'
import spaces from '../../spaces/contract.ts'
import workflows from '../../workflows/contract.ts'
import { mailed } from './billing/service/mailed.ts'
import contract from '../contract.ts'
import { BuyerTable, entities } from './entities.ts'
import {
  bulkJob,
  compareJob,
  dueJob,
  endJob,
  endTestJob,
  expireJob,
  giftJob,
  orderJob,
  refundJob,
  resumeJob,
  spreadJob,
  standingJob,
  taxIdsJob,
} from './jobs.ts'
import { offer, pages, ticketOffer } from './pages.ts'
import { counters } from './reads.ts'
import { handlers } from './routes.ts'
import { bulkStep } from './billing/service/bulk.ts'
import { forgetTarget } from './selling/service/catalogue.ts'
import { expirePages, knownPayer } from './selling/service/checkout.ts'
import { compareBooks } from './books/service/compare.ts'
import { chargesFirst, onLeft, runDue, runResume } from './billing/service/due.ts'
import { paywallFilter } from './selling/service/filter.ts'
import { sendGift } from './billing/service/gifts.ts'
import { buyersAmong, holds } from './selling/service/holding.ts'
import { mailOrder } from './billing/service/invoiceMails.ts'
import { endTest, endTestSales, testSales } from './billing/service/live.ts'
import { kinds } from './billing/service/news.ts'
import { bookPayout } from './books/service/payouts.ts'
import { goOnWith } from './billing/service/refunds.ts'
import { endAtProvider } from './billing/service/returned.ts'
import { eraseSeats } from './billing/service/seats.ts'
import { follow, followStanding, onAway, onBanned } from './billing/service/standing.ts'
import { accessSource, service, spread } from './service.ts'
import { askRegister, forgetTaxIds } from './selling/service/taxIds.ts'
import { tickets } from './selling/service/tickets.ts'
import { applyCharge, applyCheckout, applySubscription } from './billing/service/settle.ts'
import { changes, paid, spent, turns } from './billing/service/told.ts'
import { ownPlans } from './billing/service/tools.ts'
import { paywall, price } from './selling/service/workflows.ts'
import { siteBlocks, siteTargets } from './selling/service/siteBlocks.ts'

export default defineServer(contract, {
  entities,
  routes: handlers,
  service,
  counters: () => counters,
  pages,
  contributes: [
    contribute(site.points.blocks, siteBlocks),
    contribute(ai.points.tool, ownPlans),
    contribute(site.points.targets, siteTargets),
    contribute(workflows.points.resource, paywall),
    contribute(workflows.points.resource, price),
    contribute(communities.points.ending, chargesFirst),
    contribute(communities.points.mails, mailed),
    contribute(access.points.source, accessSource),
    contribute(members.points.filter, paywallFilter),
    contribute(events.points.ticket, { ...tickets, page: ticketOffer }),
    contribute(invitations.points.payment, { holds, buyers: buyersAmong }),
    contribute(spaces.points.offer, offer),
    contribute(payments.points.testSales, testSales),
    contribute(payments.points.payer, knownPayer),
    ...kinds.map((kind) => contribute(notifications.points.kind, kind)),
    ...changes.map((kind) => contribute(audience.points.change, kind)),
    contribute(audience.points.timeline, paid),
    contribute(audience.points.timeline, turns),
    contribute(audience.points.fact, spent),
  ],
  jobs: [
    runs(orderJob, (ctx, { uid, locale }) => mailOrder(ctx, uid, locale)),
    runs(spreadJob, async (ctx, { paywallId, after }) => {
      const last = await spread(ctx, paywallId, after)
      if (last !== null) await ctx.enqueue(spreadJob, { paywallId, after: last })
    }),
    runs(giftJob, (ctx, { purchaseId }) => sendGift(ctx, purchaseId)),
    runs(dueJob, runDue, { schedule: '7 * * * *', deadlineMs: 60_000 }),
    runs(resumeJob, runResume, { schedule: '17 * * * *', transaction: false, deadlineMs: 60_000 }),
    runs(bulkJob, (ctx, { bulkId }) => bulkStep(ctx, bulkId), { transaction: false, deadlineMs: 60_000 }),
    runs(compareJob, async (ctx) => void (await compareBooks(ctx)), { transaction: false, schedule: '40 3 * * *', deadlineMs: 60 * 60_000 }),
    runs(expireJob, async (ctx, { uids }) => void (await expirePages(ctx, uids)), { transaction: false, deadlineMs: 60_000 }),
    runs(refundJob, (ctx, { uid }) => goOnWith(ctx, uid), { transaction: false, deadlineMs: 60_000 }),
    runs(standingJob, (ctx, { memberId }) => followStanding(ctx, memberId), { transaction: false, deadlineMs: 60_000 }),
    runs(taxIdsJob, askRegister, { schedule: '*/5 * * * *', transaction: false, deadlineMs: 5 * 60_000 }),
    runs(endTestJob, endTest, { deadlineMs: 60_000 }),
    runs(endJob, (ctx, { purchaseIds, how }) => endAtProvider(ctx, purchaseIds, how), { transaction: false, deadlineMs: 60_000 }),
  ],
  on: [
    on(payments.events['payments.checkout'], 'follow-checkout', applyCheckout),
    on(payments.events['payments.subscription'], 'follow-subscription', applySubscription),
    on(payments.events['payments.charge'], 'follow-charge', applyCharge),
    on(payments.events['payments.payout'], 'book-payout', bookPayout),
    on(payments.events['payments.test_over'], 'end-test-sales', endTestSales),
    on(membership.events['member.left'], 'end-for-leaver', (ctx, { memberId }) => onAway(ctx, memberId)),
    on(archive.events['member.banned'], 'follow-ban', (ctx, { memberId, endsAt }) => onBanned(ctx, memberId, endsAt === null)),
    on(archive.events['ban.lifted'], 'follow-lift', (ctx, { memberId }) => follow(ctx, memberId)),
    on(spaces.events['space.deleted'], 'forget-space', (ctx, { spaceId }) => forgetTarget(ctx, 'space', spaceId)),
    on(spaces.events['space_group.deleted'], 'forget-group', (ctx, { spaceGroupId }) => forgetTarget(ctx, 'space_group', spaceGroupId)),
    on(events.events['event.deleted'], 'forget-event', (ctx, { eventId }) => forgetTarget(ctx, 'event', eventId)),
  ],
  hooks: {
    start: keepHost,
    async erase(ctx, { memberId, emails }) {
      await onLeft(ctx, memberId)
      await forgetTaxIds(ctx, memberId, emails)
      await ctx.em.nativeDelete(BuyerTable, { memberId })
      // sums stay, as the books ask; who it was does not
      await ctx.sql(
        `update paywalls.charge set buyer_name = '', buyer_email = '', buyer_business = '', buyer_address = '', buyer_tax_id = null, member_id = null
         where community_id = $1 and (member_id = $2 or lower(buyer_email) = any ($3))`,
        [memberId, emails.map((email) => email.toLowerCase())],
      )
      await ctx.sql(`delete from paywalls.survey where community_id = $1 and member_id = $2`, [memberId])
      await ctx.sql(
        `update paywalls.checkout set email = null, name = '', ip = null, tax_id = null, business_name = '', address = '', member_id = null, gift = null,
           ordered = ordered || '{"gift": null, "taxId": null}'
         where community_id = $1 and (member_id = $2 or lower(email) = any ($3))`,
        [memberId, emails.map((email) => email.toLowerCase())],
      )
      await ctx.sql('update paywalls.once set member_id = null, mailbox = null where community_id = $1 and (member_id = $2 or mailbox = any ($3))', [
        memberId,
        emails.map(mailboxOf),
      ])
      await eraseSeats(ctx, memberId, emails)
      await ctx.sql(`update paywalls.purchase set member_id = null, tax_id = null where community_id = $1 and member_id = $2`, [memberId])
    },
  },
})
