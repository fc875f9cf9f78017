/** Coming in: conformance; links that open what they say, to as many as they say; mailed invitations within their budget. */
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { isInside, makeSpace } from '../../spaces/tests/kit.ts'
import access from '../../access/contract.ts'
import audience from '../../audience/contract.ts'
import community from '../../community/contract.ts'
import contract, { MAILS_AN_HOUR } from '../contract.ts'
import { bring, makeLink, PLUGINS, signUp } from './kit.ts'

const { routes } = contract
const DAY = 86_400_000

describePlugin('plugins/invitations')

describe('invitation links', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  before(async () => {
    app = await testApp(PLUGINS)
    admin = await app.member('admin')
    nell = await app.member('member', { name: 'Nell' })
  })
  after(() => app?.close())
  const join = (who: TestMember | null, token: string) => app.as(who).send('POST', `/internal_api/invitation_links/${token}/join`, {})
  const sees = (memberId: number, spaceId: number) => isInside(app, spaceId, memberId)

  it('are for those who may manage people, and hidden from all others', async () => {
    expect(await refusal(app.as(nell).call(routes.links))).to.include({ status: 403 })
    expect(await refusal(app.as(nell).call(routes.createLink, { body: { invitation_link: { name: 'Mine' } } }))).to.include({ status: 403 })
    const link = await makeLink(app, admin)
    expect((await app.as(admin).call(routes.links)).records.map(({ id }) => id)).to.include(link.id)
    const kept = await app.sql('select token_hash, token_sealed from invitations.invitation_link where id = $1', [link.id])
    expect(JSON.stringify(kept)).not.to.include(link.token)
    expect(link.redemption_url).to.match(/\/join\/[\w-]{20,}$/)
  })

  it('open what they say, with its tags, once for each person', async () => {
    const room = await makeSpace(app, admin, [], { is_private: true })
    const tag = await app.run(null, (ctx) => ctx.use(audience).ensureTag('Fair'))
    const link = await makeLink(app, admin, { opens: [{ kind: 'space', id: room.id }], redirect_space_id: room.id, member_tag_ids: [tag] })
    expect((await app.as(null).call(routes.preview, { params: { token: link.token } })).opens).to.deep.equal([{ name: room.name, emoji: room.emoji }])
    const first = await join(nell, link.token)
    expect(first.body).to.include({ redirect_to_space_id: room.id, path: `/c/${room.slug}` })
    await join(nell, link.token)
    await app.redeliver()
    expect(await sees(nell.id, room.id)).to.equal(true)
    const { invitation_link: shown } = await app.as(admin).call(routes.link, { params: { id: link.id } })
    expect(shown.members_joined_count).to.equal(1)
    const tagged = await app.sql('select 1 from audience.person_tag t join audience.person p on p.id = t.person_id where p.member_id = $1 and t.tag_id = $2', [
      nell.id,
      tag,
    ])
    expect(tagged).to.have.length(1)
    // the link's reason goes, and nothing else
    await app.run(null, async (ctx) =>
      (await ctx.actAs(admin.id)).use((await import('../../access/contract.ts')).default).close([nell.id], { source: 'invitation_link', sourceId: link.id }),
    )
    expect(await sees(nell.id, room.id)).to.equal(false)
  })

  it('let people into a community that is closed for sign-up, and into the places they open', async () => {
    await app.run(null, (ctx) => ctx.platform.update({ allow_signups_to_public_community: false, show_signup_link: false }))
    const room = await makeSpace(app, admin, [], { is_private: true })
    const link = await makeLink(app, admin, { opens: [{ kind: 'space', id: room.id }] })
    expect((await signUp(app)).status).to.equal(403)
    expect((await signUp(app, 'no-such-token-at-all')).status).to.equal(403)
    const came = await signUp(app, link.token)
    expect(came.status).to.be.lessThan(300)
    expect(await sees(came.id, room.id)).to.equal(true)
    await app.as(admin).call(routes.revokeLink, { params: { id: link.id } })
    expect((await signUp(app, link.token)).status).to.equal(403)
    await app.run(null, (ctx) => ctx.platform.update({ allow_signups_to_public_community: true, show_signup_link: true }))
  })

  it('newcomers are in the default access group, imported ones too, and once that is archived nobody is', async () => {
    const space = await makeSpace(app, admin, [], { is_private: true })
    const { id } = (await app.run(null, (ctx) => ctx.use(access).createGroup({ name: 'Everybody', spaceIds: [space.id] }))) as { id: number }
    const set = (group: number | null) => app.as(admin).call(community.routes.updateOnboarding, { body: { default_access_group_id: group } })
    await set(id)
    const inside = async () =>
      (await app.as(admin).call(access.routes.groupMembers, { params: { access_group_id: id } })).records.map((row) => row.community_member_id)
    const first = await signUp(app, (await makeLink(app, admin)).token)
    expect(await inside()).to.deep.equal([first.id])
    expect(await sees(first.id, space.id)).to.equal(true)
    await (await bring(app, admin, 'email,name\nimported@default.example,Imp\n')).run()
    expect(await inside()).to.have.length(2)
    await app.as(admin).call(access.routes.archiveGroup, { params: { id } })
    await signUp(app, (await makeLink(app, admin)).token)
    expect(await inside()).to.have.length(2)
    await set(null)
  })

  it('are taken by signing up, and lead on at once into the space where one stands first', async () => {
    const [open, closed] = [await makeSpace(app, admin, []), await makeSpace(app, admin, [], { is_private: true })]
    const link = await makeLink(app, admin, { redirect_space_id: open.id })
    expect(link.leads_to).to.deep.equal({ name: open.name, emoji: open.emoji })
    const preview = (who: TestMember | null, token = link.token) => app.as(who).call(routes.preview, { params: { token } })
    expect((await preview(null)).taken).to.equal(false)
    expect((await preview(nell)).taken).to.equal(false)
    const came = await signUp(app, link.token)
    expect(await sees(came.id, open.id)).to.equal(true)
    const newcomer = await app.member('member', { name: 'Newcomer' })
    await app.sql("update kernel.member set preferences = jsonb_build_object('invitation_token', $2::text) where id = $1", [newcomer.id, link.token])
    expect((await preview(newcomer)).taken).to.equal(true)
    expect((await join(newcomer, link.token)).body).to.include({ path: `/c/${open.slug}` })
    // a private one opens by what the link opens, and not by where it leads
    const private_ = await signUp(app, (await makeLink(app, admin, { redirect_space_id: closed.id })).token)
    expect(await sees(private_.id, closed.id)).to.equal(false)
    const { qr_svg } = await app.as(admin).call(routes.link, { params: { id: link.id } })
    expect(qr_svg).to.match(/^<svg[\s\S]+<\/svg>$/)
  })

  it('that were cut off or got something more on their way lead nowhere, and are no mistake in a form', async () => {
    const { token } = await makeLink(app, admin)
    for (const wrong of [token.slice(0, 5), `${token}.`, `${token}) is the link`, 'x'.repeat(500)])
      expect(await refusal(app.as(null).call(routes.preview, { params: { token: wrong } })), wrong).to.include({ status: 404, code: 'invitation_not_found' })
  })

  it('hold for so many, until their end, and while they are not revoked', async () => {
    const [tom, priya] = [await app.member(), await app.member()]
    const one = await makeLink(app, admin, { max_uses: 1 })
    const at = await Promise.all([join(tom, one.token), join(priya, one.token)])
    expect(at.map(({ status }) => status).sort()).to.deep.equal([200, 410])
    expect((await app.as(admin).call(routes.link, { params: { id: one.id } })).invitation_link).to.include({ state: 'ended', members_joined_count: 1 })
    const brief = await makeLink(app, admin, { expires_at: new Date(Date.now() + DAY).toISOString() })
    await app.clock.advance(2 * DAY)
    expect((await join(tom, brief.token)).status).to.equal(410)
    await app.clock.advance(-2 * DAY)
    expect((await join(tom, brief.token)).status).to.equal(200)
    expect(
      await refusal(app.as(admin).call(routes.createLink, { body: { invitation_link: { name: 'Late', expires_at: '2020-01-01T00:00:00Z' } } })),
    ).to.include({ status: 422 })
  })

  it('name what is wrong with a list, and with revoking twice', async () => {
    const link = await makeLink(app, admin)
    expect(await refusal(app.as(admin).call(routes.links, { query: { status: 'odd' } }))).to.include({ status: 400, code: 'invalid_status' })
    await app.as(admin).call(routes.revokeLink, { params: { id: link.id } })
    expect(await refusal(app.as(admin).call(routes.revokeLink, { params: { id: link.id } }))).to.include({ status: 422, code: 'revocation_failed' })
    const listed = async (status: string) => (await app.as(admin).call(routes.links, { query: { status, per_page: 100 } })).records.map(({ id }) => id)
    expect([(await listed('revoked')).includes(link.id), (await listed('active')).includes(link.id)]).to.deep.equal([true, false])
    await app.as(admin).call(routes.reactivateLink, { params: { id: link.id } })
    expect(await refusal(app.as(admin).call(routes.link, { params: { id: 999_999 } }))).to.include({ status: 404, code: 'invitation_link_not_found' })
    expect(
      await refusal(app.as(admin).call(routes.createLink, { body: { invitation_link: { name: 'x', opens: [{ kind: 'space', id: 99_999 }] } } })),
    ).to.include({ status: 422 })
  })

  it('read addresses in whatever form they are pasted, and say what speaks against each', async () => {
    const text = 'Ana Ruiz <ana@example.com>, "Bo, Jr" <bo@example.com>\nana@example.com; mailto:cy@example.com\tdi@example.com ed@example.com\nnot an address'
    const { records } = await app.as(admin).call(routes.validateEmails, { body: { emails: text } })
    expect(records.map(({ email, status }) => `${email} ${status}`)).to.deep.equal([
      'ana@example.com ok',
      'bo@example.com ok',
      'ana@example.com duplicate',
      'cy@example.com ok',
      'di@example.com ok',
      'ed@example.com ok',
      'not malformed',
      'an malformed',
      'address malformed',
    ])
    const [mine] = await app.sql<{ email: string }>('select a.email from kernel.account a where a.id = $1', [nell.accountId])
    await app.sql("insert into kernel.mail (community_id, recipient, subject, text, html, status) values ($1, 'Lost@example.com', '', '', '', 'failed')", [
      admin.communityId,
    ])
    const states = async (email: string) => (await app.as(admin).call(routes.validateEmail, { body: { email } })).status
    expect([await states(mine!.email), await states('lost@example.com')]).to.deep.equal(['member', 'bounced'])
  })

  it('read addresses of every standard form and of domains in any script, and turn no sign into a letter', async () => {
    const forms = ['r&d', 'a=b', 'bang!', 'til~de', 'a/b', "o'brien", 'joe+tag'].map((name) => `${name}@people.example`)
    const typed = [...forms, 'Anna@MÜNCHEN.example', 'anna@xn--mnchen-3ya.example', 'a@people.xn--p1ai', '\u212aelvin@people.example', 'josé@people.example']
    const { records } = await app.as(admin).call(routes.validateEmails, { body: { emails: typed.join('\n') } })
    expect(records.map(({ email, status }) => `${email} ${status}`)).to.deep.equal([
      ...forms.map((email) => `${email} ok`),
      'anna@xn--mnchen-3ya.example ok',
      'anna@xn--mnchen-3ya.example duplicate',
      'a@people.xn--p1ai ok',
      '\u212aelvin@people.example malformed',
      'josé@people.example malformed',
    ])
    const brought = await bring(app, admin, `email,name\nanna@MÜNCHEN.example,Anna\nr&d@people.example,R&D\n\u212aelvin@people.example,K\n`)
    expect((await brought.rows()).map(({ email, outcome }) => `${email} ${outcome}`)).to.deep.equal([
      'anna@xn--mnchen-3ya.example new',
      'r&d@people.example new',
      '\u212aelvin@people.example wrong',
    ])
  })

  it('mail an invitation that its address alone can take, remind twice, and stop when it is taken back', async () => {
    const room = await makeSpace(app, admin, [], { is_private: true })
    const body = {
      emails: ['late@example.com', 'early@example.com', 'never@example.com'],
      message: 'Bring clay.',
      opens: [{ kind: 'space' as const, id: room.id }],
    }
    const { bulk_invitation: bulk } = await app.as(admin).call(routes.invite, { body })
    await app.settle()
    const mails = async (to: string) => (await app.sent()).filter(({ recipient, text }) => recipient === to && text.includes('/join/'))
    const token = async (to: string) => /join\/([\w-]+)/.exec((await mails(to)).at(-1)!.text)![1]!
    expect((await app.as(admin).call(routes.bulks)).records.find(({ id }) => id === bulk.id)).to.include({ total: 3, sent: 3, status: 'done' })
    expect((await mails('early@example.com'))[0]!.text)
      .to.include('> Bring clay.')
      .and.to.include(room.name)
    expect(await refusal(app.as(admin).call(routes.invite, { body: { emails: 'early@example.com' } }))).to.include({ status: 422 })
    await app.run(null, (ctx) => ctx.platform.update({ allow_signups_to_public_community: false, show_signup_link: false }))
    expect((await signUp(app, await token('early@example.com'), 'other@example.com')).status).to.equal(403)
    const early = await signUp(app, await token('early@example.com'), 'early@example.com')
    expect(await sees(early.id, room.id)).to.equal(true)
    // the link was mailed to that address alone: it is proven, and the password that came with it is its owner's
    const proofOf = async (email: string) => {
      const confirms = (await app.sent()).filter(({ recipient, text }) => recipient === email && text.includes('/user/confirmation')).length
      const [account] = await app.sql<{ confirmed: boolean; with_password: boolean }>(
        'select email_confirmed_at is not null as confirmed, password_hash is not null as with_password from kernel.account where email = $1',
        [email],
      )
      return { ...account, confirms }
    }
    expect(await proofOf('early@example.com')).to.deep.equal({ confirmed: true, with_password: true, confirms: 0 })
    await app.run(null, (ctx) => ctx.platform.update({ allow_signups_to_public_community: true, show_signup_link: true }))
    // where everybody may sign up, and for a member, the letter is another's too
    const stranger = await signUp(app, await token('late@example.com'), 'stranger@example.com')
    const byLink = await signUp(app, (await makeLink(app, admin)).token)
    for (const email of ['stranger@example.com', byLink.email])
      expect(await proofOf(email)).to.deep.equal({ confirmed: false, with_password: true, confirms: 1 })
    const late = await token('late@example.com')
    for (const who of [nell, admin]) expect((await join(who, late)).body).to.include({ code: 'invitation_for_another' })
    const claimed = app.run(null, (ctx) =>
      ctx.use(contract).claim({ invitation: `email:${1}`, accountId: nell.accountId, email: 'nell@example.com', reference: 'checkout:x' }),
    )
    expect(await refusal(claimed)).to.include({ status: 403, code: 'invitation_for_another' })
    expect([await sees(stranger.id, room.id), await sees(nell.id, room.id)]).to.deep.equal([false, false])
    expect((await app.as(admin).call(routes.emails, { query: { search_text: 'late@' } })).records[0]).to.include({ status: 'open' })
    const { records } = await app.as(admin).call(routes.emails, { query: { search_text: 'never' } })
    await app.as(admin).call(routes.revokeEmail, { params: { id: records[0]!.id } })
    for (const days of [4, 4, 4]) {
      await app.clock.advance(days * DAY)
      await app.runSchedule('remind')
      await app.settle()
    }
    expect([(await mails('late@example.com')).length, (await mails('early@example.com')).length, (await mails('never@example.com')).length]).to.deep.equal([
      3, 1, 1,
    ])
    await app.clock.advance(-12 * DAY)
  })

  it('mail no more than the budget in an hour, and go on when there is room', async () => {
    const people = Array.from({ length: MAILS_AN_HOUR + 20 }, (_, at) => `many-${at}@example.com`)
    await app.clock.advance(40 * DAY)
    const { bulk_invitation: bulk } = await app.as(admin).call(routes.invite, { body: { emails: people, remind: false } })
    await app.settle()
    const shown = async () => (await app.as(admin).call(routes.bulks)).records.find(({ id }) => id === bulk.id)!
    const held = await shown()
    expect([held.sent, held.status, held.waits_until !== null]).to.deep.equal([MAILS_AN_HOUR, 'sending', true])
    await app.as(admin).call(routes.stopBulk, { params: { id: bulk.id } })
    expect((await shown()).status).to.equal('stopped')
    await app.clock.advance(-40 * DAY)
  })
})
