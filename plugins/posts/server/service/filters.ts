/** What posts bring to the filters of members. */
import { type SqlBool, sql } from '@atrium/sdk/server'
import type { MemberFilter } from '../../../members/contract.ts'

/** How many posts they have published. */
export const postsCount: MemberFilter = {
  key: 'posts_count',
  type: 'number',
  async where(ctx, { operator, value }) {
    const count = sql`(select count(*) from posts.post p where p.community_id = ${ctx.community.id} and p.author_member_id = m.id
      and p.status = 'published' and p.deleted_at is null)`
    if (operator === 'is_empty') return sql<SqlBool>`${count} = 0`
    const wanted = Number(value)
    if (operator === 'gt') return sql<SqlBool>`${count} > ${wanted}`
    return operator === 'lt' ? sql<SqlBool>`${count} < ${wanted}` : sql<SqlBool>`${count} = ${wanted}`
  },
}
