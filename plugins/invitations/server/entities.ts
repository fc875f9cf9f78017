/** Tables of coming in. */
import { p, table, type TablesOf } from '@atrium/sdk/server'
import type { Column, ImportOptions, ImportState, OpenedTarget, Outcome, Paywall, Problem } from '../contract.ts'

/** What a stranger reads of a space or group. */
export type PlaceName = { name: string; emoji: string | null }
/** Links and letters open something, so that they are good where they were made alone. */
const opensHere = { stays: 'links that open something are good in the installation that made them' }
const numbers = () => p.array((text) => Number(text)).columnType('bigint[]')

export const LinkTable = table(
  'invitations.invitation_link',
  {
    name: p.text(),
    tokenHash: p.text(),
    tokenSealed: p.text(),
    createdBy: p.bigint('number').nullable(),
    active: p.boolean().default(true),
    maxUses: p.integer().nullable(),
    expiresAt: p.datetime().nullable(),
    redirectSpaceId: p.bigint('number').nullable(),
    opens: p.json<OpenedTarget[]>().default([]),
    places: p.json<PlaceName[]>().default([]),
    memberTagIds: numbers().default([]),
    paywall: p.json<Paywall>().nullable(),
    membersJoinedCount: p.integer().default(0),
  },
  opensHere,
)
export const LinkUseTable = table('invitations.link_use', { linkId: p.bigint('number'), memberId: p.bigint('number') }, opensHere)
export const ClaimTable = table(
  'invitations.claim',
  { linkId: p.bigint('number').nullable(), emailId: p.bigint('number').nullable(), accountId: p.bigint('number'), reference: p.text() },
  opensHere,
)
export const BulkTable = table('invitations.bulk', {
  createdBy: p.bigint('number').nullable(),
  importId: p.bigint('number').nullable(),
  message: p.text().default(''),
  opens: p.json<OpenedTarget[]>().default([]),
  places: p.json<PlaceName[]>().default([]),
  memberTagIds: numbers().default([]),
  redirectSpaceId: p.bigint('number').nullable(),
  paywall: p.json<Paywall>().nullable(),
  remind: p.boolean().default(true),
  status: p.text().$type<'sending' | 'done' | 'stopped'>().default('sending'),
  total: p.integer().default(0),
  sent: p.integer().default(0),
  accepted: p.integer().default(0),
  waitsUntil: p.datetime().nullable(),
})
export const EmailTable = table(
  'invitations.email_invitation',
  {
    bulkId: p.bigint('number'),
    email: p.text(),
    name: p.text().default(''),
    facts: p.json<Record<string, string>>().default({} as never),
    opens: p.json<OpenedTarget[]>().default([]),
    memberTagIds: numbers().default([]),
    tokenHash: p.text(),
    tokenSealed: p.text(),
    status: p.text().$type<'open' | 'accepted' | 'revoked'>().default('open'),
    mailsSent: p.integer().default(0),
    firstSentAt: p.datetime().nullable(),
    lastSentAt: p.datetime().nullable(),
    nextReminderAt: p.datetime().nullable(),
    expiresAt: p.datetime().nullable(),
    claimedBy: p.bigint('number').nullable(),
    claimedAt: p.datetime().nullable(),
  },
  opensHere,
)
export const MailCountTable = table('invitations.mail_count', { hour: p.datetime(), mails: p.integer().default(0) })
export const ImportTable = table('invitations.import_task', {
  createdBy: p.bigint('number').nullable(),
  contactType: p.text().$type<'member' | 'contact'>(),
  status: p.text().$type<ImportState>().default('mapping'),
  fileId: p.bigint('number').nullable(),
  filename: p.text(),
  byteSize: p.bigint('number').default(0),
  encoding: p.text(),
  delimiter: p.text(),
  hasHeader: p.boolean(),
  columns: p.json<Column[]>().default([]),
  options: p.json<Partial<ImportOptions>>().default({} as never),
  byteMark: p.bigint('number').default(0),
  rowsRead: p.integer().default(0),
  lineMark: p.integer().default(0),
  doneRows: p.integer().default(0),
  newRows: p.integer().default(0),
  changedRows: p.integer().default(0),
  sameRows: p.integer().default(0),
  wrongRows: p.integer().default(0),
  unknown: p.json<{ tags?: string[]; spaces?: string[]; access_groups?: string[] }>().default({} as never),
  problem: p.text().nullable(),
  finishedAt: p.datetime().nullable(),
})
export const RowTable = table(
  'invitations.import_row',
  {
    importId: p.bigint('number'),
    line: p.integer(),
    outcome: p.text().$type<Outcome>(),
    problem: p.text().$type<Problem>().nullable(),
    email: p.text().default(''),
    rowValues: p.json<Record<string, string>>().default({} as never),
    former: p.json<Record<string, string | null>>().nullable(),
    memberId: p.bigint('number').nullable(),
    personId: p.bigint('number').nullable(),
    /** Those that the row gave; whoever bore one before keeps it when the import is undone. */
    tagIds: p.json<number[]>().nullable(),
  },
  { own: [] },
)

export const entities = [LinkTable, LinkUseTable, ClaimTable, BulkTable, EmailTable, MailCountTable, ImportTable, RowTable]
export type Tables = TablesOf<
  typeof LinkTable | typeof LinkUseTable | typeof BulkTable | typeof EmailTable | typeof MailCountTable | typeof ImportTable | typeof RowTable
>
