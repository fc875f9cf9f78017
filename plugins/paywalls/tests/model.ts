/**
 * A buyer's life as random commands, and a small account of it kept beside: what was shown before paying, what the provider took, what was given
 * back, and until when that opens the door. After each command the account is compared with the books, the provider, the door and what is shown.
 */
import { randomUUID } from 'node:crypto'
import { AtriumError, type RouteInput } from '@atrium/sdk'
import { expect } from 'chai'
import fc from 'fast-check'
import payments, { type ChargeState } from '../../payments/contract.ts'
import { manual, test } from '../../payments/server/service/provider.ts'
import contract from '../contract.ts'
import { type Shop, shop, type TestMember } from './sold.ts'

const { routes } = contract
const DAY = 86_400_000
/** The last try of a card that fails comes so long after the first; by hand nothing is tried. */
const TRIES = 15 * DAY
/** By hand: the time to pay. */
const TIME_TO_PAY = 14 * DAY
const GRACE = 7 * DAY

const MONTHLY = { price_type: 'subscription', interval: 'monthly' }
export const PRICES = [
  { ...MONTHLY, name: 'Small', amount_in_cents: 1000 },
  { ...MONTHLY, name: 'Large', amount_in_cents: 2500 },
  { ...MONTHLY, name: 'Tried', amount_in_cents: 1500, trial_days: 7, upfront_payment_amount_in_cents: 400 },
  { name: 'Once', price_type: 'onetime', amount_in_cents: 4000 },
  { name: 'Parts', price_type: 'installments', interval: 'monthly', amount_in_cents: 9000, installments_count: 3, upfront_payment_amount_in_cents: 3000 },
]
const COUPONS = {
  HALF: { kind: 'percent', percent_off: 5000, duration: 'once' },
  FIFTH: { kind: 'percent', percent_off: 2000, duration: 'forever' },
  THREE: { kind: 'amount', amount_off_in_cents: 300, currency: 'eur', duration: 'repeating', duration_in_months: 2 },
  FREE: { kind: 'percent', percent_off: 10_000, duration: 'once' },
}
type Code = keyof typeof COUPONS

/** What a provider took, as it says itself, and what was asked back of it. */
interface Payment {
  id: string
  amount: number
  back: number
  isLost: boolean
  /** Banks give back what they have asked about, or nobody does. */
  isDisputed: boolean
  /** Given back, and had all the same. */
  isKept: boolean
  periodEnd: number | null
}
/** What somebody has bought, by what was done. */
export interface Account {
  purchaseId: number | null
  processorId: string | null
  kind: 'subscription' | 'onetime' | 'installments'
  payments: Payment[]
  /** What is shown as the next payment. */
  next: { at: number; amount: number } | null
  trialUntil: number
  /** What nothing was paid for, and is had: all of it off. */
  isGiven: boolean
  /** After a change of price that nothing is charged for: until when what was paid covers it, and how many payments there were by then. */
  covered: { until: number; payments: number } | null
  endsAt: number | null
  pausedUntil: number | null
  /** The card, or the buyer, does not pay. */
  isFailing: boolean
  failedAt: number | null
  /** From when it is late; null while there is time to pay. */
  graceUntil: number | null
  isOver: boolean
}
const nothing = (): Account => ({
  ...{ purchaseId: null, processorId: null, kind: 'onetime', payments: [], next: null, trialUntil: 0, isGiven: false, covered: null },
  ...{ endsAt: null, pausedUntil: null, isFailing: false, failedAt: null, graceUntil: null, isOver: false },
})

/** Somebody who buys in a world that others have bought in before. */
export interface Buyer {
  s: Shop
  isByHand: boolean
  who: TestMember
  email: string
  paywall: { id: number; prices: { id: number }[] }
  since: Date
  /** Of before: each is compared once more. */
  former: Account[]
}
/** How far the clock of the tests is ahead of the machine's, in ms. */
const ahead = new WeakMap<Shop, number>()
const nowOf = (s: Shop) => Date.now() + (ahead.get(s) ?? 0)

