/** Refusals of the routes behind the calls in the identifiers of the published API. What is not named here passes as it is. */
import { AtriumError } from '@atrium/sdk'

/** By what is missing, as `notFound` says it. */
const MISSING: Record<string, string> = {
  Post: 'post_not_found',
  Space: 'space_not_found',
  Member: 'community_member_not_found',
  Event: 'event_not_found',
  Course: 'course_not_found',
  Form: 'form_not_found',
  'Tagged member': 'tagged_member_not_found',
  Paywall: 'paywall_not_found',
  'Paywall group': 'paywall_group_not_found',
  Coupon: 'paywall_coupon_not_found',
  Charge: 'charge_not_found',
  Subscription: 'subscription_not_found',
}
/** By code: the published identifier, and its status where that is another. */
const NAMED: Record<string, { code: string; status?: number }> = {
  limit_reached: { code: 'api_member_limit_exceeded', status: 403 },
  segment_not_found: { code: 'community_segment_not_found' },
  unauthenticated: { code: 'missing_token_error' },
}

export function published(error: unknown): unknown {
  if (!(error instanceof AtriumError)) return error
  const what = error.code === 'not_found' ? /^(.*) not found\.$/.exec(String(error.said))?.[1] : undefined
  const named = what !== undefined && MISSING[what] ? { code: MISSING[what], status: undefined } : NAMED[error.code]
  if (!named) return error
  const { said, details, retryAfter } = error
  return new AtriumError(named.status ?? error.status, named.code, said, { details, retryAfter, cause: error })
}
