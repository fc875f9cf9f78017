/** When those who come to a date are reminded next. */
import type { EventEntity } from '../entities.ts'

type Reminding = Pick<EventEntity, 'reminders' | 'sendEmailReminder' | 'sendInAppNotificationReminder'>

/** @param after what has been said by then is not said again @returns null where there is nothing left to say */
export function remindNext(event: Reminding, startsAt: Date, after: Date): Date | null {
  if (!event.sendEmailReminder && !event.sendInAppNotificationReminder) return null
  const moments = event.reminders.map((minutes) => startsAt.getTime() - minutes * 60_000).filter((moment) => moment > after.getTime())
  return moments.length > 0 ? new Date(Math.min(...moments)) : null
}
