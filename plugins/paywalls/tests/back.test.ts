/** Whoever turns round at the provider finds what they had chosen, and is asked nothing twice. */
import { expect } from 'chai'
import payments from '../../payments/contract.ts'
import contract from '../contract.ts'
import { draftOf } from '../web/components/checkout/draft.ts'
import { type Shop, shop } from './sold.ts'

const { routes } = contract

describe('coming back from the pay page', () => {
  let s: Shop
  before(async () => {
    s = await shop()
  })
  after(() => s?.app.close())

  const fresh = { uid: null, custom: '', isBusiness: false, seats: null, gift: null, bump: false, email: '', name: '' }
  const details = { business_name: '', tax_id: '', address: '', country: 'NO' }

  it('keeps price, coupon, seats, country and business of a checkout whose page was closed', async () => {
    const who = await s.app.member()
    const paywall = await s.sell({
      name: 'Studio pass',
      opens: [{ kind: 'space', id: s.places.glaze.id }],
      prices: [
        { name: 'Alone', price_type: 'onetime', amount_in_cents: 2000 },
        { name: 'Each', price_type: 'subscription', interval: 'monthly', amount_in_cents: 1200, seats_min: 2, seats_max: 9 },
      ],
    })
    await s.app.as(s.admin).call(routes.createCoupon, { body: { coupon: { code: 'ONE', kind: 'percent', percent_off: 1000, max_uses: 1 } } })
    const more = { coupon_code: 'ONE', seats: 4, country: 'BR', tax_id: 'DE 811', business_name: 'Kiln Ltd', address: 'Kaiveien 3' }
    const { id } = await s.begin(who, paywall, more, 1)
    await s.app.as(who).call(routes.cancel, { body: { session_id: id } })
    const back = await s.app.as(who).call(routes.session, { params: { id } })
    expect(back.status).to.equal('cancelled')
    const prepared = await s.app.as(who).call(routes.prepare, { body: { paywall_id: paywall.id } })
    expect(draftOf({ ...prepared, details }, back, false)).to.deep.equal({
      ...{ ...fresh, priceId: paywall.prices[1]!.id, coupon: 'ONE', country: 'BR', isBusiness: true, seats: 4, email: back.email, name: back.name },
      business: { business_name: 'Kiln Ltd', tax_id: 'DE 811', address: 'Kaiveien 3' },
    })
    // the coupon's one use is free again
    const again = await s.app
      .as(who)
      .call(routes.createSession, { body: { paywall_id: paywall.id, price_id: paywall.prices[1]!.id, seats: 4, coupon_code: 'ONE' } })
    expect(again.coupon_code).to.equal('ONE')
    expect(draftOf({ ...prepared, details }, again, false).uid, 'one that is not begun to be paid goes on').to.equal(again.id)
  })

  it('keeps a gift and an amount of one’s own; a price that is gone is chosen anew', async () => {
    const who = await s.app.member()
    const prices = [
      { name: 'Pass', price_type: 'onetime', amount_in_cents: 2000 },
      { name: 'What you like', price_type: 'onetime', amount_in_cents: 1000, is_custom_amount: true },
    ]
    const paywall = await s.sell({ name: 'Pass', opens: [{ kind: 'space', id: s.places.kiln.id }], prices })
    const gift = { email: 'edda@example.com', name: 'Edda', note: 'For the long winter', send_on: null }
    const { id } = await s.begin(who, paywall, { gift, custom_amount_in_cents: 1550 }, 1)
    await s.app.as(who).call(routes.cancel, { body: { session_id: id } })
    const back = await s.app.as(who).call(routes.session, { params: { id } })
    const prepared = { ...(await s.app.as(who).call(routes.prepare, { body: { paywall_id: paywall.id } })), details }
    const kept = draftOf(prepared, back, false)
    expect(kept).to.include({ priceId: paywall.prices[1]!.id, custom: '15.50', uid: null, country: 'NO', coupon: null })
    expect(kept.gift).to.deep.equal({ ...gift, send_on: '' })
    const left = { ...prepared, paywall: { ...prepared.paywall, prices: prepared.paywall.prices.slice(0, 1) } }
    expect(draftOf(left, back, false)).to.include({ priceId: paywall.prices[0]!.id, custom: '' })
  })

  it('begins with what is known of whoever comes for the first time', () => {
    const prices = [
      { id: 1, is_giftable: false },
      { id: 2, is_giftable: true },
    ]
    const prepared = { paywall: { prices }, details, coupon: { code: 'KILN20', terms: '' } } as never
    expect(draftOf(prepared, null, false)).to.include({ ...fresh, priceId: 1, coupon: 'KILN20', country: 'NO' })
    const given = draftOf(prepared, null, true)
    expect(given.priceId).to.equal(2)
    expect(given.gift).to.include({ email: '', note: '' })
  })

  it('asks name and country once: the pay page has them for its buyer, and for nobody else', async () => {
    const who = await s.app.member()
    const paywall = await s.sell({
      name: 'Wheel',
      opens: [{ kind: 'space', id: s.places.wheel.id }],
      prices: [{ price_type: 'onetime', amount_in_cents: 2000 }],
    })
    const { url } = await s.begin(who, paywall, { country: 'AT' })
    const page = (reader: Parameters<typeof s.app.as>[0]) => s.app.as(reader).call(payments.routes.testPage, { params: { session: url!.split('/').at(-1)! } })
    const [member] = await s.app.sql<{ name: string }>('select name from kernel.member where id = $1', [who.id])
    expect(await page(who)).to.include({ name: member!.name, country: 'AT' })
    for (const other of [null, await s.app.member()]) expect(await page(other)).to.include({ name: null, country: null })
  })
})
