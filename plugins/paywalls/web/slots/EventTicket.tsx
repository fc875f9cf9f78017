/** What a ticket to an event costs, and the way to the checkout and back to the event. */
import type { SlotPropsOf } from '@atrium/sdk'
import { Skeleton, useLocation, useRead, useT } from '@atrium/sdk/web'
import type events from '../../../events/contract.ts'
import contract from '../../contract.ts'
import { Offer } from '../components/Offer.tsx'

export default function EventTicket({ eventId, occurrenceId }: SlotPropsOf<(typeof events)['slots']['event.ticket']>) {
  const t = useT()
  const path = useLocation()
  const { data, isPending } = useRead(contract.routes.opening, { query: { kind: 'event', target_id: eventId, occurrence_id: occurrenceId } })
  if (isPending) return <Skeleton w="100%" h={96} />
  if (data?.records.length === 0) return <p className="text-13 text-text-2">{t('event.notOnSale')}</p>
  return data?.records.map((card) => <Offer key={card.id} small card={card} back={path} occurrenceId={occurrenceId} />)
}
