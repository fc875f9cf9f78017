/** Looking as somebody else: who is offered, and the two calls; the rule itself is the kernel's. */
import { forbidden, invalid, notFound } from '@atrium/sdk'
import { type Ctx, decodeCursor, defineServer, type MemberCard, type Paging, page, rowsFor } from '@atrium/sdk/server'
import spaces from '../../spaces/contract.ts'
import contract, { type Entity } from '../contract.ts'

type MemberRow = Pick<MemberCard, 'id' | 'name' | 'headline' | 'avatar_url' | 'roles'>
type Query = { query?: string; members_only?: boolean; space_id?: number } & Paging

function allowed(ctx: Ctx): void {
  if (!ctx.can('communities.masquerade')) throw forbidden()
}
const plain = { detail: null, avatar_url: null, emoji: null, roles: [] }
const begins = (query: string | undefined, name: string) => !query || name.toLowerCase().includes(query.toLowerCase())

async function members(ctx: Ctx, query: Query) {
  const key = decodeCursor(query.cursor, ['string', 'number'])
  const among = query.space_id ? await ctx.use(spaces).memberIds(query.space_id) : null
  const like = query.query ? `%${query.query.replace(/[\\%_]/g, '\\$&')}%` : null
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
async function spaceList(ctx: Ctx, query: Query) {
  const { visibleIds } = await ctx.use(spaces).access()
  const cards = [...(await ctx.use(spaces).cards(visibleIds())).values()].filter(({ name }) => begins(query.query, name))
  return whole(cards.map(({ id, name, emoji }) => ({ ...plain, id, type: 'Space', name, emoji })))
}
async function roleList(ctx: Ctx, query: Query) {
  const rows = await ctx.sql<{ key: string; name: string }>(
    `select key, name from kernel.role_card where community_id = $1 and key <> 'admin' order by is_builtin desc, id limit 200`,
  )
  return whole(rows.filter(({ name }) => begins(query.query, name)).map(({ key, name }) => ({ ...plain, id: key, type: 'Role', name, roles: [key] })))
}
/** Whom one looks as in a space: of its members without any other role, the one seen last. @throws AtriumError 404 */
async function ordinaryMember(ctx: Ctx, spaceId: number): Promise<number> {
  const [row] = await ctx.sql<{ id: number }>(
    `select id from kernel.member_card where community_id = $1 and status = 'active' and id = any ($2::bigint[]) and id <> $3 and roles = '{member}'
     order by last_seen_at desc nulls last, id limit 1`,
    [await ctx.use(spaces).memberIds(spaceId), ctx.me().id],
  )
  if (!row) throw notFound('Member', 'community_member_not_found')
  return row.id
}
/** Lists that are short enough to come at once. */
const whole = (records: Entity[]) => ({
  ...{ page: 1, per_page: records.length, has_next_page: false, count: records.length, page_count: records.length, next_cursor: null },
  records,
})

export default defineServer(contract, {
  routes: {
    entities(ctx, { query }) {
      allowed(ctx)
      switch (query.category) {
        case 'spaces':
          return spaceList(ctx, query)
        case 'roles':
          return roleList(ctx, query)
        case 'visitor':
          return whole([{ ...plain, id: null, type: 'Visitor', name: 'Visitor' }])
        default:
          return members(ctx, query)
      }
    },
    async start(ctx, { body: { entity_id, entity_type, mode } }) {
      allowed(ctx)
      const viewOnly = mode === 'view_only'
      if (entity_type === 'Visitor') await ctx.platform.masquerade({ kind: 'visitor' }, viewOnly)
      else if (entity_type === 'Role') await ctx.platform.masquerade({ kind: 'role', role: String(entity_id ?? '') }, viewOnly)
      else {
        const number = Number(entity_id)
        if (!Number.isSafeInteger(number) || number < 1) throw invalid({ entity_id: ['Name a member.'] })
        // Nobody in particular was named, so nothing is done in their name.
        if (entity_type === 'Space' && !viewOnly) throw invalid({ mode: ['As a member of a space one only looks.'] })
        const memberId = entity_type === 'Space' ? await ordinaryMember(ctx, number) : number
        await ctx.platform.masquerade({ kind: 'member', memberId }, viewOnly)
      }
      await ctx.audit('masquerade.started', entity_type === 'CommunityMember' ? `member:${entity_id}` : `${entity_type.toLowerCase()}:${entity_id ?? ''}`, {
        mode,
      })
      return { success: true as const }
    },
    async stop(ctx) {
      if (!ctx.masquerade) return { success: true as const }
      await ctx.platform.endImpersonation()
      await ctx.audit('masquerade.stopped', 'community')
      return { success: true as const }
    },
  },
})