/** A community that sells by this provider. */
export async function openShop(provider: 'test' | 'manual'): Promise<Shop> {
  const s = await shop()
  if (provider === 'manual')
    await s.app.run(null, (ctx) => ctx.as('payments').saveSettings(payments, { provider, manual_instructions: 'To account 12 of the kiln bank.' }))
  for (const [code, more] of Object.entries(COUPONS))
    await s.app.as(s.admin).call(routes.createCoupon, { body: { coupon: { code, once_per_member: false, ...more } as never } })
  return s
}
export async function openBuyer(s: Shop, provider: 'test' | 'manual'): Promise<{ model: Account; real: Buyer }> {
  s.app.resetLimits()
  await s.app.renew(s.admin)
  const who = await s.app.member()
  const [account] = await s.app.sql<{ email: string }>('select email from kernel.account where id = $1', [who.accountId])
  const paywall = await s.sell({ name: 'Glaze', opens: [{ kind: 'space', id: s.places.glaze.id }], prices: PRICES })
  const real = { s, isByHand: provider === 'manual', who, email: account!.email, paywall, since: new Date(nowOf(s) - 60_000), former: [] }
  return { model: nothing(), real }
}
/** Ends what is left, so that later clocks need not carry it. */
export async function leave({ s, who }: Buyer): Promise<void> {
  for (const { id, status } of await s.mine(who))
    if (status !== 'canceled' && status !== 'refunded')
      await s.app
        .as(s.admin)
        .call(routes.changeSubscription, { params: { id }, body: { act: 'cancel', ends_at: 'now' } })
        .catch(() => null)
  await s.app.settle()
}

const left = ({ amount, back }: Payment) => amount - back
const isBack = (one: Payment) => one.isLost || (left(one) === 0 && !one.isKept)
const lastOf = ({ payments: all }: Account) => {
  const end = Math.max(...all.map(({ periodEnd }) => periodEnd ?? 0))
  return all.filter(({ periodEnd }) => (periodEnd ?? 0) === end)
}
/** What was paid for it last is all back. */
const isReturned = (account: Account) => account.payments.length > 0 && lastOf(account).every(isBack)
const paidUntil = ({ payments: all, covered }: Account) =>
  Math.max(
    covered?.until ?? 0,
    ...all
      .slice(covered?.payments ?? 0)
      .filter((one) => !isBack(one))
      .map(({ periodEnd }) => periodEnd ?? 0),
  )
/** Whether the door has to stand open: by what was paid, and by nothing else. */
function isOpen(account: Account, now: number): boolean {
  if (account.purchaseId === null || account.isOver) return false
  if (account.kind === 'onetime') return account.isGiven || !isReturned(account)
  if (account.kind === 'installments' && account.payments.filter((one) => !isBack(one)).length >= 3) return true
  if (account.pausedUntil !== null) return now < paidUntil(account)
  if (account.graceUntil !== null) return now < account.graceUntil
  return true
}

