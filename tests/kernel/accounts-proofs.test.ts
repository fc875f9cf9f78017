/** Proving who one is beyond a password: the challenge, the second factor, recovery codes, roles that must have one. */
import { expect } from 'chai'
import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import contract from '@atrium/sdk/kernel/auth'
import communities from '@atrium/sdk/kernel/communities'
import { createSeals } from '../../kernel/accounts/secrets.ts'
import { createSecondFactor } from '../../kernel/accounts/second-factor.ts'
import { testSecret } from '../support/database.ts'
import { type Browser, type House, openHouse, PASSWORD } from './rooms.ts'

const { routes } = contract

describe('accounts: proofs', () => {
  let house: House
  let turned = 0
  before(async () => {
    house = await openHouse()
  })
  after(() => house.close())

  /** A later time step, so that a code that was taken does not stand in the way. */
  const nextStep = async () => {
    turned += 30_000
    await house.advance(30_000)
  }
  const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + turned })
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
  const signIn = (browser: Browser, email: string, password = PASSWORD) => house.call(browser, routes.signIn, { body: { email, password, remember_me: true } })
  const verify = (browser: Browser, code: string) => house.codeOf(house.call(browser, routes.verifyTwoFa, { body: { code } }))
  const askKey = (browser: Browser) => house.codeOf(house.call(browser, routes.passkeyOptions))
  const known = (browser: Browser) => house.codeOf(house.call(browser, routes.account))
  /** Somebody with a second factor, signed in with it just now. */
  async function guarded(roles: string[] = []) {
    const member = await house.member(roles)
    const { secret } = await house.call(await house.prove(member.browser), routes.startTwoFa)
    const { recovery_codes } = await house.call(member.browser, routes.confirmTwoFa, { body: { code: codeOf(secret) } })
    await nextStep()
    await house.settle()
    return { ...member, secret: secret as string, recovery: recovery_codes as string[] }
  }

  describe('the challenge', () => {
    it('asks for a code by mail, lets pass for ten minutes, and gives the session a new id (A40)', async () => {
      const { email, browser } = await house.member(['admin'])
      expect(await askKey(browser)).to.equal('otp_required')
      const asked = await house.call(browser, routes.askCode)
      expect(asked).to.deep.equal({ method: 'mail', sent_to: email, resend_in: 60 })
      const code = (await house.mailedCode(email))!
      const verifyCode = (text: string) => house.codeOf(house.call(browser, routes.verifyCode, { body: { code: text } }))
      expect(await verifyCode(wrong(code))).to.equal('otp_invalid')
      for (const bad of ['', '12345', '1234567', 'abcdef']) expect(await verifyCode(bad), bad).to.equal('invalid_input')
      const before = browser.token
      expect(await verifyCode(code)).to.equal('ok')
      expect(browser.token).to.be.a('string').and.not.equal(before)
      expect(await askKey(browser)).to.equal('ok')
      const former = { ...browser, token: before }
      expect(await known(former), 'calls that were under way').to.equal('ok')
      expect(await askKey(former), 'without the risen rights').to.equal('otp_required')
      await house.sql(`update kernel.session set rotated_at = now() - interval '11 seconds' where rotated_at is not null`)
      await house.data.signal('session.changed', {})
      expect(await known(former)).to.equal('unauthenticated')
      expect(await verifyCode(code), 'used').to.equal('otp_expired')
      await house.sql(`update kernel.session set proved_at = now() - interval '11 minutes' where proved_at is not null`)
      await house.data.signal('session.changed', {})
      expect(await askKey(browser)).to.equal('otp_required')
    })

    it('A46 ends a code after five tries, ten minutes, or with a newer one; keeps it from other sessions and the database', async () => {
      const { email, browser } = await house.member()
      const verifyCode = (text: string, as = browser) => house.codeOf(house.call(as, routes.verifyCode, { body: { code: text } }))
      const ask = async () => {
        await house.sql(`update kernel.one_time_code set created_at = created_at - interval '61 seconds'`)
        await house.call(browser, routes.askCode)
        return (await house.mailedCode(email))!
      }
      const first = await ask()
      const other = house.browser()
      await signIn(other, email)
      expect(await verifyCode(first, other)).to.equal('otp_expired')
      const codes = await Promise.all(Array.from({ length: 12 }, () => verifyCode(wrong(first))))
      expect(codes.filter((code) => code === 'otp_invalid')).to.have.length(5)
      expect(await verifyCode(first)).to.equal('otp_expired')
      const second = await ask()
      const third = await ask()
      if (second !== third) expect(await verifyCode(second)).to.equal('otp_invalid')
      await house.sql(`update kernel.one_time_code set expires_at = now() - interval '1 second'`)
      expect(await verifyCode(third)).to.equal('otp_expired')
      const fourth = await ask()
      const dump =
        JSON.stringify(await house.sql('select * from kernel.one_time_code')) + JSON.stringify(await house.sql('select * from graphile_worker._private_jobs'))
      expect(dump).to.not.include(fourth)
      expect(await verifyCode(fourth)).to.equal('ok')
    })

    it('A75 sends one mail a minute, five in a quarter of an hour', async () => {
      const { email, browser } = await house.member()
      const asked = await Promise.all([1, 2, 3].map(() => house.call(browser, routes.askCode)))
      expect(asked.map(({ method }) => method)).to.deep.equal(['mail', 'mail', 'mail'])
      await house.settle()
      const mails = async () => (await house.sql('select count(*)::int as n from kernel.mail where recipient = $1', [email]))[0].n
      expect(await mails()).to.equal(1)
      const codes: string[] = []
      for (let n = 0; n < 5; n++) {
        await house.sql(`update kernel.one_time_code set created_at = created_at - interval '61 seconds'`)
        codes.push(await house.codeOf(house.call(browser, routes.askCode)))
      }
      expect(codes).to.deep.equal(['ok', 'ok', 'ok', 'ok', 'rate_limited'])
    })

    it('is not for API tokens', async () => {
      const { accountId } = await house.member(['admin'])
      const { token } = await house.apiToken(accountId)
      const robot = { ...house.browser(), bearer: token }
      expect(await askKey(robot)).to.equal('session_required')
      expect(await house.codeOf(house.call(robot, routes.startTwoFa))).to.equal('session_required')
      expect(await house.codeOf(house.call(robot, routes.askCode))).to.equal('session_required')
    })

    it('stands in for the password of those who have none', async () => {
      const { accountId, email, browser } = await house.member()
      await house.sql('update kernel.account set password_hash = null where id = $1', [accountId])
      const set = () => house.codeOf(house.call(browser, routes.changePassword, { body: { password: 'Another-2' } }))
      expect(await set()).to.equal('otp_required')
      await house.prove(browser)
      expect((await house.call(browser, routes.methods)).has_password).to.equal(false)
      expect(await set()).to.equal('ok')
      expect(await set(), 'the present one is asked for again').to.equal('wrong_password')
      await signIn(house.browser(), email, 'Another-2')
    })
  })

  describe('the second factor', () => {
    it('is set up with a first code, ends other sessions, and is asked for at every sign-in', async () => {
      const { email, browser } = await house.member()
      const other = house.browser()
      await signIn(other, email)
      expect(await house.codeOf(house.call(browser, routes.startTwoFa)), 'a password alone is no proof').to.equal('otp_required')
      const { secret, uri, qr_svg } = await house.call(await house.prove(browser), routes.startTwoFa)
      expect(uri).to.match(/^otpauth:\/\/totp\/Clay%20%26%20Fire:/)
      expect(qr_svg).to.match(/^<svg/)
      const confirm = (code: string) => house.codeOf(house.call(browser, routes.confirmTwoFa, { body: { code } }))
      expect(await confirm(wrong(codeOf(secret)))).to.equal('otp_invalid')
      expect((await signIn(house.browser(), email)).two_fa_required, 'not confirmed yet').to.equal(false)
      const before = browser.token
      const { recovery_codes } = await house.call(browser, routes.confirmTwoFa, { body: { code: codeOf(secret) } })
      expect(recovery_codes).to.have.length(10)
      expect(new Set(recovery_codes).size).to.equal(10)
      expect(recovery_codes[0]).to.match(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)
      expect(browser.token).to.not.equal(before)
      expect(await known(other)).to.equal('unauthenticated')
      expect(await house.codeOf(house.call(browser, routes.startTwoFa))).to.equal('two_fa_on')
      expect((await house.call(browser, routes.methods)).two_fa).to.deep.include({ enabled: true, recovery_codes_left: 10, required: false })

      const next = house.browser()
      expect(await signIn(next, email)).to.deep.equal({ success: true, two_fa_required: true })
      expect(next.token).to.equal(null)
      expect(await known(next)).to.equal('unauthenticated')
      expect(await verify(next, codeOf(secret)), 'A46 the code that confirmed it is dead').to.equal('otp_invalid')
      await nextStep()
      expect(await verify(next, codeOf(secret))).to.equal('ok')
      expect(await known(next)).to.equal('ok')
      expect(next.step).to.equal(null)
      await house.settle()
      expect((await house.sql('select text from kernel.mail where recipient = $1 order by id desc limit 1', [email]))[0].text).to.include(
        'Two-factor authentication was turned on',
      )
    })

    it('A46 cannot be skipped, replayed, shared between browsers, or guessed', async () => {
      const { email, secret } = await guarded()
      const stranger = house.browser()
      expect(await verify(stranger, codeOf(secret)), 'the second step without the first').to.equal('sign_in_expired')
      await signIn(stranger, email)
      expect(await verify({ ...stranger, token: stranger.step, step: null }, codeOf(secret)), 'the step is no session').to.equal('sign_in_expired')
      expect(await known({ ...stranger, token: stranger.step })).to.equal('unauthenticated')
      const foreign = { ...house.browser(), step: 'planted-by-an-attacker-0000000000000' }
      expect(await verify(foreign, codeOf(secret))).to.equal('sign_in_expired')
      const code = codeOf(secret)
      const twice = { ...stranger }
      expect(await verify(stranger, code)).to.equal('ok')
      expect(await verify(twice, code), 'the step is used up').to.equal('sign_in_expired')
      const second = house.browser()
      await signIn(second, email)
      expect(await verify(second, code), 'the code is used up').to.equal('otp_invalid')
      await nextStep()
      const guesses = await Promise.all(Array.from({ length: 10 }, () => verify(second, wrong(codeOf(secret)))))
      expect(guesses.filter((answer) => answer === 'otp_invalid').length).to.be.at.most(4)
      expect(await verify(second, codeOf(secret)), 'the step has had its tries').to.equal('sign_in_expired')
      const third = house.browser()
      await signIn(third, email)
      for (let n = 0; n < 5; n++) await verify(third, wrong(codeOf(secret)))
      const fourth = house.browser(house.clayId, third.ip)
      await signIn(fourth, email)
      expect(await verify(fourth, codeOf(secret)), 'a new step brings no new tries').to.equal('rate_limited')
    })

    it('A46 is not dropped by a reset of the password, nor gone round by joining another community', async () => {
      const { email, secret, recovery, accountId } = await guarded()
      await house.sql('update kernel.account set email_confirmed_at = now() where id = $1', [accountId])
      await house.call(house.browser(), routes.askPassword, { body: { email } })
      const token = await house.mailedToken(email)
      await house.call(house.browser(), routes.setPassword, { body: { token, password: 'Another-2' } })
      expect((await signIn(house.browser(), email, 'Another-2')).two_fa_required).to.equal(true)
      const other = await house.communities.create({ name: 'Elsewhere', ownerAccountId: house.ownerId })
      const browser = house.browser(other)
      const joined = await house.call(browser, routes.signUp, { body: { name: 'Ada', email, password: 'Another-2', coupon_code: 'CLAY' } })
      expect(joined.two_fa_required).to.equal(true)
      const member = () =>
        house.sql('select m.preferences from kernel.member m join kernel.account a on a.id = m.account_id where a.email = $1 and m.community_id = $2', [
          email,
          other,
        ])
      expect(await member()).to.deep.equal([])
      expect(await verify(browser, codeOf(secret))).to.equal('ok')
      expect(await member()).to.deep.equal([{ preferences: { coupon_code: 'CLAY' } }])
      expect(recovery).to.have.length(10)
    })

    it('goes on when the secret is changed: by the one before until it is sealed anew, and recovery codes as long as that is named', async () => {
      const { accountId, secret, recovery } = await guarded()
      const another = createHash('sha256').update('another').digest()
      const under = (...[key, ...former]: [Buffer, ...Buffer[]]) =>
        createSecondFactor({
          data: house.data,
          seals: createSeals(key, former),
          emails: { tell: async () => {} } as never,
          tries: { spend: async () => async () => {} } as never,
          ways: { keep: async () => {} } as never,
          clock: () => new Date(Date.now() + turned),
        })
      const check = (factor: ReturnType<typeof under>, code: string) =>
        factor.check({ communityId: house.clayId, locale: 'en-US' }, accountId, code, {} as never)
      const changed = under(another, testSecret)
      expect(await check(changed, codeOf(secret))).to.equal(true)
      expect(await check(changed, recovery[0]!)).to.equal(true)
      await changed.reseal()
      nextStep()
      expect(await check(under(another), codeOf(secret)), 'without the one before').to.equal(true)
      // the others of this house keep theirs
      await under(testSecret, another).reseal()
    })

    it('lets in by a recovery code once, even while guesses are shut out', async () => {
      const { email, browser, secret, recovery } = await guarded()
      const lost = house.browser()
      await signIn(lost, email)
      for (let n = 0; n < 3; n++) await verify(lost, wrong(codeOf(secret)))
      const [code] = recovery
      expect(await verify(lost, ` ${code!.toLowerCase().replace('-', ' ')} `)).to.equal('ok')
      const again = house.browser()
      await signIn(again, email)
      expect(await verify(again, code!)).to.equal('otp_invalid')
      for (let n = 0; n < 3; n++) await verify(again, wrong(codeOf(secret)))
      const third = house.browser(house.clayId, again.ip)
      await signIn(third, email)
      for (let n = 0; n < 2; n++) await verify(third, wrong(codeOf(secret)))
      expect(await verify(third, codeOf(secret))).to.equal('rate_limited')
      expect(await verify(third, recovery[1]!)).to.equal('ok')
      expect((await house.call(browser, routes.methods)).two_fa.recovery_codes_left).to.equal(8)
      expect(JSON.stringify(await house.sql('select * from kernel.recovery_code'))).to.not.include(recovery[2])
      expect(JSON.stringify(await house.sql('select * from kernel.second_factor'))).to.not.include(secret)
      const { recovery_codes: fresh } = await house.call(browser, routes.renewRecoveryCodes)
      expect(fresh).to.have.length(10)
      const fourth = house.browser()
      await signIn(fourth, email)
      expect(await verify(fourth, recovery[3]!)).to.equal('otp_invalid')
      expect(await verify(fourth, fresh[0])).to.equal('ok')
    })

    it('answers the challenge instead of a mail, and is removed with a code', async () => {
      const { email, browser, secret } = await guarded(['admin'])
      await house.sql(`update kernel.session set proved_at = null, created_at = now() - interval '11 minutes'`)
      await house.data.signal('session.changed', {})
      expect(await askKey(browser)).to.equal('otp_required')
      expect(await house.call(browser, routes.askCode)).to.deep.equal({ method: 'authenticator', sent_to: null, resend_in: 0 })
      expect(await house.codeOf(house.call(browser, routes.verifyCode, { body: { code: codeOf(secret) } }))).to.equal('ok')
      expect(await askKey(browser)).to.equal('ok')
      const remove = (code: string) => house.codeOf(house.call(browser, routes.removeTwoFa, { body: { code } }))
      expect(await remove(codeOf(secret)), 'taken by the challenge').to.equal('otp_invalid')
      await nextStep()
      expect(await remove(codeOf(secret))).to.equal('ok')
      expect((await signIn(house.browser(), email)).two_fa_required).to.equal(false)
    })
  })

  describe('roles that must have a second factor', () => {
    it('make their members set it up before anything else', async () => {
      const id = await house.communities.create({ name: 'Strict', ownerAccountId: house.ownerId })
      const owner = await house.prove(await house.owner(id))
      const set = (roles: string[]) => house.codeOf(house.call(owner, routes.updateSignInSettings, { body: { two_fa_roles: roles } }))
      expect(await set(['admin'])).to.equal('two_fa_first')
      expect(await set(['nobody'])).to.equal('invalid_input')
      expect(await set(['moderator'])).to.equal('ok')
      const { browser } = await house.member(['moderator'], id)
      const plain = (await house.member([], id)).browser
      const read = (as: Browser) => house.codeOf(house.call(as, communities.routes.community))
      expect(await read(plain)).to.equal('ok')
      expect(await read(browser)).to.equal('two_fa_required')
      expect(await house.codeOf(house.call(browser, communities.routes.updateCommunity, { body: { name: 'Mine' } }))).to.equal('two_fa_required')
      const bundle = JSON.parse((await house.call(browser, communities.routes.punditUsers)).body)
      expect(bundle.current_community_member ?? null, 'open routes see no member').to.equal(null)
      expect((await house.call(browser, routes.methods)).two_fa.required).to.equal(true)
      const { secret } = await house.call(await house.prove(browser), routes.startTwoFa)
      await house.call(browser, routes.confirmTwoFa, { body: { code: codeOf(secret) } })
      await nextStep()
      expect(await read(browser)).to.equal('ok')
      expect(await house.codeOf(house.call(browser, routes.removeTwoFa, { body: { code: codeOf(secret) } }))).to.equal('ok')
      expect(await read(browser), 'removed: due again').to.equal('two_fa_required')
      expect(await set([])).to.equal('ok')
      expect(await read(browser)).to.equal('ok')
    })
  })

  it('A44 tells nothing of an account by any other route', async () => {
    const { email } = await house.member()
    const options = await Promise.all([1, 2].map(() => house.call(house.browser(), routes.passkeySignInOptions)))
    for (const { challenge, ...rest } of JSON.parse(JSON.stringify(options)))
      expect(rest).to.deep.equal({ rpId: 'atrium.example', timeout: 60000, userVerification: 'required' })
    const credential = { id: 'unknown', type: 'public-key' as const, response: {} }
    const browser = house.browser()
    await house.call(browser, routes.passkeySignInOptions)
    expect(await house.codeOf(house.call(browser, routes.passkeySignIn, { body: { credential } }))).to.equal('passkey_invalid')
    expect(await house.codeOf(house.call(browser, routes.askPassword, { body: { email } }))).to.equal('ok')
  })
})
