/** The tables of emails to many. */
import { p, table, type TablesOf, versioned } from '@atrium/sdk/server'
import type { Audience, Block, Experiment, Look } from '../contract.ts'
import type { DOMAIN_STATES, FOUND, HELD, RECORDS, REASONS } from '../contract/deliverability.ts'

export const BroadcastTable = table(
  'email.broadcast',
  {
    name: p.text(),
    subject: p.text().default(''),
    preheader: p.text().default(''),
    fromName: p.text().default(''),
    replyTo: p.text().default(''),
    /** Pictures by the id of their file. */
    blocks: p.json<Block[]>(),
    themeId: p.bigint('number').nullable(),
    audience: p.json<Audience>(),
    experiment: p.json<Experiment>().nullable(),
    status: p.text().$type<'draft' | 'scheduled' | 'sending' | 'sent' | 'cancelled' | 'failed'>().default('draft'),
    scheduledAt: p.datetime().nullable(),
    isLocalTime: p.boolean().default(false),
    timeZone: p.text().default('UTC'),
    /** Since when it goes out, and until when. */
    sentAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
    testedAt: p.datetime().nullable(),
    authorMemberId: p.bigint('number').nullable(),
    /** A refusal in English, with its values; null while nothing is wrong. */
    trouble: p.json<{ text: string; values?: Record<string, string | number> }>().nullable(),
    ...versioned,
    recipientsCount: p.integer().default(0),
  },
  { own: ['name', 'subject'] },
)
/** An email as it goes out, made once: what is between the places where a reader's own values stand. */
export const EditionTable = table(
  'email.edition',
  {
    broadcastId: p.bigint('number'),
    subjects: p.json<string[][]>(),
    html: p.json<string[]>(),
    text: p.json<string[]>(),
    links: p.json<string[]>(),
    /** Proves addresses in its emails; sealed. A restored copy has none until it is given its own. */
    secret: p.text().nullable(),
    /** Everybody is written down. */
    isFilled: p.boolean().default(false),
  },
  { secret: ['secret'] },
)
export const RecipientTable = table(
  'email.recipient',
  {
    broadcastId: p.bigint('number'),
    personId: p.bigint('number').nullable(),
    memberId: p.bigint('number').nullable(),
    email: p.text(),
    name: p.text(),
    variant: p.text().$type<'a' | 'b'>().nullable(),
    status: p.text().$type<'waiting' | 'claimed' | 'sent' | 'failed' | 'skipped'>().default('waiting'),
    dueAt: p.datetime(),
    /** Why it is due later than it was. */
    held: p.text().$type<Exclude<(typeof HELD)[number], 'time'>>().nullable(),
    claimedAt: p.datetime().nullable(),
    attempts: p.smallint().default(0),
    error: p.text().nullable(),
    sentAt: p.datetime().nullable(),
    openedAt: p.datetime().nullable(),
    clickedAt: p.datetime().nullable(),
    bouncedAt: p.datetime().nullable(),
    bounce: p.text().$type<'hard' | 'soft'>().nullable(),
    complainedAt: p.datetime().nullable(),
    unsubscribedAt: p.datetime().nullable(),
  },
  { own: ['broadcast_id', 'email', 'name', 'status', 'sent_at', 'opened_at', 'clicked_at'] },
)
/** What came of a broadcast in one hour, in people. */
export const HourTable = table('email.hour', {
  broadcastId: p.bigint('number'),
  hour: p.datetime(),
  variant: p.text().$type<'a' | 'b'>(),
  sent: p.integer().default(0),
  opened: p.integer().default(0),
  clicked: p.integer().default(0),
  bounced: p.integer().default(0),
  complained: p.integer().default(0),
  unsubscribed: p.integer().default(0),
  failed: p.integer().default(0),
  skipped: p.integer().default(0),
})
/** Who pressed which link. */
export const ClickTable = table('email.click', {
  broadcastId: p.bigint('number'),
  recipientId: p.bigint('number'),
  link: p.smallint(),
  clicks: p.integer().default(1),
})
/** How often a link was pressed, and by how many people: kept, as a report counts nothing. */
export const LinkTable = table('email.link', {
  broadcastId: p.bigint('number'),
  link: p.smallint(),
  people: p.integer().default(0),
  clicks: p.integer().default(0),
})
export const ThemeTable = table('email.theme', { name: p.text(), look: p.json<Omit<Look, 'name'>>() })
export const TemplateTable = table(
  'email.template',
  {
    name: p.text(),
    subject: p.text().default(''),
    preheader: p.text().default(''),
    blocks: p.json<Block[]>(),
    themeId: p.bigint('number').nullable(),
    authorMemberId: p.bigint('number').nullable(),
  },
  { own: ['name', 'subject'] },
)
/** Addresses that are never written to again by an email to many. */
export const SuppressionTable = table('email.suppression', {
  email: p.text(),
  reason: p.text().$type<(typeof REASONS)[number]>(),
  detail: p.text().nullable(),
})
/** A domain of the sender, with the key that signs for it. */
export const DomainTable = table(
  'email.domain',
  {
    domain: p.text(),
    selector: p.text(),
    /** Sealed. */
    privateKey: p.text(),
    publicKey: p.text(),
    status: p.text().$type<(typeof DOMAIN_STATES)[number]>().default('pending'),
    /** What name servers said last of each of its records. */
    found: p.json<Partial<Record<(typeof RECORDS)[number], (typeof FOUND)[number]>>>().defaultRaw("'{}'"),
    failures: p.smallint().default(0),
    isWarming: p.boolean().default(true),
    askedAt: p.datetime(),
    checkedAt: p.datetime().nullable(),
    nextCheckAt: p.datetime(),
  },
  { stays: 'keys of this installation, by which its mail server signs' },
)
/** How many emails went out: of a domain of ours by the day (`from:`), to a receiving domain by the minute (`to:`). */
export const PaceTable = table(
  'email.pace',
  { key: p.text(), since: p.datetime(), used: p.integer().default(0) },
  { stays: 'how much this installation sent when' },
)
/** Words of a community's own around a mail that is sent by itself, in one language. */
export const SystemTemplateTable = table(
  'email.system_template',
  {
    /** Full name of the kind: `archive.ban`. */
    kind: p.text(),
    locale: p.text(),
    /** Empty: ours. */
    subject: p.text().default(''),
    beforeText: p.text().default(''),
    afterText: p.text().default(''),
    authorMemberId: p.bigint('number').nullable(),
  },
  { own: ['subject', 'before_text', 'after_text'] },
)
export type Tables = TablesOf<
  | typeof BroadcastTable
  | typeof EditionTable
  | typeof RecipientTable
  | typeof HourTable
  | typeof ClickTable
  | typeof LinkTable
  | typeof ThemeTable
  | typeof TemplateTable
  | typeof SuppressionTable
  | typeof DomainTable
  | typeof PaceTable
  | typeof SystemTemplateTable
>
export const entities = [
  BroadcastTable,
  EditionTable,
  RecipientTable,
  HourTable,
  ClickTable,
  LinkTable,
  ThemeTable,
  TemplateTable,
  SuppressionTable,
  DomainTable,
  PaceTable,
  SystemTemplateTable,
]
