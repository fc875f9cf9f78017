/** Events and who comes to them (A.2.11 of the published API). */
import { del, get, post, put } from '@atrium/sdk'
import { body, RichTextInput } from './richText.ts'
import { asked, byId, email, id, ids, int, listOf, maybe, maybeInt, message, moment, pages, sent, text, words, yes, z } from './wire.ts'

export const Event = z.object({
  id: int,
  name: text,
  slug: text,
  /** Null for tokens that may not read members. */
  user_id: maybeInt,
  community_member_id: maybeInt,
  created_at: moment,
  updated_at: moment,
  hide_meta_info: yes,
  confirmation_message_title: maybe,
  confirmation_message_button_title: maybe,
  confirmation_message_button_link: maybe,
  confirmation_message_description: maybe,
  in_person_location: maybe,
  host: maybe,
  comments_count: int,
  duration_in_seconds: int,
  enable_custom_thank_you_message: yes,
  send_in_app_notification_confirmation: yes,
  rsvp_disabled: yes,
  send_email_confirmation: yes,
  send_email_reminder: yes,
  send_in_app_notification_reminder: yes,
  virtual_location_url: text,
  starts_at: moment,
  ends_at: moment,
  location_type: text,
  hide_attendees: yes,
  hide_location_from_non_attendees: yes,
  space: z.object({ id: int, slug: text, name: text, community_id: int }),
  /** In lists the beginning as plain text. */
  body: text,
  url: text,
  member_email: text,
  member_name: text,
  member_avatar_url: maybe,
  zapier_display_title: text,
  likes_count: int,
  cover_image_url: maybe,
  topics: z.array(int),
  meta_tag_attributes: z.object({
    meta_title: maybe,
    meta_description: maybe,
    opengraph_title: maybe,
    opengraph_description: maybe,
    opengraph_image: maybe,
  }),
})
export const Attendee = z.object({
  id: int,
  event_id: int,
  event_name: text,
  member_name: text,
  member_email: text,
  member_avatar_url: maybe,
  headline: text,
  rsvp_date: moment,
  community_member_id: int,
  contact_id: int,
  contact_type: text,
  rsvp_status: text,
})
const setting = z
  .object({
    starts_at: sent,
    ends_at: sent,
    host: words(120).nullable(),
    duration_in_seconds: z.number().int(),
    location_type: z.enum(['virtual', 'in_person', 'tbd', 'live_stream', 'live_room']),
    virtual_location_url: words(2_000).nullable(),
    in_person_location: words(500).nullable(),
    hide_location_from_non_attendees: yes,
    send_email_reminder: yes,
    send_in_app_notification_reminder: yes,
    rsvp_disabled: yes,
    hide_attendees: yes,
    enable_custom_thank_you_message: yes,
    send_email_confirmation: yes,
    send_in_app_notification_confirmation: yes,
    confirmation_message_title: words(120).nullable(),
    confirmation_message_description: words(2_000).nullable(),
    confirmation_message_button_title: words(60).nullable(),
    confirmation_message_button_link: words(2_000).nullable(),
    rsvp_limit_enabled: yes,
    rsvp_limit: z.number().int().min(1).max(100_000).nullable(),
    ticket_type: z.enum(['paid', 'free']),
    live_stream_room_setting_attributes: z
      .object({
        access_type: z.enum(['open', 'secret', 'public_stream']),
        recording_enabled: yes,
        view_type: z.enum(['speaker_view', 'speaker_variant_view', 'grid_view']),
        auto_post_recording_enabled: yes,
        mute_on_join: yes,
        hide_participants_list: yes,
        limit_url_sharing: yes,
      })
      .partial(),
  })
  .partial()
const EventInput = z
  .object({
    name: words(250),
    slug: words(120),
    body,
    tiptap_body: RichTextInput,
    space_id: id,
    cover_image: words(500).nullable(),
    hide_from_featured_areas: yes,
    event_type: z.enum(['single', 'recurring']),
    status: z.enum(['draft', 'published']),
    topics: ids,
    event_setting_attributes: setting,
    meta_tag_attributes: z
      .object({
        meta_title: words(120),
        meta_description: words(300),
        opengraph_title: words(120),
        opengraph_description: words(300),
        opengraph_image: words(2_000),
      })
      .partial(),
    recurring_setting_attributes: z.object({
      frequency: z.enum(['daily', 'weekday', 'weekly', 'bi_weekly', 'monthly', 'monthly_weekday_based', 'annually', 'yearly']),
      ends_at: z.union([z.iso.date(), sent]).nullish(),
      occurrences: z.number().int().min(1).max(500).nullish(),
      edit_mode: z.enum(['current', 'remaining', 'all']).optional(),
    }),
    paywall_attributes: z.object({ currency_id: id, description: words(500), price_amount: z.number().min(0).max(1_000_000) }).partial(),
    attendee_invite_attributes: z
      .object({
        invited_entities_ids: z.object({ members_ids: ids, spaces_ids: ids, space_groups_ids: ids, member_tags_ids: ids }).partial(),
        invited_cohost_ids: z.array(id).max(20),
      })
      .partial(),
  })
  .partial()
export type EventInput = z.output<typeof EventInput>
const at = '/api/admin/v2/events' as const
const attendees = '/api/admin/v2/event_attendees' as const
const answer = z.object({ member_email: email, event_id: id })

export const events = {
  events: get(at, {
    ...asked,
    query: z.object({
      ...pages,
      space_id: id.optional(),
      'filter_date[start_date]': z.union([z.iso.date(), sent]).optional(),
      'filter_date[end_date]': z.union([z.iso.date(), sent]).optional(),
      past_events: z.enum(['true', 'false']).optional(),
      sort: z.enum(['oldest', 'start_date', 'start_date_desc']).optional(),
    }),
    reply: listOf(Event),
    summary: 'Dates to come, the next first; with start_date_desc those that are over, the latest first',
  }),
  createEvent: post(at, {
    ...asked,
    body: z.object({ event: EventInput.required({ name: true }), space_id: id.optional() }),
    reply: Event,
    status: 201,
    summary: 'Plan an event',
  }),
  event: get(`${at}/:id`, { ...asked, ...byId, reply: Event, summary: 'One event, at its next date' }),
  updateEvent: put(`${at}/:id`, {
    ...asked,
    ...byId,
    body: z.object({ event: EventInput, space_id: id.optional() }),
    reply: Event,
    summary: 'Change an event',
  }),
  deleteEvent: del(`${at}/:id`, { ...asked, ...byId, query: z.object({ space_id: id.optional() }), reply: message, summary: 'Delete an event' }),
  duplicateEvent: post('/api/admin/v2/spaces/:space_id/events/:id/duplicate', {
    ...asked,
    params: z.object({ space_id: id, id }),
    body: z
      .object({ event: z.object({ space_id: id }).partial() })
      .partial()
      .default({}),
    reply: Event,
    status: 200,
    summary: 'A copy of an event, as a draft',
  }),
  eventAttendees: get(attendees, { ...asked, query: z.object({ ...pages, event_id: id }), reply: listOf(Attendee), summary: 'Who comes to an event' }),
  addEventAttendee: post(attendees, { ...asked, body: answer, reply: message, summary: 'Put a member on the list of an event' }),
  removeEventAttendee: del(attendees, {
    ...asked,
    query: answer.partial(),
    body: answer.partial().optional(),
    reply: message,
    summary: 'Take a member off the list of an event; named in the body, or in the address',
  }),
}
