/** What is sold to so many at most is sold to no more, however many press at once, whatever it costs and however it is bought. */
import { expect } from 'chai'
import { refusal } from '@atrium/sdk/testing'
import contract from '../contract.ts'
import { type Shop, shop, type TestMember } from './sold.ts'

const { routes } = contract

describe('places of what is sold to so many', () => {
  let s: Shop
  type Sold = Awaited<ReturnType<Shop['sell']>>
  const people = (n: number) => Promise.all(Array.from({ length: n }, () => s.app.member()))
  const prepare = async (who: TestMember, paywall: Sold, more: object = {}) =>
    (await s.app.as(who).call(routes.createSession, { body: { paywall_id: paywall.id, price_id: paywall.prices[0]!.id, ...more } })).id
  const start = (who: TestMember, id: string) => s.app.as(who).call(routes.checkout, { body: { session_id: id } })
  const holders = async ({ id }: { id: number }) => (await s.app.sql('select holders_count from paywalls.paywall where id = $1', [id]))[0].holders_count
  /** Prepared one after another, started at once. @returns the ids of those that were let in */
  async function rush(who: TestMember[], paywall: Sold, more: object = {}): Promise<string[]> {
    const ids: string[] = []
    for (const one of who) ids.push(await prepare(one, paywall, more))
    const outcomes = await Promise.all(
      who.map((one, i) =>
        start(one, ids[i]!).then(
          () => null,
          ({ code }: { code: string }) => code,
        ),
      ),
    )
    return ids.filter((_, i) => outcomes[i] === null)
  }

  before(async () => {
    s = await shop()
  })
  beforeEach(() => s.app.resetLimits())
  after(() => s?.app.close())

  it('sells no more than there are to people who start at once', async () => {
    const who = await people(5)
    for (let round = 1; round <= 4; round++) {
      const paywall = await s.sell({ name: `Two ${round}`, max_buyers: 2, prices: [{ price_type: 'onetime', amount_in_cents: 900 }] })
      const started = await rush(who, paywall)
      expect(started, `round ${round}`).to.have.length(2)
      for (const id of started) await s.pay(id)
      expect(await holders(paywall)).to.equal(2)
    }
  })

  it('gives no more away than there are', async () => {
    const who = await people(5)
    for (let round = 1; round <= 4; round++) {
      const paywall = await s.sell({ name: `Free ${round}`, max_buyers: 2, prices: [{ price_type: 'onetime', amount_in_cents: 0 }] })
      expect(await rush(who, paywall), `round ${round}`).to.have.length(2)
      expect(await holders(paywall)).to.equal(2)
    }
  })

  it('counts what is bought as an extra', async () => {
    const who = await people(4)
    for (let round = 1; round <= 4; round++) {
      const extra = await s.sell({ name: `Extra ${round}`, max_buyers: 1, prices: [{ price_type: 'onetime', amount_in_cents: 200 }] })
      const paywall = await s.sell({
        name: `Main ${round}`,
        bump_price_id: extra.prices[0]!.id,
        prices: [{ price_type: 'subscription', amount_in_cents: 900, interval: 'monthly' }],
      })
      const started = await rush(who, paywall, { bump: true })
      expect(started, `round ${round}`).to.have.length(1)
      expect(await refusal(s.begin(await s.app.member(), extra)), 'by itself too').to.include({ status: 409, code: 'full' })
      await s.pay(started[0]!)
      expect([await holders(paywall), await holders(extra)]).to.deep.equal([1, 1])
      expect(await refusal(s.begin(await s.app.member(), extra))).to.include({ status: 409, code: 'full' })
    }
  })

  it('gives a place back with a checkout that is cancelled or whose page is over', async () => {
    const paywall = await s.sell({ name: 'One', max_buyers: 1, prices: [{ price_type: 'onetime', amount_in_cents: 900 }] })
    const [first, second, third] = (await people(3)) as [TestMember, TestMember, TestMember]
    const { id } = await s.begin(first, paywall)
    expect((await s.app.as(second).call(routes.prepare, { body: { paywall_id: paywall.id } })).closed).to.equal('full')
    expect(await refusal(s.begin(second, paywall))).to.include({ status: 409, code: 'full' })
    await s.app.as(first).call(routes.cancel, { body: { session_id: id } })
    const { expires_at: until } = await s.begin(second, paywall)
    expect(new Date(until!).getTime() - Date.now(), 'not for a day').to.be.below(40 * 60_000)
    await s.pass(1)
    const { id: last } = await s.begin(third, paywall)
    await s.pay(last)
    expect(await holders(paywall)).to.equal(1)
  })

  it('keeps the place of a gift until it is taken', async () => {
    const paywall = await s.sell({ name: 'Given', max_buyers: 1, prices: [{ price_type: 'onetime', amount_in_cents: 900 }] })
    const [buyer, other, taker] = (await people(3)) as [TestMember, TestMember, TestMember]
    const { id } = await s.begin(buyer, paywall, { gift: { email: 'place@example.com' } })
    await s.pay(id)
    expect(await holders(paywall)).to.equal(0)
    expect(await refusal(s.begin(other, paywall))).to.include({ status: 409, code: 'full' })
    await s.take(taker, await s.token('place@example.com'))
    expect(await holders(paywall)).to.equal(1)
  })
})
