/** What other plugins call of selling, and what they may bring to it. */
import type { z } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { CouponInput, PaywallInput } from './inputs.ts'
import type { Money, PaywallCard, TARGETS } from './records.ts'
import type { Report } from './report.ts'

/** What a buyer brought along, as an affiliate's link: kept with the checkout, handed back with `paywalls.paid`. */
export interface Attribution {
  /** @param brought the query of the checkout's address and the cookies that scripts may read */
  read(ctx: Ctx, brought: Record<string, string>): Promise<{ key: string; value: string } | null>
}
export interface NewPaywall {
  name: string
  description?: string
  currency: string
  coverSignedId?: string
  redirectSpaceId?: number
  thankYou?: string
  opens: { kind: (typeof TARGETS)[number]; id: number }[]
  /** Other paywalls that it holds: what they open, it opens. */
  contains?: number[]
  /** One further price, offered at its checkout. */
  bump?: { priceId: number; text?: string }
  prices: (Partial<z.input<typeof PaywallInput>['prices'] extends (infer P)[] | undefined ? P : never> & { amount_in_cents: number })[]
  status?: 'draft' | 'active'
}
/** A sale from before. Instead of a provider, whoever imports says how it stands. */
export interface PastSale {
  memberId: number
  priceId: number
  startedAt: Date
  status: 'active' | 'past_due' | 'paused' | 'canceled' | 'refunded'
  endedAt?: Date
  pausedAt?: Date
  /** "visa 4242". */
  method?: string
  /** In their order. */
  payments: { at: Date; amount: number; description: string; refunded?: number; failed?: boolean; reason?: string; coupon?: string }[]
  /** Of a price that is sold by the seat: how many, and who has one beside the buyer. */
  seats?: { count: number; memberIds: number[]; invited?: string[] }
}
export interface ChargeFacts {
  id: number
  memberId: number | null
  email: string
  money: Money
  refunded: number
  dispute: 'open' | 'won' | 'lost' | null
  paywallId: number | null
  priceId: number | null
  subscriptionId: number | null
  coupon: string | null
  /** Of the card: the same card, the same text; null where there was none. */
  fingerprint: string | null
  /** Where the checkout was begun from. */
  ip: string | null
  paidAt: Date
}
export interface PaywallsService {
  /** Cards for a place: active paywalls that open it. */
  opening(kind: (typeof TARGETS)[number], id: number): Promise<PaywallCard[]>
  /** Every paywall with its prices, by name: for pickers. */
  choices(): Promise<{ id: number; name: string; status: string; currency: string; prices: { id: number; name: string }[] }[]>
  /** For set-up, demo and imports. */
  create(input: NewPaywall): Promise<{ id: number; priceIds: number[] }>
  createCoupon(input: z.input<typeof CouponInput>): Promise<{ id: number }>
  endCoupon(couponId: number): Promise<void>
  /** Gives what a price opens without money, for days or for good. Idempotent. @returns the purchase */
  grantFree(memberId: number, priceId: number, days?: number): Promise<number>
  /** Does somebody hold this paywall now: by whichever of its prices, a seat, a gift, a bundle? */
  holds(memberId: number, paywallId: number): Promise<boolean>
  /** What is known of charges, for those who earn by them. */
  charges(ids: number[]): Promise<ChargeFacts[]>
  /**
   * A member orders as at the checkout. Calls the provider: in a job without a transaction.
   * @returns the page there on which it is paid; null where nothing is to be paid. @throws AtriumError as the checkout refuses
   */
  order(memberId: number, priceId: number, options?: { coupon?: string }): Promise<{ checkoutId: string | null }>
  /** Who sells, as receipts say it, and the tax: for set-up and demo. */
  setSeller(seller: { name: string; address: string; taxId?: string; country?: string; refundTerms?: string }): Promise<void>
  report(range: { days: number; currency?: string }): Promise<Report>
  /** Sales of another platform, or of the demo, into an empty start. Who holds something now is let in. */
  importSales(sales: PastSale[]): Promise<void>
}
