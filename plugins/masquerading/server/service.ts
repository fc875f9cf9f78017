/** Who is offered to look as: members, spaces, roles. */
import { notFound } from '@atrium/sdk'
import { type Ctx, decodeCursor, type MemberCard, type Paging, page, rowsFor, containing } from '@atrium/sdk/server'
import spaces from '../../spaces/contract.ts'
import type { Entity } from '../contract.ts'

type MemberRow = Pick<MemberCard, 'id' | 'name' | 'headline' | 'avatar_url' | 'roles'>
type Query = { query?: string; members_only?: boolean; space_id?: number } & Paging

export const plain = { detail: null, avatar_url: null, emoji: null, roles: [] }
const begins = (query: string | undefined, name: string) => !query || name.toLowerCase().includes(query.toLowerCase())

export async function members(ctx: Ctx, query: Query) {
  const key = decodeCursor(query.cursor, ['string', 'number'])
  const among = query.space_id ? await ctx.use(spaces).memberIds(query.space_id) : null
  const like = query.query ? containing(query.query) : null
  // those above oneself are left out: the kernel would refuse them
  const rows = await ctx.sql<MemberRow>(
    `select id, name, headline, avatar_url, roles from kernel.member_card
     where community_id = $1 and status = 'active' and id <> $2 and ($3::bigint[] is null or id = any ($3)) and ($4::text is null or name ilike $4)
       and (not $5 or not roles && '{admin,moderator}') and ($6 or not 'admin' = any (roles))
       and ($7::text is null or (lower(name), id) > ($7, $8::bigint)) order by lower(name), id limit $9`,
    [ctx.me().id, among, like, query.members_only ?? false, ctx.me().isAdmin, key?.[0] ?? null, key?.[1] ?? null, rowsFor(query)],
  )
  return page(
    rows,
    { query, key: (row) => [row.name.toLowerCase(), row.id] },
    (row): Entity => ({ id: row.id, type: 'CommunityMember', name: row.name, detail: row.headline, avatar_url: row.avatar_url, emoji: null, roles: row.roles }),
  )
}
export async function spaceList(ctx: Ctx, query: Query) {
  const { visibleIds } = await ctx.use(spaces).access()
  const cards = [...(await ctx.use(spaces).cards(visibleIds())).values()].filter(({ name }) => begins(query.query, name))
  return whole(cards.map(({ id, name, emoji }) => ({ ...plain, id, type: 'Space', name, emoji })))
}
export async function roleList(ctx: Ctx, query: Query) {
  const rows = await ctx.sql<{ key: string; name: string }>(
    `select key, name from kernel.role_card where community_id = $1 and key <> 'admin' order by is_builtin desc, id limit 200`,
  )
  return whole(rows.filter(({ name }) => begins(query.query, name)).map(({ key, name }) => ({ ...plain, id: key, type: 'Role', name, roles: [key] })))
}
/** Whom one looks as in a space: of its members without any other role, the one seen last. @throws AtriumError 404 */
export async function ordinaryMember(ctx: Ctx, spaceId: number): Promise<number> {
  const [row] = await ctx.sql<{ id: number }>(
    `select id from kernel.member_card where community_id = $1 and status = 'active' and id = any ($2::bigint[]) and id <> $3 and roles = '{member}'
     order by last_seen_at desc nulls last, id limit 1`,
    [await ctx.use(spaces).memberIds(spaceId), ctx.me().id],
  )
  if (!row) throw notFound('Member', 'community_member_not_found')
  return row.id
}
/** Lists that are short enough to come at once. */
export const whole = (records: Entity[]) => ({
  ...{ page: 1, per_page: records.length, has_next_page: false, count: records.length, page_count: records.length, next_cursor: null },
  records,
})
