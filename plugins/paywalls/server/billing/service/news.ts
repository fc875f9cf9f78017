/** What of selling is told in the app: to buyers beside each email about their purchase, to sellers as it happens, to whoever is given something. */
import type { Ctx } from '@atrium/sdk/server'
import notifications, { type News, type NotificationKind, type NotificationSubject } from '../../../../notifications/contract.ts'
import contract from '../../../contract.ts'
import { chargesById, giftedRead, ownPurchasesNamed, paywallNamesRead, sellersRead } from '../../reads.ts'

/** The email goes out by itself: it is part of the deal, and no news that one may switch off. */
const BESIDE_EMAIL = ['in_app', 'push'] as const
const BILLING = '/account/billing'
const SALES = '/settings/paywalls/paywall_charges'

/** Told to the buyer alone, of a purchase. */
const ofBuyer = (key: string, icon: string, more: Partial<NotificationKind> = {}): NotificationKind => ({
  key,
  icon,
  group: 'inbox',
  channels: BESIDE_EMAIL,
  defaults: { in_app: true, email: false, push: false },
  async subjects(ctx, ids) {
    if (!ctx.member) return new Map()
    const rows = await ctx.read(ownPurchasesNamed, [ids, ctx.member.id])
    return new Map(rows.map(({ id, name }): [number, NotificationSubject] => [id, { title: name, path: BILLING, spaceId: null, type: 'Purchase' }]))
  },
  recipientsSee: true,
  async recipients(ctx, purchaseId, after) {
    const [row] = await ctx.read(ownPurchasesNamed, [[purchaseId], null])
    return row?.member_id && row.member_id > after ? [{ memberId: row.member_id, reason: 'bought' }] : []
  },
  ...more,
})
const paid = ofBuyer('purchase_paid', 'receipt')
const failed = ofBuyer('renewal_failed', 'triangle-alert', { required: true, defaults: { in_app: true, email: false, push: true } })
const refunded = ofBuyer('purchase_refunded', 'undo-2')
const trial = ofBuyer('trial_ends', 'clock')
const renews = ofBuyer('subscription_renews', 'refresh-cw')
const ended = ofBuyer('subscription_ended', 'circle-x')
const owed = ofBuyer('invoice_due', 'receipt')
const BY_MAIL = {
  ...{ receipt: paid, failed, grace: failed, refunded, trial, renewal: renews, ended, invoice: owed },
}
export type MailKey = keyof typeof BY_MAIL

/** For whoever looks after what is sold. */
const seesSales = (ctx: Ctx) => ctx.can('paywalls.manage')
const toSellers: Pick<NotificationKind, 'reaches' | 'recipientsSee' | 'recipients'> = {
  reaches: seesSales,
  recipientsSee: true,
  recipients: async (ctx, _id, after, limit) => (await ctx.read(sellersRead, [after, limit])).map(({ id }) => ({ memberId: id, reason: 'sells' })),
}
/** Of a paywall, so that many sales of it are one line. */
const ofPaywall = (key: string, icon: string): NotificationKind => ({
  key,
  icon,
  group: 'inbox',
  defaults: { in_app: true, email: false, push: false },
  async subjects(ctx, ids) {
    const rows = seesSales(ctx) ? await ctx.read(paywallNamesRead, [ids]) : []
    return new Map(rows.map(({ id, name }): [number, NotificationSubject] => [id, { title: name, path: SALES, spaceId: null, type: 'Paywall' }]))
  },
  ...toSellers,
})
const sold = ofPaywall('new_sale', 'credit-card')
const notPaid = ofPaywall('sale_failed', 'triangle-alert')
const disputed: NotificationKind = {
  key: 'charge_disputed',
  icon: 'shield-alert',
  group: 'inbox',
  defaults: { in_app: true, email: true, push: true },
  async subjects(ctx, ids) {
    const rows = seesSales(ctx) ? await ctx.read(chargesById, [ids]) : []
    return new Map(rows.map(({ id, paywall_name: title }): [number, NotificationSubject] => [id, { title, path: SALES, spaceId: null, type: 'Charge' }]))
  },
  ...toSellers,
}

/** A seat or a gift for somebody who is here already; the link that opens it is in their mailbox alone. */
const given: NotificationKind = {
  key: 'seat_given',
  icon: 'gift',
  group: 'inbox',
  channels: BESIDE_EMAIL,
  defaults: { in_app: true, email: false, push: true },
  async subjects(ctx, ids) {
    const { member, account } = ctx
    if (!member || !account) return new Map()
    const rows = (await ctx.read(giftedRead, [ids])).filter(({ email, member_id }) => member_id === member.id || email.toLowerCase() === account.email)
    return new Map(rows.map(({ id, name }): [number, NotificationSubject] => [id, { title: name, path: BILLING, spaceId: null, type: 'Seat' }]))
  },
  async recipients(ctx, seatId, after) {
    const [seat] = await ctx.read(giftedRead, [[seatId]])
    const known = seat && (await ctx.members.known([seat.email])).get(seat.email)
    return known?.memberId && known.status === 'active' && known.memberId > after ? [{ memberId: known.memberId, reason: 'given' }] : []
  },
}
export const kinds = [paid, failed, refunded, trial, renews, ended, owed, sold, notPaid, disputed, given]

interface Told {
  subjectId: number
  /** What happened, once. */
  act: string
  actorMemberId?: number | null
  values?: News['values']
}
/** By a job: money is settled whether or not it can be told. */
async function tell(ctx: Ctx, { key: kind }: NotificationKind, { subjectId, act, actorMemberId = null, values }: Told): Promise<void> {
  if (!ctx.has(notifications)) return
  await ctx.use(notifications).tellMany({ kind, subjectId, key: `${contract.id}:${kind}:${act}`, actorMemberId, values })
}
export const tellBuyer = (ctx: Ctx, mail: MailKey, purchaseId: number, act: string, values: News['values']): Promise<void> =>
  tell(ctx, BY_MAIL[mail], { subjectId: purchaseId, act: `${mail}:${purchaseId}:${act}`, values })
export const tellSale = (ctx: Ctx, paywallId: number, chargeId: number, buyer: number | null): Promise<void> =>
  tell(ctx, sold, { subjectId: paywallId, act: String(chargeId), actorMemberId: buyer })
export const tellNotPaid = (ctx: Ctx, paywallId: number, chargeId: number, buyer: number | null): Promise<void> =>
  tell(ctx, notPaid, { subjectId: paywallId, act: String(chargeId), actorMemberId: buyer })
export const tellDispute = (ctx: Ctx, chargeId: number, buyer: number | null): Promise<void> =>
  tell(ctx, disputed, { subjectId: chargeId, act: String(chargeId), actorMemberId: buyer })
/** @param giver null: they have left meanwhile */
export const tellGiven = (ctx: Ctx, seatId: number, giver: number | null): Promise<void> =>
  tell(ctx, given, { subjectId: seatId, act: String(seatId), actorMemberId: giver })
