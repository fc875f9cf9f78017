/** Derives OpenAPI 3.1 and a readable page from the contracts of what is on in a community. */
import { z } from 'zod'
import type { Route, RouteOptions } from '../core/contract.ts'
import { date } from '../core/schemas.ts'
import { escapeHtml } from './html.ts'
import { namedSchemas } from './namedSchemas.ts'

/** What numbers are bounded by anyway says nothing. */
const SAFE = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
const toSchema = (schema: unknown) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema as z.ZodType, {
    unrepresentable: 'any',
    io: 'input',
    reused: 'inline',
    override({ zodSchema, jsonSchema }) {
      if ((zodSchema as unknown) === date) {
        delete jsonSchema.anyOf
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
      }
      for (const [bound, value] of Object.entries(SAFE)) if (jsonSchema[bound] === value) delete jsonSchema[bound]
    },
  }) as Record<string, unknown>
  return rest
}

const whoMay = (can: RouteOptions['can'], owner: string) =>
  typeof can === 'object'
    ? `Anybody: ${can.open}`
    : can === 'account'
      ? 'Anybody signed in'
      : can === 'member'
        ? 'Members'
        : can === 'admin'
          ? 'Admins'
          : `Permission ${can.includes('.') ? can : `${owner}.${can}`}`

type Schemas = ReturnType<typeof namedSchemas>
/** What of a route is met before anything is written. */
interface Met {
  route: Route
  body: number | null
  reply: number | null
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: number }[]
}
function meet(route: Route, schemas: Schemas): Met {
  const { body, reply, query, params, stream } = route.options
  const of = (schema: unknown, part: string) => schemas.meet(toSchema(schema), `${route.plugin}.${route.name}.${part}`)
  const inPath = params ? ((toSchema(params) as any).properties ?? {}) : {}
  const asked = query ? (toSchema(query) as any) : null
  const each = (name: string, schema: object) => schemas.meet(schema as Record<string, unknown>, `parameter.${name}`)
  return {
    route,
    body: body && !stream ? of(body, 'body') : null,
    reply: reply ? of(reply, 'reply') : null,
    parameters: [
      ...[...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
        name: name!,
        in: 'path' as const,
        required: true,
        schema: each(name!, inPath[name!] ?? { type: 'string' }),
      })),
      ...Object.entries<object>(asked?.properties ?? {}).map(([name, schema]) => ({
        name,
        in: 'query' as const,
        required: asked.required?.includes(name) ?? false,
        schema: each(name, schema),
      })),
    ],
  }
}
function operation({ route, body, reply, parameters }: Met, schemas: Schemas, shared: (parameter: Met['parameters'][number], schema: unknown) => unknown) {
  const { options } = route
  const status = String(options.status ?? (options.reply ? 200 : 204))
  const json = (schema: number) => ({ 'application/json': { schema: schemas.write(schema) } })
  return {
    operationId: `${route.plugin}.${route.name}`,
    tags: [route.plugin],
    summary: options.summary,
    description: whoMay(options.can, route.plugin),
    ...(parameters.length ? { parameters: parameters.map((one) => shared(one, schemas.write(one.schema))) } : {}),
    ...(options.stream
      ? { requestBody: { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } } }
      : body !== null
        ? { requestBody: { required: true, content: json(body) } }
        : {}),
    responses: {
      [status]: reply === null ? { description: 'Done' } : { description: 'Done', content: json(reply) },
      default: { $ref: '#/components/responses/Error' },
    },
    ...(typeof options.can === 'object' && { security: [] }),
  }
}

/** Parameters that several routes take stand in one place, called as they are, with a number behind where that means different things. */
function sharedParameters(met: readonly Met[]) {
  const keyOf = (one: Met['parameters'][number]) => JSON.stringify(one)
  const uses = Map.groupBy(
    met.flatMap(({ parameters }) => parameters),
    keyOf,
  )
  const names = new Map<string, string>()
  const components: Record<string, unknown> = {}
  return {
    components,
    write(one: Met['parameters'][number], schema: unknown): unknown {
      const key = keyOf(one)
      const written = { ...one, schema }
      if (uses.get(key)!.length < 2) return written
      if (!names.has(key)) {
        const same = Object.keys(components).filter((name) => name.replace(/\d+$/, '') === one.name).length
        names.set(key, same === 0 ? one.name : `${one.name}${same + 1}`)
        components[names.get(key)!] = written
      }
      return { $ref: `#/components/parameters/${names.get(key)}` }
    },
  }
}

