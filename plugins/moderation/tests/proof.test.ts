/** Proof of work at sign-up: off it asks nothing, on it lets in who has worked for it, once, in time, here. Solved by altcha's own solver. */
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect } from 'chai'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import contract, { type Challenge } from '../contract.ts'

const { routes } = contract
const folders = ['spaces', 'content', 'posts', 'members', 'archive', 'notifications', 'moderation'].map((name) => `plugins/${name}`)
const HOUR = 3_600_000

describe('proof of work at sign-up', () => {
  let app: TestApp
  let admin: TestMember
  let n = 0
  before(async () => {
    app = await testApp(folders)
    admin = await app.member('admin')
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  const switchTo = (proof_enabled: boolean) => app.as(admin).call(routes.saveSettings, { body: { proof_enabled } })
  const ask = async (as = app.as(null)) => (await as.call(routes.proof)).challenge
  const solve = async (challenge: Challenge) => (await solveChallenge({ challenge, deriveKey }))!
  const seal = (challenge: unknown, solution: unknown) => Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  const proven = async (as = app.as(null)) => {
    const challenge = (await ask(as))!
    return seal(challenge, await solve(challenge))
  }
  const signUp = (proof?: string, more: object = {}, as = app.as(null)) =>
    as.send('POST', '/internal_api/sign_up', { name: 'New', email: `new-${++n}@example.com`, password: 'Celadon-9!', proof, ...more })
  const isRefused = async (proof: string | undefined, why: string, as = app.as(null)) => {
    const { status, body } = await signUp(proof, {}, as)
    expect([status, body.code ?? body.error?.code], why).to.deep.equal([403, 'not_admitted'])
  }

  it('asks for nothing while it is off, which it is at first', async () => {
    expect(await ask()).to.equal(null)
    expect((await signUp()).status).to.equal(200)
    expect((await signUp('nonsense')).status).to.equal(200)
  })

  describe('on', () => {
    before(() => switchTo(true))

    it('lets in who has solved one, and nobody with none or with nonsense', async () => {
      for (const [proof, why] of [
        [undefined, 'none'],
        ['', 'empty'],
        ['%%%', 'no base64'],
        [Buffer.from('null').toString('base64'), 'null'],
        [Buffer.from('{"challenge":{},"solution":{}}').toString('base64'), 'empty parts'],
      ] as const)
        await isRefused(proof, why)
      expect((await signUp('x'.repeat(5000))).status).to.equal(422)
      expect((await signUp(await proven())).status).to.equal(200)
    })

    it('takes each once, also of eight that come at the same moment', async () => {
      const proof = await proven()
      const all = await Promise.all(Array.from({ length: 8 }, () => signUp(proof)))
      expect(all.map(({ status }) => status).sort()).to.deep.equal([200, ...Array.from({ length: 7 }, () => 403)])
      await isRefused(proof, 'a replay')
    })

    it('refuses a changed counter, key, prefix, cost, age and signature', async () => {
      const challenge = (await ask())!
      const solution = await solve(challenge)
      const { parameters } = challenge
      const changed = (change: object) => ({ ...challenge, parameters: { ...parameters, ...change } })
      for (const [why, proof] of Object.entries({
        counter: seal(challenge, { ...solution, counter: solution.counter + 1 }),
        'a counter that is none': seal(challenge, { ...solution, counter: -1 }),
        key: seal(challenge, { ...solution, derivedKey: `00${'ab'.repeat(31)}` }),
        'easier prefix': seal(changed({ keyPrefix: '0' }), solution),
        'cheaper rounds': seal(changed({ cost: 1 }), solution),
        'longer life': seal(changed({ expiresAt: parameters.expiresAt! + 9999 }), solution),
        'another nonce': seal(changed({ nonce: 'ab'.repeat(16) }), solution),
        'no signature': seal({ parameters }, solution),
        'a wrong signature': seal({ ...challenge, signature: 'ab'.repeat(32) }, solution),
      }))
        await isRefused(proof, why)
      expect((await signUp(seal(challenge, solution))).status, 'none of these has spent it').to.equal(200)
    })

    it('refuses what was forged with a key of one’s own, or made for another community', async () => {
      const challenge = (await ask())!
      const { createChallenge } = await import('altcha-lib')
      const { algorithm, cost } = challenge.parameters
      const forged = await createChallenge({
        ...{ algorithm, cost: 1, keyPrefix: '0', deriveKey, hmacSignatureSecret: 'mine' },
        data: { key: Buffer.from('proof:1:mine').toString('base64') },
        expiresAt: new Date(Date.now() + HOUR),
      })
      await isRefused(seal(forged, await solve(forged as Challenge)), `forged, ${cost} rounds asked for`)
      const community = await app.community()
      const other = await app.member('admin', { community })
      await app.as(other).call(routes.saveSettings, { body: { proof_enabled: true } })
      await isRefused(await proven(app.as(other)), 'of another community')
    })

    it('refuses what is too old, and forgets what was spent once nobody could use it again', async () => {
      const proof = await proven()
      const used = await proven()
      expect((await signUp(used)).status).to.equal(200)
      await app.clock.advance(2 * HOUR)
      try {
        await isRefused(proof, 'too old')
        await app.kernel.modules.jobs.tick('moderation.finish', new Date())
        await app.settle()
        expect(await app.sql('select 1 from moderation.spent_proof')).to.have.length(0)
        await isRefused(used, 'used and too old')
      } finally {
        await app.clock.advance(-2 * HOUR)
      }
    })

    it('is not spent by a sign-up that another rule refuses', async () => {
      const proof = await proven()
      expect((await signUp(proof, { email: 'no address' })).status).to.equal(422)
      expect((await signUp(proof)).status).to.equal(200)
    })

    it('limits how many challenges one network asks for', async () => {
      const statuses = []
      for (let i = 0; i < 65; i++) statuses.push((await app.as(null).send('GET', '/internal_api/moderation/proof_of_work')).status)
      expect(statuses).to.include(429)
    })
  })
})
