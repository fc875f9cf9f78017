/** What another answer than yes gives up, which is asked about first. */
import type { EventReply, RSVP_STATUSES } from '../../contract.ts'

interface Answered extends Pick<EventReply, 'rsvp_status' | 'invited_attendee'> {
  event_setting_attributes: Pick<EventReply['event_setting_attributes'], 'ticket_type' | 'waiting_count'>
}
/**
 * @returns `ticket`: a place that was paid for, whose money does not come back with the answer; `spot`: one that somebody in line gets at once;
 *   null: nothing that is not to be had again
 */
export function givesUp({ rsvp_status: mine, invited_attendee: isInvited, event_setting_attributes: at }: Answered, next: (typeof RSVP_STATUSES)[number]) {
  if (mine !== 'yes' || next === 'yes') return null
  if (at.ticket_type === 'paid' && !isInvited) return 'ticket'
  return at.waiting_count > 0 ? 'spot' : null
}
