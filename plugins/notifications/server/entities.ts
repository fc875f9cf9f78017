/** Tables of notifications as the ORM knows them; the migrations are their truth in SQL. */
import { p, table, type TablesOf } from '@atrium/sdk/server'
import type { DIGESTS, News } from '../contract.ts'

const id = () => p.bigint('number')

/** News of one kind about one subject, for one member: a bundle while it is unread. */
export const NoticeTable = table(
  'notifications.notice',
  {
    memberId: id(),
    kind: p.text(),
    subjectId: id(),
    spaceId: id().nullable(),
    reason: p.text(),
    grouping: p.text().$type<'mentions' | 'inbox'>().nullable(),
    actorIds: p
      .array(
        (one) => Number(one),
        (one) => String(one),
      )
      .columnType('bigint[]'),
    actorsCount: p.integer().default(0),
    actsCount: p.integer().default(1),
    data: p.json<NonNullable<News['values']>>(),
    toldAt: p.datetime(),
    inApp: p.boolean().default(true),
    isNew: p.boolean().default(true),
    readAt: p.datetime().nullable(),
    archivedAt: p.datetime().nullable(),
    emailAt: p.datetime().nullable(),
  },
  { own: ['kind', 'subject_id', 'space_id', 'reason', 'told_at', 'read_at', 'archived_at', 'email_at'] },
)
export const ActTable = table(
  'notifications.act',
  {
    noticeId: id(),
    memberId: id(),
    key: p.text(),
    actorMemberId: id().nullable(),
    data: p.json<NonNullable<News['values']>>(),
  },
  { own: [] },
)
export const CounterTable = table(
  'notifications.counter',
  {
    memberId: id(),
    newCount: p.integer().default(0),
    mentionsCount: p.integer().default(0),
    inboxCount: p.integer().default(0),
  },
  { own: [] },
)
/** A switch that a member has moved; null: as the kind has it. */
export const PreferenceTable = table(
  'notifications.preference',
  {
    memberId: id(),
    kind: p.text(),
    inApp: p.boolean().nullable(),
    email: p.boolean().nullable(),
    push: p.boolean().nullable(),
  },
  { own: ['kind', 'in_app', 'email', 'push'] },
)
export const ProfileTable = table(
  'notifications.profile',
  {
    memberId: id(),
    timeZone: p.text().nullable(),
    /** Of the browser they were last here with. */
    browserZone: p.text().nullable(),
    isQuiet: p.boolean().default(false),
    quietFrom: p.text().default('22:00'),
    quietTo: p.text().default('07:00'),
    digest: p.text().$type<(typeof DIGESTS)[number]>().default('weekly'),
    digestSent: p.text().nullable(),
  },
  { own: ['time_zone', 'is_quiet', 'quiet_from', 'quiet_to', 'digest'] },
)
/** A browser that is told by push. */
export const SubscriptionTable = table(
  'notifications.subscription',
  {
    memberId: id(),
    endpoint: p.text(),
    p256dh: p.text(),
    auth: p.text(),
    userAgent: p.text().default(''),
  },
  { stays: 'a browser has subscribed with the key of this installation' },
)
/** The community's key for push services; the private half is sealed. */
export const KeyTable = table(
  'notifications.push_key',
  { publicKey: p.text(), privateKey: p.text() },
  { stays: 'only this installation opens it; another makes its own' },
)
/** What the address stands for that an email is answered to. */
export const ReplyTable = table(
  'notifications.reply',
  { token: p.text(), memberId: id(), kind: p.text(), subjectId: id(), expiresAt: p.datetime() },
  { stays: 'addresses that this installation answers at' },
)
/** An answer by email that waits for its member's press. */
export const HeldTable = table(
  'notifications.held_reply',
  {
    memberId: id(),
    kind: p.text(),
    subjectId: id(),
    key: p.text(),
    doc: p.json<unknown>(),
    text: p.text(),
    files: p.json<{ id: number; filename: string }[]>(),
    expiresAt: p.datetime(),
  },
  { stays: 'nobody knows who wrote them, and their week is soon over' },
)
/** What a link of an email stood for was done. */
export const UsedLinkTable = table(
  'notifications.used_link',
  { memberId: id(), nonce: p.text(), expiresAt: p.datetime() },
  { stays: 'addresses that this installation answers at' },
)

export const entities = [NoticeTable, ActTable, CounterTable, PreferenceTable, ProfileTable, SubscriptionTable, KeyTable, ReplyTable, HeldTable, UsedLinkTable]
export type Tables = TablesOf<(typeof entities)[number]>
