/** Access groups, invitation links, reports, forms, segments, the leaderboard, search and uploads over the published API: A.2.16 to A.2.24. */
import { createHash } from 'node:crypto'
import { expect } from 'chai'
import type { TestApp, TestMember } from '@atrium/sdk/testing'
import { type Client, clientOf, doc, emailOf, expectFields, expectList, openApi } from './kit.ts'

const ACCESS = 'id# name description status community_id# created_at updated_at'
const IN_ACCESS = 'id# access_group_id# community_member_id# community_id# created_at updated_at'
const LINK = 'id# name created_at updated_at active! members_joined_count# redirect_space_id#? redemption_url access_group_ids* member_tag_ids* paywall*'
const FLAG = `id# status? reported_reason_type reported_reason_body? reported_at action_taken_at? action_reason_body? created_at updated_at content_id# content_type
  content_authored_by_id# content_authored_by_name content_authored_by_email reported_by_id#? reported_by_name? reported_by_email? action_by_id#? action_by_name? action_by_email?`
const FORM = `id# uid after_submission_action embed_display_format popup_delay# popup_frequency# name redirect_url? status thank_you_page_body? thank_you_page_title?
  updated_at submissions_count# embed_styles* standalone_page_styles* elements*`
const SEGMENT =
  'id# title? rules.rule_type rules.rules* visible! audience_count# created_by.id# created_by.name created_by.email created_by.avatar_url? created_by.public_uid created_at updated_at'
const HIT = 'id# type name slug url created_at status highlighted_name? cover_image_url? body highlighted_body? sgid starts_at? author* space*'

