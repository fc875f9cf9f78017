/** Rules that act by themselves: words, links, first posts, limits of newcomers; and what waits until somebody has looked. */
import { expect } from 'chai'
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import chat from '../../chat/contract.ts'
import content from '../../content/contract.ts'
import posts from '../../posts/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract, { UNDO_SECONDS } from '../contract.ts'
import { abuseIn, addressesIn, blockedIn, listedIn } from '../server/service/matching.ts'

const { routes } = contract
const folders = ['spaces', 'content', 'posts', 'chat', 'members', 'notifications', 'moderation'].map((name) => `plugins/${name}`)
const doc = (text: string, marks?: object[]) => ({
  body: { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text, ...(marks ? { marks } : {}) }] }] },
})
const OFF = { words_enabled: false, abuse_enabled: false, links_enabled: false, first_posts_enabled: false, newcomers_enabled: false }

describe('what is found in a text', () => {
  it('listed words, also spelled to be missed, and not inside of others', () => {
    const words = ['viagra', 'pay first', 'ass', 'maçã']
    for (const text of [
      'buy Viagra now',
      'V1AGRA',
      'v.i.a.g.r.a',
      'v i a g r a',
      'VÌÅGRA',
      'vіagra',
      'please Pay first',
      'a$$',
      'uma MAÇÃ',
      'Viagra!',
      '(v1agra)!!',
    ])
      expect(listedIn(words, text), text).to.have.length(1)
    for (const text of ['a class for glazing', 'it was specific', 'assessment', 'paying first', '']) expect(listedIn(words, text), text).to.have.length(0)
    expect(listedIn(['a|b', '[x', '?', '\\'], 'what? [x'), 'signs with a meaning').to.be.an('array')
  })
  it('abuse', () => {
    expect(abuseIn('f*ck you')).to.have.length(1)
    expect(abuseIn('Scunthorpe has a nice assessment of clay')).to.have.length(0)
  })
  it('addresses in a text and behind words', () => {
    const found = addressesIn('see https://www.Shop.example/x or kilns.example', doc('here', [{ type: 'link', attrs: { href: 'https://evil.example/' } }]).body)
    expect(found).to.have.members(['shop.example/x', 'kilns.example', 'evil.example'])
    expect(blockedIn(['evil.example', 'shop.example/x'], [...found, 'a.evil.example', 'notevil.example'])).to.have.members([
      'shop.example/x',
      'evil.example',
      'a.evil.example',
    ])
  })
})

