/** The tables of access as the ORM knows them; the migration is their truth in SQL. */
import { type InferEntity, p, table } from '@atrium/sdk/server'

export const AccessGroupTable = table('access.access_group', {
  name: p.text(),
  description: p.text().default(''),
  archivedAt: p.datetime().nullable(),
  membersCount: p.integer().default(0),
})
export const TargetTable = table('access.access_group_target', {
  accessGroupId: p.bigint('number'),
  target: p.text().$type<'space' | 'space_group'>(),
  targetId: p.bigint('number'),
})
export const MemberTable = table(
  'access.access_group_member',
  {
    accessGroupId: p.bigint('number'),
    memberId: p.bigint('number'),
    source: p.text(),
    sourceId: p.bigint('number').nullable(),
    grantedBy: p.bigint('number').nullable(),
    expiresAt: p.datetime().nullable(),
  },
  { own: ['access_group_id', 'source', 'expires_at'] },
)
/** What a bulk act took, until it is taken back. */
export const TakenTable = table(
  'access.taken',
  {
    taskId: p.bigint('number'),
    accessGroupId: p.bigint('number'),
    memberId: p.bigint('number'),
    source: p.text(),
    sourceId: p.bigint('number').nullable(),
    expiresAt: p.datetime().nullable(),
  },
  { own: [] },
)
export type AccessGroupEntity = InferEntity<typeof AccessGroupTable>
