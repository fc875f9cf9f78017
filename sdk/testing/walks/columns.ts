/** Sends the name of every column of the database to routes that write, and looks whether any of it was stored. */
import { z } from 'zod'
import type { Route } from '../../core/contract.ts'
import type { TestApp } from '../app.ts'
import { makeTarget } from '../filling.ts'
import { entriesOf, type Filled, isTaken, keyOf, press, sessionFor } from '../world.ts'
import { narrowed } from './narrow.ts'

/** What is sent, by the type of the column. Of yes and no nothing can be told afterwards. */
const NUMBER = 905_117_733
const TEXT = 'columncanary'
const YEAR = '1987-06-05'
const MARKS = [String(NUMBER), TEXT, YEAR]
function valueFor(type: string): unknown {
  if (/int|numeric|double|real/.test(type)) return NUMBER
  if (/timestamp|date/.test(type)) return `${YEAR}T04:03:02Z`
  if (type === 'jsonb' || type === 'json') return { note: TEXT }
  if (type === 'ARRAY') return [TEXT]
  return TEXT
}

/** Every name that the schema knows, at any depth. */
function namesIn(schema: any, found = new Set<string>()): Set<string> {
  for (const [key, value] of Object.entries(schema ?? {})) {
    if (key === 'properties') for (const name of Object.keys(value as object)) found.add(name)
    if (value && typeof value === 'object') namesIn(value, found)
  }
  return found
}

/** Whether the route takes a form of which something could be stored. */
export const takesForm = ({ method, options }: Route) => method !== 'GET' && Boolean(options.body) && !options.stream

/**
 * @param only the plugin that alone is filled, with what it needs; all of them without
 * @returns what was stored, and which routes took nothing of a form that is right
 */
export async function sendColumns(app: TestApp, side: Filled, routes: Route[], only?: string): Promise<{ wrong: string[]; silent: string[] }> {
  const entries = await entriesOf(app, routes)
  const columns = await app.sql<{ name: string; type: string; schemas: string[] }>(
    `select column_name as name, min(data_type) as type, array_agg(distinct table_schema::text) as schemas from information_schema.columns
     where table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker', 'watch') and data_type <> 'boolean' group by 1`,
  )

  /** Both ways of writing a name, beside the fields of the form and inside each of its objects; a body takes no more names than the kernel's and the plugin's own. */
  function swollen(body: unknown, known: Set<string>, plugin: string): unknown {
    if (Array.isArray(body) || typeof body !== 'object' || body === null) return body
    const near = columns.filter(({ schemas }) => schemas.includes('kernel') || schemas.includes(plugin.replaceAll('-', '_')))
    const added = near.flatMap(({ name, type }) => [
      [name, valueFor(type)],
      [name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()), valueFor(type)],
    ])
    const own = Object.entries(body).map(([key, value]) => [key, ['tiptap_body', 'body'].includes(key) ? value : swollen(value, known, plugin)])
    return { ...Object.fromEntries(added.filter(([key]) => !known.has(key as string))), author: { role: TEXT, roles: [TEXT] }, ...Object.fromEntries(own) }
  }
  const tables = await app.sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker', 'watch')`,
  )
  const conditions = MARKS.map((_, i) => `t::text like '%' || $${i + 1} || '%'`).join(' or ')
  const rowsWithMarks = async () => {
    const text = tables.map(({ name }) => `select '${name} ' || t::text as line from ${name} t where ${conditions}`).join(' union all ')
    return (await app.sql<{ line: string }>(text, MARKS)).map(({ line }) => line)
  }

  const silent: string[] = []
  const before = new Set(await rowsWithMarks())
  const wrong = await narrowed(routes, keyOf, async (some, first) => {
    const wrong: string[] = []
    const open = first ? side.open : await makeTarget(app, side, 'open', only)
    for (const line of await rowsWithMarks()) before.add(line)
    for (const route of some) {
      const { input, uses } = entries[keyOf(route)]!
      const right = input(uses ? await makeTarget(app, side, 'open', route.plugin) : open)
      const known = namesIn(z.toJSONSchema(route.options.body as z.ZodType, { io: 'input', unrepresentable: 'any' }))
      const session = await sessionFor(app, side.admin.accountId, side.communityId)
      const body = swollen(right.body ?? {}, known, route.plugin)
      const { status } = await press(app, { ...side.admin, token: session.token }, route, { ...right, body })
      if (first && status >= 300 && isTaken(entries[keyOf(route)]!)) silent.push(keyOf(route))
      if (status >= 500) wrong.push(`${keyOf(route)}: ${status}`)
    }
    return { wrong, changed: (await rowsWithMarks()).filter((line) => !before.has(line)).map((line) => `stored ${line.slice(0, 400)}`) }
  })
  return { wrong, silent }
}
