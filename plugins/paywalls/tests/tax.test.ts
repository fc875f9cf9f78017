/** Tax when something is changed: another price costs who has one already what it costs a new buyer. */
import { expect } from 'chai'
import contract from '../contract.ts'
import { type Shop, shop, type TestMember } from './sold.ts'

const { routes } = contract

describe('tax at a change of price', () => {
  let s: Shop
  let places = 0
  const mine = async (who: TestMember) => (await s.mine(who))[0]!
  const settings = (body: object) => s.app.as(s.admin).call(routes.updateTaxSettings, { body: body as never })
  const sell = async (more: object = {}) =>
    s.sell({
      name: `Glaze ${++places}`,
      opens: [{ kind: 'space', id: s.places.glaze.id }],
      prices: [
        { name: 'Monthly', price_type: 'subscription', amount_in_cents: 1000, interval: 'monthly' },
        { name: 'Yearly', price_type: 'subscription', amount_in_cents: 12_000, interval: 'yearly' },
      ],
      ...more,
    })
  /** What the second price costs a new buyer, and one who comes from the first. */
  async function compare(paywall: { id: number; prices: { id: number }[] }, buyer: object) {
    const who = await s.app.member()
    const price_id = paywall.prices[1]!.id
    const fresh = await s.app.as(who).call(routes.preview, { body: { paywall_id: paywall.id, price_id, ...buyer } })
    const { id } = await s.begin(who, paywall, buyer)
    await s.pay(id)
    const held = await mine(who)
    const { next_amount } = await s.app.as(who).call(routes.previewChange, { params: { id: held.id }, body: { price_id } })
    await s.app.as(who).call(routes.changeOwn, { params: { id: held.id }, body: { act: 'change_price', price_id } })
    await s.app.settle()
    return { fresh: fresh.due_today, previewed: next_amount, changed: (await mine(who)).amount }
  }

  before(async () => {
    s = await shop()
    await settings({ platform_status: 'enabled', country: 'DE' })
  })
  beforeEach(() => s.app.resetLimits())
  after(() => s?.app.close())

  it('comes on top where the community says so', async () => {
    await settings({ default_tax_behavior: 'exclusive' })
    expect(await compare(await sell(), { country: 'DE' })).to.deep.equal({ fresh: 14_280, previewed: 14_280, changed: 14_280 })
  })
  it('comes on top by the currency', async () => {
    await settings({ default_tax_behavior: 'inferred_by_currency' })
    expect(await compare(await sell({ currency: 'usd' }), { country: 'DE' })).to.deep.equal({ fresh: 14_280, previewed: 14_280, changed: 14_280 })
    expect(await compare(await sell(), { country: 'DE' })).to.deep.equal({ fresh: 12_000, previewed: 12_000, changed: 12_000 })
  })
  it('is taken off for a business elsewhere', async () => {
    await settings({ default_tax_behavior: 'inclusive' })
    const buyer = { country: 'FR', tax_id: 'FR40303265045' }
    expect(await compare(await sell(), buyer)).to.deep.equal({ fresh: 10_000, previewed: 10_000, changed: 10_000 })
  })
  it('stays where the id of a business is none: by its form, its check digits, its country', async () => {
    const paywall = await sell()
    const buyers = [
      { country: 'FR', tax_id: 'FR12' },
      { country: 'FR', tax_id: 'fr 1-2.' },
      { country: 'GR', tax_id: 'EL**' },
      { country: 'FR', tax_id: 'FR41303265045' },
      { country: 'FR', tax_id: 'ATU13585627' },
    ]
    for (const buyer of buyers) expect((await compare(paywall, buyer)).fresh, buyer.tax_id).to.equal(12_000)
  })
  it('says at once of an id that it is none, and reads those that are written otherwise', async () => {
    const paywall = await sell()
    const who = await s.app.member()
    const look = (country: string, tax_id: string) =>
      s.app.as(who).call(routes.preview, { body: { paywall_id: paywall.id, price_id: paywall.prices[1]!.id, country, tax_id } })
    const wrong: [string, string][] = [
      ['DE', 'DE1'],
      ['DE', '123456789'],
      ['DE', 'FR40303265045'],
      ['GR', 'GR1'],
      ['GB', 'XI1'],
    ]
    for (const [country, id] of wrong) expect((await look(country, id)).is_tax_id_wrong, `${country} ${id}`).to.equal(true)
    const right: [string, string][] = [
      ['DE', 'de 111 111 125'],
      ['DE', '111111125'],
      ['GR', 'EL123456783'],
      ['GR', 'GR123456783'],
      ['GR', '123456783'],
      ['GB', 'XI123456782'],
      ['GB', 'GB 123 4567 82'],
      ['BR', '12.345.678/0001-95'],
    ]
    for (const [country, id] of right) expect((await look(country, id)).is_tax_id_wrong, `${country} ${id}`).to.equal(false)
    expect((await look('GR', 'GR123456783')).reverse_charge).to.equal(true)
    expect((await look('FR', '')).is_tax_id_wrong, 'none was given').to.equal(false)
  })
  it('stays as it was when it was bought, whatever the community says since', async () => {
    await settings({ default_tax_behavior: 'exclusive' })
    const paywall = await sell()
    const who = await s.app.member()
    const { id } = await s.begin(who, paywall, { country: 'DE' })
    await s.pay(id)
    await settings({ default_tax_behavior: 'inclusive' })
    const price_id = paywall.prices[1]!.id
    const { next_amount } = await s.app.as(who).call(routes.previewChange, { params: { id: (await mine(who)).id }, body: { price_id } })
    expect(next_amount).to.equal(14_280)
  })
  it('is the rest of what is charged, so that the lines come to the sum', async () => {
    await settings({ default_tax_behavior: 'exclusive' })
    const amounts = [3, 7, 99, 1001, 12_345]
    const paywall = await sell({ prices: amounts.map((amount_in_cents) => ({ name: `Once ${amount_in_cents}`, price_type: 'onetime', amount_in_cents })) })
    const coupons = [
      { kind: 'amount', amount_off_in_cents: 1, currency: 'eur' },
      { kind: 'percent', percent_off: 3333 },
      { kind: 'percent', percent_off: 1250 },
    ] as const
    for (const [i, coupon] of coupons.entries()) {
      const code = `LINES${i}`
      await s.app.as(s.admin).call(routes.createCoupon, { body: { coupon: { code, ...coupon } } })
      for (const { id: price_id } of paywall.prices) {
        const { lines, due_today } = await s.app
          .as(s.admin)
          .call(routes.preview, { body: { paywall_id: paywall.id, price_id, country: 'DE', coupon_code: code } })
        expect(
          lines.reduce((sum, { amount }) => sum + amount, 0),
          JSON.stringify(lines),
        ).to.equal(due_today)
      }
    }
  })
})
