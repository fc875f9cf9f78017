/** The one list, paged by key. */
import { columnsOf, type RowOf, statement } from '@atrium/sdk/server'
import { Item } from './entities.ts'

const SHOWN = ['id', 'post_id', 'created_at'] as const

/** $2 spaces that the reader sees, $3 the last id of the page before, $4 limit. Index item_latest. */
export const latest = statement<RowOf<typeof Item, (typeof SHOWN)[number]>>(
  'reading_list.latest',
  `select ${columnsOf(Item, SHOWN)} from reading_list.item where community_id = $1 and space_id = any($2::bigint[]) and id < $3 order by id desc limit $4`,
)
