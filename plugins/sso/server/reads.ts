/** The list of attempts, newest first. */
import { columnsOf, type RowOf, statement } from '@atrium/sdk/server'
import { AttemptTable } from './entities.ts'

const SHOWN = ['id', 'provider', 'result', 'problem', 'subject', 'email', 'email_verified', 'name', 'created_at'] as const
/** $2 last id or null, $3 rows. Walks attempt_newest. */
export const attemptsRead = statement<RowOf<typeof AttemptTable, (typeof SHOWN)[number]>>(
  'sso.attempts',
  `select ${columnsOf(AttemptTable, SHOWN, 'a')} from sso.attempt a where a.community_id = $1 and ($2::bigint is null or a.id < $2) order by a.id desc limit $3`,
)
