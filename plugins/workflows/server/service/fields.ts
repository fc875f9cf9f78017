/** What an event carries, read from its schema: fields with a type, for filters and variables. */
import { z } from '@atrium/sdk'
import { FIELD_OPERATORS, type FieldFilter, type FieldRule, type FieldType } from '../../contract.ts'

export interface Field {
  name: string
  type: FieldType
  /** Of a choice. */
  options: string[]
  /** Of a resource: `space`. */
  resource: string | null
}
/** What speaks to machines alone. */
const UNSAID = new Set(['memberId', 'record', 'uuid', 'quiet', 'callsRoom', 'checkout', 'id', 'recordId'])

const bare = (schema: z.ZodType): z.ZodType => {
  const { def } = schema as unknown as { def: { type: string; innerType?: z.ZodType; in?: z.ZodType } }
  if (def.innerType) return bare(def.innerType)
  return def.type === 'pipe' && def.in ? bare(def.in) : schema
}
const snake = (text: string) => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** `authorMemberId` names a member, `spaceId` a space. */
const resourceOf = (name: string) => (/member_?id$/i.test(name) ? 'member' : /Id$/.test(name) ? snake(name.slice(0, -2)) : null)

/** @param resources keys of what can be named by its id here */
export function fieldsOf(payload: unknown, resources: ReadonlySet<string>): Field[] {
  if (!(payload instanceof z.ZodObject)) return []
  return Object.entries(payload.shape as Record<string, z.ZodType>).flatMap(([name, given]): Field[] => {
    if (UNSAID.has(name)) return []
    const schema = bare(given)
    const field = (type: FieldType, more: Partial<Field> = {}): Field[] => [{ name, type, options: [], resource: null, ...more }]
    if (schema instanceof z.ZodNumber) {
      const resource = resourceOf(name)
      if (!resource) return field('number')
      return resources.has(resource) ? field('resource', { resource }) : []
    }
    if (schema instanceof z.ZodBoolean) return field('flag')
    if (schema instanceof z.ZodEnum) return field('choice', { options: schema.options.map(String) })
    if (schema instanceof z.ZodDate || schema instanceof z.ZodUnion || /(^at$|At$|^until$)/.test(name)) return field('date')
    return schema instanceof z.ZodString ? field('text') : []
  })
}

/** Whether a rule may be asked of a field. */
export function ruleFits(rule: FieldRule, fields: readonly Field[]): boolean {
  const field = fields.find(({ name }) => name === rule.field)
  if (!field || !(FIELD_OPERATORS[field.type] as readonly string[]).includes(rule.operator)) return false
  const { operator, value } = rule
  if (operator === 'is_empty' || operator === 'is_not_empty') return true
  if (field.type === 'text') return typeof value === 'string' && value.trim() !== ''
  if (field.type === 'number') return typeof value === 'number'
  if (field.type === 'flag') return typeof value === 'boolean'
  if (field.type === 'date') return typeof value === 'string' && !Number.isNaN(Date.parse(value))
  return Array.isArray(value) && value.length > 0
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
function holds({ field, operator, value: wanted }: FieldRule, payload: Record<string, unknown>): boolean {
  const value = payload[field]
  const text = () => String(value ?? '').toLowerCase()
  const sought = String(wanted ?? '').toLowerCase()
  const isAmong = () => (wanted as unknown[]).map(String).includes(String(value))
  switch (operator) {
    case 'is':
      return typeof wanted === 'string' ? text() === sought : value === wanted
    case 'is_not':
      return text() !== sought
    case 'contains':
      return text().includes(sought)
    case 'does_not_contain':
      return !text().includes(sought)
    case 'is_empty':
      return isEmpty(value)
    case 'is_not_empty':
      return !isEmpty(value)
    case 'gt':
      return typeof value === 'number' && value > Number(wanted)
    case 'lt':
      return typeof value === 'number' && value < Number(wanted)
    case 'before':
      return !isEmpty(value) && Date.parse(String(value)) < Date.parse(String(wanted))
    case 'after':
      return !isEmpty(value) && Date.parse(String(value)) > Date.parse(String(wanted))
    case 'any_of':
      return isAmong()
    default:
      return !isAmong()
  }
}
/** Whether what an event carried meets a filter; one without rules is met by all. */
export function meets({ match, rules }: FieldFilter, payload: Record<string, unknown>): boolean {
  return match === 'any' && rules.length > 0 ? rules.some((rule) => holds(rule, payload)) : rules.every((rule) => holds(rule, payload))
}
