/** Gives browsers the names and addresses of a contract that they use, and leaves its schemas on the server. */
import { pathToFileURL } from 'node:url'
import type { ESTree } from 'rolldown/utils'
import type { Plugin } from 'vite'
import { z } from 'zod'
import type { Contract, Route } from '../core/contract.ts'
import { fieldsOf, type JsonSchema } from '../core/fields.ts'
import { type Slim, withParts } from './contract-parts.ts'

const CONTRACT = /\/contract(\/index)?\.(ts|js|mjs)$/

const plain = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every(plain)) ||
  (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype && Object.values(value as object).every(plain))

const pick = <T extends object>(items: Record<string, T> | undefined, ...fields: (keyof T)[]) =>
  Object.fromEntries(Object.entries(items ?? {}).map(([key, item]) => [key, Object.fromEntries(fields.map((field) => [field, item[field]]))]))

/** Names and addresses of routes; of those that are forms, their fields too. */
const routesOf = (routes: Record<string, Route> | undefined) =>
  Object.fromEntries(
    Object.entries(routes ?? {}).map(([key, { plugin, name, method, path, options }]) => {
      const schema = options.form && options.body && (z.toJSONSchema(options.body, { unrepresentable: 'any' }) as JsonSchema)
      return [key, { plugin, name, method, path, ...(schema ? { form: fieldsOf(schema) } : {}) }]
    }),
  )

/** What a browser may know of a contract file. Null when the file's default export is no contract. */
async function slim(file: string, version: string): Promise<Slim | null> {
  const { default: contract, ...named } = (await import(pathToFileURL(file).href + version)) as { default?: Contract } & Record<string, unknown>
  if (typeof contract !== 'object' || typeof contract.id !== 'string') return null
  return {
    id: contract.id,
    routes: routesOf(contract.routes),
    events: pick(contract.events, 'plugin', 'name'),
    slots: pick(contract.slots, 'plugin', 'name'),
    constants: Object.fromEntries(Object.entries(named).filter(([, value]) => plain(value))),
  }
}
/**
 * The source of the browser's module of a contract file: the default export without schemas, and every named
 * export that is plain data. Anything else that a screen imports from it fails the build by its name.
 * @returns null when the file's default export is no contract.
 */
export async function slimContract(file: string, version = ''): Promise<string | null> {
  const contract = await slim(file, version)
  if (!contract) return null
  const { constants, ...rest } = contract
  return [
    `export default ${JSON.stringify({ ...rest, points: {} })}`,
    ...Object.entries(constants).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`),
  ].join('\n')
}

export function contracts(): Plugin[] {
  return [
    {
      name: 'atrium:contracts',
      enforce: 'pre',
      async load(id) {
        const file = id.split('?')[0]!
        if (!CONTRACT.test(file)) return null
        // In development an edited contract must not come from Node's module cache.
        const code = await slimContract(file, this.meta.watchMode ? `?${Date.now()}` : '')
        return code === null ? null : { code, map: null }
      },
    },
    {
      name: 'atrium:contract-parts',
      apply: 'build',
      enforce: 'post',
      transform: {
        filter: { code: /contract|@atrium\/sdk\/kernel/ },
        async handler(code, id) {
          if (id.startsWith('\0') || CONTRACT.test(id)) return null
          const contractAt = async (source: string) => {
            const file = (await this.resolve(source, id))?.id
            return file && CONTRACT.test(file) ? slim(file, '') : null
          }
          const text = await withParts(code, this.parse(code) as ESTree.Program, contractAt)
          return text === null ? null : { code: text, map: null }
        },
      },
    },
  ]
}