/** All that the provider took of this buyer, as it says itself. */
async function taken({ s, who, since }: Buyer): Promise<ChargeState[]> {
  const mine = new Set((await s.app.sql<{ uid: string }>('select uid from paywalls.checkout where member_id = $1', [who.id])).map(({ uid }) => uid))
  return s.door(async (money) => {
    const ids = new Set<string>()
    for await (const { kind, id } of money.listChanged(since)) if (kind === 'charge') ids.add(id)
    const all = await Promise.all([...ids].map((id) => money.retrieveCharge(id)))
    return all.filter(({ purpose, status }) => status === 'paid' && purpose && mine.has(purpose.reference))
  })
}
/** What came in since the last look is what was promised, to the cent. */
async function expectTaken(account: Account, real: Buyer, amounts: number[], why: string): Promise<void> {
  const known = new Set([account, ...real.former].flatMap(({ payments: all }) => all.map(({ id }) => id)))
  const news = (await taken(real)).filter(({ id }) => !known.has(id))
  expect(
    news.map(({ amount }) => amount.amount),
    `${why}: what was taken`,
  ).to.deep.equal(amounts.filter((amount) => amount > 0))
  for (const { id, amount, invoice } of news)
    account.payments.push({
      ...{ id, amount: amount.amount, back: 0, isLost: false, isDisputed: false, isKept: false },
      periodEnd: invoice?.periodEnd ? Date.parse(invoice.periodEnd) : null,
    })
}
/** Compares everything that can be seen. */
async function look(account: Account, real: Buyer, why: string): Promise<void> {
  const { s, who, paywall } = real
  const now = nowOf(s)
  if (account.purchaseId !== null && account.kind !== 'onetime' && isReturned(account)) account.isOver = true
  if (account.endsAt !== null && account.endsAt <= now) account.isOver = true
  if (account.failedAt !== null && !real.isByHand && now >= account.failedAt + TRIES) account.isOver = true
  expect(await s.unbalanced(), `${why}: the ledger balances`).to.deep.equal([])
  const all = [account, ...real.former].flatMap(({ payments }) => payments)
  const there = new Map((await taken(real)).map((charge) => [charge.id, charge]))
  const here = await s.app.sql<{ id: string; amount: number; refunded: number; dispute: string | null; posted: number }>(
    `select c.processor_id as id, c.amount::int, c.refunded::int, c.dispute,
       (select coalesce(sum(e.amount), 0)::int from paywalls.entry e where e.charge_id = c.id and e.account = 'processor' and e.kind <> 'fee') as posted
     from paywalls.charge c where c.member_id = $1 and c.paid_at is not null`,
    [who.id],
  )
  expect(here.map(({ id }) => id).toSorted(), `${why}: what the books have`).to.deep.equal(all.map(({ id }) => id).toSorted())
  for (const one of all) {
    const row = here.find(({ id }) => id === one.id)!
    const charge = there.get(one.id)!
    expect([row.amount, row.refunded, row.posted], `${why}: ${one.id} in the books`).to.deep.equal([one.amount, one.back, one.isLost ? 0 : left(one)])
    expect([charge.amount.amount, charge.refunded], `${why}: ${one.id} at the provider`).to.deep.equal([one.amount, one.back])
  }
  const open = isOpen(account, now)
  expect(await s.inside(who, s.places.glaze), `${why}: the door`).to.equal(open)
  const wrong = await s.app.sql(
    `select p.holders_count from paywalls.paywall p where p.id = $1
       and p.holders_count <> (select count(*) from paywalls.purchase b where b.paywall_id = p.id and b.is_open)`,
    [paywall.id],
  )
  expect(wrong, `${why}: how many hold it`).to.deep.equal([])
  const shown = (await s.mine(who)).find(({ id }) => id === account.purchaseId)
  account.next =
    shown?.renews_at && !account.isOver && account.pausedUntil === null && account.failedAt === null
      ? { at: Date.parse(shown.renews_at), amount: shown.next_amount }
      : null
  if (account.processorId && account.isOver)
    expect((await s.door((money) => money.retrieveSubscription(account.processorId!))).status, `${why}: nothing runs on`).to.equal('canceled')
}

/** Does it although the first answer of the provider never arrives: whoever pressed presses again. */
async function pressed<T>(real: Buyer, isLost: boolean, press: () => Promise<T>): Promise<T> {
  if (!isLost) return press()
  const provider = real.isByHand ? manual : test
  const { refund, changeSubscription, createCheckout } = provider
  let isDone = false
  const losing =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const result = await call(...args)
      if (isDone) return result
      isDone = true
      throw new AtriumError(504, 'payments_away', 'The payment processor did not answer.')
    }
  Object.assign(provider, { refund: losing(refund), changeSubscription: losing(changeSubscription), createCheckout: losing(createCheckout) })
  try {
    return await press().catch((error) => {
      if (!isDone) throw error
      return press()
    })
  } finally {
    Object.assign(provider, { refund, changeSubscription, createCheckout })
  }
}

