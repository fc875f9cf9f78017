/** Ways out: who may put whom out, what a ban hides, blocks and gives back, and what remains of somebody who is gone for good. */
import { expect } from 'chai'
import { PASSWORD } from '../../../sdk/testing/filling.ts'
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import chat from '../../chat/contract.ts'
import content from '../../content/contract.ts'
import members from '../../members/contract.ts'
import polls from '../../polls/contract.ts'
import posts from '../../posts/contract.ts'
import spaces from '../../spaces/contract.ts'
import { admission } from '../server/service/bans.ts'
import { digestOf } from '../server/service/leaving.ts'
import contract from '../contract.ts'

const { routes } = contract
const folders = ['spaces', 'content', 'posts', 'polls', 'chat', 'members', 'archive'].map((name) => `plugins/${name}`)
const doc = (text: string) => ({ body: { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] } })

describe('leaving', () => {
  let app: TestApp
  let admin: TestMember
  let reader: TestMember
  let space: { id: number; slug: string }
  before(async () => {
    app = await testApp(folders)
    admin = await app.member('admin')
    reader = await app.member()
    space = await app.run(null, async (ctx) => {
      const acting = await ctx.actAs(admin.id)
      const { id: spaceGroupId } = await acting.use(spaces).createGroup({ name: 'Group' })
      return acting.use(spaces).create({ name: 'Room', spaceGroupId })
    })
  })
  after(() => app?.close())

  const addressOf = async (member: TestMember) =>
    (await app.sql<{ email: string }>('select email from kernel.account where id = $1', [member.accountId]))[0]!.email
  const statusOf = async (member: TestMember) => (await app.sql<{ status: string }>('select status from kernel.member where id = $1', [member.id]))[0]!.status
  const signIn = (email: string) => app.as(null).send('POST', '/internal_api/sign_in', { email, password: PASSWORD })
  const signUp = (email: string) => app.as(null).send('POST', '/internal_api/sign_up', { name: 'New', email, password: PASSWORD })
  const ban = (member: TestMember, body: object = {}) =>
    app.as(admin).call(routes.ban, { params: { id: member.id }, body: { reason: 'Rude to others', content: 'hide', ...body } })

  /** Somebody who has a password, and has said something everywhere. */
  async function writer(name: string) {
    const member = await app.member('member', { name })
    const email = await addressOf(member)
    await app.kernel.modules.accounts.people.createAccount({ email, name, password: PASSWORD, confirmed: true })
    await app.as(member).send('POST', `/internal_api/spaces/${space.id}/join`)
    const post = await app
      .as(member)
      .call(posts.routes.create, { params: { spaceId: space.id }, body: { post: { name: `${name} post`, tiptap_body: doc(`${name} wrote`) } } })
    const under = await app
      .as(admin)
      .call(posts.routes.create, { params: { spaceId: space.id }, body: { post: { name: `Of the admin for ${name}`, tiptap_body: doc('Hello') } } })
    const comment = await app.as(member).call(content.routes.createComment, { params: { postId: under.id }, body: { comment: { body: `${name} said` } } })
    const { chat_room } = await app.as(member).call(chat.routes.create, {
      body: { chat_room: { kind: 'direct', community_member_ids: [admin.id], rich_text_body: { body: doc(`${name} whispered`).body } } },
    })
    await app.settle()
    return { member, email, post, under, comment, uuid: chat_room.uuid }
  }
  const visible = async ({ post, under, uuid, member }: Awaited<ReturnType<typeof writer>>) => {
    const [shown, comments, messages] = await Promise.all([
      app.as(reader).send('GET', `/internal_api/spaces/${space.id}/posts/${post.slug}`),
      app.as(admin).send('GET', `/internal_api/posts/${under.id}/comments`),
      app.as(admin).send('GET', `/internal_api/chat_rooms/${uuid}/messages`),
    ])
    const found = await app.sql<{ n: number }>(`select count(*)::int as n from kernel.search_document where body like $1`, [`%${member.name}%`])
    return {
      post: shown.status === 200,
      comment: JSON.stringify(comments.body).includes(`${member.name} said`),
      message: JSON.stringify(messages.body).includes(`${member.name} whispered`),
      search: found[0]!.n > 0,
    }
  }
  const everything = { post: true, comment: true, message: true, search: true }
  const nothing = { post: false, comment: false, message: false, search: false }

  it('asks for the permission, and never lets the owner or oneself be put out', async () => {
    const [member, other] = [await app.member(), await app.member('moderator')]
    const [params, as] = [{ id: member.id }, app.as(other)]
    expect((await refusal(as.call(routes.ban, { params, body: { reason: 'x' } }))).status).to.equal(403)
    expect((await refusal(as.call(routes.deleteMember, { params, body: {} }))).status).to.equal(403)
    expect((await refusal(as.call(routes.deactivate, { params }))).status).to.equal(403)
    const [owner] = await app.sql<{ id: number }>(
      'select m.id from kernel.member m join kernel.community c on c.id = m.community_id and c.owner_account_id = m.account_id where c.id = $1',
      [admin.communityId],
    )
    expect(await refusal(app.as(admin).call(routes.ban, { params: { id: owner!.id }, body: { reason: 'x' } }))).to.include({
      status: 401,
      code: 'cannot_ban_owner',
    })
    expect(await refusal(app.as(admin).call(routes.deleteMember, { params: { id: owner!.id }, body: {} }))).to.include({
      status: 401,
      code: 'cannot_delete_owner',
    })
    expect((await refusal(ban(admin))).status).to.equal(403)
    const stranger = await app.member('member', { community: await app.community() })
    expect(await refusal(ban(stranger))).to.include({ status: 404, code: 'invalid_member_id' })
    expect((await refusal(ban(member, { ends_at: '2020-01-01T00:00:00Z' }))).status).to.equal(422)
    expect((await refusal(ban(member, { reason: ' ' }))).status).to.equal(422)
  })

  it('hides all that a banned member wrote, tells them, keeps them out, and gives it all back when the ban runs out', async () => {
    const one = await writer('Wanda')
    expect(await visible(one)).to.deep.equal(everything)
    const counts = async () => {
      const { comments_count, user_likes_count } = await app.as(admin).call(posts.routes.show, { params: { spaceId: space.id, postSlug: one.under.slug } })
      return { comments_count, user_likes_count }
    }
    const before = await counts()
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await ban(one.member, { ends_at: until })
    await app.settle()
    expect(await visible(one)).to.deep.equal(nothing)
    expect(await statusOf(one.member)).to.equal('banned')
    const mails = (await app.sent()).filter(({ recipient }) => recipient === one.email)
    expect(mails.at(-1)!.text).to.include('Rude to others')
    const refused = await signIn(one.email)
    expect(refused.status).to.equal(403)
    expect(refused.body).to.include({ code: 'not_admitted' })
    expect(refused.body.message).to.include('Rude to others')
    expect(
      (await app.sql('select id from kernel.session where account_id = $1 and user_agent <> $2', [one.member.accountId, 'test'])).length,
      'no session stays open',
    ).to.equal(0)
    // a second time changes the ban and is none beside it
    await ban(one.member, { ends_at: until, reason: 'Rude again' })
    const { records } = await app.as(admin).call(routes.bans, { query: { search_text: 'Wanda' } })
    expect(records.map(({ reason }) => reason)).to.deep.equal(['Rude again'])
    const ofOne = async (id: number) => (await app.as(admin).call(routes.bans, { query: { community_member_id: id } })).records.length
    expect([await ofOne(one.member.id), await ofOne(admin.id)]).to.deep.equal([1, 0])

    await app.clock.advance(2 * 3_600_000)
    await app.runSchedule('due')
    await app.settle()
    expect(await statusOf(one.member)).to.equal('active')
    expect(await visible(one)).to.deep.equal(everything)
    expect(await counts()).to.deep.equal(before)
    expect((await signIn(one.email)).status).to.equal(200)
    await app.clock.advance(-2 * 3_600_000)
  })

  it('tells whoever is banned so on their own pages, until it is lifted', async () => {
    const member = await app.member()
    const own = async () => (await app.as(member).call(routes.ownBan)).ban
    expect(await own()).to.equal(null)
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await ban(member, { ends_at: until, content: 'keep' })
    expect(await own()).to.include({ reason: 'Rude to others', ends_at: until })
    const { records } = await app.as(admin).call(routes.bans, { query: {} })
    await app.as(admin).call(routes.lift, { params: { id: records.find((one) => one.member.id === member.id)!.id } })
    expect(await own()).to.equal(null)
  })

  it('shows the profile of whoever is banned to those who may lift that, and to nobody else', async () => {
    const member = await app.member('member', { name: 'Bruno' })
    const profile = (who: TestMember) => app.as(who).call(members.routes.profile, { params: { id: String(member.id) } })
    expect((await profile(admin)).ban).to.equal(null)
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await ban(member, { ends_at: until, content: 'keep' })
    const shown = await profile(admin)
    expect(shown).to.include({ name: 'Bruno' })
    expect(shown.ban!.until).to.equal(until)
    expect(await refusal(profile(reader))).to.include({ status: 404 })
    await app.as(admin).call(routes.lift, { params: { id: shown.ban!.id } })
    expect((await profile(admin)).ban).to.equal(null)
    expect((await profile(reader)).name).to.equal('Bruno')
    await app.as(admin).call(routes.deactivate, { params: { id: member.id } })
    expect(await refusal(profile(admin)), 'who has left has none').to.include({ status: 404 })
  })

  it('keeps the banned address and network from signing up, and says no more than that', async () => {
    const member = await app.member()
    const email = await addressOf(member)
    await ban(member, { content: 'keep' })
    await app.sql("update kernel.account set email = 'changed-' || email where id = $1", [member.accountId])
    expect((await signUp(email)).body).to.include({ code: 'not_admitted', message: 'You can’t join this community.' })
    expect((await signUp('fresh-one@example.com')).status).to.equal(200)
    await app.sql(`update archive.ban set ips = '{127.0.0.1}' where member_id = $1`, [member.id])
    expect((await signUp('fresh-two@example.com')).body.code).to.equal('not_admitted')
    const { records } = await app.as(admin).call(routes.bans)
    await app.as(admin).call(routes.lift, { params: { id: records.find((one) => one.member.id === member.id)!.id } })
    expect((await signUp('fresh-two@example.com')).status).to.equal(200)
    expect(await statusOf(member)).to.equal('active')
  })

  it('INV5: a ban holds the mailbox however it is written, and the network of a machine', async () => {
    const member = await app.member()
    const mailbox = `kiln.${member.id}`
    await app.sql('update kernel.account set email = $2 where id = $1', [member.accountId, `${mailbox}+studio@gmail.com`])
    await app.sql(`update kernel.session set ip = '2001:db8:1:2:aaaa::5' where account_id = $1`, [member.accountId])
    await ban(member, { content: 'keep' })
    for (const same of [
      `${mailbox}+studio@gmail.com`,
      `${mailbox}@gmail.com`,
      `${mailbox.replace('.', '')}+again@googlemail.com`,
      `K.I.L.N.${member.id}@Gmail.com`,
    ])
      expect((await signUp(same)).body.code, same).to.equal('not_admitted')
    expect((await signUp(`other${member.id}@gmail.com`)).status).to.equal(200)
    const from = (ip: string) => app.run(null, (ctx) => admission(ctx.as('archive'), { email: `fresh${member.id}@example.com`, ip }))
    for (const near of ['2001:db8:1:2:aaaa::5', '2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:0db8:0001:0002:0:0:0:9'])
      expect(await from(near), near).to.be.a('string')
    for (const far of ['2001:db8:1:3::1', '2001:db8::1', '203.0.113.9', '']) expect(await from(far), far).to.equal(null)
    // bans of before hold the address and the machine as they were
    await app.sql('update archive.ban set ips = $2, email_digest = $3 where member_id = $1', [member.id, ['2001:db8:9::7'], digestOf('a.b+c@example.com')])
    expect((await signUp('a.b+c@example.com')).body.code).to.equal('not_admitted')
    expect(await from('2001:db8:9::7')).to.be.a('string')
  })

  it('removes what a banned member wrote for good, where that is asked', async () => {
    const one = await writer('Rolf')
    const poll = await app.run(null, async (ctx) => {
      const [asker, voter] = [await ctx.actAs(admin.id), await ctx.actAs(one.member.id)]
      const made = await asker.use(polls).create({ kind: 'post', recordId: one.under.id, title: 'Which?', options: ['This', 'That'] })
      await voter.use(polls).vote(made.id, [made.optionIds[0]!])
      await voter.use(content).react('post', one.under.id, '🔥')
      return made
    })
    const left = async () => [
      ...(await app.sql('select voters_count as n from polls.poll where id = $1', [(poll as { id: number }).id])),
      ...(await app.sql('select coalesce(sum(members), 0)::int as n from content.reaction_count where record_id = $1', [one.under.id])),
    ]
    expect(await left()).to.deep.equal([{ n: 1 }, { n: 1 }])
    await ban(one.member, { content: 'remove' })
    await app.settle()
    expect(await left()).to.deep.equal([{ n: 0 }, { n: 0 }])
    expect(await visible(one)).to.deep.equal(nothing)
    const { records } = await app.as(admin).call(routes.bans, { query: { search_text: 'Rolf' } })
    await app.as(admin).call(routes.lift, { params: { id: records[0]!.id } })
    await app.settle()
    expect(await visible(one)).to.deep.equal(nothing)
    expect(await app.sql(`select text from content.comment where id = $1`, [one.comment.id])).to.deep.equal([{ text: '' }])
  })

  it('deletes a member: the words stay under no name, and the same address comes as somebody new', async () => {
    const one = await writer('Dora')
    await app.as(admin).call(routes.deleteMember, { params: { id: one.member.id }, body: { content: 'keep' } })
    await app.settle()
    expect(await visible(one)).to.include({ post: true, comment: true })
    const [row] = await app.sql<{ name: string; status: string }>('select name, status from kernel.member where id = $1', [one.member.id])
    expect(row).to.deep.equal({ name: 'Former member', status: 'deactivated' })
    expect(await refusal(app.as(admin).call(routes.deleteMember, { params: { id: one.member.id }, body: {} }))).to.include({ status: 404 })
    expect((await signUp(one.email)).status).to.equal(200)
    const [again] = await app.sql<{ id: number }>('select id from kernel.member where community_id = $1 and account_id = $2', [
      admin.communityId,
      one.member.accountId,
    ])
    expect(again!.id).not.to.equal(one.member.id)
  })

  it('deactivates by one’s own wish where the community lets one, and lets an admin bring them back', async () => {
    const member = await app.member()
    await app.as(member).call(routes.deactivate, { params: { id: member.id } })
    expect(await statusOf(member)).to.equal('deactivated')
    await app.as(admin).call(routes.reactivate, { params: { id: member.id } })
    expect(await statusOf(member)).to.equal('active')
    await app.run(null, (ctx) => ctx.platform.update({ deactivate_account_enabled: false }))
    expect(await refusal(app.as(member).call(routes.deactivate, { params: { id: member.id } }))).to.include({ status: 403, code: 'leaving_closed' })
    await app.as(admin).call(routes.leave, { params: { id: member.id } })
    expect(await statusOf(member)).to.equal('deactivated')
  })

  it('ends a membership after its days of grace, and not for who has come back', async () => {
    const [goes, stays] = [await app.member(), await app.member()]
    for (const member of [goes, stays]) await app.as(member).call(routes.askDeletion, { body: {} })
    expect((await app.as(stays).call(routes.deletion)).due_at).to.be.a('string')
    await app.as(stays).call(routes.cancelDeletion)
    await app.clock.advance(13 * 86_400_000)
    await app.runSchedule('due')
    expect(await statusOf(goes)).to.equal('active')
    await app.clock.advance(2 * 86_400_000)
    await app.runSchedule('due')
    expect([await statusOf(goes), await statusOf(stays)]).to.deep.equal(['deactivated', 'active'])
    const [row] = await app.sql<{ name: string }>('select name from kernel.member where id = $1', [goes.id])
    expect(row!.name).to.equal('Former member')
  })
})
