/** What the form of an event holds, and how it becomes a call. */
import { ownZone, type RichTextDoc } from '@atrium/sdk'
import type { EventReply, Frequency, LocationType, Question } from '../../../contract.ts'
import { REMINDERS } from '../../../contract.ts'
import { dayKey, localOf } from '../time.ts'

export interface Values {
  name: string
  doc: RichTextDoc | null
  cover: { signedId: string | null; url: string | null }
  day: string
  time: string
  minutes: number
  zone: string
  repeats: boolean
  frequency: Frequency
  last: boolean
  lastDay: boolean
  endsBy: 'day' | 'count'
  until: string
  count: number
  exceptions: { date: string; note: string }[]
  place: LocationType
  address: string
  link: string
  hidePlace: boolean
  host: string
  cohosts: { value: string; label: string }[]
  takesAnswers: boolean
  /** One needs a ticket to come. */
  paid: boolean
  limited: boolean
  limit: number
  waits: boolean
  guests: number
  hideAttendees: boolean
  questions: Question[]
  reminders: number[]
  remindInApp: boolean
  remindByMail: boolean
  confirm: boolean
  thanks: boolean
  thanksTitle: string
  thanksText: string
  thanksButton: string
  thanksLink: string
  comments: boolean
}

const HOUR = 60
const later = (days: number) => dayKey(new Date(Date.now() + days * 86_400_000))

export function initialValues(event?: EventReply): Values {
  const set = event?.event_setting_attributes
  const rule = event?.recurring_setting_attributes
  const zone = set?.time_zone ?? ownZone()
  const start = event ? localOf(event.starts_at, zone) : `${later(7)}T18:00`
  return {
    name: event?.name ?? '',
    doc: (event?.tiptap_body?.body as RichTextDoc | undefined) ?? null,
    cover: { signedId: null, url: event?.cover_image_url ?? null },
    day: start.slice(0, 10),
    time: start.slice(11, 16),
    minutes: set ? Math.round(set.duration_in_seconds / 60) : HOUR,
    zone,
    repeats: Boolean(rule),
    frequency: rule?.frequency ?? 'weekly',
    last: rule?.on_last_week ?? false,
    lastDay: rule?.on_last_day ?? false,
    endsBy: rule?.occurrences ? 'count' : 'day',
    until: rule?.ends_at ?? later(7 + 84),
    count: rule?.occurrences ?? 8,
    exceptions: rule?.exceptions ?? [],
    place: set?.location_type ?? 'in_person',
    address: set?.in_person_location ?? '',
    link: set?.virtual_location_url ?? '',
    hidePlace: set?.hide_location_from_non_attendees ?? false,
    host: set?.host ?? '',
    cohosts: event?.cohosts.map(({ id, name }) => ({ value: String(id), label: name })) ?? [],
    takesAnswers: !set?.rsvp_disabled,
    paid: set?.ticket_type === 'paid',
    limited: set?.rsvp_limit_enabled ?? false,
    limit: set?.rsvp_limit ?? 20,
    waits: set?.waiting_list_enabled ?? true,
    guests: set?.guests_limit ?? 0,
    hideAttendees: set?.hide_attendees ?? false,
    questions: set?.questions ?? [],
    reminders: set?.reminders ?? REMINDERS,
    remindInApp: set?.send_in_app_notification_reminder ?? true,
    remindByMail: set?.send_email_reminder ?? true,
    confirm: set?.send_email_confirmation ?? true,
    thanks: set?.enable_custom_thank_you_message ?? false,
    thanksTitle: set?.confirmation_message_title ?? '',
    thanksText: set?.confirmation_message_description ?? '',
    thanksButton: set?.confirmation_message_button_title ?? '',
    thanksLink: set?.confirmation_message_button_link ?? '',
    comments: event?.is_comments_enabled ?? true,
  }
}

export const scheduleOf = (values: Values) => ({
  event_setting_attributes: { starts_at: `${values.day}T${values.time}`, duration_in_seconds: values.minutes * 60, time_zone: values.zone },
  recurring_setting_attributes: values.repeats ? ruleOf(values) : null,
})
const ruleOf = ({ frequency, last, lastDay, endsBy, until, count, exceptions }: Values) => ({
  frequency,
  on_last_week: last,
  on_last_day: lastDay,
  exceptions,
  ...(endsBy === 'day' ? { ends_at: until } : { occurrences: count }),
})

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
/**
 * Time and rule are sent where they have changed alone: a date of a series stands for all of it only then.
 * @param only what one date can have of its own
 */
export function toFields(values: Values, first: Values | null, only: boolean) {
  const schedule = scheduleOf(values)
  const before = first && scheduleOf(first)
  const when = same(schedule.event_setting_attributes, before?.event_setting_attributes) ? {} : schedule.event_setting_attributes
  const rule = same(schedule.recurring_setting_attributes, before?.recurring_setting_attributes)
    ? {}
    : { recurring_setting_attributes: schedule.recurring_setting_attributes, event_type: values.repeats ? ('recurring' as const) : ('single' as const) }
  const place = {
    location_type: values.place,
    in_person_location: values.place === 'in_person' ? values.address : null,
    virtual_location_url: values.place === 'virtual' ? values.link : null,
    host: values.host || null,
    rsvp_limit: values.limited ? values.limit : null,
  }
  if (only) return { name: values.name, event_setting_attributes: { ...when, ...place } }
  return {
    name: values.name,
    ...(values.doc ? { tiptap_body: { body: values.doc } } : {}),
    ...(values.cover.signedId ? { cover_image: values.cover.signedId } : values.cover.url === null ? { cover_image: null } : {}),
    is_comments_enabled: values.comments,
    ...rule,
    event_setting_attributes: {
      ...when,
      ...place,
      hide_location_from_non_attendees: values.hidePlace,
      rsvp_disabled: !values.takesAnswers,
      ...(values.paid === (first?.paid ?? false) ? {} : { ticket_type: values.paid ? ('paid' as const) : ('free' as const) }),
      rsvp_limit_enabled: values.limited,
      waiting_list_enabled: values.waits,
      guests_limit: values.guests,
      hide_attendees: values.hideAttendees,
      questions: values.questions.filter(({ label }) => label.trim()),
      reminders: values.reminders,
      send_in_app_notification_reminder: values.remindInApp,
      send_email_reminder: values.remindByMail,
      send_in_app_notification_confirmation: values.confirm,
      send_email_confirmation: values.confirm,
      enable_custom_thank_you_message: values.thanks,
      confirmation_message_title: values.thanksTitle || null,
      confirmation_message_description: values.thanksText || null,
      confirmation_message_button_title: values.thanksButton || null,
      confirmation_message_button_link: values.thanksLink || null,
    },
  }
}