type Command = fc.AsyncCommand<Account, Buyer>
/** @param fits whether it can be done as things stand */
const step = (name: string, fits: (account: Readonly<Account>) => boolean, act: (account: Account, real: Buyer) => Promise<void>): Command => ({
  check: fits,
  async run(account, real) {
    real.s.app.resetLimits()
    await act(account, real)
    await look(account, real, name)
  },
  toString: () => name,
})
const lost = (isLost: boolean) => (isLost ? ', answer lost' : '')
const isRunning = (account: Readonly<Account>) => account.purchaseId !== null && !account.isOver && account.kind !== 'onetime'
/** Pays in time, is not about to end, and nothing is in the way. */
const isCalm = (account: Readonly<Account>) =>
  isRunning(account) && account.endsAt === null && account.pausedUntil === null && !account.isFailing && account.failedAt === null

type Act = RouteInput<typeof routes.changeOwn>['body']
const own = ({ s, who }: Buyer, account: Account, body: Act) => s.app.as(who).call(routes.changeOwn, { params: { id: account.purchaseId! }, body })
/** So many days on; sessions that end by then begin anew. */
async function pass({ s, who }: Buyer, days: number): Promise<void> {
  await s.pass(days)
  ahead.set(s, (ahead.get(s) ?? 0) + days * DAY)
  for (const person of [s.admin, who]) await s.app.renew(person)
}
const settled = async (real: Buyer) => {
  await real.s.app.settle()
}
/** By hand: whoever owes something transfers it, and an admin notes that. */
async function transfer({ s, email }: Buyer): Promise<void> {
  const { records } = await s.app.as(s.admin).call(payments.routes.invoices, { query: { query: email } })
  for (const { id } of records) await s.app.as(s.admin).call(payments.routes.payInvoice, { params: { invoice: id }, body: {} })
  await s.app.settle()
}

