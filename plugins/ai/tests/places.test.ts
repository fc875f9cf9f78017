/** Agents in posts, comments and conversations: who they are there, whom they answer, how often, and out of what. */
import { AGENT_ROLE } from '@atrium/sdk'
import { type TestMember, until } from '@atrium/sdk/testing'
import { expect } from 'chai'
import chat from '../../chat/contract.ts'
import content, { type Comment } from '../../content/contract.ts'
import posts from '../../posts/contract.ts'
import spaces from '../../spaces/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import ai from '../contract.ts'
import { type Studio, studio } from './kit.ts'

const { routes } = ai
const HOUR = 3_600_000
const CELADON = 'Celadon goes grey when the iron reoxidises while the kiln cools. Close the damper at top temperature and plug the spyhole.'
const SECRET = 'The supplier Norrland gives us porcelain for eleven crowns a kilo.'
const ASKED = 'Why does celadon go grey?'
const PORCELAIN = 'What does porcelain from Norrland cost?'
const NAME = 'Kiln helper'

type Places = Studio & Awaited<ReturnType<typeof withPlaces>>
/** The agent answers in both spaces of the studio and in conversations. */
async function withPlaces(s: Studio) {
  const { app } = s
  const change = (profile: object) => app.as(s.admin).call(routes.updateProfile, { params: { id: s.agentId }, body: { profile } })
  await change({
    places: { ask: true, posts: true, rooms: true },
    headline: 'Knows kilns',
    spaces: { [s.open.id]: 'answer', [s.closed.id]: 'answer' },
  })
  await app.settle()
  const memberOf = async (agentId: number) => Number((await app.sql('select member_id from ai.agent where id = $1', [agentId]))[0].member_id)
  const agent = await memberOf(s.agentId)
  const calling = (text: string, ...ids: number[]) => ({
    type: 'doc' as const,
    content: [
      {
        type: 'paragraph',
        content: [...ids.map((id) => ({ type: 'mention', attrs: { kind: 'member', id, label: NAME } })), { type: 'text', text: ` ${text}` }],
      },
    ],
  })
  const commentsOf = async (who: TestMember, postId: number): Promise<Comment[]> =>
    (await app.as(who).call(content.routes.comments, { params: { postId }, query: { sort: 'oldest' } })).records
  return {
    ...{ agent, change, memberOf, calling, commentsOf },
    /** A post in which the agent is called. */
    async askInPost(who: TestMember, spaceId: number, text: string, ...ids: number[]) {
      const post = await app.as(who).call(posts.routes.create, {
        params: { spaceId },
        body: { post: { name: 'A question', tiptap_body: { body: calling(text, ...(ids.length ? ids : [agent])) } } },
      })
      await app.settle()
      return post.id
    },
    async comment(who: TestMember, postId: number, text: string, { ids = [agent], parent = null as number | null } = {}) {
      const made = await app.as(who).call(content.routes.createComment, {
        params: { postId },
        body: { comment: { tiptap_body: { body: calling(text, ...ids) }, parent_comment_id: parent } },
      })
      await app.settle()
      return made.id
    },
    /** What the agent has said under a post, replies too, as this reader sees it. */
    async said(who: TestMember, postId: number) {
      const all = (await commentsOf(who, postId)).flatMap((one) => [one, ...one.replies])
      return all.filter(({ community_member_id: id }) => id === agent)
    },
  }
}
const places = async (input: Parameters<typeof studio>[0] = {}): Promise<Places> => {
  const s = await studio({ ...input, more: ['plugins/search', 'plugins/chat', 'plugins/notifications', 'plugins/gamification', ...(input.more ?? [])] })
  return { ...s, ...(await withPlaces(s)) }
}

