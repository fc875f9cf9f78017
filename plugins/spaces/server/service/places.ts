/** Places that members can be told apart by: spaces whose members the reader may see, and groups. */
import { type Ctx, type RawBuilder, type SqlBool, sql } from '@atrium/sdk/server'
import type { GrantTarget } from '../../contract.ts'
import { reachOf, spaceMap } from './access.ts'
import { seesMembers } from './belonging.ts'

/** Spaces that a list of choices holds at most. */
const MOST = 500

async function spaces(ctx: Ctx) {
  const [{ cards }, reach] = await Promise.all([spaceMap(ctx), reachOf(ctx)])
  const seen = await Promise.all([...cards.values()].map(async (card) => (reach.canView(card.id) && (await seesMembers(ctx, card.id)) ? card : null)))
  return seen
    .flatMap((card) => (card ? [{ value: String(card.id), label: `${card.emoji && /\p{Emoji}/u.test(card.emoji) ? `${card.emoji} ` : ''}${card.name}` }] : []))
    .slice(0, MOST)
}
async function groups(ctx: Ctx) {
  const [{ groups, byId }, reach] = await Promise.all([spaceMap(ctx), reachOf(ctx)])
  const open = new Set([...byId.values()].filter(({ id }) => reach.canView(id)).map((row) => row.space_group_id))
  return groups
    .filter(({ id }) => reach.manages || (open.has(id) && (ctx.member !== null || !ctx.community.isPrivate)))
    .map(({ id, name }) => ({ value: String(id), label: name }))
}
export const placesOfMembers = (ctx: Ctx, kind: GrantTarget['kind']) => (kind === 'space' ? spaces(ctx) : groups(ctx))

const ROWS = {
  space: { table: sql.raw('spaces.space_member'), column: sql.raw('space_id') },
  space_group: { table: sql.raw('spaces.space_group_member'), column: sql.raw('space_group_id') },
}
export const isIn = (ctx: Ctx, kind: GrantTarget['kind'], ids: number[]): RawBuilder<SqlBool> =>
  sql`m.id in (select f.member_id from ${ROWS[kind].table} f where f.community_id = ${ctx.community.id}::bigint and f.${ROWS[kind].column} = any (${ids}::bigint[]) and f.status = 'active')`
