/** The tables of push broadcasts. */
import { p, table, type TablesOf } from '@atrium/sdk/server'
import type { Audience, State } from '../contract.ts'

export const BroadcastTable = table(
  'push.broadcast',
  {
    title: p.text(),
    message: p.text().default(''),
    path: p.text().nullable(),
    imageUrl: p.text().nullable(),
    audience: p.json<Audience>(),
    status: p.text().$type<State>().default('draft'),
    scheduledAt: p.datetime().nullable(),
    isLocalTime: p.boolean().default(false),
    timeZone: p.text().default('UTC'),
    /** When its recipients are gathered: with local time that is when the first of them is due. */
    beginsAt: p.datetime().nullable(),
    sentAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
    archivedAt: p.datetime().nullable(),
    authorMemberId: p.bigint('number').nullable(),
    /** How far its recipients are gathered: the segment by its place, and the last member. */
    filledSegment: p.integer().default(0),
    filledAfter: p.bigint('number').default(0),
    isFilled: p.boolean().default(false),
    /** Until another run may hand it out than the one that does. */
    runUntil: p.datetime().nullable(),
    audienceCount: p.integer().default(0),
    recipientsCount: p.integer().default(0),
    reachedCount: p.integer().default(0),
    devicesCount: p.integer().default(0),
    deliveredCount: p.integer().default(0),
    failedCount: p.integer().default(0),
    expiredCount: p.integer().default(0),
    skippedCount: p.integer().default(0),
    openedCount: p.integer().default(0),
  },
  { own: ['title', 'message', 'path'] },
)
/** A member whom it goes to. */
export const RecipientTable = table(
  'push.recipient',
  {
    broadcastId: p.bigint('number'),
    memberId: p.bigint('number').nullable(),
    status: p.text().$type<'waiting' | 'delivered' | 'failed' | 'expired' | 'skipped'>().default('waiting'),
    devices: p.integer().default(0),
    sentAt: p.datetime().nullable(),
    openedAt: p.datetime().nullable(),
  },
  { own: ['broadcast_id', 'status', 'sent_at', 'opened_at'] },
)
/** One of their devices. */
export const DeliveryTable = table('push.delivery', {
  broadcastId: p.bigint('number'),
  recipientId: p.bigint('number'),
  deviceId: p.bigint('number'),
  status: p.text().$type<'waiting' | 'claimed' | 'delivered' | 'failed' | 'expired' | 'skipped'>().default('waiting'),
  dueAt: p.datetime(),
  /** Until another run may take it over from one that has died. */
  claimedUntil: p.datetime().nullable(),
  attempts: p.smallint().default(0),
  error: p.text().nullable(),
  sentAt: p.datetime().nullable(),
})
/** What came of a broadcast in one hour. */
export const HourTable = table('push.hour', {
  broadcastId: p.bigint('number'),
  hour: p.datetime(),
  /** Devices. */
  delivered: p.integer().default(0),
  /** Members. */
  opened: p.integer().default(0),
})
export const entities = [BroadcastTable, RecipientTable, DeliveryTable, HourTable]
export type Tables = TablesOf<(typeof entities)[number]>
