/** Members by what they hold, for whoever may manage people. */
import { invalid } from '@atrium/sdk'
import { type SqlBool, sql } from '@atrium/sdk/server'
import type { MemberFilter } from '../../../../members/contract.ts'

export const paywallFilter: MemberFilter = {
  key: 'paywall',
  type: 'choice',
  choices: async (ctx) =>
    (await ctx.sql<{ id: number; name: string }>('select id, name from paywalls.paywall where community_id = $1 order by lower(name), id limit 500')).map(
      ({ id, name }) => ({ value: String(id), label: name }),
    ),
  async where(ctx, { operator, value }) {
    const ids = (value as (string | number)[]).map(Number)
    if (ids.some((id) => !Number.isSafeInteger(id))) throw invalid({ filters: ['This paywall doesn’t exist.'] })
    const holds = sql<SqlBool>`m.id in (select u.member_id from paywalls.purchase u
      where u.community_id = ${ctx.community.id}::bigint and u.paywall_id = any (${ids}::bigint[]) and u.is_open and u.seats is null
      union all select s.member_id from paywalls.seat s join paywalls.purchase u on u.community_id = ${ctx.community.id}::bigint and u.id = s.purchase_id
      where s.community_id = ${ctx.community.id}::bigint and u.paywall_id = any (${ids}::bigint[]) and u.is_open and s.member_id is not null)`
    return operator === 'none_of' ? sql<SqlBool>`not (coalesce(${holds}, false))` : holds
  },
}
