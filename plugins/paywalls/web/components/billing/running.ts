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
}
export const runningOf = (subscriptions: readonly Subscription[]): Running[] =>
  subscriptions
    .filter(({ status, paywall_price_type: type, processor_id }) => RUNNING.includes(status) && type !== 'onetime' && processor_id !== null)
    .map(({ id, paywall_id, paywall_name, renews_at, trial_ends_at, ends_at, leaves_at, next_amount: amount, currency }) => ({
      id,
      paywallId: paywall_id,
      name: paywall_name ?? '',
      until: ends_at ?? leaves_at ?? renews_at ?? trial_ends_at,
      next: renews_at ? { amount, currency } : null,
    }))
