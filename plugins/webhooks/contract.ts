/** What others may know of webhooks: endpoints, what was delivered to them, and the events that there are. */
import { changesOf, date, defineContract, del, done, get, id, line, list, paging, patch, post, type, z } from '@atrium/sdk'

export const MAX_ENDPOINTS = 50
export const MAX_NAME = 80
export const MAX_URL = 2_000
export const MAX_EVENTS = 200
export const KEPT_DAYS = 30
/** Hours for which the former secret signs beside a new one. */
export const OVERLAP_HOURS = 24
/** Its `type` when somebody tries an endpoint. */
export const TEST_EVENT = 'webhooks.test'
/** Minutes between tries; the last comes three days after the first. */
export const PAUSES = [1, 5, 30, 120, 360, 720, 1_440, 1_800] as const
export const MAX_TRIES = PAUSES.length + 1

/** `resting`: it failed for so long that it is left alone until somebody wakes it; what happens meanwhile waits for it. */
export const STATES = ['on', 'failing', 'resting', 'off'] as const
export type State = (typeof STATES)[number]
export const STATUSES = ['waiting', 'delivered', 'failed', 'cancelled'] as const
export type Status = (typeof STATUSES)[number]
/** `failed`: those whose last try failed, whether or not another follows. */
export const VIEWS = ['all', 'failed'] as const

const Hour = z.object({ hour: date, delivered: z.number(), failed: z.number() })
export const Endpoint = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  /** Full names; null: all of them, those of plugins to come too. */
  events: z.array(z.string()).nullable(),
  state: z.enum(STATES),
  /** It answered 410, so it was turned off. */
  is_gone: z.boolean(),
  failing_since: date.nullable(),
  resting_since: date.nullable(),
  /** The last characters of its secret. */
  secret_end: z.string(),
  /** Until when the former secret signs too. */
  former_secret_until: date.nullable(),
  last_try_at: date.nullable(),
  created_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  created_at: date,
  updated_at: date,
  /** Tries of the last 24 hours. */
  delivered_count: z.number(),
  failed_count: z.number(),
  /** The same by hour, those in which something was tried, oldest first. */
  hours: z.array(Hour),
})
export type Endpoint = z.output<typeof Endpoint>

export const Try = z.object({
  at: date,
  /** Null where no answer came; then `error` says why. */
  status: z.number().nullable(),
  /** Milliseconds. */
  ms: z.number(),
  error: z.string().nullable(),
})
export type Try = z.output<typeof Try>
export const Delivery = z.object({
  id: z.number(),
  /** `webhook-id` of every try. */
  message_id: z.string(),
  event: z.string(),
  sequence: z.number(),
  status: z.enum(STATUSES),
  /** Its last try failed. */
  is_failing: z.boolean(),
  /** Tries since it was last sent by hand, of `MAX_TRIES`. */
  attempts: z.number(),
  last_try: Try.nullable(),
  /** When it is tried next. */
  next_at: date.nullable(),
  created_at: date,
})
export type Delivery = z.output<typeof Delivery>
const Message = z.object({ headers: z.record(z.string(), z.string()), body: z.string() })
export const DeliveryDetail = Delivery.extend({
  tries: z.array(Try),
  /** Moments of the tries to come, should each of them fail. */
  planned: z.array(date),
  /** Without signatures. */
  request: Message,
  /** Of the last try; null where none came. The body is its beginning. */
  answer: Message.nullable(),
})
export type DeliveryDetail = z.output<typeof DeliveryDetail>

export const FIELD_TYPES = ['number', 'text', 'flag', 'date', 'choice', 'list', 'object'] as const
export const EventField = z.object({
  name: z.string(),
  type: z.enum(FIELD_TYPES),
  is_nullable: z.boolean(),
  /** It may be absent. */
  is_optional: z.boolean(),
  /** Of a choice. */
  options: z.array(z.string()),
})
export type EventField = z.output<typeof EventField>
export const KnownEvent = z.object({
  /** `posts.post.published`: the plugin and the event as its contract names it. */
  name: z.string(),
  title: z.string(),
  /** Whose event it is. */
  group: z.string(),
  icon: z.string(),
  fields: z.array(EventField),
  /** A whole request body. */
  example: z.string(),
})
export type KnownEvent = z.output<typeof KnownEvent>

/** What is said of members goes nowhere in the clear; to this machine itself only where the operator lets it. */
const isSafe = (text: string) =>
  URL.canParse(text) &&
  (new URL(text).protocol === 'https:' || (new URL(text).protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(text).hostname)))
