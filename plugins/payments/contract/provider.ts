/** What is asked of a provider, and of the service that stands before the one a community has. */
import type { Ctx } from '@atrium/sdk/server'
import type { OpenInvoice } from './invoices.ts'
import type {
  AccountState,
  AtOdds,
  ChargeState,
  CheckoutState,
  Difference,
  Kind,
  Money,
  PayoutState,
  ProviderKey,
  Purpose,
  SubscriptionState,
} from './states.ts'

/** Something to be paid. */
export interface Line {
  /** The owner's: which price it is. */
  reference: string
  /** As the buyer reads it. */
  name: string
  /** Of one. */
  unit: Money
  /** Of one, where it is no whole amount: the smallest unit with up to twelve decimals. All of the quantity is rounded once, halves up. */
  exact?: string
  quantity?: number
  /** Absent: once. */
  recurring?: { interval: 'day' | 'week' | 'month' | 'year'; count: number }
  /** Prices of one product in one reference, so that a change of price is a change and no second thing. Default: `reference`. */
  product?: string
}

export interface Discount {
  /** The owner's: which coupon. */
  reference: string
  name: string
  /** 0 to 100, two decimals at most. */
  percent?: number
  amount?: Money
  /** For a subscription: on the first payment, on those of some months, on all. */
  duration: 'once' | 'repeating' | 'forever'
  months?: number
}

export interface CheckoutInput {
  purpose: Purpose
  /** Made of the owner's row (`checkout:<uuid>`): the same key makes one thing, however often it is asked. */
  key: string
  /** `setup` takes a way to pay and no money. */
  mode: 'payment' | 'subscription' | 'setup'
  /** In one currency. What recurs makes the subscription, what does not is on its first invoice. */
  lines: Line[]
  email: string
  customerId?: string | null
  discount?: Discount | null
  trialDays?: number | null
  /** False: a trial begins without a way to pay, and is over without one. */
  trialNeedsMethod?: boolean
  /** A subscription that ends after so many payments. */
  instalments?: number | null
  tax?: { automatic: boolean; behavior: 'exclusive' | 'inclusive'; collectTaxId: boolean }
  successUrl: string
  cancelUrl: string
  /** 30 minutes to 24 hours; default 24 hours. */
  expiresInMinutes?: number
  locale?: string
}

/** A hosted page to pay on; `url` null: there is none (the manual provider), and whoever sells says what to do. */
export interface CheckoutPage {
  id: string
  url: string | null
  expiresAt: string
  /** What it asks for first. */
  total: Money
}

export interface SubscriptionChange {
  line?: Line
  quantity?: number
  discountOff?: boolean
  discount?: Discount
  trialEnd?: Date | 'now'
  /** `void`: what falls due in the meantime is not collected; null: it goes on. */
  pause?: 'void' | null
  cancel?: 'now' | 'period_end' | Date | null
  /** A new period begins now, and is paid now. */
  restart?: true
  /** Whether the rest of the period is settled at once. */
  prorate: boolean
}

export interface Preview {
  dueNow: Money
  /** `proration`: the rest of a period that is settled, what goes back below zero. */
  lines: { text: string; amount: number; proration: boolean }[]
  nextAt: string | null
}

/** What is at the processor, by currency. */
export interface Balance {
  available: Money[]
  pending: Money[]
}
export interface MethodPreference {
  method: string
  enabled: boolean
  available: boolean
  /** Whether one may choose. */
  mutable: boolean
}

/** A provider of payments. All of it calls others: never with a transaction open. */
export interface PaymentProvider {
  key: ProviderKey
  state(ctx: Ctx): Promise<'ready' | 'needs_setup' | 'restricted'>
  currencies(ctx: Ctx): Promise<string[]>
  ensureCustomer(ctx: Ctx, input: { email: string; name: string; known: string | null; key: string }): Promise<string>
  createCheckout(ctx: Ctx, input: CheckoutInput): Promise<CheckoutPage>
  expireCheckout(ctx: Ctx, id: string): Promise<CheckoutState>
  retrieveCheckout(ctx: Ctx, id: string): Promise<CheckoutState>
  retrieveSubscription(ctx: Ctx, id: string): Promise<SubscriptionState>
  previewChange(ctx: Ctx, id: string, change: Pick<SubscriptionChange, 'line' | 'quantity'>): Promise<Preview>
  changeSubscription(ctx: Ctx, id: string, change: SubscriptionChange, key: string): Promise<SubscriptionState>
  /** Tries the open invoice again. @throws AtriumError 402 `payment_failed` */
  retry(ctx: Ctx, subscriptionId: string, key: string): Promise<SubscriptionState>
  retrieveCharge(ctx: Ctx, id: string): Promise<ChargeState>
  /** @param amount null: all that is left. @throws AtriumError 422 where it is more than that */
  refund(ctx: Ctx, chargeId: string, amount: number | null, reason: string, key: string): Promise<ChargeState>
  /** A page on which the customer changes the card. */
  methodSession(ctx: Ctx, input: { customerId: string; subscriptionId?: string | null; returnTo: string; key: string }): Promise<{ url: string | null }>
  connectAccount(ctx: Ctx, input: { purpose: Purpose; email: string; country?: string; key: string }): Promise<AccountState>
  onboardingLink(ctx: Ctx, accountId: string, to: { returnTo: string; refreshTo: string }): Promise<{ url: string }>
  retrieveAccount(ctx: Ctx, id: string): Promise<AccountState>
  transfer(ctx: Ctx, input: { purpose: Purpose; accountId: string; money: Money; key: string }): Promise<{ id: string }>
  payouts(ctx: Ctx, input: { after: string | null; limit: number }): Promise<{ records: PayoutState[]; more: boolean }>
  retrievePayout(ctx: Ctx, id: string): Promise<PayoutState>
  balance(ctx: Ctx): Promise<Balance>
  methodPreferences(ctx: Ctx): Promise<MethodPreference[]>
  setMethodPreference(ctx: Ctx, method: string, enabled: boolean): Promise<MethodPreference[]>
  /** What was made or changed since then, for the nightly comparison. */
  listChanged(ctx: Ctx, since: Date): AsyncIterable<{ kind: Kind; id: string }>
}

