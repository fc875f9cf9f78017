/** Rules of segments: the published ones are a plain list of filters, those of Atrium may stand in groups. */
import { invalid, sentence } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { z } from 'zod'
import type { Rules } from '../../../audience/contract.ts'
import members, { type FilterOffer, type FilterType } from '../../../members/contract.ts'
import type { ChosenInput, FilterInput, Segment, SegmentInput } from '../../contract/segments.ts'
import { type Known, memberAt } from './people.ts'

/** Keys of the published API beside those that filters of Atrium have. */
const KEYS: Record<string, string> = {
  member_tags: 'tag',
  tags: 'tag',
  spaces: 'space',
  space_groups: 'space_group',
  access_groups: 'access_group',
  name: 'name',
}
/** Operators by the type of a filter. */
const OPERATORS: Record<FilterType, Partial<Record<FilterInput['filter_type'], string>>> = {
  text: { is: 'is', is_not: 'is_not', eq: 'is', contains: 'contains', does_not_contain: 'does_not_contain' },
  number: { is: 'is', eq: 'is', gt: 'gt', lt: 'lt' },
  date: { gt: 'after', lt: 'before' },
  choice: { is: 'any_of', eq: 'any_of', is_not: 'none_of', contains: 'any_of', does_not_contain: 'none_of' },
  flag: { is: 'is', eq: 'is' },
}
const BACK: Record<string, FilterInput['filter_type']> = { any_of: 'is', none_of: 'is_not', after: 'gt', before: 'lt' }

function toRule({ key, value, filter_type }: FilterInput, offers: Map<string, FilterOffer>) {
  const filter = KEYS[key] ?? key
  const offer = offers.get(filter)
  const operator = offer && OPERATORS[offer.type][filter_type]
  if (!offer || !operator) throw invalid({ rules: [sentence('There is no filter {key} with {operator} here.', { key, operator: filter_type })] })
  const all = String(value)
    .split(',')
    .map((one) => one.trim())
  return {
    filter,
    operator,
    value: offer.type === 'choice' ? all : offer.type === 'number' ? Number(value) : offer.type === 'flag' ? value === true || value === 'true' : String(value),
  }
}
/** @throws AtriumError 404 for an address of nobody, 422 for a filter that there is none of */
export async function fromRules(ctx: Ctx, { rule_type, rules }: SegmentInput['rules']): Promise<Rules> {
  if (rule_type === 'selected_members') {
    const chosen: { community_member_id: number }[] = []
    for (const { community_member_id, email } of rules as ChosenInput[])
      chosen.push({ community_member_id: community_member_id ?? (await memberAt(ctx, email ?? '')).id })
    return { rule_type, match: 'all', rules: chosen }
  }
  if (rule_type !== 'custom_filters') return { rule_type, match: 'all', rules: [] }
  const { records } = await ctx.call(members.routes.filterKit, { query: { context: 'audience' } })
  const offers = new Map(records.map((offer) => [offer.key, offer]))
  return { rule_type, match: 'all', rules: (rules as FilterInput[]).map((rule) => toRule(rule, offers)) }
}

interface Leaf {
  filter?: string
  operator?: string
  value?: unknown
  rules?: Leaf[]
}
const leavesOf = (rules: Leaf[]): Leaf[] => rules.flatMap((rule) => (rule.rules ? leavesOf(rule.rules) : [rule]))
export const chosenIn = ({ rule_type, rules }: Rules): number[] =>
  rule_type === 'selected_members' ? rules.flatMap(({ community_member_id }) => (typeof community_member_id === 'number' ? community_member_id : [])) : []
/** Groups are told as one list. */
export function toRules(kept: Rules, people: Map<number, Known>): z.input<typeof Segment>['rules'] {
  const { rule_type, rules } = kept
  if (rule_type === 'selected_members')
    return { rule_type, rules: chosenIn(kept).map((id) => ({ email: people.get(id)?.email ?? '', community_member_id: id })) }
  const listed = leavesOf(rules as Leaf[]).map(({ filter = '', operator = '', value }, place) => ({
    id: String(place + 1),
    key: filter,
    value: Array.isArray(value) ? value.join(',') : typeof value === 'boolean' ? value : String(value ?? ''),
    filter_type: BACK[operator] ?? operator,
  }))
  return { rule_type, rules: listed }
}
