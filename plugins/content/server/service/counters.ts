/** How what is kept is counted anew: on records of every kind, and on comments themselves. */
import type { Counter, Ctx } from '@atrium/sdk/server'
import type { ContentKind } from '../../contract.ts'
import { kindsOf } from './records.ts'

const rowsOf = {
  likes: (kind: string) => `select record_id as id, count(*) from content."like" where community_id = $1 and kind = '${kind}' group by record_id`,
  comments: (kind: string) =>
    `select record_id as id, count(*) from content.comment where community_id = $1 and kind = '${kind}' and deleted_at is null group by record_id`,
}
const ofKind = ({ kind, kept = {} }: ContentKind): Counter[] =>
  (['likes', 'comments'] as const).flatMap((what) => (kept[what] ? [{ kept: kept[what], counted: rowsOf[what](kind) }] : []))

export const counters = (ctx: Ctx): Counter[] => [
  ...kindsOf(ctx).flatMap(ofKind),
  // a removed reply is counted, as a placeholder stays in its place
  {
    kept: 'content.comment.replies_count',
    counted: 'select parent_id as id, count(*) from content.comment where community_id = $1 and parent_id is not null group by parent_id',
  },
  {
    kept: 'content.reaction_count.members',
    counted: `select c.id, count(*) from content.reaction_count c join content.reaction r
      on r.community_id = $1 and r.kind = c.kind and r.record_id = c.record_id and r.emoji = c.emoji where c.community_id = $1 group by c.id`,
  },
]
