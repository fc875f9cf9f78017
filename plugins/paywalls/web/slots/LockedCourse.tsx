/** What a course costs, where a reader sees it and does not learn in it. */
import type { SlotPropsOf } from '@atrium/sdk'
import { LinkButton, Skeleton, useLocale, useLocation, useRead, useT } from '@atrium/sdk/web'
import type courses from '../../../courses/contract.ts'
import contract from '../../contract.ts'
import { buttonOf, cheapestOf, checkoutOf } from '../../contract/cheapest.ts'
import { Offer } from '../components/Offer.tsx'

export default function LockedCourse({ spaceId, line }: SlotPropsOf<(typeof courses)['slots']['course.locked']>) {
  const t = useT()
  const locale = useLocale()
  const path = useLocation()
  const { data, isPending } = useRead(contract.routes.opening, { query: { kind: 'space', target_id: spaceId } })
  if (isPending) return <Skeleton w={line ? 140 : 220} h={line ? 32 : 96} />
  if (line) {
    const least = cheapestOf(data?.records ?? [])
    if (!least) return null
    return (
      <LinkButton variant="primary" to={checkoutOf(least.card, { back: path, price: least.price.id })}>
        {buttonOf(t, locale, least.price)}
      </LinkButton>
    )
  }
  return data?.records.map((card) => <Offer key={card.id} small card={card} back={path} />)
}
