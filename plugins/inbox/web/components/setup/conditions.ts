/** What rules look at, and which values each has. */
import type { Translate } from '@atrium/sdk/web'
import { AREAS, CHANNELS, PRIORITIES, type Rule, TICKET_TYPES, TYPES } from '../../../contract.ts'

export type Condition = Rule['conditions'][number]
type Field = Condition['field']

const VALUES: Record<Exclude<Field, 'text'>, { words: string; values: readonly string[] }> = {
  type: { words: 'type.', values: TYPES },
  channel: { words: 'way.', values: CHANNELS },
  ticket_type: { words: 'ticket.', values: TICKET_TYPES },
  area: { words: 'area.', values: AREAS },
  priority: { words: 'priority.', values: PRIORITIES },
  is_member: { words: 'rules.is_member.', values: ['true', 'false'] },
}
/** Null where one writes the value. */
export const valuesOf = (t: Translate, field: Field): { value: string; label: string }[] | null =>
  field === 'text' ? null : VALUES[field].values.map((value) => ({ value, label: t(VALUES[field].words + value) }))
export const firstOf = (field: Field): Condition => ({ field, is: true, value: field === 'text' ? '' : VALUES[field].values[0]! })

/** A condition as it is read in a list. */
export function wordsOf(t: Translate, { field, is, value }: Condition): string {
  const label = field === 'text' ? `“${value}”` : (valuesOf(t, field)?.find((one) => one.value === value)?.label ?? value)
  return t(is ? 'rules.condition' : 'rules.condition_not', { field: t(`rules.field.${field}`), value: label })
}
