/** A receipt says who sold, with address and tax id, what period was paid for, and the tax that is in it. */
import { expect } from 'chai'
import contract from '../contract.ts'
import { chargesById } from '../server/reads.ts'
import { receiptTexts } from '../server/books/service/receipt.ts'
import { type Shop, shop } from './sold.ts'

const { routes } = contract

describe('receipts', () => {
  let s: Shop
  before(async () => {
    s = await shop()
  })
  after(() => s?.app.close())

  it('of a yearly plan name the year, the seller and the tax', async () => {
    const seller = { seller_name: 'Clay & Fire AS', seller_address: 'Fjellveien 12\n5019 Bergen', tax_id: 'NO 999 999 999 MVA' }
    const tax = { platform_status: 'enabled' as const, country: 'NO', default_tax_behavior: 'inclusive' as const }
    await s.app.as(s.admin).call(routes.updateTaxSettings, { body: { ...seller, ...tax } })
    const who = await s.app.member()
    const paywall = await s.sell({
      name: 'Glaze',
      opens: [{ kind: 'space', id: s.places.glaze.id }],
      prices: [{ name: 'Yearly', price_type: 'subscription', interval: 'yearly', amount_in_cents: 10_000 }],
    })
    await s.pay((await s.begin(who, paywall, { country: 'NO', address: 'Kaiveien 3', business_name: 'Kiln Ltd' })).id)
    const [charge] = await s.charges(who)
    const said = await s.app.run(null, async (ctx) => receiptTexts(ctx.as('paywalls'), (await ctx.as('paywalls').read(chargesById, [[charge!.id]]))[0]!))
    expect([said.seller, ...said.sellerLines]).to.deep.equal(['Clay & Fire AS', 'Fjellveien 12', '5019 Bergen', 'Tax ID NO 999 999 999 MVA'])
    expect(said.buyer).to.include.members(['Kiln Ltd', 'Kaiveien 3', 'Norway'])
    const [from, to] = said.period!.split(' to ').map((day) => new Date(`${day} UTC`))
    expect(to!.getUTCFullYear() - from!.getUTCFullYear()).to.equal(1)
    expect([to!.getUTCMonth(), to!.getUTCDate()]).to.deep.equal([from!.getUTCMonth(), from!.getUTCDate()])
    expect(said.sums.map(({ text, amount }) => `${text} ${amount}`)).to.deep.equal(['Subtotal 8000', 'Tax 25% 2000', 'Paid 10000'])
  })
})
