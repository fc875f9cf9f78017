/** What the calls answer: events, their dates, who comes. */
import { Author, BulkTask, date, RichTextDoc, z } from '@atrium/sdk'
import { eventSwitches, FREQUENCIES, LiveRoomSettings, LOCATION_TYPES, Question, recordSwitches } from './fields.ts'

const status = z.enum(['yes', 'maybe', 'no', 'waiting'])
export type RsvpStatus = z.output<typeof status>
const Face = Author.pick({ id: true, public_uid: true, name: true, avatar_url: true })

/** One date as those see it who buy or hold a ticket to it. */
export const EventDate = z.object({
  name: z.string(),
  url: z.string(),
  starts_at: date,
  ends_at: date,
  time_zone: z.string(),
  location_type: z.enum(LOCATION_TYPES),
  /** The address where this reader may know one, else what kind of place it is: "Online". */
  place: z.string(),
  cover_url: z.string().nullable(),
  /** How many come, and a few of them; null and empty where attendees are not shown to this reader. */
  going_count: z.number().nullable(),
  faces: z.array(Face),
  /** The date as an .ics file. */
  ics_url: z.string(),
  /** Shown at the door by who comes to a place. */
  check_in_code: z.string().nullable(),
})
export type EventDate = z.output<typeof EventDate>

/** One date as a month shows it. */
export const CalendarEntry = z.object({
  /** Of the event; `occurrence_id` of the date. */
  id: z.number(),
  occurrence_id: z.number(),
  name: z.string(),
  url: z.string(),
  space_id: z.number(),
  space_name: z.string(),
  starts_at: date,
  ends_at: date,
  location_type: z.enum(LOCATION_TYPES),
  rsvp_count: z.number(),
  rsvp_limit: z.number().nullable(),
  rsvp_status: status.nullable(),
  is_cancelled: z.boolean(),
})
export type CalendarEntry = z.output<typeof CalendarEntry>

export const EventReply = z.object({
  id: z.number(),
  community_id: z.number(),
  type: z.literal('Posts::Event'),
  post_type: z.literal('event'),
  status: z.enum(['draft', 'published']),
  event_type: z.enum(['single', 'recurring']),
  name: z.string(),
  display_title: z.string(),
  slug: z.string(),
  url: z.string(),
  space_id: z.number(),
  space_slug: z.string(),
  space_type: z.literal('event'),
  space: z.object({
    id: z.number(),
    slug: z.string(),
    name: z.string(),
    emoji: z.string().nullable(),
    default_comment_sort: z.enum(['oldest', 'latest']),
  }),
  user_id: z.number().nullable(),
  community_member_id: z.number().nullable(),
  author: Author.nullable(),
  cohosts: z.array(Author),
  editor: z.literal('tiptap'),
  /** This and the plain text come with one event, and not in lists. */
  tiptap_body: z.object({ body: RichTextDoc }).optional(),
  body_plain_text: z.string().optional(),
  body_plain_text_without_attachments: z.string().optional(),
  excerpt: z.string(),
  cover_image: z.string().nullable(),
  cover_image_url: z.string().nullable(),
  cardview_image: z.string().nullable(),
  topics: z.array(z.number()),
  ...recordSwitches,
  is_pinned_at_top_of_space: z.boolean(),

  /** The date that the reply is about. */
  occurrence_id: z.number(),
  starts_at: date,
  ends_at: date,
  is_cancelled: z.boolean(),
  cancel_note: z.string(),
  /** Its own words or place differ from the series. */
  is_changed: z.boolean(),
  event_setting_attributes: z.object({
    starts_at: date,
    ends_at: date,
    duration_in_seconds: z.number(),
    time_zone: z.string(),
    location_type: z.enum(LOCATION_TYPES),
    in_person_location: z.string().nullable(),
    virtual_location_url: z.string().nullable(),
    /** There is a place, for those who come. */
    is_location_hidden: z.boolean(),
    host: z.string().nullable(),
    ...eventSwitches,
    confirmation_message_title: z.string().nullable(),
    confirmation_message_description: z.string().nullable(),
    confirmation_message_button_title: z.string().nullable(),
    confirmation_message_button_link: z.string().nullable(),
    live_stream_recording_url: z.string().nullable(),
    rsvp_limit_enabled: z.boolean(),
    rsvp_limit: z.number().nullable(),
    /** Places taken, guests among them. */
    rsvp_count: z.number(),
    maybe_count: z.number(),
    waiting_count: z.number(),
    guests_limit: z.number(),
    questions: z.array(Question),
    reminders: z.array(z.number()),
    ticket_type: z.enum(['free', 'paid']),
    live_stream_room_setting_attributes: LiveRoomSettings.partial(),
  }),
  recurring_setting_attributes: z
    .object({
      frequency: z.enum(FREQUENCIES),
      ends_at: z.string().nullable(),
      occurrences: z.number().nullable(),
      range_type: z.enum(['ends_at', 'occurrences']),
      on_last_week: z.boolean(),
      on_last_day: z.boolean(),
      exceptions: z.array(z.object({ date: z.string(), note: z.string() })),
      /** "Every second Thursday until 11 March 2027" */
      text: z.string(),
    })
    .nullable(),
  /** Of a series in lists of what is next: the dates after this one, a few of them. */
  next_dates: z.array(z.object({ occurrence_id: z.number(), starts_at: date })).optional(),
  rsvped_event: z.boolean(),
  rsvp_status: status.nullable(),
  /** Where one stands in line; null for who does not wait. Not in lists. */
  waiting_position: z.number().nullable().optional(),
  rsvp_guests: z.number(),
  /** What one has answered. Not in lists. */
  rsvp_answers: z.record(z.string(), z.string()).optional(),
  invited_attendee: z.boolean(),
  /** It asks for a ticket, and one has none. Not in lists. */
  needs_ticket: z.boolean().optional(),
  /** What is shown at the door, of whoever comes. Not in lists. */
  check_in_code: z.string().nullable().optional(),
  event_attendees: z.object({ records: z.array(Face), count: z.number() }),

  likes_count: z.number(),
  user_likes_count: z.number(),
  is_liked: z.boolean(),
  comments_count: z.number(),
  comment_count: z.number(),
  bookmark_id: z.number().nullable(),
  is_following: z.boolean(),
  post_follower_id: z.number().nullable(),
  first_liked_by: z.array(Face),
  reactions: z.array(z.object({ emoji: z.string(), count: z.number(), mine: z.boolean() })),
  meta_tag_attributes: z
    .object({ meta_title: z.string(), meta_description: z.string(), opengraph_title: z.string(), opengraph_description: z.string() })
    .partial()
    .optional(),
  flagged_for_approval_at: date.nullable(),
  created_at: date,
  updated_at: date,
  published_at: date.nullable(),
  version: z.number(),
  policies: z.object({
    can_manage_post: z.boolean(),
    can_update_post: z.boolean(),
    can_destroy_post: z.boolean(),
    can_duplicate_post: z.boolean(),
    can_report_post: z.boolean(),
    can_view_attendees: z.boolean(),
    can_rsvp: z.boolean(),
  }),
})
export type EventReply = z.output<typeof EventReply>

