/** Puts a date into one's calendar: on the web, or as a file. */
import { Button, Menu, useRead, useT } from '@atrium/sdk/web'
import contract, { type EventReply } from '../../contract.ts'

export function AddToCalendar({ event }: { event: EventReply }) {
  const t = useT()
  const { data } = useRead(contract.routes.addToCalendar, {
    params: { spaceId: event.space_id, slug: event.slug },
    query: { occurrence_id: event.occurrence_id },
  })
  const go = (url: string | undefined, isFile = false) => {
    if (!url) return
    if (isFile) location.assign(url)
    else window.open(url, '_blank', 'noopener')
  }
  return (
    <Menu
      align="start"
      trigger={
        <Button icon="calendar-plus" block disabled={!data}>
          {t('event.add_to_calendar')}
        </Button>
      }
      items={[
        { label: 'Google', onSelect: () => go(data?.google) },
        { label: 'Outlook', onSelect: () => go(data?.outlook) },
        { label: 'Microsoft 365', onSelect: () => go(data?.office365) },
        { label: 'Apple', onSelect: () => go(data?.apple, true) },
        { label: t('event.ics'), icon: 'download', onSelect: () => go(data?.ics, true) },
      ]}
    />
  )
}
