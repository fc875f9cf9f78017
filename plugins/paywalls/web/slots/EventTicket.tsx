/** What a ticket to an event costs, and the way to the checkout and back to the event. */
import type { SlotPropsOf } from '@atrium/sdk'
import { LinkButton, Skeleton, useLocation, useRead, useSession, useT } from '@atrium/sdk/web'
import type events from '../../../events/contract.ts'
import contract from '../../contract.ts'
import { Offer } from '../components/Offer.tsx'

export default function EventTicket({ eventId, occurrenceId, edit }: SlotPropsOf<(typeof events)['slots']['event.ticket']>) {
  const t = useT()
  const { can } = useSession()
  const path = useLocation()
  const { data, isPending } = useRead(contract.routes.opening, { query: { kind: 'event', target_id: eventId, occurrence_id: occurrenceId } })
  if (isPending) return <Skeleton w="100%" h={96} />
  if (data?.records.length === 0)
    return (
      <div className="grid justify-items-start gap-2">
        <p className="text-13 text-text-2">{t('event.notOnSale')}</p>
        {edit && can('paywalls.manage') && (
          <LinkButton size="sm" icon="plus" to={edit}>
            {t('event.addPrice')}
          </LinkButton>
        )}
      </div>
    )
  return data?.records.map((card) => <Offer key={card.id} small card={card} back={path} occurrenceId={occurrenceId} />)
}
