/** What others may know of access: who is given what and why, groups that open several places at once, and the service that opens and closes. */
import { AtriumError, date, defineContract, del, done, get, id, idList, line, list, paging, patch, point, post, type, z } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { GrantSource } from '../spaces/contract.ts'

export type { GrantSource } from '../spaces/contract.ts'

export const STATUSES = ['active', 'archived'] as const
export const TARGETS = ['space', 'space_group', 'access_group'] as const

const Target = z.object({ kind: z.enum(TARGETS), id })
/** What can be opened for somebody. */
export type OpenedTarget = z.output<typeof Target>

/** An access group: whoever is in it is in its places. */
export const AccessGroup = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  status: z.enum(STATUSES),
  community_id: z.number(),
  space_ids: z.array(z.number()),
  space_group_ids: z.array(z.number()),
  members_count: z.number(),
  archived_at: date.nullable(),
  created_at: date,
  updated_at: date,
})
export type AccessGroup = z.output<typeof AccessGroup>

/** Why somebody is somewhere, named: a chip of their access page. */
const ReasonChip = z.object({
  /** `own`, `manual`, `access_group` … */
  source: z.string(),
  source_id: z.number().nullable(),
  label: z.string(),
  /** Where that record is looked after. */
  to: z.string().nullable(),
  expires_at: date.nullable(),
  granted_at: date,
})
export type ReasonChip = z.output<typeof ReasonChip>

const GroupMember = z.object({
  /** Of the membership. */
  id: z.number(),
  access_group_id: z.number(),
  community_member_id: z.number(),
  community_id: z.number(),
  name: z.string(),
  headline: z.string().nullable(),
  avatar_url: z.string().nullable(),
  reasons: z.array(ReasonChip),
  created_at: date,
  updated_at: date,
})
export type GroupMember = z.output<typeof GroupMember>

/** How somebody stands to a space: inside; it is open to them; they run it all; suspended; out of it, though there is a reason. */
export const STANDINGS = ['member', 'open', 'manages', 'suspended', 'outside'] as const
const Reached = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  emoji: z.string().nullable(),
  is_private: z.boolean(),
  standing: z.enum(STANDINGS),
  reasons: z.array(ReasonChip),
})
const MemberAccess = z.object({
  community_member_id: z.number(),
  name: z.string(),
  groups: z.array(z.object({ id: z.number(), name: z.string(), reasons: z.array(ReasonChip), spaces: z.array(Reached) })),
  access_groups: z.array(z.object({ id: z.number(), name: z.string(), status: z.enum(STATUSES), reasons: z.array(ReasonChip) })),
})
export type MemberAccess = z.output<typeof MemberAccess>

const Named = z.object({ id: z.number(), name: z.string() })
const CatalogueSpace = Named.extend({ slug: z.string(), emoji: z.string().nullable(), is_private: z.boolean(), space_group_id: z.number() })
const CatalogueAccessGroup = Named.extend({ status: z.enum(STATUSES), members_count: z.number() })
export interface Catalogue {
  groups: { id: number; name: string; spaces: z.output<typeof CatalogueSpace>[] }[]
  spaces: z.output<typeof CatalogueSpace>[]
  /** Active ones. */
  accessGroups: z.output<typeof CatalogueAccessGroup>[]
}

/** Names the records that reasons come from: a paywall, a link, an import. */
export interface AccessSource {
  /** As `GrantSource.source`. */
  key: string
  /** Of several at once; those that are gone are left out. */
  label(ctx: Ctx, ids: number[]): Promise<Map<number, { label: string; to: string | null }>>
}

export interface AccessService {
  /**
   * Gives members a reason to be in spaces, groups of spaces and access groups. Idempotent; a new end replaces the old one.
   * @throws AtriumError 404 where a target is absent
   */
  open(memberIds: number[], targets: OpenedTarget[], reason: GrantSource, options?: { expiresAt?: Date | null }): Promise<void>
  /** Takes that reason away from these members (`null`: from all), of these targets or all that it opened. What other reasons open stays. */
  close(memberIds: number[] | null, reason: GrantSource, targets?: OpenedTarget[]): Promise<void>
  /** For set-up and imports. @throws AtriumError 422 for a place that is not there */
  createGroup(input: { name: string; description?: string; spaceIds?: number[]; spaceGroupIds?: number[] }): Promise<{ id: number }>
  /** What can be opened, for pickers. */
  catalogue(): Promise<Catalogue>
}

