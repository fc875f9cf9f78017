/** What members themselves can be filtered by: name, address, place, when they came and were seen, spaces, role, and what they answered. */
import { invalid } from '@atrium/sdk'
import { containing, type Ctx, literally, type RawBuilder, type SqlBool, sql } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import { type AskedRule, CHOICE_TYPES, type FieldType, type FilterChoice, type FilterType, type MemberFilter } from '../../contract.ts'
import { manages } from '../policies.ts'
import { type KnownField, liveFields } from './fields.ts'

/** More than these are not narrowed down to; who is online changes while one looks anyway. */
const MOST_ONLINE = 1_000
const DAY = 86_400_000
type Asked = Pick<AskedRule, 'operator' | 'value'>
type Bool = RawBuilder<SqlBool>

/** A condition on a text; `is` and beginnings are compared in lower case, as the indexes have them. */
export function textCondition(column: RawBuilder<unknown>, { operator, value }: Asked): Bool {
  const text = String(value ?? '').trim()
  switch (operator) {
    case 'contains':
      return sql`${column} ilike ${containing(text)}`
    case 'does_not_contain':
      return sql`coalesce(${column}, '') not ilike ${containing(text)}`
    case 'is':
      return sql`lower(${column}) = lower(${text})`
    case 'is_not':
      return sql`lower(coalesce(${column}, '')) <> lower(${text})`
    case 'starts_with':
      return sql`lower(${column}) like lower(${`${literally(text)}%`})`
    case 'is_not_empty':
      return sql`coalesce(${column}, '') <> ''`
    default:
      return sql`coalesce(${column}, '') = ''`
  }
}
export function dateCondition(ctx: Ctx, column: RawBuilder<unknown>, { operator, value }: Asked): Bool {
  switch (operator) {
    case 'before':
      return sql`${column} < ${String(value)}::timestamptz`
    case 'after':
      return sql`${column} >= ${String(value)}::timestamptz`
    case 'within_days':
      return sql`${column} >= ${new Date(ctx.now().getTime() - Number(value) * DAY)}::timestamptz`
    default:
      return sql`${column} is null`
  }
}
const negate = (yes: Bool, operator: string): Bool => (operator === 'none_of' ? sql`not (${yes})` : yes)

const column = (name: string) => sql.raw(name)
const textFilter = (key: string, of: string, more: Partial<MemberFilter> = {}): MemberFilter => ({
  key,
  type: 'text',
  where: async (_ctx, rule) => textCondition(column(of), rule),
  ...more,
})
const onContact = (of: string) => async (_ctx: Ctx, rule: AskedRule) => textCondition(column(of), rule)

/** The address is in the account, so it is asked who has one like that. */
async function byAddress(ctx: Ctx, { operator, value }: Asked): Promise<Bool> {
  const text = literally(String(value ?? '').trim())
  const negative = operator === 'does_not_contain' || operator === 'is_not'
  if (operator === 'is_empty' || operator === 'is_not_empty') return operator === 'is_empty' ? sql`false` : sql`true`
  const pattern = operator === 'is' || operator === 'is_not' ? text : operator === 'starts_with' ? `${text}%` : `%${text}%`
  const among = sql<SqlBool>`m.id in (select kernel.members_by_address(${ctx.community.id}::bigint, ${pattern}))`
  return negative ? sql`not (${among})` : among
}

