/** Derives OpenAPI 3.1 and a readable page from the contracts of what is on in a community. */
import { z } from 'zod'
import type { Route, RouteOptions } from '../core/contract.ts'
import { escapeHtml } from './html.ts'

const toSchema = (schema: unknown) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema as z.ZodType, { unrepresentable: 'any', io: 'input', reused: 'inline' }) as Record<string, unknown>
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

function operation(route: Route) {
  const { options } = route
  const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const params = options.params ? (toSchema(options.params) as any).properties : {}
  const query = options.query ? (toSchema(options.query) as any) : null
  const parameters = [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: params[name] ?? { type: 'string' } })),
    ...Object.entries(query?.properties ?? {}).map(([name, schema]) => ({ name, in: 'query', required: query.required?.includes(name) ?? false, schema })),
  ]
  const status = String(options.status ?? (options.reply ? 200 : 204))
  return {
    operationId: `${route.plugin}.${route.name}`,
    tags: [route.plugin],
    summary: options.summary,
    description: whoMay(options.can, route.plugin),
    ...(parameters.length ? { parameters } : {}),
    ...(options.stream
      ? { requestBody: { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } } }
      : options.body
        ? { requestBody: { required: true, content: { 'application/json': { schema: toSchema(options.body) } } } }
        : {}),
    responses: {
      [status]: options.reply ? { description: 'Done', content: { 'application/json': { schema: toSchema(options.reply) } } } : { description: 'Done' },
      default: { description: 'The error envelope', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    },
    security: typeof options.can === 'object' ? [] : [{ session: [] }, { token: [] }],
  }
}

/** The OpenAPI document of these routes. */
export function openApi(routes: Route[], community: { name: string; url: string }) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    // the methods of WebDAV have no place in it
    if (route.method === 'PROPFIND' || route.method === 'REPORT') continue
    const address = route.path.replace(/:(\w+)/g, '{$1}')
    ;(paths[address] ??= {})[route.method.toLowerCase()] = operation(route)
  }
  return {
    openapi: '3.1.0',
    info: { title: `${community.name} on Atrium`, version: '1.0.0', description: 'Every call that is switched on in this community.' },
    servers: [{ url: community.url }],
    paths,
    components: {
      schemas: {
        Error: {
          type: 'object',
          required: ['success', 'message', 'error_details', 'code'],
          properties: { success: { const: false }, message: { type: 'string' }, error_details: {}, code: { type: 'string' } },
        },
      },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'atrium_session' }, token: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const STYLE =
  'body{font:15px/22px system-ui,sans-serif;max-width:860px;margin:32px auto;padding:0 16px;color-scheme:light dark}h2{margin-top:32px}details{border:1px solid #8884;border-radius:6px;margin:6px 0;padding:6px 12px}summary{cursor:pointer}code,pre{font:13px/20px ui-monospace,monospace}pre{overflow:auto}b{display:inline-block;min-width:56px}'

/** The same for people: one page, no script. */
export function openApiPage(document: ReturnType<typeof openApi>): string {
  const groups = new Map<string, string[]>()
  for (const [address, methods] of Object.entries(document.paths))
    for (const [method, raw] of Object.entries(methods)) {
      const item = raw as ReturnType<typeof operation>
      const parts = { parameters: item.parameters, body: (item as any).requestBody?.content, replies: item.responses }
      const row = `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(address)}</code> ${escapeHtml(item.summary ?? '')}</summary><p>${escapeHtml(item.description)}</p><pre>${escapeHtml(JSON.stringify(parts, null, 2))}</pre></details>`
      groups.set(item.tags[0]!, [...(groups.get(item.tags[0]!) ?? []), row])
    }
  const sections = [...groups].sort().map(([name, rows]) => `<h2>${escapeHtml(name)}</h2>${rows.join('')}`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(document.info.title)}</title><style>${STYLE}</style><h1>${escapeHtml(document.info.title)}</h1><p>${escapeHtml(document.info.description)} As data: <a href="/openapi.json">/openapi.json</a></p>${sections.join('')}</html>`
}
