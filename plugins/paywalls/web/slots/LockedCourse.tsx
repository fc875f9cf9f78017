/** What a course costs, where a reader sees it and does not learn in it. */
import type { SlotPropsOf } from '@atrium/sdk'
import { Skeleton, useLocation, useRead } from '@atrium/sdk/web'
import type courses from '../../../courses/contract.ts'
import contract from '../../contract.ts'
import { Offer } from '../components/Offer.tsx'

export default function LockedCourse({ spaceId }: SlotPropsOf<(typeof courses)['slots']['course.locked']>) {
  const path = useLocation()
  const { data, isPending } = useRead(contract.routes.opening, { query: { kind: 'space', target_id: spaceId } })
  if (isPending) return <Skeleton w={220} h={96} />
  return data?.records.map((card) => <Offer key={card.id} small card={card} back={path} />)
}