const buy = (
  place: number,
  code: Code | null,
  /** What is changed at the very moment when paying begins. */
  twist: 'price' | 'coupon' | null,
  isLost: boolean,
): Command => {
  const name = `buy ${PRICES[place]!.name}${code ? ` with ${code}` : ''}${twist ? `, changing the ${twist}` : ''}${lost(isLost)}`
  const fits = (account: Readonly<Account>) => account.purchaseId === null || account.isOver
  return step(name, fits, async (account, real) => {
    const { s, who, paywall } = real
    const { call } = s.app.as(who)
    const id = paywall.prices[place]!.id
    const choice = { paywall_id: paywall.id, price_id: id, coupon_code: code }
    const session = await call(routes.createSession, { body: choice })
    const due = (await call(routes.preview, { body: choice })).due_today
    const change = twist === 'price' ? { price_id: paywall.prices[(place + 1) % PRICES.length]!.id } : { coupon_code: null }
    const [started] = await Promise.all([
      pressed(real, isLost, () => call(routes.checkout, { body: { session_id: session.id, ...(!twist && { due_today: due, currency: 'eur' }) } })),
      twist && call(routes.updateSession, { params: { id: session.id }, body: change }).catch(() => null),
    ])
    const had = PRICES[paywall.prices.findIndex((price) => price.id === started.price_id)]!
    const shown = await call(routes.preview, { body: { ...choice, price_id: started.price_id, coupon_code: started.coupon_code } })
    expect(started.amount, 'what is asked for is what was shown').to.equal(shown.due_today)
    const [row] = await s.app.sql('select processor_id from paywalls.checkout where uid = $1', [started.id])
    if (row.processor_id)
      expect((await s.door((money) => money.retrieveCheckout(row.processor_id))).total.amount, 'what the page asks for').to.equal(started.amount)
    if (row.processor_id && !real.isByHand) await s.pay(started.id)
    await s.app.settle()
    if (real.isByHand) await transfer(real)
    if (account.purchaseId !== null) real.former.push({ ...account })
    Object.assign(account, nothing())
    await expectTaken(account, real, [started.amount], 'bought')
    const [purchase] = await s.app.sql('select id, kind, processor_id, price_id from paywalls.purchase where checkout_uid = $1', [started.id])
    expect(purchase.price_id, 'what was asked for is what is had').to.equal(started.price_id)
    expect(purchase.kind).to.equal(had.price_type)
    const { id: purchaseId, kind, processor_id: processorId } = purchase
    const trialUntil = shown.trial_ends_at ? Date.parse(shown.trial_ends_at) : 0
    Object.assign(account, { purchaseId, processorId, kind, trialUntil, isGiven: started.amount === 0 && kind === 'onetime' })
  })
}
const wait = (days: number): Command => {
  const name = `${days} days pass`
  const fits = ({ pausedUntil }: Readonly<Account>) => pausedUntil === null
  return step(name, fits, async (account, real) => {
    const { s } = real
    await pass(real, days)
    const now = nowOf(s)
    const { next } = account
    let due: number[] = []
    if (next && next.at <= now && !account.isOver) {
      if (account.isFailing) account.failedAt = next.at
      else due = [next.amount]
    }
    if (account.failedAt !== null && now >= account.failedAt + (real.isByHand ? TIME_TO_PAY : 0)) account.graceUntil ??= now + GRACE
    if (real.isByHand && !account.isFailing) await transfer(real)
    await expectTaken(account, real, due, name)
  })
}
const waitPaused = (days: number): Command => {
  const name = `${days} days pass in a pause`
  const fits = ({ pausedUntil }: Readonly<Account>) => pausedUntil !== null
  return step(name, fits, async (account, real) => {
    const { s } = real
    // by then it would go on by itself
    if (nowOf(s) + days * DAY >= account.pausedUntil!) return
    await pass(real, days)
    await expectTaken(account, real, [], name)
  })
}
const cancel = (): Command => {
  const name = 'cancel for the end of the period'
  const fits = (account: Readonly<Account>) => isCalm(account) && account.kind === 'subscription'
  return step(name, fits, async (account, real) => {
    const { ends_at: endsAt } = await own(real, account, { act: 'cancel', reason: 'other' })
    await settled(real)
    const shown = (await real.s.mine(real.who)).find(({ id }) => id === account.purchaseId)
    account.endsAt = Date.parse(shown?.ends_at ?? endsAt!)
    await expectTaken(account, real, [], 'canceled')
  })
}
const stay = (): Command => {
  const name = 'stay after all'
  const fits = (account: Readonly<Account>) => isRunning(account) && account.endsAt !== null
  return step(name, fits, async (account, real) => {
    await own(real, account, { act: 'resume' })
    await settled(real)
    account.endsAt = null
    await expectTaken(account, real, [], 'stays')
  })
}
const pause = (): Command => {
  const name = 'pause'
  const fits = (account: Readonly<Account>) => isCalm(account) && account.kind === 'subscription' && account.payments.length > 0
  return step(name, fits, async (account, real) => {
    const { s } = real
    if (nowOf(s) < account.trialUntil || nowOf(s) >= paidUntil(account)) return
    await own(real, account, { act: 'pause', months: 6 })
    await settled(real)
    account.pausedUntil = nowOf(s) + 175 * DAY
    await expectTaken(account, real, [], 'paused')
  })
}
const resume = (): Command => {
  const name = 'resume'
  const fits = (account: Readonly<Account>) => isRunning(account) && account.pausedUntil !== null
  return step(name, fits, async (account, real) => {
    const { s, who } = real
    const { amount } = (await s.mine(who)).find(({ id }) => id === account.purchaseId)!
    const isPaid = nowOf(s) < paidUntil(account)
    await own(real, account, { act: 'resume' })
    await settled(real)
    if (real.isByHand) await transfer(real)
    account.pausedUntil = null
    await expectTaken(account, real, isPaid ? [] : [amount], 'resumed')
  })
}
const changePrice = (place: 0 | 1, isLost: boolean): Command => {
  const name = `change to ${PRICES[place]!.name}${lost(isLost)}`
  const fits = (account: Readonly<Account>) => isCalm(account) && account.kind === 'subscription' && account.payments.length > 0
  return step(name, fits, async (account, real) => {
    const { s, who, paywall } = real
    const price = paywall.prices[place]!.id
    const now = (await s.mine(who)).find(({ id }) => id === account.purchaseId)!
    if (now.paywall_price_id === price || nowOf(s) < account.trialUntil || isReturned(account)) return
    const body = { price_id: price }
    const preview = await s.app.as(who).call(routes.previewChange, { params: { id: account.purchaseId! }, body })
    await pressed(real, isLost, () =>
      own(real, account, { act: 'change_price', ...body }).catch((error) => {
        // it has come about already
        if (error.status !== 422) throw error
      }),
    )
    await settled(real)
    if (real.isByHand) await transfer(real)
    await expectTaken(account, real, [preview.due_now], name)
    const { paid, unused, credit_until: until } = preview
    expect(unused, `${name}: no more than was paid`).to.be.at.most(paid)
    if (until === null) return
    const shown = (await s.mine(who)).find(({ id }) => id === account.purchaseId)!
    // what is unused is whole cents, of which one may have passed between the two; it pays for about an hour
    expect(Date.parse(shown.renews_at!), `${name}: the next payment is as shown`).to.be.closeTo(Date.parse(until), DAY / 12)
    account.covered = { until: Date.parse(shown.renews_at!), payments: account.payments.length }
  })
}
const refund = (/** Of what is left, in hundredths. */ part: number, isFirst: boolean, isKept: boolean, isLost: boolean): Command => {
  const name = `give back ${part} % of the ${isFirst ? 'first' : 'last'} payment${isKept ? ' and keep' : ''}${lost(isLost)}`
  const which = ({ payments: all }: Readonly<Account>) => all.at(isFirst ? 0 : -1)
  const fits = (account: Readonly<Account>) => {
    const one = which(account)
    return one !== undefined && !account.isOver && !one.isDisputed && left(one) > 0
  }
  return step(name, fits, async (account, real) => {
    const { s, who } = real
    const one = which(account)!
    const amount = Math.max(1, Math.round((left(one) * part) / 100))
    const { id } = (await s.charges(who)).find(({ processor_id }) => processor_id === one.id)!
    const body = { refund_id: randomUUID(), amount, reason_details: 'Asked for', keep_access: isKept }
    const press = () => s.app.as(s.admin).call(routes.refund, { params: { id }, body })
    await pressed(real, isLost, press)
    // the impatient press again
    await press().catch(() => null)
    await settled(real)
    one.back += amount
    one.isKept = isKept && left(one) === 0
    await expectTaken(account, real, [], 'given back')
  })
}
const dispute = (outcome: 'won' | 'lost'): Command => {
  const name = `a dispute is ${outcome}`
  const fits = (account: Readonly<Account>) => {
    const one = account.payments.at(-1)
    return one !== undefined && !account.isOver && !one.isDisputed && one.back === 0
  }
  return step(name, fits, async (account, real) => {
    if (real.isByHand) return
    const one = account.payments.at(-1)!
    await real.s.door((money) => money.test.dispute(one.id, outcome))
    await settled(real)
    one.isDisputed = true
    one.isLost = outcome === 'lost'
  })
}
const end = (refund: 'prorated' | 'full' | null, isLost: boolean): Command => {
  const name = `end now${refund ? `, ${refund} refund` : ''}${lost(isLost)}`
  const fits = (account: Readonly<Account>) => {
    const one = account.payments.at(-1)
    return isRunning(account) && (refund === null || (one !== undefined && !one.isDisputed && left(one) > 0))
  }
  return step(name, fits, async (account, real) => {
    const { s } = real
    const body = { act: 'cancel' as const, ends_at: 'now' as const, refund_type: refund ?? undefined }
    const press = () => s.app.as(s.admin).call(routes.changeSubscription, { params: { id: account.purchaseId! }, body })
    await pressed(real, isLost, press).catch((error) => {
      if (!isLost || error.code !== 'subscription_over') throw error
    })
    // the impatient press again, before the news of it have come
    await press().catch(() => null)
    await settled(real)
    expect(await press().catch(({ code }) => code), 'pressed later').to.equal('subscription_over')
    const one = account.payments.at(-1)
    if (one && refund) {
      const back = (await taken(real)).find(({ id }) => id === one.id)!.refunded
      if (refund === 'full') expect(back, 'all of it').to.equal(one.amount)
      else expect(back, 'a part of it').to.be.within(one.back, one.amount)
      one.back = back
    }
    account.isOver = true
    await expectTaken(account, real, [], 'ended')
  })
}
const card = (isBad: boolean): Command => {
  const name = isBad ? 'a card that fails' : 'a card that pays'
  const fits = (account: Readonly<Account>) => isRunning(account) && account.pausedUntil === null && account.endsAt === null && account.isFailing !== isBad
  return step(name, fits, async (account, real) => {
    const { s, who } = real
    if (!real.isByHand) {
      const { url } = await s.app.as(who).call(routes.methodSession)
      const card = isBad ? '4000000000000341' : '4242424242424242'
      await s.app.as(null).call(payments.routes.testPay, { params: { session: url.split('/').at(-1)! }, body: { card } })
    }
    await settled(real)
    account.isFailing = isBad
    if (account.failedAt === null) return expectTaken(account, real, [], name)
    if (real.isByHand) await transfer(real)
    Object.assign(account, { failedAt: null, graceUntil: null })
    const news = (await taken(real)).filter(({ id }) => !account.payments.some((one) => one.id === id))
    // by hand each period has its invoice
    if (real.isByHand) expect(news.length, 'what was open is paid').to.be.greaterThan(0)
    else expect(news.length, 'what was open is paid').to.equal(1)
    await expectTaken(
      account,
      real,
      news.map(({ amount }) => amount.amount),
      name,
    )
  })
}
/** Whatever was said comes once more, late. */
const repeat = (): Command => {
  const name = 'it is all said again'
  const fits = (account: Readonly<Account>) => account.payments.length > 0
  return step(name, fits, async (account, { s }) => {
    await s.door(async (money) => {
      for (const { id } of account.payments) await money.refresh('charge', id)
      if (account.processorId) await money.refresh('subscription', account.processorId)
    })
    await s.app.settle()
  })
}

