/** Prices on pages of the site: what is sold at this moment, as the checkout says it. */
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { drawn, offered } from '../../site/tests/drawing.ts'
import site from '../../site/contract.ts'
import contract from '../contract.ts'
import { sellSpace } from './kit.ts'

describe('prices on pages', () => {
  let app: TestApp
  let admin: TestMember
  let paywall: { id: number; version: number; prices: { id: number }[] }
  const draft = (name: string, more: object = {}) =>
    app.as(admin).call(contract.routes.create, {
      body: { paywall: { name, currency: 'eur', status: 'active', opens: [], prices: [{ price_type: 'onetime', amount_in_cents: 4900 }], ...more } as never },
    })
  before(async () => {
    app = await testApp([
      ...['notifications', 'spaces', 'content', 'home', 'community', 'members', 'access', 'payments', 'site', 'paywalls'].map((name) => `plugins/${name}`),
    ])
    admin = await app.member('admin')
    const sold = await sellSpace(app, admin, [
      { name: 'Monthly', price_type: 'subscription', amount_in_cents: 1400, interval: 'monthly', trial_days: 7 },
      { name: 'Yearly', price_type: 'subscription', amount_in_cents: 14_400, interval: 'yearly' },
    ])
    paywall = sold.paywall
    await draft('Kiln <script>alert(1)</script>')
    await draft('Not for sale yet', { status: 'draft' })
  })
  after(() => app?.close())

  it('are all that is sold where none is chosen, with names as text', async () => {
    for (const by of [undefined, admin.id]) {
      const html = (await drawn(app, 'Prices', { title: 'What it costs' }, { by }))!
      expect(html)
        .to.include('€14')
        .and.include('a month')
        .and.include('or €144 a year')
        .and.include('<p class="trial">7-day free trial</p>')
        // each price is bought by the link that names it
        .and.include(`href="/checkout/${paywall.id}?price=${paywall.prices[0]!.id}">Start 7-day trial<`)
        .and.include(`href="/checkout/${paywall.id}?price=${paywall.prices[1]!.id}">or €144 a year<`)
      expect(html)
        .to.include('Buy – €49')
        .and.include('one-time')
        .and.include('Kiln &#60;script&#62;')
        .and.not.include('<script')
        .and.not.include('Not for sale yet')
    }
  })

  it('are those that were chosen in their order, with what one gets', async () => {
    const plans = [{ paywall: paywall.id, features: 'Nine lessons\n\nA <b>kit</b>', button: 'Start 7 days free', is_highlighted: true }]
    const html = (await drawn(app, 'Prices', { plans, note: 'Prices include VAT.' }))!
    expect(html)
      .to.include('<li>Nine lessons</li><li>A &#60;b&#62;kit')
      .and.include('Start 7 days free')
      .and.include('price card dip')
      .and.include('Prices include VAT.')
    expect(html).to.not.include('Kiln')
  })

  it('ask the editor which ones, by name, and say what none means', async () => {
    const { records } = await app.as(admin).call(site.routes.blocks)
    const plans = records.find(({ type }) => type === 'Prices')!.fields.find(({ name }) => name === 'plans')!
    expect(plans.help).to.include('all paywalls on sale appear')
    expect(await offered(app, 'Prices', 'plans.paywall', 'glaze')).to.deep.equal(['Glaze chemistry'])
  })

  it('follow what is changed, and go with what is no longer sold', async () => {
    const plans = [{ paywall: paywall.id, features: '', button: '', is_highlighted: false }]
    const prices = [{ name: 'Monthly', price_type: 'subscription', amount_in_cents: 1600, interval: 'monthly' }]
    await app.as(admin).call(contract.routes.update, { params: { id: paywall.id }, body: { paywall: { prices } as never } })
    expect(await drawn(app, 'Prices', { plans }))
      .to.include('€16')
      .and.not.include('€14')
    await app.as(admin).call(contract.routes.update, { params: { id: paywall.id }, body: { paywall: { status: 'inactive' } as never } })
    expect(await drawn(app, 'Prices', { plans }, { by: admin.id })).to.equal(null)
    expect(await drawn(app, 'Prices', { plans }, { by: admin.id, isPreview: true })).to.include('No paywalls for sale yet')
    expect(await offered(app, 'Prices', 'paywall')).to.deep.equal(['Kiln <script>alert(1)</script>'])
  })
})