/** Of whoever sells: what was bought by the test provider and is open. They end it at `payments.test_over`. */
export interface TestSales {
  count(ctx: Ctx): Promise<number>
}

/** For plugins that sell: what they know of the buyer already, so that our payment page does not ask for it again. */
export interface KnownPayer {
  /** @returns null where the sale is another's, or the reader is not its buyer */
  of(ctx: Ctx, purpose: Purpose): Promise<{ name: string; country: string | null } | null>
}
type Bare<F> = F extends (ctx: Ctx, ...rest: infer Rest) => infer Result ? (...rest: Rest) => Result : never

/**
 * The service for plugins that sell (`paywalls`, `plans`, …). Calls that take a `key` have their effect once for that key. Everything but `manual` and
 * `snapshot` calls a provider: in routes and jobs with `transaction: false`, else it throws 500. What a call changes comes as an event as well.
 * @throws AtriumError 402 `payment_failed`, 404, 409 `payments_not_ready`, 422, 502 and 504 when the provider is away (ask again with the same key)
 */
export interface PaymentsService {
  /** The community's present provider; what was bought by another one stays with that. */
  provider(): { key: ProviderKey; test: boolean }
  state: Bare<PaymentProvider['state']>
  /** What may be sold in, the usual ones first. */
  currencies: Bare<PaymentProvider['currencies']>
  ensureCustomer: Bare<PaymentProvider['ensureCustomer']>
  checkout: Bare<PaymentProvider['createCheckout']>
  expireCheckout: Bare<PaymentProvider['expireCheckout']>
  retrieveCheckout: Bare<PaymentProvider['retrieveCheckout']>
  retrieveSubscription: Bare<PaymentProvider['retrieveSubscription']>
  previewChange: Bare<PaymentProvider['previewChange']>
  change: Bare<PaymentProvider['changeSubscription']>
  retry: Bare<PaymentProvider['retry']>
  retrieveCharge: Bare<PaymentProvider['retrieveCharge']>
  refund: Bare<PaymentProvider['refund']>
  methodSession: Bare<PaymentProvider['methodSession']>
  connectAccount: Bare<PaymentProvider['connectAccount']>
  onboardingLink: Bare<PaymentProvider['onboardingLink']>
  retrieveAccount: Bare<PaymentProvider['retrieveAccount']>
  transfer: Bare<PaymentProvider['transfer']>
  /** The states last handed out, without asking anybody. */
  snapshot(kind: Kind, ids: string[]): Promise<Map<string, { version: number; state: unknown }>>
  /** Something may have changed: its state is fetched and handed out by a job. */
  refresh(kind: Kind, id: string): Promise<void>
  /** What was made or changed at the present provider since then: for an owner who compares the own books with it. */
  listChanged: Bare<PaymentProvider['listChanged']>
  /** Each is an incident, of which admins are told; nothing is mended. */
  differences(owner: string, found: Difference[]): Promise<void>
  /** An incident, of which admins are told, with the way to give the payment back. */
  atOdds(owner: string, payment: AtOdds): Promise<void>
  /** For what was sold by the manual provider. */
  manual: {
    /** How to pay, as admins have written it for buyers. */
    instructions(): string
    /** What waits for its money, of these references of an owner's. */
    open(references: string[]): Promise<OpenInvoice[]>
    /**
     * Paid by other ways: an open checkout, or the open invoice of a subscription, by its id.
     * @param paid the day on which the money came, YYYY-MM-DD; default today
     * @throws AtriumError 404, 409 `nothing_open`, 422 for a day that cannot be
     */
    markPaid(id: string, paid?: { on?: string | null; note?: string }): Promise<void>
    /** An order is off, a renewal is let go. @throws AtriumError 404, 409 `nothing_open` */
    void(id: string): Promise<void>
  }
  /** For the demo and tests; only where the test provider is the present one. @throws AtriumError 409 `not_test` */
  test: {
    /** Moves the test server's clock on: trials end, subscriptions renew, failed payments are tried again. */
    advance(to: Date): Promise<void>
    /** Pays as a person on the pay page does, with a test card; default 4242 4242 4242 4242. */
    pay(checkoutId: string, card?: string): Promise<CheckoutState>
    /** The buyer's bank takes the money back, or gives it up. */
    dispute(chargeId: string, outcome?: 'open' | 'won' | 'lost'): Promise<ChargeState>
    /** Sends money to the bank, where it is after two days; `fails`: the bank sends it back. @throws AtriumError 422 for more than there is */
    payOut(money: Money, fails?: boolean): Promise<{ id: string }>
  }
}
