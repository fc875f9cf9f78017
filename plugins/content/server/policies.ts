/** Who may do what with a comment. Whether it may be seen at all is its record's affair. */
import { type Ctx, definePolicy } from '@atrium/sdk/server'
import type { ContentCard } from '../contract.ts'

export interface SeenComment {
  row: { member_id: number | null; deleted_at: unknown; parent_id: number | null }
  /** The record, as this reader sees it. */
  card: ContentCard
  moderates: boolean
  mayComment: boolean
}
type Rule = (ctx: Ctx, seen: SeenComment) => boolean
const own: Rule = (ctx, { row }) => ctx.member !== null && row.member_id === ctx.member.id
const there: Rule = (_ctx, { row }) => row.deleted_at === null

export const commentPolicy = definePolicy<SeenComment>()({
  view: () => true,
  // who may no longer comment there may not change their older comments either
  edit: (ctx, seen) => there(ctx, seen) && own(ctx, seen) && (seen.mayComment || seen.moderates),
  destroy: (ctx, seen) => there(ctx, seen) && (own(ctx, seen) || seen.moderates),
  manage: (_ctx, { moderates }) => moderates,
  report: (ctx, seen) => there(ctx, seen) && !own(ctx, seen),
  bookmark: there,
  // Replies go one level in; a removed comment's thread stays open.
  reply: (_ctx, { row, mayComment }) => mayComment && row.parent_id === null,
})
