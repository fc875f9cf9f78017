/** A condition on what an event carried, as a sentence. */
import { formatTime, type Translate } from '@atrium/sdk/web'
import type { EventField, FieldRule } from '../../../contract.ts'

export const isBare = (operator: string): boolean => operator === 'is_empty' || operator === 'is_not_empty'

export function fieldWords(t: Translate, locale: string, fields: readonly EventField[], { field: name, operator, value }: FieldRule): string {
  const field = fields.find((one) => one.name === name)
  const words = [field?.label ?? name, t(`op.${operator}`)]
  if (!isBare(operator)) words.push(valueWords(t, locale, field, value))
  return words.join(' ')
}
function valueWords(t: Translate, locale: string, field: EventField | undefined, value: FieldRule['value']): string {
  if (field?.type === 'flag') return t(value === true ? 'yes' : 'no')
  if (field?.type === 'date' && typeof value === 'string') return formatTime(value, { kind: 'date' })
  if (field?.type === 'resource' && Array.isArray(value)) return t('rules.chosen', { count: value.length })
  const names = [value ?? ''].flat().map((one) => field?.choices?.find((choice) => choice.value === one)?.label ?? String(one))
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(names)
}