describe('an agent’s member', () => {
  let s: Places
  before(async () => {
    s = await places()
  })
  beforeEach(() => s.app.resetLimits())
  after(() => s?.close())
  const card = () => s.app.outside(null, async (ctx) => (await ctx.members.byIds([s.agent])).get(s.agent)!)

  it('is called as the agent is, marked as AI, and no admin', async () => {
    expect(await card()).to.deep.include({ name: NAME, headline: 'Knows kilns', roles: ['member', AGENT_ROLE], isAdmin: false, isActive: true })
    await s.change({ name: 'Kiln friend', headline: '' })
    expect(await card()).to.include({ name: 'Kiln friend', headline: null })
    await s.change({ name: NAME })
    const found = await s.app.as(s.tom).call(content.routes.mentions, { query: { text: 'kiln h' } })
    expect(found.map(({ id }) => id)).to.deep.equal([s.agent])
    const named = async (place: object) => (await s.app.as(s.tom).call(content.routes.mentions, { query: { text: 'kiln h', ...place } })).length
    const quiet = await makeSpace(s.app, s.admin, [s.tom])
    const [here, there] = [await s.write(s.tom, s.open.id, 'Here', 'Here.'), await s.write(s.tom, quiet.id, 'There', 'There.')]
    expect([await named({ space_id: s.open.id }), await named({ space_id: quiet.id })], 'where it only reads it answers nobody').to.deep.equal([1, 0])
    const below = ({ id }: { id: number }) => named({ record_kind: 'post', record_id: id })
    expect([await below(here), await below(there)]).to.deep.equal([1, 0])
  })
  it('cannot be signed in to, and gets no email, no notification and no points', async () => {
    const [account] = await s.app.sql(
      'select a.password_hash, a.email_confirmed_at, a.email from kernel.account a join kernel.member m on m.account_id = a.id where m.id = $1',
      [s.agent],
    )
    expect(account).to.include({ password_hash: null, email_confirmed_at: null })
    expect(account.email).to.match(/^agent-[0-9a-f-]{36}@agents\.invalid$/)
    const id = await s.askInPost(s.tom, s.open.id, 'Hello there, what is a falcon?')
    expect(await s.said(s.tom, id)).to.have.length(1)
    const addresses = await s.app.outside(null, (ctx) => ctx.members.addresses([s.agent, s.tom.id]))
    expect([...addresses.keys()]).to.deep.equal([s.tom.id])
    expect(
      await s.app.sql(`select 1 from kernel.event where name = 'membership.member.joined' and payload ->> 'memberId' = $1`, [String(s.agent)]),
    ).to.deep.equal([])
    expect(await s.app.sql('select 1 from kernel.mail where recipient = $1', [account.email])).to.deep.equal([])
  })
  it('stays an agent whatever roles it is given', async () => {
    const set = (roles: string[]) => s.app.as(s.admin).send('PUT', `/internal_api/community_members/${s.agent}/roles`, { roles })
    await set(['moderator'])
    await set([])
    expect((await card()).roles).to.include(AGENT_ROLE)
  })
  it('is in the spaces where the agent answers, leaves with its places, and comes back as the same', async () => {
    const inside = () =>
      s.app.outside(null, async (ctx) => {
        const standings = await ctx.use(spaces).standingsOf(s.agent)
        return [...standings].flatMap(([id, standing]) => (standing === 'member' ? [id] : []))
      })
    expect((await inside()).sort()).to.deep.equal([s.open.id, s.closed.id].sort())
    await s.change({ spaces: { [s.open.id]: 'answer', [s.closed.id]: 'read' } })
    expect(await inside()).to.deep.equal([s.open.id])
    await s.change({ places: { ask: true, posts: false, rooms: false } })
    expect(await card()).to.deep.include({ isActive: false, roles: ['member', AGENT_ROLE] })
    await s.change({ places: { ask: true, posts: true, rooms: true }, spaces: { [s.open.id]: 'answer', [s.closed.id]: 'answer' } })
    expect(await card()).to.include({ isActive: true })
    expect(await s.memberOf(s.agentId)).to.equal(s.agent)
    expect((await inside()).sort()).to.deep.equal([s.open.id, s.closed.id].sort())
  })
  it('is gone with its agent', async () => {
    const { id } = await s.app.as(s.admin).call(routes.createProfile, {
      body: { profile: { name: 'Short lived', is_enabled: true, places: { ask: true, posts: true, rooms: false } } },
    })
    const memberId = await s.memberOf(id)
    await s.app.as(s.admin).call(routes.destroyProfile, { params: { id } })
    const gone = await s.app.outside(null, async (ctx) => (await ctx.members.byIds([memberId])).get(memberId)!)
    expect(gone.isActive).to.equal(false)
  })
})

