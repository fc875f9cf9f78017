/** Spaces over the published API: A.2.5 to A.2.7. */
import { expect } from 'chai'
import type { TestApp, TestMember } from '@atrium/sdk/testing'
import { type Client, clientOf, emailOf, expectFields, expectList, openApi } from './kit.ts'

const GROUP = `id# name slug community_id# is_hidden_from_non_members! hide_members_count! allow_members_to_create_spaces! automatically_add_members_to_new_spaces!
  add_members_to_space_group_on_space_join! hide_non_member_spaces_from_sidebar! created_at updated_at space_group_members_count# spaces_count#`
const INSIDE = `id# user_id# moderator! community_member_id# access_type status created_at updated_at community_member.name community_member.first_name
  community_member.last_name community_member.avatar_url? community_member.headline community_member.community_id# community_member.profile_url
  community_member.public_uid community_member.email`
const SPACE = `id# name slug cover_image_url? cover_image_visible! cover_image_display_style thumbnail_image_url? community_id# is_private! is_hidden_from_non_members!
  is_hidden! locked_button_url? locked_button_label? locked_page_heading? locked_page_description? emoji? custom_emoji_url? custom_emoji_dark_url?
  hide_post_settings! display_view? is_post_disabled! space_type? host? post_ids* url? space_group.id# space_group.name topics*
  default_mention_in_app_notification_setting default_mention_mobile_notification_setting event_auto_rsvp_enabled! default_in_app_notification_setting
  default_mobile_notification_setting default_notification_setting default_sort? hide_sorting! require_topic_selection! prevent_members_from_adding_others!
  hide_from_featured_areas! disable_member_post_covers! hide_members_count! pinned_posts_label? show_lock_icon_for_non_members! default_comment_sort?
  default_member_sort? default_tab? show_tab_bar! show_next_event! hide_from_sidebar! hide_right_sidebar! lock_screen_blocks* visible_tabs*
  meta_tag_attributes.meta_title? meta_tag_attributes.opengraph_image? chat_room_show_history* chat_room_description? course_setting* is_draft!`
const TOPIC = 'id# name admin_only! created_at updated_at author.first_name? author.last_name? author.avatar_url? author.id#? author.name? space_ids*'

