/** What others may know of coming in: calls, slots, what may be done from elsewhere. */
import { defineContract, del, done, event, get, id, list, open, paging, patch, point, post, slot, type, z } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { GrantSource } from '../spaces/contract.ts'
import {
  AccessRequest,
  BulkInput,
  BulkInvitation,
  BulkReply,
  EmailInvitation,
  EmailInvitations,
  emailQuery,
  Letter,
  oneEmail,
  OneValidation,
  pasted,
  Validation,
} from './contract/emails.ts'
import { Configuration, CONTACT_TYPES, ImportChange, importId, ImportInput, ImportRows, ImportTask, rowsQuery } from './contract/imports.ts'
import { Link, LinkChange, LinkInput, linkQuery, LinkReply, type OpenedTarget, type Paywall, Preview } from './contract/links.ts'

export * from './contract/emails.ts'
export * from './contract/imports.ts'
export * from './contract/links.ts'

interface NamedPlace {
  id: number
  name: string
}
/** Opens more than single spaces: the plugin that keeps groups of them fills it. */
export interface InvitationAccess {
  /** @throws AtriumError 404 where a target is absent */
  open(ctx: Ctx, memberIds: number[], targets: OpenedTarget[], reason: GrantSource): Promise<void>
  /** Takes away what this reason gave these members. */
  close(ctx: Ctx, memberIds: number[], reason: GrantSource): Promise<void>
  /** What this reader may open. */
  catalogue(ctx: Ctx): Promise<{ spaces: (NamedPlace & { emoji: string | null })[]; groups: NamedPlace[]; accessGroups: NamedPlace[] }>
}
/** Knows who has paid: the plugin that sells fills it. */
export interface InvitationPayment {
  holds(ctx: Ctx, memberId: number, paywallId: number): Promise<boolean>
  /** Those of these members who have bought anything. */
  buyers(ctx: Ctx, memberIds: number[]): Promise<number[]>
}

/** For seeds, set-up and workflows, in the name of the ctx's member. */
export interface InvitationsService {
  /** @throws AtriumError 403, 422 */
  createLink(input: {
    name: string
    maxUses?: number
    expiresAt?: Date
    opens?: OpenedTarget[]
    redirectSpaceId?: number
  }): Promise<{ id: number; url: string }>
  /** Addresses that cannot be invited are left out. Mails go in the background. @throws AtriumError 403, 422 where none is left */
  invite(input: { emails: string[]; message?: string; opens?: OpenedTarget[]; remind?: boolean }): Promise<{ id: number; total: number }>
  /** Imports a stored CSV of some hundred rows as its guessed columns say, in this transaction. @throws AtriumError 403, 404, 422 */
  importFile(input: { signedId: string; contactType: 'member' | 'contact' }): Promise<{ id: number }>
  /** What whoever holds this token pays, while it is good, and which invitation it is; null: nothing, or it is not. */
  paywallOf(token: string): Promise<(Paywall & { invitation: string }) | null>
  /**
   * Takes one use of an invitation for an account that buys by it; once for each account, whichever of its purchases comes last.
   * @param input.email of that account, proven
   * @throws AtriumError 403 `invitation_for_another` for one that was mailed to another address; 410 `invitation_gone`
   */
  claim(input: { invitation: string; accountId: number; email: string; reference: string }): Promise<void>
  /** Gives back what was claimed for something that came to nothing. */
  release(reference: string): Promise<void>
}
/** What a picker of an invitation is handed. */
export interface PickedAccess {
  value: readonly OpenedTarget[]
  onChange: (value: OpenedTarget[]) => void
}
export interface PickedPaywall {
  value: Paywall | null
  onChange: (value: Paywall | null) => void
}