describe('rules of moderation', () => {
  let app: TestApp
  let admin: TestMember
  let moderator: TestMember
  let reader: TestMember
  let space: { id: number; slug: string }
  let under: { id: number; slug: string }
  before(async () => {
    app = await testApp(folders)
    admin = await app.member('admin')
    moderator = await app.member('moderator')
    reader = await app.member()
    space = await app.run(null, async (ctx) => {
      const acting = await ctx.actAs(admin.id)
      const { id } = await acting.use(spaces).createGroup({ name: 'Group' })
      return acting.use(spaces).create({ name: 'Room', spaceGroupId: id })
    })
    await join(reader)
    under = await write(reader, 'A question')
  })
  beforeEach(async () => {
    app.resetLimits()
    await set(OFF)
  })
  after(() => app?.close())

  const join = (member: TestMember) => app.as(member).send('POST', `/internal_api/spaces/${space.id}/join`)
  const newcomer = async () => {
    const member = await app.member()
    await join(member)
    return member
  }
  const set = (body: object) => app.as(admin).call(routes.saveSettings, { body })
  const write = (member: TestMember, text: string, body = doc(text)) =>
    app.as(member).call(posts.routes.create, { params: { spaceId: space.id }, body: { post: { name: 'Hello', tiptap_body: body } } })
  const comment = (member: TestMember, text: string) =>
    app.as(member).call(content.routes.createComment, { params: { postId: under.id }, body: { comment: { body: text } } })
  const sees = async (member: TestMember, { slug }: { slug: string }) =>
    (await app.as(member).send('GET', `/internal_api/spaces/${space.id}/posts/${slug}`)).status === 200
  const saidTo = async (member: TestMember) => (await app.as(member).call(content.routes.comments, { params: { postId: under.id } })).records
  const caseOf = async (kind: string, id: number) => {
    const [row] = await app.sql<{ id: number }>(`select id from moderation."case" where kind = $1 and record_id = $2 order by id desc limit 1`, [kind, id])
    return row?.id
  }
  const approve = async (id: number) => {
    await app.as(moderator).call(routes.approve, { params: { id }, body: {} })
    await app.settle()
    await app.clock.advance((UNDO_SECONDS + 1) * 1000)
    await app.sql('update graphile_worker._private_jobs set run_at = now()')
    await app.settle()
  }

  it('blocks a word for members and never for those who run the community', async () => {
    await set({ words_enabled: true, words: ['casino'], words_action: 'block' })
    expect(await refusal(write(reader, 'My c4sino'))).to.include({ status: 422, code: 'not_to_be_said' })
    expect(await refusal(comment(reader, 'Casino!'))).to.include({ status: 422 })
    const { chat_room } = await app.as(reader).call(chat.routes.create, { body: { chat_room: { kind: 'direct', community_member_ids: [admin.id] } } })
    expect(
      await refusal(app.as(reader).call(chat.routes.createMessage, { params: { uuid: chat_room.uuid }, body: { rich_text_body: doc('casino') } as any })),
    ).to.include({ status: 422 })
    await write(moderator, 'What we say about casino')
    const post = await write(reader, 'Clean')
    const params = { spaceId: space.id, postSlug: post.slug }
    expect(await refusal(app.as(reader).call(posts.routes.update, { params, body: { post: { tiptap_body: doc('casino after all') } } }))).to.include({
      status: 422,
    })
  })

  it('holds a post until it is approved: then it comes out as new, with its event', async () => {
    await set({ words_enabled: true, words: ['raffle'], words_action: 'hold' })
    const post = await write(reader, 'A raffle for all')
    expect(post).to.include({ status: 'draft' })
    expect(post.flagged_for_approval_at).to.be.a('string')
    expect([await sees(reader, post), await sees(await newcomer(), post)]).to.deep.equal([true, false])
    const params = { spaceId: space.id, postSlug: post.slug }
    expect((await app.as(reader).call(posts.routes.update, { params, body: { post: { status: 'published' } } })).status, 'not by saying so again').to.equal(
      'draft',
    )
    const id = (await caseOf('post', post.id))!
    const shown = await app.as(moderator).call(routes.show, { params: { id } })
    expect(shown).to.deep.include({ rule: 'words', is_hidden: true, is_held: true })
    expect(shown.content?.marks).to.deep.equal(['raffle'])
    await approve(id)
    expect(await sees(await newcomer(), post)).to.equal(true)
    expect(await app.sql(`select 1 from kernel.event where name like '%post.published' and (payload ->> 'postId')::bigint = $1`, [post.id])).to.have.length(1)
  })

  it('holds a comment: its author sees it waiting, others nothing, and approval tells of it', async () => {
    await set({ words_enabled: true, words: ['raffle'], words_action: 'hold' })
    const made = await comment(reader, 'A raffle, all of you')
    expect(made).to.include({ body_text: 'A raffle, all of you', removed_at: null })
    expect(made.flagged_for_approval_at).to.be.a('string')
    expect((await saidTo(reader)).map(({ id }) => id)).to.include(made.id)
    expect((await saidTo(admin)).map(({ id }) => id)).not.to.include(made.id)
    await approve((await caseOf('comment', made.id))!)
    expect((await saidTo(admin)).find(({ id }) => id === made.id)).to.include({ body_text: 'A raffle, all of you', flagged_for_approval_at: null })
    expect(await app.sql(`select 1 from kernel.event where name like '%comment.created' and (payload ->> 'id')::bigint = $1`, [made.id])).to.have.length(1)
  })

  it('flags and shows', async () => {
    await set({ words_enabled: true, words: ['raffle'], words_action: 'flag' })
    const post = await write(reader, 'A raffle again')
    expect(await sees(admin, post)).to.equal(true)
    expect(post.status).to.equal('published')
    expect(await caseOf('post', post.id)).to.be.a('number')
  })

  it('hides what becomes bad by an edit', async () => {
    await set({ words_enabled: true, words: ['raffle'], words_action: 'hold' })
    const post = await write(reader, 'Harmless')
    await app.as(reader).call(posts.routes.update, { params: { spaceId: space.id, postSlug: post.slug }, body: { post: { tiptap_body: doc('now a raffle') } } })
    const other = await newcomer()
    expect(await sees(other, post)).to.equal(false)
    await approve((await caseOf('post', post.id))!)
    expect(await sees(other, post)).to.equal(true)
  })

  it('looks behind words for links', async () => {
    await set({ links_enabled: true, blocked_links: ['spam.example'], links_action: 'block' })
    const linked = doc('a harmless word', [{ type: 'link', attrs: { href: 'https://shop.spam.example/now' } }])
    expect(await refusal(write(reader, '', linked))).to.include({ status: 422 })
    await write(reader, 'See good.example')
  })

  it('holds the first of a newcomer and then no more', async () => {
    await set({ first_posts_enabled: true, first_posts: 1, newcomer_days: 7 })
    const member = await newcomer()
    const first = await write(member, 'Hello all')
    expect(first.status).to.equal('draft')
    await approve((await caseOf('post', first.id))!)
    expect((await write(member, 'Once more')).status).to.equal('published')
    const [old] = [await newcomer()]
    await app.sql(`update kernel.member set created_at = now() - interval '30 days' where id = $1`, [old!.id])
    expect((await write(old!, 'I am here for long')).status).to.equal('published')
  })

  it('limits newcomers', async () => {
    await set({ newcomers_enabled: true, newcomer_days: 7, newcomer_links: 1, newcomer_mentions: 1, newcomer_messages: 2 })
    const member = await newcomer()
    expect(await refusal(write(member, 'a.example and b.example'))).to.include({ status: 422, code: 'newcomer_limit' })
    await write(member, 'a.example alone')
    const { chat_room } = await app.as(member).call(chat.routes.create, { body: { chat_room: { kind: 'direct', community_member_ids: [admin.id] } } })
    const say = (text: string) =>
      app.as(member).call(chat.routes.createMessage, { params: { uuid: chat_room.uuid }, body: { rich_text_body: doc(text) } as any })
    await say('one')
    await say('two')
    expect(await refusal(say('three'))).to.include({ status: 403, code: 'newcomer_limit' })
  })
})