/** A schema that a contract exports, by its name there: `posts.Post`. */
export interface NamedSchema {
  name: string
  schema: unknown
}
/**
 * The OpenAPI document of these routes.
 * @param named what parts of them are called; others that stand in several places are called after the first of these
 */
export function openApi(routes: Route[], community: { name: string; url: string }, named: readonly NamedSchema[] = []) {
  const schemas = namedSchemas()
  for (const { name, schema } of named) schemas.meet(toSchema(schema), name)
  // the methods of WebDAV have no place in it
  const met = routes.filter(({ method }) => method !== 'PROPFIND' && method !== 'REPORT').map((route) => meet(route, schemas))
  const parameters = sharedParameters(met)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const one of met) {
    const address = one.route.path.replace(/:(\w+)/g, '{$1}')
    ;(paths[address] ??= {})[one.route.method.toLowerCase()] = operation(one, schemas, parameters.write)
  }
  return {
    openapi: '3.1.0',
    info: { title: `${community.name} on Atrium`, version: '1.0.0', description: 'Every call that is switched on in this community.' },
    servers: [{ url: community.url }],
    security: [{ session: [] }, { token: [] }],
    paths,
    components: {
      schemas: {
        Error: {
          type: 'object',
          required: ['success', 'message', 'error_details', 'code'],
          properties: { success: { const: false }, message: { type: 'string' }, error_details: {}, code: { type: 'string' } },
        },
        ...schemas.components(),
      } as Record<string, unknown>,
      parameters: parameters.components,
      responses: { Error: { description: 'The error envelope', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } } },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'atrium_session' }, token: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const STYLE =
  'body{font:15px/22px system-ui,sans-serif;max-width:860px;margin:32px auto;padding:0 16px;color-scheme:light dark}h2{margin-top:32px}details{border:1px solid #8884;border-radius:6px;margin:6px 0;padding:6px 12px}summary{cursor:pointer}code,pre{font:13px/20px ui-monospace,monospace}pre{overflow:auto}b{display:inline-block;min-width:56px}'

/** As JSON, in which what stands elsewhere leads there. */
const shown = (part: unknown): string =>
  `<pre>${escapeHtml(JSON.stringify(part, null, 1)).replace(/#\/components\/(\w+)\/([\w.-]+)/g, '<a href="#$1-$2">$2</a>')}</pre>`

/** The same for people: one page, no script. Browsers open the details that a link leads to. */
export function openApiPage(document: ReturnType<typeof openApi>): string {
  const groups = new Map<string, string[]>()
  for (const [address, methods] of Object.entries(document.paths))
    for (const [method, raw] of Object.entries(methods)) {
      const item = raw as ReturnType<typeof operation>
      const { default: _, ...replies } = item.responses
      const parts = { parameters: item.parameters, body: (item as any).requestBody?.content, replies }
      const row = `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(address)}</code> ${escapeHtml(item.summary ?? '')}</summary><p>${escapeHtml(item.description)}</p>${shown(parts)}</details>`
      groups.set(item.tags[0]!, [...(groups.get(item.tags[0]!) ?? []), row])
    }
  const shared = (['schemas', 'parameters', 'responses'] as const).map((kind) => {
    const rows = Object.entries(document.components[kind]).map(
      ([name, part]) => `<details><summary><code>${escapeHtml(name)}</code></summary><div id="${kind}-${escapeHtml(name)}">${shown(part)}</div></details>`,
    )
    return `<h2>${kind[0]!.toUpperCase()}${kind.slice(1)}</h2>${rows.join('')}`
  })
  const sections = [...groups].sort().map(([name, rows]) => `<h2>${escapeHtml(name)}</h2>${rows.join('')}`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(document.info.title)}</title><style>${STYLE}</style><h1>${escapeHtml(document.info.title)}</h1><p>${escapeHtml(document.info.description)} As data: <a href="/openapi.json">/openapi.json</a></p>${sections.join('')}${shared.join('')}</html>`
}
