/** A sale is one document: what stands on it comes to its total, at every provider and on every paper. */
import { stepOf } from '@atrium/sdk'
import { expect } from 'chai'
import fc from 'fast-check'
import payments from '../../payments/contract.ts'
import contract from '../contract.ts'
import { documentOf, grossOfAll, type Sale } from '../server/selling/service/document.ts'
import { withoutTax } from '../server/shared/service/money.ts'
import { type Shop, shop } from './sold.ts'

const { routes } = contract
const RUNS = 3000

describe('documents', () => {
  let s: Shop
  before(async () => {
    s = await shop()
    await s.app.as(s.admin).call(routes.updateTaxSettings, { body: { platform_status: 'enabled', country: 'FR' } as never })
  })
  beforeEach(() => s.app.resetLimits())
  after(() => s?.app.close())

  const monthly = { name: 'Monthly', price_type: 'subscription', interval: 'monthly', amount_in_cents: 1299, seats_min: 1, seats_max: 1000 }
  for (const provider of ['test', 'manual'] as const)
    it(`tax what all seats come to, and not each of them: ${provider}`, async () => {
      await s.app.run(null, (ctx) => ctx.as('payments').saveSettings(payments, { provider }))
      const paywall = await s.sell({
        name: `Seats ${provider}`,
        tax_behavior: 'exclusive',
        opens: [{ kind: 'space', id: s.places.glaze.id }],
        prices: [monthly],
      })
      const who = await s.app.member()
      const price_id = paywall.prices[0]!.id
      const shown = await s.app.as(who).call(routes.preview, { body: { paywall_id: paywall.id, price_id, seats: 100, country: 'FR' } })
      expect(shown.lines.map(({ kind, amount }) => [kind, amount])).to.deep.equal([
        ['price', 129_900],
        ['tax', 25_980],
      ])
      expect([shown.subtotal, shown.tax, shown.due_today, shown.renewal!.amount]).to.deep.equal([129_900, 25_980, 155_880, 155_880])
      const { id } = await s.begin(who, paywall, { seats: 100, country: 'FR' })
      if (provider === 'test') await s.pay(id)
      else {
        const [row] = await s.app.sql('select processor_id from paywalls.checkout where uid = $1', [id])
        await s.door((money) => money.manual.markPaid(row.processor_id))
        await s.app.settle()
      }
      const [held] = await s.mine(who)
      expect(held!.amount, 'the purchase').to.equal(155_880)
      const [charge] = await s.charges(who)
      expect([charge!.amount, charge!.tax_amount], 'the charge').to.deep.equal([155_880, 25_980])
      const more = await s.app.as(who).call(routes.previewSeats, { params: { id: held!.id }, body: { seats: 101 } })
      expect(more.next_amount, 'one more seat').to.equal(157_439)
      expect(await s.unbalanced()).to.deep.equal([])
    })

  const amount = fc.integer({ min: 0, max: 2_000_000 })
  const sale: fc.Arbitrary<Sale> = fc
    .record({
      currency: fc.constantFrom('eur', 'jpy', 'usd', 'isk', 'kwd', 'brl'),
      rate: fc.constantFrom(0, 1, 100, 550, 810, 1900, 2000, 2550, 2700, 9999),
      behavior: fc.constantFrom('exclusive' as const, 'inclusive' as const),
      reverse: fc.boolean(),
      base: amount,
      seats: fc.option(fc.integer({ min: 1, max: 1000 })),
      upfront: fc.oneof(fc.constant(0), amount),
      instalments: fc.option(fc.integer({ min: 2, max: 36 })),
      isTrial: fc.boolean(),
      recurs: fc.boolean(),
      coupon: fc.option(
        fc.record({
          kind: fc.constantFrom('percent' as const, 'amount' as const),
          percent_off: fc.integer({ min: 1, max: 10_000 }),
          amount_off: amount,
          duration: fc.constantFrom('once' as const, 'repeating' as const, 'forever' as const),
        }),
      ),
      beside: fc.option(amount),
    })
    .map(({ rate, behavior, reverse, currency, ...rest }) => {
      const whole = (of: number) => of * stepOf(currency)
      const isPlan = rest.instalments !== null && rest.recurs
      return {
        ...rest,
        currency,
        taxed: { rate: reverse ? 0 : rate, behavior, reverseCharge: reverse, included: reverse ? rate : 0 },
        base: whole(rest.base),
        // a part of what is paid in parts is no more than the whole
        upfront: isPlan ? whole(Math.min(rest.upfront, rest.base)) : whole(rest.upfront),
        seats: isPlan ? null : rest.seats,
        instalments: isPlan ? rest.instalments : null,
        isTrial: rest.isTrial && rest.recurs && !isPlan,
        coupon: rest.coupon && { ...rest.coupon, amount_off: whole(rest.coupon.amount_off) },
        beside: rest.beside === null ? null : whole(rest.beside),
      }
    })

  it('come to their total by their lines, to the smallest unit', () => {
    fc.assert(
      fc.property(sale, (one) => {
        const { lines, tax, due, main, discount, once, unit, each, beside } = documentOf(one)
        const isOnTop = one.taxed.behavior === 'exclusive'
        expect(lines.unit + lines.once + lines.beside - lines.discount + (isOnTop ? tax : 0), 'lines').to.equal(due)
        expect(main + (beside?.due ?? 0), 'parts').to.equal(due)
        if (one.seats === null) expect(each, 'what is sold once').to.equal(unit)
        expect((one.isTrial ? 0 : unit) + once - discount, 'payments').to.equal(main)
        expect(Math.min(due, tax, main, discount), 'nothing is less than nothing').to.be.at.least(0)
      }),
      { numRuns: RUNS },
    )
  })
  it('show the price as it is said, and tax it as a whole', () => {
    fc.assert(
      fc.property(sale, (one) => {
        fc.pre(one.taxed.behavior === 'exclusive' && one.instalments === null && stepOf(one.currency) === 1 && one.beside === null)
        const { lines, tax } = documentOf(one)
        if (!one.isTrial) expect(lines.unit, 'the price').to.equal(one.base * (one.seats ?? 1))
        if (one.coupon && one.recurs && one.coupon.duration !== 'once') return
        const net = lines.unit + lines.once - lines.discount
        expect(tax, 'tax of what is left').to.equal(Math.floor((net * one.taxed.rate + 5_000) / 10_000))
        if (one.coupon?.kind === 'amount') expect(lines.discount).to.equal(Math.min(one.coupon.amount_off!, lines.unit + lines.once))
      }),
      { numRuns: RUNS },
    )
  })
  it('are what a provider makes of the exact price of one', () => {
    fc.assert(
      fc.property(sale, (one) => {
        fc.pre(one.seats !== null && !one.isTrial)
        const { each, exact, unit } = documentOf(one)
        const [whole, decimals = ''] = (exact ?? String(each)).split('.') as [string, string?]
        expect(decimals.length).to.be.at.most(12)
        const by = 10n ** BigInt(decimals.length)
        expect(Number((BigInt(whole + decimals) * BigInt(one.seats!) * 2n + by) / (by * 2n))).to.equal(unit)
        expect(grossOfAll(one.base, one.seats!, one.taxed, one.currency)).to.equal(unit)
      }),
      { numRuns: RUNS },
    )
  })
  it('give back their tax with their money, and no more of it', () => {
    fc.assert(
      fc.property(sale, fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 5 }), (one, shares) => {
        const { main } = documentOf(one)
        const taxIn = (sum: number) => withoutTax(sum, one.taxed.rate, one.currency).tax
        const step = stepOf(one.currency)
        let [back, tax] = [0, 0]
        for (const total of [...shares.map((share) => Math.floor((main * share) / 100 / step) * step).sort((a, b) => a - b), main]) {
          tax += taxIn(total) - taxIn(back)
          back = total
        }
        expect([back, tax]).to.deep.equal([main, taxIn(main)])
      }),
      { numRuns: RUNS },
    )
  })
})
