/** A paywall while it is written. */
export interface PriceDraft {
  key: string
  id?: number
  name: string
  note: string
  price_type: 'subscription' | 'onetime' | 'installments'
  /** NaN while what was typed is no sum. */
  amount_in_cents: number
  interval: 'daily' | 'weekly' | 'monthly' | 'yearly' | null
  interval_count: number | null
  installments_count: number | null
  upfront_payment_amount_in_cents: number
  is_custom_amount: boolean
  suggested_amount_in_cents: number | null
  trial_days: number
  trial_requires_card: boolean
  /** Sold by the seat; null: to one person. */
  seats_min: number | null
  seats_max: number | null
  regions: { countries: string[]; currency: string; amount_in_cents: number }[]
  active_count?: number
  display_name?: string
}
export interface Draft {
  name: string
  display_name: string
  description: string
  currency: string
  cover_url: string | null
  cover_signed_id?: string | null
  tax_behavior: string
  coupons_enabled: boolean
  max_buyers: number | null
  thank_you: string
  redirect_space_id: number | null
  paywall_group_id: number | null
  contains: number[]
  bump_price_id: number | null
  bump_text: string
  prices: PriceDraft[]
  opens: { kind: 'space' | 'space_group' | 'access_group' | 'event'; id: number }[]
}
