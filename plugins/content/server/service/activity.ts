/** How much members have said and liked, for their activity score. */
import { type Ctx, statement } from '@atrium/sdk/server'

/** $2 members, $3 since when. Walks the keys of comments and likes by member. */
const counts = statement<{ member_id: number; count: number }>(
  'content.acts_of',
  `select member_id, count(*)::int as count from (
     select member_id from content.comment where community_id = $1 and member_id = any ($2::bigint[]) and created_at >= $3
     union all select member_id from content."like" where community_id = $1 and member_id = any ($2::bigint[]) and created_at >= $3) acts
   group by member_id`,
)

export const actsOf = async (ctx: Ctx, memberIds: number[], since: Date): Promise<Map<number, number>> =>
  new Map((await ctx.read(counts, [memberIds, since])).map(({ member_id, count }) => [member_id, count]))
