/** Asking to be let into a private space: who may, what is told, and that of many at once there is one. */
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import notifications from '../../notifications/contract.ts'
import contract from '../contract.ts'
import { makeSpace } from './kit.ts'

const { routes } = contract
const TIMES = 8

describe('asking to join a private space', () => {
  let app: TestApp
  let admin: TestMember
  let keeper: TestMember
  let moderator: TestMember
  let asker: TestMember
  let room: { id: number; slug: string; name: string }

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/notifications'])
    admin = await app.member('admin')
    moderator = await app.member('moderator')
    keeper = await app.member('member', { name: 'Kim Keeper' })
  })
  beforeEach(async () => {
    app.resetLimits()
    asker = await app.member('member', { name: 'Ada Asker' })
    room = await makeSpace(app, admin, [], { is_private: true })
    // who makes a space runs it: here somebody else does
    await app.as(admin).call(routes.addMember, { params: { space_id: room.id }, body: { community_member_id: keeper.id, moderator: true } })
    await app.as(admin).call(routes.leave, { params: { id: room.id } })
    await app.settle()
    last = (await app.sql<{ id: number }>('select coalesce(max(id), 0) as id from kernel.event'))[0]!.id
  })
  afterEach(async () => expect(await app.run(null, (ctx) => ctx.platform.operations.counters())).to.deep.equal([]))
  after(() => app?.close())

  let last = 0
  const told = async (name: string) => (await app.sql('select from kernel.event where id > $1 and name = $2', [last, name])).length
  const here = () => ({ params: { id: room.id } })
  const ask = (who = asker, message = 'I fire cone 10.') => app.as(who).send('POST', `/internal_api/spaces/${room.id}/join_request`, { message })
  const decide = (who: TestMember, id: number, accept: boolean) => app.as(who).send('POST', `/internal_api/spaces/${room.id}/join_requests/${id}`, { accept })
  const requests = async () => (await app.as(keeper).call(routes.joinRequests, here())).records
  const door = (who = asker) => app.as(who).call(routes.admission, here())
  /** What members were told, `join_request:12` with the member's id. */
  const news = async () => {
    await app.settle()
    return (
      await app.sql<{ kind: string; member_id: number }>(
        "select kind, member_id from notifications.notice where subject_id = $1 and kind like 'join%' order by id",
        [room.id],
      )
    ).map(({ kind, member_id }) => `${kind}:${member_id}`)
  }
  const shown = async () => (await app.as(keeper).call(routes.show, here())).join_requests_count
  const enters = async (who = asker) => (await app.as(who).call(routes.show, here())).policies.can_view_space

  it('says who can let one in: those who run it, without them the admins', async () => {
    expect(await door()).to.deep.include({ can_ask: true, request: null })
    expect((await door()).hosts.map(({ name }) => name)).to.deep.equal(['Kim Keeper'])
    await app.as(admin).call(routes.removeMember, { params: { space_id: room.id, id: await membershipOf(keeper) } })
    expect((await door()).hosts.map(({ id }) => id)).to.include(admin.id)
  })
  const membershipOf = async (who: TestMember) =>
    (await app.sql<{ id: number }>('select id from spaces.space_member where space_id = $1 and member_id = $2', [room.id, who.id]))[0]!.id

  it('eight times at once is one request, one fact and one email', async () => {
    const answers = await Promise.all(Array.from({ length: TIMES }, () => ask()))
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(TIMES).fill(200))
    const [request, ...others] = await requests()
    expect(others).to.deep.equal([])
    expect(request).to.deep.include({ message: 'I fire cone 10.' })
    expect(request!.member.id).to.equal(asker.id)
    expect(await shown()).to.equal(1)
    expect(await news()).to.deep.equal([`join_request:${keeper.id}`])
    const {
      records: [notice],
    } = await app.as(keeper).call(notifications.routes.list)
    expect(notice).to.include({ notifiable_title: room.name, excerpt: 'I fire cone 10.', action_web_url: `/c/${room.slug}/members` })
    expect(await told('space.join_requested')).to.equal(1)
    expect(await door()).to.deep.include({ can_ask: false })
  })

  it('accepted eight times at once, the member is in once and told once', async () => {
    await ask()
    const [request] = await requests()
    const answers = await Promise.all(Array.from({ length: TIMES }, () => decide(keeper, request!.id, true)))
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(TIMES).fill(200))
    expect(await enters()).to.equal(true)
    expect(await shown()).to.equal(0)
    expect(await news()).to.deep.equal([`join_accepted:${asker.id}`])
    expect([await told('space.join_decided'), await told('space.member_joined')]).to.deep.equal([1, 1])
  })

  it('is accepted and declined where it is told, by those who decide, while one alone asks', async () => {
    const notice = async (who: TestMember) => {
      await app.settle()
      return (await app.as(who).call(notifications.routes.list)).records.find(({ action }) => action === 'join_request')
    }
    const take = async (who: TestMember, id: number, key: string) => app.as(who).send('POST', `/internal_api/notifications/${id}/offers/${key}`, {})
    await ask()
    const first = (await notice(keeper))!
    expect(first.offers.map(({ label }) => label)).to.deep.equal(['Accept', 'Decline'])
    expect((await take(asker, first.id, 'accept')).status, 'nobody else’s notice').to.equal(404)
    const other = await app.member('member', { name: 'Ben Beside' })
    await ask(other)
    expect((await notice(keeper))!.offers, 'of two it is not said who is meant').to.deep.equal([])
    expect((await take(keeper, first.id, 'accept')).status).to.equal(404)
    await app.as(other).call(routes.withdrawRequest, here())
    await ask()
    const [request] = await requests()
    expect((await decide(keeper, request!.id, false)).status).to.equal(200)

    await app.sql("update spaces.join_request set decided_at = now() - interval '8 days' where id = $1", [request!.id])
    await ask()
    const again = (await notice(keeper))!
    const done = await take(keeper, again.id, 'accept')
    expect([done.status, done.body.outcome, done.body.offers]).to.deep.equal([200, 'Request accepted', []])
    expect(await enters()).to.equal(true)
    expect((await notice(keeper))?.id, 'what is decided is told to nobody').to.not.equal(again.id)
    expect((await take(keeper, again.id, 'accept')).status).to.equal(404)
  })

  it('declined, one is told, stays out, and cannot ask again at once', async () => {
    await ask()
    const [request] = await requests()
    expect((await decide(keeper, request!.id, false)).status).to.equal(200)
    // what is decided stays decided
    expect((await decide(keeper, request!.id, true)).status).to.equal(200)
    expect(await enters()).to.equal(false)
    const again = await ask()
    expect([again.status, again.body.code]).to.deep.equal([403, 'join_request_declined'])
    expect(await news()).to.include(`join_declined:${asker.id}`)
    await app.sql("update spaces.join_request set decided_at = now() - interval '8 days' where id = $1", [request!.id])
    expect((await door()).can_ask).to.equal(true)
    expect((await ask()).status).to.equal(200)
    expect(await shown()).to.equal(1)
  })

  it('is taken back by who asked, and is over for who was added otherwise or left', async () => {
    await ask()
    await app.as(asker).call(routes.withdrawRequest, here())
    expect(await requests()).to.deep.equal([])
    await ask()
    await app.as(keeper).call(routes.addMember, { params: { space_id: room.id }, body: { community_member_id: asker.id } })
    expect([await requests(), await shown()]).to.deep.equal([[], 0])
    const other = await app.member('member')
    await ask(other)
    expect(await shown()).to.equal(1)
    await app.run(null, (ctx) => ctx.members.remove(other.id, 'banned'))
    await app.settle()
    expect([await requests(), await shown()]).to.deep.equal([[], 0])
    expect((await ask(other)).status).to.be.oneOf([401, 403])
  })

  it('is refused to visitors, members, the suspended, and where there is nothing to ask', async () => {
    const status = async (who: TestMember | null) => (await app.as(who).send('POST', `/internal_api/spaces/${room.id}/join_request`, { message: '' })).status
    expect([await status(null), await status(keeper), await status(admin)]).to.deep.equal([401, 403, 403])
    await app.as(keeper).call(routes.addMember, { params: { space_id: room.id }, body: { community_member_id: asker.id } })
    await app.as(keeper).call(routes.updateMember, { params: { space_id: room.id, id: await membershipOf(asker) }, body: { status: 'inactive' } })
    expect(await status(asker)).to.equal(403)
    expect((await door()).can_ask).to.equal(false)
    for (const [kind, answer] of [
      [{}, 403],
      [{ is_hidden: true }, 404],
      [{ is_draft: true, is_private: true }, 404],
    ] as const) {
      room = await makeSpace(app, admin, [], kind)
      const stranger = await app.member('member')
      expect(await status(stranger), JSON.stringify(kind)).to.equal(answer)
    }
  })

  it('is decided by those who see to the people of the space alone', async () => {
    await ask()
    const [request] = await requests()
    const stranger = await app.member('member')
    for (const who of [stranger, asker, moderator]) {
      expect((await app.as(who).send('GET', `/internal_api/spaces/${room.id}/join_requests`)).status).to.equal(403)
      expect((await decide(who, request!.id, true)).status).to.equal(403)
      expect((await app.as(who).call(routes.show, here())).join_requests_count).to.equal(null)
    }
    expect(await enters()).to.equal(false)
    // the request of another space is not found here
    const other = await makeSpace(app, admin, [], { is_private: true })
    expect((await app.as(admin).send('POST', `/internal_api/spaces/${other.id}/join_requests/${request!.id}`, { accept: true })).status).to.equal(404)
    expect((await decide(admin, request!.id, true)).status).to.equal(200)
    expect(await enters()).to.equal(true)
  })
})
