/** Tax ids of the EU are asked at its register, with patience; the country of a card stands beside the one that its owner says. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import payments from '../../payments/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'

const { routes } = contract
const FRENCH = '4000002500000003'
const BRAZILIAN = '4000000760000002'
const MINUTE = 60_000

describe('tax ids at the register', () => {
  let app: TestApp
  let admin: TestMember
  let register: Server
  let paywall: { id: number; prices: { id: number }[] }
  /** What was asked, and what is said to it. */
  const asked: string[] = []
  let answer: (path: string) => { status: number; body: string } = () => ({ status: 500, body: '' })
  const says = (userError: string) => ({ status: 200, body: JSON.stringify({ isValid: userError === 'VALID', userError, name: 'A Company' }) })

  before(async () => {
    register = createServer((request, response) => {
      asked.push(request.url!)
      const { status, body } = answer(request.url!)
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
    await new Promise<void>((done) => register.listen(0, '127.0.0.1', done))
    const options = { register: `http://127.0.0.1:${(register.address() as AddressInfo).port}` }
    const needs = ['plugins/spaces', 'plugins/content', 'plugins/members', 'plugins/access', 'plugins/payments']
    app = await testApp([...needs, { from: 'plugins/paywalls', options }], { env: { ATRIUM_OUTBOUND_LOOPBACK: 'true' } })
    admin = await app.member('admin')
    const space = await app.run(null, async (ctx) => {
      const group = await ctx.use(spaces).createGroup({ name: 'Learn' })
      return ctx.use(spaces).create({ name: 'Glaze chemistry', spaceGroupId: group.id, isPrivate: true })
    })
    await app.as(admin).call(routes.updateTaxSettings, { body: { platform_status: 'enabled', country: 'DE' } as never })
    const prices = [{ name: 'Monthly', price_type: 'subscription', interval: 'monthly', amount_in_cents: 1190 }]
    const opens = [{ kind: 'space', id: space.id }]
    paywall = await app.as(admin).call(routes.create, { body: { paywall: { name: 'Glaze', currency: 'eur', status: 'active', opens, prices } as never } })
  })
  beforeEach(() => {
    app.resetLimits()
    asked.length = 0
  })
  after(async () => {
    await app?.close()
    register.close()
  })

  async function buy(details: object, card?: string) {
    const who = await app.member()
    const { id } = await app.as(who).call(routes.createSession, { body: { paywall_id: paywall.id, price_id: paywall.prices[0]!.id, ...details } as never })
    await app.as(who).call(routes.checkout, { body: { session_id: id } })
    const [row] = await app.sql('select processor_id from paywalls.checkout where uid = $1', [id])
    await app.outside(null, (ctx) => ctx.use(payments).test.pay(row.processor_id, card))
    await app.settle()
    return who
  }
  const turn = async (minutes = 0) => {
    await app.clock.advance(minutes * MINUTE)
    await app.runSchedule('tax-ids')
    await app.settle()
  }
  const shown = async ({ id }: TestMember) => {
    const [charge] = (await app.as(admin).call(routes.charges, { query: { community_member_id: id } })).records
    const [held] = (await app.as(admin).call(routes.subscriptions, { query: { community_member_id: id } })).records
    const { facts } = await app.as(admin).call(routes.subscription, { params: { id: held!.id } })
    expect(facts.evidence, 'the subscription says the same').to.deep.equal(charge!.evidence)
    return charge!.evidence
  }

  it('are asked once, in the background, and what it says stands at charge and subscription', async () => {
    answer = (path) => (path.endsWith('/vat/40303265045') ? says('VALID') : says('INVALID'))
    const good = await buy({ country: 'FR', tax_id: 'fr 40 303 265 045' }, FRENCH)
    const twice = await buy({ country: 'FR', tax_id: 'FR40303265045' }, BRAZILIAN)
    const bad = await buy({ country: 'AT', tax_id: 'ATU13585627' })
    const none = await buy({ country: 'FR', tax_id: 'FR12' })
    expect((await shown(good)).tax_id_state).to.equal('not_asked')
    expect(asked, 'nobody waits for it').to.deep.equal([])
    await turn()
    expect(asked.sort()).to.deep.equal(['/ms/AT/vat/U13585627', '/ms/FR/vat/40303265045'])
    expect(await shown(good)).to.include({ country: 'FR', card_country: 'FR', tax_id_state: 'valid' })
    expect(await shown(twice), 'a card from elsewhere').to.include({ country: 'FR', card_country: 'BR', tax_id_state: 'valid' })
    expect(await shown(bad)).to.include({ country: 'AT', card_country: 'US', tax_id_state: 'invalid' })
    expect(await shown(none), 'none of its form').to.include({ tax_id: 'FR12', tax_id_state: null })
    await turn(60)
    expect(asked, 'not again').to.have.length(2)
  })
  it('are asked again with growing pauses while the register is away', async () => {
    const replies = [{ status: 503, body: '' }, { status: 200, body: 'not JSON' }, says('MS_UNAVAILABLE'), { status: 200, body: '{"isValid":"no"}' }]
    answer = () => replies[Math.min(asked.length, replies.length) - 1]!
    const who = await buy({ country: 'IT', tax_id: 'IT00743110157' })
    await turn()
    expect((await shown(who)).tax_id_state).to.equal('unreachable')
    await turn(4)
    expect(asked, 'not yet').to.have.length(1)
    await turn(2)
    expect(asked).to.have.length(2)
    await turn(6)
    expect(asked, 'the pause has doubled').to.have.length(2)
    await turn(5)
    expect(asked).to.have.length(3)
    await turn(21)
    expect([asked.length, (await shown(who)).tax_id_state]).to.deep.equal([4, 'unreachable'])
    answer = () => says('VALID')
    await turn(41)
    expect([asked.length, (await shown(who)).tax_id_state]).to.deep.equal([5, 'valid'])
  })
  it('go with whoever gave them', async () => {
    answer = () => says('VALID')
    const who = await buy({ country: 'NL', tax_id: 'NL010000446B01' })
    await turn()
    const ids = async () => (await app.sql(`select tax_id from paywalls.tax_id_check where tax_id like 'NL%'`)).length
    expect(await ids()).to.equal(1)
    expect((await app.as(who).send('DELETE', '/internal_api/account', {})).status).to.be.below(300)
    await app.settle()
    expect(await ids()).to.equal(0)
  })
})
