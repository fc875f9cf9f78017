/** Reads and the one hot write of what members do. */
import { columnsOf, insertOf, type RowOf, statement } from '@atrium/sdk/server'
import { Activity } from './entities.ts'

export const newActivity = insertOf(Activity)
/** Params by `newActivity`: once for each event. Unique key (community, event). */
export const noteWrite = statement('home.note', `${newActivity.sql} on conflict (community_id, event_id) do nothing`)

const SHOWN = ['id', 'kind', 'record_id', 'member_id', 'created_at'] as const
/** $2 spaces that the reader sees, $3 last id or null, $4 rows. Walks activity_latest. */
export const activitiesRead = statement<RowOf<typeof Activity, (typeof SHOWN)[number]>>(
  'home.activities',
  `select ${columnsOf(Activity, SHOWN)} from home.activity
   where community_id = $1 and (space_id is null or space_id = any($2::bigint[])) and ($3::bigint is null or id < $3) order by id desc limit $4`,
)
