/** Accounts under the house's keys: one webhook for all of them, each event to the community whose account it names. */
import { refusal, type TestApp, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import Stripe from 'stripe'
import payments from '../contract.ts'
import { connectAccount } from '../server/service/setup.ts'
import { kit } from './kit.ts'
import { openWire } from './wire.ts'

const SECRET = 'whsec_the_house_0123456789'

describe('webhooks of connected accounts', () => {
  /** Its test server stands for Stripe. */
  let processor: TestApp
  let selling: ReturnType<typeof kit>
  let app: TestApp
  let wire: Awaited<ReturnType<typeof openWire>>
  let here: { id: number }
  let there: { id: number }
  let accounts: { here: string; there: string }
  async function accountOf(communityId: number): Promise<string> {
    await app.run(communityId, async (ctx) => void (await ctx.as('payments').saveSettings(payments, { provider: 'stripe' })))
    await app.outside(communityId, (ctx) => connectAccount(ctx.as('payments')))
    return app.outside(communityId, async (ctx) => ctx.as('payments').settings(payments).account_id!)
  }
  before(async () => {
    processor = await testApp(['plugins/payments'])
    selling = kit(processor)
    wire = await openWire(processor)
    const stripe = { secretKey: 'sk_test_house', webhookSecret: SECRET, host: '127.0.0.1', port: wire.port, protocol: 'http' }
    app = await testApp([{ from: 'plugins/payments', options: { stripe } }])
    here = await app.community('Here')
    there = await app.community('There')
    accounts = { here: await accountOf(here.id), there: await accountOf(there.id) }
  })
  after(async () => {
    wire?.close()
    await app?.close()
    await processor?.close()
  })

  async function post(event: object, { signed = SECRET, path = 'connected' }: { signed?: string; path?: string | number } = {}) {
    const payload = JSON.stringify(event)
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: signed })
    const { status } = await fetch(`${app.url}/webhooks/payments/${path}`, { method: 'POST', headers: { 'stripe-signature': header }, body: payload })
    return status
  }
  const heard = () => app.sql(`select community_id, payload -> 'state' ->> 'id' as id from kernel.event where name = 'payments.charge' order by id`)
  const rows = () => app.sql('select community_id, event_id, received from payments.webhook_event order by id')
  /** Something is paid at the processor. */
  async function charge(): Promise<string> {
    const { state } = await selling.buy()
    return state.chargeId!
  }
  const event = (id: string, chargeId: string, account?: string) => ({
    ...{ id, object: 'event', type: 'payment_intent.succeeded', data: { object: { id: chargeId } } },
    ...(account && { account }),
  })

  it('reach the community of the account, once, however often they come', async () => {
    const id = await charge()
    const statuses = await Promise.all(Array.from({ length: 12 }, () => post(event('evt_here', id, accounts.here))))
    expect(new Set(statuses)).to.deep.equal(new Set([200]))
    await app.settle()
    expect(await heard()).to.deep.equal([{ community_id: here.id, id }])
    const other = await charge()
    expect(await post(event('evt_there', other, accounts.there))).to.equal(200)
    await app.settle()
    expect(await heard()).to.have.deep.members([
      { community_id: here.id, id },
      { community_id: there.id, id: other },
    ])
    expect(await rows()).to.deep.equal([
      { community_id: here.id, event_id: 'evt_here', received: 12 },
      { community_id: there.id, event_id: 'evt_there', received: 1 },
    ])
  })

  it('that are forged, or bear a community’s own secret, are refused; those of nobody are left be', async () => {
    const [before, told] = [await rows(), await heard()]
    const id = await charge()
    const own = 'whsec_of_a_community_01'
    await app.run(here.id, async (ctx) => void (await ctx.as('payments').saveSettings(payments, { webhook_secret: ctx.seal(own) })))
    expect(await post(event('evt_forged', id, accounts.there), { signed: 'whsec_somebody_else_01' })).to.equal(400)
    expect(await post(event('evt_theirs', id, accounts.there), { signed: own })).to.equal(400)
    // nor does the house's secret open the address of one community
    expect(await post(event('evt_turned', id, accounts.here), { path: there.id })).to.equal(400)
    expect(await post(event('evt_nobody', id, 'acct_of_another_house'))).to.equal(200)
    expect(await post(event('evt_house', id))).to.equal(200)
    await app.settle()
    expect([await rows(), await heard()]).to.deep.equal([before, told])
  })

  it('say nothing where the house has no secret', async () => {
    const bare = await processor.as(null).send('POST', '/webhooks/payments/connected', {}, { 'stripe-signature': 't=1,v1=00' })
    expect(bare.status).to.equal(400)
    expect(await refusal(processor.outside(null, (ctx) => connectAccount(ctx.as('payments'))))).to.include({ code: 'payments_not_ready' })
  })
})
