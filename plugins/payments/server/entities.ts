/** Tables of payments as the ORM knows them; the migration is their truth in SQL. */
import { p, table } from '@atrium/sdk/server'
import type { Said } from './service/said.ts'
import type { Incident, Kind, ProviderKey } from '../contract.ts'

const elsewhere = { stays: 'what a provider says, which another installation asks itself' }
const ownServer = { stays: 'the test server of one installation, which moves no money' }

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
export const BellTable = table(
  'payments.bell',
  {
    provider: p.text().$type<ProviderKey>(),
    kind: p.text().$type<Kind>(),
    objectId: p.text(),
    rung: p.integer().default(1),
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
    realm: p.text().$type<'test' | 'manual'>(),
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
    realm: p.text().$type<'test' | 'manual'>(),
    key: p.text(),
    request: p.text(),
    status: p.integer(),
    body: p.json<Record<string, unknown>>(),
  },
  ownServer,
)
export const entities = [SnapshotTable, BellTable, WebhookEventTable, IncidentTable, NamedTable, ConnectedTable, ThingTable, AnswerTable]
