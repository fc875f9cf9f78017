/** The test server is not part of what runs in production: it is reached by one door, and only where a community uses it. */
import { expect } from 'chai'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const SERVER = 'plugins/payments/server'
const ROOM = `${SERVER}/providers/test/`
const DOOR = `${SERVER}/providers/testing.ts`
/** What a file of ours names in its imports, types too. */
function importsOf(file: string): { target: string; isLazy: boolean }[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*(\()?\s*['"](\.[^'"]+)['"]/g)].map(([, lazy, name]) => ({
    target: path.relative(ROOT, path.resolve(ROOT, path.dirname(file), name!)),
    isLazy: lazy !== undefined,
  }))
}

describe('the test server', () => {
  it('is imported by nobody outside but its door, which loads it when it is opened', () => {
    const files = globSync(['{kernel,sdk,shell,plugins,tests}/**/*.{ts,tsx}'], { cwd: ROOT, exclude: (name) => name.includes('node_modules') })
    const outside = files.filter((file) => !file.startsWith(ROOM) && !file.startsWith('plugins/payments/tests/'))
    const reaching = outside.flatMap((file) => importsOf(file).flatMap(({ target, isLazy }) => (target.startsWith(ROOM) ? [{ file, target, isLazy }] : [])))
    expect(reaching).to.deep.equal([{ file: DOOR, target: `${ROOM}index.ts`, isLazy: true }])
  })

  it('is loaded with nothing that the plugin needs to start, and neither is the processor’s library', () => {
    const loaded = new Set<string>()
    const load = (file: string) => {
      if (loaded.has(file) || !file.startsWith(SERVER)) return
      loaded.add(file)
      for (const { target, isLazy } of importsOf(file)) if (!isLazy) load(target)
    }
    load(`${SERVER}/index.ts`)
    expect([...loaded], 'it sees what it should').to.include.members([DOOR, `${SERVER}/providers/manual/index.ts`, `${SERVER}/providers/stripe.ts`])
    expect([...loaded].filter((file) => file.startsWith(ROOM))).to.deep.equal([])
    const library = [...loaded].filter((file) => /^import (?!type )[^'"]*from 'stripe'/m.test(readFileSync(path.join(ROOT, file), 'utf8')))
    expect(library).to.deep.equal([])
  })
})
