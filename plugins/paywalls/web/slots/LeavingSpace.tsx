/** Before somebody leaves a space that they pay for: it goes on being charged. */
import type { SlotPropsOf } from '@atrium/sdk'
import { formatMoney } from '@atrium/sdk'
import { formatTime, useLocale, useRead, useT } from '@atrium/sdk/web'
import type spaces from '../../../spaces/contract.ts'
import contract from '../../contract.ts'
import { runningOf } from '../components/billing/running.ts'

export default function LeavingSpace({ spaceId }: SlotPropsOf<(typeof spaces)['slots']['space.leaving']>) {
  const t = useT()
  const locale = useLocale()
  const own = useRead(contract.routes.own)
  const opening = useRead(contract.routes.opening, { query: { kind: 'space', target_id: spaceId } })
  if (own.error || opening.error) return <span className="mt-2 block text-danger">{t('leaving.unknown')}</span>
  if (!own.data || !opening.data) return null
  const selling = new Set(opening.data.records.map(({ id }) => id))
  return runningOf(own.data.subscriptions)
    .filter(({ paywallId }) => paywallId !== null && selling.has(paywallId))
    .map(({ id, name, until, next }) => (
      <span key={id} className="mt-2 block text-text" data-going={id}>
        {until && next
          ? t('leaving.goesOn', { name, amount: formatMoney(locale, next.amount, next.currency), date: formatTime(until, { kind: 'date' }) })
          : t('leaving.stays', { name })}
      </span>
    ))
}
