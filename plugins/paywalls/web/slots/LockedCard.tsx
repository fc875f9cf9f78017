/** What a locked space costs, and the way to its checkout and back; on phones the least of it stays in view once its button is scrolled away. */
import type { SlotPropsOf } from '@atrium/sdk'
import { LinkButton, useLocale, useRead, useT } from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'
import type spaces from '../../../spaces/contract.ts'
import contract, { type PaywallCard } from '../../contract.ts'
import { buttonOf, cheapestOf, checkoutOf } from '../../contract/cheapest.ts'
import { Offer } from '../components/Offer.tsx'

export default function LockedCard({ space, onOffered }: SlotPropsOf<(typeof spaces)['slots']['space.locked']>) {
  const { data } = useRead(contract.routes.opening, { query: { kind: 'space', target_id: space.id } })
  const cards = data?.records
  const isOffered = cards !== undefined && cards.length > 0
  useEffect(() => {
    if (isOffered) onOffered()
  }, [isOffered])
  const back = `/c/${space.slug}`
  const { place, isAway } = useButtonsAway(cards)
  return (
    <>
      <div ref={place}>
        {cards?.map((card) => (
          <Offer key={card.id} card={card} back={back} under={space.name} bare={space.cover_image_visible && space.cover_image_url !== null} />
        ))}
      </div>
      {isAway && <Bar cards={cards ?? []} back={back} />}
    </>
  )
}

/** Pixels at the bottom of a phone's window that bars lie over. */
const BARS = 72
/** @returns `isAway`: none of the buttons in `place` is in view */
function useButtonsAway(cards: unknown) {
  const place = useRef<HTMLDivElement>(null)
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const seen = new Set<Element>()
    const watcher = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) isIntersecting ? seen.add(target) : seen.delete(target)
        setAway(seen.size === 0)
      },
      { rootMargin: `0px 0px -${BARS}px` },
    )
    for (const button of place.current?.querySelectorAll('a') ?? []) watcher.observe(button)
    return () => watcher.disconnect()
  }, [cards])
  return { place, isAway }
}

function Bar({ cards, back }: { cards: readonly PaywallCard[]; back: string }) {
  const t = useT()
  const locale = useLocale()
  const least = cheapestOf(cards)
  if (!least) return null
  const { card, price } = least
  return (
    <div
      data-foot=""
      className="fixed inset-x-0 bottom-(--bottom-h) z-20 flex items-center justify-between gap-3 border-t border-border bg-surface px-4 py-2.5 desk:hidden"
    >
      <p className="min-w-0 text-13">
        <span className="block truncate font-medium">{card.name}</span>
        {price.trial_days > 0 && <span className="block text-text-2">{least.text(t)}</span>}
      </p>
      <LinkButton variant="primary" to={checkoutOf(card, { back, price: price.id })} className="flex-none">
        {buttonOf(t, locale, price)}
      </LinkButton>
    </div>
  )
}
