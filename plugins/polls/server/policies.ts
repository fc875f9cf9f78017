/** Who may do what with a poll. Who may see its record sees the poll. */
import { type Ctx, definePolicy } from '@atrium/sdk/server'
import type { ContentCard } from '../../content/contract.ts'
import spaces from '../../spaces/contract.ts'
import type { PollRow } from './reads.ts'

export interface SeenPoll {
  poll: Pick<PollRow, 'closes_at' | 'is_anonymous' | 'results_visibility' | 'response_id'>
  /** The record it hangs on as this reader sees it; null for somebody with no more than a shared address. */
  card: ContentCard | null
}

export const isOpen = (ctx: Ctx, { closes_at }: Pick<PollRow, 'closes_at'>): boolean => closes_at === null || closes_at > ctx.now()

/** Whoever may change the record may change its polls. */
async function mayChange(ctx: Ctx, card: ContentCard | null): Promise<boolean> {
  if (!card || !ctx.member) return false
  if (card.authorMemberId === ctx.member.id || ctx.can('polls.manage')) return true
  if (card.spaceId === null) return false
  const { can, canModerate } = await ctx.use(spaces).access()
  return can('polls.manage', card.spaceId) || canModerate(card.spaceId)
}
const results = (ctx: Ctx, { poll }: SeenPoll) =>
  poll.results_visibility === 'always' || !isOpen(ctx, poll) || (poll.results_visibility === 'after_vote' && poll.response_id !== null)

export const pollPolicy = definePolicy<SeenPoll>()({
  view: (_ctx, { card }) => card !== null,
  vote: (ctx, { poll, card }) => ctx.member !== null && card !== null && card.publishedAt !== null && isOpen(ctx, poll),
  update: (ctx, { card }) => mayChange(ctx, card),
  destroy: (ctx, { card }) => mayChange(ctx, card),
  results,
  voters: (ctx, seen) => ctx.member !== null && seen.card !== null && !seen.poll.is_anonymous && results(ctx, seen),
})
