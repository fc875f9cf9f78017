/** A card that does not pay: the buyer hears why as far as the bank says it, the page stays as it was, and another card pays on it. */
import { AtriumError } from '@atrium/sdk'
import { type TestApp, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import contract from '../contract.ts'
import { declinedBy } from '../web/components/declined.ts'
import { kit } from './kit.ts'

const { routes } = contract

describe('declined cards', () => {
  let app: TestApp
  before(async () => {
    app = await testApp(['plugins/payments'])
  })
  after(() => app?.close())

  it('are told apart by what helps, and the same page takes another card', async () => {
    const use = kit(app)
    const page = await use.door((money) => money.checkout(use.input()))
    const params = { session: page.id }
    const said = (card: string) =>
      app
        .as(null)
        .call(routes.testPay, { params, body: { card } })
        .then(({ result }) => result, declinedBy)
    expect(await said('4000000000009995')).to.equal('funds')
    expect(await said('4000000000000002')).to.equal('card')
    expect(await said('1234123412341234')).to.equal('details')
    const { status, total } = await app.as(null).call(routes.testPage, { params })
    expect([status, total]).to.deep.equal(['open', page.total.amount])
    expect(await said('4242424242424242')).to.equal('done')
  })

  it('say no more than no for a code that nobody may be told, and nothing where no bank was asked', () => {
    const refused = (details: object) => declinedBy(new AtriumError(402, 'payment_failed', 'No.', { details }))
    expect(refused({ code: 'card_declined', decline_code: 'stolen_card' })).to.equal('card')
    expect(refused({ code: 'expired_card' })).to.equal('expired')
    expect(declinedBy(new AtriumError(502, 'provider_down', 'Away.'))).to.equal(null)
    expect(declinedBy(null)).to.equal(null)
  })
})
