/** What replies of one's own billing and of a checkout under way say. */
import { z } from '@atrium/sdk'
import { EventDate } from '../../events/contract.ts'
import { BillingDetails } from './inputs.ts'
import { InvoiceToPay, PaywallCard, Preview, Subscription } from './records.ts'
import { GiftState, HeldSeat } from './seats.ts'

const amount = z.number().int()
export const Own = z.object({
  subscriptions: z.array(
    Subscription.extend({
      cover_url: z.string().nullable(),
      payment_method: z.string().nullable(),
      can_pause: z.boolean(),
      choices: z.array(z.object({ id: z.number(), name: z.string() })),
      /** Sold by the seat: so many, of them given out; what a buyer may change them to. */
      seats: z.object({ count: z.number(), used: z.number(), min: z.number(), max: z.number(), can_change: z.boolean() }).nullable(),
      gift: GiftState.nullable(),
    }),
  ),
  /** In what others pay for. */
  held_seats: z.array(HeldSeat),
  payment_method: z.string().nullable(),
  /** The provider has a page where the card is changed. */
  can_change_method: z.boolean(),
  /** What waits for a transfer, and how to pay it. */
  open_invoices: z.array(InvoiceToPay),
  how_to_pay: z.string(),
  details: BillingDetails,
  charges_count: z.number(),
  total_paid: z.array(z.object({ amount, currency: z.string() })),
})
export const Prepared = z.object({
  paywall: PaywallCard,
  /** The price that it opens on: the one that the link or the invitation names, else the lowest, as cards say it. Null: nothing is sold. */
  price_id: z.number().nullable(),
  /** What that comes to, so that the page shows it at once; null where it cannot be bought. */
  preview: Preview.nullable(),
  /** Names of what this bundle contains and the buyer has already. */
  held: z.array(z.string()),
  /** Why it cannot be bought just now; null: it can. */
  closed: z.enum(['not_for_sale', 'full', 'held']).nullable(),
  coupon: z.object({ code: z.string(), terms: z.string() }).nullable(),
  /** The date that it is a ticket to; null: it is none, or opens several. */
  event: EventDate.nullable(),
  email: z.string().nullable(),
  details: BillingDetails,
  consent_required: z.boolean(),
  seller: z.object({ name: z.string(), address: z.string(), tax_id: z.string(), refund_terms: z.string() }),
  tax: z.boolean(),
  /** What it costs depends on where the buyer is at home, or the tax does. */
  by_country: z.boolean(),
  back: z.string(),
  /** The provider moves no money: a test. */
  is_test: z.boolean(),
})
export type Prepared = z.output<typeof Prepared>
