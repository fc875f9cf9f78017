/** What moderators see before and after they decide: why a member was reported, how long a review takes, a ban told once. */
import { expect } from 'chai'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import archive from '../../archive/contract.ts'
import audience from '../../audience/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import { paragraph, writePost } from '../../posts/tests/kit.ts'
import contract from '../contract.ts'

const { routes } = contract
const folders = ['spaces', 'content', 'posts', 'members', 'archive', 'audience', 'notifications', 'search', 'moderation'].map((name) => `plugins/${name}`)

describe('a review', () => {
  let app: TestApp
  let admin: TestMember
  let writer: TestMember
  let reader: TestMember
  let space: { id: number; slug: string }
  const report = (type: string, id: number, body: string) =>
    app.as(reader).call(routes.create, {
      body: { flagged_content: { content_type: type, content_id: id, reported_reason_type: 'spam', reported_reason_body: body } },
    })
  const caseOf = async (kind: string, id: number) =>
    (await app.sql<{ id: number }>('select id from moderation."case" where kind = $1 and record_id = $2', [kind, id]))[0]!.id

  before(async () => {
    app = await testApp(folders)
    admin = await app.member('admin')
    writer = await app.member('member', { name: 'Wim' })
    reader = await app.member('member')
    space = await makeSpace(app, admin, [writer, reader])
  })
  after(() => app?.close())

  it('shows of a reported member what the report says, and what of theirs was reported before', async () => {
    const post = await writePost(app, writer, space.id, { tiptap_body: { body: paragraph('Cheap kilns here') } })
    await report('post', post.id, 'An advert')
    await report('member', writer.id, 'Sells in messages')
    const about = await app.as(admin).call(routes.show, { params: { id: await caseOf('member', writer.id) } })
    expect(about.reporters.map(({ body }) => body)).to.deep.equal(['Sells in messages'])
    expect(about.evidence).to.have.length(1)
    expect(about.evidence[0]).to.include({ case_id: await caseOf('post', post.id), content_type: 'post', reason: 'spam', action: null })
    expect(about.evidence[0]!.excerpt).to.include('Cheap kilns')
    const other = await app.as(admin).call(routes.show, { params: { id: await caseOf('post', post.id) } })
    expect(other.evidence).to.deep.equal([])
  })

  it('tells on a person’s page what was reported with a reason that is never blank, and how often they were warned', async () => {
    const [person] = (await app.as(admin).call(audience.routes.list, { query: { search_text: 'Wim' } })).records
    const contact = () => app.as(admin).call(audience.routes.contact, { params: { sqid: person!.sqid } })
    expect((await contact()).facts).to.deep.equal([{ label: 'Warnings', value: '0', to: null }])
    await app.sql(`insert into moderation.sanction (community_id, member_id, kind, reason) values ($1, $2, 'warning', 'Adverts')`, [
      admin.communityId,
      writer.id,
    ])
    expect((await contact()).facts).to.deep.equal([{ label: 'Warnings', value: '1', to: null }])
    await app.sql(`insert into moderation."case" (community_id, kind, record_id, member_id, reasons, status) values ($1, 'member', $2, $2, '{}', 'approved')`, [
      admin.communityId,
      writer.id,
    ])
    await app.sql(`update moderation."case" set reports_count = 1 where member_id = $1 and reports_count = 0`, [writer.id])
    const { records } = await app.as(admin).call(audience.routes.timeline, { params: { sqid: person!.sqid }, query: { kind: 'cases' } })
    const reported = records.flatMap(({ text, parts }) => [text, ...parts.map((part) => part.text)]).filter((text) => text.startsWith('Reported'))
    expect(reported).to.deep.equal(['Reported for another reason', 'Reported for Spam: Sells in messages', 'Reported for Spam: Cheap kilns here'])
    await app.sql(`delete from moderation."case" where member_id = $1 and reasons = '{}'`, [writer.id])
  })

  it('counts what a ban has closed with it in no average, and tells the ban once', async () => {
    await app.sql(`update moderation."case" set created_at = now() - interval '20 days'`)
    const [person] = (await app.as(admin).call(audience.routes.list, { query: { search_text: 'Wim' } })).records
    const post = await writePost(app, admin, space.id)
    await report('post', post.id, 'Wrong')
    await app.as(admin).call(routes.decide, { params: { id: await caseOf('post', post.id) }, body: { act: 'keep' } })
    await app.as(admin).call(archive.routes.ban, { params: { id: writer.id }, body: { reason: 'Adverts', content: 'hide' } })
    await app.settle()
    const figures = await app.as(admin).call(routes.figures)
    expect(figures.decided).to.equal(3)
    expect(figures.minutes).to.be.lessThan(60)
    const { records } = await app.as(admin).call(audience.routes.timeline, { params: { sqid: person!.sqid } })
    expect(records.filter(({ icon, text }) => icon === 'ban' || /banned/i.test(text)).map(({ kind }) => kind)).to.deep.equal(['acts'])
  })
})
