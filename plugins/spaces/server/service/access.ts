/** Who sees which spaces: one answer for every plugin, computed from cached lists of the community's spaces and the member's memberships. */
import type { Ctx } from '@atrium/sdk/server'
import type { Access, SpaceCard, Standing } from '../../contract.ts'
import { type GroupRow, groupsRead, managesRead, mineRead, type StillRow, stillRead } from '../reads.ts'

/** Access with what only this plugin needs to know. */
export interface Reach extends Access {
  /** Holds `spaces.manage`: sees and runs every space. */
  manages: boolean
  /** May this reader know of the community's listed spaces at all? */
  inside: boolean
  /** Is that space closed to this reader, who is not suspended there? */
  mayAsk(spaceId: number): boolean
  /** Id of the reader's membership in that space, or null. */
  membershipOf(spaceId: number): number | null
  /** The reader's own in that group, or null. */
  groupRole(groupId: number): string | null
  /** Moderator of that space by its own membership. */
  runs(spaceId: number): boolean
}

/** From here on one signal for all is less work than one for each. */
const MANY = 20

interface SpaceMap {
  /** In the sidebar's order, as the groups. */
  rows: StillRow[]
  groups: GroupRow[]
  byId: Map<number, StillRow>
  cards: Map<number, SpaceCard>
  bySlug: Map<string, SpaceCard>
  open: Set<number>
  drafts: Set<number>
  silent: Set<number>
  /** Kept out of the home page and of highlights. */
  modest: Set<number>
}
/** Every space of the community, whoever asks; the caller sorts out what this reader may know. */
export const spaceMap = (ctx: Ctx): Promise<SpaceMap> =>
  ctx.cached('spaces.map', null, async () => {
    const [rows, groups] = await Promise.all([ctx.read(stillRead), ctx.read(groupsRead)])
    const ids = (of: (row: StillRow) => boolean) => rows.filter(of).map(({ id }) => id)
    const cards = rows.map((row) => ({
      id: row.id,
      slug: row.slug,
      name: row.name,
      emoji: row.emoji,
      isPrivate: row.is_private,
      isSecret: row.is_hidden,
      spaceGroupId: row.space_group_id,
      types: row.types,
      commentSort: row.options.default_comment_sort ?? ('oldest' as const),
    }))
    return {
      rows,
      groups: groups.map(({ members_count, ...group }) => group),
      byId: new Map(rows.map((row) => [row.id, row])),
      cards: new Map(cards.map((card) => [card.id, card])),
      bySlug: new Map(cards.map((card) => [card.slug, card])),
      open: new Set(ids((row) => !row.is_private && !row.is_hidden && !row.is_draft)),
      drafts: new Set(ids((row) => row.is_draft)),
      silent: new Set(ids((row) => row.is_post_disabled)),
      modest: new Set(ids((row) => row.hide_from_featured_areas)),
    }
  })
/** Groups with their spaces, all of them. */
export async function spaceTree(ctx: Ctx) {
  const { groups, rows, cards } = await spaceMap(ctx)
  const byGroup = Map.groupBy(rows, (row) => row.space_group_id)
  return groups.map(({ id, name, slug }) => ({ id, name, slug, spaces: (byGroup.get(id) ?? []).map((row) => cards.get(row.id)!) }))
}
interface Memberships {
  /** Space id to membership id. */
  members: Map<number, number>
  runs: Set<number>
  /** Group id to role. */
  groups: Map<number, string>
  suspended: Set<number>
  /** Keys of the roles held there alone, by `space:3` or `space_group:1`. */
  roles: Map<string, string[]>
}
const NONE: Memberships = { members: new Map(), runs: new Set(), groups: new Map(), suspended: new Set(), roles: new Map() }
/** The member's own spaces and groups, in the form in which every request asks for them. */
const mineOf = (ctx: Ctx, memberId: number): Promise<Memberships> =>
  ctx.cached('spaces.mine', memberId, async () => {
    const [row] = await ctx.read(mineRead, [memberId])
    return {
      members: new Map(row!.spaces?.map(([spaceId, id]) => [spaceId, id])),
      runs: new Set(row!.spaces?.filter(([, , moderates]) => moderates === 1).map(([spaceId]) => spaceId)),
      groups: new Map(row!.groups?.map(([groupId, moderates]) => [groupId, moderates === 1 ? 'moderator' : 'member'])),
      suspended: new Set(row!.suspended),
      roles: new Map([...Map.groupBy(row!.roles ?? [], ([target, id]) => `${target}:${id}`)].map(([place, held]) => [place, held.map(([, , role]) => role)])),
    }
  })

/** Somebody who is in no space and holds no right. */
export type Anybody = 'visitor' | 'member'

