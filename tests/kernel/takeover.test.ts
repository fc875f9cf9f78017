/** Attacks on accounts: secrets that leave by a domain of the attacker's, a stolen password, squatted addresses, and owners who are locked out. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import contract from '@atrium/sdk/kernel/auth'
import communities from '@atrium/sdk/kernel/communities'
import { expect } from 'chai'
import { Secret, TOTP } from 'otpauth'
import { type Browser, type House, openHouse, PASSWORD } from './rooms.ts'

const { routes } = contract
const NEXT = 'Another-2'

describe('taking over an account', () => {
  let house: House
  let turned = 0
  before(async () => {
    house = await openHouse()
  })
  after(() => house.close())

  const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + turned })
  const nextStep = async () => {
    turned += 31_000
    await house.advance(31_000)
  }
  const signIn = (browser: Browser, email: string, password = PASSWORD) => house.call(browser, routes.signIn, { body: { email, password } })
  const reset = (token: string, remove: object[] = [], password = NEXT) =>
    house.call(house.browser(), routes.setPassword, { body: { token, password, remove } })
  const askReset = (email: string, browser = house.browser()) => house.call(browser, routes.askPassword, { body: { email } })
  const verify = (browser: Browser, code: string) => house.codeOf(house.call(browser, routes.verifyTwoFa, { body: { code } }))
  const wrong = (secret: string) => (codeOf(secret) === '000000' ? '000001' : '000000')
  async function secondFactor(browser: Browser): Promise<string> {
    const { secret } = await house.call(browser, routes.startTwoFa)
    await house.call(browser, routes.confirmTwoFa, { body: { code: codeOf(secret) } })
    await nextStep()
    await house.settle()
    return secret
  }
  const passkeyFor = async (accountId: number, name: string, addedAt = 'now()') =>
    (
      await house.sql<{ id: number }>(
        `insert into kernel.passkey (account_id, credential_id, public_key, name, created_at) values ($1, $2, '\\x00', $3, ${addedAt}) returning id`,
        [accountId, house.unique('key'), name],
      )
    )[0]!.id
  const waysOf = async (token: string) => house.call(house.browser(), routes.passwordLink, { body: { token } })
  const mailsTo = async (email: string) => {
    await house.settle()
    return house.sql<{ community_id: number; subject: string; text: string; html: string }>('select * from kernel.mail where recipient = $1 order by id', [
      email,
    ])
  }
  /** Anybody may start a community and name a domain for it. */
  async function evilCommunity(): Promise<Browser> {
    const { browser } = await house.member()
    const { id } = await house.call(browser, communities.routes.create, { body: { name: 'Free pots' } })
    const domain = `pots-${id}.evil.example`
    await house.sql('update kernel.community set custom_domain = $2 where id = $1', [id, domain])
    await house.communities.changed(id)
    return { ...house.browser(id), host: domain }
  }

  describe('links that carry a secret', () => {
    const texts = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../sdk/kernel/auth/locales/en-US.json'), 'utf8')) as Record<string, string>

    it('lead to the platform’s own address alone, whatever host was asked: every email there is', async () => {
      const evil = await evilCommunity()
      const { email, accountId } = await house.member()
      // the owner of the platform's account is no member there; this one is
      await house.call(evil, routes.signUp, { body: { name: 'Ada', email, password: PASSWORD } })
      await house.call(evil, routes.sendConfirmation)
      await askReset(email, { ...evil, token: null })
      await house.call(house.browser(evil.communityId), routes.mailCode, { body: { email } })
      await house.call(evil, routes.askCode)
      await house.prove(evil)
      const fresh = house.unique('fresh')
      await house.sql('update kernel.account set email_confirmed_at = now() where id = $1', [accountId])
      await house.call(evil, routes.changeEmail, { body: { email: fresh, password: PASSWORD } })
      const token = await house.mailedToken(fresh)
      await house.call(evil, routes.confirmEmail, { body: { token } })
      await secondFactor(evil)
      await house.call(evil, routes.changePassword, { body: { current_password: PASSWORD, password: NEXT } })
      const at = { communityId: evil.communityId, locale: 'en-US' }
      const others = [
        { kind: 'joining', step: await joiningStep(accountId) },
        ...['ownership_offered', 'community_ending'].map((kind) => ({ kind })),
        ...['owner_added', 'owner_removed'].map((kind) => ({ kind, about: 'olga@example.com' })),
      ]
      for (const one of others)
        await house.jobs.addIn(
          { query: (text, values) => house.data.system.query(text, values) },
          { communityId: at.communityId, task: 'auth.email', payload: { ...one, accountId, locale: at.locale } },
        )
      const mails = [...(await mailsTo(email)), ...(await mailsTo(fresh))]
      const subjects = new Set(mails.map(({ subject }) => subject))
      const wanted = Object.entries(texts).filter(([key]) => key.endsWith('.subject'))
      const plain = (text: string) => text.replace('{community}', 'Free pots')
      expect(
        wanted.filter(([, text]) => !subjects.has(plain(text))).map(([key]) => key),
        'emails that were not walked',
      ).to.deep.equal([])
      // these two carry no secret, and what they are about stands in the community itself
      const ofCommunity = ['ownership_offered', 'community_ending'].map((kind) => plain(texts[`${kind}.subject`]!))
      for (const { subject, text, html } of mails)
        for (const [address] of `${text} ${html}`.matchAll(/https?:\/\/[^\s"'<>]+/g))
          if (address !== `https://${evil.host}/settings` || !ofCommunity.includes(subject))
            expect(new URL(address).host, `${subject}: ${address}`).to.match(/(^|\.)atrium\.example$/)
    })
    async function joiningStep(accountId: number): Promise<string> {
      await house.sql(
        `insert into kernel.sign_in_step (token_hash, kind, account_id, data, expires_at) values ('\\x01', 'second_factor', $1, '{"mailed": true}', now() + interval '5 minutes')`,
        [accountId],
      )
      return Buffer.from([1]).toString('base64')
    }

    it('come from a community only where one belongs to it, else from the platform', async () => {
      const evil = await evilCommunity()
      const { email } = await house.member()
      await askReset(email, evil)
      const [mail] = await mailsTo(email)
      expect(mail!.community_id).to.equal(house.clayId)
      expect(mail!.text).to.include('https://atrium.example/user/password?').and.not.include('Free pots')
    })

    it('cannot be written to another address by a plugin either', async () => {
      const send = (link: string) =>
        house.mail
          .queueIn(house.data.system, house.clayId, { to: 'a@example.com', locale: 'en-US', subject: 'Come in', text: `Here:\n${link}`, secret: true })
          .then(
            () => 'sent',
            (error: Error) => error.message,
          )
      expect(await send('https://evil.example/x')).to.include('evil.example')
      expect(await send('https://atrium.example.evil.example/x')).to.include('evil.example')
      expect(await send('https://sub.atrium.example/x')).to.equal('sent')
    })

    it('a session is good at the host that began it, and nowhere else', async () => {
      const { email, browser } = await house.member()
      const evil = await evilCommunity()
      const there = { ...evil, token: null }
      await house.call(there, routes.signUp, { body: { name: 'Ada', email, password: PASSWORD } })
      expect(await house.codeOf(house.call(there, routes.account))).to.equal('ok')
      expect(await house.codeOf(house.call({ ...browser, token: there.token }, routes.account))).to.equal('unauthenticated')
      expect(await house.codeOf(house.call({ ...there, token: browser.token }, routes.account))).to.equal('unauthenticated')
    })
  })

  describe('a stolen password', () => {
    it('is no proof: second factor, passkeys, linked sign-ins and the address stay the owner’s', async () => {
      const { email } = await house.member()
      const thief = house.browser()
      await signIn(thief, email)
      const codes = await Promise.all(
        [
          house.call(thief, routes.startTwoFa),
          house.call(thief, routes.passkeyOptions),
          house.call(thief, routes.linkProvider, { body: { provider: 'studio' } }),
          house.call(thief, routes.changeEmail, { body: { email: house.unique('thief'), password: PASSWORD } }),
        ].map((call) => house.codeOf(call)),
      )
      expect(codes).to.deep.equal(Array(4).fill('otp_required'))
    })

    it('a reset ends sessions, API tokens and every open link, and removes what came since the last proof', async () => {
      const { email, accountId, browser } = await house.member(['admin'])
      await house.sql(
        `update kernel.account set email_confirmed_at = now() - interval '40 days', mailbox_proved_at = now() - interval '40 days' where id = $1`,
        [accountId],
      )
      const own = await passkeyFor(accountId, 'Own laptop', `now() - interval '40 days'`)
      const thief = house.browser()
      await signIn(thief, email)
      await house.prove(thief)
      const { token: robot } = await house.apiToken(accountId)
      const theirs = await passkeyFor(accountId, 'Thief')
      await house.call(thief, routes.changeEmail, { body: { email: 'thief@evil.example', password: PASSWORD } })
      const openLink = await house.mailedToken('thief@evil.example')
      await secondFactor(thief)

      await askReset(email)
      const token = (await house.mailedToken(email))!
      const { ways, email: of, undoes } = await waysOf(token)
      expect({ of, undoes }).to.deep.equal({ of: email, undoes: false })
      expect(ways.map(({ kind, name, removal }: any) => [kind, name, removal])).to.have.deep.members([
        ['two_fa', '', 'now'],
        ['passkey', 'Thief', 'now'],
        ['passkey', 'Own laptop', 'later'],
      ])
      const answer = await reset(
        token,
        ways.filter(({ removal }: any) => removal === 'now').map(({ kind, id }: any) => ({ kind, id })),
      )
      expect(answer).to.deep.equal({ success: true, url: 'https://atrium.example', removal_later: false })
      for (const held of [thief, browser]) expect(await house.codeOf(house.call(held, routes.account))).to.equal('unauthenticated')
      expect(await house.codeOf(house.call({ ...house.browser(), bearer: robot }, routes.account))).to.equal('unauthenticated')
      expect(await house.codeOf(house.call(house.browser(), routes.confirmEmail, { body: { token: openLink, password: NEXT } }))).to.equal('token_invalid')
      const back = house.browser()
      expect((await signIn(back, email, NEXT)).two_fa_required).to.equal(false)
      const { passkeys, two_fa } = await house.call(back, routes.methods)
      expect([passkeys.map(({ id }: any) => id), two_fa.enabled]).to.deep.equal([[own], false])
      expect(theirs).to.not.equal(own)
    })

    it('what is older than the last proof goes after three days, of which the owner hears, unless somebody uses it', async () => {
      const { email, accountId, browser } = await house.member()
      await house.prove(browser)
      await house.sql('update kernel.account set email_confirmed_at = now(), mailbox_proved_at = now() where id = $1', [accountId])
      const secret = await secondFactor(browser)
      const ask = async () => {
        await askReset(email)
        const token = (await house.mailedToken(email))!
        const { ways } = await waysOf(token)
        expect(ways).to.have.length(1)
        expect(ways[0]).to.include({ kind: 'two_fa', removal: 'later' })
        expect(
          (
            await reset(
              token,
              ways.map(({ kind, id }: any) => ({ kind, id })),
            )
          ).removal_later,
        ).to.equal(true)
        expect((await mailsTo(email)).some(({ text }) => text.includes('requested to remove'))).to.equal(true)
      }
      // who reads the mailbox alone does not get in at once
      await house.sql(`update kernel.account set mailbox_proved_at = now() where id = $1`, [accountId])
      await ask()
      const thief = house.browser()
      expect((await signIn(thief, email, NEXT)).two_fa_required).to.equal(true)
      const due = async () =>
        house.sql(`select round(extract(epoch from due_at - now()) / 3600)::int as hours from kernel.way_removal where account_id = $1`, [accountId])
      expect(await due()).to.deep.equal([{ hours: 72 }])
      const owner = house.browser()
      await signIn(owner, email, NEXT)
      expect(await verify(owner, codeOf(secret))).to.equal('ok')
      expect(await due(), 'used, so kept').to.deep.equal([])
      await nextStep()

      await house.sql(`update kernel.one_time_token set mailed = '{}' where account_id = $1`, [accountId])
      await ask()
      await house.sql(`update kernel.way_removal set due_at = now() - interval '1 minute' where account_id = $1`, [accountId])
      await house.jobs.tick('auth.removals', new Date())
      await house.settle()
      expect((await signIn(house.browser(), email, NEXT)).two_fa_required).to.equal(false)
      expect((await mailsTo(email)).at(-1)!.text).to.include('were removed from your account')
    })

    it('a changed address is taken back by the former one within seven days, with everything that came after it', async () => {
      const { email, accountId, browser } = await house.member()
      await house.sql(`update kernel.account set email_confirmed_at = now() - interval '9 days', mailbox_proved_at = now() - interval '9 days' where id = $1`, [
        accountId,
      ])
      const taken = house.unique('thief')
      await house.prove(browser)
      await house.call(browser, routes.changeEmail, { body: { email: taken, password: PASSWORD } })
      await house.call(browser, routes.confirmEmail, { body: { token: await house.mailedToken(taken) } })
      expect((await house.call(browser, routes.account)).email).to.equal(taken)
      expect((await mailsTo(email)).at(-1)!.text).to.include(taken)
      const undo = (await house.mailedToken(email))!
      await house.prove(browser)
      await secondFactor(browser)
      // the thief goes on: a reset by the new mailbox, and on to a third one
      await askReset(taken)
      await reset((await house.mailedToken(taken))!, [], PASSWORD)
      // nobody may sit down on the former address meanwhile
      expect(await house.codeOf(house.call(house.browser(), routes.signUp, { body: { name: 'Squatter', email, password: PASSWORD } }))).to.equal('email_taken')
      const { ways, undoes, email: back } = await waysOf(undo)
      expect({ back, undoes }).to.deep.equal({ back: email, undoes: true })
      expect(ways.map(({ kind, removal }: any) => [kind, removal])).to.deep.equal([['two_fa', 'now']])
      await reset(undo, [{ kind: 'two_fa', id: 0 }])
      const owner = house.browser()
      expect((await signIn(owner, email, NEXT)).two_fa_required).to.equal(false)
      expect((await house.call(owner, routes.account)).email).to.equal(email)
      expect(await house.codeOf(signIn(house.browser(), taken, NEXT))).to.equal('invalid_credentials')
      await askReset(taken)
      expect(await house.codeOf(reset(undo))).to.equal('token_invalid')

      const late = await house.member()
      await house.sql('update kernel.account set email_confirmed_at = now() where id = $1', [late.accountId])
      await house.prove(late.browser)
      const moved = house.unique('moved')
      await house.call(late.browser, routes.changeEmail, { body: { email: moved, password: PASSWORD } })
      await house.call(late.browser, routes.confirmEmail, { body: { token: await house.mailedToken(moved) } })
      const tooLate = (await house.mailedToken(late.email))!
      const [row] = await house.sql(
        `select round(extract(epoch from expires_at - now()) / 86400)::int as days from kernel.one_time_token where account_id = $1 and purpose = 'undo'`,
        [late.accountId],
      )
      expect(row.days).to.equal(7)
      await house.sql(`update kernel.one_time_token set expires_at = now() - interval '1 second' where account_id = $1`, [late.accountId])
      expect(await house.codeOf(reset(tooLate))).to.equal('token_invalid')
    })
  })

  describe('squatting', () => {
    it('nothing that an unconfirmed account set up outlives the first proof of its mailbox', async () => {
      const email = house.unique('victim')
      const squatter = house.browser()
      await house.call(squatter, routes.signUp, { body: { name: 'Not me', email, password: PASSWORD } })
      const [{ id: accountId }] = await house.sql('select id from kernel.account where email = $1', [email])
      await house.prove(squatter)
      const secret = await secondFactor(squatter)
      await passkeyFor(accountId, 'Squatter')
      await house.sql(`insert into kernel.linked_identity (account_id, issuer, subject, label) values ($1, 'https://id.example', 'squatter', 'Studio')`, [
        accountId,
      ])
      await house.settle()
      // the confirmation that came to the victim opens nothing for a stranger's account
      await house.sql(`update kernel.one_time_token set mailed = '{}' where account_id = $1`, [accountId])
      await house.call(squatter, routes.sendConfirmation)
      const confirm = (await house.mailedToken(email))!
      expect(await house.codeOf(house.call(house.browser(), routes.confirmEmail, { body: { token: confirm } }))).to.equal('password_required')
      expect(await house.codeOf(house.call(house.browser(), routes.confirmEmail, { body: { token: confirm, password: 'Wrong-99' } }))).to.equal(
        'wrong_password',
      )

      await askReset(email)
      const token = (await house.mailedToken(email))!
      expect((await waysOf(token)).ways).to.deep.equal([])
      await reset(token)
      const owner = house.browser()
      expect((await signIn(owner, email, NEXT)).two_fa_required).to.equal(false)
      expect(await house.call(owner, routes.methods)).to.deep.include({ passkeys: [], linked: [] })
      expect(await house.codeOf(house.call(squatter, routes.account))).to.equal('unauthenticated')
      expect(secret).to.be.a('string')
    })

    it('whoever signed up confirms from another browser with the password', async () => {
      const email = house.unique('both')
      const browser = house.browser()
      await house.call(browser, routes.signUp, { body: { name: 'Ada', email, password: PASSWORD } })
      const token = (await house.mailedToken(email))!
      const answer = await house.call(house.browser(), routes.confirmEmail, { body: { token, password: PASSWORD } })
      expect(answer).to.deep.equal({ success: true, url: 'https://atrium.example' })
      expect((await house.call(browser, routes.account)).email_confirmed).to.equal(true)
    })
  })

  describe('locking out the owner', () => {
    it('who knows the password spends their own tries at the code, not those of the owner’s device, from the same address too', async () => {
      const { email, browser } = await house.member()
      await house.prove(browser)
      const secret = await secondFactor(browser)
      const device = browser.device
      expect(device).to.be.a('string')
      for (const ip of [browser.ip, ...Array.from({ length: 6 }, (_, n) => `10.9.0.${n}`)]) {
        const thief = { ...house.browser(house.clayId, ip) }
        for (let step = 0; step < 2; step++) {
          await signIn(thief, email)
          for (let n = 0; n < 5; n++) await verify(thief, wrong(secret))
        }
      }
      const stranger = house.browser()
      await signIn(stranger, email)
      expect(await verify(stranger, codeOf(secret)), 'strangers are stopped').to.equal('rate_limited')
      const owner = { ...house.browser(house.clayId, browser.ip), device }
      await signIn(owner, email)
      expect(await verify(owner, codeOf(secret)), 'the owner is not').to.equal('ok')
      expect(
        (await mailsTo(email)).filter(({ text }) => text.includes('incorrect verification codes')),
        'and hears of it once',
      ).to.have.length(1)
      // a mark that was made up, or is somebody else's, is none
      for (const mark of [`${device}x`, device!.replace(/^\d+/, '1'), (await house.member()).browser.device]) {
        const liar = { ...house.browser(), device: mark }
        await signIn(liar, email)
        await nextStep()
        expect(await verify(liar, codeOf(secret))).to.equal('rate_limited')
      }
    })

    it('resets asked by strangers leave the owner a link that is good', async () => {
      const { email } = await house.member()
      for (let n = 0; n < 5; n++) await askReset(email)
      await askReset(email)
      const mails = await mailsTo(email)
      expect(mails).to.have.length(3)
      const tokens = new Set(mails.map(({ text }) => /_token=([\w-]+)/.exec(text)![1]!))
      expect(tokens.size).to.equal(1)
      // half of its time later another one comes, and both hold
      await house.sql(`update kernel.one_time_token set expires_at = now() + interval '14 minutes' where token_hash is not null`)
      await askReset(email)
      const second = (await house.mailedToken(email))!
      expect(tokens.has(second)).to.equal(false)
      expect(await house.codeOf(reset([...tokens][0]!))).to.equal('ok')
      expect(await house.codeOf(reset(second)), 'one of them ends the other').to.equal('token_invalid')
    })

    it('codes asked by a new session leave those of a settled one', async () => {
      const { email, accountId, browser } = await house.member()
      await house.sql(`update kernel.session set created_at = now() - interval '2 days' where account_id = $1`, [accountId])
      await house.data.signal('session.changed', {})
      const thief = house.browser()
      await signIn(thief, email)
      const codes: string[] = []
      for (let n = 0; n < 7; n++) {
        codes.push(await house.codeOf(house.call(thief, routes.askCode)))
        await house.sql(`update kernel.one_time_code set created_at = created_at - interval '61 seconds'`)
      }
      expect(codes.at(-1)).to.equal('rate_limited')
      expect(await house.codeOf(house.call(browser, routes.askCode))).to.equal('ok')
    })
  })

  it('a one-time code passes once, however many press at the same moment', async () => {
    const { email, browser } = await house.member()
    await house.call(browser, routes.askCode)
    const code = (await house.mailedCode(email))!
    const answers = await Promise.all(Array.from({ length: 50 }, () => house.codeOf(house.call({ ...browser }, routes.verifyCode, { body: { code } }))))
    expect(answers.filter((answer) => answer === 'ok')).to.have.length(1)
  })

  it('a new password renews the token of the session that set it', async () => {
    const { browser } = await house.member()
    const stolen = { ...browser }
    await house.call(browser, routes.changePassword, { body: { current_password: PASSWORD, password: NEXT } })
    expect(browser.token).to.not.equal(stolen.token)
    await house.sql(`update kernel.session set rotated_at = now() - interval '11 seconds'`)
    await house.data.signal('session.changed', {})
    expect(await house.codeOf(house.call(stolen, routes.account))).to.equal('unauthenticated')
    expect(await house.codeOf(house.call(browser, routes.account))).to.equal('ok')
  })
})