describe('answers to mentions', () => {
  let s: Places
  before(async () => {
    s = await places()
    await s.write(s.tom, s.open.id, 'Grey celadons', CELADON)
    await s.write(s.nell, s.closed.id, 'Prices of suppliers', SECRET)
    for (let i = 0; i < 5; i++) await s.write(s.tom, s.open.id, `Notes ${i}`, `Some notes on clay, number ${i}, for people who throw bowls.`)
    await s.read()
  })
  beforeEach(() => s.app.resetLimits())
  after(() => s?.close())

  it('stand below the post, with links to what they come from, once', async () => {
    const id = await s.askInPost(s.nell, s.open.id, ASKED)
    const [answer, ...others] = await s.said(s.nell, id)
    expect(others).to.deep.equal([])
    expect(answer!.body_text).to.contain('reoxidises')
    expect(answer!.body_text).to.contain('[1] Grey celadons')
    expect(answer!.author!.roles).to.deep.equal({ admin: false, moderator: false, agent: true })
    const links = JSON.stringify(answer!.tiptap_body!.body).match(/"href":"http[^"]+\/c\/[^"]+"/g)
    expect(links, 'the number in the quote, and the title at the foot').to.have.length(2)
    expect(new Set(links).size).to.equal(1)
    // told a second time, as after a fault
    await s.app.run(null, async (ctx) =>
      ctx.emit(content.events['content.mentioned'], { kind: 'post', id, spaceId: s.open.id, memberId: s.agent, record: `post:${id}`, byMemberId: s.nell.id }),
    )
    await s.app.settle()
    expect(await s.said(s.nell, id)).to.have.length(1)
  })
  it('stand below the comment that asks, also where that calls the agent alone', async () => {
    const post = await s.write(s.tom, s.open.id, 'Help', ASKED)
    const comment = await s.comment(s.nell, post.id, '')
    const [answer] = await s.said(s.nell, post.id)
    expect(answer!.parent_comment_id).to.equal(comment)
    expect(answer!.body_text).to.contain('reoxidises')
  })
  it('say honestly that nobody has written it', async () => {
    const id = await s.askInPost(s.nell, s.open.id, 'How do I train a falcon to hunt rabbits?')
    expect((await s.said(s.nell, id)).map(({ body_text }) => body_text)).to.deep.equal([
      'I couldn’t find an answer to this in what everyone here can read. Someone in the community may know.',
    ])
  })
  it('never bring the text of a private space into another, and do within it', async () => {
    const outside = await s.askInPost(s.nell, s.open.id, PORCELAIN)
    expect((await s.said(s.nell, outside)).map(({ body_text }) => body_text).join()).not.to.match(/eleven|Prices of suppliers/)
    const inside = await s.askInPost(s.nell, s.closed.id, PORCELAIN)
    expect((await s.said(s.nell, inside))[0]!.body_text).to.contain('eleven crowns')
  })
  it('hold what an admin has added where members read, and where visitors do what is for them too', async () => {
    const question = 'What is the code of the studio door?'
    await s.app.as(s.admin).call(routes.createSnippet, { body: { snippet: { title: 'Studio door', body: 'The code of the studio door is 4711.' } } })
    await s.read()
    expect((await s.said(s.nell, await s.askInPost(s.nell, s.open.id, question)))[0]!.body_text).not.to.contain('4711')
    expect((await s.said(s.nell, await s.askInPost(s.nell, s.closed.id, question)))[0]!.body_text).to.contain('4711')
    const open = { title: 'Parking', body: 'Visitors park behind the studio, beside the wood shed.', is_public: true }
    await s.app.as(s.admin).call(routes.createSnippet, { body: { snippet: open } })
    await s.read()
    expect((await s.said(s.nell, await s.askInPost(s.nell, s.open.id, 'Where do visitors park?')))[0]!.body_text).to.contain('wood shed')
  })
  it('are not for those who may not ask the agent, nor in spaces where it only reads, nor while it is off', async () => {
    const silent = async (profile: object, back: object) => {
      await s.change(profile)
      expect(await s.said(s.nell, await s.askInPost(s.nell, s.open.id, ASKED)), JSON.stringify(profile)).to.deep.equal([])
      await s.change(back)
    }
    await silent({ audience: { kind: 'segments', segment_ids: [999] } }, { audience: { kind: 'members', segment_ids: [] } })
    await silent({ spaces: { [s.open.id]: 'read' } }, { spaces: { [s.open.id]: 'answer', [s.closed.id]: 'answer' } })
    await silent({ is_enabled: false }, { is_enabled: true })
  })
  it('are three at most in a thread within an hour', async () => {
    const post = await s.write(s.tom, s.open.id, 'A long talk', 'Let us talk of kilns.')
    for (let i = 0; i < 5; i++) await s.comment(i % 2 ? s.nell : s.tom, post.id, `${ASKED} ${'again '.repeat(i)}`)
    expect(await s.said(s.nell, post.id)).to.have.length(3)
    await s.app.clock.advance(HOUR + 60_000)
    await s.comment(s.nell, post.id, ASKED)
    expect(await s.said(s.nell, post.id)).to.have.length(4)
  })
  it('are never given to another agent', async () => {
    const { id } = await s.app.as(s.admin).call(routes.createProfile, {
      body: { profile: { name: 'Echo', is_enabled: true, places: { ask: true, posts: true, rooms: true }, spaces: { [s.open.id]: 'answer' } } },
    })
    const echo = await s.memberOf(id)
    const post = await s.write(s.tom, s.open.id, 'Two agents', 'What do they say?')
    await s.app.run(null, async (ctx) => {
      const speaker = await ctx.actAs(s.agent)
      await speaker.use(content).comment({ kind: 'post', id: post.id, doc: s.calling(ASKED, echo) })
    })
    await s.app.settle()
    expect((await s.commentsOf(s.tom, post.id)).filter(({ community_member_id }) => community_member_id === echo)).to.deep.equal([])
  })
  it('are no knowledge, so that agents do not quote themselves', async () => {
    await s.read()
    expect(await s.app.sql('select 1 from ai.passage where author_member_id = $1', [s.agent])).to.deep.equal([])
  })
  it('are listed for those who look after the agent, without what is gone', async () => {
    const id = await s.askInPost(s.nell, s.open.id, `${ASKED} Tell me, please.`)
    const [answer] = await s.said(s.nell, id)
    const latest = async () => (await s.app.as(s.admin).call(routes.profileComments, { params: { id: s.agentId } })).records[0]!
    expect(await latest()).to.include({ path: answer!.url })
    expect((await latest()).text).to.match(/^Here’s what I found/)
    expect((await latest()).sources[0]!.title).to.equal('Grey celadons')
    await s.app.as(s.admin).call(content.routes.destroyComment, { params: { postId: id, id: answer!.id } })
    expect(await latest()).to.include({ path: null, text: '' })
    expect((await latest()).sources).to.deep.equal([])
  })
})