const TYPES: Record<FieldType, FilterType> = {
  text: 'text',
  textarea: 'text',
  link: 'text',
  place: 'text',
  social: 'text',
  number: 'number',
  date: 'date',
  select: 'choice',
  checkbox: 'choice',
}
const fieldOf = async (ctx: Ctx, param: string | null): Promise<KnownField> => {
  const field = (await liveFields(ctx)).find(({ id }) => String(id) === param)
  if (!field) throw invalid({ filters: ['Field not found.'] })
  return field
}
async function byField(ctx: Ctx, { param, operator, value }: AskedRule): Promise<Bool> {
  const field = await fieldOf(ctx, param)
  const community = ctx.community.id
  if (CHOICE_TYPES.includes(field.fieldType)) {
    const ids = (value as string[]).map(Number).filter((id) => field.choices.some((choice) => choice.id === id))
    return negate(
      sql`m.id in (select v.member_id from members.profile_field_pick v where v.community_id = ${community}::bigint and v.choice_id = any (${ids}::bigint[]))`,
      operator,
    )
  }
  const has = (condition: Bool): Bool =>
    sql`m.id in (select v.member_id from members.profile_field_value v where v.community_id = ${community}::bigint and v.field_id = ${field.id}::bigint and ${condition})`
  if (operator === 'is_empty') return sql`not (${has(sql`true`)})`
  if (operator === 'is_not_empty') return has(sql`true`)
  if (field.fieldType === 'number') {
    const sign = operator === 'gt' ? sql`>` : operator === 'lt' ? sql`<` : sql`=`
    return has(sql`v.number ${sign} ${Number(value)}::numeric`)
  }
  if (field.fieldType === 'date') {
    const day = operator === 'within_days' ? new Date(ctx.now().getTime() - Number(value) * DAY).toISOString().slice(0, 10) : String(value).slice(0, 10)
    const today = ctx.now().toISOString().slice(0, 10)
    if (operator === 'within_days') return has(sql`lower(left(v.text, 200)) >= ${day} and lower(left(v.text, 200)) <= ${today}`)
    return has(operator === 'before' ? sql`lower(left(v.text, 200)) < ${day}` : sql`lower(left(v.text, 200)) >= ${day}`)
  }
  const negative = operator === 'does_not_contain' || operator === 'is_not'
  const positive = { operator: operator === 'does_not_contain' ? 'contains' : operator === 'is_not' ? 'is' : operator, value }
  // short ones are compared by what the index has
  const yes = has(textCondition(column(operator === 'contains' || negative ? 'v.text' : 'left(v.text, 200)'), positive))
  return negative ? sql`not (${yes})` : yes
}

/** Roles that a community has made for itself are nobody's to know but theirs who manage people. */
async function roleChoices(ctx: Ctx): Promise<FilterChoice[]> {
  const rows = manages(ctx)
    ? await ctx.sql<{ key: string; name: string }>(
        `select key, name from kernel.role_card where community_id = $1 and key not in ('admin', 'moderator', 'member') order by name limit 200`,
      )
    : []
  return [...['admin', 'moderator'].map((key) => ({ value: key, label: ctx.t(`card.${key}`) })), ...rows.map(({ key, name }) => ({ value: key, label: name }))]
}

const byPlace = (kind: 'space' | 'space_group'): MemberFilter => ({
  key: kind,
  type: 'choice',
  directory: true,
  choices: (ctx) => ctx.use(spaces).placesOfMembers(kind),
  async where(ctx, { operator, value }) {
    const known = new Set((await ctx.use(spaces).placesOfMembers(kind)).map((place) => place.value))
    const asked = value as string[]
    if (asked.some((id) => !known.has(id))) throw invalid({ filters: ['Space not found.'] })
    return negate(ctx.use(spaces).isIn(kind, asked.map(Number)), operator)
  },
})

export const ownFilters: MemberFilter[] = [
  {
    key: 'online',
    type: 'flag',
    directory: true,
    async where(ctx, { value }) {
      const { memberIds } = ctx.member ? await ctx.onlineMembers(MOST_ONLINE) : { memberIds: [] }
      return value ? sql`m.id = any (${memberIds}::bigint[])` : sql`m.id <> all (${memberIds}::bigint[])`
    },
  },
  { key: 'joined_at', type: 'date', directory: true, where: async (ctx, rule) => dateCondition(ctx, column('m.created_at'), rule) },
  { key: 'last_seen_at', type: 'date', where: async (ctx, rule) => dateCondition(ctx, column('m.last_seen_at'), rule) },
  textFilter('name', 'm.name', { whereContact: onContact('p.name') }),
  { key: 'email', type: 'text', where: byAddress, whereContact: onContact('p.email') },
  textFilter('headline', 'm.headline', { directory: true }),
  textFilter('location', 'm.location', { directory: true }),
  byPlace('space'),
  byPlace('space_group'),
  {
    key: 'role',
    type: 'choice',
    directory: true,
    choices: roleChoices,
    async where(ctx, { operator, value }) {
      const known = new Set((await roleChoices(ctx)).map((role) => role.value))
      if ((value as string[]).some((role) => !known.has(role))) throw invalid({ filters: ['Role not found.'] })
      return negate(sql`m.roles && ${value as string[]}::text[]`, operator)
    },
  },
  {
    key: 'field',
    type: 'text',
    async variants(ctx) {
      const fields = await liveFields(ctx)
      return fields.map((field) => ({
        param: String(field.id),
        label: field.label,
        type: TYPES[field.fieldType],
        directory: field.onCommunityView && !field.adminOnly,
      }))
    },
    choices: async (ctx, param) => (await fieldOf(ctx, param)).choices.map(({ id, value }) => ({ value: String(id), label: value })),
    where: byField,
  },
]
