/** The one list, paged by key. */
import { statement } from '@atrium/sdk/server'

/** $2 spaces that the reader sees, $3 the last id of the page before, $4 limit. Index item_latest. */
export const latest = statement<{ id: number; post_id: number; created_at: Date }>(
  'reading_list.latest',
  'select id, post_id, created_at from reading_list.item where community_id = $1 and space_id = any($2::bigint[]) and id < $3 order by id desc limit $4',
)