describe('the published API: audience, forms, search and uploads', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let email: string
  let api: Client
  let space: { id: number; slug: string }
  before(async () => {
    app = await openApi()
    admin = await app.member('admin', { name: 'Ada Vane' })
    nell = await app.member('member', { name: 'Nell Ashe' })
    email = await emailOf(app, nell)
    api = await clientOf(app, admin)
    const group = await api.post('/space_groups', { name: 'Rooms', slug: 'rooms' })
    space = (await api.post('/spaces', { name: 'Hall', slug: 'hall', space_group_id: group.id })).space
    await api.post('/space_members', { email, space_id: space.id })
    await app.settle()
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('keep access groups, and who is in them', async () => {
    const made = await api.post('/access_groups', { access_group: { name: 'Patrons' } })
    expectFields(made, ACCESS)
    expect(await api.put(`/access_groups/${made.id}`, { access_group: { description: 'Who pay' } })).to.include({ description: 'Who pay', status: 'active' })
    expectList(await api.get(`/access_groups?ids=${made.id}&name=patr`), ACCESS)
    const at = `/access_groups/${made.id}`
    expectFields(await api.post(`${at}/community_members`, { email }), 'message')
    expect(expectList(await api.get(`${at}/community_members`), IN_ACCESS)[0].community_member_id).to.equal(nell.id)
    expectFields(await api.get(`${at}/community_member?email=${email}`), IN_ACCESS)
    expectList(await api.get(`/community_members/${nell.id}/access_groups`), ACCESS)
    expectFields(await api.del(`${at}/community_members?email=${email}`), 'message')
    expect(await api('GET', `${at}/community_member?email=${email}`)).to.nested.include({ status: 404, 'body.code': 'access_group_community_member_not_found' })
    expect(await api.del(at)).to.include({ success: true })
    expect((await api.patch(`${at}/unarchive`)).status).to.equal('active')
    expect(await api('GET', '/access_groups?status=lost')).to.nested.include({ status: 400, 'body.code': 'invalid_status' })
    expect(await api('PUT', '/access_groups/987654', { access_group: { name: 'X' } })).to.nested.include({ status: 404, 'body.code': 'access_group_not_found' })
  })

  it('keep invitation links', async () => {
    const made = await api.post('/invitation_links', { name: 'Fair', redirect_space_id: space.id })
    expectFields(made, LINK)
    expect(made).to.include({ name: 'Fair', redirect_space_id: space.id, active: true })
    expectList(await api.get('/invitation_links?name=fai&status=active'), LINK)
    expect((await api.put(`/invitation_links/${made.id}`, { name: 'Fairs', redirect_space_id: null })).redirect_space_id).to.equal(null)
    expectFields(await api.patch(`/invitation_links/${made.id}/revoke`), 'message')
    expect((await api.get('/invitation_links?status=revoked')).records.map(({ id }: any) => id)).to.deep.equal([made.id])
    expect(await api('GET', '/invitation_links?status=lost')).to.nested.include({ status: 400, 'body.code': 'invalid_status' })
    expectFields(await api.del(`/invitation_links/${made.id}`), 'message')
    expect(await api('DELETE', `/invitation_links/${made.id}`)).to.nested.include({ status: 404, 'body.code': 'invitation_link_not_found' })
  })

  it('report content', async () => {
    const { post } = await api.post('/posts', { space_id: space.id, name: 'Rude', tiptap_body: doc('Rude words'), user_email: email })
    const report = (fields: object = {}) => ({
      flagged_content: { content_id: post.id, content_type: 'post', reported_reason_type: 'spam', reported_reason_body: 'Look', ...fields },
    })
    const made = await api.post('/flagged_contents', report())
    expectFields(made, FLAG)
    expect(made).to.include({ content_id: post.id, reported_reason_type: 'spam', content_authored_by_id: nell.id, status: 'inbox' })
    expectList(await api.get('/flagged_contents?status=inbox'), FLAG)
    expectList(await api.get('/flagged_contents'), FLAG)
    expect(await api('POST', '/flagged_contents', report({ reported_reason_type: 'dull' }))).to.nested.include({
      status: 422,
      'body.code': 'invalid_reported_reason_type',
    })
    expect(await api('POST', '/flagged_contents', report({ content_type: 'dull' }))).to.nested.include({
      status: 422,
      'body.code': 'invalid_flagged_contentable_type',
    })
  })

  it('keep forms, and what is sent with them', async () => {
    const id = await app.run(null, async (ctx) => {
      const { default: forms } = await import('../../forms/contract.ts')
      const own = await ctx.actAs(admin.id)
      const made = await own.use(forms).create({ name: 'Newsletter' })
      await own.use(forms).publish(made.id)
      return made.id
    })
    const form = await api.get(`/forms/${id}`)
    expectFields(form, FORM)
    expectFields(form.elements[0], 'id# elementable_id# position# type parent_element_id#? attributes* children*')
    expectList(await api.get('/forms?name=news'), FORM)
    expect(await api.put(`/forms/${id}`, { thank_you_page_title: 'Thanks', embed_styles: { form: { backgroundColor: '#ffffff' } } })).to.nested.include({
      thank_you_page_title: 'Thanks',
      'embed_styles.form.backgroundColor': '#ffffff',
    })
    const field = form.elements.find(({ type }: any) => type === 'field')
    const sent = await api('POST', `/forms/${id}/submissions`, { elements: [{ id: field.id, value: 'una@example.com' }] })
    expect(sent.status, JSON.stringify(sent.body)).to.equal(201)
    const [submission] = expectList(await api.get(`/forms/${id}/submissions`), 'id# created_at fields*')
    expectFields(submission.fields[0], 'field_id# label value hidden!')
    const copy = await api.post(`/forms/${id}/duplicate`)
    expect(copy.status).to.equal('draft')
    expect(await api.del(`/forms/${copy.id}`)).to.include({ success: true })
    expect(await api('GET', `/forms/${copy.id}`)).to.nested.include({ status: 404, 'body.code': 'form_not_found' })
  })

  it('keep segments', async () => {
    const rules = { rule_type: 'custom_filters', rules: [{ key: 'email', value: 'example', filter_type: 'contains' }] }
    const made = await api.post('/community_segments', { title: 'Example', visible: true, rules })
    expectFields(made, SEGMENT)
    expect(made.rules.rules[0]).to.include({ key: 'email', value: 'example', filter_type: 'contains' })
    const chosen = { rule_type: 'selected_members', rules: [{ email, community_member_id: nell.id }] }
    const other = await api.put(`/community_segments/${made.id}`, { rules: chosen })
    expect(other.rules).to.deep.equal(chosen)
    expect(other.title).to.equal('Example')
    expectList(await api.get('/community_segments?title=exam'), SEGMENT)
    const copy = await api.post(`/community_segments/${made.id}/duplicate?title=Copy`)
    expect(copy.title).to.equal('Copy')
    expect(await api.del(`/community_segments/${copy.id}`)).to.include({ success: true })
    const wrong = { rule_type: 'custom_filters', rules: [{ key: 'shoe_size', value: '40', filter_type: 'is' }] }
    expect(await api('POST', '/community_segments', { title: 'X', visible: true, rules: wrong })).to.include({ status: 422 })
    expect(await api('DELETE', '/community_segments/987654')).to.nested.include({ status: 404, 'body.code': 'community_segment_not_found' })
  })

  it('tell who has the most points', async () => {
    const board = await api.get('/gamification/leaderboard?period=30_days')
    expect(board).to.be.an('array')
    for (const row of board) expectFields(row, 'community_member_id# name public_uid headline? avatar_url? total_points#')
  })

  it('search', async () => {
    await api.post('/posts', { space_id: space.id, name: 'Celadon', tiptap_body: doc('A celadon bowl') })
    await app.settle()
    const [hit] = expectList(await api.get(`/advanced_search?query=celadon&type=posts&filters[space_ids][]=${space.id}`), HIT)
    expect(hit).to.nested.include({ type: 'post', name: 'Celadon', 'space.id': space.id, 'author.community_member_id': admin.id })
    expect(hit.highlighted_name).to.include('<mark>')
    const [person] = expectList(await api.get('/advanced_search?query=Nell&type=members'), `${HIT} email headline? avatar_url? public_uid user_id#`)
    expect(person).to.include({ id: nell.id, type: 'community_member', email, user_id: nell.accountId })
    expectList(await api.get('/advanced_search?query=Hall&type=spaces'), `${HIT} emoji? space_type?`)
    expectList(await api.get('/advanced_search?query=author:nobody'), HIT, 0)
  })

  it('take uploads, and cards of pages', async () => {
    const bytes = Buffer.from('A few words about clay.')
    const checksum = createHash('md5').update(bytes).digest('base64')
    const upload = await api.post('/direct_uploads', {
      blob: { key: 'mine', filename: 'clay.txt', content_type: 'text/plain', byte_size: bytes.length, checksum },
    })
    expectFields(
      upload,
      'id# key filename content_type byte_size# checksum created_at metadata* service_name signed_id attachable_sgid direct_upload.url direct_upload.headers* url',
    )
    const card = await api.post('/embeds', { url: 'https://kiln.example/page' })
    const published = `id# url sgid type embed_type? embed_provider circle_embed_url html? title? width#? height#? version? author_url? author_name? description?
      provider_url? provider_name? thumbnail_url? thumbnail_width#? thumbnail_height#?`
    expectFields(card, published)
    expectFields(await api.get(`/embeds/${card.sgid}`), published)
    expect(await api('GET', '/embeds/nothing')).to.nested.include({ status: 404, 'body.code': 'embed_not_found' })
    expect(await api('POST', '/embeds', { url: 'not an address' })).to.include({ status: 422 })
  })
})
