/**
 * Turns a plugin's screens into a module federation remote: `init(shareScope)` and `get(module)`, as the shell and any
 * other federation host call them. The usual build plugin adds 11 kB and four files to every remote for negotiations
 * that this house does not hold (shell and remotes share four modules, and the shell has them all).
 */
import type { ESTree } from 'rolldown/utils'
import type { Plugin } from 'vite'
import * as browserPart from '../web/shared.ts'
import { SHARED } from './resolve.ts'

/** Where a remote's modules find what the shell shares; filled by `init` from the share scope. */
const GLOBAL = 'globalThis.__ATRIUM_SHARED__'
const ENTRY = 'virtual:atrium-remote'
const FALLBACK = '\0atrium-shared:'
/** Request → what is shared under it; the SDK's root is part of its browser entry. */
const shared = new Map<string, string>([...SHARED.map((name): [string, string] => [name, name]), ['@atrium/sdk', '@atrium/sdk/web']])
const take = (name: string) => `${GLOBAL}[${JSON.stringify(name)}]`

const container = (exposes: Record<string, string>): string => `
const modules = { ${Object.entries(exposes)
  .map(([name, file]) => `${JSON.stringify(name)}: () => import(${JSON.stringify(file)})`)
  .join(', ')} }
const shared = ${GLOBAL} ??= {}
export async function init(scope) {
  await Promise.all(${JSON.stringify(SHARED)}.map(async (name) => {
    const provider = Object.values(scope[name] ?? {})[0]
    if (!provider) throw new Error(name + ' is not shared by the host')
    shared[name] ??= (provider.lib ?? (await provider.get()))()
  }))
}
export async function get(name) {
  const load = modules[name]
  if (!load) throw new Error(name + ' is not exposed')
  const module = await load()
  return () => module
}`

type Specifier = ESTree.ImportDeclarationSpecifier
const nameOf = (node: { type: string; name?: string; value?: unknown }) => (node.type === 'Identifier' ? node.name! : String(node.value))
function binding(request: string, specifier: Specifier): string {
  const name = shared.get(request)!
  const local = specifier.local.name
  if (specifier.type === 'ImportNamespaceSpecifier') return `const ${local} = ${take(name)}`
  if (specifier.type === 'ImportDefaultSpecifier') return `const ${local} = ${take(name)}.default ?? ${take(name)}`
  const imported = nameOf(specifier.imported as never)
  if (request === '@atrium/sdk' && !(imported in browserPart)) throw new Error(`"${imported}" of @atrium/sdk is not there in browsers.`)
  return `const ${local} = ${take(name)}[${JSON.stringify(imported)}]`
}

/** Replaces imports of shared modules by reads of what the shell shares. Null when there are none. */
function rewrite(code: string, program: ESTree.Program, file: string): string | null {
  const edits: { start: number; end: number; text: string }[] = []
  for (const node of program.body) {
    if (!('source' in node) || !node.source || !shared.has(node.source.value)) continue
    const request = node.source.value
    const name = shared.get(request)!
    if (node.type === 'ImportDeclaration') edits.push({ start: node.start, end: node.end, text: node.specifiers.map((one) => binding(request, one)).join(';') })
    else if (node.type === 'ExportNamedDeclaration') {
      const parts = node.specifiers.map(({ local, exported }, at) => ({
        read: `const __shared${at} = ${take(name)}[${JSON.stringify(nameOf(local as never))}]`,
        as: `__shared${at} as ${nameOf(exported as never)}`,
      }))
      edits.push({ start: node.start, end: node.end, text: `${parts.map(({ read }) => read).join(';')};export { ${parts.map(({ as }) => as).join(', ')} }` })
    } else throw new Error(`${file}: "export * from '${name}'" cannot be shared; name what is exported.`)
  }
  if (!edits.length) return null
  return edits.reduceRight((text, { start, end, text: by }) => `${text.slice(0, start)}${by};${text.slice(end)}`, code)
}

/** The entry of a remote that exposes these files. */
export const REMOTE_ENTRY = ENTRY
export function remote(exposes: Record<string, string>): Plugin[] {
  return [
    {
      name: 'atrium:remote',
      enforce: 'pre',
      resolveId(id) {
        if (id === ENTRY) return `\0${ENTRY}`
        if (shared.has(id)) return FALLBACK + shared.get(id)
      },
      load(id) {
        if (id === `\0${ENTRY}`) return container(exposes)
        // Only `require` and dynamic imports of packages come here.
        if (id.startsWith(FALLBACK)) return `module.exports = ${take(id.slice(FALLBACK.length))}`
      },
    },
    {
      name: 'atrium:shared',
      enforce: 'post',
      transform: {
        filter: { code: /react|@atrium\/sdk/ },
        handler(code, id) {
          if (id.startsWith('\0')) return null
          const text = rewrite(code, this.parse(code) as ESTree.Program, id)
          return text === null ? null : { code: text, map: null }
        },
      },
    },
  ]
}
