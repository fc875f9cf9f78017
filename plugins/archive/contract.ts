/** What others may know of leaving and of archives: calls, permissions, events, the service. */
import { Author, date, defineContract, del, done, event, get, id, list, paging, post, slot, type, z } from '@atrium/sdk'

/** What becomes of what a banned member wrote; hidden comes back when the ban ends. */
export const CONTENT = ['keep', 'hide', 'remove'] as const
/** Days for which an archive can be fetched. */
export const KEPT_DAYS = 7
/** Days in which whoever deletes their account may think better of it. */
export const GRACE_DAYS = 14

export const Ban = z.object({
  id: z.number(),
  member: Author,
  reason: z.string(),
  content: z.enum(CONTENT),
  /** Null: for good. */
  ends_at: date.nullable(),
  banned_by: z.string().nullable(),
  created_at: date,
})
export type Ban = z.output<typeof Ban>

const Part = z.object({ id: z.number(), name: z.string(), kind: z.enum(['rows', 'files']), rows: z.number(), byte_size: z.number() })
/** An archive that is being made, or can be fetched. */
export const Export = z.object({
  id: z.number(),
  status: z.enum(['running', 'ready', 'failed']),
  /** 0 to 100, by tables. */
  progress: z.number(),
  rows_count: z.number(),
  files_count: z.number(),
  /** All of it, in bytes. */
  byte_size: z.number(),
  /** Who asked for it. */
  made_by: z.string().nullable(),
  created_at: date,
  ready_at: date.nullable(),
  /** It is removed then. */
  expires_at: date.nullable(),
  parts: z.array(Part),
})
export type Export = z.output<typeof Export>

const onMember = { params: z.object({ id }) }
const onExport = { params: z.object({ id }) }
const onPart = { params: z.object({ id, partId: id }) }
const Link = z.object({ url: z.string() })
const Deletion = z.object({ due_at: date.nullable(), grace_days: z.number(), owns_community: z.boolean() })
/** The seal of a link, which holds for some minutes. */
const sealed = { query: z.object({ key: z.string().max(500) }) }
const dangerous = { limit: { points: 30, seconds: 60 } }

/** What `ban.fields` is handed: how long a ban lasts, and what becomes of what the member wrote. */
export interface BanFields {
  name: string
  /** Days, as a text; `0` for good. */
  days: string
  onDays: (days: string) => void
  content: (typeof CONTENT)[number]
  onContent: (content: (typeof CONTENT)[number]) => void
  /** What is wrong with the end. */
  error?: string
}

export interface ArchiveService {
  /** @param input `caseId`: the case of moderation that it was decided in. @throws AtriumError 401 `cannot_ban_owner`, 403, 404 `invalid_member_id` */
  ban(memberId: number, input: { reason: string; content: (typeof CONTENT)[number]; endsAt: Date | null; caseId?: number }): Promise<void>
  /** What the member is told of a ban by email, in their language; null for who has no address. Reads only. */
  banMessage(memberId: number, input: { reason: string; endsAt: Date | null }): Promise<{ subject: string; text: string } | null>
  /** The ban ends now, and what it hid comes back. @throws AtriumError 404 */
  lift(banId: number): Promise<void>
  /** Whether a ban keeps all that they wrote from readers until it ends. */
  hides(memberId: number): Promise<boolean>
  /** When a ban lets them back; null where none does, or never will. Reads only. */
  bannedUntil(memberId: number): Promise<Date | null>
  /** The membership ends for good. @throws AtriumError 401 `cannot_delete_owner`, 403, 404 `invalid_member_id` */
  remove(memberId: number, content: 'keep' | 'remove'): Promise<void>
  /** When the memberships end of those among these who have asked for that. */
  leavingAt(memberIds: number[]): Promise<Map<number, Date>>
  /** The member goes, and may come back by signing up again. @throws AtriumError as `remove` */
  deactivate(memberId: number): Promise<void>
}

