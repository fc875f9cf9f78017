/** What others may know of the developers' pages: tokens, origins, and how the API is used. */
import type { MeteredCalls } from '@atrium/sdk/server'
import { changesOf, date, defineContract, del, done, get, id, line, originPattern, patch, post, type, z } from '@atrium/sdk'

export const KINDS = ['admin_v2', 'admin_v1', 'headless_auth', 'data'] as const
export type Kind = (typeof KINDS)[number]
/** How kinds are summed up where their use is shown; `member` are tokens that a headless one has made for somebody. */
export const API_TYPES = ['admin', 'headless', 'data'] as const
export type ApiType = (typeof API_TYPES)[number]
export const LEVELS = ['none', 'read', 'write'] as const
export type Level = (typeof LEVELS)[number]
/** By which a server may say for whom it wants a member's token. */
export const IDENTIFIERS = ['email', 'community_member_id', 'sso_user_id'] as const
export const MAX_TOKENS = 200
export const MAX_ORIGINS = 100
/** Hours that a renewed token's former text may go on. */
export const MAX_OVERLAP = 168
/** Days of which single hours are kept, and days that are kept at all. */
export const HOURS_KEPT = 35
export const DAYS_KEPT = 400

const Person = z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable() }).nullable()
/** `read` and `write` of everything, `posts:read` and `posts:write` of one plugin. */
const scope = z.string().regex(/^(read|write|[a-z][a-z0-9-]{0,39}:(read|write))$/, 'Choose what the token may do.')
export const Token = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.string(),
  /** Its beginning and end. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  /** With the rights of who made it; else with those of a plain member. */
  acts_as_admin: z.boolean(),
  author: Person,
  /** Only who made it changes what it may do, or renews it. */
  is_mine: z.boolean(),
  created_at: date,
  last_used_at: date.nullable(),
  expires_at: date.nullable(),
  /** Its former text holds until then. */
  former_until: date.nullable(),
  /** Of the last 30 days. */
  calls: z.number(),
  /** Day by day, the oldest first. */
  trend: z.array(z.number()),
})
export type Token = z.output<typeof Token>
const WithText = Token.extend({ token: z.string() })

const fields = z.object({
  name: line(80).min(1, 'Enter a name.'),
  scopes: z.array(scope).max(120).default([]),
  /** Null: without an end. */
  expires_at: z.iso.datetime({ offset: true }).nullable().default(null),
})
export const NewToken = fields.extend({
  kind: z.enum(KINDS).default('admin_v2'),
  /** Of the admin's kinds alone: whether it has the rights of who makes it. */
  acts_as_admin: z.boolean().default(true),
})
export type NewToken = z.output<typeof NewToken>

export const Origin = z.object({ id: z.number(), origin: z.string(), note: z.string(), created_at: date, updated_at: date })
export type Origin = z.output<typeof Origin>
const originFields = z.object({ origin: originPattern, note: line(120).default('') })

const apiType = z.enum(API_TYPES).optional()
const moment = z.iso.datetime({ offset: true })
/** By default the last 30 days. */
const span = z.object({ start_date_time: moment.optional(), end_date_time: moment.optional(), api_type: apiType })
const byType = z.object({ admin: z.number(), headless: z.number(), data: z.number() })
export const Usage = z.object({
  start_date_time: date,
  end_date_time: date,
  count: z.number(),
  /** Of the same length of time before. */
  previous_count: z.number(),
  /** Answers of 400 and above. */
  failed: z.number(),
  previous_failed: z.number(),
  /** Milliseconds within which 95 of 100 were answered; null without any. */
  p95: z.number().nullable(),
  statuses: z.object({ ok: z.number(), refused: z.number(), throttled: z.number(), broken: z.number() }),
  /** An hour each up to two days, else a day. */
  step: z.enum(['hour', 'day']),
  records: z.array(z.object({ at: date, counts: byType })),
})
export type Usage = z.output<typeof Usage>
export const Endpoint = z.object({
  method: z.string(),
  path: z.string(),
  count: z.number(),
  failed: z.number(),
  p95: z.number().nullable(),
  trend: z.array(z.number()),
  /** The token that called it most. */
  token: z.object({ id: z.number(), name: z.string() }).nullable(),
})
export type Endpoint = z.output<typeof Endpoint>

/** For set-up. */
export interface DevelopersService {
  /** Calls as they were made at a moment. */
  record(calls: MeteredCalls[], at: Date): Promise<void>
  /** Origins that are not on the list yet. */
  addOrigins(origins: { origin: string; note: string }[]): Promise<void>
}