export const Attendee = z.object({
  /** Of the answer. */
  id: z.number(),
  event_id: z.number(),
  occurrence_id: z.number(),
  community_member_id: z.number(),
  contact_id: z.number(),
  contact_type: z.literal('CommunityMember'),
  public_uid: z.string(),
  name: z.string(),
  member_name: z.string(),
  headline: z.string(),
  avatar_url: z.string().nullable(),
  rsvp_status: status,
  rsvp_date: date,
  guests: z.number(),
  is_host: z.boolean(),
  /** For those who run the event. */
  answers: z.record(z.string(), z.string()).nullable(),
  checked_in_at: date.nullable(),
})
export type Attendee = z.output<typeof Attendee>

/** Many put on the list of a date. */
export const BulkRsvp = BulkTask.extend({
  role: z.enum(['attendee', 'cohost']),
  occurrence_id: z.number(),
  /** Of those on the list, the ones who found no place and wait. */
  waiting: z.number(),
})
export type BulkRsvp = z.output<typeof BulkRsvp>

/** A date of a series. */
export const RecurringEvent = z.object({
  id: z.number(),
  name: z.string(),
  starts_at: date,
  ends_at: date,
  /** On the clocks of the event's zone. */
  start_date: z.string(),
  time_zone: z.string(),
  time_zone_abbreviations: z.string(),
  rsvped_event: z.boolean(),
  rsvp_status: status.nullable(),
  rsvp_count: z.number(),
  rsvp_limit: z.number().nullable(),
  is_cancelled: z.boolean(),
  is_past: z.boolean(),
})
export type RecurringEvent = z.output<typeof RecurringEvent>

export const Schedule = z.object({
  /** In the reader's language. */
  text: z.string(),
  count: z.number(),
  first_at: date,
  last_at: date,
  /** The next ones, those left out among them. */
  dates: z.array(z.object({ date: z.string(), starts_at: date, ends_at: date, is_left_out: z.boolean(), note: z.string() })),
})
export type Schedule = z.output<typeof Schedule>

/** Who may come in, for the screen at the door. */
export const Guest = z.object({
  id: z.number(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  guests: z.number(),
  /** SHA-256 of what they show, so that the list lets nobody in who has it. */
  code_hash: z.string(),
  checked_in_at: date.nullable(),
})
export type Guest = z.output<typeof Guest>

export const Feed = z.object({
  space_id: z.number().nullable(),
  url: z.string(),
  webcal_url: z.string(),
  google_url: z.string(),
  /** For programs that read calendars by CalDAV. */
  caldav_url: z.string(),
  last_read_at: date.nullable(),
})
export type Feed = z.output<typeof Feed>
