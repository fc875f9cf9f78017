/**
 * Writes sdk/reference.md, what plugins may build on in the house: calls, events, points, slots, services, permissions and words, by contract.
 * `node sdk/create/reference.ts`; a test fails when the report is out of date.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { Contract, Route } from '../core/contract.ts'
import type { Manifest } from '../core/manifest.ts'
import { GROUPS } from '../core/manifestSchema.ts'
import { date } from '../core/schemas.ts'
import { typesOf } from './api.ts'

const HOME = path.resolve(import.meta.dirname, '../..')
export const REFERENCE = path.join(HOME, 'sdk/reference.md')

/** A schema as TypeScript would write it; what lies deeper than this is left out. */
const DEEP = 3
type Json = Record<string, any>
function shape(schema: Json | undefined, deep = 0): string {
  if (!schema) return 'unknown'
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value: unknown) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((one: Json) => shape(one, deep)))].join(' | ')
  if (schema.type === 'array') {
    const item = shape(schema.items, deep)
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  }
  if (schema.type === 'integer') return 'number'
  if (schema.type !== 'object') return Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'unknown')
  const fields = Object.entries<Json>(schema.properties ?? {})
  if (fields.length === 0) return schema.additionalProperties ? `Record<string, ${shape(schema.additionalProperties, deep + 1)}>` : '{}'
  if (deep >= DEEP) return '{ … }'
  return `{ ${fields.map(([name, field]) => `${name}${schema.required?.includes(name) ? '' : '?'}: ${shape(field, deep + 1)}`).join('; ')} }`
}
const schemaOf = (type: z.ZodType, io: 'input' | 'output') =>
  shape(
    z.toJSONSchema(type, {
      ...{ io, unrepresentable: 'any', reused: 'inline' },
      override: ({ zodSchema, jsonSchema }) => {
        if ((zodSchema as unknown) === date) Object.assign(jsonSchema, { type: 'string' })
      },
    }),
  )

function callOf({ method, path: address, options, name }: Route): string {
  const { can, query, body, reply, summary } = options
  const who = typeof can === 'string' ? can : `anybody: ${can.open}`
  return [
    `- \`${name}\`: **${method} ${address}** (${who})${summary ? `. ${summary}` : ''}`,
    ...(query ? [`  - query: \`${schemaOf(query as z.ZodType, 'input')}\``] : []),
    ...(body ? [`  - body: \`${schemaOf(body as z.ZodType, 'input')}\``] : []),
    ...(reply ? [`  - reply: \`${schemaOf(reply as z.ZodType, 'output')}\``] : []),
  ].join('\n')
}
const section = (title: string, lines: string[]) => (lines.length ? `\n### ${title}\n\n${lines.join('\n')}\n` : '')

/** The text between the brackets of `slot<…>()`, `point<…>()` and `type<…>()`. */
function typeArgument(source: string, name: string, maker: string): string {
  const quoted = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`['"]?${quoted}['"]?:\\s*${maker}<([\\s\\S]*?)>\\(\\)`).exec(source)?.[1]?.replace(/\s+/g, ' ') ?? '{}'
}

function contractOf(contract: Contract, file: string, module: string, manifest?: Manifest): string {
  const source = readFileSync(file, 'utf8')
  const points = Object.keys(contract.points ?? {}).map((name) => [name, typeArgument(source, name, 'point')] as const)
  const slots = Object.keys(contract.slots ?? {}).map((name) => [name, typeArgument(source, name, 'slot')] as const)
  const service = contract.service ? typeArgument(source, 'service', 'type') : null
  const named = [...points, ...slots].map(([, type]) => type)
  const types = typesOf(file, [...named, ...(service ? [service] : [])])
  return [
    `\n## ${contract.id}\n\n\`import ${contract.id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())} from '${module}'\`${manifest?.description ? `. ${manifest.description}` : ''}\n`,
    section(
      'Permissions',
      Object.entries(contract.permissions ?? {}).map(
        ([key, { title, grant }]) => `- \`${contract.id}.${key}\`: ${title}; held by ${grant.join(', ') || 'nobody at first'}`,
      ),
    ),
    section(
      'Settings in the community’s record',
      Object.entries(contract.communitySettings?.shape ?? {}).map(([key, schema]) => `- \`${key}\`: \`${schemaOf(schema as z.ZodType, 'output')}\``),
    ),
    section(
      'Events',
      Object.values(contract.events ?? {}).map(
        ({ name, payload, realtime, automation }) =>
          `- \`${name}\`: \`${schemaOf(payload as z.ZodType, 'output')}\`${realtime ? `; told to browsers (${realtime})` : ''}${automation ? '; a trigger for workflows' : ''}`,
      ),
    ),
    section(
      'Points',
      points.map(([name, type]) => `- \`${name}\`: \`${type}\``),
    ),
    section(
      'Slots',
      slots.map(([name, type]) => `- \`${name}\`: \`${type}\``),
    ),
    service ? section('Service', [`\`ctx.use(${contract.id})\` is a \`${service}\`.`]) : '',
    types.length ? section('Types', [`\`\`\`ts\n${types.join('\n\n')}\n\`\`\``]) : '',
    section('Calls', Object.values(contract.routes ?? {}).map(callOf)),
  ].join('')
}

const load = async (file: string) => (await import(pathToFileURL(file).href)).default
/** The whole report, from the contracts as they are now. */
export async function reference(): Promise<string> {
  const parts = [
    `# What plugins build on\n\nGenerated by \`node sdk/create/reference.ts\` from the contracts; a test fails when the two differ. Beside it, \`api.md\` lists what the SDK exports. A plugin in \`needs\` or \`wants\` is imported by its contract: \`atrium/plugins/<id>\` from a folder of one's own.\n`,
    `\n## Words\n\nAmong the words in a plugin's \`locales/\`, the house asks for these: \`plugin.title\` and \`plugin.description\` (menus and the list of plugins), \`permission.<key>\` (roles), \`settings.<field>\`, \`settings.<field>.help\` and \`settings.<field>.<option>\` (the form made from its settings; of switches that it adds to the General screen the first two), \`kinds.<kind>\` (over several search hits of a content kind), and each \`title\` of its manifest. Admin screens stand in the groups ${GROUPS.map((group) => `\`${group}\``).join(', ')}.\n`,
  ]
  for (const file of globSync('sdk/kernel/*/contract.ts', { cwd: HOME }).sort())
    parts.push(contractOf(await load(path.join(HOME, file)), path.join(HOME, file), `@atrium/sdk/kernel/${file.split(path.sep)[2]}`))
  for (const folder of globSync('plugins/*', { cwd: HOME }).sort()) {
    const file = path.join(HOME, folder, 'contract.ts')
    if (!existsSync(file)) continue
    const manifest = (await load(path.join(HOME, folder, 'plugin.ts'))) as Manifest
    parts.push(contractOf(await load(file), file, `atrium/plugins/${manifest.id}`, manifest))
  }
  return parts.join('')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(REFERENCE, await reference())
  console.log(`Wrote ${path.relative(process.cwd(), REFERENCE)}.`)
}
