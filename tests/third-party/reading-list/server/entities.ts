/** The table of the reading list. */
import { p, table } from '@atrium/sdk/server'

/** One post, once. */
export const Item = table('reading_list.item', {
  postId: p.bigint('number'),
  spaceId: p.bigint('number'),
})
