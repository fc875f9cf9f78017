/** One language for narrowing members down: of the directory, the audience, segments, rules and broadcasts. */
import { z } from '@atrium/sdk'
import type { Ctx, RawBuilder, SqlBool } from '@atrium/sdk/server'

export const FILTER_TYPES = ['text', 'number', 'date', 'choice', 'flag'] as const
export type FilterType = (typeof FILTER_TYPES)[number]
/** Operators by the type of a filter. `within_days` of a date: at most so many days ago. */
export const OPERATORS = {
  text: ['contains', 'does_not_contain', 'is', 'is_not', 'starts_with', 'is_empty', 'is_not_empty'],
  number: ['is', 'gt', 'lt', 'is_empty'],
  date: ['before', 'after', 'within_days', 'is_empty'],
  choice: ['any_of', 'none_of'],
  flag: ['is'],
} as const satisfies Record<FilterType, readonly string[]>
/** Groups in groups, and rules in all of them together. */
export const MAX_DEPTH = 5
export const MAX_RULES = 50

export interface FilterRule {
  /** Its key, and after a colon its variant: `field:12`. */
  filter: string
  operator: string
  value?: unknown
}
export interface FilterGroup {
  match: 'all' | 'any'
  rules: (FilterRule | FilterGroup)[]
}

const Rule = z.object({
  filter: z.string().max(120),
  operator: z.string().max(40),
  value: z.union([z.string().max(500), z.number(), z.boolean(), z.array(z.union([z.string().max(500), z.number()])).max(200), z.null()]).optional(),
})
const deeper = (inner: z.ZodType<FilterRule | FilterGroup>): z.ZodType<FilterGroup> =>
  z.object({ match: z.enum(['all', 'any']), rules: z.array(z.union([Rule, inner])).max(MAX_RULES) })
const rulesIn = ({ rules }: FilterGroup): number => rules.reduce((sum, rule) => sum + ('rules' in rule ? rulesIn(rule) : 1), 0)
/** A filter as calls take it and others keep it: five groups deep and fifty rules long at most. */
export const FilterInput = Array.from({ length: MAX_DEPTH - 1 })
  .reduce<z.ZodType<FilterGroup>>(deeper, deeper(Rule))
  .refine((group) => rulesIn(group) <= MAX_RULES, 'You can add up to 50 rules.')

export interface FilterVariant {
  param: string
  label: string
  type?: FilterType
  /** As the filter's own. */
  directory?: boolean
}
export interface FilterChoice {
  value: string
  label: string
}
export interface AskedRule {
  param: string | null
  operator: string
  value: unknown
}
/** Brings a way to narrow members down, for the point `members.filter`. */
export interface MemberFilter {
  /** `tag`, `space`, `access_group`, `field`, `joined_at` … unique. The word `filter.<key>` of the plugin names it. */
  key: string
  /** Decides the control and the operators. */
  type: FilterType
  /** Whether everybody in the directory may filter by it; otherwise those who hold `members.manage`. */
  directory?: boolean
  /** Several filters of one plugin, told apart by a param (`field:12`). */
  variants?(ctx: Ctx): Promise<FilterVariant[]>
  /** Of a choice; null where there are too many to list, and `search` is asked. */
  choices?(ctx: Ctx, param: string | null): Promise<FilterChoice[]>
  /**
   * A condition on `m`, a row of `kernel.member_card` (active ones, of this community). Values go in by the `sql` template, never into its text.
   * What is checked already: operator and value fit the type. @throws AtriumError 422 for what names nothing
   */
  where(ctx: Ctx, rule: AskedRule): Promise<RawBuilder<SqlBool>>
  /** The same on `p`, a row of `audience.person`; without it no contact meets it. */
  whereContact?(ctx: Ctx, rule: AskedRule): Promise<RawBuilder<SqlBool>>
}

/** A filter as a screen offers it. */
export const FilterOffer = z.object({
  /** With its variant: `field:12`. */
  key: z.string(),
  /** Whose word `filter.<key>` names it, where it has no label of its own. */
  plugin: z.string(),
  label: z.string(),
  type: z.enum(FILTER_TYPES),
  operators: z.array(z.string()),
  choices: z.array(z.object({ value: z.string(), label: z.string() })).nullable(),
  filter_group: z.enum(['presets', 'profile', 'global']),
})
export type FilterOffer = z.output<typeof FilterOffer>

/** A group's condition on members (`m`) and on contacts (`p`); null where no contact can meet it. */
export interface Condition {
  member: RawBuilder<SqlBool>
  contact: RawBuilder<SqlBool> | null
}
