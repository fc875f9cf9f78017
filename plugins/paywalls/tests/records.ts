/** Records of selling: a paywall with prices, a coupon, a group, somebody who holds it and has paid; for every suite there is. */
import { randomBytes, randomUUID } from 'node:crypto'
import { defineRecords, type MadeBy, type Side, type Target } from '@atrium/sdk/testing'
import payments from '../../payments/contract.ts'
import type { SpacesMade } from '../../spaces/tests/records.ts'
import contract from '../contract.ts'
import { chargeState, checkoutState, orderOf, subscriptionState } from './kit.ts'

const { routes } = contract
/** Another one at each call. */
const code = () => `MINE${randomBytes(4).toString('hex').toUpperCase()}`

async function bought(app: Target['app'], side: Side, word: string, paywallId: number, priceId: number) {
  const as = app.as(side.admin)
  const session = await as.call(routes.createSession, { body: { paywall_id: paywallId, price_id: priceId, business_name: `${word} Ltd` } })
  // as if paying had begun at a provider
  await app.sql(`update paywalls.checkout set status = 'started', provider = 'test', processor_id = $2, ordered = $3 where uid = $1`, [
    session.id,
    `cs_${session.id}`,
    JSON.stringify(orderOf(priceId, 1400, { name: 'Records' })),
  ])
  const purpose = { owner: 'paywalls', reference: session.id }
  await app.run(side.communityId, async (ctx) => {
    ctx.emit(payments.events['payments.checkout'], { purpose, version: 1, state: checkoutState(session.id, { subscriptionId: `sub_${session.id}` }) })
    ctx.emit(payments.events['payments.subscription'], { purpose, version: 1, state: subscriptionState(session.id, priceId) })
    ctx.emit(payments.events['payments.charge'], { purpose, version: 1, state: chargeState(session.id) })
  })
  await app.settle()
  const [purchase] = await app.sql<{ id: number }>('select id from paywalls.purchase where checkout_uid = $1', [session.id])
  const [charge] = await app.sql<{ id: number }>('select id from paywalls.charge where purchase_id = $1', [purchase!.id])
  return { session: session.id, purchase: purchase!.id, charge: charge!.id }
}

