/** A community goes to another admin when one offers it and the other accepts, each after a fresh proof; nobody else takes or gives it. */
import { expect } from 'chai'
import accounts from '@atrium/sdk/kernel/auth'
import contract from '@atrium/sdk/kernel/communities'
import { type Browser, type House, openHouse, PASSWORD } from './rooms.ts'

const { routes } = contract
const DAY = 86_400_000

describe('who owns a community', () => {
  let house: House
  before(async () => {
    house = await openHouse()
  })
  after(() => house.close())

  const act = (browser: Browser, name: keyof typeof routes, body: object = {}) => house.codeOf(house.call(browser, routes[name], { body }))
  const ownerOf = async () => (await house.sql('select owner_account_id as id from kernel.community where id = $1', [house.clayId]))[0].id as number

  it('an admin gets it by an offer of the owner’s and their own yes, both proven, and the former owner stays an admin', async () => {
    const [admin, moderator] = [await house.member(['admin']), await house.member(['moderator'])]
    const owner = await house.owner()
    const offer = (browser: Browser, memberId: number) => act(browser, 'offerOwnership', { member_id: memberId })
    expect(await offer(owner, admin.id)).to.equal('otp_required')
    await house.prove(owner)
    expect(await offer(owner, moderator.id), 'no admin').to.equal('invalid_input')
    expect(await offer(owner, admin.id)).to.equal('ok')
    await house.settle()
    expect(await house.sql('select subject from kernel.mail where recipient = $1', [admin.email])).to.deep.equal([{ subject: 'You’re offered Clay & Fire' }])
    expect(await house.call(owner, routes.ownership)).to.deep.include({ owner: { id: 1, name: 'Olga Owner' }, is_owner: true })
    const seen = await house.call(admin.browser, routes.ownership)
    expect([seen.is_owner, seen.offer.is_mine, seen.offer.name]).to.deep.equal([false, true, seen.offer.name])

    expect(await act(admin.browser, 'acceptOwnership')).to.equal('otp_required')
    const another = await house.member(['admin'])
    expect(await act(await house.prove(another.browser), 'acceptOwnership'), 'offered to somebody else').to.equal('offer_gone')
    expect(await act(await house.prove(admin.browser), 'acceptOwnership')).to.equal('ok')
    expect(await ownerOf()).to.equal(admin.accountId)
    expect(await act(admin.browser, 'acceptOwnership'), 'a second time').to.equal('offer_gone')

    expect(await offer(owner, another.id), 'is an admin now').to.equal('owner_only')
    expect(await house.sql('select roles from kernel.member where account_id = $1', [house.ownerId])).to.deep.equal([{ roles: ['member', 'admin'] }])
    const actions = await house.sql(`select action from kernel.audit where action like 'community.o%' order by id`)
    expect(actions.map(({ action }) => action)).to.deep.equal(['community.offered', 'community.owner_changed'])
    expect(await house.codeOf(house.call(owner, accounts.routes.deleteAccount, { body: { password: PASSWORD } })), 'the last of the platform').to.equal(
      'owner_stays',
    )
    expect(
      await house.codeOf(
        house.communities.leave({ query: house.data.system.query.bind(house.data.system) } as never, {
          communityId: house.clayId,
          accountId: admin.accountId,
          status: 'deactivated',
        }),
      ),
    ).to.equal('owner_stays')
    await house.sql('update kernel.community set owner_account_id = $1', [house.ownerId])
    await house.communities.changed(house.clayId)
  })

  it('an offer ends by either side, after seven days, and with the role', async () => {
    const owner = await house.prove(await house.owner())
    const admin = await house.member(['admin'])
    const stranger = await house.member(['admin'])
    await house.prove(admin.browser)
    const offer = () => act(owner, 'offerOwnership', { member_id: admin.id })
    expect([await offer(), await act(stranger.browser, 'withdrawOwnership'), await act(owner, 'withdrawOwnership')]).to.deep.equal(['ok', 'offer_gone', 'ok'])
    expect(await act(admin.browser, 'acceptOwnership')).to.equal('offer_gone')
    expect([await offer(), await act(admin.browser, 'withdrawOwnership'), await act(admin.browser, 'acceptOwnership')]).to.deep.equal([
      'ok',
      'ok',
      'offer_gone',
    ])
    expect(await offer()).to.equal('ok')
    await house.sql(`update kernel.member set roles = '{member}' where id = $1`, [admin.id])
    expect(await act(admin.browser, 'acceptOwnership'), 'who is asked is refused').to.not.equal('ok')
    expect(
      await house.codeOf(
        house.communities.ownership.accept(house.clayId, admin.accountId, { memberId: admin.id, ip: null, all: true, permissions: new Set() }),
      ),
    ).to.equal('offer_gone')
    await house.sql(`update kernel.member set roles = '{member,admin}' where id = $1`, [admin.id])
    await house.advance(8 * DAY)
    expect((await house.call(await house.owner(), routes.ownership)).offer).to.equal(null)
    expect(await act(await house.prove(admin.browser), 'acceptOwnership')).to.equal('offer_gone')
    expect(await ownerOf()).to.equal(house.ownerId)
  })
})
