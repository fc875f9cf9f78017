/** Tables of payments as the ORM knows them; the migration is their truth in SQL. */
import { type InferEntity, p, table } from '@atrium/sdk/server'
import type { Said } from './service/said.ts'
import type { Discount, Incident, InvoiceLine, Kind, Line, ProviderKey } from '../contract.ts'

const elsewhere = { stays: 'what a provider says, which another installation asks itself' }
const ownServer = { stays: 'the test server of one installation, which moves no money' }
const byHand = { stays: 'what one installation has asked money for; what was sold travels with whoever sold it' }

export const SnapshotTable = table(
  'payments.snapshot',
  {
    provider: p.text().$type<ProviderKey>(),
    kind: p.text().$type<Kind>(),
    objectId: p.text(),
    version: p.integer().default(1),
    state: p.json<Record<string, unknown>>(),
  },
  elsewhere,
)
export const RefreshTable = table(
  'payments.refresh',
  {
    provider: p.text().$type<ProviderKey>(),
    kind: p.text().$type<Kind>(),
    objectId: p.text(),
    asked: p.integer().default(1),
    tries: p.integer().default(0),
    dueAt: p.datetime(),
    claimedUntil: p.datetime().nullable(),
    error: p.text().nullable(),
  },
  elsewhere,
)
export const WebhookEventTable = table(
  'payments.webhook_event',
  {
    provider: p.text().$type<ProviderKey>(),
    eventId: p.text(),
    type: p.text(),
    objectId: p.text().nullable(),
    received: p.integer().default(1),
  },
  elsewhere,
)
export const IncidentTable = table(
  'payments.incident',
  {
    kind: p.text().$type<Incident['kind']>(),
    subject: p.text().default(''),
    text: p.text(),
    said: p.json<Said>().nullable(),
    times: p.integer().default(1),
    firstAt: p.datetime(),
    lastAt: p.datetime(),
    resolvedAt: p.datetime().nullable(),
  },
  elsewhere,
)
export const NamedTable = table('payments.named', { provider: p.text().$type<ProviderKey>(), key: p.text(), objectId: p.text() }, elsewhere)
/** In the community of the platform's owner: which other one an account under the house's keys belongs to. */
export const ConnectedTable = table('payments.connected', { accountId: p.text(), connectedId: p.bigint('number') }, elsewhere)

export const ThingTable = table(
  'payments.thing',
  {
    objectId: p.text(),
    object: p.text(),
    customer: p.text().nullable(),
    parent: p.text().nullable(),
    clock: p.text().default(''),
    madeAt: p.bigint('number'),
    dueAt: p.bigint('number').nullable(),
    data: p.json<Record<string, unknown>>(),
  },
  ownServer,
)
export const AnswerTable = table(
  'payments.answer',
  {
    key: p.text(),
    request: p.text(),
    status: p.integer(),
    body: p.json<Record<string, unknown>>(),
  },
  ownServer,
)

/** Who pays by invoice. */
export const CustomerTable = table(
  'payments.manual_customer',
  { uid: p.text(), key: p.text().nullable(), email: p.text(), name: p.text().default(''), invoices: p.integer().default(0) },
  byHand,
)
export type CustomerEntity = InferEntity<typeof CustomerTable>
/** A coupon of a subscription; `until`: a moment, ISO 8601. */
export type KeptDiscount = Discount & { until: string | null }
export const SubscriptionTable = table(
  'payments.manual_subscription',
  {
    uid: p.text(),
    owner: p.text(),
    reference: p.text(),
    customer: p.text(),
    status: p.text().$type<'trialing' | 'active' | 'past_due' | 'canceled'>(),
    currency: p.text(),
    /** What recurs. */
    lines: p.json<Line[]>(),
    coupon: p.json<KeptDiscount>().nullable(),
    /** Of later invoices so much is paid already. */
    credit: p.bigint('number').default(0),
    instalments: p.integer().nullable(),
    anchor: p.datetime(),
    periodStart: p.datetime(),
    periodEnd: p.datetime(),
    trialEnd: p.datetime().nullable(),
    cancelAt: p.datetime().nullable(),
    cancelsAtPeriodEnd: p.boolean().default(false),
    isPaused: p.boolean().default(false),
    endedAt: p.datetime().nullable(),
    dueAt: p.datetime().nullable(),
  },
  byHand,
)
export type SubscriptionEntity = InferEntity<typeof SubscriptionTable>
/** What an order is for. */
export interface Ordered {
  recurs: boolean
  lines: Line[]
  discount: Discount | null
  trialDays: number | null
  instalments: number | null
}
/** Given back by hand. */
export interface Returned {
  key: string
  amount: number
  reason: string
  at: string
}
export const InvoiceTable = table(
  'payments.manual_invoice',
  {
    uid: p.text(),
    /** Of an order: what it was asked for by. */
    key: p.text().nullable(),
    kind: p.text().$type<'order' | 'renewal'>(),
    status: p.text().$type<'open' | 'paid' | 'void'>().default('open'),
    owner: p.text(),
    reference: p.text(),
    customer: p.text(),
    subscription: p.text().nullable(),
    /** What the money that came is called; null: none has come yet, or none was owed. */
    payment: p.text().nullable(),
    /** What it is called as an invoice; null for what is paid once. */
    invoice: p.text().nullable(),
    number: p.text().nullable(),
    title: p.text(),
    currency: p.text(),
    amount: p.bigint('number'),
    discount: p.bigint('number').default(0),
    lines: p.json<InvoiceLine[]>(),
    ordered: p.json<Ordered>().nullable(),
    periodStart: p.datetime().nullable(),
    periodEnd: p.datetime().nullable(),
    dueAt: p.datetime(),
    /** An order that nobody has paid by then is off. */
    expiresAt: p.datetime().nullable(),
    /** The day on which the money came, and the moment at which somebody said so. */
    paidAt: p.datetime().nullable(),
    markedAt: p.datetime().nullable(),
    note: p.text().default(''),
    refunded: p.bigint('number').default(0),
    refunds: p.json<Returned[]>(),
  },
  byHand,
)
export type InvoiceEntity = InferEntity<typeof InvoiceTable>
export const entities = [
  ...[SnapshotTable, RefreshTable, WebhookEventTable, IncidentTable, NamedTable, ConnectedTable, ThingTable, AnswerTable],
  ...[CustomerTable, SubscriptionTable, InvoiceTable],
]
