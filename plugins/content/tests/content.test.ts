/** Comments, likes, reactions, bookmarks and follows, on a kind that content knows nothing of. */
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import search from '../../search/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract, { MAX_REACTIONS } from '../contract.ts'
import { toFollower } from '../server/service/people.ts'
import { counts } from './thing/server/index.ts'

const { routes } = contract
const doc = (text: string, mentions: number[] = []) => ({
  type: 'doc' as const,
  content: [{ type: 'paragraph', content: [{ type: 'text', text }, ...mentions.map((id) => ({ type: 'mention', attrs: { id, label: 'somebody' } }))] }],
})

describePlugin('plugins/content')

describe('content', () => {
  let app: TestApp
  let admin: TestMember
  let ana: TestMember
  let ben: TestMember
  let open: number
  let secret: number
  const thing = (id: number) => ({ kind: 'thing', id })
  const say = (member: TestMember, id: number, text: string, more: object = {}) =>
    app.as(member).call(routes.createRecordComment, { params: thing(id), body: { comment: { tiptap_body: { body: doc(text) }, ...more } } })
  const list = (member: TestMember | null, id: number, query: object = {}) => app.as(member).call(routes.recordComments, { params: thing(id), query })
  const likeOf = (type: string, id: number) => ({ body: { user_likeable_type: type, user_likeable_id: id } })

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/content/tests/thing', 'plugins/search'])
    admin = await app.member('admin')
    ana = await app.member('member', { name: 'Ana Lima' })
    ben = await app.member('member', { name: 'Ben Okoro' })
    const group = await app.as(admin).call(spaces.routes.createGroup, { body: { name: 'Studio' } })
    const make = async (name: string, more: object = {}) =>
      (await app.as(admin).call(spaces.routes.create, { body: { name, space_group_id: group.id, ...more } })).space.id
    open = await make('Open')
    secret = await make('Secret', { is_hidden: true })
    for (const member of [ana, ben]) await app.as(member).call(spaces.routes.join, { params: { id: open } })
  })
  after(() => app.close())

  it('keeps a comment with its replies, one level in, and counts both on the record', async () => {
    const first = await say(ana, open, 'The hold heals the surface.')
    expect(first).to.deep.include({ body_text: 'The hold heals the surface.', replies_count: 0, record_id: open, url: `/things/${open}#message_${first.id}` })
    expect(first.author?.name).to.equal('Ana Lima')
    expect(first.policies).to.deep.include({ can_edit: true, can_destroy: true, can_report: false, can_reply: true })
    const reply = await say(ben, open, 'So does a slow ramp.', { parent_comment_id: first.id })
    expect(reply.url).to.equal(`/things/${open}?message_id=${reply.id}#message_${first.id}`)
    expect(await refusal(say(ana, open, 'Too deep', { parent_comment_id: reply.id }))).to.include({ status: 404, code: 'parent_comment_not_top_level' })
    expect(await refusal(say(ana, open, 'Nowhere', { parent_comment_id: 999_999 }))).to.include({ status: 404, code: 'parent_comment_not_found' })
    await app.as(ben).call(routes.react, { body: { reactable_type: 'comment', reactable_id: first.id, emoji: '🔥' } })
    const { records } = await list(ben, open)
    expect(records).to.have.length(1)
    expect([records[0]!.reactions, records[0]!.replies[0]!.reactions]).to.deep.equal([[{ emoji: '🔥', count: 1, mine: true }], []])
    expect(records[0]).to.deep.include({ replies_count: 1 })
    expect(records[0]!.replies.map((one) => one.id)).to.deep.equal([reply.id])
    expect(counts.get(`${open}.comments`)).to.equal(2)
    const thread = await app.as(ana).call(routes.recordCommentHierarchy, { params: thing(open), query: { comment_id: reply.id } })
    expect(thread).to.deep.include({ comment_id: reply.id, parent_comment_id: first.id })
  })

  it('tells what was said last, wherever the reader sees it, and one comment by its id alone', async () => {
    const [here, hidden] = [await say(ana, open, 'Ash glazes run.'), await say(admin, secret, 'A secret ash.')]
    const latest = async (who: TestMember | null, query: object = {}) => (await app.as(who).call(routes.latest, { query })).records.map(({ id }) => id)
    expect((await latest(admin)).slice(0, 2)).to.deep.equal([hidden.id, here.id])
    expect((await latest(ben))[0]).to.equal(here.id)
    expect(await latest(admin, { space_id: secret })).to.deep.equal([hidden.id])
    expect(await refusal(app.as(ben).call(routes.latest, { query: { space_id: secret } }))).to.include({ status: 404 })
    await app.settle()
    expect(await latest(ben, { search_text: 'ash' })).to.deep.equal([here.id])
    const { records, next_cursor } = await app.as(admin).call(routes.latest, { query: { per_page: 1 } })
    expect(records[0]!.id).to.equal(hidden.id)
    expect((await latest(admin, { per_page: 1, cursor: next_cursor! }))[0]).to.equal(here.id)
    expect((await app.as(ben).call(routes.anyComment, { params: { id: here.id } })).body_text).to.equal('Ash glazes run.')
    expect(await refusal(app.as(ben).call(routes.anyComment, { params: { id: hidden.id } }))).to.include({ status: 404, code: 'comment_not_found' })
  })

  it('answers a resent comment with the first one', async () => {
    const [one, two] = [await say(ana, open, 'Sent twice', { client_id: 'draft-1' }), await say(ana, open, 'Sent twice', { client_id: 'draft-1' })]
    expect(two.id).to.equal(one.id)
    expect((await say(ben, open, 'Another’s id', { client_id: 'draft-1' })).id).not.to.equal(one.id)
  })

  it('pages comments by key in both orders', async () => {
    for (let n = 0; n < 5; n++) await say(ana, open, `Number ${n}`)
    const all: number[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await list(ana, open, { per_page: 3, ...(cursor ? { cursor } : {}) })
      all.push(...page.records.map(({ id }) => id))
      if (!page.has_next_page) break
      cursor = page.next_cursor!
    }
    expect(all).to.deep.equal([...new Set(all)].sort((a, b) => a - b))
    const latest = await list(ana, open, { sort: 'latest', per_page: 100 })
    expect(latest.records.map(({ id }) => id)).to.deep.equal([...all].reverse())
    // who does not say reads as the space has it
    const ids = async (query: object = {}) => (await list(ana, open, { per_page: 100, ...query })).records.map(({ id }) => id)
    const prefer = (default_comment_sort: 'oldest' | 'latest') =>
      app.as(admin).call(spaces.routes.update, { params: { id: open }, body: { default_comment_sort } })
    expect(await ids()).to.deep.equal(all)
    await prefer('latest')
    expect([await ids(), await ids({ sort: 'oldest' })]).to.deep.equal([[...all].reverse(), all])
    await prefer('oldest')
    expect(await refusal(list(ana, open, { per_page: -1 }))).to.include({ status: 422 })
    expect((await list(ana, open, { per_page: 1e9 })).per_page, 'more than it gives is as much as it gives').to.equal(100)
    expect(await refusal(list(ana, open, { cursor: 'nonsense' }))).to.include({ status: 422 })
  })

  it('leaves a trace of a removed comment, without its words or author', async () => {
    const gone = await say(ana, open, 'I take this back')
    const before = counts.get(`${open}.comments`)!
    await app.as(ana).call(routes.destroyRecordComment, { params: { ...thing(open), commentId: gone.id } })
    const trace = (await list(ben, open, { per_page: 100 })).records.find(({ id }) => id === gone.id)!
    expect(trace.removed_at).to.be.a('string')
    expect(trace).to.deep.include({ body_text: '', tiptap_body: null, author: null })
    expect(counts.get(`${open}.comments`)).to.equal(before - 1)
    const rows = await app.sql('select body, text from content.comment where id = $1', [gone.id])
    expect(rows).to.deep.equal([{ body: null, text: '' }])
  })

  it('lets authors edit, moderators remove, and nobody else either (A03)', async () => {
    const mine = await say(ana, open, 'First thought')
    const at = { params: { ...thing(open), commentId: mine.id } }
    const body = { comment: { body: 'Second thought' } }
    expect(await refusal(app.as(ben).call(routes.updateRecordComment, { ...at, body }))).to.include({ status: 403 })
    expect(await refusal(app.as(ben).call(routes.destroyRecordComment, at))).to.include({ status: 403 })
    expect(await refusal(app.as(admin).call(routes.updateRecordComment, { ...at, body }))).to.include({ status: 403 })
    const edited = await app.as(ana).call(routes.updateRecordComment, { ...at, body })
    expect(edited.body_text).to.equal('Second thought')
    expect(edited.edited_at).to.be.a('string')
    await app.as(admin).call(routes.destroyRecordComment, at)
  })

  it('refuses empty and overlong texts and changes nothing', async () => {
    const before = (await list(ana, open, { per_page: 100 })).records.length
    expect(await refusal(say(ana, open, '   '))).to.include({ status: 422 })
    expect(await refusal(say(ana, open, 'x'.repeat(20_001)))).to.include({ status: 422 })
    expect(
      (
        await app
          .as(ana)
          .send('POST', `/internal_api/content/thing/${open}/comments`, { comment: { tiptap_body: { body: { type: 'doc', content: [{ type: 'script' }] } } } })
      ).status,
    ).to.equal(422)
    expect((await list(ana, open, { per_page: 100 })).records.length).to.equal(before)
  })

  it('hides everything about a hidden record, by whatever id (A02)', async () => {
    const hidden = await say(admin, secret, 'Only for those inside')
    await app.as(admin).call(routes.like, likeOf('comment', hidden.id))
    const calls: (() => Promise<unknown>)[] = [
      () => app.as(ana).call(routes.recordComments, { params: thing(secret) }),
      () => app.as(ana).call(routes.recordComment, { params: { ...thing(secret), commentId: hidden.id } }),
      () => app.as(ana).call(routes.recordLikers, { params: { kind: 'comment', id: hidden.id } }),
      () => app.as(ana).call(routes.reactionMembers, { query: { reactable_type: 'comment', reactable_id: hidden.id } }),
      () => app.as(ana).call(routes.like, likeOf('Comment', hidden.id)),
      () => app.as(ana).call(routes.createBookmark, { body: { record_id: hidden.id, bookmark_type: 'comment' } }),
      () => app.as(ana).call(routes.followRecord, { params: thing(secret) }),
      () => say(ana, secret, 'Let me in'),
      // The comment exists, and not on this record.
      () => app.as(ana).call(routes.recordComment, { params: { ...thing(open), commentId: hidden.id } }),
    ]
    for (const call of calls) expect(await refusal(call())).to.include({ status: 404 })
  })

  it('knows no comments of somebody who is not there', async () => {
    expect(await refusal(app.as(ana).call(routes.byMember, { params: { id: 999_999 } }))).to.include({ status: 404 })
  })

  it('counts a like once however often it is sent, and tells once', async () => {
    const told = async () =>
      (await app.sql(`select count(*)::int as count from kernel.event where name = 'content.liked' and payload->>'kind' = 'thing'`))[0].count
    await Promise.all([1, 2, 3].map(() => app.as(ben).call(routes.like, likeOf('Thing', open))))
    expect(counts.get(`${open}.likes`)).to.equal(1)
    expect(await told()).to.equal(1)
    const likers = await app.as(ana).call(routes.recordLikers, { params: thing(open) })
    expect(likers.records.map(({ name }) => name)).to.deep.equal(['Ben Okoro'])
    // names are for members, unless the directory is public
    expect((await app.as(null).call(routes.recordLikers, { params: thing(open) })).records).to.deep.equal([])
    for (let n = 0; n < 2; n++) await app.as(ben).call(routes.unlike, likeOf('Thing', open))
    expect(counts.get(`${open}.likes`)).to.equal(0)
    expect(await refusal(app.as(ben).call(routes.like, likeOf('Nonsense', 1)))).to.include({ status: 404 })
  })

  it('shows what the reader has done, in one read for many records', async () => {
    await app.as(ana).call(routes.like, likeOf('thing', open))
    await app.as(ana).call(routes.react, { body: { reactable_type: 'thing', reactable_id: open, emoji: '🔥' } })
    await app.as(ana).call(routes.react, { body: { reactable_type: 'thing', reactable_id: open, emoji: '🔥' } })
    expect((await app.as(ana).send('POST', '/internal_api/reactions', { reactable_type: 'thing', reactable_id: open, emoji: 'fire' })).status).to.equal(422)
    const members = await app.as(ben).call(routes.reactionMembers, { query: { reactable_type: 'thing', reactable_id: open, emoji: '🔥' } })
    expect(members.records.map(({ name, emoji }) => [name, emoji])).to.deep.equal([['Ana Lima', '🔥']])
    await app.as(ana).call(routes.unreact, { body: { reactable_type: 'thing', reactable_id: open, emoji: '🔥' } })
    expect(await refusal(app.as(ana).call(routes.unreact, { body: { reactable_type: 'thing', reactable_id: open, emoji: '🔥' } }))).to.include({
      code: 'reaction_not_found',
    })
  })

  it('keeps bookmarks private to their owner', async () => {
    const first = await app.as(ana).call(routes.createBookmark, { body: { record_id: open, bookmark_type: 'thing' } })
    const again = await app.as(ana).call(routes.createBookmark, { body: { record_id: open, bookmark_type: 'thing', note: 'Read in winter' } })
    expect(again).to.deep.include({ id: first.id, note: 'Read in winter', is_deleted: false })
    expect(first.bookmark_record).to.deep.include({ name: `Thing ${open}`, url: `/things/${open}` })
    expect((await app.as(ana).call(routes.bookmarks, { query: { bookmark_type: 'thing' } })).records).to.have.length(1)
    expect((await app.as(ben).call(routes.bookmarks)).records).to.have.length(0)
    expect(await refusal(app.as(ben).call(routes.destroyBookmark, { params: { id: first.id } }))).to.include({ status: 404 })
    await app.as(ana).call(routes.destroyBookmark, { params: { id: first.id } })
    expect(await refusal(app.as(ana).call(routes.bookmark, { params: { id: first.id } }))).to.include({ status: 404 })
  })

  it('tells those who are mentioned, once each, and only those who are new in a change', async () => {
    const told = async () =>
      (await app.sql(`select payload->>'memberId' as who from kernel.event where name = 'content.mentioned' order by id`)).map(({ who }: { who: string }) =>
        Number(who),
      )
    const write = await app
      .as(ana)
      .call(routes.createRecordComment, { params: thing(open), body: { comment: { tiptap_body: { body: doc('Look, ', [ben.id, ben.id, ana.id]) } } } })
    await app.settle()
    expect(await told()).to.deep.equal([ben.id])
    const change = async (...mentions: number[]) => {
      const at = { params: { ...thing(open), commentId: write.id } }
      await app.as(ana).call(routes.updateRecordComment, { ...at, body: { comment: { tiptap_body: { body: doc('Look again, ', mentions) } } } })
      await app.settle()
    }
    await change(ben.id, admin.id)
    expect(await told()).to.deep.equal([ben.id, admin.id])
    // taken out and put in again is nothing new
    await change()
    await change(ben.id, admin.id)
    expect(await told()).to.deep.equal([ben.id, admin.id])
    for (const name of ['Hana Ito', 'Siobhan Carty', 'Thandiwe Nkosi', 'Yusuf Hanley']) await app.member('member', { name })
    const named = (await app.as(ana).call(routes.mentions, { query: { text: 'han' } })).map(({ name }) => name)
    expect(named.slice(0, 2)).to.deep.equal(['Hana Ito', 'Yusuf Hanley'])
    expect(named).to.include.members(['Siobhan Carty', 'Thandiwe Nkosi'])
    const found = await app.as(ana).call(routes.mentions, { query: { text: 'okor' } })
    expect(found.map(({ name }) => name)).to.deep.equal(['Ben Okoro'])
  })

  it('tells nobody of what they may not see, not even that they are named in it', async () => {
    await app.run(null, (ctx) => ctx.use(spaces).addMembers(secret, [ana.id]))
    const body = { comment: { tiptap_body: { body: doc('Between us, ', [ben.id, admin.id]) } } }
    const { id } = await app.as(ana).call(routes.createRecordComment, { params: thing(secret), body })
    await app.settle()
    const told = await app.sql(`select (payload->>'memberId')::int as who from kernel.event where name = 'content.mentioned' and (payload->>'id')::int = $1`, [
      id,
    ])
    expect(told).to.deep.equal([{ who: admin.id }])
    await app.as(ana).call(spaces.routes.leave, { params: { id: secret } })
  })

  it('keeps the counts of reactions, with room for no more than there is, when many come at once', async () => {
    const { id } = await say(ana, open, 'React to this')
    const faces = [
      '😀',
      '😁',
      '😂',
      '😃',
      '😄',
      '😅',
      '😆',
      '😇',
      '😈',
      '😉',
      '😊',
      '😋',
      '😌',
      '😍',
      '😎',
      '😏',
      '😐',
      '😑',
      '😒',
      '😓',
      '😔',
      '😕',
      '😖',
      '😗',
    ]
    const on = (emoji: string) => ({ body: { comment: id, emoji } })
    app.resetLimits()
    const answers = await Promise.all(faces.map((emoji) => app.as(ana).send('POST', '/internal_api/reactions', on(emoji).body)))
    expect(answers.filter(({ status }) => status === 200)).to.have.length(MAX_REACTIONS)
    expect(answers.filter(({ status }) => status === 422)).to.have.length(faces.length - MAX_REACTIONS)
    const shown = async () => (await list(ana, open, { per_page: 100 })).records.find((one) => one.id === id)!.reactions
    expect(await shown()).to.have.length(MAX_REACTIONS)
    const { emoji } = (await shown())[0]!
    await app.as(ben).call(routes.react, on(emoji))
    expect((await shown())[0]).to.deep.equal({ emoji, count: 2, mine: true })
    await app.as(ana).call(routes.unreact, on(emoji))
    expect((await shown())[0]).to.deep.equal({ emoji, count: 1, mine: false })
    await app.as(ben).call(routes.unreact, { body: { reactable_type: 'comment', reactable_id: id, emoji } })
    expect(await shown()).to.have.length(MAX_REACTIONS - 1)
    await app.as(ana).call(routes.react, on('🫡'))
    expect((await shown()).at(-1)).to.deep.equal({ emoji: '🫡', count: 1, mine: true })
    for (const body of [{ emoji }, { emoji, comment: id, post: 1 }, { emoji, reactable_id: id }])
      expect((await app.as(ana).send('POST', '/internal_api/reactions', body)).status).to.equal(422)
    const rows = await app.sql(
      `select c.emoji from content.reaction_count c where members <> (select count(*) from content.reaction r where r.kind = c.kind and r.record_id = c.record_id and r.emoji = c.emoji)`,
    )
    expect(rows).to.deep.equal([])
  })

  it('reads comments the best first, by their words, and by their last change, page by page', async () => {
    const kind = 'comment'
    const [plain, loved, liked] = [await say(ana, open, 'zz plain'), await say(ana, open, 'Aa loved'), await say(ben, open, 'mm liked')]
    for (const [who, id] of [
      [ana, loved.id],
      [ben, loved.id],
      [ana, liked.id],
    ] as const)
      await app.as(who).call(routes.like, likeOf(kind, id))
    await app.as(ana).call(routes.updateRecordComment, { params: { ...thing(open), commentId: plain.id }, body: { comment: { body: 'zz plain, changed' } } })
    const all = async (sort: string) => {
      const seen: number[] = []
      for (let cursor: string | undefined; ; ) {
        const page = await list(ana, open, { sort, per_page: 3, ...(cursor ? { cursor } : {}) })
        seen.push(...page.records.map(({ id }) => id))
        if (!page.has_next_page) return seen
        cursor = page.next_cursor!
      }
    }
    const oldest = await all('oldest')
    for (const sort of ['likes', 'alphabetical', 'latest_updated', 'oldest_updated'])
      expect(
        [...(await all(sort))].sort((a, b) => a - b),
        sort,
      ).to.deep.equal(oldest)
    expect((await all('likes')).slice(0, 2)).to.deep.equal([loved.id, liked.id])
    expect((await all('alphabetical')).at(-1)).to.equal(plain.id)
    expect([(await all('latest_updated'))[0], (await all('oldest_updated')).at(-1)]).to.deep.equal([plain.id, plain.id])
    expect(await refusal(list(ana, open, { sort: 'best' }))).to.include({ status: 422 })
    const { next_cursor } = await list(ana, open, { per_page: 1 })
    expect(await refusal(list(ana, open, { sort: 'likes', cursor: next_cursor! }))).to.include({ status: 422 })
    // the tree without a comment, and one comment by its other name
    const tree = await app.as(ana).call(routes.recordCommentHierarchy, { params: thing(open), query: { sort: 'likes', per_page: 2 } })
    expect('records' in tree && tree.records.map(({ id }) => id)).to.deep.equal([loved.id, liked.id])
    const one = await app.as(ana).call(routes.recordCommentHierarchy, { params: thing(open), query: { message_id: loved.id } })
    expect(one).to.include({ comment_id: loved.id })
  })

  it('keeps from others whether one has muted what one follows', async () => {
    // posts alone have followers with a list; their rows are the same
    const row = { id: 1, member_id: ben.id, record_id: 1, created_at: new Date(), is_muted: true }
    const card = { publicUid: 'x', accountId: 1, name: 'X', headline: null, avatarUrl: null, roles: [], isAdmin: false, isModerator: false, isActive: true }
    const people = new Map([[ben.id, { id: ben.id, ...card }]])
    expect([toFollower(row, people, ben.id).is_muted, toFollower(row, people, ana.id).is_muted]).to.deep.equal([true, null])
  })

  it('lets nobody change a comment where they may not comment any more', async () => {
    const guest = await app.member('member', { name: 'Guest' })
    await app.as(guest).call(spaces.routes.join, { params: { id: open } })
    const { id } = await say(guest, open, 'While I am here')
    await app.as(guest).call(spaces.routes.leave, { params: { id: open } })
    const at = { params: { ...thing(open), commentId: id } }
    expect(await refusal(app.as(guest).call(routes.updateRecordComment, { ...at, body: { comment: { body: 'Buy now' } } }))).to.include({ status: 403 })
    expect((await app.as(guest).call(routes.recordComment, at)).policies).to.include({ can_edit: false, can_destroy: true })
    await app.as(guest).call(routes.destroyRecordComment, at)
  })

  it('needs membership of the space to comment, and says so with the list', async () => {
    const stranger = await app.member('member')
    const policies = async (who: TestMember | null) => (await list(who, open)).policies
    expect(await policies(stranger)).to.deep.equal({ can_comment: false, can_join: true })
    const { name } = await app.as(stranger).call(spaces.routes.show, { params: { id: open } })
    expect([(await list(stranger, open)).space_to_join, (await list(ana, open)).space_to_join]).to.deep.equal([name, null])
    expect(await policies(null)).to.deep.equal({ can_comment: false, can_join: false })
    expect(await policies(ana)).to.deep.equal({ can_comment: true, can_join: false })
    expect(await refusal(say(stranger, open, 'Passing by'))).to.include({ status: 403 })
    expect((await app.as(null).send('POST', `/internal_api/content/thing/${open}/comments`, { comment: { body: 'hi' } })).status).to.equal(401)
    expect((await list(null, open)).records.length).to.be.greaterThan(0)
  })

  it('lists what a member has said, newest first, where the reader may read it', async () => {
    const lia = await app.member('member', { name: 'Lia' })
    await app.run(null, (ctx) => ctx.use(spaces).addMembers(open, [lia.id]))
    await app.run(null, (ctx) => ctx.use(spaces).addMembers(secret, [lia.id]))
    const said: number[] = []
    // Runs of hidden ones longer than a page may not end the list.
    for (let n = 0; n < 12; n++) {
      const { id } = await say(lia, n > 3 && n < 10 ? secret : open, `Said ${n}`)
      if (n <= 3 || n >= 10) said.unshift(id)
    }
    const gone = await say(lia, open, 'I take it back')
    await app.as(lia).call(routes.destroyRecordComment, { params: { ...thing(open), commentId: gone.id } })
    const of = async (who: TestMember | null) => {
      const seen: number[] = []
      for (let cursor: string | undefined; ; ) {
        const page = await app.as(who).call(routes.byMember, { params: { id: lia.id }, query: { per_page: 2, ...(cursor ? { cursor } : {}) } })
        seen.push(...page.records.map(({ id }) => id))
        if (!page.has_next_page) return seen
        cursor = page.next_cursor!
      }
    }
    expect(await of(ben)).to.deep.equal(said)
    expect(await of(null)).to.deep.equal(said)
    expect((await of(lia)).length).to.equal(12)
  })

  it('shows records to members alone and lets nothing be done with them, unless their kind says so', async () => {
    await app.run(admin.communityId, async (ctx) =>
      ctx.search.put({ kind: 'note', recordId: 7, spaceId: null, title: 'For members', body: 'porcelain', path: '/notes/7', updatedAt: ctx.now() }),
    )
    const find = async (who: TestMember | null) => (await app.as(who).call(search.routes.search, { query: { text: 'porcelain' } })).records.map(({ id }) => id)
    expect([await find(ana), await find(null)]).to.deep.equal([[7], []])
    const note = { kind: 'note', id: 7 }
    expect(await refusal(app.as(null).call(routes.recordComments, { params: note }))).to.include({ status: 404 })
    for (const act of [
      app.as(ana).call(routes.like, likeOf('Note', 7)),
      app.as(ana).call(routes.react, { body: { reactable_type: 'note', reactable_id: 7, emoji: '🔥' } }),
      app.as(ana).call(routes.followRecord, { params: note }),
      app.as(ana).call(routes.recordComments, { params: note }),
      app.as(ana).call(routes.createRecordComment, { params: note, body: { comment: { body: 'A word' } } }),
    ])
      expect(await refusal(act)).to.include({ status: 403, code: 'act_not_offered' })
    expect(await app.as(ana).call(routes.createBookmark, { body: { record_id: 7, bookmark_type: 'note' } })).to.include({ bookmarkable_type: 'Note' })
  })

  it('forgets what hung on a deleted record, and keeps the line in bookmarks', async () => {
    const saved = await app.as(ben).call(routes.createBookmark, { body: { record_id: open, bookmark_type: 'thing' } })
    await app.run(null, (ctx) => ctx.use(contract).forget('thing', open))
    const [row] = await app.sql(
      'select (select count(*) from content.comment where record_id = $1)::int as comments, (select count(*) from content."like" where kind = \'thing\')::int as likes',
      [open],
    )
    expect(row).to.deep.equal({ comments: 0, likes: 0 })
    expect((await app.as(ben).call(routes.bookmark, { params: { id: saved.id } })).id).to.equal(saved.id)
  })
})