export default defineContract('archive', {
  permissions: {
    manage: { title: 'Ban, deactivate and delete members', grant: ['admin'] },
    export: { title: 'Export the whole community', grant: ['admin'] },
  },
  routes: {
    ban: post('/internal_api/community_members/:id/ban_member', {
      can: 'manage',
      ...dangerous,
      ...onMember,
      body: z.object({
        reason: z.string().trim().min(1, 'Enter a reason.').max(1000),
        content: z.enum(CONTENT).default('keep'),
        /** In the future; null: for good. */
        ends_at: z.iso.datetime({ offset: true }).nullable().default(null),
      }),
      reply: done,
      summary: 'Puts a member out, with their address and the networks they came from, until the ban ends',
    }),
    deleteMember: post('/internal_api/community_members/:id/delete_member', {
      can: 'manage',
      ...dangerous,
      ...onMember,
      body: z.object({ content: z.enum(['keep', 'remove']).default('keep') }),
      reply: done,
      summary: 'Ends a membership for good; what was written stays under no name, or goes',
    }),
    deactivate: post('/internal_api/community_members/:id/deactivate', {
      can: 'member',
      ...dangerous,
      ...onMember,
      reply: done,
      summary: 'A member goes, and may come back: by their own wish where the community lets them, or an admin’s',
    }),
    leave: del('/internal_api/community_members/:id', { can: 'manage', ...dangerous, ...onMember, reply: done, summary: 'Deactivates a member' }),
    reactivate: post('/internal_api/community_members/:id/reactivate', {
      can: 'manage',
      ...dangerous,
      ...onMember,
      reply: done,
      summary: 'Who was deactivated is a member again',
    }),
    bans: get('/internal_api/bans', {
      can: 'manage',
      query: paging.extend({ search_text: z.string().trim().max(100).optional(), community_member_id: z.coerce.number().int().positive().optional() }),
      reply: list(Ban),
      summary: 'Who is banned, the latest first',
    }),
    ownBan: get('/internal_api/own_ban', {
      can: 'account',
      reply: z.object({ ban: z.object({ reason: z.string(), ends_at: date.nullable(), contact: z.string().nullable() }).nullable() }),
      summary: 'Why and until when one is banned oneself, and the address to ask at',
    }),
    lift: del('/internal_api/bans/:id', { can: 'manage', ...onExport, reply: done, summary: 'Ends a ban now' }),

    exports: get('/internal_api/community_exports', { can: 'export', reply: z.object({ records: z.array(Export) }), summary: 'Archives of the community' }),
    startExport: post('/internal_api/community_exports', {
      can: 'export',
      challenge: true,
      reply: Export,
      status: 201,
      summary: 'Makes an archive of the community',
    }),
    destroyExport: del('/internal_api/community_exports/:id', { can: 'export', ...onExport, reply: done, summary: 'Removes an archive, or ends its making' }),
    exportLink: post('/internal_api/community_exports/:id/link', {
      can: 'export',
      challenge: true,
      ...onExport,
      body: z.object({ part_id: id.optional() }),
      reply: Link,
      summary: 'An address for fetching an archive or one part of it, for some minutes',
    }),
    download: get('/internal_api/community_exports/:id/download', { can: 'export', ...onExport, ...sealed, summary: 'The archive as one zip' }),
    downloadPart: get('/internal_api/community_exports/:id/parts/:partId', { can: 'export', ...onPart, ...sealed, summary: 'One part of it' }),

    ownExports: get('/internal_api/account_exports', {
      can: 'member',
      impersonated: 'never',
      reply: z.object({ records: z.array(Export) }),
      summary: 'Archives of one’s own data',
    }),
    startOwnExport: post('/internal_api/account_exports', {
      can: 'member',
      impersonated: 'never',
      limit: { points: 5, seconds: 3600 },
      reply: Export,
      status: 201,
      summary: 'Makes an archive of everything about oneself',
    }),
    destroyOwnExport: del('/internal_api/account_exports/:id', { can: 'member', impersonated: 'never', ...onExport, reply: done }),
    downloadOwn: get('/internal_api/account_exports/:id/download', {
      can: 'member',
      impersonated: 'never',
      ...onExport,
      summary: 'One’s own archive as a zip',
    }),

    deletion: get('/internal_api/account_deletion', { can: 'member', impersonated: 'never', reply: Deletion, summary: 'When one’s membership ends for good' }),
    askDeletion: post('/internal_api/account_deletion', {
      can: 'member',
      challenge: true,
      impersonated: 'never',
      body: z.object({ content: z.enum(['keep', 'remove']).default('keep') }),
      reply: Deletion,
      summary: 'The membership ends for good after some days; what was written stays under no name, or goes',
    }),
    cancelDeletion: del('/internal_api/account_deletion', { can: 'member', impersonated: 'never', reply: Deletion, summary: 'Stays after all' }),
  },
  events: {
    'member.banned': event(
      z.object({
        memberId: id,
        endsAt: date.nullable(),
        byMemberId: id.nullable(),
        reason: z.string(),
        content: z.enum(CONTENT),
        /** The case that it was decided in; null for one from anywhere else. */
        caseId: id.nullable().default(null),
      }),
      { automation: { gone: true }, title: 'A member was banned' },
    ),
    'ban.lifted': event(z.object({ memberId: id }), { automation: true, title: 'A ban has ended' }),
    'export.changed': event(z.object({ exportId: id, memberId: id }), { realtime: 'member' }),
  },
  slots: {
    /** What a ban does and how long, in the form of whoever bans; this plugin fills it. */
    'ban.fields': slot<BanFields>(),
  },
  service: type<ArchiveService>(),
})
