/** Whether a reply already is what its schema makes of it, so that it need not be copied: to copy a page of posts cost as much as to write it as JSON. */
import type { z } from 'zod'
import { date } from '../core/schemas.ts'

type Check = (value: unknown) => boolean
type Schema = z.core.$ZodTypes

/** Schemas of one value that is passed on as it is, or refused. */
const SINGLE = new Set(['string', 'number', 'boolean', 'bigint', 'null', 'undefined', 'enum', 'literal'])
const unchanged =
  (schema: Schema): Check =>
  (value) => {
    const result = (schema as unknown as z.ZodType).safeParse(value)
    return result.success && result.data === value
  }

/** The schema written as one JavaScript expression and the functions it calls. A kind that is not known here fits nothing. */
class Writer {
  readonly kept: unknown[] = []
  #functions = ''
  readonly #names = new Map<Schema, string>()

  #keep(value: unknown): string {
    return `kept[${this.kept.push(value) - 1}]`
  }
  /** A function is named before its body is written, as a comment may hold comments. */
  #call(schema: Schema, body: () => string): string {
    let name = this.#names.get(schema)
    if (!name) {
      this.#names.set(schema, (name = `fits${this.#names.size}`))
      const text = body()
      this.#functions += `function ${name}(v) {\n${text}\nreturn true }\n`
    }
    return name
  }

  /** @param v the expression of the value */
  expression(schema: Schema, v: string): string {
    const { def } = schema._zod
    if (schema === (date as unknown as Schema)) return `typeof ${v} === 'string'`
    if (SINGLE.has(def.type)) return this.#single(schema, v)
    if ('checks' in def && def.checks?.length) return 'false'
    switch (def.type) {
      case 'unknown':
      case 'any':
        // a field of any kind has to be there
        return `${v} !== undefined`
      case 'nullable':
        return `(${v} === null || ${this.expression(def.innerType as Schema, v)})`
      case 'optional':
        return `(${v} === undefined || ${this.expression(def.innerType as Schema, v)})`
      case 'default':
        return `(${v} !== undefined && ${this.expression(def.innerType as Schema, v)})`
      case 'lazy':
        return this.expression(def.getter() as Schema, v)
      case 'array':
        return `${this.#call(schema, () => `if (!Array.isArray(v)) return false\nfor (let i = 0; i < v.length; i++) { const x = v[i]; if (!(${this.expression(def.element as Schema, 'x')})) return false }`)}(${v})`
      case 'record':
        return this.#record(schema, def, v)
      case 'object':
        return this.#object(schema, def, v)
      case 'union': {
        const options = def.options as Schema[]
        // the first that accepts a value decides what is left of it
        const may = options.every(({ _zod }) => SINGLE.has(_zod.def.type)) ? options : options.slice(0, 1)
        return `(${may.map((option) => this.expression(option, v)).join(' || ')})`
      }
      default:
        return 'false'
    }
  }

  #single(schema: Schema, v: string): string {
    const { def, values } = schema._zod
    if (values) return `${this.#keep(values)}.has(${v})`
    const isPlain = Object.keys(def).every((key) => ['type', 'error'].includes(key) || (key === 'checks' && !(def as { checks?: unknown[] }).checks?.length))
    if (isPlain && def.type === 'number') return `Number.isFinite(${v})`
    if (isPlain && (def.type === 'string' || def.type === 'boolean')) return `typeof ${v} === '${def.type}'`
    return `${this.#keep(unchanged(schema))}(${v})`
  }
  #record(schema: Schema, def: z.core.$ZodRecordDef, v: string): string {
    if ((def.keyType as Schema)._zod.def.type !== 'string') return 'false'
    const body = () =>
      `if (!isPlain(v)) return false\nfor (const key in v) { const x = v[key]; if (key === '__proto__' || !(${this.expression(def.keyType as Schema, 'key')}) || !(${this.expression(def.valueType as Schema, 'x')})) return false }`
    return `${this.#call(schema, body)}(${v})`
  }
  #object(schema: Schema, def: z.core.$ZodObjectDef, v: string): string {
    const others = (def.catchall as Schema | undefined)?._zod.def.type
    if (others && others !== 'unknown' && others !== 'never') return 'false'
    const fields = Object.entries(def.shape as Record<string, Schema>)
    const body = () =>
      [
        'if (!isPlain(v)) return false',
        'let x, known = 0, all = 0',
        ...fields.map(([key, field]) => `x = v[${JSON.stringify(key)}]; if (x !== undefined) known++; if (!(${this.expression(field, 'x')})) return false`),
        // with one that is not known, or there without a value, a copy is made
        "for (const key in v) { if (key === '__proto__') return false; all++ }",
        others === 'unknown' ? '' : 'if (all !== known) return false',
      ].join('\n')
    return `${this.#call(schema, body)}(${v})`
  }

  check(schema: Schema): Check {
    const result = this.expression(schema, 'v')
    // zod compiles its own parsers in the same way; what stands in the text are names of contracts, as JSON
    return new Function('kept', 'isPlain', `${this.#functions}return (v) => ${result}`)(this.kept, isPlain)
  }
}
/** No list, and nothing that writes itself in its own way, as dates do. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const checks = new WeakMap<z.ZodType, Check>()
/**
 * Whether parsing `value` would give an equal one: every field there, of its type, and no other. Made once for each schema.
 * It may say no of a value that is as it should be (dates as `Date`, values that a schema transforms), never yes of another.
 */
export function fits(schema: z.ZodType, value: unknown): boolean {
  let check = checks.get(schema)
  if (!check) checks.set(schema, (check = new Writer().check(schema as unknown as Schema)))
  return check(value)
}
