/** When and where the event is that a ticket is for: by the reader's own clocks, which are named. */
import { ownZone, zoneName } from '@atrium/sdk'
import { Icon, Time, useLocale } from '@atrium/sdk/web'
import type { EventDate } from '../../../../events/contract.ts'

export function TicketDate({ event, className = '' }: { event: EventDate; className?: string }) {
  const locale = useLocale()
  return (
    <div className={`grid gap-1 ${className}`}>
      <p className="flex items-start gap-1.5 font-medium">
        <Icon name="calendar" size="sm" className="mt-0.5 flex-none" />
        <span>
          <Time value={event.starts_at} kind="datetime" /> ({zoneName(ownZone(), locale, event.starts_at)})
        </span>
      </p>
      <p className="flex items-start gap-1.5 text-text-2">
        <Icon name="map-pin" size="sm" className="mt-0.5 flex-none" />
        <span className="wrap-anywhere">{event.place}</span>
      </p>
    </div>
  )
}
