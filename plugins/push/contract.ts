/** What others may know of push broadcasts: the message, whom it goes to, what became of it. */
import { changesOf, date, defineContract, del, done, event, get, id, idList, isZone, line, list, open, paging, patch, post, type, z } from '@atrium/sdk'

export const STATES = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const
export type State = (typeof STATES)[number]
/** How the list is narrowed; `sent` has those that are going out and those that were stopped, too. */
export const VIEWS = ['all', 'draft', 'scheduled', 'sent', 'archived'] as const
export const AUDIENCES = ['members', 'segments'] as const
/** What became of it for one member. Who opened it has it, too. */
export const OUTCOMES = ['waiting', 'delivered', 'opened', 'failed', 'expired', 'skipped'] as const
export const MAX_TITLE = 80
export const MAX_MESSAGE = 240
export const MAX_SEGMENTS = 20
/** Hours of a report. */
export const HOURS = 48
/** Kind of its switch in the notification settings. */
export const KIND = 'push_broadcast'

export const Audience = z.object({
  kind: z.enum(AUDIENCES).default('members'),
  segment_ids: z.array(z.number().int().positive()).max(MAX_SEGMENTS).default([]),
})
export type Audience = z.output<typeof Audience>

/** People and devices: a member may have several. */
export const Figures = z.object({
  /** Members of the audience when it went out. */
  audience: z.number(),
  /** Members who had a device and wanted it. */
  recipients: z.number(),
  /** Members of whom one device at least was reached. */
  reached: z.number(),
  devices: z.number(),
  /** Devices whose push service took it. */
  delivered: z.number(),
  failed: z.number(),
  /** Devices that are no more. */
  expired: z.number(),
  /** Devices of members who switched it off meanwhile, and those left when it was stopped. */
  skipped: z.number(),
  waiting: z.number(),
  /** Members. */
  opened: z.number(),
})
export type Figures = z.output<typeof Figures>

const Person = z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable() }).nullable()
export const Broadcast = z.object({
  id: z.number(),
  title: z.string(),
  message: z.string(),
  /** Where a press leads, within the community; null: its first page. */
  path: z.string().nullable(),
  image_url: z.string().nullable(),
  audience: Audience,
  status: z.enum(STATES),
  scheduled_at: date.nullable(),
  /** At that time of day where each member lives. */
  is_local_time: z.boolean(),
  time_zone: z.string(),
  archived_at: date.nullable(),
  sent_at: date.nullable(),
  finished_at: date.nullable(),
  author: Person,
  figures: Figures,
  created_at: date,
  updated_at: date,
})
export type Broadcast = z.output<typeof Broadcast>
export const Recipient = z.object({
  id: z.number(),
  /** Null for who has deleted their account. */
  member: z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable(), public_uid: z.string() }).nullable(),
  outcome: z.enum(OUTCOMES),
  devices: z.number(),
  sent_at: date.nullable(),
  opened_at: date.nullable(),
})
export type Recipient = z.output<typeof Recipient>
export const Report = z.object({
  figures: Figures,
  /** By hour since it began to go out, as far as something happened. */
  hours: z.array(z.object({ hour: date, delivered: z.number(), opened: z.number() })),
})
export type Report = z.output<typeof Report>

const fields = z.object({
  title: line(MAX_TITLE).min(1, 'Enter a title.'),
  message: z.string().trim().max(MAX_MESSAGE).default(''),
  /** An address within the community, or the whole of it. */
  path: z.string().trim().max(2_000).nullable().default(null),
  /** An upload of one's own; null: without a picture. */
  image_signed_id: z.string().max(400).nullable().optional(),
  audience: Audience.prefault({}),
})
export type BroadcastInput = z.output<typeof fields>

/** Push broadcasts for set-up, in the name of the ctx's member. */
export interface PushService {
  /** A draft. @throws AtriumError 422 */
  draft(input: { title: string; message?: string; path?: string | null; audience?: Audience }): Promise<number>
  /** One that went out at another time, and what came of it. */
  record(input: {
    title: string
    message: string
    path: string | null
    at: Date
    /** Members of the audience, with those who had no device. */
    audience: number
    recipients: { memberId: number; devices: number; outcome: 'delivered' | 'failed' | 'expired'; openedAt: Date | null }[]
  }): Promise<number>
}

const can = 'manage' as const
const byId = { params: z.object({ id }) }

