/** What calls on events take: the event, when it is, who comes. */
import { editedVersion, id, line, z } from '@atrium/sdk'

export const FREQUENCIES = ['daily', 'weekday', 'weekly', 'bi_weekly', 'monthly', 'monthly_weekday_based', 'annually', 'yearly'] as const
export type Frequency = (typeof FREQUENCIES)[number]
export const LOCATION_TYPES = ['virtual', 'in_person', 'tbd', 'live_stream', 'live_room'] as const
export type LocationType = (typeof LOCATION_TYPES)[number]
export const RSVP_STATUSES = ['yes', 'maybe', 'no'] as const
export const EDIT_MODES = ['current', 'remaining', 'all'] as const
/** Dates of one series. */
export const MAX_DATES = 500
/** Seconds of one date: 31 days, so that a month is found by where its dates begin. */
export const MAX_SECONDS = 31 * 86_400
export const MAX_PLACES = 100_000
export const MAX_GUESTS = 10
export const MAX_QUESTIONS = 10
export const MAX_COHOSTS = 20
/** Reminders of one event, and minutes before it begins: 30 days at most. */
export const MAX_REMINDERS = 6
export const MAX_REMINDER = 30 * 24 * 60
/** Where nobody says otherwise: a day, an hour, at the start. */
export const REMINDERS = [1_440, 60, 0]
/** Members that one call puts on the list. */
export const MAX_INVITED = 10_000
/** Characters of a text that is sent as words or HTML. */
const MAX_BODY = 100_000

const words = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => text.replaceAll('\u0000', ''))
const signedId = z.string().max(200)
const address = z
  .string()
  .trim()
  .max(2_000)
  .refine((text) => text === '' || /^https?:\/\/(?![^/?#\s]*@)[^\s]+$/iu.test(text), 'Enter a valid URL.')
/** A moment, or the time on the clocks of the event's own zone: `2026-12-03T10:00`. */
export const moment = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ local: true })])
const day = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

export const QUESTION_KINDS = ['text', 'choice'] as const
export const Question = z.object({
  /** Made by who asks; answers are kept by it. */
  key: z.string().regex(/^[a-z0-9_-]{1,40}$/),
  label: line(200).min(1),
  kind: z.enum(QUESTION_KINDS).default('text'),
  options: z.array(line(120).min(1)).max(20).default([]),
  required: z.boolean().default(false),
})
export type Question = z.output<typeof Question>

export const LiveRoomSettings = z.object({
  access_type: z.enum(['open', 'secret', 'public_stream']),
  recording_enabled: z.boolean(),
  view_type: z.enum(['speaker_view', 'speaker_variant_view', 'grid_view']),
  auto_post_recording_enabled: z.boolean(),
  mute_on_join: z.boolean(),
  hide_participants_list: z.boolean(),
  limit_url_sharing: z.boolean(),
})

/** Switches of an event, by the names of its columns. */
export const eventSwitches = {
  rsvp_disabled: z.boolean(),
  hide_attendees: z.boolean(),
  hide_location_from_non_attendees: z.boolean(),
  send_email_confirmation: z.boolean(),
  send_in_app_notification_confirmation: z.boolean(),
  send_email_reminder: z.boolean(),
  send_in_app_notification_reminder: z.boolean(),
  enable_custom_thank_you_message: z.boolean(),
  waiting_list_enabled: z.boolean(),
}
/** Switches that it shares with posts. */
export const recordSwitches = {
  is_comments_enabled: z.boolean(),
  is_comments_closed: z.boolean(),
  is_liking_enabled: z.boolean(),
  hide_meta_info: z.boolean(),
  hide_from_featured_areas: z.boolean(),
}
export const SWITCHES = [...Object.keys(eventSwitches), ...Object.keys(recordSwitches)] as (keyof typeof eventSwitches | keyof typeof recordSwitches)[]