/** @param anybody in whose eyes, in place of the reader's */
async function compute(ctx: Ctx, anybody?: Anybody): Promise<Reach> {
  const member = anybody ? null : ctx.member
  const holds = (permission: string) => !anybody && ctx.can(permission)
  const [spaces, { members, runs, groups, suspended, roles }] = await Promise.all([spaceMap(ctx), member ? mineOf(ctx, member.id) : NONE])
  const manages = holds('spaces.manage')
  const inside = anybody === 'member' || member !== null || !ctx.community.isPrivate
  const { cards, drafts, silent, modest, open } = spaces
  const canView = (spaceId: number) => {
    if (manages) return cards.has(spaceId)
    if (!inside || (drafts.has(spaceId) && !runs.has(spaceId))) return false
    return open.has(spaceId) || members.has(spaceId)
  }
  const isListed = (spaceId: number) => canView(spaceId) || (inside && !drafts.has(spaceId) && cards.get(spaceId)?.isSecret === false)
  const rolesAt = (spaceId: number) =>
    roles.size === 0 ? [] : [...(roles.get(`space:${spaceId}`) ?? []), ...(roles.get(`space_group:${spaces.byId.get(spaceId)?.space_group_id}`) ?? [])]
  const heldAt = (spaceId: number, permission: string) => rolesAt(spaceId).some((role) => ctx.spaceRightsOf(role).includes(permission))
  // Moderators of the community run what they see; private spaces are the members' and the admins'.
  const canModerate = (spaceId: number) =>
    canView(spaceId) && (manages || runs.has(spaceId) || member?.isModerator === true || heldAt(spaceId, 'content.moderate'))
  let visibleIds: number[] | undefined
  let memberIds: number[] | undefined
  return {
    // Most requests ask about one space of hundreds, and never for the list.
    visibleIds: () => (visibleIds ??= [...cards.keys()].filter(canView)),
    memberIds: () => (memberIds ??= [...members.keys()].filter(canView)),
    canView,
    canModerate,
    canPost: (spaceId) => canView(spaceId) && (canModerate(spaceId) || (members.has(spaceId) && !silent.has(spaceId))),
    can: (permission, spaceId) => holds(permission) || (canView(spaceId) && heldAt(spaceId, permission)),
    rolesAt,
    isMember: (spaceId) => members.has(spaceId),
    mayJoin: (spaceId) => canView(spaceId) && !members.has(spaceId) && !suspended.has(spaceId),
    isListed,
    listedIds: () => [...cards.keys()].filter(isListed),
    mayAsk: (spaceId) => inside && !canView(spaceId) && !suspended.has(spaceId),
    isFeatured: (spaceId) => !modest.has(spaceId),
    manages,
    inside,
    membershipOf: (spaceId) => members.get(spaceId) ?? null,
    groupRole: (groupId) => groups.get(groupId) ?? null,
    runs: (spaceId) => runs.has(spaceId),
  }
}

/** How another member stands to every space. */
export async function standingsOf(ctx: Ctx, memberId: number): Promise<Map<number, Standing>> {
  const [{ rows, open }, { members, suspended }, [boss]] = await Promise.all([spaceMap(ctx), mineOf(ctx, memberId), ctx.read(managesRead, [memberId])])
  const standing = (id: number): Standing => {
    if (members.has(id)) return 'member'
    if (boss) return 'manages'
    return suspended.has(id) ? 'suspended' : open.has(id) ? 'open' : 'outside'
  }
  return new Map(rows.map(({ id }) => [id, standing(id)]))
}

const holder = (ctx: Ctx) => ctx.once('spaces.reach', () => ({ reach: null as Promise<Reach> | null }))
/** The reader's access, computed once a request. */
export const reachOf = (ctx: Ctx): Promise<Reach> => {
  const held = holder(ctx)
  held.reach ??= compute(ctx)
  return held.reach
}
export const reachOfAnybody = (ctx: Ctx, anybody: Anybody): Promise<Reach> => compute(ctx, anybody)
/** Of those chosen by name (`SpacesService.named`). */
const CHOICES = 20
export async function spacesNamed(ctx: Ctx, search: string, types: readonly string[], { listed = false } = {}): Promise<{ id: number; name: string }[]> {
  const [{ cards }, reach] = await Promise.all([spaceMap(ctx), reachOfAnybody(ctx, 'member')])
  const words = search.toLocaleLowerCase(ctx.locale)
  return (listed ? reach.listedIds() : reach.visibleIds())
    .map((id) => cards.get(id)!)
    .filter((card) => types.some((type) => card.types.includes(type)) && card.name.toLocaleLowerCase(ctx.locale).includes(words))
    .slice(0, CHOICES)
    .map(({ id, name }) => ({ id, name }))
}
/** After a space has changed, the next question is answered afresh; after joining or leaving, for these members. */
export function invalidateReach(ctx: Ctx, memberIds?: number[]): void {
  holder(ctx).reach = null
  if (!memberIds) ctx.invalidate('spaces.map')
  if (!memberIds || memberIds.length > MANY) ctx.invalidate('spaces.mine')
  else for (const memberId of memberIds) ctx.invalidate('spaces.mine', memberId)
}
/** After these members came to reach less: whether they may still hear what they hear. */
export function roomsOf(ctx: Ctx, memberIds: number[]): void {
  if (memberIds.length > MANY) ctx.recheckRooms()
  else for (const memberId of memberIds) ctx.recheckRooms(memberId)
}
