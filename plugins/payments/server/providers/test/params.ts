/** Parameters that the test server takes; anything else is refused as Stripe refuses it. */
import { z } from '@atrium/sdk'
import { WireError } from './forms.ts'

const int = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number)
const decimal = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2})?$/)
  .transform(Number)
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const text = z.string().max(5000)
const metadata = z.union([z.literal(''), z.record(z.string().max(40), z.string().max(500))]).optional()
const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .transform((code) => code.toLowerCase())
const expand = z.array(text).optional()
const common = { expand, metadata }
const amount = int.refine((value) => value > 0)

const recurring = z.strictObject({ interval: z.enum(['day', 'week', 'month', 'year']), interval_count: int.optional() })
const tax_behavior = z.enum(['exclusive', 'inclusive', 'unspecified']).optional()
const priceData = z.strictObject({
  currency,
  product: text.optional(),
  product_data: z.strictObject({ name: text, description: text.optional(), metadata, tax_code: text.optional() }).optional(),
  recurring: recurring.optional(),
  tax_behavior,
  unit_amount: int.refine((value) => value >= 0).optional(),
  unit_amount_decimal: z
    .string()
    .regex(/^\d{1,15}(\.\d{1,12})?$/)
    .optional(),
})
const discounts = z.union([z.literal(''), z.array(z.strictObject({ coupon: text.optional(), promotion_code: text.optional() }))]).optional()
const itemIn = z.strictObject({
  id: text.optional(),
  price: text.optional(),
  price_data: priceData.optional(),
  quantity: int.optional(),
  deleted: flag.optional(),
})
const shipping = z
  .strictObject({ address: z.record(z.string(), text), name: text, phone: text.optional(), carrier: text.optional(), tracking_number: text.optional() })
  .optional()
const automatic_tax = z.strictObject({ enabled: flag }).optional()
const trial_settings = z.strictObject({ end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']) }) }).optional()
const created = z.union([int.transform((gte) => ({ gte })), z.strictObject({ gte: int.optional(), gt: int.optional() })]).optional()
const listing = {
  limit: int.refine((value) => value >= 1 && value <= 100).optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
  created,
  expand,
}
const prorates = z.enum(['always_invoice', 'create_prorations', 'none']).optional()

export const none = z.strictObject({ expand })
export const list = z.strictObject(listing)
export const listFor = (...names: string[]) => z.strictObject({ ...listing, ...Object.fromEntries(names.map((name) => [name, text.optional()])) })

const invoiceSettings = z.strictObject({ default_payment_method: text.optional() }).optional()
export const customer = z.strictObject({
  ...common,
  description: text.optional(),
  email: text.optional(),
  invoice_settings: invoiceSettings,
  name: text.optional(),
  payment_method: text.optional(),
  phone: text.optional(),
  preferred_locales: z.array(text).optional(),
  test_clock: text.optional(),
})
export const customerChange = customer.omit({ test_clock: true, payment_method: true })
export const product = z.strictObject({ ...common, active: flag.optional(), description: text.optional(), name: text, tax_code: text.optional() })
export const productChange = product.partial()
export const price = priceData.extend({ ...common, active: flag.optional(), lookup_key: text.optional(), nickname: text.optional() })
export const priceChange = z.strictObject({ ...common, active: flag.optional(), nickname: text.optional() })
export const coupon = z.strictObject({
  ...common,
  id: text.optional(),
  amount_off: amount.optional(),
  currency: currency.optional(),
  duration: z.enum(['once', 'repeating', 'forever']).optional(),
  duration_in_months: int.optional(),
  max_redemptions: int.optional(),
  name: z.string().max(40).optional(),
  percent_off: decimal.optional(),
  redeem_by: int.optional(),
})
export const promotionCode = z.strictObject({
  ...common,
  code: text.optional(),
  customer: text.optional(),
  expires_at: int.optional(),
  max_redemptions: int.optional(),
  promotion: z.strictObject({ type: z.literal('coupon'), coupon: text }),
})
export const session = z.strictObject({
  ...common,
  allow_promotion_codes: flag.optional(),
  automatic_tax,
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  cancel_url: text.optional(),
  client_reference_id: text.optional(),
  currency: currency.optional(),
  customer: text.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  customer_email: text.optional(),
  customer_update: z.strictObject({ address: text.optional(), name: text.optional() }).optional(),
  discounts,
  expires_at: int.optional(),
  line_items: z.array(z.strictObject({ price: text.optional(), price_data: priceData.optional(), quantity: int.optional() })).optional(),
  locale: text.optional(),
  mode: z.enum(['payment', 'subscription', 'setup']),
  payment_intent_data: z
    .strictObject({ metadata, shipping, description: text.optional(), receipt_email: text.optional(), setup_future_usage: text.optional() })
    .optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  payment_method_types: z.array(text).optional(),
  setup_intent_data: z.strictObject({ metadata, description: text.optional() }).optional(),
  subscription_data: z
    .strictObject({ metadata, description: text.optional(), trial_end: int.optional(), trial_period_days: int.optional(), trial_settings })
    .optional(),
  success_url: text.optional(),
  tax_id_collection: z.strictObject({ enabled: flag }).optional(),
})
export const subscription = z.strictObject({
  ...common,
  automatic_tax,
  cancel_at: int.optional(),
  customer: text,
  default_payment_method: text.optional(),
  discounts,
  items: z.array(itemIn),
  payment_behavior: text.optional(),
  proration_behavior: prorates,
  trial_end: int.optional(),
  trial_period_days: int.optional(),
  trial_settings,
})
export const subscriptionChange = z.strictObject({
  ...common,
  automatic_tax,
  billing_cycle_anchor: z.object({ type: z.enum(['now', 'unchanged']) }).optional(),
  cancel_at: z.union([z.literal(''), int]).optional(),
  cancel_at_period_end: flag.optional(),
  default_payment_method: text.optional(),
  discounts,
  items: z.array(itemIn).optional(),
  pause_collection: z
    .union([z.literal(''), z.strictObject({ behavior: z.enum(['void', 'keep_as_draft', 'mark_uncollectible']), resumes_at: int.optional() })])
    .optional(),
  payment_behavior: text.optional(),
  proration_behavior: prorates,
  trial_end: z.union([z.literal('now'), int]).optional(),
  trial_settings,
})
export const subscriptionEnd = z.strictObject({
  expand,
  invoice_now: flag.optional(),
  prorate: flag.optional(),
  cancellation_details: z.strictObject({ comment: text.optional(), feedback: text.optional() }).optional(),
})
export const preview = z.strictObject({
  expand,
  customer: text.optional(),
  subscription: text,
  subscription_details: z.strictObject({ items: z.array(itemIn).optional(), proration_behavior: prorates, proration_date: int.optional() }).optional(),
})
export const invoicePayments = z.strictObject({
  ...listing,
  invoice: text.optional(),
  payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text.optional() }).optional(),
})
export const payInvoice = z.strictObject({ expand, payment_method: text.optional(), off_session: flag.optional() })
export const intent = z.strictObject({
  ...common,
  amount,
  automatic_payment_methods: z.strictObject({ enabled: flag, allow_redirects: text.optional() }).optional(),
  confirm: flag.optional(),
  currency,
  customer: text.optional(),
  description: text.optional(),
  off_session: flag.optional(),
  payment_method: text.optional(),
  payment_method_types: z.array(text).optional(),
  receipt_email: text.optional(),
  return_url: text.optional(),
  setup_future_usage: text.optional(),
  shipping,
})
export const confirm = z.strictObject({ expand, payment_method: text.optional(), off_session: flag.optional(), return_url: text.optional() })
export const refund = z.strictObject({
  ...common,
  amount: amount.optional(),
  charge: text.optional(),
  payment_intent: text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})
