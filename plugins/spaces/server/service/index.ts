/** What other plugins call. */
import { addTo, authorize, type Ctx, html } from '@atrium/sdk/server'
import type { SpacesService } from '../../contract.ts'
import { SpaceTable } from '../entities.ts'
import { told } from '../pages.ts'
import { NO_SPACE, spacePolicy } from '../policies.ts'
import { advanceWrite, postsCountRead } from '../reads.ts'
import contract from '../../contract.ts'
import { levelsIn, membersAfter, setOwnLevels } from './levels.ts'
import { reachOf, reachOfAnybody, spacesNamed, spaceTree, standingsOf } from './access.ts'
import { documents } from './documents.ts'
import { optionsOf } from './typeOptions.ts'
import { joinedAt, memberIds, ofMember, seesMembers } from './belonging.ts'
import { explain } from './explain.ts'
import { grant, reasonsOf, revokeGrant } from './grants.ts'
import { addMembers, join, removeMembers } from './members.ts'
import { isIn, placesOfMembers } from './places.ts'
import { giveRole, placeRoles, takeRole } from './roles.ts'
import { writingRules } from './rules.ts'
import { openRequests } from './requests.ts'
import { unreadCounts } from './unread.ts'
import { coversOf, createGroup, createSpace, describedSpaces, spaceById, spaceCardBySlug, spaceCards } from './spaces.ts'

export const service = (ctx: Ctx): SpacesService => ({
  access: () => reachOf(ctx),
  accessOf: (anybody) => reachOfAnybody(ctx, anybody),
  inSight: async (column) => ({ column, spaceIds: ctx.member ? (await reachOf(ctx)).visibleIds() : null }),
  card: async (spaceId) => (await spaceCards(ctx, [spaceId])).get(spaceId) ?? null,
  cards: (spaceIds) => spaceCards(ctx, spaceIds),
  described: (spaceIds) => describedSpaces(ctx, spaceIds),
  async told(spaceId) {
    const seen = await spaceById(ctx, spaceId)
    return seen && spacePolicy.view(ctx, seen) ? told(ctx, seen) : html``
  },
  covers: (spaceIds) => coversOf(ctx, spaceIds),
  named: (...asked) => spacesNamed(ctx, ...asked),
  tree: () => spaceTree(ctx),
  bySlug: (slug) => spaceCardBySlug(ctx, slug),
  unread: async () => (ctx.member ? ctx.read(unreadCounts, [ctx.member.id]) : []),
  count: () => ctx.em.count(SpaceTable),
  postsCount: async (spaceId) => (await ctx.read(postsCountRead, [spaceId]))[0]?.posts_count ?? 0,
  writingRules: (spaceId) => writingRules(ctx, spaceId),
  optionsOf: (spaceId, schema) => optionsOf(ctx, spaceId, schema),
  seesMembers: (spaceId) => seesMembers(ctx, spaceId),
  notificationLevels: (spaceId, ids) => levelsIn(ctx, spaceId, ids),
  setNotificationLevel: (level, spaceId) => setOwnLevels(ctx, level, spaceId),
  membersAfter: (spaceId, after, limit) => membersAfter(ctx, spaceId, after, limit),
  joinedAt: (spaceId) => joinedAt(ctx, spaceId),
  placesOfMembers: (kind) => placesOfMembers(ctx, kind),
  isIn: (kind, ids) => isIn(ctx, kind, ids),
  async advance(spaceId, what, importedFrom) {
    const step = async () => {
      const [row] = await ctx.read(advanceWrite, [spaceId, ctx.member?.id ?? 0, what === 'post' ? 1 : 0, importedFrom ?? ctx.now()])
      if (!row) throw new Error(`there is no space ${spaceId} to advance`)
      const { name } = contract.events['space.advanced']
      // Members of closed spaces hear it in the space's room, so that nobody else learns of the activity (case A08).
      ctx.push(row.open ? 'community' : `space:${spaceId}`, name, { spaceId, sequence: row.sequence, byMemberId: ctx.member?.id ?? null })
    }
    if (importedFrom) await step()
    else ctx.beforeCommit(step)
  },
  retreat(spaceId) {
    ctx.beforeCommit(async () => {
      await addTo(ctx, SpaceTable, spaceId, { posts_count: -1 })
    })
  },
  regain(spaceId) {
    ctx.beforeCommit(async () => {
      await addTo(ctx, SpaceTable, spaceId, { posts_count: 1 })
    })
  },
  documents: (after, limit) => documents(ctx, after, limit),
  createGroup: (input) => createGroup(ctx, input),
  async create({ name, slug, spaceGroupId, emoji, types, isPrivate, isHidden, description, displayView, coverSignedId }) {
    const id = await createSpace(ctx, {
      name,
      slug,
      space_group_id: spaceGroupId,
      emoji,
      types,
      is_private: isPrivate,
      is_hidden: isHidden,
      description,
      display_view: displayView as never,
      cover_image: coverSignedId,
    })
    return (await spaceCards(ctx, [id])).get(id)!
  },
  memberIds: (spaceId) => memberIds(ctx, spaceId),
  ofMember: (memberId) => ofMember(ctx, memberId),
  async addMembers(spaceId, memberIds, role = 'member') {
    await addMembers(ctx, 'space', [spaceId], memberIds, { role })
  },
  removeMembers: (spaceId, memberIds) => removeMembers(ctx, spaceId, memberIds),
  join: async (spaceId) => join(ctx, await authorize(ctx, spacePolicy, 'view', await spaceById(ctx, spaceId), ...NO_SPACE)),
  joinRequests: (before, limit) => openRequests(ctx, before, limit),
  grant: (memberIds, targets, reason, options) => grant(ctx, memberIds, targets, reason, options?.expiresAt ?? null),
  revokeGrant: (memberIds, reason, targets) => revokeGrant(ctx, memberIds, reason, targets ?? null),
  reasonsOf: (memberId) => reasonsOf(ctx, memberId),
  giveRole: (memberId, target, role) => giveRole(ctx, memberId, target, role),
  takeRole: (id) => takeRole(ctx, id),
  placeRoles: (filter) => placeRoles(ctx, filter),
  explain: (spaceId) => explain(ctx, spaceId),
  standingsOf: (memberId) => standingsOf(ctx, memberId),
})
