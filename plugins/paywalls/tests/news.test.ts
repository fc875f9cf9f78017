/** What is told of selling: buyers once by email and once in the app, sellers in one line for a paywall, nobody else anything. */
import { randomUUID } from 'node:crypto'
import auth from '@atrium/sdk/kernel/auth'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import notifications from '../../notifications/contract.ts'
import payments, { type PaymentsService } from '../../payments/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'
import { chargeState } from './kit.ts'

const { routes } = contract
const DAY = 86_400_000

describe('news of paywalls', () => {
  let app: TestApp
  let admin: TestMember
  let member: TestMember
  let paywall: { id: number; prices: { id: number }[] }
  let glaze: { id: number }
  const money = <T>(work: (money: PaymentsService) => Promise<T>) => app.outside(null, (ctx) => work(ctx.use(payments)))
  const said = async (who: TestMember) =>
    (await app.as(who).call(notifications.routes.list)).records.map(({ action, sentence, action_web_url: url, acts_count: acts }) => ({
      action,
      text: sentence.map(({ text }) => text).join(''),
      url,
      acts,
    }))
  const mails = async (who: TestMember) => {
    const [row] = await app.sql('select email from kernel.account where id = $1', [who.accountId])
    return (await app.sent()).filter(({ recipient }) => recipient === row.email).map(({ subject }) => subject)
  }
  async function buy(who: TestMember, place: number, more: object = {}, card?: string) {
    const { id } = await app.as(who).call(routes.createSession, { body: { paywall_id: paywall.id, price_id: paywall.prices[place]!.id, ...more } })
    await app.as(who).call(routes.checkout, { body: { session_id: id } })
    const [row] = await app.sql('select processor_id from paywalls.checkout where uid = $1', [id])
    await money((door) => door.test.pay(row.processor_id, card))
    for (let i = 0; i < 2; i++) await app.settle()
  }
  const advance = async (days: number) => {
    const now = await app.as(admin).call(payments.routes.setup)
    await money((door) => door.test.advance(new Date(Date.parse(now.test_now as string) + days * DAY)))
    for (let i = 0; i < 2; i++) await app.settle()
  }
  before(async () => {
    app = await testApp([
      ...['plugins/spaces', 'plugins/content', 'plugins/members', 'plugins/access', 'plugins/notifications', 'plugins/payments', 'plugins/paywalls'],
    ])
    admin = await app.member('admin')
    member = await app.member('member', { name: 'Onlooker' })
    glaze = await app.run(null, async (ctx) => {
      const group = await ctx.use(spaces).createGroup({ name: 'Learn' })
      return ctx.use(spaces).create({ name: 'Glaze chemistry', spaceGroupId: group.id, isPrivate: true })
    })
    paywall = await app.as(admin).call(routes.create, {
      body: {
        paywall: {
          ...{ name: 'Glaze chemistry', currency: 'eur', status: 'active', opens: [{ kind: 'space', id: glaze.id }] },
          prices: [
            { name: 'Monthly', price_type: 'subscription', amount_in_cents: 1400, interval: 'monthly' },
            { name: 'Once', price_type: 'onetime', amount_in_cents: 19_000 },
          ],
        } as never,
      },
    })
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('a sale: one email and one line to the buyer, one line for all sales to who sells, none to others', async () => {
    const [una, bo] = [await app.member('member', { name: 'Una' }), await app.member('member', { name: 'Bo' })]
    await buy(una, 1)
    await buy(bo, 1)
    expect(await said(una)).to.deep.equal([
      { action: 'purchase_paid', text: 'Your payment of €190.00 for Glaze chemistry was received', url: '/account/billing', acts: 1 },
    ])
    await app.as(una).call(auth.routes.updateAccount, { body: { locale: 'pt-BR' } })
    const [paid] = await said(una)
    expect(paid!.text.replace(/\s/g, ' '), 'in the language that is read now').to.equal('Recebemos seu pagamento de € 190,00 por Glaze chemistry')
    const [sale, ...rest] = await said(admin)
    expect(rest).to.deep.equal([])
    expect(sale).to.deep.equal({ action: 'new_sale', text: 'Bo and Una bought Glaze chemistry', url: '/settings/paywalls/paywall_charges', acts: 2 })
    expect(await said(member)).to.deep.equal([])
    // the time of emails about news has come: there is none of what was mailed already
    await app.clock.advance(3_600_000)
    await app.kernel.modules.jobs.tick('notifications.mail-due', new Date())
    await app.settle()
    expect(await mails(una)).to.deep.equal(['Your receipt for Glaze chemistry'])
    await app.redeliver()
    expect([(await said(una)).length, (await said(admin))[0]!.acts]).to.deep.equal([1, 2])
  })

  it('a visitor who becomes a member by buying hears of it as members do', async () => {
    const visitor = app.as(null)
    const made = await visitor.call(routes.createSession, { body: { paywall_id: paywall.id, price_id: paywall.prices[1]!.id } })
    const browse = (call: string, body: object, cookie = '') =>
      fetch(`${app.url}/internal_api/paywalls/checkout/${call}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: app.url, cookie },
        body: JSON.stringify({ session_id: made.id, key: made.key, ...body }),
      })
    const ofGuest = async () => (await app.sent()).filter(({ recipient }) => recipient === 'gil@example.com')
    await browse('otp', { email: 'gil@example.com', name: 'Gil' })
    await app.settle()
    const verified = await browse('verifications', { code: (await ofGuest())[0]!.text.match(/\d{6}/)![0] })
    const cookie = verified.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const begun = await browse('create', {}, cookie)
    expect(begun.status, await begun.text()).to.equal(200)
    // the word of the payment comes before that of the checkout, and makes the member
    const state = chargeState(made.id, { amount: { amount: 19_000, currency: 'eur' } })
    await app.run(null, async (ctx) => ctx.emit(payments.events['payments.charge'], { purpose: state.purpose!, version: 1, state }))
    await app.settle()
    expect((await ofGuest()).map(({ subject }) => subject)).to.include('Your receipt for Glaze chemistry')
    const { records } = (await (await fetch(`${app.url}/internal_api/notifications`, { headers: { cookie } })).json()) as { records: { action: string }[] }
    expect(records.map(({ action }) => action)).to.deep.equal(['purchase_paid'])
  })

  it('a refund and a dispute', async () => {
    const cy = await app.member('member', { name: 'Cy' })
    await buy(cy, 1)
    const [charge] = (await app.as(cy).call(routes.ownCharges)).records
    await app.as(admin).call(routes.refund, { params: { id: charge!.id }, body: { refund_id: randomUUID(), amount: 1000, reason_details: 'Asked for' } })
    await app.settle()
    // one line for the purchase, with its latest
    expect((await said(cy)).map(({ action }) => action)).to.have.members(['purchase_paid', 'purchase_refunded'])
    expect((await said(cy)).find(({ action }) => action === 'purchase_refunded')!.text).to.equal('Your refund of €10.00 for Glaze chemistry is on its way')
    const di = await app.member('member', { name: 'Di' })
    await buy(di, 1)
    const [row] = await app.sql('select processor_id from paywalls.charge where member_id = $1', [di.id])
    await money((door) => door.test.dispute(row.processor_id))
    for (let i = 0; i < 2; i++) await app.settle()
    expect((await said(admin)).find(({ action }) => action === 'charge_disputed')!.text).to.equal('Di disputed a payment for Glaze chemistry')
    expect((await said(di)).map(({ action }) => action)).to.not.include('charge_disputed')
  })

  it('a renewal that failed, and the end', async () => {
    const ed = await app.member('member', { name: 'Ed' })
    await buy(ed, 0, {}, '4242424242424242')
    const [bought] = (await app.as(ed).call(routes.own)).subscriptions
    // the card pays no more
    await app.sql(`update payments.thing set data = jsonb_set(data, '{_behaves}', '"later"') where object = 'payment_method'`)
    await advance(32)
    expect((await said(ed)).map(({ action }) => action)).to.include('renewal_failed')
    expect((await said(admin)).find(({ action }) => action === 'sale_failed')!.text).to.equal('Ed’s payment for Glaze chemistry failed')
    await app.as(admin).call(routes.changeSubscription, { params: { id: bought!.id }, body: { act: 'cancel', ends_at: 'now' } })
    for (let i = 0; i < 2; i++) await app.settle()
    const all = await said(ed)
    expect(all.find(({ action }) => action === 'subscription_ended')!.text).to.equal('Your subscription to Glaze chemistry has ended')
    expect((await mails(ed)).filter((subject) => subject.includes('failed') || subject.includes('has ended'))).to.have.length(2)
  })

  it('the switches have no email where one is sent anyway', async () => {
    const { kinds } = await app.as(member).call(notifications.routes.preferences)
    const of = (type: string) => kinds.find((kind) => kind.type === type)!
    const { kinds: ofSellers } = await app.as(admin).call(notifications.routes.preferences)
    expect(of('purchase_paid')).to.deep.include({ channels: ['in_app', 'push'], email: false, name: 'Payment received' })
    expect(of('charge_disputed'), 'what never reaches a member').to.equal(undefined)
    expect(ofSellers.find(({ type }) => type === 'charge_disputed')!.channels).to.deep.equal(['in_app', 'email', 'push'])
    const una = await app.member('member', { name: 'Ute' })
    await app.as(una).call(notifications.routes.updatePreferences, { body: { preferences: [{ medium: 'email', enabled: true }] } })
    await buy(una, 1)
    await app.clock.advance(3_600_000)
    await app.kernel.modules.jobs.tick('notifications.mail-due', new Date(Date.now() - 120_000))
    await app.settle()
    expect(await mails(una)).to.deep.equal(['Your receipt for Glaze chemistry'])
  })
})
