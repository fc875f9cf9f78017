/** Events and courses over the published API: A.2.11, A.2.12. */
import { expect } from 'chai'
import type { TestApp, TestMember } from '@atrium/sdk/testing'
import { type Client, clientOf, doc, emailOf, expectFields, expectList, openApi } from './kit.ts'

const EVENT = `id# name slug user_id# community_member_id# created_at hide_meta_info! confirmation_message_title? confirmation_message_button_title?
  confirmation_message_button_link? confirmation_message_description? in_person_location? host? comments_count# duration_in_seconds#
  enable_custom_thank_you_message! send_in_app_notification_confirmation! rsvp_disabled! send_email_confirmation! send_email_reminder!
  send_in_app_notification_reminder! virtual_location_url starts_at location_type hide_attendees! ends_at updated_at hide_location_from_non_attendees!
  space.id# space.slug space.name space.community_id# body url member_email member_name member_avatar_url? zapier_display_title likes_count# cover_image_url? topics*
  meta_tag_attributes.meta_title? meta_tag_attributes.opengraph_image?`
const ATTENDEE = `id# event_id# event_name member_name member_email member_avatar_url? headline rsvp_date community_member_id# contact_id# contact_type rsvp_status`
const SECTION = 'id# name space_id# created_at updated_at'
const LESSON = `id# name status created_at updated_at section_id# is_comments_enabled! is_featured_media_enabled! is_featured_media_download_enabled! body_html space_id#
  thumbnail* featured_media*`

describe('the published API: events and courses', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let email: string
  let api: Client
  let group: { id: number }
  before(async () => {
    app = await openApi()
    admin = await app.member('admin', { name: 'Ada Vane' })
    nell = await app.member('member', { name: 'Nell Ashe' })
    email = await emailOf(app, nell)
    api = await clientOf(app, admin)
    group = await api.post('/space_groups', { name: 'Rooms', slug: 'rooms' })
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('plan events, and say who comes', async () => {
    const { space } = await api.post('/spaces', { name: 'Dates', slug: 'dates', space_group_id: group.id, space_type: 'event' })
    await api.post('/space_members', { email, space_id: space.id })
    const starts_at = new Date(Date.now() + 86_400_000).toISOString()
    const made = await api.post('/events', {
      event: {
        name: 'Open kiln',
        space_id: space.id,
        status: 'published',
        body: 'Come and look',
        event_setting_attributes: { starts_at, duration_in_seconds: 3600, location_type: 'in_person', in_person_location: 'Yard 3', hide_attendees: true },
      },
      space_id: space.id,
    })
    expectFields(made, EVENT)
    expect(made).to.include({ name: 'Open kiln', location_type: 'in_person', in_person_location: 'Yard 3', duration_in_seconds: 3600, member_name: 'Ada Vane' })
    expect(made.body).to.include('Come and look')
    expectList(await api.get(`/events?space_id=${space.id}`), EVENT)
    const day = starts_at.slice(0, 10)
    expectList(await api.get(`/events?filter_date[start_date]=${day}&filter_date[end_date]=${day}`), EVENT)
    expectFields(await api.get(`/events/${made.id}`), EVENT)
    const changed = await api.put(`/events/${made.id}`, { event: { name: 'Open kilns', event_setting_attributes: { host: 'Ivo' } }, space_id: space.id })
    expect(changed).to.include({ name: 'Open kilns', host: 'Ivo' })
    expectFields(await api.post('/event_attendees', { member_email: email, event_id: made.id }), 'message')
    await app.settle()
    const [attendee] = expectList(await api.get(`/event_attendees?event_id=${made.id}`), ATTENDEE)
    expect(attendee).to.include({ member_email: email, event_name: 'Open kilns', rsvp_status: 'yes' })
    expectFields(await api.del('/event_attendees', { member_email: email, event_id: made.id }), 'message')
    expect(await api('DELETE', `/event_attendees?member_email=${email}&event_id=${made.id}`)).to.include({ status: 404 })
    const copy = await api.post(`/spaces/${space.id}/events/${made.id}/duplicate`, { event: { space_id: space.id } })
    expectFields(copy, EVENT)
    expectFields(await api.del(`/events/${made.id}?space_id=${space.id}`), 'message')
    expect(await api('GET', `/events/${made.id}`)).to.nested.include({ status: 404, 'body.code': 'event_not_found' })
  })

  it('build courses, and say how far somebody is', async () => {
    const { space } = await api.post('/spaces', { name: 'School', slug: 'school', space_group_id: group.id, space_type: 'course' })
    await api.post('/space_members', { email, space_id: space.id })
    const first = await api.post('/course_sections', { name: 'Clay', space_id: space.id })
    const second = await api.post('/course_sections', { name: 'Fire', space_id: space.id })
    expectFields(first, SECTION)
    expect(expectList(await api.get(`/course_sections?space_id=${space.id}&sort=newest`), SECTION).map(({ name }) => name)).to.deep.equal(['Fire', 'Clay'])
    expect(await api.put(`/course_sections/${first.id}`, { name: 'Clays' })).to.include({ name: 'Clays', id: first.id })
    expectFields(await api.get(`/course_sections/${first.id}`), SECTION)
    const lesson = await api.post('/course_lessons', { section_id: first.id, name: 'Wedging', status: 'published', body_html: '<p>Knead <b>well</b></p>' })
    expectFields(lesson, LESSON)
    expect(lesson.body_html).to.include('<strong>well</strong>')
    const rich = await api.post('/course_lessons', { section_id: first.id, name: 'Centering', rich_text_body: doc('Still hands') })
    expect([rich.status, rich.body_html.includes('Still hands')]).to.deep.equal(['draft', true])
    expectList(await api.get(`/course_lessons?section_id=${first.id}&status=published`), LESSON)
    expectFields(await api.get(`/course_lessons/${lesson.id}`), LESSON)
    expect(await api.patch(`/course_lessons/${lesson.id}`, { name: 'Wedge' })).to.include({ name: 'Wedge', id: lesson.id })
    expect(
      await api.put('/course_lessons/reorder', {
        space_id: space.id,
        new_order: [
          { section_id: second.id, lesson_ids: [rich.id] },
          { section_id: first.id, lesson_ids: [lesson.id] },
        ],
      }),
    ).to.include({ success: true })
    expect((await api.get(`/course_lessons/${rich.id}`)).section_id).to.equal(second.id)
    expect(await api.put('/course_lesson_progress', { lesson_id: lesson.id, member_email: email, status: 'completed' })).to.include({ success: true })
    expect(await api.del(`/course_lessons/${rich.id}`)).to.include({ success: true })
    expect(await api('GET', `/course_lessons/${rich.id}`)).to.nested.include({ status: 404, 'body.code': 'course_lesson_not_found' })
    expect(await api.del(`/course_sections/${second.id}`)).to.include({ success: true })
    expect(await api('GET', `/course_sections/${second.id}`)).to.nested.include({ status: 404, 'body.code': 'course_section_not_found' })
  })
})
