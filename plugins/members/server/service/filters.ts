/** Groups of rules become one condition: each rule is checked against its filter and asked of the plugin that brought it. */
import { invalid, sentence } from '@atrium/sdk'
import { type Ctx, issuesOf, type RawBuilder, type SqlBool, sql } from '@atrium/sdk/server'
import { z } from 'zod'
import contract, {
  type AskedRule,
  type Condition,
  type FilterChoice,
  type FilterGroup,
  FilterInput,
  type FilterOffer,
  type FilterRule,
  type FilterType,
  type MemberFilter,
  OPERATORS,
} from '../../contract.ts'

interface Known {
  filter: MemberFilter
  plugin: string
  t: Ctx['t']
}
/** Days that `within_days` reaches back at most. */
const MOST_DAYS = 36_500
const NEVER = sql<SqlBool>`false`

const known = (ctx: Ctx): Map<string, Known> =>
  ctx.once('members.filters', () => new Map(ctx.fill(contract.points.filter).map(({ plugin, value, t }) => [value.key, { filter: value, plugin, t }])))
const wrong = (what: string, values: Record<string, string>) => {
  const said = sentence(what, values)
  return invalid({ filters: [said] }, said, 'invalid_filter')
}
function partsOf(name: string): { key: string; param: string | null } {
  const at = name.indexOf(':')
  return at < 0 ? { key: name, param: null } : { key: name.slice(0, at), param: name.slice(at + 1) }
}

/** Those of the point's filter, or its own where it has none. */
async function variantsOf(ctx: Ctx, { filter }: Known) {
  return filter.variants ? ctx.once(`members.variants:${filter.key}`, () => filter.variants!(ctx)) : null
}
/** @throws AtriumError 422 where there is no such filter, or not for this reader */
async function find(ctx: Ctx, name: string, inDirectory: boolean) {
  const { key, param } = partsOf(name)
  const one = known(ctx).get(key)
  const variant = one && (await variantsOf(ctx, one))?.find((each) => each.param === param)
  if (!one || (one.filter.variants ? !variant : param !== null)) throw wrong('Filter “{name}” not found.', { name })
  const isOpen = variant?.directory ?? one.filter.directory ?? false
  if (inDirectory && !isOpen) throw wrong('Filter “{name}” not found.', { name })
  return { one, param, type: variant?.type ?? one.filter.type }
}

const Moment = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })])
function fits(type: FilterType, { operator, value }: FilterRule): boolean {
  if (!(OPERATORS[type] as readonly string[]).includes(operator)) return false
  if (operator === 'is_empty' || operator === 'is_not_empty') return true
  if (type === 'text') return typeof value === 'string' && value.trim() !== ''
  if (type === 'flag') return typeof value === 'boolean'
  if (type === 'choice') return Array.isArray(value) && value.length > 0
  if (operator === 'within_days') return Number.isInteger(value) && (value as number) > 0 && (value as number) <= MOST_DAYS
  return type === 'number' ? typeof value === 'number' && Number.isFinite(value) : Moment.safeParse(value).success
}

const all = (parts: RawBuilder<SqlBool>[], match: FilterGroup['match']): RawBuilder<SqlBool> =>
  parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(parts, match === 'all' ? sql` and ` : sql` or `)})`

async function ofRule(ctx: Ctx, rule: FilterRule, inDirectory: boolean): Promise<Condition> {
  const { one, param, type } = await find(ctx, rule.filter, inDirectory)
  if (!fits(type, rule)) throw wrong('The filter “{name}” can’t be used this way.', { name: rule.filter })
  const asked: AskedRule = { param, operator: rule.operator, value: type === 'choice' ? (rule.value as unknown[]).map(String) : rule.value }
  const [member, contact] = await Promise.all([one.filter.where(ctx, asked), one.filter.whereContact?.(ctx, asked)])
  return { member: sql`(${member})`, contact: contact ? sql`(${contact})` : null }
}
async function ofGroup(ctx: Ctx, { match, rules }: FilterGroup, inDirectory: boolean): Promise<Condition> {
  const parts = await Promise.all(rules.map((rule) => ('rules' in rule ? ofGroup(ctx, rule, inDirectory) : ofRule(ctx, rule, inDirectory))))
  const none = parts.filter(({ contact }) => contact === null).length
  const noContact = match === 'all' ? none > 0 : parts.length > 0 && none === parts.length
  return {
    member: all(
      parts.map(({ member }) => member),
      match,
    ),
    contact: noContact
      ? null
      : all(
          parts.map(({ contact }) => contact ?? NEVER),
          match,
        ),
  }
}

/**
 * @param inDirectory only what everybody may filter by
 * @throws AtriumError 422 for what is too deep or too long, names no filter or asks one wrongly
 */
export async function condition(ctx: Ctx, group: FilterGroup, inDirectory = false): Promise<Condition> {
  const parsed = FilterInput.safeParse(group)
  if (!parsed.success) throw invalid(issuesOf(parsed.error, 'filters'))
  return ofGroup(ctx, parsed.data, inDirectory)
}

const GROUPS: Record<string, z.output<typeof FilterOffer>['filter_group']> = { online: 'presets', joined_at: 'presets', field: 'profile' }

export async function offers(ctx: Ctx, place: 'directory' | 'manage'): Promise<z.input<typeof FilterOffer>[]> {
  const found = await Promise.all(
    [...known(ctx).values()].map(async (one) => {
      const { filter, plugin } = one
      const each = (await variantsOf(ctx, one)) ?? [{ param: null, label: one.t(`filter.${filter.key}`), type: filter.type, directory: filter.directory }]
      const open = each.filter((variant) => place === 'manage' || (variant.directory ?? filter.directory))
      return Promise.all(
        open.map(async ({ param, label, type = filter.type }) => ({
          key: param === null ? filter.key : `${filter.key}:${param}`,
          plugin,
          label,
          type,
          operators: [...OPERATORS[type]],
          choices: type === 'choice' && filter.choices ? await filter.choices(ctx, param) : null,
          filter_group: GROUPS[filter.key] ?? ('global' as const),
        })),
      )
    }),
  )
  return found.flat()
}
export async function choicesOf(ctx: Ctx, name: string): Promise<FilterChoice[]> {
  const { one, param } = await find(ctx, name, false)
  return one.filter.choices ? one.filter.choices(ctx, param) : []
}
