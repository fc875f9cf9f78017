/** What browsers import is there for them. The build lets a missing name pass where it is short of time, and then a page fails as it opens. */
import { expect } from 'chai'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { slimContract } from '@atrium/sdk/vite'

const ROOT = path.resolve(import.meta.dirname, '../..')
const SDK = path.join(ROOT, 'sdk')
/** Where `@atrium/sdk` leads in browsers. */
const BROWSERS_SDK = path.join(SDK, 'web/root.ts')
const IMPORT = /(?:^|[;\n])\s*(import|export)\s+(type\s)?([^'"]*?)from\s*['"]([^'"]+)['"]/g

/** The values that a file asks of others by name; types are gone before a browser sees anything. */
function wantedBy(file: string): { names: string[]; source: string }[] {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  return [...text.matchAll(IMPORT)]
    .filter(([, , isType]) => !isType)
    .map(([, , , what, source]) => ({
      names: (/\{([^}]*)\}/.exec(what!)?.[1] ?? '')
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one && !one.startsWith('type '))
        .map((one) => one.split(/\s+as\s+/)[0]!),
      source: source!,
    }))
}

/** The file behind an import, as the build finds it; undefined for packages and for the SDK's interface, whose names the types check. */
function fileBehind(source: string, from: string): string | undefined {
  if (source === '@atrium/sdk') return BROWSERS_SDK
  const kernel = /^@atrium\/sdk\/kernel\/(.+)$/.exec(source)?.[1]
  if (kernel) return path.join(SDK, 'kernel', kernel, 'contract.ts')
  if (!source.startsWith('.')) return undefined
  return ['', '.ts', '.tsx', '/index.ts']
    .map((ending) => path.resolve(path.dirname(from), source) + ending)
    .find((file) => /\.tsx?$/.test(file) && existsSync(file))
}

/** The names that a browser gets of a file; undefined where all that stands in it is given. */
const given = new Map<string, Promise<Set<string> | undefined>>()
function namesOf(file: string): Promise<Set<string> | undefined> {
  if (!given.has(file)) given.set(file, readNames(file))
  return given.get(file)!
}
async function readNames(file: string): Promise<Set<string> | undefined> {
  if (file === BROWSERS_SDK) return new Set(Object.keys(await import(file)))
  const contract = /\/contract(\/index)?\.ts$/.test(file) ? await slimContract(file) : null
  if (contract === null) return undefined
  return new Set(['default', ...[...contract.matchAll(/^export const (\w+) =/gm)].map(([, name]) => name!)])
}

/** Every name that these files, and what they import of ours, ask for in vain. */
async function missing(files: string[]): Promise<string[]> {
  const lines: string[] = []
  const seen = new Set(files)
  for (const file of seen)
    for (const { names, source } of wantedBy(file)) {
      const target = fileBehind(source, file)
      if (!target) continue
      const known = await namesOf(target)
      if (!known) seen.add(target)
      else lines.push(...names.filter((name) => !known.has(name)).map((name) => `${path.relative(ROOT, file)} wants ${name} of ${path.relative(ROOT, target)}`))
    }
  return lines
}

describe('what browsers import', () => {
  it('is there, of contracts and of the SDK', async () => {
    const files = globSync(['plugins/*/web/**/*.{ts,tsx}', 'shell/src/**/*.{ts,tsx}', 'sdk/web/**/*.{ts,tsx}'], { cwd: ROOT }).map((file) =>
      path.join(ROOT, file),
    )
    expect(files.length).to.be.above(300)
    expect(await missing(files)).to.deep.equal([])
  })

  it('is found missing: a function of a contract, a name that the SDK has on the server alone', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-browser-'))
    const file = path.join(folder, 'Screen.tsx')
    const contract = path.join(folder, 'contract.ts')
    writeFileSync(contract, "export default { id: 'kilns', routes: {} }\nexport const MOST = 5\nexport const half = (n: number) => n / 2\n")
    writeFileSync(file, "import { line, type Contract, LIMITS } from '@atrium/sdk'\nimport kilns, { half, MOST } from './contract.ts'\n")
    expect((await missing([file])).map((text) => /wants (\w+)/.exec(text)![1])).to.deep.equal(['line', 'half'])
    rmSync(folder, { recursive: true })
  })
})
