/** The tables of webhooks. */
import { p, table, type TablesOf } from '@atrium/sdk/server'

/** A try as it is kept. */
export interface StoredTry {
  /** ISO 8601. */
  at: string
  status: number | null
  ms: number
  error: string | null
}
export const EndpointTable = table(
  'webhooks.endpoint',
  {
    name: p.text(),
    url: p.text(),
    events: p.array().nullable(),
    status: p.text().$type<'on' | 'resting' | 'off'>().default('on'),
    /** It answered 410. */
    isGone: p.boolean().default(false),
    secret: p.text().nullable(),
    formerSecret: p.text().nullable(),
    formerUntil: p.datetime().nullable(),
    createdByMemberId: p.bigint('number').nullable(),
    /** Of its last delivery. */
    sequence: p.bigint('number').default(0),
    /** Since when nothing has arrived, and how many tries that were. */
    failingSince: p.datetime().nullable(),
    failures: p.integer().default(0),
    restingSince: p.datetime().nullable(),
    /** It asked to be left alone until then, or it was called too often. */
    quietUntil: p.datetime().nullable(),
    lastTryAt: p.datetime().nullable(),
  },
  { secret: ['secret', 'former_secret'] },
)
export const DeliveryTable = table(
  'webhooks.delivery',
  {
    endpointId: p.bigint('number'),
    /** Of the outbox; null for a test. */
    eventId: p.bigint('number').nullable(),
    event: p.text(),
    sequence: p.bigint('number'),
    happenedAt: p.datetime(),
    data: p.json<Record<string, unknown>>(),
    /** Whom the data name. */
    memberIds: p.array((id) => Number(id)).default([]),
    status: p.text().$type<'waiting' | 'claimed' | 'delivered' | 'failed' | 'cancelled'>().default('waiting'),
    /** Of one that is claimed: when another run may take it over from one that has died. */
    dueAt: p.datetime(),
    attempts: p.smallint().default(0),
    tries: p.json<StoredTry[]>().default([]),
    isFailing: p.boolean().default(false),
    answerHeaders: p.json<Record<string, string>>().nullable(),
    answerBody: p.text().nullable(),
  },
  { stays: 'a record of calls for thirty days, of use only beside the server that made them' },
)
/** Tries of one hour. */
export const HourTable = table(
  'webhooks.hour',
  { endpointId: p.bigint('number'), hour: p.datetime(), delivered: p.integer().default(0), failed: p.integer().default(0) },
  { stays: 'counts of calls that stay here too' },
)
export const entities = [EndpointTable, DeliveryTable, HourTable]
export type Tables = TablesOf<(typeof entities)[number]>
