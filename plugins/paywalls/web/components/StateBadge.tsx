/** How a charge, a subscription or a paywall stands, in one word. */
import { Badge, useT } from '@atrium/sdk/web'

const CHARGE = { paid: 'success', refunded: 'neutral', partial_refunded: 'neutral', failed: 'danger', disputed: 'danger', pending: 'warning' } as const
const PURCHASE = {
  pending: 'warning',
  trial: 'info',
  active: 'success',
  past_due: 'danger',
  paused: 'warning',
  canceled: 'neutral',
  refunded: 'neutral',
} as const
const PAYWALL = { active: 'success', draft: 'neutral', inactive: 'warning' } as const

export const ChargeBadge = ({ status }: { status: keyof typeof CHARGE }) => <Badge tone={CHARGE[status]}>{useT()(`charge.${status}`)}</Badge>
export function PurchaseBadge({ status, ends }: { status: keyof typeof PURCHASE; ends?: boolean }) {
  const t = useT()
  return ends && (status === 'active' || status === 'trial') ? (
    <Badge tone="warning">{t('purchase.ending')}</Badge>
  ) : (
    <Badge tone={PURCHASE[status]}>{t(`purchase.${status}`)}</Badge>
  )
}
export const PaywallBadge = ({ status }: { status: keyof typeof PAYWALL }) => <Badge tone={PAYWALL[status]}>{useT()(`status.${status}`)}</Badge>
