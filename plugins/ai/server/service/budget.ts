/** Tokens of a month: held before an answer begins, counted when it has ended, so that answers at the same moment cannot spend more than there is. */
import { AtriumError } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import contract from '../../contract.ts'

const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/**
 * Holds tokens; one statement, so of two that want the last ones one gets them.
 * @throws AtriumError 429 `ai_budget_used`
 */
export async function hold(ctx: Ctx, tokens: number): Promise<void> {
  const most = ctx.settings(contract).monthly_tokens
  const [row] = await ctx.sql(
    `insert into ai.month as m (community_id, month, held, created_at, updated_at) select $1, $2::date, $3::bigint, $5, $5 where $4::bigint = 0 or $3::bigint <= $4::bigint
     on conflict (community_id, month) do update set held = m.held + excluded.held, updated_at = excluded.updated_at
       where $4::bigint = 0 or m.tokens_in + m.tokens_out + m.held + excluded.held <= $4::bigint returning 1 as held`,
    [monthOf(ctx.now()), tokens, most, ctx.now()],
  )
  if (!row) throw new AtriumError(429, 'ai_budget_used', 'The AI budget for this month is used up.')
}
/** What was held is given back, and what was used is counted. */
export async function spend(ctx: Ctx, held: number, { tokensIn, tokensOut }: { tokensIn: number; tokensOut: number }): Promise<void> {
  await ctx.sql(
    `insert into ai.month as m (community_id, month, tokens_in, tokens_out, created_at, updated_at) values ($1, $2::date, $3::bigint, $4::bigint, $6, $6)
     on conflict (community_id, month) do update set tokens_in = m.tokens_in + $3::bigint, tokens_out = m.tokens_out + $4::bigint, held = greatest(0, m.held - $5::bigint), updated_at = $6`,
    [monthOf(ctx.now()), tokensIn, tokensOut, held, ctx.now()],
  )
}
export async function hasRoom(ctx: Ctx, tokens: number): Promise<boolean> {
  const most = ctx.settings(contract).monthly_tokens
  if (most === 0) return true
  const [row] = await ctx.sql<{ used: number }>(
    'select (tokens_in + tokens_out + held)::float8 as used from ai.month where community_id = $1 and month = $2::date',
    [monthOf(ctx.now())],
  )
  return (row?.used ?? 0) + tokens <= most
}

type Count = Partial<Record<'answered' | 'unanswered' | 'handed_over' | 'liked' | 'disliked' | 'tokens', number>>
/** Adds to the figures of an agent's day. @param at the day; today without it */
export async function count(
  ctx: Ctx,
  agentId: number,
  { answered = 0, unanswered = 0, handed_over = 0, liked = 0, disliked = 0, tokens = 0 }: Count,
  at = ctx.now(),
): Promise<void> {
  await ctx.sql(
    `insert into ai.day as d (community_id, agent_id, day, answered, unanswered, handed_over, liked, disliked, tokens, created_at, updated_at)
     values ($1, $2, $3::date, $4, $5, $6, $7, $8, $9, $10, $10)
     on conflict (community_id, agent_id, day) do update set answered = d.answered + excluded.answered, unanswered = d.unanswered + excluded.unanswered,
       handed_over = d.handed_over + excluded.handed_over, liked = d.liked + excluded.liked, disliked = d.disliked + excluded.disliked,
       tokens = d.tokens + excluded.tokens, updated_at = excluded.updated_at`,
    [agentId, dayOf(at), answered, unanswered, handed_over, liked, disliked, tokens, ctx.now()],
  )
}
