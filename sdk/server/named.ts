/** What somebody chooses by its name. */
import type { Ctx } from './ctx.ts'
import { containing } from './like.ts'

/** Those whose name holds the text, `limit` at most; or those of these ids. */
export interface NameAsk {
  text?: string | undefined
  ids?: number[] | undefined
  limit: number
}
/**
 * Rows of a table with `id` and `name`, the newest first. One query.
 * @param table as the code names it: `events.event`
 * @param where a condition of the code's own; without it all of the community
 * @param within a column and the spaces that it may name; null: whichever
 */
export const namedIn = (
  ctx: Pick<Ctx, 'sql'>,
  table: string,
  { text, ids, limit }: NameAsk,
  { where = 'true', within }: { where?: string; within?: { column: string; spaceIds: number[] | null } } = {},
) =>
  ctx.sql<{ id: number; name: string }>(
    `select id, name from ${table} where community_id = $1 and (${where}) and ($2::text is null or name ilike $2) and ($3::bigint[] is null or id = any ($3))
       and ($5::bigint[] is null or ${within?.column ?? 'id'} = any ($5)) order by id desc limit $4`,
    [text ? containing(text) : null, ids ?? null, limit, within?.spaceIds ?? null],
  )