const fields = z.object({
  name: line(MAX_NAME).min(1, 'Enter a name.'),
  url: line(MAX_URL).refine(isSafe, 'Enter a URL that starts with https://.'),
  events: z.array(line(120).min(1)).min(1, 'Choose at least one event.').max(MAX_EVENTS).nullable().default(null),
  is_enabled: z.boolean().default(true),
})
export type EndpointInput = z.output<typeof fields>

/** Webhooks for set-up, in the name of the ctx's member. */
export interface WebhooksService {
  /** An endpoint that rests or is off, so that nothing goes out, with what was delivered to it, the oldest first. It hears of what happens from now on. */
  record(input: { name: string; url: string; events: string[] | null; state: 'resting' | 'off'; deliveries: RecordedDelivery[] }): Promise<number>
}
export interface RecordedDelivery {
  event: string
  at: Date
  data: Record<string, unknown>
  /** Each after the pause that follows the one before, as far as that is over. `status` null: no answer came. */
  tries: { status: number | null; ms: number; body: string }[]
}

const can = 'manage' as const
const byId = { params: z.object({ id }) }
const oneDelivery = { params: z.object({ id, deliveryId: id }) }
const AT = '/internal_api/webhooks'

export default defineContract('webhooks', {
  permissions: { manage: { title: 'Set up webhooks and see what was delivered', grant: ['admin'] } },
  routes: {
    list: get(AT, { can, reply: z.object({ records: z.array(Endpoint), events_count: z.number() }), summary: 'All endpoints, with the last 24 hours' }),
    create: post(AT, { can, body: fields, reply: Endpoint, status: 201, summary: 'An endpoint that gets what happens from now on' }),
    events: get(`${AT}/events`, {
      can,
      reply: z.object({ records: z.array(KnownEvent) }),
      summary: 'Events that may be chosen, of all features that are on, with what each carries',
    }),
    show: get(`${AT}/:id`, { can, ...byId, reply: Endpoint.extend({ failing_deliveries_count: z.number() }), summary: 'One' }),
    update: patch(`${AT}/:id`, {
      can,
      ...byId,
      body: changesOf(fields),
      reply: Endpoint,
      summary: 'Changes one; what waits for one that is turned off is cancelled',
    }),
    destroy: del(`${AT}/:id`, { can, ...byId, reply: done, summary: 'Deletes one with what was delivered to it' }),
    secret: get(`${AT}/:id/secret`, { can, ...byId, reply: z.object({ secret: z.string() }), summary: 'What its requests are signed with' }),
    renewSecret: post(`${AT}/:id/secret`, {
      can,
      ...byId,
      reply: z.object({ secret: z.string(), former_secret_until: date }),
      limit: { points: 20, seconds: 3_600 },
      summary: 'A new secret; for 24 hours the former one signs too',
    }),
    test: post(`${AT}/:id/test`, {
      can,
      ...byId,
      transaction: false,
      reply: DeliveryDetail,
      limit: { points: 60, seconds: 3_600 },
      summary: 'Sends a test event now, once, and answers with what came of it',
    }),
    wake: post(`${AT}/:id/wake`, { can, ...byId, reply: Endpoint, summary: 'Goes on with one that rests' }),
    deliveries: get(`${AT}/:id/deliveries`, {
      can,
      ...byId,
      query: paging.extend({ view: z.enum(VIEWS).default('all'), event: line(120).optional() }),
      reply: list(Delivery),
      summary: 'What was delivered or is to be, newest first; kept for 30 days',
    }),
    replaySpan: post(`${AT}/:id/deliveries/replay`, {
      can,
      ...byId,
      body: z.object({
        from: z.iso.datetime({ offset: true }),
        to: z.iso.datetime({ offset: true }),
        /** Of those that never arrived, or of all that are over. */
        only: z.enum(['failed', 'all']).default('failed'),
      }),
      reply: z.object({ count: z.number() }),
      limit: { points: 20, seconds: 3_600 },
      summary: 'Sends what happened within a span once more, by the same ids',
    }),
    delivery: get(`${AT}/:id/deliveries/:deliveryId`, {
      can,
      ...oneDelivery,
      reply: DeliveryDetail,
      summary: 'One with its tries, its request and the last answer',
    }),
    replay: post(`${AT}/:id/deliveries/:deliveryId/replay`, {
      can,
      ...oneDelivery,
      reply: DeliveryDetail,
      limit: { points: 240, seconds: 3_600 },
      summary: 'Sends one once more, by the same id',
    }),
  },
  service: type<WebhooksService>(),
})
