/** The community and its members over the published API: A.2.1 to A.2.4. */
import { expect } from 'chai'
import type { TestApp, TestMember } from '@atrium/sdk/testing'
import { type Client, clientOf, emailOf, expectFields, expectList, MEMBER, openApi } from './kit.ts'

const FIELD = `id# label field_type key placeholder? description? required! allow_null! platform_field! archived! created_at updated_at number_options* choices* pages*`
const TAG = `id# created_at updated_at name is_public! is_background_enabled! tagged_members_count# color display_format emoji? custom_emoji_url? custom_emoji_dark_url?
  display_locations.post_bio! display_locations.profile_page! display_locations.member_directory!`
const TAGGED =
  'id# member_tag_id# member_tag_name member_tag_emoji? user_id# user_email lead_id#? lead_email? community_member_id# contact_id# created_at updated_at'

describe('the published API: the community and its members', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let api: Client
  before(async () => {
    app = await openApi()
    admin = await app.member('admin', { name: 'Ada Vane' })
    nell = await app.member('member', { name: 'Nell Ashe' })
    api = await clientOf(app, admin)
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('show and change the community', async () => {
    const community = await api.get('/community')
    expectFields(
      community,
      `id# created_at name locale slug allow_signups_to_public_community! community_switcher_enabled! custom_cta_for_share_links! locked_post_cta_heading?
       locked_post_cta_body? locked_post_cta_button_text? locked_post_cta_button_url? custom_tos_enabled! custom_tos? default_existing_member_space_id#?
       default_logged_out_space_id#? default_new_member_space_id#? default_search_sorting is_private! private_signup_link_label? private_signup_link_url?
       reply_to_email? white_label! weekly_digest_enabled! digest_subject? digest_intro? digests_hide_posts? digests_hide_comments? digests_hide_stats?
       digests_hide_members? prefs.has_posts! prefs.has_spaces! prefs.brand_color.light prefs.brand_color.dark prefs.brand_text_color.light
       prefs.brand_text_color.dark prefs.has_invited_member! community_setting.id# community_setting.created_at community_setting.updated_at
       community_setting.ios_app_enabled! community_setting.show_ios_app_banner! community_setting.deactivate_account_enabled!
       community_setting.allow_profile_search_indexing! community_setting.truncate_post_body_in_email_notifications!
       community_setting.hide_emails_on_member_profiles! community_setting.allow_members_to_go_live! community_setting.enforce_otp_for_signup!
       community_setting.community_activity_notifications_email_enabled! community_setting.community_activity_notifications_in_app_enabled!
       community_setting.desktop_app_community_visibility_enabled! community_setting.allow_moderator_csv_download! community_setting.member_media_uploads_enabled!
       community_setting.default_space_ids* community_setting.default_logged_out_redirect_type? community_setting.default_logged_out_redirect_id#?`,
    )
    const changed = await api.put('/community', {
      community: { name: 'Kiln & Co', locale: 'pt', prefs: { brand_color: { light: '#112233' } }, private_signup_link_url: 'https://kiln.example/join' },
      community_setting: { enforce_otp_for_signup: true, member_media_uploads_enabled: false },
    })
    expect(changed).to.include({ name: 'Kiln & Co', locale: 'pt', private_signup_link_url: 'https://kiln.example/join' })
    expect(changed.prefs.brand_color).to.deep.equal({ ...community.prefs.brand_color, light: '#112233' })
    expect(changed.community_setting).to.include({ enforce_otp_for_signup: true, member_media_uploads_enabled: false })
    await api.put('/community', { community: { locale: 'en' }, community_setting: { enforce_otp_for_signup: false, member_media_uploads_enabled: true } })
  })

  it('show and change who may write to whom', async () => {
    const settings = await api.get('/settings/connect')
    expectFields(settings, 'connect.enabled! connect.recommendations! member_directory.public! member_directory.sort member_directory.view')
    expect((await api.patch('/settings/connect', { member_directory: { view: 'list' } })).member_directory.view).to.equal('list')
    const preferences = await api.put('/chat_preferences', { messaging_enabled: true, group_messaging_enabled: false })
    expectFields(preferences, 'messaging_enabled! group_messaging_enabled! voice_messages_enabled! member_to_member_messaging_enabled!')
    expect(preferences.group_messaging_enabled).to.equal(false)
  })

  it('list, find and show members, by either way of sending the token', async () => {
    const bearer = await clientOf(app, admin, { scheme: 'Bearer' })
    const records = expectList(await bearer.get('/community_members?per_page=1'), MEMBER)
    expect(records).to.have.length(1)
    const first = await api.get('/community_members?per_page=1&status=all')
    const second = await api.get('/community_members?per_page=1&status=all&page=2')
    expect([first.has_next_page, second.page, first.count]).to.deep.equal([true, 2, 2])
    expect(first.records[0].id).to.not.equal(second.records[0].id)
    const email = await emailOf(app, nell)
    const found = await api.get(`/community_members/search?email=${encodeURIComponent(email.toUpperCase())}`)
    expectFields(found, MEMBER)
    expect(found).to.include({ id: nell.id, user_id: nell.accountId, name: 'Nell Ashe', first_name: 'Nell', last_name: 'Ashe', email, active: true })
    expect(await api.get(`/community_members/${nell.id}`)).to.include({ public_uid: found.public_uid })
    expect(await api('GET', '/community_members/search?email=nobody@example.com')).to.include({ status: 404 })
    const missing = await api('GET', '/community_members/987654')
    expect([missing.status, missing.body.success, missing.body.code]).to.deep.equal([404, false, 'community_member_not_found'])
    expectFields(missing.body, 'message error_details.message')
  })

  it('make, change and take out members', async () => {
    const tag = await api.post('/member_tags', { name: 'Potters' })
    const group = await api.post('/space_groups', { name: 'Rooms', slug: 'rooms' })
    const { space } = await api.post('/spaces', { name: 'Hall', slug: 'hall', space_group_id: group.id })
    const input = { email: 'tom@example.com', name: 'Tom Reed', headline: 'Throws', skip_invitation: true, password: 'unused', space_ids: [space.id] }
    const made = await api.post('/community_members', { ...input, member_tag_ids: [tag.id] })
    expectFields(made, 'message')
    expectFields(made.community_member, MEMBER)
    expect(made.community_member).to.deep.include({
      email: 'tom@example.com',
      name: 'Tom Reed',
      headline: 'Throws',
      member_tags: [{ id: tag.id, name: 'Potters' }],
    })
    const { id } = made.community_member
    expect((await api.get(`/space_member?email=tom@example.com&space_id=${space.id}`)).community_member_id).to.equal(id)
    expect((await api.get(`/community_members?member_tag_ids=${tag.id},999`)).records.map((one: any) => one.id)).to.deep.equal([id])
    await api.post('/profile_fields', {
      profile_field: { label: 'Clay', key: 'clay', field_type: 'text', pages_attributes: [{ name: 'profile_view', visible: true }] },
    })
    const changed = await api.put(`/community_members/${id}`, {
      name: 'Tom Reede',
      preferences: { messaging_enabled_by_admin: false },
      community_member_profile_fields: { clay: 'Stoneware' },
    })
    expect(changed).to.deep.include({ name: 'Tom Reede', flattened_profile_fields: { clay: 'Stoneware' } })
    expectFields(changed.profile_fields[0], 'id# label field_type key required! platform_field! created_at updated_at choices* pages* number_options*')
    expect(changed.profile_fields[0].community_member_profile_field).to.include({ text: 'Stoneware', display_value: 'Stoneware' })
    expectFields(await api.del(`/community_members/${id}`), 'message')
    expect((await api.get('/community_members?status=inactive')).records.map((one: any) => one.id)).to.deep.equal([id])
    expect((await api.get(`/community_members/${id}`)).active).to.equal(false)
    const { community_member: other } = await api.post('/community_members', { email: 'ivo@example.com', name: 'Ivo' })
    expectFields(await api.put(`/community_members/${other.id}/ban_member`), 'message')
    expect(await api('GET', `/community_members/${other.id}`)).to.include({ status: 404 })
    const { community_member: third } = await api.post('/community_members', { email: 'una@example.com', name: 'Una' })
    expectFields(await api.put(`/community_members/${third.id}/delete_member`), 'message')
    const owner = await api('PUT', `/community_members/${admin.id}/ban_member`)
    expect(owner.status, JSON.stringify(owner.body)).to.be.oneOf([401, 403])
    expect(await api('PUT', '/community_members/987654/ban_member')).to.include({ status: 404 })
  })

  it('keep profile fields', async () => {
    const made = await api.post('/profile_fields', {
      profile_field: {
        label: 'Kiln',
        key: 'kiln',
        field_type: 'select',
        pages_attributes: [{ name: 'signup', visible: true }],
        choices_attributes: [
          { value: 'Wood', sort_key: 2 },
          { value: 'Gas', sort_key: 1 },
        ],
      },
    })
    expectFields(made, FIELD)
    expect(made.choices.map((choice: any) => [choice.value, choice.profile_field_choice.value])).to.deep.equal([
      ['Gas', 'Gas'],
      ['Wood', 'Wood'],
    ])
    expectFields(made.pages[0], 'id# name position# visible! created_at updated_at')
    const [gas] = made.choices
    const changed = await api.put(`/profile_fields/${made.id}`, { profile_field: { label: 'Your kiln', choices_attributes: [{ id: gas.id, _destroy: true }] } })
    expect([changed.label, changed.choices.length]).to.deep.equal(['Your kiln', 1])
    expectList(await api.get('/profile_fields?label=kiln'), FIELD)
    expectList(await api.get('/page_profile_fields?page_name=signup'), FIELD)
    expect(await api('DELETE', `/profile_fields/${made.id}`)).to.include({ status: 422 })
    expectFields(await api.put(`/profile_fields/${made.id}/archive`), 'success! message')
    expectList(await api.get('/profile_fields?archived=true'), FIELD)
    expectFields(await api.put(`/profile_fields/${made.id}/unarchive`), 'success! message')
    await api.put(`/profile_fields/${made.id}/archive`)
    await api.del(`/profile_fields/${made.id}`)
    expect(await api('PUT', `/profile_fields/${made.id}/archive`)).to.nested.include({ status: 404, 'body.code': 'profile_field_not_found' })
  })

  it('keep tags, and who bears them', async () => {
    const tag = await api.post('/member_tags', { member_tag: { name: 'Glazers', color: '#aabbcc', custom_emoji: { emoji_type: 'emoji', emoji: '🏺' } } })
    expectFields(tag, TAG)
    expect(tag).to.include({ name: 'Glazers', color: '#aabbcc', emoji: '🏺' })
    expectList(await api.get('/member_tags?name=glaz&sort=alphabetical'), TAG)
    expect((await api.put(`/member_tags/${tag.id}`, { display_locations: { post_bio: false } })).display_locations.post_bio).to.equal(false)
    expectFields(await api.get(`/member_tags/${tag.id}`), TAG)
    const user_email = await emailOf(app, nell)
    expectFields(await api.post('/tagged_members', { member_tag_id: tag.id, user_email }), 'message')
    await api.post('/tagged_members', { member_tag_id: tag.id, user_email })
    const [tagged] = expectList(await api.get(`/tagged_members?member_tag_ids=${tag.id}`), TAGGED)
    expect(tagged).to.include({ user_email, user_id: nell.accountId, community_member_id: nell.id, member_tag_name: 'Glazers' })
    expectFields(await api.get(`/tagged_members/${tagged.id}`), TAGGED)
    const address = `/tagged_members?user_email=${encodeURIComponent(user_email)}&member_tag_id=${tag.id}`
    expectFields(await api.del(address), 'message')
    expect(await api('GET', `/tagged_members/${tagged.id}`)).to.nested.include({ status: 404, 'body.code': 'tagged_member_not_found' })
    expect(await api('POST', '/tagged_members', { member_tag_id: tag.id, user_email: 'nobody@example.com' })).to.nested.include({
      status: 404,
      'body.code': 'user_not_found',
    })
    expect(await api.del(`/member_tags/${tag.id}`)).to.include({ success: true })
    expect(await api('GET', `/member_tags/${tag.id}`)).to.nested.include({ status: 404, 'body.code': 'member_tag_not_found' })
  })
})
