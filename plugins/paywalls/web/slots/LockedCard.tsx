/** What a locked space costs, and the way to its checkout and back. */
import type { SlotPropsOf } from '@atrium/sdk'
import { useRead } from '@atrium/sdk/web'
import { useEffect } from 'react'
import type spaces from '../../../spaces/contract.ts'
import contract from '../../contract.ts'
import { Offer } from '../components/Offer.tsx'

export default function LockedCard({ space, onOffered }: SlotPropsOf<(typeof spaces)['slots']['space.locked']>) {
  const { data } = useRead(contract.routes.opening, { query: { kind: 'space', target_id: space.id } })
  const isOffered = (data?.records.length ?? 0) > 0
  useEffect(() => {
    if (isOffered) onOffered()
  }, [isOffered])
  return data?.records.map((card) => <Offer key={card.id} card={card} back={`/c/${space.slug}`} />)
}
