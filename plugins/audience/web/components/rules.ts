/** Rules of a filter as the builder holds them, and as sentences. */
import type { Translate } from '@atrium/sdk/web'
import type { FilterGroup, FilterOffer, FilterRule } from '../../../members/contract.ts'
import type { Rules } from '../../contract.ts'

export const NO_RULES: FilterGroup = { match: 'all', rules: [] }
export const isGroup = (rule: FilterRule | FilterGroup): rule is FilterGroup => 'rules' in rule
/** Operators that ask for no value. */
export const isBare = (operator: string): boolean => operator === 'is_empty' || operator === 'is_not_empty'

/** What a segment's rules are in the builder; null for those that it does not show. */
export const groupOf = (rules: Rules): FilterGroup | null =>
  rules.rule_type === 'custom_filters' ? { match: rules.match, rules: rules.rules as unknown as FilterGroup['rules'] } : null
export const rulesOf = (group: FilterGroup): Rules =>
  group.rules.length
    ? { rule_type: 'custom_filters', match: group.match, rules: group.rules as unknown as Rules['rules'] }
    : { rule_type: 'all_contacts', match: 'all', rules: [] }

/** "Tag is one of mentor, teacher". */
export function sentenceOf(t: Translate, offers: readonly FilterOffer[], { filter, operator, value }: FilterRule): string {
  const offer = offers.find(({ key }) => key === filter)
  const label = offer?.label ?? filter
  const words = [label, t(`op.${operator}`)]
  if (!isBare(operator)) words.push(valueWords(t, offer, operator, value))
  return words.filter(Boolean).join(' ')
}
function valueWords(t: Translate, offer: FilterOffer | undefined, operator: string, value: unknown): string {
  if (offer?.type === 'flag') return t(value === true ? 'yes' : 'no')
  if (operator === 'within_days') return t('days', { count: Number(value) })
  const names = [value].flat().map((one) => offer?.choices?.find((choice) => choice.value === String(one))?.label ?? String(one ?? ''))
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} +${names.length - 3}` : names.join(', ')
}
