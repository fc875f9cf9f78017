/** Arbitraries from JSON Schemas: values that fit, that nearly do, and that only an attacker would send; they shrink towards what fits. */
import fc, { type Arbitrary } from 'fast-check'

type Schema = Record<string, any>

const deep = (levels: number, leaf: unknown): unknown => {
  let value = leaf
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value }
  return value
}
/** Own properties of these names, as only a parser makes them. */
const REACHING = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a":{"__proto__":{"polluted":[1]}},"toString":1,"hasOwnProperty":null}',
].map((text): unknown => JSON.parse(text))
const ODD_KEYS = ['__proto__', 'constructor', 'community_id', 'id', 'role', 'author_member_id', 'deleted_at']
// biome-ignore format: a list to read, not a column
const STRINGS = [
  '', ' ', '\u0000', 'a\u0000b', '\ud800', 'x\udfffy', '\u202egnp.exe', 'شكرا', '\ufeff', '\r\nX-Injected: 1', '\u2028', '🏳️‍🌈', 'e\u0301'.repeat(50), 'ß', 'İ',
  "'", "';--", "' or 1=1 --", "'); drop table posts.post; --", '$1', '%', '_', '\\', '%00', '$' + '{7*7}', '{{7*7}}', '{}', '[]', 'null', 'NaN', '-0', '1e309', '0x10',
  '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)', '../../etc/passwd', '..\\..\\x', '/', '.', '..', 'a/b', 'a?b', 'a#b',
  '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', 'undefined', 'true',
  '2026-02-30T00:00:00Z', '9999-12-31T23:59:59+14:00', '+275760-09-13T00:00:00Z',
  'eyJhIjoxfQ', 'WzFd', 'W251bGxd', 'WyIyMDI2IiwiMSJd',
]
const NUMBERS = [0, -1, 1, 1.5, -0, 2 ** 31, 2 ** 53, -(2 ** 53), 2 ** 63, 1e21, 1e308, 5e-324, 2147483648, 32768, 9007199254740991]
const WORDS = ['1', '7', 'post', 'comment', 'home', 'general', '🔥', 'A few words', 'person@example.com', 'https://example.com/a', '#506CF0', 'Secret-1']

/** Mostly the first; the second in this share of cases. A case of the second shrinks to one of the first where that still fails. */
export const seldom = <A, B>(share: number, usual: Arbitrary<A>, rare: Arbitrary<B>): Arbitrary<A | B> => {
  const weight = Math.round(share * 1_000)
  return weight === 0
    ? usual
    : fc.oneof({ withCrossShrink: true }, { weight: 1_000 - weight, arbitrary: usual as Arbitrary<A | B> }, { weight, arbitrary: rare as Arbitrary<A | B> })
}

/** Some text again and again: shrinks to the length at which it begins to hurt. */
const long = fc
  .tuple(fc.constantFrom('x', 'é', '(', 'a@', '9'), fc.integer({ min: 1, max: 10_000 }))
  .map(([text, length]) => text.repeat(length).slice(0, length))
const strings = fc.oneof(
  { withCrossShrink: true },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 300, size: 'max' }) },
  { weight: 10, arbitrary: fc.constantFrom(...STRINGS) },
  { weight: 1, arbitrary: long },
)
const numbers = fc.oneof(fc.constantFrom(...NUMBERS), fc.maxSafeInteger())
const shapes = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 1e9 }, JSON.parse('{"then":1}'), { $ne: '' }),
  fc.tuple(fc.integer({ min: 0, max: 1_000 }), fc.constantFrom<unknown>(1, 'a', null, -5)).map(([length, item]) => new Array(length).fill(item)),
  fc.tuple(fc.integer({ min: 1, max: 200 }), strings).map(([levels, leaf]) => deep(levels, leaf)),
  fc.constantFrom(...REACHING),
  fc.jsonValue({ maxDepth: 2 }),
)
const plain = fc.oneof({ arbitrary: strings, weight: 2 }, { arbitrary: numbers, weight: 2 }, { arbitrary: shapes, weight: 5 })
/** Anything at all. */
export const anything: Arbitrary<unknown> = fc.oneof(
  { arbitrary: plain, weight: 8 },
  { arbitrary: plain.map((content) => ({ type: 'doc', content })), weight: 1 },
)

/** The same value with a leaf here and there replaced, and with a field more; most of what is new fits the schema. */
export function bent(value: unknown, schema: Schema, strangeness: number): Arbitrary<unknown> {
  const whole = partsOf(value, schema, strangeness)
  if (!whole) return seldom(strangeness, fc.constant(value), fc.oneof({ weight: 3, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anything }))
  return seldom(strangeness / 3, whole, anything)
}

