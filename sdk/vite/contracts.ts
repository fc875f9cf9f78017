/** Gives browsers the names and addresses of a contract and leaves its schemas on the server. */
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Contract } from '../core/contract.ts'

const CONTRACT = /\/contract(\/index)?\.(ts|js|mjs)$/

const plain = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every(plain)) ||
  (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype && Object.values(value as object).every(plain))

const pick = <T extends object>(items: Record<string, T> | undefined, ...fields: (keyof T)[]) =>
  Object.fromEntries(Object.entries(items ?? {}).map(([key, item]) => [key, Object.fromEntries(fields.map((field) => [field, item[field]]))]))

/**
 * The source of the browser's module of a contract file: the default export without schemas, and every named
 * export that is plain data. Anything else that a screen imports from it fails the build by its name.
 * @returns null when the file's default export is no contract.
 */
export async function slimContract(file: string, version = ''): Promise<string | null> {
  const { default: contract, ...named } = (await import(pathToFileURL(file).href + version)) as { default?: Contract } & Record<string, unknown>
  if (typeof contract !== 'object' || typeof contract.id !== 'string') return null
  const slim = {
    id: contract.id,
    routes: pick(contract.routes, 'plugin', 'name', 'method', 'path'),
    events: pick(contract.events, 'plugin', 'name'),
    points: {},
    slots: contract.slots ?? [],
  }
  const constants = Object.entries(named).filter(([, value]) => plain(value))
  return [`export default ${JSON.stringify(slim)}`, ...constants.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)].join('\n')
}

export function contracts(): Plugin {
  return {
    name: 'atrium:contracts',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0]!
      if (!CONTRACT.test(file)) return null
      // In development an edited contract must not come from Node's module cache.
      const code = await slimContract(file, this.meta.watchMode ? `?${Date.now()}` : '')
      return code === null ? null : { code, map: null }
    },
  }
}