const records = defineRecords(contract, {
  // the books stay, under nobody's name
  leaving: {
    stays: ['paywalls.charge', 'paywalls.checkout', 'paywalls.entry', 'paywalls.happening', 'paywalls.once', 'paywalls.purchase'],
    goes: ['paywalls.buyer', 'paywalls.seat', 'paywalls.survey'],
  },
  // what is for sale is public, with all that its paywall says: its words are not the place's
  async fill({ app, side, word, mark, space }: Target & SpacesMade) {
    const as = app.as(side.admin)
    const group = await as.call(routes.createGroup, { body: { paywall_group: { name: `${word} group`, currency_id: 'eur' } } })
    const paywall = await as.call(routes.create, {
      body: {
        paywall: {
          name: `Pass ${mark}`,
          description: `What pass ${mark} gives`,
          currency: 'eur',
          status: 'active',
          paywall_group_id: group.id,
          opens: [{ kind: 'space', id: space.id }],
          prices: [
            { name: 'Monthly', price_type: 'subscription', amount_in_cents: 1400, interval: 'monthly' },
            { name: 'Yearly', price_type: 'subscription', amount_in_cents: 14_400, interval: 'yearly' },
          ],
        },
      },
    })
    const coupon = await as.call(routes.createCoupon, {
      body: { coupon: { code: `C${group.id}-${side.communityId}`, kind: 'percent', percent_off: 2000, name: `${word} coupon` } },
    })
    const [monthly, yearly] = paywall.prices
    const held = await bought(app, side, word, paywall.id, monthly!.id)
    await as.call(routes.updateDetails, { body: { business_name: `${word} Ltd`, address: `${word} street` } })
    // leaving needs a provider; what was said is written
    await app.sql(`insert into paywalls.survey (community_id, purchase_id, member_id, reason, comment) values ($1, $2, $3, 'other', $4)`, [
      side.communityId,
      held.purchase,
      side.admin.id,
      `${word} was enough`,
    ])
    // both need a provider as well
    await app.sql(`insert into paywalls.refund (community_id, uid, charge_id, amount, reason, status) values ($1, $2, $3, 1, 'Asked for', 'failed')`, [
      side.communityId,
      randomUUID(),
      held.charge,
    ])
    await app.sql('insert into paywalls.once (community_id, what, checkout_uid, member_id) values ($1, $2, $3, $4)', [
      side.communityId,
      `coupon:${coupon.id}`,
      held.session,
      side.admin.id,
    ])
    // a register is asked in the background, and by no test
    await app.sql(
      `insert into paywalls.tax_id_check (community_id, tax_id, status, asked_at) values ($1, $2, 'valid', now()) on conflict (community_id, tax_id) do nothing`,
      [side.communityId, `DE${900_000_000 + coupon.id}`],
    )
    const fresh = await as.call(routes.create, { body: { paywall: { name: `Draft ${mark}`, currency: 'eur', prices: [] } } })
    const other = await as.call(routes.create, {
      body: { paywall: { name: `Other ${mark}`, currency: 'eur', status: 'active', prices: [{ price_type: 'onetime', amount_in_cents: 500 }] } },
    })
    const given = await as.call(routes.create, {
      body: { paywall: { name: `Given ${mark}`, currency: 'eur', status: 'active', prices: [{ price_type: 'onetime', amount_in_cents: 0 }] } },
    })
    // seats, of which one was invited to, and a gift that was sent
    const team = await as.call(routes.create, {
      body: {
        paywall: {
          name: `Team ${mark}`,
          currency: 'eur',
          status: 'active',
          contains: [given.id],
          bump_price_id: other.prices[0]!.id,
          prices: [{ price_type: 'onetime', amount_in_cents: 0, seats_min: 2, seats_max: 5, regions: [] }],
        },
      },
    })
    const free = async (body: { paywall_id: number; price_id: number; seats?: number; gift?: { email: string; note: string } }) => {
      const { id } = await as.call(routes.createSession, { body })
      await as.call(routes.checkout, { body: { session_id: id } })
      await app.settle()
      const [purchase] = await app.sql<{ id: number }>('select id from paywalls.purchase where checkout_uid = $1', [id])
      return purchase!.id
    }
    const seats = await free({ paywall_id: team.id, price_id: team.prices[0]!.id, seats: 3 })
    await as.call(routes.inviteToSeats, { params: { id: seats }, body: { emails: [`seat${seats}@example.com`] } })
    const [seat] = await app.sql<{ id: number }>('select id from paywalls.seat where purchase_id = $1 and not is_own', [seats])
    // one's own seat, as it were in what somebody else bought
    const [sat] = await app.sql<{ id: number }>(
      'insert into paywalls.seat (community_id, purchase_id, member_id, taken_at) values ($1, $2, $3, now()) returning id',
      [side.communityId, held.purchase, side.admin.id],
    )
    const { url } = await as.call(routes.seatLink, { params: { id: seats }, body: {} })
    const give = (who: string) =>
      free({ paywall_id: given.id, price_id: given.prices[0]!.id, gift: { email: `${who}${given.id}@example.com`, note: 'For you' } })
    const handed = await give('handed')
    const gift = await give('gift')
    // paying needs a provider; that it was paid is written
    await app.sql(
      `update paywalls.checkout set ordered = jsonb_set(ordered, '{due}', '1400') where uid = (select checkout_uid from paywalls.purchase where id = $1)`,
      [gift],
    )
    const open = await as.call(routes.createSession, { body: { paywall_id: other.id, price_id: other.prices[0]!.id } })
    const bulk = await as.call(routes.bulk, { body: { action: 'give_time', subscription_ids: [held.purchase], days: 1 } })
    await app.settle()
    return {
      money: {
        group: group.id,
        paywall: paywall.id,
        monthly: monthly!.id,
        yearly: yearly!.id,
        coupon: coupon.id,
        fresh: fresh.id,
        other: other.id,
        otherPrice: other.prices[0]!.id,
        open: open.id,
        bulk: bulk.id,
        seats,
        seat: seat!.id,
        sat: sat!.id,
        gift,
        handed,
        token: url.split('/').at(-1)!,
        ...held,
      },
    }
  },
  screens: {
    '/checkout/:paywall': ({ money }) => `/checkout/${money.paywall}`,
    '/redeem/:token': ({ money }) => `/redeem/${money.token}`,
    '/settings/paywalls/:id': ({ money }) => `/settings/paywalls/${money.paywall}`,
    '/settings/paywalls/paywall_subscriptions/:id': ({ money }) => `/settings/paywalls/paywall_subscriptions/${money.purchase}`,
  },
  inputs: {
    list: {},
    create: { body: { paywall: { name: 'Mine', currency: 'eur' } } },
    show: ({ money }) => ({ params: { id: money.paywall } }),
    update: ({ money }) => ({ params: { id: money.paywall }, body: { paywall: { description: 'Changed' } } }),
    destroy: { input: ({ money }) => ({ params: { id: money.fresh } }), uses: true },
    // who is not inside reads what a paywall opens, by the name of the space too, as it is for sale
    opening: { query: { kind: 'space', target_id: 987_654 } },
    tickets: {},
    embed: { input: ({ money }) => ({ params: { id: money.other } }), outside: true, shared: true },
    coupon: ({ money }) => ({ params: { id: money.coupon } }),
    createCoupon: { input: () => ({ body: { coupon: { code: code(), kind: 'percent', percent_off: 1000 } } }), foreign: 'any' },
    updateCoupon: ({ money }) => ({ params: { id: money.coupon }, body: { coupon: { name: 'Changed' } } }),
    destroyCoupon: { input: ({ money }) => ({ params: { id: money.coupon } }), uses: true, shared: true },
    createAdminCoupon: { input: () => ({ body: { coupon: { code: code(), kind: 'percent', percent_off: 1000 } } }), foreign: 'any' },
    adminCoupon: ({ money }) => ({ params: { id: money.coupon } }),
    updateAdminCoupon: ({ money }) => ({ params: { id: money.coupon }, body: { coupon: { name: 'Changed' } } }),
    destroyAdminCoupon: { input: ({ money }) => ({ params: { id: money.coupon } }), uses: true, shared: true },
    createGroup: { body: { paywall_group: { name: 'Mine', currency_id: 'eur' } } },
    group: ({ money }) => ({ params: { id: money.group } }),
    updateGroup: ({ money }) => ({ params: { id: money.group }, body: { paywall_group: { name: 'Changed' } } }),
    destroyGroup: { input: ({ money }) => ({ params: { id: money.group } }), uses: true },
    prepare: { input: ({ money }) => ({ body: { paywall_id: money.other } }), shared: true, outside: true },
    preview: { input: ({ money }) => ({ body: { paywall_id: money.other, price_id: money.otherPrice } }), shared: true, outside: true },
    createSession: { input: ({ money }) => ({ body: { paywall_id: money.other, price_id: money.otherPrice } }), shared: true, outside: true },
    session: { input: ({ money }) => ({ params: { id: money.open } }), outside: true },
    updateSession: { input: ({ money }) => ({ params: { id: money.open }, body: { business_name: 'Changed' } }), outside: true },
    destroySession: { input: ({ money }) => ({ params: { id: money.open } }), uses: true, outside: true },
    otp: { input: ({ money }) => ({ body: { session_id: money.open, email: 'somebody@example.com', name: 'Somebody' } }), outside: true },
    verifications: { input: ({ money }) => ({ body: { session_id: money.open, code: '000000' } }), foreign: [404], own: [422], outside: true },
    checkout: { input: ({ money }) => ({ body: { session_id: money.open } }), outside: true },
    complete: { input: ({ money }) => ({ body: { session_id: money.open } }), outside: true },
    cancel: { input: ({ money }) => ({ body: { session_id: money.open } }), uses: true, outside: true },
    subscription: ({ money }) => ({ params: { id: money.purchase } }),
    changeSubscription: { input: ({ money }) => ({ params: { id: money.purchase }, body: { act: 'give_time', days: 1 } }), own: [404] },
    refund: { input: ({ money }) => ({ params: { id: money.charge }, body: { refund_id: randomUUID(), reason_details: 'Asked for' } }), own: [404] },
    bulk: { input: ({ money }) => ({ body: { action: 'give_time', subscription_ids: [money.purchase], days: 1 } }), foreign: 'any' },
    updateTaxSettings: { body: { seller_name: 'Clay & Fire' } },
    previewChange: { input: ({ money }) => ({ params: { id: money.purchase }, body: { price_id: money.yearly } }), own: [404] },
    changeOwn: { input: ({ money }) => ({ params: { id: money.purchase }, body: { act: 'pause' } }), own: [404] },
    seats: ({ money }) => ({ params: { id: money.seats } }),
    inviteToSeats: ({ money }) => ({ params: { id: money.seats }, body: { emails: ['mine@example.com'] } }),
    resendSeat: ({ money }) => ({ params: { id: money.seats, seat_id: money.seat } }),
    removeSeat: { input: ({ money }) => ({ params: { id: money.seats, seat_id: money.seat } }), uses: true },
    leaveSeat: { input: ({ money }) => ({ params: { id: money.sat } }), uses: true },
    seatLink: ({ money }) => ({ params: { id: money.seats }, body: {} }),
    // nothing was paid, so there is nothing to change
    previewSeats: { input: ({ money }) => ({ params: { id: money.seats }, body: { seats: 4 } }), own: [409] },
    resendGift: ({ money }) => ({ params: { id: money.gift }, body: {} }),
    giftLink: ({ money }) => ({ params: { id: money.handed } }),
    offered: { input: ({ money }) => ({ body: { token: money.token } }), outside: true },
    redeemSession: { input: ({ money }) => ({ body: { token: money.token } }), outside: true },
    // whoever has a link that is good is a member from then on, and inside: that is what seats.test.ts holds it to
    redeem: { input: ({ money }) => ({ body: { token: `not ${money.token}` } }), own: [404], outside: true },
    receipt: ({ money }) => ({ params: { id: money.charge } }),
    methodSession: { input: () => ({}), own: [404, 409], foreign: 'any' },
    updateDetails: { body: { business_name: 'Mine' } },
  },
})
export default records
export type PaywallsMade = MadeBy<typeof records>