function partsOf(value: unknown, schema: Schema, strangeness: number): Arbitrary<unknown> | null {
  if (Array.isArray(value)) return fc.tuple(...value.map((item, i) => bent(item, schema.prefixItems?.[i] ?? (schema.items || {}), strangeness)))
  if (typeof value !== 'object' || value === null) return null
  const { properties = {} }: Schema = schema.anyOf?.find((choice: Schema) => choice.properties) ?? schema
  const known = Object.entries(value).map(([key, item]) => [key, bent(item, properties[key] ?? {}, strangeness)])
  const others = Object.entries<Schema>(properties).filter(([key]) => !(key in value))
  const more = others.length ? fc.constantFrom(...others).chain(([key, inner]) => fitting(inner).map((item) => ({ [key]: item }))) : fc.constant({})
  return fc.tuple(fc.record(Object.fromEntries(known)), seldom(strangeness, fc.constant({}), more)).map(([inner, extra]) => ({ ...inner, ...extra }))
}

/** Values that fit the schema; in this share of places, something else. */
export const fitting = (schema: Schema, strangeness = 0): Arbitrary<unknown> => seldom(strangeness, exactly(schema, strangeness), anything)

function exactly(schema: Schema, strangeness: number): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices: Schema[] | undefined = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, strangeness)))
  if (schema.allOf) return fc.tuple(...schema.allOf.map((part: Schema) => fitting(part, strangeness))).map((parts) => Object.assign({}, ...parts))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type: string) => fitting({ ...schema, type }, strangeness)))
  switch (schema.type) {
    case 'string':
      return words(schema)
    case 'integer':
    case 'number': {
      const min = Math.ceil(schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1)
      const max = Math.max(min, Math.floor(schema.maximum ?? 1_000_000))
      // ids of this world are small
      const within = (value: number) => Math.min(max, Math.max(min, value))
      return seldom(0.1, fc.integer({ min: within(1), max: within(60) }), fc.integer({ min, max }))
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((part: Schema) => fitting(part, strangeness)))
      return fc.array(fitting(schema.items ?? {}, strangeness), { minLength: schema.minItems ?? 0, maxLength: Math.max(schema.minItems ?? 0, 3) })
    case 'object':
      return object(schema, strangeness)
    default:
      return fc.constantFrom<unknown>(1, 'text', true, null, { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'text' }] }] })
  }
}

function object(schema: Schema, strangeness: number): Arbitrary<unknown> {
  const named = Object.entries<Schema>(schema.properties ?? {}).map(([name, inner]) => [name, fitting(inner, strangeness)] as const)
  const required: string[] = (schema.required ?? []).filter((name: string) => name in (schema.properties ?? {}))
  const all = fc.record(Object.fromEntries(named), { requiredKeys: required })
  // of many optional fields, one is wrong nearly always: half of the values do without
  const few = fc.record(Object.fromEntries(named.filter(([name]) => required.includes(name))))
  const whole: Arbitrary<object> =
    named.length === 0 && typeof schema.additionalProperties === 'object'
      ? fc.dictionary(fitting(schema.propertyNames ?? { type: 'string' }).map(String), fitting(schema.additionalProperties, strangeness), { maxKeys: 3 })
      : required.length
        ? fc.oneof({ withCrossShrink: true }, few, all)
        : all
  const more = fc
    .tuple(whole, fc.constantFrom(...ODD_KEYS), anything)
    .map(([inner, key, value]) => Object.defineProperty({ ...inner }, key, { value, enumerable: true }))
  return seldom(strangeness, whole, more)
}

const patterns = new Map<string, Arbitrary<string> | null>()
/** Made once each, for tables of Unicode take long; null for a pattern beyond what can be turned round. */
function byPattern(pattern: string): Arbitrary<string> | null {
  let made = patterns.get(pattern)
  if (made === undefined) {
    try {
      made = fc.stringMatching(new RegExp(pattern, 'u'))
    } catch {
      made = null
    }
    patterns.set(pattern, made)
  }
  return made
}

function words({ format, pattern, minLength = 0, maxLength = 200 }: Schema): Arbitrary<string> {
  if (format === 'date-time')
    return seldom(
      0.5,
      fc.constantFrom('2030-01-01T00:00:00Z', '2020-01-01T00:00:00+02:00'),
      fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }).map((date) => date.toISOString()),
    )
  if (format === 'uuid') return fc.uuid()
  const known = fc.constantFrom(...WORDS.map((text) => text.padEnd(minLength, 'x').slice(0, maxLength)))
  if (!pattern) {
    const most = Math.max(minLength, Math.min(maxLength, 200))
    const full = fc.constantFrom('x', 'é ', '🔥').map((text) => text.repeat(most).slice(0, most).toWellFormed())
    return fc.oneof(
      { withCrossShrink: true },
      { weight: 4, arbitrary: known },
      { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: most, size: 'max' }) },
      { weight: 2, arbitrary: full },
    )
  }
  const matching = byPattern(pattern)
  return matching
    ? seldom(
        0.5,
        known,
        matching.map((text) => text.slice(0, maxLength)),
      )
    : known
}
