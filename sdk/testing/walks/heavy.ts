/** Routes under text as long as it may be, in forms that parsers stumble over: no request, and no work that it leaves behind, keeps the others waiting. */
import type { Route } from '../../core/contract.ts'
import type { TestApp } from '../app.ts'
import { makeTarget } from '../filling.ts'
import type { Input } from '../records.ts'
import { entriesOf, type Filled, keyOf, operationsOf, press, sessionFor } from '../world.ts'

/** What others may be kept waiting; the best of some tries counts, as memory is cleaned up at times. */
export const MOST_WAIT_MS = 200
const TRIES = 3
/** Of a text that no schema bounds, and the most of any: beyond it no body is read. */
const UNBOUNDED = 100_000
const MOST = 400_000
/** Beyond it no address is read. */
const MOST_IN_ADDRESS = 4_000

const FORMS: Record<string, (length: number) => string> = {
  'one word': (length) => 'a'.repeat(length),
  spaces: (length) => `a${' '.repeat(length)}`.slice(0, length - 1).concat('a'),
  commas: (length) => 'a,'.repeat(length / 2 + 1).slice(0, length),
  brackets: (length) => '('.repeat(length),
  quotes: (length) => '"'.repeat(length),
}

type Schema = Record<string, any>
/** Where a text stands in a body, and how long it may be. */
interface Text {
  path: (string | number)[]
  most: number
}
/** Texts that a body may have: those of what would be right, and those that its schema names beside. */
function textsOf(schema: Schema, value: unknown, path: Text['path'] = []): Text[] {
  const choices: Schema[] = schema.anyOf ?? schema.oneOf ?? []
  if (choices.length) {
    const fit = choices.find((choice) => (typeof value === 'object' && value ? choice.type === 'object' || choice.type === 'array' : choice.type === 'string'))
    return fit ? textsOf(fit, value, path) : []
  }
  if (schema.enum || 'const' in schema) return []
  if (Array.isArray(value)) return value.flatMap((item, at) => textsOf(schema.prefixItems?.[at] ?? schema.items ?? {}, item, [...path, at]))
  if (typeof value === 'object' && value !== null) {
    const known = Object.entries(value)
    const others = Object.keys(schema.properties ?? {}).filter((key) => !(key in value))
    return [...known, ...others.map((key) => [key, undefined] as const)].flatMap(([key, item]) =>
      // what no schema describes is text where it says so: that of a document
      schema.properties || key === 'text' || typeof item !== 'string' ? textsOf(schema.properties?.[key] ?? {}, item, [...path, key]) : [],
    )
  }
  const isText = schema.type === 'string' || (schema.type === undefined && typeof value === 'string')
  return isText && !['uuid', 'date', 'date-time'].includes(schema.format) ? [{ path, most: Math.min(MOST, schema.maxLength ?? UNBOUNDED) }] : []
}
/** A body with these of its texts in a form. */
function heavyBody(body: unknown, texts: Text[], form: (length: number) => string): unknown {
  const heavy = structuredClone(body ?? {})
  for (const { path, most } of texts) {
    let at: any = heavy
    for (const step of path.slice(0, -1)) at = at[step]
    at[path.at(-1)!] = form(most)
  }
  return heavy
}

const BEAT_MS = 5
/** Time that this thread has had of a processor, in ms: what others on the machine took is none of it. */
function busy(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
/** How long the loop was held at most while this was under way, in ms. Node's own histogram misses what comes before its second beat. */
async function waitOf(work: () => Promise<unknown>): Promise<number> {
  let [last, most] = [busy(), 0]
  const beat = () => {
    const now = busy()
    most = Math.max(most, now - last)
    last = now
  }
  const beats = setInterval(beat, BEAT_MS)
  await work()
  beat()
  clearInterval(beats)
  return most
}

/** @param only the plugin that alone is filled, with what it needs. @returns what is wrong, a line for each */
export async function keepWaiting(app: TestApp, side: Filled, routes: Route[], only?: string): Promise<string[]> {
  const entries = await entriesOf(app, routes)
  const operations = new Map((await operationsOf(app)).map((operation) => [operation.operationId as string, operation]))
  const target = await makeTarget(app, side, 'open', only)
  const wrong: string[] = []
  for (const route of routes) {
    const operation = operations.get(keyOf(route))
    if (!operation) continue
    const { input, uses } = entries[keyOf(route)]!
    const right = input(uses ? await makeTarget(app, side, 'open', route.plugin) : target)
    const member = { ...side.admin, token: (await sessionFor(app, side.admin.accountId, side.communityId)).token }
    const texts = textsOf(operation.requestBody?.content['application/json']?.schema ?? {}, right.body ?? {})
    const asked = (operation.parameters ?? []).filter(({ in: where, schema }: Schema) => where === 'query' && schema.type === 'string' && !schema.enum)
    for (const [name, form] of Object.entries(FORMS)) {
      const inputs: Input[] = asked.map((parameter: Schema) => ({
        ...right,
        query: { ...right.query, [parameter.name]: form(Math.min(MOST_IN_ADDRESS, parameter.schema.maxLength ?? MOST_IN_ADDRESS)) },
      }))
      if (texts.length && route.method !== 'GET') inputs.push({ ...right, body: heavyBody(right.body, texts, form) })
      if (inputs.length === 0) continue
      const send = async () => {
        for (const one of inputs) {
          const { status } = await press(app, member, route, one)
          // one of them was refused, so that the others were not looked at
          if (status >= 400 && one.body !== undefined && texts.length > 1)
            for (const text of texts) await press(app, member, route, { ...right, body: heavyBody(right.body, [text], form) })
        }
        await app.settle()
      }
      let wait = Number.POSITIVE_INFINITY
      for (let tries = 0; tries < TRIES && wait > MOST_WAIT_MS; tries++) wait = Math.min(wait, await waitOf(send))
      if (wait > MOST_WAIT_MS) wrong.push(`${route.method} ${route.path} keeps others waiting ${Math.round(wait)} ms with ${name}`)
    }
  }
  return wrong
}
