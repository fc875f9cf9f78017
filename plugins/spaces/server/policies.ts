/** Who may do what with a space or a group, and which of them a list shows. */
import { type Ctx, definePolicy, seesPeople } from '@atrium/sdk/server'
import contract from '../contract.ts'
import type { GroupRow, SpaceRow } from './reads.ts'
import type { Reach } from './service/access.ts'

/** What is said of one that is absent, or hidden from this reader. */
export const NO_SPACE = ['Space', 'space_not_found'] as const
export const NO_GROUP = ['Space group', 'space_group_not_found'] as const

/** A space beside the reader's access, so that rules need no waiting. */
export interface SeenSpace {
  row: SpaceRow
  reach: Reach
}
export interface SeenGroup {
  row: GroupRow
  /** The reader's own in it. */
  role: string | null
  reach: Reach
  /** Is a space of it listed for this reader? */
  inhabited: boolean
}

/** Private spaces are listed with a lock; secret ones and drafts are known only to those who may enter. */
export const listed = ({ row, reach }: { row: Pick<SpaceRow, 'id'>; reach: Reach }) => reach.isListed(row.id)
const manage = (_ctx: Ctx, { row, reach }: SeenSpace) => reach.manages || reach.runs(row.id)
/** Those who see to the people of a space: who runs it, and moderators of the community where they see it. */
const tend = (ctx: Ctx, seen: SeenSpace) => manage(ctx, seen) || seen.reach.canModerate(seen.row.id)
const addMembers = (ctx: Ctx, seen: SeenSpace) =>
  tend(ctx, seen) || (ctx.member !== null && seen.reach.isMember(seen.row.id) && seen.row.options.prevent_members_from_adding_others === false)

const mayExport = (ctx: Ctx) => ctx.communitySettings(contract).allow_moderator_csv_download

export const spacePolicy = definePolicy<SeenSpace>()({
  view: (_ctx, seen) => listed(seen),
  enter: (_ctx, { row, reach }) => reach.canView(row.id),
  manage,
  delete: (_ctx, { reach }) => reach.manages,
  join: (_ctx, { row, reach }) => reach.mayJoin(row.id),
  ask: (_ctx, seen) => seen.row.is_private && listed(seen) && seen.reach.mayAsk(seen.row.id),
  leave: (_ctx, { row, reach }) => reach.isMember(row.id),
  post: (_ctx, { row, reach }) => reach.canPost(row.id),
  moderate: tend,
  addMembers,
  exportMembers: (ctx, seen) => manage(ctx, seen) || (tend(ctx, seen) && mayExport(ctx)),
  // The tab may be switched off for members; those who run the space keep it.
  seeMembers: (ctx, seen) => seesPeople(ctx) && seen.reach.canView(seen.row.id) && (seen.row.options.visible_tabs?.members !== false || tend(ctx, seen)),
})

/** Moderators of a group, and of the community where they know of it, see to its people; its rules are the admins'. */
const viewGroup = (_ctx: Ctx, { row, role, reach, inhabited }: SeenGroup) =>
  reach.manages || role !== null || (reach.inside && (inhabited || !row.is_hidden_from_non_members))
const moderate = (ctx: Ctx, seen: SeenGroup) => seen.reach.manages || seen.role === 'moderator' || (ctx.member?.isModerator === true && viewGroup(ctx, seen))
export const groupPolicy = definePolicy<SeenGroup>()({
  view: viewGroup,
  manage: (_ctx, { reach }) => reach.manages,
  moderate,
  addMembers: moderate,
  exportMembers: (ctx, seen) => seen.reach.manages || (moderate(ctx, seen) && mayExport(ctx)),
  createSpace: (_ctx, { row, role, reach }) => reach.manages || (row.allow_members_to_create_spaces && role !== null),
  seeMembers: (ctx, seen) => moderate(ctx, seen) || seen.role !== null,
})
