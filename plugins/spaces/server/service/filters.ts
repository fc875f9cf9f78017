/** Members by the spaces and groups they belong to: of the directory those whose members the reader may see, of the audience all. */
import { invalid } from '@atrium/sdk'
import { type Ctx, type RawBuilder, type SqlBool, sql } from '@atrium/sdk/server'
import type { AskedRule, FilterChoice, MemberFilter } from '../../../members/contract.ts'
import { reachOf, spaceMap } from './access.ts'
import { seesMembers } from './belonging.ts'

/** Spaces that a list of choices holds at most. */
const MOST = 500

async function visible(ctx: Ctx): Promise<FilterChoice[]> {
  const [{ cards }, reach] = await Promise.all([spaceMap(ctx), reachOf(ctx)])
  const seen = await Promise.all([...cards.values()].map(async (card) => (reach.canView(card.id) && (await seesMembers(ctx, card.id)) ? card : null)))
  return seen
    .flatMap((card) => (card ? [{ value: String(card.id), label: `${card.emoji && /\p{Emoji}/u.test(card.emoji) ? `${card.emoji} ` : ''}${card.name}` }] : []))
    .slice(0, MOST)
}
async function visibleGroups(ctx: Ctx): Promise<FilterChoice[]> {
  const [{ groups, byId }, reach] = await Promise.all([spaceMap(ctx), reachOf(ctx)])
  const open = new Set([...byId.values()].filter(({ id }) => reach.canView(id)).map((row) => row.space_group_id))
  return groups
    .filter(({ id }) => reach.manages || (open.has(id) && (ctx.member !== null || !ctx.community.isPrivate)))
    .map(({ id, name }) => ({ value: String(id), label: name }))
}
async function among(
  ctx: Ctx,
  rule: AskedRule,
  choices: (ctx: Ctx) => Promise<FilterChoice[]>,
  rows: (ids: number[]) => RawBuilder<SqlBool>,
): Promise<RawBuilder<SqlBool>> {
  const known = new Set((await choices(ctx)).map(({ value }) => value))
  const asked = rule.value as string[]
  if (asked.some((one) => !known.has(one))) throw invalid({ filters: ['Space not found.'] })
  const inside = rows(asked.map(Number))
  return rule.operator === 'none_of' ? sql`not (${inside})` : inside
}

export const memberFilters: MemberFilter[] = [
  {
    key: 'space',
    type: 'choice',
    directory: true,
    choices: visible,
    where: (ctx, rule) =>
      among(
        ctx,
        rule,
        visible,
        (ids) =>
          sql`m.id in (select f.member_id from spaces.space_member f where f.community_id = ${ctx.community.id}::bigint and f.space_id = any (${ids}::bigint[]) and f.status = 'active')`,
      ),
  },
  {
    key: 'space_group',
    type: 'choice',
    directory: true,
    choices: visibleGroups,
    where: (ctx, rule) =>
      among(
        ctx,
        rule,
        visibleGroups,
        (ids) =>
          sql`m.id in (select f.member_id from spaces.space_group_member f where f.community_id = ${ctx.community.id}::bigint and f.space_group_id = any (${ids}::bigint[]) and f.status = 'active')`,
      ),
  },
]
