/** The books beside the provider, every night: a difference either way is an incident that admins read and are told of, and nothing is mended. */
import { expect } from 'chai'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import notifications from '../../notifications/contract.ts'
import payments, { type PaymentsService } from '../../payments/contract.ts'
import contract from '../contract.ts'
import { compareBooks } from '../server/books/service/compare.ts'

const { routes } = contract

describe('the books beside the provider', () => {
  let app: TestApp
  let admin: TestMember
  let paywall: { id: number; prices: { id: number }[] }
  const door = <T>(work: (money: PaymentsService) => Promise<T>) => app.outside(null, (ctx) => work(ctx.use(payments)))
  async function sold(): Promise<string> {
    const who = await app.member()
    const { id } = await app.as(who).call(routes.createSession, { body: { paywall_id: paywall.id, price_id: paywall.prices[0]!.id } })
    await app.as(who).call(routes.checkout, { body: { session_id: id } })
    const [{ processor_id }] = await app.sql('select processor_id from paywalls.checkout where uid = $1', [id])
    const state = await door((money) => money.test.pay(processor_id))
    await app.settle()
    return state.chargeId!
  }
  const compare = async () => {
    const found = await app.outside(null, (ctx) => compareBooks(ctx.as('paywalls')))
    await app.settle()
    return found
  }
  const incidents = () => app.sql(`select subject, times from payments.incident where kind = 'ledger' and resolved_at is null order by subject`)
  const entries = async () => (await app.sql('select count(*)::int as n from paywalls.entry'))[0].n

  before(async () => {
    app = await testApp([
      'plugins/spaces',
      'plugins/content',
      'plugins/members',
      'plugins/access',
      'plugins/notifications',
      'plugins/payments',
      'plugins/paywalls',
    ])
    admin = await app.member('admin')
    paywall = await app.as(admin).call(routes.create, {
      body: { paywall: { name: 'Glazes', currency: 'eur', status: 'active', prices: [{ name: 'Once', price_type: 'onetime', amount_in_cents: 1900 }] } },
    })
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('says nothing where they agree: paid, given back, disputed', async () => {
    await sold()
    const back = await sold()
    await door((money) => money.refund(back, 700, 'kind', 'refund:some'))
    const taken = await sold()
    await door((money) => money.test.dispute(taken))
    await app.settle()
    expect(await compare()).to.deep.equal([])
    expect(await incidents()).to.deep.equal([])
  })

  it('finds what the provider has and the books lack', async () => {
    const charge = await sold()
    // given back at the provider's own site, and nobody here was told
    await app.sql(`create function paywalls.deaf() returns trigger language plpgsql as 'begin return null; end'`)
    await app.sql('create trigger deaf before insert on payments.refresh for each row execute function paywalls.deaf()')
    await door((money) => money.refund(charge, 500, 'elsewhere', 'refund:elsewhere'))
    await app.settle()
    await app.sql('drop function paywalls.deaf cascade')
    await app.sql(`update payments.thing set parent = null where object = 'event'`)
    const before = await entries()
    const found = await compare()
    expect(found).to.deep.equal([{ what: 'refund', charge, ours: 0, theirs: 500, currency: 'eur' }])
    await compare()
    expect(await incidents(), 'the same again is the same incident').to.deep.equal([{ subject: `paywalls refund ${charge}`, times: 2 }])
    expect(await entries(), 'nothing is mended').to.equal(before)
    const shown = (await app.as(admin).call(payments.routes.setup)).incidents.filter(({ kind }) => kind === 'ledger')
    expect(shown[0]!.text).to.contain(charge).and.to.contain('€0.00').and.to.contain('€5.00')
    const told = (await app.as(admin).call(notifications.routes.list)).records.filter(({ action }) => action === 'payments_incident')
    expect(told, 'told once').to.have.length(1)
    expect(told[0]).to.include({ action_web_url: '/settings/payments' })
    expect((await app.as(await app.member()).call(notifications.routes.list)).records).to.deep.equal([])
    await app.as(admin).call(payments.routes.resolveIncident, { params: { id: shown[0]!.id }, body: {} })
    await door((money) => money.refresh('charge', charge))
    await app.settle()
    expect(await compare(), 'heard of, it agrees').to.deep.equal([])
  })

  it('finds what the books have and the provider does not know', async () => {
    const charge = await sold()
    const [{ id, purchase_id, price_id, paywall_id }] = await app.sql('select * from paywalls.charge where processor_id = $1', [charge])
    await app.sql(
      `insert into paywalls.entry (community_id, posting, key, kind, account, amount, currency, day, purchase_id, charge_id, price_id, paywall_id)
       select c.id, '11111111-1111-4111-8111-111111111111', 'refund:planted', 'refund', l.account, l.amount, 'eur', now()::date, $1, $2, $3, $4
       from kernel.community c, (values ('refunds', 300), ('processor', -300)) as l (account, amount) where c.id = $5`,
      [purchase_id, id, price_id, paywall_id, await app.primaryId()],
    )
    // and one of which the provider knows nothing at all
    const gone = await sold()
    await app.sql(`update payments.thing set object_id = object_id || '_gone' where object_id = $1`, [gone])
    const found = await compare()
    expect(found.toSorted((a, b) => a.what.localeCompare(b.what))).to.deep.equal([
      { what: 'charge', charge: gone, ours: 1900, theirs: 0, currency: 'eur' },
      { what: 'fee', charge: gone, ours: 85, theirs: 0, currency: 'eur' },
      { what: 'refund', charge, ours: 300, theirs: 0, currency: 'eur' },
    ])
    expect((await incidents()).length).to.equal(3)
    const there = await app.community()
    const theirs = await app.member('admin', { community: there })
    expect((await app.as(theirs).call(payments.routes.setup)).incidents).to.deep.equal([])
  })
})
