/** Reports and the queue: who may, what is hidden where, who decides when eight do, who hears of it, and the one appeal. */
import { expect } from 'chai'
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import archive from '../../archive/contract.ts'
import chat from '../../chat/contract.ts'
import content from '../../content/contract.ts'
import posts from '../../posts/contract.ts'
import notifications from '../../notifications/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract, { APPEAL_DAYS, UNDO_SECONDS } from '../contract.ts'

const { routes } = contract
const folders = ['spaces', 'content', 'posts', 'chat', 'members', 'archive', 'notifications', 'search', 'moderation'].map((name) => `plugins/${name}`)
const doc = (text: string) => ({ body: { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] } })
const DAY = 86_400_000

describePlugin('plugins/moderation')

describe('moderation', () => {
  let app: TestApp
  let admin: TestMember
  let moderator: TestMember
  let reader: TestMember
  let space: { id: number; slug: string }
  let n = 0
  before(async () => {
    app = await testApp(folders)
    admin = await app.member('admin')
    moderator = await app.member('moderator', { name: 'Mo' })
    reader = await app.member('member', { name: 'Rea' })
    space = await app.run(null, async (ctx) => {
      const acting = await ctx.actAs(admin.id)
      const { id } = await acting.use(spaces).createGroup({ name: 'Group' })
      return acting.use(spaces).create({ name: 'Room', spaceGroupId: id })
    })
    await join(reader)
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  const join = (member: TestMember) => app.as(member).send('POST', `/internal_api/spaces/${space.id}/join`)
  const newMember = async (name = `Writer ${++n}`) => {
    const member = await app.member('member', { name })
    await join(member)
    return member
  }
  const write = (member: TestMember, text: string) =>
    app.as(member).call(posts.routes.create, { params: { spaceId: space.id }, body: { post: { name: text, tiptap_body: doc(text) } } })
  const report = (member: TestMember, type: string, id: number, reason = 'spam') =>
    app.as(member).call(routes.create, {
      body: { flagged_content: { content_type: type, content_id: id, reported_reason_type: reason, reported_reason_body: 'Look at it' } },
    })
  const rules = (body: object) => app.as(admin).call(routes.saveSettings, { body })
  const waiting = async () => (await app.as(moderator).call(routes.list)).records
  const caseOf = async (kind: string, id: number) => {
    const [row] = await app.sql<{ id: number }>('select id from moderation."case" where kind = $1 and record_id = $2 order by id desc limit 1', [kind, id])
    return row!.id
  }
  const decide = (id: number, body: object, by = moderator) => app.as(by).call(routes.decide, { params: { id }, body: { act: 'keep', ...body } as any })
  /** So that what is told later is told. */
  const pass = async (ms = (UNDO_SECONDS + 1) * 1000) => {
    await app.settle()
    await app.clock.advance(ms)
    await app.sql('update graphile_worker._private_jobs set run_at = now()')
    await app.settle()
  }
  /** Of moderation alone, the latest first. */
  const toldTo = async (member: TestMember) =>
    (await app.as(member).call(notifications.routes.list)).records.filter(({ action }) => /^moderation_|^report_decided/.test(action))
  const sees = async (member: TestMember, { slug }: { slug: string }) =>
    (await app.as(member).send('GET', `/internal_api/spaces/${space.id}/posts/${slug}`)).status === 200

  it('finds the case about one record', async () => {
    const [one, other] = [await write(await newMember(), 'One kiln'), await write(await newMember(), 'Another kiln')]
    await report(reader, 'post', one.id)
    const about = async (content_id: number) =>
      (await app.as(moderator).call(routes.list, { query: { content_type: 'post', content_id } })).records.map((found) => found.content_id)
    expect([await about(one.id), await about(other.id)]).to.deep.equal([[one.id], []])
    await decide(await caseOf('post', one.id), {})
    expect(await about(one.id), 'decided').to.deep.equal([one.id])
  })

  it('takes a report once from each, refuses unknown reasons, types and one’s own, and what the reporter may not see', async () => {
    const writer = await newMember()
    const post = await write(writer, 'Kiln for sale')
    expect(await report(reader, 'post', post.id)).to.include({ already_reported: false })
    expect(await report(reader, 'Post', post.id, 'harassment')).to.include({ already_reported: true })
    const [one] = (await waiting()).filter((found) => found.content_id === post.id)
    expect(one).to.deep.include({ reports_count: 1, status: 'inbox', content_type: 'post', reported_reason_type: 'spam', content_authored_by_id: writer.id })
    expect(one!.content_authored_by_email, 'addresses are for admins').to.equal(null)
    expect(await refusal(report(reader, 'post', post.id, 'because'))).to.include({ status: 422, code: 'invalid_reported_reason_type' })
    expect(await refusal(report(reader, 'space', post.id))).to.include({ status: 422, code: 'invalid_flagged_contentable_type' })
    expect(await refusal(report(writer, 'post', post.id))).to.include({ status: 403 })
    expect(await refusal(report(reader, 'post', 999_999))).to.include({ status: 404 })
    expect(await refusal(app.as(reader).call(routes.list))).to.include({ status: 403 })
    const draft = await app
      .as(writer)
      .call(posts.routes.create, { params: { spaceId: space.id }, body: { post: { name: 'Mine', status: 'draft', tiptap_body: doc('x') } } })
    expect(await refusal(report(reader, 'post', draft.id))).to.include({ status: 404 })
    const before = (await app.as(moderator).call(routes.unaddressed)).count
    await report(reader, 'connect/connection', writer.id)
    expect((await app.as(moderator).call(routes.unaddressed)).count).to.equal(before + 1)
  })

  it('takes with a report of a member what of theirs the reporter reads, and has it in the member’s case', async () => {
    const [writer, other] = [await newMember('Evi Dence'), await newMember()]
    const [post, foreign] = [await write(writer, 'Buy my glaze'), await write(other, 'Mine')]
    await app.as(writer).call(chat.routes.create, {
      body: { chat_room: { kind: 'direct', community_member_ids: [reader.id], rich_text_body: doc('Buy it now') } },
    })
    const written = async (who: TestMember) =>
      (await app.as(who).call(routes.written, { params: { id: writer.id } })).records.map(({ content_type, excerpt, title }) => [
        content_type,
        title || excerpt,
      ])
    expect(await written(reader)).to.deep.equal([
      ['message', 'Buy it now'],
      ['post', 'Buy my glaze'],
    ])
    expect(await written(other), 'no message of a conversation that they are not in').to.deep.equal([['post', 'Buy my glaze']])
    const withEvidence = (kind: string, id: number, evidence: { content_id: number; content_type: string }[]) =>
      app.as(reader).call(routes.create, {
        body: { flagged_content: { content_type: kind, content_id: id, reported_reason_type: 'spam', reported_reason_body: 'Sells', evidence } },
      })
    const of = (id: number) => [{ content_id: id, content_type: 'post' }]
    expect(await refusal(withEvidence('member', writer.id, of(foreign.id))), 'of somebody else').to.include({ status: 422 })
    expect(await refusal(withEvidence('post', post.id, of(post.id))), 'of a record').to.include({ status: 422 })
    await withEvidence('member', writer.id, of(post.id))
    const shown = await app.as(moderator).call(routes.show, { params: { id: await caseOf('member', writer.id) } })
    expect(shown.evidence.map(({ content_type, reason }) => [content_type, reason])).to.deep.equal([['post', 'spam']])
  })

  it('limits reports by the thousand', async () => {
    const post = await write(await newMember(), 'Reported often')
    const all = []
    for (let i = 0; i < 35; i++)
      all.push(
        await report(reader, 'post', post.id).then(
          () => 201,
          (error: { status: number }) => error.status,
        ),
      )
    expect(all).to.include(429)
    expect((await app.sql('select 1 from moderation.report where case_id = $1', [await caseOf('post', post.id)])).length).to.equal(1)
  })

  it('hides after so many reports until somebody looks, and leaves alone what somebody has kept', async () => {
    const writer = await newMember()
    const post = await write(writer, 'Seen as bad by three')
    const reporters = [reader, await newMember(), await newMember()]
    for (const one of reporters) await report(one, 'post', post.id)
    await app.settle()
    expect(await sees(reader, post)).to.equal(false)
    const id = await caseOf('post', post.id)
    expect(await toldTo(writer))
      .to.have.length(1)
      .and.to.have.nested.property('[0].action', 'moderation_hidden')
    expect(await app.as(writer).call(routes.own, { params: { id } })).to.include({ state: 'waiting', text: 'Seen as bad by three' })
    await decide(id, { act: 'keep' })
    await pass()
    expect(await sees(reader, post)).to.equal(true)
    const after = await toldTo(writer)
    expect(
      after.map(({ action }) => action),
      'hidden no more',
    ).to.deep.equal(['moderation_decision'])
    for (const one of reporters) expect((await toldTo(one))[0]).to.include({ action: 'report_decided', action_web_url: `/c/${space.slug}/${post.slug}` })
    for (const one of reporters) await report(one, 'post', post.id)
    expect(await sees(reader, post), 'kept once').to.equal(true)
  })

  it('removes a post, a comment and a message at every way out, and tells author and reporter', async () => {
    const writer = await newMember('Wendelin')
    const under = await write(reader, 'A question')
    const post = await write(writer, 'Zanzibar post')
    const comment = await app.as(writer).call(content.routes.createComment, { params: { postId: under.id }, body: { comment: { body: 'Zanzibar comment' } } })
    const { chat_room } = await app.as(writer).call(chat.routes.create, {
      body: { chat_room: { kind: 'direct', community_member_ids: [reader.id], rich_text_body: doc('Zanzibar message') } },
    })
    const { uuid } = chat_room
    const [message] = (await app.as(reader).call(chat.routes.messages, { params: { uuid } })).records
    await app.as(reader).call(content.routes.createBookmark, { body: { record_id: post.id, bookmark_type: 'post' } })
    await app.settle()
    for (const address of [`/internal_api/search?text=zanzibar`, `/internal_api/notifications`, `/internal_api/posts/${under.id}/comments`])
      expect(JSON.stringify((await app.as(reader).send('GET', address)).body), `${address} before`).to.match(/Zanzibar|Wendelin/)
    await report(reader, 'post', post.id)
    await report(reader, 'comment', comment.id)
    await report(reader, 'chat_room_message', message!.id)
    const shown = await app.as(moderator).call(routes.show, { params: { id: await caseOf('message', message!.id) } })
    expect(shown.content).to.include({ text: 'Zanzibar message' })
    expect(shown.reporters.map(({ id }) => id)).to.deep.equal([reader.id])
    for (const [kind, id] of [
      ['post', post.id],
      ['comment', comment.id],
      ['message', message!.id],
    ] as const)
      await decide(await caseOf(kind, id), { act: 'remove', reason: 'No advertising' })
    await app.settle()
    const outlets = [
      `/internal_api/spaces/${space.id}/posts`,
      `/internal_api/home`,
      `/internal_api/posts/${under.id}/comments`,
      `/internal_api/chat_rooms/${uuid}/messages`,
      `/internal_api/chat_rooms/${uuid}/export`,
      `/internal_api/search?text=zanzibar`,
      `/internal_api/notifications`,
      `/internal_api/bookmarks`,
      `/internal_api/members/${writer.id}/comments`,
      `/c/${space.slug}/${post.slug}`,
    ]
    for (const address of outlets) {
      const { body } = await app.as(reader).send('GET', address)
      // the address says `zanzibar`
      expect(JSON.stringify(body), address).not.to.contain('Zanzibar')
    }
    expect(await app.sql(`select 1 from kernel.search_document where body ilike '%zanzibar%'`)).to.have.length(0)
    expect(await app.as(reader).call(posts.routes.show, { params: { spaceId: space.id, postSlug: under.slug } })).to.include({ comments_count: 0 })
    expect(await toldTo(writer), 'within the seconds to take it back').to.have.length(0)
    await pass()
    const told = await toldTo(writer)
    expect(told.map(({ action }) => action)).to.deep.equal(['moderation_removed', 'moderation_removed', 'moderation_removed'])
    for (const one of told) {
      expect(one.excerpt).to.contain('No advertising').and.to.contain(String(APPEAL_DAYS))
      expect(one).to.include({ action_web_url: `/moderation/cases/${one.notifiable_id}`, actor_name: '', reason_text: '' })
    }
    expect(told.map(({ notifiable_title }) => notifiable_title)).to.include('“Zanzibar comment”')
    const answers = (await toldTo(reader)).filter(({ action }) => action === 'report_decided')
    expect(answers.length).to.be.at.least(3)
    expect(JSON.stringify(answers), 'what was removed is not said again').not.to.contain('Zanzibar')
  })

  it('lets one of eight decide, takes a decision back in time and tells nobody then', async () => {
    const writer = await newMember()
    const post = await write(writer, 'Eight look at it')
    await report(reader, 'post', post.id)
    const id = await caseOf('post', post.id)
    const all = await Promise.all(
      Array.from({ length: 8 }, () => app.as(moderator).send('POST', `/internal_api/flagged_contents/${id}/reject`, { reason: 'x' })),
    )
    expect(all.map(({ status }) => status).sort()).to.deep.equal([200, ...Array.from({ length: 7 }, () => 409)])
    expect((await app.sql(`select 1 from kernel.audit where action = 'case.decided' and subject = $1`, [`case:${id}`])).length).to.equal(1)
    expect(await sees(reader, post)).to.equal(false)
    expect(await refusal(app.as(admin).call(routes.undo, { params: { id } })), 'of another').to.include({ status: 409 })
    expect(await app.as(moderator).call(routes.undo, { params: { id } })).to.include({ status: 'inbox' })
    await pass()
    expect(await sees(reader, post)).to.equal(true)
    expect(await toldTo(writer)).to.have.length(0)
    await decide(id, { act: 'remove' })
    await pass()
    expect(await refusal(app.as(moderator).call(routes.undo, { params: { id } }))).to.include({ status: 409, code: 'too_late' })
  })

  it('lets the author appeal once, within its days, and shows the record again where it is granted', async () => {
    const writer = await newMember()
    const post = await write(writer, 'Meant kindly')
    await report(reader, 'post', post.id)
    const id = await caseOf('post', post.id)
    const params = { id }
    expect(await refusal(app.as(writer).call(routes.own, { params })), 'nobody has decided').to.include({ status: 404 })
    await decide(id, { act: 'remove', reason: 'Rude' })
    await pass()
    expect(await app.as(writer).call(routes.own, { params })).to.include({ state: 'removed', reason: 'Rude', may_appeal: true, text: 'Meant kindly' })
    expect(await refusal(app.as(reader).call(routes.own, { params }))).to.include({ status: 404 })
    expect(await refusal(app.as(reader).call(routes.appeal, { params, body: { text: 'Me too' } }))).to.include({ status: 404 })
    expect((await toldTo(writer))[0]).to.include({ action: 'moderation_removed', display_action: 'We removed' })
    expect(await app.as(writer).call(routes.appeal, { params, body: { text: 'It was a joke' } })).to.include({ state: 'looking', may_appeal: false })
    expect((await waiting()).map((one) => one.id)).to.include(id)
    await decide(id, { act: 'keep' })
    await pass()
    expect(await sees(reader, post)).to.equal(true)
    expect((await toldTo(writer))[0]).to.include({ action: 'moderation_appeal', excerpt: 'It stays visible to everyone.' })
    expect(await refusal(app.as(writer).call(routes.appeal, { params, body: { text: 'Again' } }))).to.include({ status: 409, code: 'no_appeal' })

    const late = await write(writer, 'Too late')
    await report(reader, 'post', late.id)
    const lateId = await caseOf('post', late.id)
    await decide(lateId, { act: 'remove' })
    await pass()
    await app.clock.advance((APPEAL_DAYS + 1) * DAY)
    try {
      expect(await refusal(app.as(writer).call(routes.appeal, { params: { id: lateId }, body: { text: 'Please' } }))).to.include({ code: 'no_appeal' })
    } finally {
      await app.clock.advance(-(APPEAL_DAYS + 1) * DAY)
    }
  })

  it('silences: reads and does not write, hears why, until it ends or is lifted', async () => {
    const writer = await newMember('Sil')
    const post = await write(writer, 'Shouting')
    const mine = await write(reader, 'To be answered')
    await report(reader, 'post', post.id, 'harassment')
    await decide(await caseOf('post', post.id), { act: 'silence', reason: 'Shouting', hours: 24, remove: false })
    expect(await sees(reader, post), 'not removed with it').to.equal(true)
    const as = app.as(writer)
    const tries: (() => Promise<unknown>)[] = [
      () => write(writer, 'More'),
      () => as.call(content.routes.createComment, { params: { postId: mine.id }, body: { comment: { body: 'More' } } }),
      () => as.call(chat.routes.create, { body: { chat_room: { kind: 'direct', community_member_ids: [reader.id], rich_text_body: doc('More') } } }),
      () => as.call(content.routes.like, { body: { user_likeable_type: 'Post', user_likeable_id: mine.id } }),
      () => as.call(content.routes.react, { body: { reactable_type: 'post', reactable_id: mine.id, emoji: '🔥' } }),
    ]
    for (const attempt of tries) expect(await refusal(attempt())).to.include({ status: 403, code: 'may_not_write' })
    expect(await sees(writer, mine)).to.equal(true)
    await pass()
    const [told] = await toldTo(writer)
    expect(told).to.include({ action: 'moderation_silence' })
    expect(told!.excerpt).to.contain('until').and.to.contain('Reason: Shouting')
    expect(await refusal(app.as(reader).call(routes.lift, { params: { id: writer.id } }))).to.include({ status: 403 })
    await app.as(moderator).call(routes.lift, { params: { id: writer.id } })
    await write(writer, 'Calm again')
    expect(await refusal(app.as(moderator).call(routes.lift, { params: { id: writer.id } }))).to.include({ status: 404 })
  })

  it('warns and bans by what one may: moderators leave admins alone, and the ban is the archive’s', async () => {
    const writer = await newMember('Ban Me')
    await report(reader, 'member', writer.id, 'harassment')
    const id = await caseOf('member', writer.id)
    expect((await app.as(moderator).call(routes.show, { params: { id } })).acts).to.deep.equal(['keep', 'warn', 'silence'])
    expect(await refusal(decide(id, { act: 'ban', reason: 'Bad' }))).to.include({ status: 403 })
    expect(await refusal(decide(id, { act: 'remove' }, admin))).to.include({ status: 403 })
    expect(await refusal(decide(id, { act: 'warn' }))).to.include({ status: 422 })
    await decide(id, { act: 'ban', reason: 'Threats' }, admin)
    await pass()
    const [row] = await app.sql<{ status: string }>('select status from kernel.member where id = $1', [writer.id])
    expect(row!.status).to.equal('banned')
    await report(reader, 'member', admin.id)
    expect((await app.as(moderator).call(routes.show, { params: { id: await caseOf('member', admin.id) } })).acts).to.deep.equal(['keep'])
  })

  it('has no case about oneself in one’s own queue; admins have theirs, without who reported them', async () => {
    await report(reader, 'member', moderator.id, 'harassment')
    const id = await caseOf('member', moderator.id)
    const listed = async (who: TestMember) => (await app.as(who).call(routes.list)).records.map((one) => one.id)
    expect(await listed(admin)).to.include(id)
    expect(await listed(moderator)).not.to.include(id)
    const as = app.as(moderator)
    const counts = [await app.as(admin).call(routes.unaddressed), await as.call(routes.unaddressed)].map(({ count }) => count)
    expect(counts[0]! - counts[1]!).to.equal(1)
    const file = await as.send('POST', '/internal_api/flagged_contents/export?status=inbox')
    expect([file.status, String(file.body).includes(`\n${id},`)]).to.deep.equal([200, false])
    for (const call of [
      () => as.call(routes.show, { params: { id } }),
      () => decide(id, { act: 'keep' }),
      () => as.call(routes.note, { params: { id }, body: { note: 'Mine' } }),
      () => as.call(routes.preview, { params: { id }, query: { act: 'warn', reason: 'x' } }),
    ])
      expect(await refusal(call())).to.include({ status: 404 })
    await report(reader, 'member', admin.id)
    const own = await app.as(admin).call(routes.show, { params: { id: await caseOf('member', admin.id) } })
    expect(own).to.deep.include({ reporters: [], reported_by_id: null, reported_by_name: null, reported_by_email: null, reported_reason_body: null })
    expect(own.acts).to.deep.equal(['keep'])
  })

  it('keeps back what a ban hides, whatever is decided about it alone, and its end brings back what was kept and nothing else', async () => {
    const writer = await newMember('Out For Now')
    const [kept, removed, alone] = [await write(writer, 'Kept one'), await write(writer, 'Removed one'), await write(writer, 'Hidden by itself')]
    const under = await write(reader, 'Asked meanwhile')
    const say = async (body: string) =>
      (await app.as(writer).call(content.routes.createComment, { params: { postId: under.id }, body: { comment: { body } } })).id
    const [keptComment, removedComment] = [await say('Kept words'), await say('Removed words')]
    for (const post of [kept, removed, alone]) await report(reader, 'post', post.id)
    for (const id of [keptComment, removedComment]) await report(reader, 'comment', id)
    for (const member of [await newMember(), await newMember()]) await report(member, 'post', alone.id)
    const decided = [
      ['post', kept.id, 'keep'],
      ['post', alone.id, 'keep'],
      ['post', removed.id, 'remove'],
      ['comment', keptComment, 'keep'],
      ['comment', removedComment, 'remove'],
    ] as const
    for (const [kind, id, act] of decided) await decide(await caseOf(kind, id), { act })
    const bans = { params: { id: writer.id }, body: { reason: 'Threats', content: 'hide' as const } }
    await app.as(admin).call(archive.routes.ban, bans)
    await app.settle()
    const shown = async (kind: string, id: number) => app.as(moderator).call(routes.show, { params: { id: await caseOf(kind, id) } })
    expect((await shown('post', kept.id)).is_kept_back).to.equal(true)
    expect((await shown('post', kept.id)).content).to.include({ text: 'Kept one' })
    expect((await shown('comment', keptComment)).content).to.include({ text: 'Kept words' })
    for (const [kind, id, act] of decided) {
      const caseId = await caseOf(kind, id)
      const preview = await app.as(moderator).call(routes.preview, { params: { id: caseId }, query: { act, reason: 'x' } })
      expect(preview.text, 'who is out is told nothing').to.equal('')
    }
    await pass()
    const seen = async () => [await sees(reader, kept), await sees(reader, alone), await sees(reader, removed)]
    const said = async () => JSON.stringify((await app.as(reader).send('GET', `/internal_api/posts/${under.id}/comments`)).body)
    expect(await seen()).to.deep.equal([false, false, false])
    expect(await said()).not.to.match(/Kept words|Removed words/)
    const { records } = await app.as(admin).call(archive.routes.bans)
    await app.as(admin).call(archive.routes.lift, { params: { id: records.find(({ member }) => member.id === writer.id)!.id } })
    await app.settle()
    expect(await seen()).to.deep.equal([true, true, false])
    expect(await said())
      .to.include('Kept words')
      .and.not.include('Removed words')
  })

  it('has one kind of ban: the queue says how long and what becomes of what they wrote, and one from anywhere settles what waits', async () => {
    const [writer, other] = [await newMember(), await newMember()]
    const post = await write(writer, 'Reported words')
    await report(reader, 'post', post.id)
    await report(reader, 'member', writer.id, 'harassment')
    const [caseId, memberCase] = [await caseOf('post', post.id), await caseOf('member', writer.id)]
    await app.as(admin).call(archive.routes.ban, { params: { id: writer.id }, body: { reason: 'Threats', content: 'hide' } })
    await app.settle()
    expect((await waiting()).map(({ id }) => id))
      .not.to.include.members([caseId])
      .and.not.include.members([memberCase])
    const settled = await app.as(moderator).call(routes.show, { params: { id: caseId } })
    expect(settled).to.include({ status: 'rejected', action: 'ban', action_reason_body: 'Threats', action_by_name: admin.name, is_hidden: true })
    expect(await refusal(decide(caseId, { act: 'keep' }))).to.include({ status: 409, code: 'already_decided' })

    await report(reader, 'member', other.id, 'harassment')
    const until = new Date((await app.run(null, async (ctx) => ctx.now())).getTime() + 7 * DAY).toISOString()
    const ban = { act: 'ban', reason: 'Threats', content: 'keep' }
    const otherCase = await caseOf('member', other.id)
    expect(
      await refusal(decide(otherCase, { ...ban, ends_at: new Date((await app.run(null, async (ctx) => ctx.now())).getTime() - DAY).toISOString() }, admin)),
    ).to.include({ status: 422 })
    await decide(otherCase, { ...ban, ends_at: until }, admin)
    await pass()
    const { records } = await app.as(admin).call(archive.routes.bans)
    expect(records.find(({ member }) => member.id === other.id)).to.include({ content: 'keep', ends_at: until })
  })

  it('moves a post to another space for who runs both, from the queue and in place: told, in the log, and taken back while nobody was told', async () => {
    const writer = await newMember()
    const other = await app.run(null, async (ctx) => {
      const service = (await ctx.actAs(admin.id)).use(spaces)
      return service.create({ name: 'Right place', spaceGroupId: (await service.createGroup({ name: 'Others' })).id })
    })
    const [post, placed] = [await write(writer, 'In the wrong place'), await write(writer, 'Moved in place')]
    const spaceOf = (id: number) => app.run(null, async (ctx) => (await (await ctx.actAs(admin.id)).use(content).card('post', id))!.spaceId)
    await report(reader, 'post', post.id, 'incorrect_location')
    const id = await caseOf('post', post.id)
    const shown = await app.as(moderator).call(routes.show, { params: { id } })
    expect(shown.acts).to.include('move')
    expect(shown.spaces.map((one) => one.id))
      .to.include(other.id)
      .and.not.include(space.id)
    expect(await refusal(decide(id, { act: 'move' })), 'without a space').to.include({ status: 422 })
    expect(await refusal(decide(id, { act: 'move', space_id: space.id })), 'where it is').to.include({ status: 422 })
    const message = await app.as(moderator).call(routes.preview, { params: { id }, query: { act: 'move', space_id: other.id } })
    expect(message).to.deep.equal({ subject: 'We moved your post “In the wrong place”', text: 'It’s now in Right place.' })
    await decide(id, { act: 'move', space_id: other.id })
    expect(await spaceOf(post.id)).to.equal(other.id)
    await app.as(moderator).call(routes.undo, { params: { id } })
    expect(await spaceOf(post.id)).to.equal(space.id)
    await decide(id, { act: 'move', space_id: other.id })
    await pass()
    expect((await toldTo(writer))[0]).to.include({ action: 'moderation_moved', excerpt: 'It’s now in Right place.' })
    expect((await toldTo(reader))[0]!.excerpt).to.equal('Thanks for your report. We took action.')

    const move = (who: TestMember, of: { slug: string }, to: number) =>
      app.as(who).call(posts.routes.update, { params: { spaceId: space.id, postSlug: of.slug }, body: { post: { space_id: to } } })
    // a report of something else is still to be decided
    await report(reader, 'post', placed.id, 'harassment')
    await move(moderator, placed, other.id)
    await pass()
    expect((await waiting()).map(({ content_id }) => content_id)).to.include(placed.id)
    const { records } = await app.as(moderator).call(routes.log, { query: { act: 'move' } })
    expect(records.map((one) => [one.content_id, one.moved_from?.name, one.space?.name, one.action_by_name])).to.deep.equal([
      [placed.id, 'Room', 'Right place', moderator.name],
      [post.id, 'Room', 'Right place', moderator.name],
    ])
    expect((await toldTo(writer)).filter(({ action }) => action === 'moderation_moved')).to.have.length(2)
    const own = await app.as(writer).call(routes.ownOf, { params: { kind: 'post', id: placed.id } })
    expect(own.case).to.include({ state: 'moved', may_appeal: false })
  })

  it('has every ban in its log once, also one from a profile that nobody reported', async () => {
    const [writer, reported] = [await newMember('Nobody Reported'), await newMember('Somebody Reported')]
    await report(reader, 'member', reported.id, 'harassment')
    const id = await caseOf('member', reported.id)
    await app.as(admin).call(archive.routes.ban, { params: { id: writer.id }, body: { reason: 'Sold his ticket twice', content: 'keep' } })
    await decide(id, { act: 'ban', reason: 'Threats' }, admin)
    await pass()
    await app.settle()
    const { records } = await app.as(moderator).call(routes.log, { query: { act: 'ban', moderator_id: admin.id } })
    const about = (who: TestMember) => records.filter(({ author }) => author?.id === who.id)
    expect(about(writer)).to.have.length(1)
    expect(about(writer)[0]).to.include({ action: 'ban', action_reason_body: 'Sold his ticket twice', action_by_name: admin.name, content_type: 'member' })
    expect(about(reported).map((one) => one.id)).to.deep.equal([id])
  })

  it('tells the author of what was removed what was decided and where to appeal, and keeps a log with figures for those who judge', async () => {
    const writer = await newMember()
    const post = await write(writer, 'Taken down')
    await report(reader, 'post', post.id)
    const ownOf = (who: TestMember) => app.as(who).call(routes.ownOf, { params: { kind: 'post', id: post.id } })
    expect((await ownOf(writer)).case, 'nobody has told them').to.equal(null)
    const id = await caseOf('post', post.id)
    const before = (await app.as(moderator).call(routes.figures)).decided
    await decide(id, { act: 'remove', reason: 'Off topic' })
    await pass()
    expect((await ownOf(writer)).case).to.include({ id, state: 'removed', reason: 'Off topic', may_appeal: true, title: 'Taken down', space: 'Room' })
    expect((await ownOf(reader)).case).to.equal(null)
    const [latest] = (await app.as(moderator).call(routes.log)).records
    expect(latest).to.include({ id, action: 'remove', action_reason_body: 'Off topic', action_by_name: 'Mo' })
    const figures = await app.as(moderator).call(routes.figures)
    expect(figures.decided).to.equal(before + 1)
    expect(figures.minutes).to.be.a('number')
    for (const route of [routes.log, routes.figures]) expect(await refusal(app.as(reader).call(route as typeof routes.log))).to.include({ status: 403 })
  })

  it('tells the author of what a moderator removes in place, in their language, and nobody of what they remove themselves', async () => {
    const writer = await newMember('Petra')
    await app.as(writer).send('PATCH', '/internal_api/account', { locale: 'pt-BR' })
    const post = await write(writer, 'Buy my kiln')
    const at = { spaceId: post.space_id, postSlug: post.slug }
    const preview = await app.as(moderator).call(routes.previewRemoval, { params: { kind: 'post', id: post.id }, query: { reason_key: 'spam' } })
    expect(preview).to.include({ subject: 'Removemos sua publicação “Buy my kiln”' })
    expect(preview.text).to.contain('Motivo: Isto é propaganda')
    await app.as(moderator).call(posts.routes.destroy, { params: at, query: { reason_key: 'spam' } })
    await app.settle()
    expect(await sees(reader, post)).to.equal(false)
    expect((await app.as(writer).call(posts.routes.show, { params: at })).flagged_for_approval_at, 'its author finds it, hidden').to.be.a('string')
    await pass()
    const [told] = await toldTo(writer)
    expect(told).to.include({ action: 'moderation_removed' })
    expect(told!.notifiable_title).to.equal('sua publicação “Buy my kiln”')
    expect(told!.excerpt).to.contain('Motivo: Isto é propaganda')
    const own = await app.as(writer).call(routes.ownOf, { params: { kind: 'post', id: post.id } })
    expect(own.case).to.include({ state: 'removed', may_appeal: true })
    expect(own.case!.reason).to.contain('propaganda')
    const mine = await write(writer, 'My own to delete')
    await app.as(writer).call(posts.routes.destroy, { params: { spaceId: mine.space_id, postSlug: mine.slug } })
    await pass()
    expect((await toldTo(writer)).length).to.equal(1)
    expect(await refusal(app.as(writer).call(posts.routes.show, { params: { spaceId: mine.space_id, postSlug: mine.slug } }))).to.include({ status: 404 })
  })

  it('takes back at once what was removed in place, and leaves no case of it', async () => {
    const writer = await newMember()
    const post = await write(writer, 'Removed by mistake')
    const params = { spaceId: post.space_id, postSlug: post.slug }
    await app.as(moderator).call(posts.routes.destroy, { params })
    await app.as(moderator).call(posts.routes.restore, { params })
    await app.settle()
    await pass()
    expect(await sees(reader, post)).to.equal(true)
    expect(await toldTo(writer)).to.have.length(0)
    const left = await app.sql('select id from moderation."case" where kind = $1 and record_id = $2', ['post', post.id])
    expect(left).to.have.length(0)
    await app.as(moderator).call(posts.routes.destroy, { params, query: { reason: 'Once more' } })
    await pass()
    const deleted = async (who: TestMember) =>
      (await app.as(who).call(posts.routes.mine, { query: { status: 'deleted', all_authors: true } })).records.map((one) => one.id)
    expect(await deleted(moderator)).to.include(post.id)
    expect(await deleted(writer), 'its author asks for a decision').not.to.include(post.id)
    await app.as(moderator).call(posts.routes.restore, { params })
    await pass()
    expect(await sees(reader, post), 'later too').to.equal(true)
    expect((await toldTo(writer)).map(({ action }) => action)).to.deep.equal(['moderation_decision', 'moderation_removed'])
  })

  it('takes the removal of a comment back, and restores from the queue whatever another moderator removed', async () => {
    const writer = await newMember()
    const post = await write(reader, 'Ask about kilns')
    const comment = await app.as(writer).call(content.routes.createComment, { params: { postId: post.id }, body: { comment: { body: 'Cone six' } } })
    const at = { params: { kind: 'post', id: post.id, commentId: comment.id } }
    const text = async () => (await app.as(reader).call(content.routes.recordComment, at)).body_text
    await app.as(moderator).call(content.routes.destroyRecordComment, at)
    expect(await text()).to.equal('')
    expect(await refusal(app.as(reader).call(content.routes.restoreRecordComment, at))).to.include({ status: 403 })
    await app.as(moderator).call(content.routes.restoreRecordComment, at)
    await app.settle()
    expect(await text()).to.equal('Cone six')
    expect(await refusal(app.as(moderator).call(content.routes.restoreRecordComment, at))).to.include({ status: 404 })
    await app.as(moderator).call(content.routes.destroyRecordComment, { ...at, query: { reason: 'Off topic' } })
    await pass()
    const [removed] = (await app.as(admin).call(routes.list, { query: { status: 'rejected', content_type: 'comment' } })).records
    expect(removed).to.include({ content_id: comment.id, may_restore: true })
    const restored = await app.as(admin).call(routes.restore, { params: { id: removed!.id } })
    expect(restored).to.include({ status: 'approved', may_restore: false })
    await app.settle()
    expect(await text(), 'at once').to.equal('Cone six')
    expect(await refusal(app.as(moderator).call(routes.restore, { params: { id: removed!.id } }))).to.include({ status: 409, code: 'not_removed' })
    await pass()
    expect((await toldTo(writer)).map(({ action }) => action)).to.deep.equal(['moderation_decision', 'moderation_removed'])
  })

  it('tells the author of a comment that a moderator removes, and shows a ban as it is told', async () => {
    const writer = await newMember('Bram')
    const post = await write(reader, 'Ask here')
    const comment = await app.as(writer).call(content.routes.createComment, { params: { postId: post.id }, body: { comment: { body: 'Rude words' } } })
    await app.as(moderator).call(content.routes.destroyComment, { params: { postId: post.id, id: comment.id }, query: { reason: 'Too rude' } })
    await pass()
    expect((await toldTo(writer))[0]!.excerpt).to.contain('Too rude')
    await report(reader, 'member', writer.id)
    const id = await caseOf('member', writer.id)
    const until = new Date((await app.run(null, async (ctx) => ctx.now())).getTime() + 7 * DAY).toISOString()
    const message = await app.as(admin).call(routes.preview, { params: { id }, query: { act: 'ban', reason_key: 'spam', ends_at: until } })
    expect(message.subject).to.match(/^You’re banned from /)
    expect(message.text).to.contain('until').and.to.contain('Reason: This is unsolicited advertising')
    await decide(id, { act: 'ban', reason: 'Spam' }, admin)
    const [latest] = (await app.as(admin).call(routes.log, { query: { act: 'ban', moderator_id: admin.id } })).records
    expect(latest).to.include({ id, action: 'ban' })
    expect((await app.as(admin).call(routes.log, { query: { act: 'ban', moderator_id: moderator.id } })).records.map((one) => one.id)).not.to.include(id)
    const figures = await app.as(admin).call(routes.figures)
    expect(figures.moderators.map((one) => one.id)).to.include(admin.id)
    expect(figures.acts.find(({ act }) => act === 'ban')!.count).to.be.greaterThan(0)
  })

  it('lists what is pending by when it was reported', async () => {
    const [one, other] = [await write(await newMember(), 'First in'), await write(await newMember(), 'Earlier by an import')]
    for (const { id } of [one, other]) await report(reader, 'post', id)
    const [first, second] = [await caseOf('post', one.id), await caseOf('post', other.id)]
    await app.sql(`update moderation."case" set created_at = date_trunc('milliseconds', now() - interval '6 hours') where id = $1`, [second])
    const ids = (await waiting()).map(({ id }) => id)
    expect(ids.indexOf(second)).to.be.below(ids.indexOf(first))
    const page = await app.as(admin).call(routes.list, { query: { per_page: 1 } })
    const next = await app.as(admin).call(routes.list, { query: { per_page: 1, cursor: page.next_cursor! } })
    expect([page.records[0]!.id, next.records[0]!.id]).to.deep.equal(ids.slice(0, 2))
  })

  it('does not bring back with a ban’s end what was removed by itself', async () => {
    const writer = await newMember()
    const [bad, good] = [await write(writer, 'The bad one'), await write(writer, 'The good one')]
    await report(reader, 'post', bad.id)
    await decide(await caseOf('post', bad.id), { act: 'remove' })
    await pass()
    for (const how of ['hide', 'show'] as const)
      await app.run(null, async (ctx) => {
        const acting = await ctx.actAs(writer.id)
        for (const { value } of acting.fill(content.points.kind)) await value.withdraw?.(acting, writer.id, how)
      })
    expect([await sees(reader, good), await sees(reader, bad)]).to.deep.equal([true, false])
  })

  it('is told by mail too, by no press of its reader’s less, in their language, and to nobody else', async () => {
    const writer = await newMember('Wanda')
    const { kinds } = await app.as(writer).call(notifications.routes.preferences)
    expect(kinds.filter(({ type }) => type.startsWith('moderation_') || type === 'report_decided').every(({ required }) => required)).to.equal(true)
    await app.as(writer).send('PATCH', '/internal_api/notification_preferences', {
      preferences: [
        { medium: 'email', enabled: false },
        { type: 'moderation_warning', medium: 'in_app', enabled: false },
      ],
    })
    await app.as(writer).send('PATCH', '/internal_api/account', { locale: 'pt-BR' })
    const post = await write(writer, 'Loud words')
    await report(reader, 'post', post.id, 'harassment')
    const id = await caseOf('post', post.id)
    const preview = await app.as(moderator).call(routes.preview, { params: { id }, query: { act: 'warn', reason: 'Too loud' } })
    expect(preview.subject).to.equal('Você recebeu uma advertência sobre sua publicação “Loud words”')
    expect(preview.text).to.contain('Motivo: Too loud')
    await decide(id, { act: 'warn', reason: 'Too loud', remove: false })
    await pass()
    expect(await toldTo(writer)).to.have.length(1)
    const [row] = await app.sql<{ email: string }>('select email from kernel.account where id = $1', [writer.accountId])
    await app.clock.advance(6 * 60_000)
    await app.kernel.modules.jobs.tick('notifications.mail-due', new Date())
    await app.settle()
    const [mail, ...more] = (await app.sent()).filter(({ recipient }) => recipient === row!.email)
    expect(more).to.have.length(0)
    expect(mail!.subject).to.contain('Você recebeu uma advertência')
    expect(mail!.text).to.contain('Too loud').and.to.contain(`/moderation/cases/${id}`).and.not.to.contain('/unsubscribe/')
    expect(
      (await toldTo(admin)).filter(({ notifiable_id }) => notifiable_id === id),
      'of another',
    ).to.have.length(0)
  })

  it('gives the author’s own archive what they were told, and no word of who reported, noted or decided', async () => {
    const writer = await newMember()
    const own = async (table: string) =>
      (await app.run(null, (ctx) => ctx.platform.archive.rows(table, null, 100, 'mark', writer.id))).lines.map((line) => JSON.parse(line))
    const [kept, removed, quiet] = [await write(writer, 'Kept'), await write(writer, 'Removed'), await write(writer, 'Waits')]
    for (const { id } of [kept, removed, quiet]) await report(reader, 'post', id)
    await app.sql(`update moderation."case" set note = 'canary', rule = 'words', marks = '{canary}', reasons = '{canary}' where member_id = $1`, [writer.id])
    expect(await own('moderation.case'), 'nobody has told them of a case').to.deep.equal([])
    await decide(await caseOf('post', kept.id), {})
    await decide(await caseOf('post', removed.id), { act: 'warn', reason: 'Mind your words' })
    await pass()
    const [told, ...others] = await own('moderation.case')
    expect(others).to.deep.equal([])
    expect(told).to.have.all.keys('id', 'kind', 'record_id', 'excerpt', 'status', 'action_reason', 'action_at', 'appeal', 'appealed_at', 'created_at')
    expect(told).to.include({ record_id: removed.id, action_reason: 'Mind your words' })
    expect((await own('moderation.sanction'))[0]).to.have.all.keys('id', 'kind', 'reason', 'ends_at', 'created_at')
    expect(await own('moderation.report'), 'reports are their reporters’').to.deep.equal([])
  })

  it('exports what a spreadsheet may open', async () => {
    const writer = await newMember('=cmd()')
    await report(reader, 'member', writer.id)
    const { body } = await app.as(moderator).send('POST', '/internal_api/flagged_contents/export')
    expect(String(body))
      .to.contain('reported_reason_type')
      .and.not.match(/(^|,|")=cmd/m)
  })
  it('keeps rules to admins', async () => {
    expect(await refusal(app.as(moderator).call(routes.saveSettings, { body: { reports: 5 } }))).to.include({ status: 403 })
    expect(await refusal(rules({ reports: 0 }))).to.include({ status: 422 })
  })
})
