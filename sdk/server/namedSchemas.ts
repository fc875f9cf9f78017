/** Gives JSON schemas that stand in several places a name and one place, as OpenAPI has it in its components. */

type Json = Record<string, unknown>
/** Keys of a schema that hold a schema, several of them, or several by name. */
const ONE = ['items', 'additionalProperties', 'not', 'propertyNames', 'contains'] as const
const MANY = ['anyOf', 'allOf', 'oneOf', 'prefixItems'] as const
const BY_NAME = ['properties', 'patternProperties'] as const
/** Characters from which it is worth a name. */
const WORTH = 90

interface Known {
  /** The schema, with those inside it by their numbers. */
  shape: Json
  uses: number
  length: number
  name: string
}
const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The schema with each of those directly inside it replaced. */
function inside(schema: Json, replace: (part: Json, name: string) => unknown): Json {
  const copy: Json = { ...schema }
  for (const key of ONE) if (isSchema(copy[key])) copy[key] = replace(copy[key], key === 'items' ? 'item' : key)
  for (const key of MANY) if (Array.isArray(copy[key])) copy[key] = copy[key].map((part) => (isSchema(part) ? replace(part, '') : part))
  for (const key of BY_NAME)
    if (isSchema(copy[key]))
      copy[key] = Object.fromEntries(Object.entries(copy[key]).map(([name, part]) => [name, isSchema(part) ? replace(part, name) : part]))
  return copy
}

/** Whose it is, and what: `paywalls.subscriptions.reply.records.item.status` is `paywalls.subscriptions.status`. */
function shortOf(name: string): string {
  const [owner, first, ...rest] = name.split('.')
  const last = rest.findLast((part) => part !== 'item' && part !== 'reply')
  return [owner, first, last].filter(Boolean).join('.')
}

/**
 * First `meet` all schemas, those with a name of their own before the others; then `write` each, and at last take `components`.
 * What is the same stands in one place, whatever it was called.
 */
export function namedSchemas() {
  const known: Known[] = []
  const numbers = new Map<string, number>()
  const components: Record<string, unknown> = {}
  const taken = new Map<string, number>()

  function number(schema: Json, name: string): number {
    const shape = inside(schema, (part, key) => ({ '#': number(part, key ? `${name}.${key}` : name) }))
    const text = JSON.stringify(shape)
    const at = numbers.get(text) ?? known.length
    if (at === known.length) {
      numbers.set(text, at)
      known.push({ shape, uses: 0, length: text.length, name })
    }
    known[at]!.uses++
    return at
  }
  const body = ({ shape }: Known): Json => inside(shape, (part) => reference(part['#'] as number))
  function reference(at: number): unknown {
    const one = known[at]!
    if (one.uses < 2 || one.length < WORTH) return body(one)
    if (!taken.has(`#${at}`)) {
      one.name = shortOf(one.name)
      const same = taken.get(one.name) ?? 0
      taken.set(one.name, same + 1)
      taken.set(`#${at}`, 1)
      if (same > 0) one.name = `${one.name}${same + 1}`
      components[one.name] = body(one)
    }
    return { $ref: `#/components/schemas/${one.name}` }
  }
  return {
    meet: (schema: Json, name: string): number => number(schema, name),
    write: (met: number): unknown => reference(met),
    /** By their names. */
    components: () => Object.fromEntries(Object.entries(components).sort(([one], [other]) => one.localeCompare(other))),
  }
}
