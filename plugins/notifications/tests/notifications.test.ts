/** Who is told what: never twice, never of one's own act, never of what one may not see at the moment. */
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import contract from '../contract.ts'
import { APP, countsOf, inboxOf, sentences, tellIn } from './kit.ts'
import { deaf, hidden, readers, stopped } from './news/server/index.ts'

const { routes } = contract

describePlugin('plugins/notifications')

describe('notifications', () => {
  let app: TestApp
  let ana: TestMember
  let ben: TestMember
  let cleo: TestMember
  let tell: ReturnType<typeof tellIn>
  let subject = 100
  /** A subject that no other test has told of. */
  const fresh = () => ++subject
  before(async () => {
    app = await testApp(APP)
    ana = await app.member('member', { name: 'Ana Lima' })
    ben = await app.member('member', { name: 'Ben Okoro' })
    cleo = await app.member('member', { name: 'Cleo Marsh' })
    tell = tellIn(app)
  })
  after(() => app?.close())
  beforeEach(async () => {
    await app.sql('delete from notifications.notice')
    await app.sql('delete from notifications.counter')
    hidden.clear()
    deaf.clear()
  })

  it('tell a member once of one act, however often it is told', async () => {
    const subjectId = fresh()
    for (let i = 0; i < 3; i++) await tell([ana], { subjectId, key: 'first', actorMemberId: ben.id })
    await Promise.all(Array.from({ length: 8 }, () => tell([ana, ana], { subjectId, key: 'second', actorMemberId: ben.id })))
    const [notice, ...others] = await inboxOf(app, ana)
    expect(others).to.deep.equal([])
    expect(notice).to.include({ acts_count: 2, actors_count: 1, action_web_url: `/stories/${subjectId}`, reason_text: 'You follow this story' })
    expect(await countsOf(app, ana)).to.deep.equal([1, 0, 1])
    await app.as(ana).call(routes.markAsRead, { params: { id: notice!.id } })
    await tell([ana], { subjectId, key: 'second', actorMemberId: ben.id })
    expect(await inboxOf(app, ana, { status: 'unread' })).to.deep.equal([])
  })

  it('tell nobody of their own act', async () => {
    await tell([ana, ben], { subjectId: fresh(), actorMemberId: ana.id })
    expect([await sentences(app, ana), (await sentences(app, ben)).length]).to.deep.equal([[], 1])
  })

  it('tell nobody of what they may not see at the moment, and show it to nobody any more who may not see it now', async () => {
    const subjectId = fresh()
    hidden.add(`${ana.id}:${subjectId}`)
    await tell([ana, ben], { subjectId })
    hidden.clear()
    expect([(await inboxOf(app, ana)).length, await countsOf(app, ana)]).to.deep.equal([0, [0, 0, 0]])
    const [notice] = await inboxOf(app, ben)
    expect(await countsOf(app, ben)).to.deep.equal([1, 0, 1])
    hidden.add(`${ben.id}:${subjectId}`)
    await tell([ben], { kind: 'call', subjectId: fresh(), key: 'seen' })
    expect(await countsOf(app, ben), 'a badge for what nobody can open').to.deep.equal([1, 1, 0])
    hidden.clear()
    expect(await countsOf(app, ben), 'seen again, it counts again').to.deep.equal([2, 1, 1])
    await app.sql(`delete from notifications.notice where kind = 'call'`)
    hidden.add(`${ben.id}:${subjectId}`)
    expect(await inboxOf(app, ben)).to.deep.equal([])
    for (const route of [routes.markAsRead, routes.archive, routes.stop, routes.acts])
      expect(await refusal(app.as(ben).call(route, { params: { id: notice!.id } }))).to.include({ status: 404 })
  })

  it('leave out who is deaf to the actor, has switched the kind off, or has left', async () => {
    deaf.add(ana.id)
    await app.as(ben).call(routes.updatePreferences, {
      body: { preferences: ['in_app', 'email', 'push'].map((medium) => ({ type: 'story', medium: medium as 'push', enabled: false })) },
    })
    const gone = await app.member('member')
    await app.sql(`update kernel.member set status = 'deactivated' where id = $1`, [gone.id])
    await tell([ana, ben, gone, cleo], { subjectId: fresh(), actorMemberId: cleo.id })
    await tell([ana, ben, gone, cleo], { subjectId: fresh() })
    expect([await inboxOf(app, ana), await inboxOf(app, ben), await inboxOf(app, cleo)].map((list) => list.length)).to.deep.equal([1, 0, 1])
    expect((await app.sql('select 1 from notifications.notice where member_id = $1', [gone.id])).length).to.equal(0)
    await tell([ben], { kind: 'ban', subjectId: fresh() })
    expect((await inboxOf(app, ben)).length, 'what is required cannot be switched off').to.equal(1)
    await app.as(ben).call(routes.updatePreferences, { body: { preferences: [{ type: 'story', medium: 'in_app', enabled: true }] } })
  })

  it('are switched by one way each, by our names and those of the public API', async () => {
    const put = (who: TestMember, medium: string, body: object) => app.as(who).send('PUT', `/internal_api/notification_preferences/${medium}`, body)
    const enabled = async (medium: 'push' | 'mobile' | 'in_app', type = 'story') =>
      (await app.as(cleo).call(routes.mediumPreferences, { params: { medium } })).notification_preferences.find((kind) => kind.type === type)?.enabled
    const was = await enabled('push')
    const { status, body } = await put(cleo, 'mobile', { type: 'story', enabled: !was })
    expect(status, JSON.stringify(body)).to.equal(200)
    expect(body.notification_preferences.find((kind: { type: string }) => kind.type === 'story')).to.deep.include({ name: 'Stories', enabled: !was })
    expect([await enabled('push'), await enabled('mobile')]).to.deep.equal([!was, !was])
    await put(cleo, 'push', { type: 'story', enabled: was })
    expect((await put(cleo, 'in_app', { type: 'ban', enabled: false })).status).to.equal(200)
    expect(await enabled('in_app', 'ban'), 'what is required stays').to.equal(true)
    expect((await put(cleo, 'push', { type: 'post_comment', enabled: true })).status, 'its plugin is not here').to.equal(404)
    expect((await put(cleo, 'fax', { type: 'story', enabled: true })).status).to.equal(422)
    expect((await put(cleo, 'push', { type: 'story' })).status).to.equal(422)
  })

  it('tell of an act once, whatever the kind: a mention takes the place of what was told', async () => {
    const [post, mention] = [fresh(), fresh()]
    await tell([ana, ben], { subjectId: post, key: 'post:5' })
    await tell([ana], { kind: 'call', subjectId: mention, key: 'post:5' })
    await tell([ana, ben], { subjectId: post, key: 'post:5' })
    expect([await sentences(app, ana), await countsOf(app, ana)]).to.deep.equal([[` called you in Story ${mention}`], [1, 1, 0]])
    expect((await inboxOf(app, ben)).length).to.equal(1)
  })

  it('are one bundle while unread, and unfold', async () => {
    const subjectId = fresh()
    for (const [n, actor] of [ben, cleo, ben].entries())
      await tell([ana], { subjectId, key: `act ${n}`, actorMemberId: actor.id, values: { anchor: `#a${n}` } })
    expect(await sentences(app, ana)).to.deep.equal([`Ben Okoro and Cleo Marsh wrote about Story ${subjectId}`])
    const nell = await app.member('member', { name: 'Nell' })
    await tell([ana], { subjectId, key: 'act 3', actorMemberId: nell.id, values: { anchor: '#a3' } })
    const [notice] = await inboxOf(app, ana)
    expect(notice).to.include({
      actors_count: 3,
      acts_count: 4,
      display_action: 'and 2 others wrote about',
      actor_name: 'Nell',
      action_web_url: `/stories/${subjectId}#a3`,
    })
    expect(notice!.notification_text_structure).to.deep.equal(['actor_name', 'display_action', 'notifiable_title'])
    const { records } = await app.as(ana).call(routes.acts, { params: { id: notice!.id } })
    expect(records.map(({ actor, action_web_url }) => [actor!.name, action_web_url.slice(-3)])).to.deep.equal([
      ['Nell', '#a3'],
      ['Ben Okoro', '#a2'],
      ['Cleo Marsh', '#a1'],
      ['Ben Okoro', '#a0'],
    ])
    expect(await countsOf(app, ana)).to.deep.equal([1, 0, 1])
    await app.as(ana).call(routes.markAsRead, { params: { id: notice!.id } })
    await tell([ana], { subjectId, key: 'act 4', actorMemberId: cleo.id })
    expect((await inboxOf(app, ana)).map(({ read_at, acts_count }) => [read_at === null, acts_count])).to.deep.equal([
      [true, 1],
      [false, 4],
    ])
    expect(await refusal(app.as(ben).call(routes.acts, { params: { id: notice!.id } }))).to.include({ status: 404 })
  })

  it('count what is new by group, and keep the counts in step', async () => {
    const [story, call] = [fresh(), fresh()]
    await tell([ana], { subjectId: story })
    await tell([ana], { kind: 'call', subjectId: call, key: 'c' })
    await tell([ana], { kind: 'ban', subjectId: fresh(), key: 'b' })
    expect(await countsOf(app, ana)).to.deep.equal([3, 1, 1])
    expect(await sentences(app, ana, { notification_group: 'mentions' })).to.deep.equal([` called you in Story ${call}`])
    const heard = await app.hear(ana)
    await app.as(ana).call(routes.markAllAsRead, { body: { notification_group: 'mentions' } })
    expect(await countsOf(app, ana)).to.deep.equal([2, 0, 1])
    expect(heard.map(({ name }) => name)).to.include('notice.changed')
    const [first] = await inboxOf(app, ana, { notification_group: 'inbox' })
    await app.as(ana).call(routes.archive, { params: { id: first!.id } })
    await app.as(ana).call(routes.archive, { params: { id: first!.id } })
    expect([await countsOf(app, ana), (await inboxOf(app, ana)).length, (await inboxOf(app, ana, { archived: true })).length]).to.deep.equal([[1, 0, 0], 2, 1])
    await app.as(ana).call(routes.resetNewCount)
    expect(await countsOf(app, ana)).to.deep.equal([0, 0, 0])
    const [unread] = await inboxOf(app, ana, { status: 'unread' })
    await app.as(ana).call(routes.markAsRead, { params: { id: unread!.id } })
    await app.as(ana).call(routes.markAsUnread, { params: { id: unread!.id } })
    expect((await inboxOf(app, ana, { status: 'unread' })).length).to.equal(1)
    expect(await countsOf(app, ana)).to.deep.equal([0, 0, 0])
  })

  it('go by pages, whether by number or by cursor', async () => {
    for (let i = 0; i < 7; i++) await tell([ana], { subjectId: fresh(), key: `p${i}`, at: new Date(Date.now() + i * 1000) })
    hidden.add(`${ana.id}:${subject - 1}`)
    const all = await sentences(app, ana)
    expect(all.length).to.equal(6)
    const found: string[] = []
    for (let page = 1; page <= 3; page++) found.push(...(await sentences(app, ana, { page, per_page: 2 })))
    expect(found).to.deep.equal(all)
    const first = await app.as(ana).call(routes.list, { query: { per_page: 4 } })
    const rest = await app.as(ana).call(routes.list, { query: { per_page: 4, cursor: first.next_cursor! } })
    expect([...first.records, ...rest.records].map(({ notifiable_title }) => ` wrote about ${notifiable_title}`)).to.deep.equal(all)
    expect(rest.has_next_page).to.equal(false)
  })

  it('vanish with their subject, and bundles shrink with an act', async () => {
    const subjectId = fresh()
    await tell([ana, cleo], { subjectId, key: 'one', actorMemberId: ben.id })
    await tell([ana], { subjectId, key: 'two', actorMemberId: cleo.id })
    const withdraw = (key?: string) => app.run(null, (ctx) => ctx.use(contract).withdraw('story', subjectId, key))
    await withdraw('one')
    expect([await sentences(app, ana), await sentences(app, cleo)]).to.deep.equal([[`Cleo Marsh wrote about Story ${subjectId}`], []])
    expect([await countsOf(app, ana), await countsOf(app, cleo)]).to.deep.equal([
      [1, 0, 1],
      [0, 0, 0],
    ])
    await withdraw()
    await withdraw()
    expect([await inboxOf(app, ana), await countsOf(app, ana)]).to.deep.equal([[], [0, 0, 0]])
  })

  it('stop by one press for the reason that is given', async () => {
    const subjectId = fresh()
    await tell([ana], { subjectId })
    const [notice] = await inboxOf(app, ana)
    expect(notice!.can_stop).to.equal(true)
    await app.as(ana).call(routes.stop, { params: { id: notice!.id } })
    expect(stopped.at(-1)).to.equal(`${ana.id}:follow:${subjectId}`)
    await tell([ana], { kind: 'call', subjectId: fresh() })
    const [call] = await inboxOf(app, ana)
    expect(call!.can_stop).to.equal(false)
    expect(await refusal(app.as(ana).call(routes.stop, { params: { id: call!.id } }))).to.include({ status: 404 })
  })

  it('reach big audiences by steps, and are read where they were seen elsewhere', async () => {
    readers.splice(0, readers.length, ana.id, ben.id, cleo.id)
    for (const kind of ['story', 'call'])
      await app.run(null, (ctx) => ctx.use(contract).tellMany({ kind, subjectId: 1, key: `many ${kind}`, actorMemberId: ben.id }))
    await app.settle()
    expect([await inboxOf(app, ana), await inboxOf(app, ben), await inboxOf(app, cleo)].map((list) => list.length)).to.deep.equal([2, 0, 2])
    await app.run(null, async (ctx) => (await ctx.actAs(ana.id)).use(contract).seen('story', [1]))
    expect((await inboxOf(app, ana, { status: 'unread' })).map(({ action }) => action)).to.deep.equal(['call'])
    const many = await Promise.all(Array.from({ length: 60 }, () => app.member('member')))
    await tell(many, { subjectId: fresh() })
    await app.settle()
    expect(await countsOf(app, many[59]!)).to.deep.equal([1, 0, 1])
  })
})