describe('answers in conversations', () => {
  let s: Places
  before(async () => {
    s = await places()
    await s.write(s.tom, s.open.id, 'Grey celadons', CELADON)
    await s.write(s.nell, s.closed.id, 'Prices of suppliers', SECRET)
    await s.read()
  })
  beforeEach(() => s.app.resetLimits())
  after(() => s?.close())
  const begin = async (who: TestMember, kind: 'direct' | 'group_chat', ids: number[]) =>
    (await s.app.as(who).call(chat.routes.create, { body: { chat_room: { kind, community_member_ids: ids, ...(kind === 'group_chat' && { name: 'Crew' }) } } }))
      .chat_room.uuid
  const say = async (who: TestMember, uuid: string, text: string, ...ids: number[]) => {
    await s.app.as(who).call(chat.routes.createMessage, { params: { uuid }, body: { rich_text_body: { body: s.calling(text, ...ids) } } })
    await s.app.settle()
  }
  const heard = async (who: TestMember, uuid: string) =>
    (await s.app.as(who).call(chat.routes.messages, { params: { uuid } })).records.filter(({ sender }) => sender?.community_member_id === s.agent)

  it('in a direct one hold what the asker may read, and nobody else', async () => {
    const [ofNell, ofTom] = [await begin(s.nell, 'direct', [s.agent]), await begin(s.tom, 'direct', [s.agent])]
    await say(s.nell, ofNell, PORCELAIN)
    const [answer] = await heard(s.nell, ofNell)
    expect(answer!.body).to.contain('eleven crowns')
    expect(answer!.sender).to.include({ name: NAME, is_agent: true })
    await say(s.tom, ofTom, PORCELAIN)
    const told = await heard(s.tom, ofTom)
    expect(told).to.have.length(1)
    expect(told[0]!.body).not.to.contain('eleven')
  })
  it('go to whoever names the agent in a group, out of what everybody may read', async () => {
    const uuid = await begin(s.nell, 'group_chat', [s.agent, s.tom.id])
    await say(s.nell, uuid, ASKED)
    expect(await heard(s.nell, uuid)).to.deep.equal([])
    await say(s.nell, uuid, ASKED, s.agent)
    await say(s.nell, uuid, PORCELAIN, s.agent)
    const [one, other] = await heard(s.nell, uuid)
    expect(one!.body).to.contain('reoxidises')
    expect(other!.body).not.to.contain('eleven')
  })
  it('are none where conversations are off', async () => {
    const uuid = await begin(s.tom, 'direct', [s.agent])
    await s.change({ places: { ask: true, posts: true, rooms: false } })
    const before = (await heard(s.tom, uuid)).length
    await say(s.tom, uuid, ASKED)
    expect(await heard(s.tom, uuid)).to.have.length(before)
    await s.change({ places: { ask: true, posts: true, rooms: true } })
  })
})

