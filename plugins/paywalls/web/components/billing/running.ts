/** What goes on being charged, or was paid ahead: what somebody is to hear of before they leave. */
import type { RouteReply } from '@atrium/sdk'
import type contract from '../../../contract.ts'

type Subscription = Pick<
  RouteReply<(typeof contract)['routes']['own']>['subscriptions'][number],
  | 'id'
  | 'status'
  | 'processor_id'
  | 'paywall_id'
  | 'paywall_name'
  | 'paywall_price_type'
  | 'renews_at'
  | 'trial_ends_at'
  | 'ends_at'
  | 'leaves_at'
  | 'next_amount'
  | 'currency'
  | 'refundable'
>
const RUNNING: readonly string[] = ['trial', 'active', 'past_due', 'paused']

export interface Running {
  id: number
  paywallId: number | null
  name: string
  /** Until then it is paid, or free. */
  until: string | null
  /** What is charged then; null: nothing any more. */
  next: { amount: number; currency: string } | null
  kind: Subscription['paywall_price_type']
  status: Subscription['status']
  /** Until then it is free, not paid. */
  isTrial: boolean
  refundable: boolean
}
export const runningOf = (subscriptions: readonly Subscription[]): Running[] =>
  subscriptions
    .filter(({ status, paywall_price_type: type, processor_id }) => RUNNING.includes(status) && type !== 'onetime' && processor_id !== null)
    .map((one) => {
      const until = one.ends_at ?? one.leaves_at ?? one.renews_at ?? one.trial_ends_at
      return {
        id: one.id,
        paywallId: one.paywall_id,
        name: one.paywall_name ?? '',
        until,
        next: one.renews_at ? { amount: one.next_amount, currency: one.currency } : null,
        kind: one.paywall_price_type,
        status: one.status,
        isTrial: until !== null && until === one.trial_ends_at,
        refundable: one.refundable,
      }
    })
