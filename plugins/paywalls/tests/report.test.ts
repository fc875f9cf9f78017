/** The report reads sums that are kept by day, so that a million entries cost it what a thousand do. */
import { expect } from 'chai'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import contract, { type Report } from '../contract.ts'

const ENTRIES = 20_000

describe('report of revenue', function all() {
  this.timeout(600_000)
  let app: TestApp
  let admin: TestMember
  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/members', 'plugins/access', 'plugins/payments', 'plugins/paywalls'])
    admin = await app.member('admin')
  })
  after(() => app?.close())

  it('says what the entries come to without reading one of them', async () => {
    const made = await app.as(admin).call(contract.routes.create, {
      body: {
        paywall: {
          name: 'Glaze',
          currency: 'eur',
          status: 'active',
          prices: Array.from({ length: 10 }, (_, i) => ({ name: `P${i}`, price_type: 'onetime' as const, amount_in_cents: 100 })),
        },
      },
    })
    const [first] = made.prices.map(({ id }) => id)
    const community = await app.primaryId()
    const step = 50_000
    for (let from = 0; from < ENTRIES / 2; from += step)
      await app.sql(
        `insert into paywalls.entry (community_id, posting, key, account, kind, amount, currency, count, day, price_id, cohort)
         select $1, md5(n::text)::uuid, 'n' || n, a.account, 'charge', a.amount, 'eur', case a.account when 'revenue' then 1 else 0 end,
           now()::date - (n % 700)::int, $2 + n % 10, (date_trunc('month', now()::date - (n % 700)::int))::date
         from generate_series($3::int, $4::int) n, (values ('processor', 100), ('revenue', -100)) a (account, amount)`,
        [community, first, from, Math.min(from + step, ENTRIES / 2) - 1],
      )
    // what the report does not find it cannot read
    await app.sql('alter table paywalls.entry rename to entry_away')
    let report: Report | undefined
    try {
      report = await app.as(admin).call(contract.routes.report, { query: { days: 1000, currency: 'eur' } })
    } finally {
      await app.sql('alter table paywalls.entry_away rename to entry')
    }
    expect(report!.revenue).to.equal((ENTRIES / 2) * 100)
    expect(report!.revenue_months.reduce((sum, { amount }) => sum + amount, 0)).to.equal(report!.revenue)
  })
})
