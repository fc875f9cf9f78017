/** Members by the access groups they are in, for whoever may manage people. */
import { invalid } from '@atrium/sdk'
import { type SqlBool, sql } from '@atrium/sdk/server'
import type { MemberFilter } from '../../../members/contract.ts'
import { catalogue } from './index.ts'

export const accessGroupFilter: MemberFilter = {
  key: 'access_group',
  type: 'choice',
  choices: async (ctx) => (await catalogue(ctx)).accessGroups.map(({ id, name }) => ({ value: String(id), label: name })),
  async where(ctx, { operator, value }) {
    const ids = (value as (string | number)[]).map(Number)
    if (ids.some((id) => !Number.isSafeInteger(id))) throw invalid({ filters: ['This access group doesn’t exist.'] })
    const inside = sql<SqlBool>`m.id in (select f.member_id from access.access_group_member f
      where f.community_id = ${ctx.community.id}::bigint and f.access_group_id = any (${ids}::bigint[]))`
    return operator === 'none_of' ? sql<SqlBool>`not (${inside})` : inside
  },
}