export const settings = {
  /** With it `ends_at` or `duration_in_seconds`; an hour where neither is said. */
  starts_at: moment,
  ends_at: moment,
  duration_in_seconds: z.number().int(),
  /** IANA name; the clocks that a series goes by. */
  time_zone: z.string().max(60),
  location_type: z.enum(LOCATION_TYPES),
  in_person_location: words(500).nullable(),
  virtual_location_url: address.nullable(),
  /** Whoever leads it, where it is nobody of the members. */
  host: line(120).nullable(),
  rsvp_limit_enabled: z.boolean(),
  rsvp_limit: z.number().int().min(1).max(MAX_PLACES).nullable(),
  /** Whom each may bring along. */
  guests_limit: z.number().int().min(0).max(MAX_GUESTS),
  questions: z.array(Question).max(MAX_QUESTIONS),
  /** Minutes before each date. */
  reminders: z.array(z.number().int().min(0).max(MAX_REMINDER)).max(MAX_REMINDERS),
  ...eventSwitches,
  confirmation_message_title: line(120).nullable(),
  confirmation_message_description: words(2_000).nullable(),
  confirmation_message_button_title: line(60).nullable(),
  confirmation_message_button_link: address.nullable(),
  live_stream_recording_url: address.nullable(),
  ticket_type: z.enum(['free', 'paid']),
  live_stream_room_setting_attributes: LiveRoomSettings.partial(),
}
export const recurring = z.object({
  frequency: z.enum(FREQUENCIES),
  /** The last day on which it may be; this or `occurrences`. */
  ends_at: day.nullish(),
  occurrences: z.number().int().min(1).nullish(),
  /** Of `monthly_weekday_based`: on the last one of the month, where it is the fourth one too. */
  on_last_week: z.boolean().default(false),
  /** Of `monthly`, `yearly` and `annually`: on the last day of months that have no such day; else they are left out. */
  on_last_day: z.boolean().default(false),
  /** Days left out, with a word why. */
  exceptions: z
    .array(z.object({ date: z.iso.date(), note: line(120).default('') }))
    .max(MAX_DATES)
    .default([]),
})
export type RecurringInput = z.output<typeof recurring>
export const invited = z.object({
  members_ids: z.array(id).max(MAX_INVITED).default([]),
  spaces_ids: z.array(id).max(50).default([]),
  space_groups_ids: z.array(id).max(50).default([]),
  member_tags_ids: z.array(id).max(50).default([]),
})
const paywall = z.object({ currency_id: id.optional(), description: words(500).optional(), price_amount: z.number().min(0).max(1_000_000).optional() })
const meta = z.object({ meta_title: line(120), meta_description: line(300), opengraph_title: line(120), opengraph_description: line(300) }).partial()

const fields = {
  name: line(250, 'Keep the name to 250 characters.').min(1, 'Enter a name.'),
  tiptap_body: z.looseObject({ body: z.unknown() }),
  /** The text as plain words with a little markdown; `tiptap_body` goes before it. */
  body: words(MAX_BODY),
  cover_image: signedId.nullable(),
  topics: z.array(id).max(20),
  status: z.enum(['draft', 'published']),
  event_type: z.enum(['single', 'recurring']),
  ...recordSwitches,
  event_setting_attributes: z.object(settings).partial(),
  recurring_setting_attributes: recurring.nullable(),
  paywall_attributes: paywall,
  meta_tag_attributes: meta,
}
export const CreateEvent = z.object({
  event: z
    .object(fields)
    .partial()
    .extend({
      name: fields.name,
      slug: z.string().max(120).optional(),
      /** Sent again, the same event is answered instead of a second one. */
      client_id: z.string().max(64).optional(),
      attendee_invite_attributes: z
        .object({ invited_entities_ids: invited.optional(), invited_cohost_ids: z.array(id).max(MAX_COHOSTS).optional() })
        .optional(),
    }),
})
export type NewEventInput = z.output<typeof CreateEvent>['event']
export const UpdateEvent = z.object({
  event: z
    .object(fields)
    .partial()
    .extend({
      version: editedVersion,
      /** Of a series: this date alone, this and those that follow, or all of it. `occurrence_id` names the date. */
      edit_mode: z.enum(EDIT_MODES).optional(),
      occurrence_id: id.optional(),
      cohost_ids: z.array(id).max(MAX_COHOSTS).optional(),
    }),
})
export type EventChanges = z.output<typeof UpdateEvent>['event']

export const ScheduleInput = z.object({
  event: z.object({
    event_setting_attributes: z.object({
      starts_at: settings.starts_at,
      ends_at: settings.ends_at.optional(),
      duration_in_seconds: settings.duration_in_seconds.optional(),
      time_zone: settings.time_zone,
    }),
    recurring_setting_attributes: recurring.nullish(),
  }),
})
