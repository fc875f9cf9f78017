/** Hot reads of packages: learners of one by key. */
import { columnsOf, type Counter, type MemberCard, type RowOf, statement } from '@atrium/sdk/server'
import { RegistrationTable } from './entities.ts'

const COLUMNS = ['id', 'status', 'success', 'score', 'seconds', 'member_id', 'updated_at', 'reported_status', 'reported_success', 'reported_score'] as const
export type RegistrationRow = RowOf<typeof RegistrationTable, (typeof COLUMNS)[number]> &
  Pick<MemberCard, 'public_uid' | 'name' | 'headline' | 'avatar_url' | 'roles'>
/** $2 package, $3 last id or null, $4 rows. Walks registration_package backwards. */
export const registrationsOf = statement<RegistrationRow>(
  'packages.registrations',
  `select ${columnsOf(RegistrationTable, COLUMNS, 'r')}, m.public_uid, m.name, m.headline, m.avatar_url, m.roles
   from packages.registration r join kernel.member_card m on m.community_id = $1 and m.id = r.member_id
   where r.community_id = $1 and r.package_id = $2 and ($3::bigint is null or r.id < $3) order by r.id desc limit $4`,
)

/** What is kept on packages, counted anew. */
export const counters: Counter[] = [
  {
    kept: 'packages.package.registrations_count',
    counted: 'select package_id as id, count(*) from packages.registration where community_id = $1 group by package_id',
  },
  {
    kept: 'packages.registration.statements_count',
    counted: 'select registration_id as id, count(*) from packages.statement where community_id = $1 group by registration_id',
  },
]
