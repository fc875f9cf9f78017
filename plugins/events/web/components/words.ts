/** What is said of an event in one line: when, where, how full. */
import { useLocale, useT } from '@atrium/sdk/web'
import type { EventReply } from '../../contract.ts'
import { isRoomFull, type Room, roomText } from '../../contract/room.ts'
import { spanOf } from './time.ts'

type Said = Pick<EventReply, 'starts_at' | 'ends_at' | 'is_cancelled' | 'rsvp_status'> & {
  event_setting_attributes: Pick<
    EventReply['event_setting_attributes'],
    'rsvp_limit' | 'rsvp_count' | 'waiting_list_enabled' | 'location_type' | 'in_person_location' | 'is_location_hidden'
  >
}
export { PLACE_ICONS } from '../../contract/places.ts'

export function useWords() {
  const t = useT()
  const locale = useLocale()
  return {
    when: ({ starts_at, ends_at }: Pick<EventReply, 'starts_at' | 'ends_at'>) => spanOf(starts_at, ends_at, locale, t('time.to')),
    place: ({ event_setting_attributes: at }: Said) => (at.is_location_hidden ? t('place.hidden') : at.in_person_location || t(`place.${at.location_type}`)),
    places: (event: Pick<Said, 'event_setting_attributes'>) => roomText(t, roomOf(event)),
  }
}
export const isOver = (event: Pick<EventReply, 'ends_at'>): boolean => Date.parse(event.ends_at) <= Date.now()
const roomOf = ({ event_setting_attributes: at }: Pick<Said, 'event_setting_attributes'>): Room => ({
  limit: at.rsvp_limit,
  going: at.rsvp_count,
  waits: at.waiting_list_enabled,
})
export const isFull = (event: Pick<Said, 'event_setting_attributes'>): boolean => isRoomFull(roomOf(event))
/** The event at this date: a series is one page with many. */
export const datePath = (event: Pick<EventReply, 'url' | 'occurrence_id' | 'event_type'>): string =>
  event.event_type === 'single' ? event.url : `${event.url}?date=${event.occurrence_id}`
export function reminderText(t: ReturnType<typeof useT>, minutes: number): string {
  if (minutes === 0) return t('remind.start')
  if (minutes % 1_440 === 0) return t('remind.days', { count: minutes / 1_440 })
  return minutes % 60 === 0 ? t('remind.hours', { count: minutes / 60 }) : t('remind.minutes', { count: minutes })
}