const can = 'manage' as const
const byId = { params: z.object({ id }) }
/** Their changes stand for themselves: what a token may do is asked by every process at once. */
const apart = { can, transaction: false as const }

export default defineContract('developers', {
  permissions: { manage: { title: 'Make API tokens and see how the API is used', grant: ['admin'] } },
  service: type<DevelopersService>(),
  settings: z.object({
    identifiers: z
      .array(z.enum(IDENTIFIERS))
      .min(1)
      .default([...IDENTIFIERS]),
  }),
  routes: {
    tokens: get('/internal_api/admin/api_tokens', {
      can,
      reply: z.object({ records: z.array(Token) }),
      summary: 'All API tokens that hold, newest first',
    }),
    createToken: post('/internal_api/admin/api_tokens', {
      ...apart,
      challenge: true,
      body: NewToken,
      reply: WithText,
      status: 201,
      limit: { points: 60, seconds: 3_600 },
      summary: 'A token; its text is shown this once',
    }),
    plugins: get('/internal_api/admin/api_tokens/plugins', {
      can,
      reply: z.object({ records: z.array(z.object({ id: z.string(), title: z.string(), icon: z.string() })) }),
      summary: 'What a token’s scopes may name',
    }),
    showToken: get('/internal_api/admin/api_tokens/:id', { can, ...byId, reply: Token, summary: 'One' }),
    updateToken: patch('/internal_api/admin/api_tokens/:id', {
      ...apart,
      ...byId,
      challenge: true,
      body: changesOf(fields),
      reply: Token,
      summary: 'Its name for every admin; what it may do and its end for who made it',
    }),
    destroyToken: del('/internal_api/admin/api_tokens/:id', { ...apart, ...byId, reply: done, summary: 'Revokes it, at once and for good' }),
    refreshToken: post('/internal_api/admin/api_tokens/:id/refresh', {
      ...apart,
      ...byId,
      challenge: true,
      body: z.object({ overlap_hours: z.number().int().min(0).max(MAX_OVERLAP).default(24) }),
      reply: WithText,
      summary: 'A new text; the former one holds for so many hours more',
    }),

    authProvider: get('/internal_api/admin/auth_provider', {
      can,
      reply: z.object({ identifiers: z.array(z.enum(IDENTIFIERS)), access_token_seconds: z.number(), refresh_token_seconds: z.number() }),
      summary: 'How a server of one’s own signs members in to the member API',
    }),
    updateAuthProvider: patch('/internal_api/admin/auth_provider', {
      can,
      body: z.object({ identifiers: z.array(z.enum(IDENTIFIERS)).min(1, 'Choose one at least.').max(3) }),
      reply: done,
    }),

    origins: get('/internal_api/admin/cors_origins', {
      can,
      reply: z.object({ records: z.array(Origin) }),
      summary: 'Pages that may call from browsers',
    }),
    createOrigin: post('/internal_api/admin/cors_origins', { ...apart, body: originFields, reply: Origin, status: 201 }),
    showOrigin: get('/internal_api/admin/cors_origins/:id', { can, ...byId, reply: Origin }),
    updateOrigin: patch('/internal_api/admin/cors_origins/:id', { ...apart, ...byId, body: changesOf(originFields), reply: Origin }),
    destroyOrigin: del('/internal_api/admin/cors_origins/:id', { ...apart, ...byId, reply: done }),

    usageCounts: get('/internal_api/api_analytics/usage_counts', {
      can,
      query: span.extend({ limit: z.coerce.number().int().min(1).max(400).default(400) }),
      reply: Usage,
      summary: 'Calls, how they were answered, and by day or hour; `limit` counts the latest of those',
    }),
    mauCount: get('/internal_api/api_analytics/mau_count', {
      can,
      query: span,
      reply: z.object({ count: z.number(), previous_count: z.number(), months: z.array(z.object({ month: z.string(), count: z.number() })) }),
      summary: 'Members in whose name programs called, by calendar month (UTC)',
    }),
    endpointMetrics: get('/internal_api/api_analytics/endpoint_metrics', {
      can,
      query: span.extend({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
      reply: z.object({ records: z.array(Endpoint) }),
      summary: 'What is called most',
    }),
    billingCycles: get('/internal_api/api_analytics/billing_cycles', {
      can,
      query: span.extend({ limit: z.coerce.number().int().min(1).max(14).default(14) }),
      reply: z.object({
        records: z.array(
          z.object({ start_date_time: date, end_date_time: date, is_current: z.boolean(), count: z.number(), counts: byType, members: z.number() }),
        ),
      }),
      summary: 'Calendar months (UTC), the latest first',
    }),
  },
})
