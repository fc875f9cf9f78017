/** Owners of the platform name and remove others after a fresh proof, all of them are told, and one always stays. */
import { expect } from 'chai'
import contract from '@atrium/sdk/kernel/communities'
import { type Browser, type House, openHouse } from './rooms.ts'

const { routes } = contract
const OWNER = 'owner@example.com'

describe('owners of the platform', () => {
  let house: House
  before(async () => {
    house = await openHouse()
  })
  after(() => house.close())

  const add = (browser: Browser, email: string) => house.codeOf(house.call(browser, routes.addOwner, { body: { email } }))
  const remove = (browser: Browser, id: number) => house.codeOf(house.call(browser, routes.removeOwner, { params: { id } }))
  const owners = async () => (await house.sql('select email from kernel.account where is_platform_owner order by id')).map(({ email }) => email)
  async function admin() {
    const member = await house.member(['admin'])
    await house.sql('update kernel.account set email_confirmed_at = now() where id = $1', [member.accountId])
    await house.prove(member.browser)
    return member
  }
  /** To whom emails of this subject went, which are taken out. */
  async function told(subject: string) {
    await house.settle()
    return (
      await house.sql('with gone as (delete from kernel.mail where subject = $1 returning recipient) select recipient from gone order by 1', [subject])
    ).map(({ recipient }) => recipient)
  }

  it('are nobody’s business but their own', async () => {
    const { browser, accountId, email } = await admin()
    expect([await house.codeOf(house.call(browser, routes.owners)), await add(browser, email), await remove(browser, house.ownerId)]).to.deep.equal([
      'forbidden',
      'forbidden',
      'forbidden',
    ])
    expect(await remove(browser, accountId)).to.equal('forbidden')
    expect(await owners()).to.deep.equal([OWNER])
  })

  it('name another by a confirmed address and remove one, each after a fresh proof; all are told and it is noted', async () => {
    const [owner, other, unconfirmed] = [await house.owner(), await admin(), await house.member()]
    expect([await add(owner, other.email), await remove(owner, other.accountId)]).to.deep.equal(['otp_required', 'otp_required'])
    await house.prove(owner)
    for (const [why, email] of [
      ['unknown', 'nobody@example.com'],
      ['anybody may have signed up with it', unconfirmed.email],
      ['an owner already', OWNER],
    ] as const)
      expect(await add(owner, email), why).to.equal('invalid_input')
    expect(await remove(owner, other.accountId), 'no owner').to.equal('not_found')
    expect(await remove(owner, house.ownerId), 'the last one').to.equal('owner_stays')
    expect(await house.sql(`select from kernel.audit where action like 'platform.owner%'`)).to.deep.equal([])

    expect(await add(owner, other.email.toUpperCase())).to.equal('ok')
    expect(await told('A platform owner was added')).to.deep.equal([OWNER, other.email].sort())
    expect((await house.call(other.browser, routes.owners)).records.map(({ email }: { email: string }) => email)).to.deep.equal([OWNER, other.email])

    expect(await remove(other.browser, house.ownerId), 'by the one who came later').to.equal('ok')
    expect(await told('A platform owner was removed')).to.deep.equal([OWNER, other.email].sort())
    expect(await house.codeOf(house.call(owner, routes.owners)), 'at once').to.equal('forbidden')
    const noted = await house.sql(`select action, data, member_id from kernel.audit where action like 'platform.owner%' order by id`)
    expect(noted).to.deep.equal([
      { action: 'platform.owner_added', data: { name: other.email }, member_id: 1 },
      { action: 'platform.owner_removed', data: { name: OWNER }, member_id: other.id },
    ])
    expect([await add(other.browser, OWNER), await remove(other.browser, other.accountId), await owners()]).to.deep.equal(['ok', 'ok', [OWNER]])
  })

  it('are one at least, whoever removes whom at the same time', async () => {
    const [owner, other] = [await house.prove(await house.owner()), await admin()]
    for (let round = 0; round < 10; round++) {
      await house.sql('update kernel.account set is_platform_owner = true where id in ($1, $2)', [house.ownerId, other.accountId])
      await house.data.signal('session.changed', {})
      const codes = await Promise.all([remove(owner, other.accountId), remove(other.browser, house.ownerId)])
      expect(codes.filter((code) => code === 'ok')).to.have.length(1)
      expect(await owners()).to.have.length(1)
    }
  })
})
