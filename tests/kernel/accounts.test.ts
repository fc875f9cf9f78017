/** Accounts: sign-up and sign-in, resets, sessions, API tokens, and the cases of theft and guessing. */
import { until } from '@atrium/sdk/testing'
import { expect } from 'chai'
import contract from '@atrium/sdk/kernel/auth'
import communities from '@atrium/sdk/kernel/communities'
import { createLimits } from '../../kernel/limits.ts'
import { scopeAllows } from '../../kernel/policies/index.ts'
import { type Browser, type House, openHouse, PASSWORD } from './rooms.ts'

const { routes } = contract

/** How many times longer the unknown address took: the best of four turns each, as what else runs on this machine is not meant. */
async function inTurns(time: (address: string) => Promise<number>, known: string, unknown: () => string): Promise<number> {
  const turns: [number, number][] = []
  for (let n = 0; n < 5; n++) turns.push([await time(known), await time(unknown())])
  const best = (of: 0 | 1) => Math.min(...turns.slice(1).map((turn) => turn[of]))
  return best(1) / best(0)
}

describe('accounts', () => {
  let house: House
  before(async () => {
    house = await openHouse()
  })
  after(() => house.close())

  const signUp = (email: string, more: object = {}) => ({ body: { name: 'Ada', email, password: PASSWORD, ...more } })
  const signIn = (email: string, password = PASSWORD, more: object = {}) => ({ body: { email, password, ...more } })

  describe('sign-up', () => {
    it('makes an account and a member, signs in, mails a confirmation, tells the community', async () => {
      const email = house.unique('ada')
      const browser = house.browser()
      await house.call(browser, routes.signUp, signUp(email, { coupon_code: 'CLAY', utm_params: { utm_source: 'letter' }, invitation_token: 'abc' }))
      const profile = await house.call(browser, routes.account)
      expect(profile).to.include({ email, name: 'Ada', email_confirmed: false, locale: 'en-US' })
      const [member] = await house.sql('select m.* from kernel.member m join kernel.account a on a.id = m.account_id where a.email = $1', [email])
      expect(member).to.deep.include({ roles: ['member'], preferences: { coupon_code: 'CLAY', utm_params: { utm_source: 'letter' }, invitation_token: 'abc' } })
      const token = await house.mailedToken(email)
      expect(house.told.some(({ name, payload }) => name === 'member.joined' && payload.memberId === member.id)).to.equal(true)
      await house.call(browser, routes.confirmEmail, { body: { token } })
      expect((await house.call(browser, routes.account)).email_confirmed).to.equal(true)
      expect(await house.codeOf(house.call(browser, routes.confirmEmail, { body: { token } }))).to.equal('token_invalid')
    })

    it('refuses weak passwords, bad addresses and lists of addresses', async () => {
      const refused = (body: object) =>
        house.codeOf(house.call(house.browser(), routes.signUp, { body: { name: 'Ada', email: house.unique('weak'), password: PASSWORD, ...body } }))
      for (const password of ['Ab1!c', 'abc-123', 'ABC-abc', 'Abc1234', 'Abc 1-23', `A1-${'x'.repeat(300)}`])
        expect(await refused({ password }), password).to.equal('invalid_input')
      for (const email of ['a', 'a@b', ['a@b.co', 'c@d.ef'], 'a@b.co, c@d.ef', { $ne: '' }]) expect(await refused({ email })).to.equal('invalid_input')
      for (const name of ['', 'a\nb', 'x'.repeat(101)]) expect(await refused({ name })).to.equal('invalid_input')
    })

    it('takes an address of any standard form, with a domain in any script, and knows it in both of its forms', async () => {
      for (const email of ['r&d@people.example', 'a=b@people.example', 'a@people.xn--p1ai']) {
        const browser = house.browser()
        await house.call(browser, routes.signUp, signUp(email))
        expect((await house.call(browser, routes.account)).email).to.equal(email)
      }
      const browser = house.browser()
      await house.call(browser, routes.signUp, signUp('Anna@MÜNCHEN.example'))
      expect((await house.call(browser, routes.account)).email).to.equal('Anna@xn--mnchen-3ya.example')
      await house.mailedToken('Anna@xn--mnchen-3ya.example')
      expect(await house.codeOf(house.call(house.browser(), routes.signUp, signUp('anna@xn--mnchen-3ya.example', { password: 'Wrong-99' })))).to.equal(
        'email_taken',
      )
      for (const email of ['anna@münchen.example', 'anna@XN--mnchen-3ya.example'])
        expect(await house.codeOf(house.call(house.browser(), routes.signIn, signIn(email))), email).to.equal('ok')
    })

    it('answers a known address as the look-up does, whatever its case, and shares its limit', async () => {
      const { email } = await house.member()
      const browser = house.browser()
      expect(await house.codeOf(house.call(browser, routes.signUp, signUp(email.toUpperCase(), { password: 'Wrong-99' })))).to.equal('email_taken')
      expect(browser.token).to.equal(null)
      expect(await house.call(browser, routes.emailLookup, { body: { email } })).to.deep.equal({ known: true })
      expect(await house.call(browser, routes.emailLookup, { body: { email: house.unique('nobody') } })).to.deep.equal({ known: false })
      const codes = new Set<string>()
      for (let n = 0; n < 30; n++) codes.add(await house.codeOf(house.call(browser, routes.emailLookup, { body: { email } })))
      expect([...codes]).to.deep.equal(['ok', 'rate_limited'])
      expect(await house.codeOf(house.call(browser, routes.signUp, signUp(house.unique('late'))))).to.equal('rate_limited')
    })

    it('lets a known account join another community with its password', async () => {
      const { email } = await house.member()
      const other = await house.communities.create({ name: 'Join me', ownerAccountId: house.ownerId })
      const browser = house.browser(other)
      await house.call(browser, routes.signIn, signIn(email))
      expect(await house.codeOf(house.call(browser, communities.routes.community))).to.equal('forbidden')
      await house.call(browser, routes.signUp, signUp(email))
      expect((await house.call(browser, communities.routes.community)).name).to.equal('Join me')
    })

    it('is open only by the rules of the community', async () => {
      const id = await house.communities.create({ name: 'Closed', ownerAccountId: house.ownerId })
      const owner = await house.owner(id)
      const attempt = () => house.codeOf(house.call(house.browser(id), routes.signUp, signUp(house.unique('rule'))))
      const set = (body: object) => house.call(owner, communities.routes.updateCommunity, { body })
      expect(await attempt()).to.equal('ok')
      await set({ is_private: true })
      expect(await attempt()).to.equal('sign_up_closed')
      await set({ show_signup_link: true })
      expect(await attempt()).to.equal('ok')
      await set({ show_signup_link: false, is_private: false, allow_signups_to_public_community: false })
      expect(await attempt()).to.equal('sign_up_closed')
      await set({ custom_sign_up_link_url: 'https://example.com/join' })
      expect(await attempt()).to.equal('ok')
    })

    it('lets those in where sign-up is closed for whose invitation a plugin vouches, and nobody else', async () => {
      const id = await house.communities.create({ name: 'By invitation', ownerAccountId: house.ownerId })
      await house.call(await house.owner(id), communities.routes.updateCommunity, { body: { is_private: true } })
      const attempt = (email: string, invitation_token?: string) =>
        house.codeOf(house.call(house.browser(id), routes.signUp, signUp(email, { invitation_token })))
      const email = house.unique('invited')
      expect(await attempt(email)).to.equal('sign_up_closed')
      expect(await attempt(email, 'of nobody')).to.equal('sign_up_closed')
      expect(await attempt(house.unique('other'), `for ${email}`)).to.equal('sign_up_closed')
      expect(await attempt(email, `for ${email}`)).to.equal('ok')
    })

    it('asks for a mailed code where the community enforces one, until the address is proven', async () => {
      const id = await house.communities.create({ name: 'Coded', ownerAccountId: house.ownerId })
      await house.call(await house.owner(id), communities.routes.updateSettings, { body: { enforce_otp_for_signup: true } })
      const email = house.unique('coded')
      const browser = house.browser(id)
      const verify = (code: string, as = browser) => house.codeOf(house.call(as, routes.verifyTwoFa, { body: { code } }))
      expect(await house.call(browser, routes.signUp, signUp(email))).to.include({ two_fa_required: true, code_mailed: true })
      expect(browser.token).to.equal(null)
      const members = () => house.sql(`select m.status from kernel.member m join kernel.account a on a.id = m.account_id where a.email = $1`, [email])
      const code = (await house.mailedCode(email))!
      expect(await house.sql('select id from kernel.mail where recipient = $1', [email])).to.have.length(1)
      expect(JSON.stringify(await house.sql('select * from kernel.sign_in_step'))).to.not.include(code)
      expect(await verify(code === '000000' ? '000001' : '000000')).to.equal('otp_invalid')
      // signing in goes round nothing: that is no member yet
      const signedIn = house.browser(id)
      await house.call(signedIn, routes.signIn, signIn(email))
      expect(await house.codeOf(house.call(signedIn, communities.routes.community))).to.equal('forbidden')
      expect(await members()).to.deep.equal([])
      expect(await verify(code, house.browser(id)), 'of another browser').to.equal('sign_in_expired')
      expect(await verify(code)).to.equal('ok')
      expect(await members()).to.deep.equal([{ status: 'active' }])
      expect((await house.call(browser, routes.account)).email_confirmed).to.equal(true)
      expect(await verify(code), 'a second time').to.equal('sign_in_expired')
      const other = await house.communities.create({ name: 'Coded too', ownerAccountId: house.ownerId })
      await house.call(await house.owner(other), communities.routes.updateSettings, { body: { enforce_otp_for_signup: true } })
      expect(await house.call(house.browser(other), routes.signUp, signUp(email))).to.include({ two_fa_required: false })
      const codes: string[] = []
      for (let n = 0; n < 7; n++) codes.push(await house.codeOf(house.call(house.browser(id), routes.signUp, signUp('again@example.com'))))
      expect(codes).to.deep.equal([...Array(5).fill('ok'), 'rate_limited', 'rate_limited'])
    })

    it('does not take back who was put out', async () => {
      const { email, id } = await house.member()
      await house.sql(`update kernel.member set status = 'banned' where id = $1`, [id])
      expect(await house.codeOf(house.call(house.browser(), routes.signUp, signUp(email)))).to.equal('forbidden')
    })
  })

  describe('a code to sign in by', () => {
    const ask = (browser: Browser, email: string) => house.call(browser, routes.mailCode, { body: { email } })
    const enter = (browser: Browser, code: string) => house.codeOf(house.call(browser, routes.verifyTwoFa, { body: { code } }))
    const confirmed = async () => {
      const member = await house.member()
      await house.sql('update kernel.account set email_confirmed_at = now() where id = $1', [member.accountId])
      return member
    }

    it('lets in whoever reads the mailbox, in the browser that asked, once; the session then counts as proven', async () => {
      const { email } = await confirmed()
      const browser = house.browser()
      expect(await ask(browser, email.toUpperCase())).to.deep.equal({ success: true, two_fa_required: true, code_mailed: true })
      const code = (await house.mailedCode(email))!
      expect(JSON.stringify(await house.sql('select * from kernel.sign_in_step'))).to.not.include(code)
      expect(await enter(browser, code === '000000' ? '000001' : '000000')).to.equal('otp_invalid')
      expect(await enter(house.browser(), code), 'of another browser').to.equal('sign_in_expired')
      expect(await enter(browser, code)).to.equal('ok')
      expect((await house.call(browser, routes.account)).email).to.equal(email)
      expect(await house.codeOf(house.call(browser, routes.passkeyOptions)), 'no second code for a passkey').to.equal('ok')
      expect(await enter(house.browser(), code), 'a second time').to.equal('sign_in_expired')
    })

    it('A44 says the same for unknown addresses, and asks too often alike for both', async () => {
      const { email } = await confirmed()
      const answers = async (address: string) => {
        const all: string[] = []
        const browser = house.browser()
        for (let n = 0; n < 6; n++) all.push(await house.codeOf(ask(browser, address)))
        return [...all, await enter(browser, '000000')]
      }
      const nobody = house.unique('nobody')
      expect(await answers(email)).to.deep.equal([...Array(5).fill('ok'), 'rate_limited', 'otp_invalid'])
      expect(await answers(nobody)).to.deep.equal([...Array(5).fill('ok'), 'rate_limited', 'otp_invalid'])
      await house.settle()
      expect(await house.sql('select id from kernel.mail where recipient = $1', [nobody])).to.deep.equal([])
    })

    it('A45 stops at twenty a day from elsewhere, and never where the account has signed in before', async () => {
      const { email, browser } = await confirmed()
      const from = (n: number) => house.browser(house.clayId, `198.51.${n}.7`)
      const codes: string[] = []
      for (let n = 0; n < 21; n++) codes.push(await house.codeOf(ask(from(n), email)))
      expect(codes).to.deep.equal([...Array(20).fill('ok'), 'rate_limited'])
      expect(await house.codeOf(ask(house.browser(house.clayId, browser.ip), email))).to.equal('ok')
    })

    it('leaves nothing to whoever signed up with an address that they had not proven', async () => {
      const { email, browser: squatter } = await house.member()
      const owner = house.browser()
      await ask(owner, email)
      expect(await enter(owner, (await house.mailedCode(email))!)).to.equal('ok')
      expect(await house.codeOf(house.call(squatter, routes.account)), 'their session').to.equal('unauthenticated')
      expect(await house.codeOf(house.call(house.browser(), routes.signIn, signIn(email))), 'their password').to.equal('invalid_credentials')
      expect(owner.flash, 'said on the next page').to.equal('password_removed')
      expect(await house.call(owner, routes.methods)).to.include({ has_password: false })
      expect((await house.call(owner, routes.account)).email_confirmed).to.equal(true)
    })

    it('A46 is a first factor alone, and dead once the password or the address is another', async () => {
      const { email, accountId } = await confirmed()
      const browser = house.browser()
      await ask(browser, email)
      const code = (await house.mailedCode(email))!
      await house.sql(`insert into kernel.second_factor (account_id, secret, confirmed_at) values ($1, '\\x00', now())`, [accountId])
      expect(await house.call(browser, routes.verifyTwoFa, { body: { code } })).to.include({ two_fa_required: true })
      expect(browser.token).to.equal(null)
      await house.sql('delete from kernel.second_factor where account_id = $1', [accountId])
      const late = house.browser()
      await ask(late, email)
      const spent = (await house.mailedCode(email))!
      const signedIn = house.browser()
      await house.call(signedIn, routes.signIn, signIn(email))
      await house.call(signedIn, routes.changePassword, { body: { current_password: PASSWORD, password: 'Another-2' } })
      expect(await enter(late, spent)).to.equal('sign_in_expired')
    })
  })

  describe('sign-in', () => {
    it('answers unknown addresses and wrong passwords alike, in about the same time', async () => {
      const { email } = await house.member()
      const time = async (address: string) => {
        const started = performance.now()
        for (let n = 0; n < 8; n++)
          expect(await house.codeOf(house.call(house.browser(), routes.signIn, signIn(address, 'Wrong-99')))).to.equal('invalid_credentials')
        return performance.now() - started
      }
      expect(await inTurns(time, email, () => house.unique('nobody'))).to.be.within(0.5, 2)
    })

    it('A40 begins a new session and drops the one from before', async () => {
      const { email, browser } = await house.member()
      const before = browser.token
      await house.call(browser, routes.signIn, signIn(email))
      expect(browser.token).to.be.a('string').and.not.equal(before)
      expect(await house.codeOf(house.call({ ...browser, token: before }, routes.account))).to.equal('unauthenticated')
      const planted = { ...house.browser(), token: 'planted-by-an-attacker' }
      await house.call(planted, routes.signIn, signIn(email))
      expect(planted.token).to.not.equal('planted-by-an-attacker')
    })

    it('A41 ends a session at sign-out, at once', async () => {
      const { browser } = await house.member()
      const stolen = { ...browser }
      await house.call(stolen, routes.account)
      await house.call(browser, routes.signOut)
      expect(browser.token).to.equal(null)
      expect(await house.codeOf(house.call(stolen, routes.account))).to.equal('unauthenticated')
    })

    it('A45 limits guesses by account and address, and never locks the owner out', async () => {
      const { email } = await house.member()
      const thief = house.browser()
      const codes: string[] = []
      for (let n = 0; n < 12; n++) codes.push(await house.codeOf(house.call(thief, routes.signIn, signIn(email, `Wrong-${n}`))))
      expect(codes.slice(0, 10)).to.deep.equal(Array(10).fill('invalid_credentials'))
      expect(codes.slice(10)).to.deep.equal(['rate_limited', 'rate_limited'])
      expect(await house.codeOf(house.call(thief, routes.signIn, signIn(email)))).to.equal('rate_limited')
      expect(await house.codeOf(house.call(house.browser(), routes.signIn, signIn(email)))).to.equal('ok')
    })

    it('A45 lets the owner in while very many guess, at their account or at any, and leaves each of those one try', async () => {
      const [besieged, other] = [await house.member(), await house.member()]
      const guess = (email: string, browser = house.browser()) => house.codeOf(house.call(browser, routes.signIn, signIn(email, 'Wrong-1')))
      const enter = (email: string, browser = house.browser()) => house.codeOf(house.call(browser, routes.signIn, signIn(email)))
      for (let n = 0; n < 101; n += 10) await Promise.all(Array.from({ length: 10 }, () => guess(besieged.email)))
      const thief = house.browser()
      expect([await guess(besieged.email, thief), await guess(besieged.email, thief)]).to.deep.equal(['invalid_credentials', 'rate_limited'])
      expect(await guess(other.email, thief), 'at another account').to.equal('invalid_credentials')
      expect(await enter(besieged.email), 'from an address without failures').to.equal('ok')
      expect(await guess(besieged.email, besieged.browser), 'mistyped where they are at home').to.equal('invalid_credentials')
      expect(await enter(besieged.email, besieged.browser)).to.equal('ok')
    })

    it('A45 counts guesses that come at the same moment', async () => {
      const { email } = await house.member()
      const thief = house.browser()
      const codes = await Promise.all(Array.from({ length: 30 }, (_, n) => house.codeOf(house.call(thief, routes.signIn, signIn(email, `Wrong-${n}`)))))
      expect(codes.filter((code) => code === 'invalid_credentials')).to.have.length(10)
    })

    it('keeps a session 14 days from its last use, 90 when remembered', async () => {
      const { email, accountId, browser } = await house.member()
      await house.call(house.browser(), routes.signIn, signIn(email, PASSWORD, { remember_me: true }))
      const days = async () =>
        (
          await house.sql('select round(extract(epoch from expires_at - now()) / 86400)::int as days from kernel.session where account_id = $1 order by id', [
            accountId,
          ])
        ).map((row) => row.days)
      expect(await days()).to.deep.equal([14, 90])
      await house.sql(
        `update kernel.session set expires_at = now() + interval '1 day', last_used_at = now() - interval '6 minutes' where account_id = $1 and not remember`,
        [accountId],
      )
      await house.data.signal('session.revoked', {})
      await house.call(browser, routes.account)
      await until('its new end', async () => (await days())[0] === 14)
      expect(await days()).to.deep.equal([14, 90])
      await house.sql(`update kernel.session set expires_at = now() - interval '1 second' where account_id = $1`, [accountId])
      await house.data.signal('session.revoked', {})
      expect(await house.codeOf(house.call(browser, routes.account))).to.equal('unauthenticated')
    })
  })

  describe('password reset', () => {
    const ask = (email: unknown) => house.call(house.browser(), routes.askPassword, { body: { email } })
    const set = (token: string | null, password = 'Another-2') => house.codeOf(house.call(house.browser(), routes.setPassword, { body: { token, password } }))

    it('A43 works once and ends every session; asked again it sends the link that is still good', async () => {
      const { email, browser } = await house.member()
      await ask(email)
      const first = await house.mailedToken(email)
      await ask(email.toUpperCase())
      const second = await house.mailedToken(email)
      expect(second).to.equal(first)
      expect(await set(second, 'weak')).to.equal('invalid_input')
      expect(await set(second)).to.equal('ok')
      expect(await set(second, 'Third-3!')).to.equal('token_invalid')
      expect(await house.codeOf(house.call(browser, routes.account))).to.equal('unauthenticated')
      expect(await house.codeOf(house.call(house.browser(), routes.signIn, signIn(email)))).to.equal('invalid_credentials')
      await house.call(house.browser(), routes.signIn, signIn(email, 'Another-2'))
      await house.settle()
      const [notice] = await house.sql('select subject from kernel.mail where recipient = $1 order by id desc limit 1', [email])
      expect(notice.subject).to.equal('Your password was changed')
    })

    it('A43 holds for half an hour, for that purpose and for the address it was mailed to', async () => {
      const { email, accountId } = await house.member()
      await ask(email)
      const late = await house.mailedToken(email)
      const [row] = await house.sql(
        `select round(extract(epoch from expires_at - now()) / 60)::int as minutes from kernel.one_time_token where account_id = $1 and used_at is null`,
        [accountId],
      )
      expect(row.minutes).to.equal(30)
      expect(await house.codeOf(house.call(house.browser(), routes.confirmEmail, { body: { token: late } }))).to.equal('token_invalid')
      await house.sql(`update kernel.one_time_token set expires_at = now() - interval '1 second' where account_id = $1`, [accountId])
      expect(await set(late)).to.equal('token_invalid')
      await ask(email)
      const moved = await house.mailedToken(email)
      await house.sql('update kernel.account set email = $2 where id = $1', [accountId, house.unique('moved')])
      expect(await set(moved)).to.equal('token_invalid')
      expect(await house.codeOf(ask([email, 'thief@example.com']))).to.equal('invalid_input')
    })

    it('A43 mails the own address of the community, and hides the text from its admins', async () => {
      const { email } = await house.member()
      await ask(email)
      await house.settle()
      const [mail] = await house.sql('select text, html, is_secret from kernel.mail where recipient = $1', [email])
      expect(mail.text).to.match(/^https:\/\/atrium\.example\/user\/password\?reset_password_token=[\w-]{43}$/m)
      expect(mail.html).to.include('Clay &amp; Fire')
      expect(mail.is_secret).to.equal(true)
    })

    it('A44 says the same for unknown addresses in the same time, and mails them nothing', async () => {
      const { email } = await house.member()
      const stranger = house.unique('nobody')
      const time = async (address: string) => {
        const started = performance.now()
        for (let n = 0; n < 20; n++)
          expect(await ask(address)).to.deep.equal({ success: true, message: 'If there’s an account with this email, we’ll send a link to it.' })
        return performance.now() - started
      }
      expect(await inTurns(time, email, () => stranger)).to.be.within(0.4, 2.5)
      await house.settle()
      const mails = await house.sql('select recipient, count(*)::int as n from kernel.mail where recipient = any($1) group by recipient', [[email, stranger]])
      // and A75: three mails in a quarter of an hour are enough
      expect(mails).to.deep.equal([{ recipient: email, n: 3 }])
    })

    it('writes to people in their language', async () => {
      const { email, accountId } = await house.member()
      await house.sql(`update kernel.account set locale = 'pt-BR' where id = $1`, [accountId])
      await ask(email)
      await house.settle()
      expect((await house.sql('select subject from kernel.mail where recipient = $1', [email]))[0].subject).to.equal('Redefina sua senha')
    })
  })

  describe('the own account', () => {
    it('A41 changes the password with the present one and ends other sessions', async () => {
      const { email, browser } = await house.member()
      const other = house.browser()
      await house.call(other, routes.signIn, signIn(email))
      const change = (current_password: string) =>
        house.codeOf(house.call(browser, routes.changePassword, { body: { current_password, password: 'Another-2' } }))
      expect(await change('Wrong-99')).to.equal('wrong_password')
      expect(await change(PASSWORD)).to.equal('ok')
      expect(await house.codeOf(house.call(other, routes.account))).to.equal('unauthenticated')
      expect(await house.codeOf(house.call(browser, routes.account))).to.equal('ok')
    })

    it('moves to a new address only by the link mailed there', async () => {
      const { email, browser } = await house.member()
      const taken = (await house.member()).email
      const next = house.unique('next')
      await house.prove(browser)
      const change = (address: string, password = PASSWORD) => house.codeOf(house.call(browser, routes.changeEmail, { body: { email: address, password } }))
      expect(await change(next, 'Wrong-99')).to.equal('wrong_password')
      expect(await change(taken)).to.equal('ok')
      expect(await change(next)).to.equal('ok')
      const token = await house.mailedToken(next)
      expect(await house.mailedToken(taken)).to.equal(null)
      expect((await house.call(browser, routes.account)).email).to.equal(email)
      await house.call(browser, routes.confirmEmail, { body: { token } })
      expect(await house.call(browser, routes.account)).to.include({ email: next, email_confirmed: true })
    })

    it('A14 edits the profile and nothing else', async () => {
      const { id, browser } = await house.member()
      const profile = await house.call(browser, routes.updateAccount, {
        body: {
          name: 'Ada L.',
          bio: 'Throws pots',
          website: 'example.com',
          time_zone: 'Europe/Lisbon',
          appearance: 'dark',
          role: 'admin',
          roles: ['admin'],
          status: 'banned',
          is_platform_owner: true,
        },
      })
      expect(profile).to.include({ name: 'Ada L.', bio: 'Throws pots', website: 'https://example.com', time_zone: 'Europe/Lisbon', appearance: 'dark' })
      expect((await house.sql('select roles, status from kernel.member where id = $1', [id]))[0]).to.deep.equal({ roles: ['member'], status: 'active' })
      for (const body of [{ website: 'javascript:alert(1)' }, { time_zone: 'Mars/Base' }, { appearance: 'pink' }, { name: '' }, { locale: 'xx' }])
        expect(await house.codeOf(house.call(browser, routes.updateAccount, { body })), JSON.stringify(body)).to.equal('invalid_input')
    })

    it('lists own sessions, ends one or all others, and none of other people', async () => {
      const { email, browser } = await house.member()
      const [one, two] = [house.browser(), house.browser()]
      for (const other of [one, two]) await house.call(other, routes.signIn, signIn(email))
      const { records } = await house.call(browser, routes.sessions)
      expect(records.map(({ current }: any) => current).filter(Boolean)).to.have.length(1)
      const id = records.find(({ ip }: any) => ip === one.ip).id
      const stranger = (await house.member()).browser
      expect(await house.codeOf(house.call(stranger, routes.endSession, { params: { id } }))).to.equal('not_found')
      await house.call(browser, routes.endSession, { params: { id } })
      expect(await house.codeOf(house.call(one, routes.account))).to.equal('unauthenticated')
      await house.call(browser, routes.endSessions)
      expect(await house.codeOf(house.call(two, routes.account))).to.equal('unauthenticated')
      expect((await house.call(browser, routes.sessions)).records).to.have.length(1)
    })
  })

  describe('API tokens', () => {
    const tokenOf = async (scopes: string[]) => {
      const made = await house.apiToken((await house.member(['admin'])).accountId, scopes)
      return { made, robot: { ...house.browser(), bearer: made.token } }
    }

    it('A52 opens to each scope what the table says, and no more', async () => {
      const all = [...Object.values(contract.routes), ...Object.values(communities.routes)]
      for (const route of all) {
        const reach = typeof route.options.can === 'object' ? 'open' : route.options.can
        const personal = reach === 'account' || reach === 'admin'
        expect(scopeAllows(['read'], route), `read ${route.name}`).to.equal(route.method === 'GET' && !personal)
        expect(scopeAllows(['write'], route), `write ${route.name}`).to.equal(!personal)
        expect(scopeAllows(['admin'], route), `admin ${route.name}`).to.equal(true)
        expect(scopeAllows([], route)).to.equal(false)
        expect(scopeAllows(['constructor', 'owner'], route)).to.equal(false)
      }
    })

    it('A52 gives an admin’s token without the scope admin the rights of a plain member', async () => {
      const { robot } = await tokenOf(['read', 'write'])
      expect(await house.codeOf(house.call(robot, communities.routes.community))).to.equal('ok')
      expect(await house.codeOf(house.call(robot, communities.routes.updateSettings, { body: {} }))).to.equal('forbidden')
      expect(await house.codeOf(house.call(robot, communities.routes.roles))).to.equal('forbidden')
      expect(await house.codeOf(house.call(robot, routes.account))).to.equal('scope_required')
      expect(await house.codeOf(house.call(robot, routes.sessions))).to.equal('scope_required')
      const { robot: reader } = await tokenOf(['read'])
      expect(await house.codeOf(house.call(reader, communities.routes.updateSettings, { body: {} }))).to.equal('scope_required')
      const { robot: chief } = await tokenOf(['admin'])
      expect(await house.codeOf(house.call(chief, communities.routes.updateSettings, { body: {} }))).to.equal('ok')
    })

    it('A52 opens one plugin alone where its scopes say so', async () => {
      const { robot } = await tokenOf(['admin', 'communities:read'])
      expect(await house.codeOf(house.call(robot, communities.routes.roles))).to.equal('ok')
      expect(await house.codeOf(house.call(robot, communities.routes.updateSettings, { body: {} }))).to.equal('scope_required')
      expect(await house.codeOf(house.call(robot, routes.sessions))).to.equal('scope_required')
      const { robot: reader } = await tokenOf(['admin', 'read'])
      expect(await house.codeOf(house.call(reader, routes.sessions))).to.equal('ok')
      expect(await house.codeOf(house.call(reader, routes.endSessions))).to.equal('scope_required')
    })

    it('is renewed with an overlap, in which both texts hold', async () => {
      const { made, robot } = await tokenOf(['admin'])
      const renewed = await house.accounts.tokens.refresh(house.clayId, made.id, 60)
      const heir = { ...house.browser(), bearer: renewed.token }
      for (const one of [robot, heir]) expect(await house.codeOf(house.call(one, communities.routes.roles))).to.equal('ok')
      await house.sql(`update kernel.api_token set former_until = now() - interval '1 second' where id = $1`, [made.id])
      await house.accounts.tokens.update(house.clayId, made.id, { name: 'Heir' })
      expect(await house.codeOf(house.call(robot, communities.routes.roles))).to.equal('unauthenticated')
      expect(await house.codeOf(house.call(heir, communities.routes.roles))).to.equal('ok')
    })

    it('gets tokens of members, each with the rights of a plain member, until it ends itself', async () => {
      const { memberTokens, tokens } = house.accounts
      const head = await house.apiToken((await house.member(['admin'])).accountId, [])
      const chief = await house.member(['admin'])
      const forWhom = { communityId: house.clayId, apiTokenId: head.id, accountId: chief.accountId, memberId: chief.id }
      const { access, refresh } = await memberTokens.issue(forWhom)
      expect(access.token.split('.')).to.have.length(3)
      const as = (token: string) => ({ ...house.browser(), bearer: token })
      const reach = (token: string) => house.codeOf(house.call(as(token), communities.routes.community))
      expect([await reach(access.token), await reach(refresh.token)]).to.deep.equal(['ok', 'unauthenticated'])
      expect(await house.codeOf(house.call(as(access.token), communities.routes.roles))).to.equal('forbidden')
      expect(await house.codeOf(house.call(as(access.token), routes.sessions))).to.equal('scope_required')

      const next = await memberTokens.renew(house.clayId, head.id, refresh.token)
      expect([await reach(next.token), await reach(access.token)]).to.deep.equal(['ok', 'ok'])
      expect(await house.codeOf(memberTokens.renew(house.clayId, head.id, access.token))).to.equal('invalid_refresh_token')
      const other = await house.apiToken(chief.accountId, [])
      expect(await house.codeOf(memberTokens.renew(house.clayId, other.id, refresh.token))).to.equal('invalid_refresh_token')
      expect(await house.codeOf(memberTokens.revoke(house.clayId, other.id, 'access', access.token))).to.equal('invalid_access_token')
      expect(await house.codeOf(memberTokens.revoke(house.clayId, head.id, 'refresh', access.token))).to.equal('invalid_access_token_type')
      await memberTokens.revoke(house.clayId, head.id, 'access', access.token)
      expect([await reach(access.token), await reach(next.token)]).to.deep.equal(['unauthenticated', 'ok'])
      await house.sql(`update kernel.member_token set expires_at = now() - interval '1 second' where kind = 'refresh' and account_id = $1`, [chief.accountId])
      await house.advance(1_000)
      expect(await house.codeOf(memberTokens.renew(house.clayId, head.id, refresh.token))).to.equal('refresh_token_expired')

      const dump = JSON.stringify(await house.sql('select * from kernel.member_token'))
      for (const { token } of [access, refresh, next]) expect(dump.includes(token)).to.equal(false)
      await tokens.revoke(house.clayId, head.id)
      expect(await reach(next.token)).to.equal('unauthenticated')
    })

    it('ends at once when revoked or too old, and holds in its own community', async () => {
      const { made, robot } = await tokenOf(['admin'])
      const other = await house.communities.create({ name: 'Elsewhere', ownerAccountId: house.ownerId })
      expect(await house.accounts.communityOfToken(made.token)).to.equal(house.clayId)
      expect(await house.accounts.resolve({ sessionToken: null, bearer: made.token, communityId: other, host: 'atrium.example' })).to.equal(null)
      expect(await house.codeOf(house.accounts.tokens.revoke(other, made.id))).to.equal('not_found')
      await house.accounts.tokens.revoke(house.clayId, made.id)
      expect(await house.codeOf(house.call(robot, routes.account))).to.equal('unauthenticated')
      const { made: old, robot: ghost } = await tokenOf(['admin'])
      await house.sql(`update kernel.api_token set expires_at = now() - interval '1 second' where id = $1`, [old.id])
      expect(await house.codeOf(house.call(ghost, routes.account))).to.equal('unauthenticated')
    })

    it('A53 leaves nothing in the database that opens anything', async () => {
      const email = house.unique('dump')
      const browser = house.browser()
      await house.call(browser, routes.signUp, signUp(email))
      await house.call(browser, routes.askPassword, { body: { email } })
      const reset = await house.mailedToken(email)
      const { made } = await tokenOf(['admin'])
      const dump = JSON.stringify(
        await Promise.all(['account', 'session', 'one_time_token', 'api_token', 'audit', 'event'].map((table) => house.sql(`select * from kernel.${table}`))),
      )
      for (const secret of [browser.token!, reset!, made.token, PASSWORD]) expect(dump.includes(secret)).to.equal(false)
      expect(made.prefix).to.equal(`atr_adm_…${made.token.slice(-4)}`)
      expect((await house.sql('select password_hash from kernel.account where email = $1', [email]))[0].password_hash).to.match(
        /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
      )
      const records = await house.accounts.tokens.list(house.clayId)
      expect(JSON.stringify(records)).to.not.include(made.token)
    })
  })

  /** Another process on the same database, as far as signals tell it what changes. */
  async function secondProcess() {
    const { createAccounts } = await import('../../kernel/accounts/index.ts')
    const { createData } = await import('../../kernel/data/index.ts')
    const { createLog } = await import('../../kernel/observe/index.ts')
    const { testSecret } = await import('../support/database.ts')
    const log = createLog({ logLevel: 'silent' })
    const data = await createData({
      config: { dataDir: '/nowhere', databaseUrl: house.data.connectionString, databaseAppUrl: null, secret: testSecret },
      log,
      entities: [],
      plugins: [],
    })
    const accounts = createAccounts({
      limits: createLimits({ log }),
      config: { secret: testSecret },
      clock: () => new Date(),
      log,
      data,
      jobs: { register: () => {} } as never,
      mail: {} as never,
      events: {} as never,
      communities: house.communities,
    })
    return { data, accounts }
  }

  it('A41 and A17 are followed by a second process within a second', async () => {
    const { data, accounts: elsewhere } = await secondProcess()
    try {
      const owner = await house.owner()
      type Person = Awaited<ReturnType<House['member']>>
      const follows = async (what: string, act: (person: Person) => Promise<unknown>, gone: (identity: any) => boolean, roles: string[] = []) => {
        const person = await house.member(roles)
        const { token } = person.browser
        const seen = () => elsewhere.resolve({ sessionToken: token, bearer: null, communityId: house.clayId, host: 'atrium.example' })
        expect((await seen())?.member, what).to.be.an('object')
        expect(gone(await seen()), `${what}: not yet`).to.equal(false)
        await act(person)
        await until(what, async () => gone(await seen()))
      }
      const out = (identity: any) => identity === null
      await follows('sign-out', ({ browser }) => house.call(browser, routes.signOut), out)
      // from another browser, whose session stays
      const change = async ({ email }: Person) => {
        const other = house.browser()
        await house.call(other, routes.signIn, signIn(email))
        await house.call(other, routes.changePassword, { body: { current_password: PASSWORD, password: 'Another-1' } })
      }
      await follows('a new password', change, out)
      const demote = ({ id }: Person) => house.call(owner, communities.routes.updateMemberRoles, { params: { memberId: id }, body: { roles: ['member'] } })
      await follows('a demotion', demote, (identity) => !identity?.allPermissions, ['admin'])
      const ban = ({ id }: Person) =>
        house.data.unit({ communityId: house.clayId, mode: 'write' }, (unit) => house.accounts.people.members(unit).remove(id, 'banned'))
      await follows('a ban', ban, (identity) => identity?.member === null)
    } finally {
      await data.close()
    }
  })

  it('knows members by their ids from memory: in their own community alone, and each change at once, in every process', async () => {
    const { data, accounts } = await secondProcess()
    const seen = async (id: number, communityId = house.clayId, people = house.accounts.people) =>
      house.data.unit({ communityId, mode: 'read' }, async (unit) => (await people.members(unit).byIds([id, id])).get(id))
    try {
      const { id, browser } = await house.member()
      const owner = await house.owner()
      expect(await seen(id)).to.include({ id, isModerator: false })
      await seen(id, house.clayId, accounts.people)
      const elsewhere = await house.communities.create({ name: 'Third home', ownerAccountId: house.ownerId })
      expect(await seen(id, elsewhere)).to.equal(undefined)
      // known to the process, and not asked again
      await house.sql(`update kernel.member set headline = 'behind its back' where id = $1`, [id])
      expect((await seen(id))!.headline).to.equal(null)
      await house.call(browser, routes.updateAccount, { body: { name: 'Ada Byron' } })
      await house.call(owner, communities.routes.updateMemberRoles, { params: { memberId: id }, body: { roles: ['member', 'moderator'] } })
      expect(await seen(id)).to.include({ name: 'Ada Byron', headline: 'behind its back', isModerator: true })
      await until('the new name', async () => (await seen(id, house.clayId, accounts.people))!.name === 'Ada Byron')
      expect(await seen(id, house.clayId, accounts.people)).to.include({ name: 'Ada Byron', isModerator: true })
      await house.call(browser, routes.deleteAccount, { body: { password: PASSWORD } })
      expect((await seen(id))!.name).to.equal('Former member')
    } finally {
      await data.close()
    }
  })

  describe('deleting the own account', () => {
    const remove = (browser: Parameters<House['call']>[0], password?: string) => house.codeOf(house.call(browser, routes.deleteAccount, { body: { password } }))

    it('takes the ways in and the profile, and leaves a member without a name', async () => {
      const { id, accountId, email, browser } = await house.member()
      const other = await house.communities.create({ name: 'Second home', ownerAccountId: house.ownerId })
      await house.call(house.browser(other), routes.signUp, signUp(email))
      await house.call(browser, routes.updateAccount, { body: { name: 'Ada Byron', bio: 'Numbers', location: 'London' } })
      expect([await remove(browser), await remove(browser, 'Wrong-99')]).to.deep.equal(['wrong_password', 'wrong_password'])
      expect(await remove(browser, PASSWORD)).to.equal('ok')
      expect(browser.token).to.equal(null)
      const rows = await house.sql('select id, name, bio, location, status from kernel.member where account_id = $1 order by id', [accountId])
      const gone = { name: 'Former member', bio: null, location: null, status: 'deactivated' }
      expect(rows.map(({ id: _, ...row }) => row)).to.deep.equal([gone, gone])
      await house.settle()
      expect(house.told.filter(({ name, payload }) => name === 'member.left' && payload.memberId === id)).to.have.length(1)
      expect(await house.sql('select from kernel.session where account_id = $1', [accountId])).to.have.length(0)
      expect(JSON.stringify(await house.sql('select * from kernel.account where id = $1', [accountId]))).to.not.include(email)
      expect(await house.codeOf(house.call(house.browser(), routes.signIn, signIn(email)))).to.equal('invalid_credentials')
      const anew = house.browser()
      await house.call(anew, routes.signUp, signUp(email))
      expect((await house.call(anew, routes.account)).name).to.equal('Ada')
    })

    it('asks for a one-time code where there is no password', async () => {
      const { accountId, browser } = await house.member()
      await house.sql('update kernel.account set password_hash = null where id = $1', [accountId])
      expect(await remove(browser)).to.equal('otp_required')
      expect(await remove(await house.prove(browser))).to.equal('ok')
    })

    it('is not for the owner of a community, the last owner of the platform, or a token', async () => {
      const { accountId, browser } = await house.member()
      expect(await house.call(browser, routes.accountDeletion)).to.deep.equal({ owned: [], last_owner: false })
      await house.communities.create({ name: 'Owned', ownerAccountId: accountId })
      expect(await house.call(browser, routes.accountDeletion), 'said before it is asked for').to.deep.equal({ owned: ['Owned'], last_owner: false })
      expect(await remove(browser, PASSWORD)).to.equal('owner_stays')
      expect(await remove(await house.owner(), PASSWORD)).to.equal('owner_stays')
      const admin = await house.member(['admin'])
      const { token } = await house.apiToken(admin.accountId, ['read', 'write', 'admin'])
      expect(await remove({ ...house.browser(), bearer: token }, PASSWORD)).to.equal('session_required')
    })
  })
})