const SimulationLine = z.object({
  /** `community`, `enter`, `post` … of the place; `place.<key>` of what stands there; `screen`. */
  key: z.string(),
  label: z.string(),
  allowed: z.boolean(),
  /** Sentences, the nearest reason first. */
  why: z.array(z.string()),
  reasons: z.array(ReasonChip),
})
const Simulation = z.object({
  /** Of a member; null for roles and visitors. */
  name: z.string().nullable(),
  roles: z.array(z.string()),
  space: z.object({ id: z.number(), name: z.string() }).nullable(),
  lines: z.array(SimulationLine),
})
export type Simulation = z.output<typeof Simulation>

/** What a reader may do with what stands at an address. */
export interface PlaceAnswer {
  /** The space it lies in, or null. */
  spaceId: number | null
  lines: { key: string; label: string; allowed: boolean }[]
}
/** Answers for addresses of a plugin, by its own policies, in the eyes of the ctx's reader. */
export interface AccessPlace {
  /** Null for addresses that are another's. */
  at(ctx: Ctx, path: string): Promise<PlaceAnswer | null>
}

/** A role of the community that a member holds in one space or group alone. */
const SpaceRole = z.object({
  id: z.number(),
  community_member_id: z.number(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  role: z.string(),
  role_name: z.string(),
  kind: z.enum(['space', 'space_group']),
  place_id: z.number(),
  place_name: z.string(),
  created_at: date,
})
export type SpaceRole = z.output<typeof SpaceRole>
const RoleChoice = z.object({ key: z.string(), name: z.string(), permissions: z.array(z.string()) })
export type RoleChoice = z.output<typeof RoleChoice>

const fields = {
  name: line(120).min(1, 'Enter a name.'),
  description: z.string().trim().max(1000),
  space_ids: z.array(id).max(1000),
  space_group_ids: z.array(id).max(500),
}
const byId = { params: z.object({ id }) }
const inGroup = { params: z.object({ access_group_id: id }) }
const who = z.object({ community_member_ids: idList.refine((ids) => ids.length > 0, 'Choose at least one member.') })
const places = {
  space_ids: idList.optional(),
  space_group_ids: idList.optional(),
  access_group_ids: idList.optional(),
}
const some = <T extends { space_ids?: number[]; space_group_ids?: number[]; access_group_ids?: number[] }>(input: T) =>
  Boolean(input.space_ids?.length || input.space_group_ids?.length || input.access_group_ids?.length)
const choose = { path: ['space_ids'], message: 'Choose a space, a space group or an access group.' }
const source = { source: z.string().trim().min(1).max(60).default('manual'), source_id: id.nullable().default(null) }
/** A value outside the list is named by the public API's own refusal. */
const status = z.string().transform((value): 'active' | 'archived' | 'all' => {
  if (value === 'active' || value === 'archived' || value === 'all') return value
  throw new AtriumError(400, 'invalid_status', 'Choose the status active, archived or all.')
})
const busy = { limit: { points: 120, seconds: 60 } }

export default defineContract('access', {
  permissions: { manage: { title: 'Give and remove access', grant: ['admin'] } },
  routes: {
    groups: get('/internal_api/admin/access_groups', {
      can: 'manage',
      query: paging.extend({ status: status.default('active'), name: line(120).optional(), ids: idList.optional() }),
      reply: list(AccessGroup),
      summary: 'Access groups by name',
    }),
    createGroup: post('/internal_api/admin/access_groups', {
      can: 'manage',
      ...busy,
      body: z.object({
        access_group: z.object({
          name: fields.name,
          description: fields.description.default(''),
          space_ids: fields.space_ids.default([]),
          space_group_ids: fields.space_group_ids.default([]),
        }),
      }),
      reply: AccessGroup,
      status: 201,
      summary: 'A new group, with what it opens',
    }),
    group: get('/internal_api/admin/access_groups/:id', { can: 'manage', ...byId, reply: AccessGroup, summary: 'One access group' }),
    updateGroup: patch('/internal_api/admin/access_groups/:id', {
      can: 'manage',
      ...byId,
      ...busy,
      body: z.object({ access_group: z.object(fields).partial() }),
      reply: AccessGroup,
      summary: 'Changes it; lists of places replace the old ones, and its members follow',
    }),
    archiveGroup: del('/internal_api/admin/access_groups/:id', {
      can: 'manage',
      ...byId,
      reply: done,
      summary: 'Archives it: it keeps its members and opens nothing any more',
    }),
    unarchiveGroup: patch('/internal_api/admin/access_groups/:id/unarchive', {
      can: 'manage',
      ...byId,
      reply: AccessGroup,
      summary: 'Opens everything again to those who are in it',
    }),
    groupMembers: get('/internal_api/admin/access_groups/:access_group_id/community_members', {
      can: 'manage',
      ...inGroup,
      query: paging.extend({ query: line(100).optional(), /** Of this member alone. */ community_member_id: id.optional() }),
      reply: list(GroupMember),
      summary: 'Who is in it, and why',
    }),
    addGroupMembers: post('/internal_api/admin/access_groups/:access_group_id/community_members', {
      can: 'manage',
      ...inGroup,
      ...busy,
      body: who,
      reply: done,
      status: 201,
      summary: 'Puts members in, by hand',
    }),
    removeGroupMembers: del('/internal_api/admin/access_groups/:access_group_id/community_members', {
      can: 'manage',
      ...inGroup,
      ...busy,
      body: who,
      reply: done,
      summary: 'Takes members out, whatever put them in',
    }),
    groupsOfMember: get('/internal_api/admin/community_members/:id/access_groups', {
      can: 'manage',
      ...byId,
      query: paging,
      reply: list(AccessGroup),
      summary: 'Active access groups of a member',
    }),

    grant: post('/internal_api/access_registry/community_members', {
      can: 'manage',
      ...busy,
      body: z.object({ community_member_ids: idList, ...places, expires_at: z.iso.datetime({ offset: true }).nullable().default(null) }).refine(some, choose),
      reply: done,
      status: 201,
      summary: 'Opens places to members by hand, for good or until a moment',
    }),
    revoke: del('/internal_api/access_registry/community_members', {
      can: 'manage',
      ...busy,
      body: z.object({ community_member_ids: idList, ...places, ...source }).refine(some, choose),
      reply: done,
      summary: 'Takes one reason away; `own` is membership of their own',
    }),
    memberAccess: get('/internal_api/access_registry/community_members/:id', {
      can: 'manage',
      ...byId,
      reply: MemberAccess,
      summary: 'What one member reaches, each place with its reasons',
    }),
    loss: post('/internal_api/access_registry/loss', {
      can: 'manage',
      ...busy,
      body: z.object({ community_member_id: id, ...places, ...source }).refine(some, choose),
      reply: z.object({ spaces: z.array(Named), space_groups: z.array(Named) }),
      summary: 'What a member would no longer be in without that reason; changes nothing',
    }),
    simulate: get('/internal_api/access_registry/simulation', {
      can: 'manage',
      query: z
        .object({
          who: z.enum(['member', 'role', 'visitor']),
          member_id: id.optional(),
          role: line(80).optional(),
          /** Address of a space, of what stands in it, or of a screen. */
          path: line(500).min(1, 'Choose a space or page.'),
          /** Who may open the screen at that address, as its manifest says; of an admin screen with the permission. */
          screen: z.enum(['public', 'member', 'admin']).optional(),
          can: line(100).optional(),
        })
        .refine((query) => query.who !== 'member' || query.member_id, { path: ['member_id'], message: 'Choose a member.' })
        .refine((query) => query.who !== 'role' || query.role, { path: ['role'], message: 'Choose a role.' }),
      reply: Simulation,
      limit: { points: 120, seconds: 60 },
      summary: 'What somebody sees and may do in a place, and why; for those who may look as them',
    }),
    spaceRoles: get('/internal_api/access_registry/space_roles', {
      can: 'manage',
      query: paging.extend({ community_member_id: id.optional() }),
      reply: list(SpaceRole).extend({ roles: z.array(RoleChoice) }),
      summary: 'Roles held in single places, newest first, and which roles can be given so',
    }),
    giveSpaceRole: post('/internal_api/access_registry/space_roles', {
      can: 'manage',
      ...busy,
      body: z
        .object({ community_member_id: id, role: line(80).min(1, 'Choose a role.'), space_id: id.optional(), space_group_id: id.optional() })
        .refine((input) => (input.space_id === undefined) !== (input.space_group_id === undefined), {
          path: ['space_id'],
          message: 'Choose a space or a space group.',
        }),
      reply: done,
      status: 201,
      summary: 'Gives a role of the community for one space or space group alone',
    }),
    takeSpaceRole: del('/internal_api/access_registry/space_roles/:id', { can: 'manage', ...byId, reply: done, summary: 'Takes such a role back' }),
    spaces: get('/internal_api/access_registry/spaces', {
      can: 'manage',
      query: paging.extend({ name: line(120).optional() }),
      reply: list(CatalogueSpace),
      summary: 'Spaces that can be opened',
    }),
    spaceGroups: get('/internal_api/access_registry/space_groups', {
      can: 'manage',
      query: paging.extend({ name: line(120).optional() }),
      reply: list(Named.extend({ spaces: z.array(CatalogueSpace) })),
      summary: 'Space groups that can be opened, with their spaces',
    }),
    accessGroups: get('/internal_api/access_registry/access_groups', {
      can: 'manage',
      query: paging.extend({ name: line(120).optional() }),
      reply: list(CatalogueAccessGroup),
      summary: 'Active access groups',
    }),
  },
  points: { source: point<AccessSource>(), place: point<AccessPlace>() },
  service: type<AccessService>(),
})