const seldom = fc.integer({ min: 0, max: 4 }).map((n) => n === 0)
const days = fc.constantFrom(1, 6, 10, 16, 27)
/** Lives of up to so many commands; those that do not fit as things stand are left out. */
export const lives = (maxCommands: number) =>
  fc.commands<Account, Buyer, false>(
    [
      fc
        .tuple(
          fc.nat(PRICES.length - 1),
          fc.option(fc.constantFrom(...(Object.keys(COUPONS) as Code[]))),
          fc.option(fc.constantFrom('price' as const, 'coupon' as const), { freq: 3 }),
          seldom,
        )
        .map(([place, code, twist, isLost]) => buy(place, code, twist, isLost)),
      days.map((count) => wait(count)),
      days.map((count) => waitPaused(count)),
      fc.constant(cancel()),
      fc.constant(stay()),
      fc.constant(pause()),
      fc.constant(resume()),
      fc.tuple(fc.constantFrom(0 as const, 1 as const), seldom).map(([place, isLost]) => changePrice(place, isLost)),
      fc.tuple(fc.constantFrom(30, 100), fc.boolean(), seldom, seldom).map(([part, isFirst, isKept, isLost]) => refund(part, isFirst, isKept, isLost)),
      fc.constantFrom('won' as const, 'lost' as const).map((outcome) => dispute(outcome)),
      fc.tuple(fc.option(fc.constantFrom('prorated' as const, 'full' as const)), seldom).map(([refund, isLost]) => end(refund, isLost)),
      fc.boolean().map((isBad) => card(isBad)),
      fc.constant(repeat()),
    ],
    { maxCommands, size: 'max' },
  )
