/** Gamification: what earns and what does not, taking back, places, levels and what they open, staying out. */
import { expect } from 'chai'
import { encodeCursor } from '@atrium/sdk/server'
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import auth from '@atrium/sdk/kernel/auth'
import access from '../../access/contract.ts'
import audience from '../../audience/contract.ts'
import content from '../../content/contract.ts'
import members from '../../members/contract.ts'
import notifications from '../../notifications/contract.ts'
import posts from '../../posts/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import gamification, { type HistoryDay, type Period } from '../contract.ts'
import { turnOf } from '../server/service/streaks.ts'
import { isOneAct, reasonOf, sumOf } from '../web/components/gains.ts'

const NEEDS = ['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/members', 'plugins/posts', 'plugins/access', 'plugins/notifications']
const { routes } = gamification
const body = { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words' }] }] }
const DAY = 86_400_000

describePlugin('plugins/gamification')

describe('what points came for', () => {
  const rules = [
    { key: 'post', label: 'Post published' },
    { key: 'event_rsvp', label: 'RSVP to an event' },
  ]
  const say = (key: string, { label, count }: { label: string; count: number }) => `${key}: ${label} ${count}`
  const rsvp = { points: 2, rule: 'event_rsvp' }
  it('is said once for each rule, with how often it earned', () => {
    const gains = [rsvp, rsvp, { points: 5, rule: 'post' }, rsvp, rsvp]
    expect(sumOf(gains)).to.equal(13)
    expect(reasonOf(gains, rules, say)).to.equal('earned.times: RSVP to an event 4, Post published')
    expect(reasonOf([{ points: 9, rule: null }], rules, say)).to.equal('')
  })
  it('is left to the toast of the act for one act of one’s own alone', () => {
    expect(isOneAct([rsvp])).to.equal(true)
    expect(isOneAct([rsvp, rsvp])).to.equal(false)
    expect(isOneAct([{ points: 1, rule: 'like' }])).to.equal(false)
    expect(isOneAct([{ points: 9, rule: null }])).to.equal(false)
  })
})

describe('gamification', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let priya: TestMember
  let tom: TestMember
  let space: { id: number }
  const write = async (who: TestMember) =>
    await app.as(who).call(posts.routes.create, { params: { spaceId: space.id }, body: { post: { name: 'A bowl', tiptap_body: { body } } } })
  const like = (who: TestMember, id: number) => app.as(who).call(content.routes.like, { body: { user_likeable_type: 'Post', user_likeable_id: id } })
  const unlike = (who: TestMember, id: number) => app.as(who).call(content.routes.unlike, { body: { user_likeable_type: 'Post', user_likeable_id: id } })
  const award = (who: TestMember, points: number, by = admin) =>
    app.as(by).call(routes.createAward, { body: { point_award: { community_member_id: who.id, points, reason: 'Helped' } } })
  const stats = async (who: TestMember) => (await app.as(admin).call(routes.standing, { params: { id: who.id } })).gamification_stats!
  const pointsOf = async (who: TestMember) => (await stats(who)).total_points
  const board = async (period: Period = 'all_time', who = admin, query: object = {}) => app.as(who).call(routes.leaderboard, { query: { period, ...query } })
  const levels = async () => (await app.as(admin).call(routes.settings)).levels
  const run = (act: (service: ReturnType<typeof serviceOf>) => Promise<unknown>) => app.run(admin.communityId, (ctx) => act(ctx.use(gamification)))
  const serviceOf = (ctx: Parameters<Parameters<TestApp['run']>[1]>[0]) => ctx.use(gamification)

  beforeEach(async () => {
    app = await testApp([...NEEDS, 'plugins/gamification'])
    admin = await app.member('admin', { name: 'Ada' })
    nell = await app.member('member', { name: 'Nell' })
    priya = await app.member('member', { name: 'Priya' })
    tom = await app.member('member', { name: 'Tom' })
    space = await makeSpace(app, admin, [nell, priya, tom])
    await app.settle()
  })
  afterEach(() => app?.close())

  it('gives points for a post, its likes and comments, never for one’s own, and takes them back', async () => {
    const { id, slug } = await write(nell)
    await app.settle()
    expect(await pointsOf(nell)).to.equal(5)
    await like(priya, id)
    await like(tom, id)
    await like(nell, id)
    await app.as(priya).call(content.routes.createComment, { params: { postId: id }, body: { comment: { body: 'Lovely' } } })
    await app.as(nell).call(content.routes.createComment, { params: { postId: id }, body: { comment: { body: 'Thanks' } } })
    await app.settle()
    expect([await pointsOf(nell), await pointsOf(priya)]).to.deep.equal([9, 0])
    await unlike(tom, id)
    await app.settle()
    expect(await pointsOf(nell)).to.equal(8)
    await like(tom, id)
    await app.settle()
    expect(await pointsOf(nell)).to.equal(9)
    await app.as(nell).call(posts.routes.destroy, { params: { spaceId: space.id, postSlug: slug } })
    await app.settle()
    expect(await pointsOf(nell)).to.equal(0)
  })

  it('lists with each member how their last 30 days went and what they got most for', async () => {
    const { id } = await write(nell)
    await like(priya, id)
    await app.settle()
    await app.sql(
      `insert into gamification.day (community_id, member_id, day, points, by_rule)
       values ($1, $2, (now() at time zone 'UTC')::date - 29, 4, '{"comment":4}'), ($1, $2, (now() at time zone 'UTC')::date - 30, 9, '{"like":9}')`,
      [admin.communityId, nell.id],
    )
    const { records } = await app.as(priya).call(routes.members, { query: { period: '30_days' } })
    expect(records.map(({ name, trend }) => [name, trend])).to.deep.equal([['Nell', [4, 0, 0, 0, 0, 0, 0, 0, 0, 6]]])
    expect(records[0]!.best_at.map(({ key, points }) => [key, points])).to.deep.equal([
      ['post', 5],
      ['comment', 4],
    ])
  })

  it('tells on a person’s page what gave points day by day, with the one thing it was about, and what was taken back', async () => {
    await app.close()
    app = await testApp([...NEEDS, 'plugins/audience', 'plugins/gamification'])
    admin = await app.member('admin', { name: 'Ada' })
    nell = await app.member('member', { name: 'Nell' })
    const likers = [await app.member('member'), await app.member('member'), await app.member('member')]
    space = await makeSpace(app, admin, [nell, ...likers])
    const { id, slug, display_title } = await write(nell)
    for (const one of likers) await like(one, id)
    await app.settle()
    const [person] = (await app.as(admin).call(audience.routes.list, { query: { search_text: 'Nell' } })).records
    const told = async () => (await app.as(admin).call(audience.routes.timeline, { params: { sqid: person!.sqid }, query: { kind: 'points' } })).records
    const likes = (await told()).filter(({ text }) => text.startsWith('+3 points'))
    expect(likes).to.have.length(1)
    const { facts } = await app.as(admin).call(audience.routes.contact, { params: { sqid: person!.sqid } })
    expect(facts).to.have.length(1)
    expect(facts[0]).to.include({ label: 'Points' })
    expect(facts[0]!.value).to.match(/^\d+ · \S/)
    expect(likes[0]!.text).to.include('×3').and.to.include(display_title)
    expect(likes[0]!.to).to.include(slug)
    await app.as(admin).call(posts.routes.destroy, { params: { spaceId: space.id, postSlug: slug } })
    await app.settle()
    expect((await told()).map(({ text }) => text).filter((text) => text.startsWith('3 points taken back'))).to.have.length(1)
  })

  it('counts a thing once, however often and in whatever order it is told', async () => {
    const liked = { rule: 'like', memberId: nell.id, byMemberId: tom.id, source: 'post:1:9', record: 'post:1' }
    await run((service) => service.award({ ...liked, order: 10 }))
    await run((service) => service.award({ ...liked, order: 10 }))
    expect(await pointsOf(nell)).to.equal(1)
    await run((service) => service.takeBack({ ...liked, order: 12 }))
    await run((service) => service.takeBack({ ...liked, order: 12 }))
    await run((service) => service.award({ ...liked, order: 10 }))
    expect(await pointsOf(nell)).to.equal(0)
    const back = await app.sql<{ points: number }>(
      `select (payload ->> 'points')::int as points from kernel.event where name = 'points.taken_back' and (payload ->> 'memberId')::bigint = $1`,
      [nell.id],
    )
    expect(back, 'it is told once').to.deep.equal([{ points: 1 }])
    await run((service) => service.award({ ...liked, order: 14 }))
    await run((service) => service.takeBack({ ...liked, order: 12 }))
    expect(await pointsOf(nell)).to.equal(1)
    await run((service) => service.recordMoved('post:1', true, 15))
    await run((service) => service.award({ ...liked, source: 'post:1:10', order: 13 }))
    expect(await pointsOf(nell)).to.equal(0)
    await run((service) => service.recordMoved('post:1', false, 16))
    await run((service) => service.recordMoved('post:1', true, 15))
    expect(await pointsOf(nell)).to.equal(2)
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => run((service) => service.award({ ...liked, source: 'post:2:9' }))))
    expect(await pointsOf(nell)).to.equal(3)
  })

  it('gives points for a face and a line about oneself, once each', async () => {
    const change = async (headline: string | null) => {
      await app.as(tom).call(auth.routes.updateAccount, { body: { headline } })
      await app.settle()
    }
    await change('Potter')
    expect(await pointsOf(tom)).to.equal(1)
    await change(null)
    await change('Potter in Porto')
    expect(await pointsOf(tom)).to.equal(1)
  })

  it('holds to the limits of a day, of a rule and of all', async () => {
    const earn = (rule: string, count: number, at?: Date) =>
      app.run(admin.communityId, async (ctx) => {
        for (let i = 0; i < count; i++) await ctx.use(gamification).award({ rule, memberId: nell.id, source: `${rule}:${at?.getTime()}:${i}`, at })
      })
    await app.as(admin).call(routes.updateSettings, { body: { daily_limit: 12, rules: [{ key: 'like', limit_per_day: 7 }] } })
    await earn('like', 10)
    expect(await pointsOf(nell)).to.equal(7)
    await earn('comment', 4)
    expect(await pointsOf(nell)).to.equal(12)
    await award(nell, 30)
    expect(await pointsOf(nell)).to.equal(42)
    await earn('like', 1, new Date(Date.now() - DAY))
    expect(await pointsOf(nell)).to.equal(43)
    await app.as(admin).call(routes.updateSettings, { body: { rules: [{ key: 'comment', enabled: false }] } })
    await earn('comment', 1, new Date(Date.now() - 2 * DAY))
    expect(await pointsOf(nell)).to.equal(43)
    expect((await app.as(nell).call(routes.overview)).rules.map(({ key }) => key)).to.deep.equal(['like', 'post', 'picture', 'headline'])
    expect(await refusal(app.as(admin).call(routes.updateSettings, { body: { rules: [{ key: 'nothing', points: 3 }] } }))).to.include({ status: 422 })
  })

  it('gives everybody in a segment points once, but for who gives them, and shows an admin by day and level what came', async () => {
    await app.close()
    app = await testApp([...NEEDS, 'plugins/audience', 'plugins/gamification'])
    admin = await app.member('admin', { name: 'Ada' })
    nell = await app.member('member', { name: 'Nell' })
    await app.settle()
    const { segments } = await app.as(admin).call(routes.settings)
    expect(segments).to.be.an('array')
    const id = await app.run(null, async (ctx) =>
      (await ctx.actAs(admin.id)).use(audience).ensureSegment('Everybody', { rule_type: 'all_members', match: 'all', rules: [] }),
    )
    const send = (who: TestMember, segment_id = id) =>
      app.as(who).call(routes.awardSegment, { body: { point_award: { segment_id, points: 7, reason: 'A good year' } } })
    expect(await refusal(send(admin, 987_654))).to.include({ status: 404 })
    expect(await refusal(send(nell))).to.include({ status: 403 })
    const { members_count: all } = await send(admin)
    await app.settle()
    expect([await pointsOf(nell), await pointsOf(admin)]).to.deep.equal([7, 0])
    const { days, by_hand, levels: reached } = await app.as(admin).call(routes.figures)
    expect([days.length, days.at(-1)!.points, by_hand]).to.deep.equal([30, 7 * (all - 1), 7 * (all - 1)])
    expect(reached.reduce((sum, level) => sum + level.members_count, 0)).to.equal(all)
  })

  it('tells people what their own points came from, day by day', async () => {
    const history = (cursor?: string) => app.as(nell).call(routes.history, { query: { per_page: 1, ...(cursor && { cursor }) } })
    expect((await history()).records).to.deep.equal([])
    const earn = (source: string) => run((points) => points.award({ rule: 'like', memberId: nell.id, source }))
    await earn('post:1:1')
    await app.clock.advance(DAY)
    await earn('post:1:2')
    await earn('post:1:3')
    await run((points) => points.award({ rule: 'post', memberId: nell.id, source: 'post:9' }))
    await award(nell, -1)
    await app.clock.advance(-DAY)
    const latest = await history()
    const said = ({ points, rules, awards }: HistoryDay) => ({ points, rules: rules.map(({ key, points: of }) => [key, of]), awards })
    expect(latest.records.map(said)).to.deep.equal([
      {
        points: 6,
        rules: [
          ['post', 5],
          ['like', 2],
        ],
        awards: [{ points: -1, reason: 'Helped' }],
      },
    ])
    const before = await history(latest.next_cursor!)
    expect(before.records.map(said)).to.deep.equal([{ points: 1, rules: [['like', 1]], awards: [] }])
    expect(before.next_cursor).to.equal(null)
    expect((await app.as(tom).call(routes.history)).records, 'nobody else’s').to.deep.equal([])
    for (const ms of [8.64e15, -8.64e15]) await history(encodeCursor([ms]))
  })

  it('has one place for as many points, and says who has moved', async () => {
    await award(nell, 10)
    await award(priya, 10)
    await award(tom, 4)
    const names = (rows: { name: string; rank: number }[]) => rows.map(({ name, rank }) => `${rank} ${name}`)
    expect(names(await board())).to.have.members(['1 Nell', '1 Priya', '3 Tom'])
    const own = (await app.as(tom).call(routes.overview)).own!
    expect(own.places.all_time).to.deep.equal({ points: 4, rank: 3, change: null, points_to_next_rank: 6 })
    expect(names(await board('7_days', tom, { around: 'me' }))).to.deep.equal(names(await board('7_days')))
    const first = await app.as(tom).call(routes.members, { query: { per_page: 2 } })
    const next = await app.as(tom).call(routes.members, { query: { per_page: 2, cursor: first.next_cursor! } })
    expect(names([...first.records, ...next.records])).to.deep.equal(names(await board()))
    await app.clock.advance(8 * DAY)
    await award(tom, 1)
    await app.runSchedule('roll')
    await app.runSchedule('roll')
    const week = await board('7_days')
    expect(week.map(({ name, total_points, rank, change }) => [name, total_points, rank, change])).to.deep.equal([['Tom', 1, 1, 2]])
    expect((await board('30_days')).map(({ total_points }) => total_points)).to.deep.equal([10, 10, 5])
    await app.clock.advance(40 * DAY)
    await app.runSchedule('roll')
    expect([await board('7_days'), await board('30_days')]).to.deep.equal([[], []])
    expect(await pointsOf(nell)).to.equal(10)
    await app.clock.advance(-48 * DAY)
  })

  it('changes awards by hand and takes them back, of others alone', async () => {
    const given = await award(nell, 20)
    expect(given).to.include({ points: 20, name: 'Nell', reason: 'Helped' })
    const change = (points: number) => app.as(admin).call(routes.updateAward, { params: { id: given.id }, body: { point_award: { points } } })
    expect(await change(12)).to.include({ points: 12 })
    expect(await pointsOf(nell)).to.equal(12)
    await award(nell, 8)
    expect(await pointsOf(nell)).to.equal(20)
    await app.as(admin).call(routes.destroyAward, { params: { id: given.id } })
    expect(await pointsOf(nell)).to.equal(8)
    expect((await app.as(admin).call(routes.awards, { query: { community_member_id: nell.id } })).records).to.have.length(1)
    // no more is taken than there is, and the award says how much that was
    expect(await award(nell, -10)).to.include({ points: -8 })
    expect(await pointsOf(nell)).to.equal(0)
    expect(await refusal(award(nell, -1)), 'nothing is left').to.include({ status: 422 })
    await award(nell, 3)
    expect(await pointsOf(nell), 'nothing is owed').to.equal(3)
    expect(await refusal(award(admin, 5))).to.include({ status: 403 })
    expect(await refusal(award(nell, 0))).to.include({ status: 422 })
    expect(await refusal(award(nell, 5, tom))).to.include({ status: 403 })
    expect(await refusal(app.as(admin).call(routes.award, { params: { id: given.id } }))).to.include({ status: 404 })
  })

  it('opens an access group with a level and closes it when the level is lost', async () => {
    const group = await app.as(admin).call(access.routes.createGroup, { body: { access_group: { name: 'Makers' } } })
    const before = await levels()
    expect(before).to.have.length(9)
    const everybody = before[0]!.members_count
    const save = (given: object[]) => app.as(admin).call(routes.updateSettings, { body: { levels: given as never } })
    await award(tom, 300)
    const ladder = before.map(({ id, name, emoji, points }) => ({ id, name, emoji, points, access_group_id: points === 250 ? group.id : null }))
    await save(ladder)
    await app.settle()
    const inside = async () =>
      (await app.as(admin).call(access.routes.groupMembers, { params: { access_group_id: group.id } })).records
        .map(({ community_member_id }) => community_member_id)
        .toSorted((a, b) => a - b)
    expect(await inside()).to.deep.equal([tom.id])
    const given = await award(nell, 260)
    expect(await inside()).to.deep.equal([nell.id, tom.id])
    expect(await stats(nell)).to.include({ current_level: 3, points_to_next_level: 340, level_progress: 2 })
    expect((await levels()).map(({ members_count }) => members_count)).to.deep.equal([everybody - 2, 0, 2, 0, 0, 0, 0, 0, 0])
    await app.as(admin).call(routes.destroyAward, { params: { id: given.id } })
    expect(await inside()).to.deep.equal([tom.id])
    await save([
      { ...ladder[0]!, name: 'Clay' },
      { ...ladder[1]!, points: 1000 },
    ])
    await app.settle()
    expect(await inside()).to.deep.equal([])
    expect((await levels()).map(({ name, members_count }) => `${name} ${members_count}`)).to.deep.equal([`Clay ${everybody}`, `${ladder[1]!.name} 0`])
    expect(await refusal(save([{ ...ladder[0]!, points: 5 }]))).to.include({ status: 422 })
    expect(await refusal(save([{ ...ladder[0]! }, { ...ladder[1]!, points: 0 }]))).to.include({ status: 422 })
    expect(await refusal(save([{ ...ladder[0]!, access_group_id: 999_999 }]))).to.include({ status: 422 })
  })

  it('counts who is told of before the ladder was made', async () => {
    await app.sql('delete from gamification.standing')
    await app.sql('delete from gamification.level')
    await app.run(null, async (ctx) => ctx.invalidate('gamification.levels'))
    await app.redeliver()
    expect((await levels())[0]!.members_count)
      .to.equal((await app.sql('select from gamification.standing where listed')).length)
      .and.above(3)
  })

  it('leaves out who stays out, everywhere', async () => {
    const everybody = (await levels())[0]!.members_count
    await award(nell, 10)
    await award(tom, 5)
    await app.as(nell).call(routes.updatePreference, { body: { takes_part: false } })
    expect((await board()).map(({ name, rank }) => [name, rank])).to.deep.equal([['Tom', 1]])
    expect((await app.as(tom).call(routes.standing, { params: { id: nell.id } })).gamification_stats).to.equal(null)
    expect((await app.as(nell).call(routes.overview)).own).to.equal(null)
    const profile = async () => (await app.as(tom).call(members.routes.profile, { params: { id: String(nell.id) } })).gamification_stats
    expect(await profile()).to.equal(null)
    const rich = JSON.stringify({ match: 'all', rules: [{ filter: 'points', operator: 'gt', value: 3 }] })
    const found = async () => (await app.as(tom).call(members.routes.list, { query: { filters: rich } as never })).records.map(({ name }) => name)
    expect(await found()).to.deep.equal(['Tom'])
    expect((await levels())[0]!.members_count).to.equal(everybody - 1)
    await app.as(nell).call(routes.updatePreference, { body: { takes_part: true } })
    expect(await profile()).to.include({ total_points: 10, current_level: 1 })
    expect(await found()).to.have.members(['Nell', 'Tom'])
    await app.as(admin).call(routes.updateSettings, { body: { leaderboard_visibility: 'managers' } })
    expect(await refusal(board('all_time', tom))).to.include({ status: 403, code: 'cannot_view_leaderboard' })
    expect((await app.as(tom).call(routes.overview)).policies).to.include({ can_view_leaderboard: false })
    expect(await board('all_time', admin)).to.have.length(2)
  })

  it('gives badges by counts, by hand and for streaks, each once', async () => {
    const make = (badge: object) => app.as(admin).call(routes.createBadge, { body: { badge: { name: 'B', emoji: '🔥', ...badge } as never } })
    await run((service) => service.award({ rule: 'like', memberId: priya.id, source: 'a' }))
    const first = await make({ name: 'Liked', rule: 'like', threshold: 1 })
    const days = await make({ name: 'Two days', rule: 'streak', threshold: 2 })
    const hand = await make({ name: 'Friend' })
    await app.settle()
    await run((service) => service.award({ rule: 'like', memberId: nell.id, source: 'b' }))
    const give = () => app.as(admin).call(routes.giveBadge, { params: { id: hand.id }, body: { community_member_id: nell.id } })
    await give()
    await give()
    const now = Date.now()
    for (const at of [now - 2 * DAY, now - DAY, now - 2 * DAY, now]) await run((service) => service.active(nell.id, new Date(at)))
    const standing = await app.as(tom).call(routes.standing, { params: { id: nell.id } })
    expect(standing.badges.map(({ name }) => name)).to.have.members(['Liked', 'Friend', 'Two days'])
    expect(standing.streak).to.deep.equal({ unit: 'days', current: 3, best: 3 })
    const { records } = await app.as(admin).call(routes.badges)
    expect(records.map(({ id, members_count }) => [id, members_count])).to.deep.equal([
      [first.id, 2],
      [days.id, 1],
      [hand.id, 1],
    ])
    expect(await refusal(app.as(admin).call(routes.giveBadge, { params: { id: first.id }, body: { community_member_id: tom.id } }))).to.include({ status: 422 })
    expect(await refusal(make({ rule: 'nothing', threshold: 1 }))).to.include({ status: 422 })
    expect(await refusal(make({ rule: 'like' }))).to.include({ status: 422 })
    await app.as(admin).call(routes.takeBadge, { params: { id: hand.id, memberId: nell.id } })
    expect(await refusal(app.as(admin).call(routes.takeBadge, { params: { id: hand.id, memberId: nell.id } }))).to.include({ status: 404 })
  })

  it('tells of a level and a badge once, and who stays out of nothing', async () => {
    const told = async (who: TestMember) => {
      await app.settle()
      return (await app.as(who).call(notifications.routes.list)).records.map(({ action }) => action)
    }
    const { id } = await award(nell, 70)
    const badge = await app.as(admin).call(routes.createBadge, { body: { badge: { name: 'Friend', emoji: '🔥' } } })
    for (const who of [nell, tom]) {
      if (who === tom) await app.as(tom).call(routes.updatePreference, { body: { takes_part: false } })
      await app.as(admin).call(routes.giveBadge, { params: { id: badge.id }, body: { community_member_id: who.id } })
    }
    expect(await told(nell)).to.have.members(['level_reached', 'badge_given'])
    expect(await told(tom)).to.deep.equal([])
    await app.as(admin).call(routes.destroyAward, { params: { id } })
    await award(nell, 70)
    expect(await told(nell)).to.have.length(2)
  })

  it('begins a streak’s day where the member lives', () => {
    const at = new Date('2026-03-02T01:30:00Z')
    expect([turnOf(at, 'America/Sao_Paulo', 'days'), turnOf(at, 'Asia/Tokyo', 'days'), turnOf(at, 'Not/There', 'days')]).to.deep.equal([
      '2026-03-01',
      '2026-03-02',
      '2026-03-02',
    ])
    expect([turnOf(at, 'America/Sao_Paulo', 'weeks'), turnOf(at, null, 'weeks')]).to.deep.equal(['2026-02-23', '2026-03-02'])
  })
})
