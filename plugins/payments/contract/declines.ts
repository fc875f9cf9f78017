/** Decline codes of banks, as buyers are told them: the reason and what helps. Other codes are shown as a plain refusal. */
export const DECLINES: Readonly<Record<string, Declined>> = {
  insufficient_funds: 'funds',
  withdrawal_count_limit_exceeded: 'funds',
  card_velocity_exceeded: 'funds',
  expired_card: 'expired',
  incorrect_number: 'details',
  invalid_number: 'details',
  incorrect_cvc: 'details',
  invalid_cvc: 'details',
  invalid_expiry_month: 'details',
  invalid_expiry_year: 'details',
  incorrect_zip: 'details',
  authentication_required: 'unconfirmed',
  authentication_not_handled: 'unconfirmed',
  processing_error: 'away',
  issuer_not_available: 'away',
  try_again_later: 'away',
  reenter_transaction: 'away',
  card_not_supported: 'unsupported',
  currency_not_supported: 'unsupported',
  transaction_not_allowed: 'unsupported',
}
export type Declined = 'card' | 'funds' | 'expired' | 'details' | 'unconfirmed' | 'away' | 'unsupported'