describe('answers that a model writes in a thread', () => {
  let s: Places
  before(async () => {
    s = await places({ withModel: true })
    await s.write(s.tom, s.open.id, 'Grey celadons', CELADON)
    await s.write(s.nell, s.closed.id, 'Prices of suppliers', SECRET)
    await s.read()
  })
  beforeEach(async () => {
    await s.app.resetLimits()
    s.model.reset()
  })
  after(() => s?.close())
  const held = async () => (await s.app.sql('select coalesce(sum(held), 0)::int as held from ai.month'))[0].held

  it('have their sources at the foot, no addresses, and hold no tokens afterwards', async () => {
    s.model.onMessage(/celadon/i, { content: '**The iron** reoxidises. [1] See https://evil.example/x [9]' })
    const id = await s.askInPost(s.nell, s.open.id, ASKED)
    const [answer] = await s.said(s.nell, id)
    expect(answer!.body_text).to.match(/^The iron reoxidises\. \[1\] See/)
    expect(answer!.body_text).to.contain('[1] Grey celadons')
    expect(answer!.body_text).not.to.match(/evil|\[9\]/)
    expect(await held()).to.equal(0)
  })
  it('are not said to anybody who has lost the right between asking and answering', async () => {
    s.model.onMessage(/porcelain/i, { content: 'Eleven crowns. [1]' })
    const post = await s.write(s.nell, s.closed.id, 'Where to buy', 'Let us talk of suppliers.')
    await s.app.as(s.nell).call(content.routes.createComment, {
      params: { postId: post.id },
      body: { comment: { tiptap_body: { body: s.calling(PORCELAIN, s.agent) } } },
    })
    await s.app.as(s.nell).call(spaces.routes.leave, { params: { id: s.closed.id } })
    await s.app.settle()
    expect(await s.said(s.admin, post.id)).to.deep.equal([])
    expect(s.model.getRequests()).to.deep.equal([])
    await s.app.run(null, (ctx) => ctx.use(spaces).addMembers(s.closed.id, [s.nell.id]))
  })
  it('are thrown away where the right is lost while the model writes', async () => {
    const uuid = (await s.app.as(s.nell).call(chat.routes.create, { body: { chat_room: { kind: 'direct', community_member_ids: [s.agent] } } })).chat_room.uuid
    s.model.onMessage(/porcelain/i, { content: 'Eleven crowns. [1]' }, { latency: 1_500 })
    await s.app.as(s.nell).call(chat.routes.createMessage, { params: { uuid }, body: { body: PORCELAIN } })
    const settled = s.app.settle()
    await until('the model is asked', () => s.model.getRequests().length > 0)
    await s.app.as(s.nell).call(spaces.routes.leave, { params: { id: s.closed.id } })
    await settled
    await s.app.settle()
    const { records } = await s.app.as(s.nell).call(chat.routes.messages, { params: { uuid } })
    const told = records.filter(({ sender }) => sender?.community_member_id === s.agent)
    expect(told).to.have.length(1)
    expect(told[0]!.body).not.to.match(/eleven/i)
    expect(await held()).to.equal(0)
  })
})