export default defineContract('push', {
  permissions: { manage: { title: 'Write and send push broadcasts', grant: ['admin'] } },
  routes: {
    list: get('/internal_api/push_notification_broadcasts', {
      can,
      query: paging.extend({ view: z.enum(VIEWS).default('all') }),
      reply: list(Broadcast),
      summary: 'Push broadcasts, newest first',
    }),
    create: post('/internal_api/push_notification_broadcasts', { can, body: fields, reply: Broadcast, status: 201, summary: 'A draft' }),
    segments: get('/internal_api/push_notification_broadcasts/segments', {
      can,
      reply: z.object({ records: z.array(z.object({ id: z.number(), title: z.string() })) }),
      summary: 'Segments that may be chosen',
    }),
    audienceCount: get('/internal_api/push_notification_broadcasts/audience_count', {
      can,
      query: z.object({ kind: z.enum(AUDIENCES).default('members'), segment_ids: idList.optional() }),
      reply: z.object({ members: z.number(), reachable: z.number() }),
      limit: { points: 120, seconds: 60 },
      summary: 'How many members it would go to, and how many of them have a device for it',
    }),
    show: get('/internal_api/push_notification_broadcasts/:id', { can, ...byId, reply: Broadcast, summary: 'One' }),
    update: patch('/internal_api/push_notification_broadcasts/:id', {
      can,
      ...byId,
      body: changesOf(fields),
      reply: Broadcast,
      limit: { points: 240, seconds: 60 },
      summary: 'Changes a draft',
    }),
    destroy: del('/internal_api/push_notification_broadcasts/:id', {
      can,
      ...byId,
      reply: done,
      summary: 'Deletes one that is neither scheduled nor going out',
    }),
    sendBroadcast: post('/internal_api/push_notification_broadcasts/:id/send_broadcast', {
      can,
      ...byId,
      body: z.object({
        /** Left out: now. */
        scheduled_at: z.iso.datetime({ offset: true }).optional(),
        /** At that time of day, as it is in `time_zone`, where each member lives. */
        is_local_time: z.boolean().default(false),
        time_zone: z.string().max(60).refine(isZone, 'Choose a valid time zone.').default('UTC'),
      }),
      reply: Broadcast,
      summary: 'Sends a draft, now or later',
    }),
    duplicate: post('/internal_api/push_notification_broadcasts/:id/duplicate', {
      can,
      ...byId,
      reply: Broadcast,
      status: 201,
      summary: 'A draft that says the same',
    }),
    archive: post('/internal_api/push_notification_broadcasts/:id/archive', {
      can,
      ...byId,
      body: z.object({ archived: z.boolean().default(true) }),
      reply: Broadcast,
      summary: 'Puts one away that is neither scheduled nor going out, or takes it out again',
    }),
    cancelSchedule: post('/internal_api/push_notification_broadcasts/:id/cancel_schedule', {
      can,
      ...byId,
      reply: Broadcast,
      summary: 'Makes a scheduled one a draft again, or stops one that is going out: who has it keeps it',
    }),
    sendTest: post('/internal_api/push_notification_broadcasts/:id/send_test_notification', {
      can,
      ...byId,
      /** Left out: oneself. */
      body: z.object({ community_member_id: id.optional() }),
      reply: done.extend({ devices: z.number() }),
      limit: { points: 30, seconds: 3_600 },
      summary: 'Sends it to one member’s devices, with a mark in the title',
    }),
    report: get('/internal_api/push_notification_broadcasts/:id/analytics_report', {
      can,
      ...byId,
      reply: Report,
      summary: 'What became of it, in numbers and by hour',
    }),
    recipients: get('/internal_api/push_notification_broadcasts/:id/recipients', {
      can,
      ...byId,
      query: paging.extend({ outcome: z.enum(OUTCOMES).optional() }),
      reply: list(Recipient),
      summary: 'Whom it went to, and what became of it',
    }),
    opened: get('/push/o/:token', {
      can: open('The notification on a device leads through it; whoever has the device has the address, which opens nothing that they could not open without.'),
      params: z.object({ token: z.string().max(400) }),
      limit: { points: 240, seconds: 60 },
      summary: 'Notes that a member opened it, and leads on to its page',
    }),
  },
  events: {
    /** Told to who sent it, while it goes out. */
    'broadcast.progressed': event(z.object({ broadcastId: id, memberId: id }), { realtime: 'member' }),
    'broadcast.sent': event(z.object({ broadcastId: id }), { automation: true, title: 'A push broadcast was sent' }),
  },
  service: type<PushService>(),
})