export const attach = z.strictObject({ expand, customer: text })
export const account = z.strictObject({
  ...common,
  business_type: text.optional(),
  capabilities: z.record(z.string(), z.strictObject({ requested: flag })).optional(),
  controller: z.any().optional(),
  country: z.string().length(2).optional(),
  email: text.optional(),
  type: z.enum(['express', 'standard', 'custom']).optional(),
})
export const payout = z.strictObject({ ...common, amount, currency, description: text.optional(), destination: text.optional() })
/** Those of one kind at a time. */
export const transactions = z.strictObject({ ...listing, type: z.enum(['charge', 'payout']) })
export const accountLink = z.strictObject({
  expand,
  account: text,
  refresh_url: text,
  return_url: text,
  type: z.enum(['account_onboarding', 'account_update']),
  collection_options: z.any().optional(),
})
export const transfer = z.strictObject({
  ...common,
  amount,
  currency,
  destination: text,
  description: text.optional(),
  source_transaction: text.optional(),
  transfer_group: text.optional(),
})
export const methodConfiguration = z.record(z.string(), z.any())
export const testClock = z.strictObject({ expand, frozen_time: int, name: text.optional() })
export const advance = z.strictObject({ expand, frozen_time: int })
export const events = z.strictObject({ ...listing, type: text.optional(), types: z.array(text).optional() })

/** @throws WireError as Stripe words it */
export function parse(schema: z.ZodType, input: unknown): any {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const keys = issue!.code === 'unrecognized_keys' ? [...issue!.path, issue!.keys[0]!] : issue!.path
  const param = keys.map((key, at) => (at === 0 ? String(key) : `[${String(key)}]`)).join('')
  const isMissing = issue!.code === 'invalid_type' && keys.reduce((at: any, key) => at?.[key as string], input) === undefined
  if (issue!.code === 'unrecognized_keys')
    throw new WireError(400, { type: 'invalid_request_error', code: 'parameter_unknown', message: `Received unknown parameter: ${param}`, param })
  if (isMissing) throw new WireError(400, { type: 'invalid_request_error', code: 'parameter_missing', message: `Missing required param: ${param}.`, param })
  throw new WireError(400, { type: 'invalid_request_error', code: 'parameter_invalid', message: `Invalid value for ${param}.`, param })
}
