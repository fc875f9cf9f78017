/** Polls: conformance, one vote a member, results in their time, and who may know whose vote it was. */
import { expect } from 'chai'
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import content from '../../content/contract.ts'
import posts from '../../posts/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import polls, { type Poll } from '../contract.ts'

const NEEDS = ['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/posts']
const body = { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words' }] }] }

const write = (app: TestApp, who: TestMember, spaceId: number, fields: object = {}) =>
  app.as(who).call(posts.routes.create, { params: { spaceId }, body: { post: { name: 'Which?', tiptap_body: { body }, ...fields } } })
const ask = (app: TestApp, who: TestMember, recordId: number, fields: object = {}) =>
  app.as(who).call(polls.routes.create, {
    body: { poll: { record_type: 'Post', record_id: recordId, title: 'Which one?', poll_options: ['Salt', 'Ash', 'Tenmoku'], ...fields } },
  })

describePlugin('plugins/polls')

describe('polls', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let priya: TestMember
  let tom: TestMember
  let space: { id: number }
  let post: { id: number; space_id: number; slug: string }
  const vote = (who: TestMember, poll: Poll, ...at: number[]) =>
    app.as(who).call(polls.routes.vote, { params: { pollId: poll.id }, body: { poll_response: { poll_option_ids: at.map((i) => poll.poll_options[i]!.id) } } })
  const show = (who: TestMember | null, poll: { id: number }) => app.as(who).call(polls.routes.show, { params: { id: poll.id } })
  const votes = (poll: Poll) => poll.poll_options.map(({ votes_count }) => votes_count)

  before(async () => {
    app = await testApp([...NEEDS, 'plugins/polls'])
    admin = await app.member('admin')
    nell = await app.member('member', { name: 'Nell' })
    priya = await app.member('member', { name: 'Priya' })
    tom = await app.member('member', { name: 'Tom' })
    space = await makeSpace(app, admin, [nell, priya, tom])
  })
  beforeEach(async () => {
    app.resetLimits()
    post = await write(app, nell, space.id)
  })
  after(() => app?.close())

  it('travel with their post, and show results after one’s own vote', async () => {
    const poll = await ask(app, nell, post.id)
    expect([poll.status, poll.results_visible, votes(poll)]).to.deep.equal(['open', false, [null, null, null]])
    const voted = await vote(priya, poll, 1)
    expect(voted.poll).to.include({ voters_count: 1, results_visible: true, poll_response_id: voted.id })
    expect(votes(voted.poll)).to.deep.equal([0, 1, 0])
    expect(votes(await show(tom, poll))).to.deep.equal([null, null, null])
    expect((await show(null, poll)).policies).to.deep.include({ can_vote: false })
    const { records } = await app.as(priya).call(posts.routes.list, { params: { spaceId: space.id } })
    const [carried] = records.find(({ id }) => id === post.id)!.tiptap_body.polls as Poll[]
    expect(carried).to.deep.include({ id: poll.id, voters_count: 1 })
    expect(carried!.poll_options[1]).to.deep.include({ is_voted: true, percentage: 100 })
  })

  it('count a member once, however often and at once they vote', async () => {
    const poll = await ask(app, nell, post.id)
    await Promise.all([0, 1, 2, 0, 1].map((at) => vote(priya, poll, at)))
    const shown = await show(priya, poll)
    expect(shown.voters_count).to.equal(1)
    expect(votes(shown).reduce((sum: number, n) => sum + n!, 0)).to.equal(1)
    const changed = await vote(priya, poll, 2)
    expect(votes(changed.poll)).to.deep.equal([0, 0, 1])
    const again = await app
      .as(priya)
      .call(polls.routes.changeVote, { params: { pollId: poll.id, id: changed.id }, body: { poll_response: { poll_option_id: poll.poll_options[0]!.id } } })
    expect([again.id, votes(again.poll)]).to.deep.equal([changed.id, [1, 0, 0]])
    await app.as(priya).call(polls.routes.withdrawVote, { params: { pollId: poll.id, id: changed.id } })
    expect(await show(priya, poll)).to.include({ voters_count: 0, poll_response_id: null })
    const [row] = await app.sql('select sum(votes_count)::int as votes from polls.poll_option where poll_id = $1', [poll.id])
    expect(row.votes).to.equal(0)
    await Promise.all([nell, priya, tom, admin].map((who) => vote(who, poll, 1)))
    expect(votes(await show(nell, poll))).to.deep.equal([0, 4, 0])
  })

  it('take several answers where that is asked, and answers of their own alone', async () => {
    const single = await ask(app, nell, post.id)
    expect(await refusal(vote(priya, single, 0, 1))).to.include({ status: 422 })
    const poll = await ask(app, nell, post.id, { is_multiple: true, results_visibility: 'always' })
    expect(votes(poll)).to.deep.equal([0, 0, 0])
    await vote(priya, poll, 0, 2)
    const shown = (await vote(tom, poll, 2)).poll
    expect(votes(shown)).to.deep.equal([1, 0, 2])
    expect(shown.poll_options.map(({ percentage }) => percentage)).to.deep.equal([50, 0, 100])
    const foreign = { poll_response: { poll_option_ids: [single.poll_options[0]!.id] } }
    expect(await refusal(app.as(tom).call(polls.routes.vote, { params: { pollId: poll.id }, body: foreign }))).to.include({ status: 422 })
  })

  it('close at their moment, and then show what they kept to themselves', async () => {
    const closes_at = new Date(Date.now() + 3_600_000).toISOString()
    const poll = await ask(app, nell, post.id, { closes_at, results_visibility: 'after_close' })
    expect((await vote(priya, poll, 0)).poll.results_visible).to.equal(false)
    await app.clock.advance(3_700_000)
    const closed = await show(tom, poll)
    expect([closed.status, votes(closed)]).to.deep.equal(['closed', [1, 0, 0]])
    expect(await refusal(vote(tom, poll, 1))).to.include({ status: 409, code: 'poll_closed' })
    expect(await refusal(app.as(priya).call(polls.routes.withdrawVote, { params: { pollId: poll.id, id: 1 } }))).to.include({ status: 409 })
    await app.clock.advance(-3_700_000)
    expect(await refusal(ask(app, nell, post.id, { closes_at: new Date(0).toISOString() }))).to.include({ status: 422 })
    const ended = await app.as(nell).call(polls.routes.update, { params: { id: poll.id }, body: { poll: { status: 'closed' } } })
    expect(ended.status).to.equal('closed')
  })

  it('tell who voted in open polls only, to those who see the results', async () => {
    const poll = await ask(app, nell, post.id)
    const { id } = await vote(priya, poll, 0)
    const list = async (who: TestMember, of: Poll) =>
      (await app.as(who).call(polls.routes.responses, { params: { pollId: of.id } })).records.map(({ author }) => author.name)
    expect(await list(tom, poll), 'not before one’s own vote').to.deep.equal([])
    expect(await refusal(app.as(tom).call(polls.routes.response, { params: { pollId: poll.id, id } }))).to.include({ status: 404 })
    await vote(tom, poll, 1)
    expect(await list(tom, poll)).to.deep.equal(['Tom', 'Priya'])
    const secret = await ask(app, nell, post.id, { is_anonymous: true, results_visibility: 'always' })
    const hidden = await vote(priya, secret, 0)
    for (const who of [nell, admin, tom]) {
      expect(await list(who, secret), who.name).to.deep.equal([])
      expect(await refusal(app.as(who).call(polls.routes.response, { params: { pollId: secret.id, id: hidden.id } }))).to.include({ status: 404 })
      expect((await show(who, secret)).policies.can_see_voters).to.equal(false)
    }
    expect(await list(priya, secret)).to.deep.equal(['Priya'])
    const [event] = await app.sql(`select payload from kernel.event where name = 'poll.voted' and (payload ->> 'pollId')::bigint = $1`, [secret.id])
    expect(event.payload.memberId).to.equal(null)
  })

  it('stay what people voted for; answers may be added', async () => {
    const poll = await ask(app, nell, post.id)
    const change = (fields: object, who = nell) => app.as(who).call(polls.routes.update, { params: { id: poll.id }, body: { poll: fields } })
    const renamed = await change({ title: 'Which two?', poll_options: [{ id: poll.poll_options[1]!.id, value: 'Wood ash' }, 'Shino'] })
    expect(renamed.poll_options.map(({ value }) => value)).to.deep.equal(['Wood ash', 'Shino'])
    await vote(priya, renamed, 0)
    for (const fields of [{ title: 'Other' }, { is_multiple: true }, { poll_options: ['Ash', 'Shino'] }])
      expect(await refusal(change(fields)), JSON.stringify(fields)).to.include({ status: 422, code: 'poll_has_votes' })
    const longer = await change({ poll_options: [...renamed.poll_options.map(({ id, value }) => ({ id, value })), 'Celadon'] })
    expect(longer.poll_options.map(({ value }) => value)).to.deep.equal(['Wood ash', 'Shino', 'Celadon'])
    expect(longer.voters_count).to.equal(1)
  })

  it('A02 A03: are made and changed by those who may change the record, and hidden with it', async () => {
    expect(await refusal(ask(app, priya, post.id))).to.include({ status: 403 })
    expect((await ask(app, admin, post.id)).policies.can_update_poll).to.equal(true)
    const closed = await makeSpace(app, admin, [], { is_private: true })
    const secret = await write(app, admin, closed.id)
    const poll = await ask(app, admin, secret.id)
    for (const call of [
      () => show(tom, poll),
      () => vote(tom, poll, 0),
      () => ask(app, tom, secret.id),
      () => app.as(tom).call(polls.routes.list, { query: { record_type: 'post', record_id: secret.id } }),
      () => app.as(tom).call(polls.routes.responses, { params: { pollId: poll.id } }),
      () => app.as(tom).call(polls.routes.destroy, { params: { id: poll.id } }),
    ])
      expect(await refusal(call())).to.include({ status: 404 })
    expect((await app.as(null).send('POST', `/internal_api/polls/${poll.id}/poll_responses`, { poll_response: { poll_option_id: 1 } })).status).to.equal(401)
  })

  it('wait for their post to come out', async () => {
    const draft = await write(app, nell, space.id, { status: 'draft' })
    const poll = await ask(app, nell, draft.id)
    expect(await refusal(vote(nell, poll, 0))).to.include({ status: 409, code: 'not_published' })
    await app.as(nell).call(posts.routes.update, { params: { spaceId: space.id, postSlug: draft.slug }, body: { post: { status: 'published' } } })
    expect((await vote(priya, poll, 0)).poll.voters_count).to.equal(1)
  })

  it('refuse what is no poll', async () => {
    const bad = [
      { title: ' ' },
      { title: 'x'.repeat(10_000) },
      { poll_options: ['One'] },
      { poll_options: Array.from({ length: 21 }, (_, i) => `${i}`) },
      { poll_options: ['Same', 'same'] },
      { poll_options: ['a', ''] },
      { record_type: 'nonsense' },
      { record_id: 987_654 },
      { results_visibility: 'never' },
    ]
    for (const fields of bad) expect((await refusal(ask(app, nell, post.id, fields))).status, JSON.stringify(fields).slice(0, 60)).to.be.oneOf([404, 422])
    for (let i = 0; i < 5; i++) await ask(app, nell, post.id)
    expect(await refusal(ask(app, nell, post.id))).to.include({ status: 422 })
  })

  it('go with their record', async () => {
    const poll = await ask(app, nell, post.id)
    await vote(priya, poll, 0)
    await app.run(null, (ctx) => ctx.use(content).forget('post', post.id))
    await app.settle()
    expect((await app.sql('select 1 from polls.poll where id = $1', [poll.id])).length).to.equal(0)
    expect((await app.sql('select 1 from polls.poll_response where poll_id = $1', [poll.id])).length).to.equal(0)
  })
})
