/** Seeded values from JSON Schemas: some that fit, some nearly, and some that only an attacker would send. */

type Schema = Record<string, any>

/** mulberry32: the same seed, the same run. */
export function seeded(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const deep = (levels: number, leaf: unknown): unknown => {
  let value = leaf
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value }
  return value
}
/** Own properties of these names, as only a parser makes them. */
const reaching = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a":{"__proto__":{"polluted":[1]}},"toString":1,"hasOwnProperty":null}',
]
const STRINGS = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfffy',
    '\u202egnp.exe',
    'شكرا',
    '\ufeff',
    '\r\nX-Injected: 1',
    '\u2028',
    '🏳️‍🌈',
    'e\u0301'.repeat(50),
    'ß',
    'İ',
  ],
  ...[
    "'",
    "';--",
    "' or 1=1 --",
    "'); drop table posts.post; --",
    '$1',
    '%',
    '_',
    '\\',
    '%00',
    '$' + '{7*7}',
    '{{7*7}}',
    '{}',
    '[]',
    'null',
    'NaN',
    '-0',
    '1e309',
    '0x10',
  ],
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '../../etc/passwd',
    '..\\..\\x',
    '/',
    '.',
    '..',
    'a/b',
    'a?b',
    'a#b',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'then',
    'undefined',
    'true',
    '2026-02-30T00:00:00Z',
    '9999-12-31T23:59:59+14:00',
    '+275760-09-13T00:00:00Z',
  ],
  ...['eyJhIjoxfQ', 'WzFd', 'W251bGxd', 'WyIyMDI2IiwiMSJd', 'x'.repeat(10_000), 'é'.repeat(5_000), '('.repeat(2_000), 'a@'.repeat(2_000), '9'.repeat(400)],
]
const NUMBERS = [0, -1, 1, 1.5, -0, 2 ** 31, 2 ** 53, -(2 ** 53), 2 ** 63, 1e21, 1e308, 5e-324, 2147483648, 32768, 9007199254740991]

export class Strange {
  readonly random: () => number
  constructor(seed: number) {
    this.random = seeded(seed)
  }
  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.random() * values.length)]!
  }
  odds(share: number): boolean {
    return this.random() < share
  }
  string(): string {
    return this.pick(STRINGS)
  }
  /** Anything at all. */
  anything(): unknown {
    const kinds: (() => unknown)[] = [
      () => this.string(),
      () => this.pick(NUMBERS),
      () => this.pick([null, true, false, [], {}, [[]], [null], { length: 1e9 }, JSON.parse('{"then":1}'), { $ne: '' }]),
      () => Array.from({ length: this.pick([1, 3, 101, 1_000]) }, () => this.pick<unknown>([1, 'a', null, -5])),
      () => deep(this.pick([5, 40, 200]), this.string()),
      () => JSON.parse(this.pick(reaching)),
      () => ({ type: 'doc', content: this.anything() }),
    ]
    return this.pick(kinds)()
  }
  /** The same value with a leaf here and there replaced. */
  bent(value: unknown, strangeness: number): unknown {
    if (this.odds(strangeness / 3)) return this.anything()
    if (Array.isArray(value)) return value.map((item) => this.bent(item, strangeness))
    if (typeof value !== 'object' || value === null) return this.odds(strangeness) ? this.anything() : value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.bent(item, strangeness)]))
  }
  /** A value that fits the schema, as far as its pattern can be guessed. */
  fitting(schema: Schema, strangeness = 0): unknown {
    if (this.odds(strangeness)) return this.anything()
    if ('const' in schema) return schema.const
    if (schema.enum) return this.pick(schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return this.fitting(this.pick(choices), strangeness)
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part: Schema) => this.fitting(part, strangeness)))
    switch (Array.isArray(schema.type) ? this.pick(schema.type) : schema.type) {
      case 'string':
        return this.words(schema)
      case 'integer':
      case 'number':
        return Math.max(schema.minimum ?? 1, Math.min(schema.maximum ?? 60, 1 + Math.floor(this.random() * 60)))
      case 'boolean':
        return this.odds(0.5)
      case 'null':
        return null
      case 'array':
        return Array.from({ length: Math.max(schema.minItems ?? 0, Math.floor(this.random() * 3)) }, () => this.fitting(schema.items ?? {}, strangeness))
      case 'object': {
        const entries = Object.entries<Schema>(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name) || this.odds(0.6))
        const object = Object.fromEntries(entries.map(([name, inner]) => [name, this.fitting(inner, strangeness)]))
        if (this.odds(strangeness))
          Object.defineProperty(object, this.pick(['__proto__', 'constructor', 'community_id', 'id', 'role', 'author_member_id', 'deleted_at']), {
            value: this.anything(),
            enumerable: true,
          })
        return object
      }
      default:
        return this.pick([1, 'text', true, null, { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'text' }] }] }])
    }
  }
  private words(schema: Schema): string {
    if (schema.format === 'date-time') return this.pick(['2030-01-01T00:00:00Z', '2020-01-01T00:00:00+02:00'])
    const text = this.pick([
      '1',
      '7',
      'post',
      'comment',
      'home',
      'general',
      '🔥',
      'A few words',
      'person@example.com',
      'https://example.com/a',
      '#506CF0',
      'Secret-1',
    ])
    return text.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? 200)
  }
}