describe('questions that nobody answers', () => {
  let s: Places
  before(async () => {
    s = await places()
    await s.write(s.tom, s.open.id, 'Grey celadons', CELADON)
    for (let i = 0; i < 5; i++) await s.write(s.tom, s.open.id, `Notes ${i}`, `Some notes on clay, number ${i}, for people who throw bowls.`)
    await s.change({ answer_after_hours: 4 })
    await s.app.clock.advance(72 * HOUR)
    await s.read()
  })
  beforeEach(() => s.app.resetLimits())
  after(() => s?.close())
  const late = async () => {
    await s.app.runSchedule('late')
    await s.app.settle()
  }

  it('are answered after some hours where it is known, and else left to people', async () => {
    const known = await s.write(s.nell, s.open.id, 'Grey', ASKED)
    const unknown = await s.write(s.nell, s.open.id, 'Falcons', 'How do I train a falcon to hunt rabbits?')
    const statement = await s.write(s.nell, s.open.id, 'Celadon is grey', 'Celadon goes grey when the iron reoxidises.')
    const answered = await s.write(s.nell, s.open.id, 'Grey once more', `${ASKED} I wonder.`)
    await s.comment(s.tom, answered.id, 'It is the damper.', { ids: [] })
    await s.read()
    const said = async () => Promise.all([known, unknown, statement, answered].map(async ({ id }) => (await s.said(s.nell, id)).length))
    await s.app.clock.advance(3 * HOUR)
    await late()
    expect(await said()).to.deep.equal([0, 0, 0, 0])
    await s.app.clock.advance(2 * HOUR)
    await late()
    await late()
    expect(await said()).to.deep.equal([1, 0, 0, 0])
    const [answer] = await s.said(s.nell, known.id)
    expect(answer!.body_text).to.contain('reoxidises')
    expect(answer!.body_text).to.contain('] Grey celadons')
    expect(answer!.body_text, 'nothing answers itself').not.to.match(/\] Grey$/m)
  })
  it('are left alone once they are two days old, and in spaces where the agent only reads', async () => {
    const old = await s.write(s.nell, s.open.id, 'Old', `${ASKED} Long ago.`)
    await s.app.clock.advance(49 * HOUR)
    await late()
    expect(await s.said(s.nell, old.id)).to.deep.equal([])
    await s.change({ spaces: { [s.open.id]: 'read' } })
    const quiet = await s.write(s.nell, s.open.id, 'Quiet', ASKED)
    await s.app.clock.advance(5 * HOUR)
    await late()
    expect(await s.said(s.nell, quiet.id)).to.deep.equal([])
  })
})

describe('answers in the help widget', () => {
  let s: Places
  before(async () => {
    s = await places()
    await s.write(s.tom, s.open.id, 'Grey celadons', CELADON)
    await s.write(s.nell, s.closed.id, 'Prices of suppliers', SECRET)
    for (let i = 0; i < 5; i++) await s.write(s.tom, s.open.id, `Notes ${i}`, `Some notes on clay, number ${i}, for people who throw bowls.`)
    await s.app.as(s.admin).call(routes.createSnippet, { body: { snippet: { title: 'Door', body: 'The code of the studio door is 4711.' } } })
    const open = { title: 'Parking', body: 'Visitors park behind the studio, beside the wood shed.', is_public: true }
    await s.app.as(s.admin).call(routes.createSnippet, { body: { snippet: open } })
    await s.read()
  })
  after(() => s?.close())
  const ask = (memberId: number | null, question: string) =>
    s.app.outside(null, (ctx) => ctx.use(ai).answerInWidget({ agentId: s.agentId, memberId, question, before: [] }))

  it('are none before an admin lets an agent answer there', async () => {
    expect(await s.app.outside(null, (ctx) => ctx.use(ai).widgetAgent())).to.equal(null)
    expect(await ask(s.nell.id, ASKED)).to.equal(null)
    await s.change({ places: { ask: true, posts: true, rooms: true, widget: true } })
    expect(await s.app.outside(null, (ctx) => ctx.use(ai).widgetAgent())).to.include({ id: s.agentId, name: NAME })
  })
  it('hold what any member may read for members, and what visitors may for all others: the team reads along', async () => {
    const told = await ask(s.nell.id, ASKED)
    expect(told).to.include({ outcome: 'answered' })
    expect(told!.text).to.contain('reoxidises')
    expect(told!.sources[0]).to.include({ number: 1, title: 'Grey celadons' })
    expect((await ask(s.nell.id, PORCELAIN))!.text).not.to.contain('eleven')
    const door = 'What is the code of the studio door?'
    expect((await ask(s.nell.id, door))!.text).to.contain('4711')
    expect(await ask(null, door)).to.include({ outcome: 'unanswered' })
    expect((await ask(null, 'Where do visitors park?'))!.text).to.contain('wood shed')
    expect((await ask(null, ASKED))!.text).to.contain('reoxidises')
    expect(await ask(null, 'I want to talk to a human')).to.include({ outcome: 'handed_over' })
  })
})