const manage = { can: 'members.manage' } as const
const byId = { params: z.object({ id }) }
/** Of any shape: one that was cut off or got a full stop on its way is a link that leads nowhere, and no mistake in a form. */
const byToken = { params: z.object({ token: z.string().max(2_000) }) }
const busy = { limit: { points: 120, seconds: 60 } }
const looking = { limit: { points: 60, seconds: 60 } }
const readLinks = { ...manage, query: linkQuery, reply: list(Link) }
const makeLink = { ...manage, ...busy, body: LinkInput, reply: LinkReply, status: 201 }
const readLink = { ...manage, ...byId, reply: LinkReply }
const changeLink = { ...manage, ...byId, body: LinkChange, reply: LinkReply }
const removeLink = { ...manage, ...byId, reply: done }

export default defineContract('invitations', {
  routes: {
    links: get('/internal_api/invitation_links', { ...readLinks, summary: 'Invitation links, newest first' }),
    createLink: post('/internal_api/invitation_links', { ...makeLink, summary: 'Make an invitation link' }),
    link: get('/internal_api/invitation_links/:id', { ...readLink, summary: 'One invitation link' }),
    updateLink: patch('/internal_api/invitation_links/:id', { ...changeLink, summary: 'Change an invitation link' }),
    deleteLink: del('/internal_api/invitation_links/:id', { ...removeLink, summary: 'Delete a link; who came by it stays' }),
    revokeLink: post('/internal_api/invitation_links/:id/revoke', { ...manage, ...byId, reply: LinkReply, summary: 'Nobody comes in by it any more' }),
    reactivateLink: post('/internal_api/invitation_links/:id/reactivate', { ...manage, ...byId, reply: LinkReply, summary: 'Opens a revoked link again' }),
    adminLinks: get('/internal_api/admin/invitation_links', { ...readLinks, summary: 'Invitation links, newest first' }),
    adminCreateLink: post('/internal_api/admin/invitation_links', { ...makeLink, summary: 'Make an invitation link' }),
    adminLink: get('/internal_api/admin/invitation_links/:id', { ...readLink, summary: 'One invitation link' }),
    adminUpdateLink: patch('/internal_api/admin/invitation_links/:id', { ...changeLink, summary: 'Change an invitation link' }),
    adminDeleteLink: del('/internal_api/admin/invitation_links/:id', { ...removeLink, summary: 'Delete a link; who came by it stays' }),

    preview: get('/internal_api/invitations/by_token/:token', {
      can: open('Whoever holds a link reads who invites to what before signing up.'),
      ...byToken,
      ...looking,
      reply: Preview,
      summary: 'Who invites to what',
    }),
    join: post('/internal_api/invitation_links/:token/join', {
      can: 'account',
      ...byToken,
      ...looking,
      body: z.object({ consent: z.boolean().default(false) }),
      reply: z.object({ success: z.literal(true), redirect_to_space_id: z.number().nullable(), path: z.string() }),
      summary: 'Comes in by a link or a mailed invitation; a second press does no harm',
    }),

    invite: post('/internal_api/community_member_bulk_invitations', {
      ...manage,
      limit: { points: 30, seconds: 3600 },
      body: BulkInput,
      reply: BulkReply,
      status: 201,
      summary: 'Invite many by email; the mails go in the background',
    }),
    bulks: get('/internal_api/community_member_bulk_invitations', {
      ...manage,
      query: paging,
      reply: list(BulkInvitation),
      summary: 'Sendings, newest first, with how far they are',
    }),
    stopBulk: post('/internal_api/community_member_bulk_invitations/:id/stop', { ...manage, ...byId, reply: BulkInvitation, summary: 'Send no more of these' }),
    validateEmail: post('/internal_api/community_member_bulk_invitations/validate_email', {
      ...manage,
      ...busy,
      body: oneEmail,
      reply: OneValidation,
      summary: 'Whether one address can be invited',
    }),
    previewLetter: post('/internal_api/community_member_bulk_invitations/preview', {
      ...manage,
      ...busy,
      body: z.object({ message: z.string().max(1_000).default('') }),
      reply: Letter,
      summary: 'The mail as somebody gets it',
    }),
    validateEmails: post('/internal_api/email_validations', {
      ...manage,
      ...busy,
      body: z.object({ emails: pasted }),
      reply: Validation,
      summary: 'What is known of pasted addresses, in their order',
    }),
    emails: get('/internal_api/email_invitations', { ...manage, query: emailQuery, reply: EmailInvitations, summary: 'Invitations by email, newest first' }),
    resend: post('/internal_api/email_invitations/:id/resend', {
      ...manage,
      ...busy,
      ...byId,
      reply: EmailInvitation,
      summary: 'Mail an open invitation again',
    }),
    revokeEmail: del('/internal_api/email_invitations/:id', { ...manage, ...byId, reply: done, summary: 'Take an open invitation back' }),
    requests: get('/internal_api/access_requests', {
      ...manage,
      query: paging,
      reply: list(AccessRequest),
      summary: 'Who asks to be let into spaces, in one list',
    }),

    startImport: post('/internal_api/one_schema_import_contacts', {
      ...manage,
      limit: { points: 60, seconds: 3600 },
      body: ImportInput,
      reply: ImportTask,
      status: 201,
      summary: 'Begin an import: a file is looked at, rows handed over are imported at once',
    }),
    configuration: get('/internal_api/import/one_schema/configuration', {
      ...manage,
      query: z.object({ contact_type: z.enum(CONTACT_TYPES).default('contact') }),
      reply: Configuration,
      summary: 'What columns an import knows',
    }),
    imports: get('/internal_api/bulk_import_tasks', { ...manage, query: paging, reply: list(ImportTask), summary: 'Imports, newest first' }),
    importTask: get('/internal_api/bulk_import_tasks/:id', { ...manage, params: importId, reply: ImportTask, summary: 'One import' }),
    changeImport: patch('/internal_api/bulk_import_tasks/:id', {
      ...manage,
      params: importId,
      body: ImportChange,
      reply: ImportTask,
      summary: 'How the file is read and where its columns go',
    }),
    checkImport: post('/internal_api/bulk_import_tasks/:id/check', {
      ...manage,
      params: importId,
      reply: ImportTask,
      summary: 'Read all rows, change nothing',
    }),
    runImport: post('/internal_api/bulk_import_tasks/:id/run', { ...manage, params: importId, reply: ImportTask, summary: 'Import what was checked' }),
    stopImport: post('/internal_api/bulk_import_tasks/:id/stop', { ...manage, params: importId, reply: ImportTask, summary: 'Stop; what is done stays' }),
    undoImport: post('/internal_api/bulk_import_tasks/:id/undo', {
      ...manage,
      params: importId,
      reply: ImportTask,
      summary: 'Take back what it added and changed',
    }),
    deleteImport: del('/internal_api/bulk_import_tasks/:id', { ...manage, params: importId, reply: done, summary: 'Forget an import that never ran' }),
    importRows: get('/internal_api/bulk_import_tasks/:id/rows', {
      ...manage,
      params: importId,
      query: rowsQuery,
      reply: ImportRows,
      summary: 'Rows of an import with what becomes of them',
    }),
    wrongRows: get('/settings/members/bulk_import_tasks/:id/wrong_rows.csv', {
      ...manage,
      params: importId,
      limit: { points: 20, seconds: 60 },
      summary: 'Wrong rows as CSV, safe to open in a spreadsheet',
    }),
  },
  events: {
    'link.used': event(z.object({ linkId: id, memberId: id }), { automation: true, title: 'A member came by an invitation link' }),
    'import.progressed': event(z.object({ importId: id, memberId: id }), { realtime: 'member' }),
    'bulk_invitation.progressed': event(z.object({ bulkId: id, memberId: id }), { realtime: 'member' }),
  },
  slots: {
    /** Chooses what an invitation opens. */
    'invitations.access': slot<PickedAccess>(),
    /** Chooses what whoever comes in pays. */
    'invitations.paywall': slot<PickedPaywall>(),
  },
  points: { access: point<InvitationAccess>(), payment: point<InvitationPayment>() },
  service: type<InvitationsService>(),
})