describe('the published API: spaces', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let email: string
  let api: Client
  before(async () => {
    app = await openApi()
    admin = await app.member('admin', { name: 'Ada Vane' })
    nell = await app.member('member', { name: 'Nell Ashe' })
    email = await emailOf(app, nell)
    api = await clientOf(app, admin)
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('keep space groups, and who is in them', async () => {
    const group = await api.post('/space_groups', { name: 'Rooms', slug: 'rooms', hide_members_count: true })
    expectFields(group, GROUP)
    expect(group).to.include({ name: 'Rooms', slug: 'rooms', hide_members_count: true })
    expectList(await api.get('/space_groups?name=room'), GROUP)
    expect(await api.put(`/space_groups/${group.id}`, { name: 'Halls' })).to.include({ name: 'Halls', slug: 'rooms' })
    expect(await api.post('/space_group_members', { email, space_group_id: group.id })).to.include({ success: true })
    const [inside] = expectList(await api.get(`/space_group_members?space_group_id=${group.id}&per_page=1`), `${INSIDE} space_group_id#`)
    expect(inside).to.include({ space_group_id: group.id })
    const one = await api.get(`/space_group_member?email=${email}&space_group_id=${group.id}`)
    expectFields(one, `${INSIDE} space_group_id#`)
    expect(one).to.nested.include({ community_member_id: nell.id, user_id: nell.accountId, 'community_member.email': email })
    expect(await api.del(`/space_group_members?email=${email}&space_group_id=${group.id}`)).to.include({ success: true })
    expect(await api('GET', `/space_group_member?email=${email}&space_group_id=${group.id}`)).to.nested.include({
      status: 404,
      'body.code': 'space_group_member_not_found',
    })
    expect(await api.del(`/space_groups/${group.id}`)).to.include({ success: true })
    expect(await api('GET', `/space_groups/${group.id}`)).to.nested.include({ status: 404, 'body.code': 'space_group_not_found' })
  })

  it('keep spaces', async () => {
    const group = await api.post('/space_groups', { name: 'Works', slug: 'works' })
    const topic = await api.post('/topics', { name: 'Glaze', space_ids: [] })
    const { space, success, message } = await api.post('/spaces', {
      name: 'Wheel',
      slug: 'wheel',
      space_group_id: group.id,
      space_type: 'basic',
      is_private: true,
      custom_emoji: { emoji: '🏺' },
      display_view: 'list',
      locked_page_heading: 'Closed',
      visible_tabs: { posts: true, members: false },
      meta_tag_attributes: { meta_title: 'Wheel' },
      default_comment_sort: 'latest',
    })
    expect([success, typeof message]).to.deep.equal([true, 'string'])
    expectFields(space, SPACE)
    expect(space).to.deep.include({ is_private: true, emoji: '🏺', display_view: 'list', locked_page_heading: 'Closed', space_type: 'basic', post_ids: [] })
    expectFields(topic, TOPIC)
    const changed = await api.put(`/spaces/${space.id}`, { name: 'Wheels', hide_sorting: true })
    expect(changed).to.include({ name: 'Wheels', hide_sorting: true, is_private: true })
    expectList(await api.get('/spaces?sort=alphabetical'), SPACE)
    expectFields(await api.get(`/spaces/${space.id}`), SPACE)
    const course = await api.post('/spaces', {
      name: 'School',
      slug: 'school',
      space_group_id: group.id,
      space_type: 'course',
      course_setting: { course_type: 'structured', custom_lesson_label: 'class' },
    })
    expect(course.space.course_setting).to.include({ course_type: 'structured', custom_lesson_label: 'class' })
    const other = await api.put(`/spaces/${course.space.id}`, { course_setting_attributes: { enforce_lessons_order: true } })
    expect(other.course_setting.enforce_lessons_order).to.equal(true)
    expect(await api.del(`/spaces/${space.id}`)).to.include({ success: true })
    expect(await api('GET', `/spaces/${space.id}`)).to.nested.include({ status: 404, 'body.code': 'space_not_found' })
    const wrong = await api('POST', '/spaces', { slug: 'x' })
    expect([wrong.status, wrong.body.success]).to.deep.equal([422, false])
  })

  it('keep who is in a space', async () => {
    const group = await api.post('/space_groups', { name: 'Yard', slug: 'yard' })
    const { space } = await api.post('/spaces', { name: 'Yard', slug: 'yard-1', space_group_id: group.id })
    expectFields(await api.post('/space_members', { email, space_id: space.id }), 'message')
    const published = `${INSIDE} space_id# notification_type posts_read_count# in_app_notification_setting mobile_notification_setting`
    const records = expectList(await api.get(`/space_members?space_id=${space.id}&status=all`), published)
    expect(records.map((one) => one.community_member_id)).to.include(nell.id)
    const one = await api.get(`/space_member?email=${email}&space_id=${space.id}`)
    expectFields(one, published)
    expect(one.community_member_id).to.equal(nell.id)
    for (const who of [`community_member_id=${nell.id}`, `user_email=${email}`])
      expect(expectList(await api.get(`/community_member_spaces?${who}`), SPACE).map(({ id }) => id)).to.include(space.id)
    expect(await api('GET', '/community_member_spaces')).to.include({ status: 422 })
    expectFields(await api.del(`/space_members?email=${email}&space_id=${space.id}`), 'message')
    expect(await api('GET', `/space_member?email=${email}&space_id=${space.id}`)).to.nested.include({ status: 404, 'body.code': 'space_member_not_found' })
    expect(await api('POST', '/space_members', { email: 'nobody@example.com', space_id: space.id })).to.nested.include({
      status: 404,
      'body.code': 'user_not_found',
    })
  })

  it('keep topics', async () => {
    const group = await api.post('/space_groups', { name: 'Talk', slug: 'talk' })
    const { space } = await api.post('/spaces', { name: 'Talk', slug: 'talk-1', space_group_id: group.id })
    const { space: other } = await api.post('/spaces', { name: 'Walk', slug: 'walk-1', space_group_id: group.id })
    const topic = await api.post('/topics', { name: 'Ash', admin_only: true, space_ids: [space.id] })
    expectFields(topic, TOPIC)
    expect(topic).to.deep.include({ name: 'Ash', admin_only: true, space_ids: [space.id] })
    expect(topic.author).to.include({ first_name: 'Ada', last_name: 'Vane', name: 'Ada Vane' })
    const list = await api.get('/topics?name=as&sort=alphabetical')
    expectList(list, TOPIC)
    expect(list.success).to.equal(true)
    expect(await api.put(`/topics/${topic.id}`, { topic: { name: 'Ashes' } })).to.include({ name: 'Ashes', admin_only: true })
    expect((await api.get(`/topics/${topic.id}`)).name).to.equal('Ashes')
    expect((await api.put(`/spaces/${other.id}`, { topics: [topic.id] })).topics).to.include(topic.id)
    expect((await api.get(`/topics/${topic.id}`)).space_ids).to.have.members([space.id, other.id])
    expect((await api.put(`/spaces/${other.id}`, { topics: [] })).topics).to.not.include(topic.id)
    expect(await api.del(`/topics/${topic.id}`)).to.include({ success: true })
    expect(await api('GET', `/topics/${topic.id}`)).to.nested.include({ status: 404, 'body.code': 'topic_not_found' })
  })
})
