/** Whether a reply already is what its schema makes of it, so that it need not be copied: to copy a page of posts cost as much as to write it as JSON. */
import type { z } from 'zod'
import { date } from '../core/schemas.ts'

type Check = (value: any) => boolean
type Schema = z.core.$ZodTypes

/** Schemas of one value that is passed on as it is, or refused. */
const SINGLE = new Set(['string', 'number', 'boolean', 'bigint', 'null', 'undefined', 'enum', 'literal'])
const never: Check = () => false

/** No list, and nothing that writes itself in its own way, as dates do. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function single(schema: Schema): Check {
  const { def, values } = schema._zod
  if (values) return (value) => values.has(value)
  const isBare = Object.keys(def).every((key) => ['type', 'error'].includes(key) || (key === 'checks' && !(def as { checks?: unknown[] }).checks?.length))
  if (isBare && def.type === 'number') return Number.isFinite
  if (isBare && def.type === 'string') return (value) => typeof value === 'string'
  if (isBare && def.type === 'boolean') return (value) => typeof value === 'boolean'
  return (value) => {
    const result = (schema as unknown as z.ZodType).safeParse(value)
    return result.success && result.data === value
  }
}

function object(def: z.core.$ZodObjectDef): Check {
  const others = (def.catchall as Schema | undefined)?._zod.def.type
  if (others && others !== 'unknown' && others !== 'never') return never
  const keys = Object.keys(def.shape)
  const fields = keys.map((key) => checkOf(def.shape[key] as Schema))
  return (value) => {
    if (!isPlain(value)) return false
    let known = 0
    for (let i = 0; i < keys.length; i++) {
      const field = value[keys[i]!]
      if (field !== undefined) known++
      if (!fields[i]!(field)) return false
    }
    // with a field that is not known, or there without a value, a copy is made
    let all = 0
    for (const key in value) {
      if (key === '__proto__') return false
      all++
    }
    return others === 'unknown' || all === known
  }
}

function record(def: z.core.$ZodRecordDef): Check {
  if ((def.keyType as Schema)._zod.def.type !== 'string') return never
  const [fitsKey, fitsValue] = [checkOf(def.keyType as Schema), checkOf(def.valueType as Schema)]
  return (value) => {
    if (!isPlain(value)) return false
    for (const key in value) if (key === '__proto__' || !fitsKey(key) || !fitsValue(value[key])) return false
    return true
  }
}

/** A kind that is not known here fits nothing, so that zod decides. */
function make(schema: Schema): Check {
  const { def } = schema._zod
  if (schema === (date as unknown as Schema)) return (value) => typeof value === 'string'
  if (SINGLE.has(def.type)) return single(schema)
  if ('checks' in def && def.checks?.length) return never
  switch (def.type) {
    case 'unknown':
    case 'any':
      // a field of any kind has to be there
      return (value) => value !== undefined
    case 'nullable': {
      const inner = checkOf(def.innerType as Schema)
      return (value) => value === null || inner(value)
    }
    case 'optional': {
      const inner = checkOf(def.innerType as Schema)
      return (value) => value === undefined || inner(value)
    }
    case 'default': {
      const inner = checkOf(def.innerType as Schema)
      return (value) => value !== undefined && inner(value)
    }
    case 'lazy':
      return checkOf(def.getter() as Schema)
    case 'array': {
      const element = checkOf(def.element as Schema)
      return (value) => {
        if (!Array.isArray(value)) return false
        // by number, as `every` leaves gaps out
        for (let i = 0; i < value.length; i++) if (!element(value[i])) return false
        return true
      }
    }
    case 'record':
      return record(def)
    case 'object':
      return object(def)
    case 'union': {
      const options = def.options as Schema[]
      // the first that accepts a value decides what is left of it
      const may = (options.every(({ _zod }) => SINGLE.has(_zod.def.type)) ? options : options.slice(0, 1)).map(checkOf)
      return (value) => may.some((option) => option(value))
    }
    default:
      return never
  }
}

const checks = new WeakMap<object, Check>()
/** Named before it is made, as a comment may hold comments. */
function checkOf(schema: Schema): Check {
  const known = checks.get(schema)
  if (known) return known
  let made: Check | undefined
  checks.set(schema, (value) => made!(value))
  made = make(schema)
  checks.set(schema, made)
  return made
}

/**
 * Whether parsing `value` would give an equal one: every field there, of its type, and no other. Made once for each schema.
 * It may say no of a value that is as it should be (dates as `Date`, values that a schema transforms), never yes of another.
 */
export const fits = (schema: z.ZodType, value: unknown): boolean => checkOf(schema as unknown as Schema)(value)
