/** What a locked space costs, and the way to its checkout and back; on phones the least of it stays in view. */
import type { SlotPropsOf } from '@atrium/sdk'
import { LinkButton, useRead, useT } from '@atrium/sdk/web'
import { useEffect } from 'react'
import type spaces from '../../../spaces/contract.ts'
import contract from '../../contract.ts'
import { cheapestOf } from '../../contract/cheapest.ts'
import { checkoutOf, Offer } from '../components/Offer.tsx'

export default function LockedCard({ space, onOffered }: SlotPropsOf<(typeof spaces)['slots']['space.locked']>) {
  const t = useT()
  const { data } = useRead(contract.routes.opening, { query: { kind: 'space', target_id: space.id } })
  const cards = data?.records ?? []
  const isOffered = cards.length > 0
  useEffect(() => {
    if (isOffered) onOffered()
  }, [isOffered])
  const back = `/c/${space.slug}`
  const least = cheapestOf(cards)
  return (
    <>
      {cards.map((card) => (
        <Offer key={card.id} card={card} back={back} under={space.name} bare={space.cover_image_visible && space.cover_image_url !== null} />
      ))}
      {least && (
        <div
          data-foot=""
          className="fixed inset-x-0 bottom-(--bottom-h) z-20 flex items-center justify-between gap-3 border-t border-border bg-surface px-4 py-2.5 desk:hidden"
        >
          <p className="min-w-0 text-13 font-medium">{least.text(t)}</p>
          <LinkButton variant="primary" to={checkoutOf(least.card, back)} className="flex-none">
            {t('locked.now')}
          </LinkButton>
        </div>
      )}
    </>
  )
}
