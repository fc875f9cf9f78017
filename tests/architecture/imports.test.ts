/** The rules of import, architecture by test: who may know whom. */
import { expect } from 'chai'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Manifest } from '@atrium/sdk'
import { ruleProblems } from '@atrium/sdk/check'

const ROOT = path.resolve(import.meta.dirname, '../..')
const SOURCE = /\.(ts|tsx|mjs)$/

function files(folder: string): string[] {
  const dir = path.join(ROOT, folder)
  if (!existsSync(dir)) return []
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => SOURCE.test(name) && !name.split(path.sep).some((part) => part === 'node_modules' || part === 'dist' || part === 'tests'))
    .map((name) => path.join(folder, name))
}

/** What a file imports: repository paths for our own, package names for others. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const found = [
    ...text.matchAll(/(?:^|[;\n])\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^\s*import\s+['"]([^'"]+)['"]/gm),
  ].map((match) => (match[1] ?? match[2] ?? match[3])!)
  return found.map((name) => {
    if (name.startsWith('.')) return path.relative(ROOT, path.resolve(ROOT, path.dirname(file), name))
    if (name.startsWith('@atrium/sdk')) return name.replace('@atrium/sdk', 'sdk')
    return name
  })
}

const violations = (folder: string, allowed: (target: string, file: string) => boolean) =>
  files(folder).flatMap((file) =>
    importsOf(file)
      .filter((target) => !allowed(target, file))
      .map((target) => `${file} imports ${target}`),
  )
const inside = (target: string, ...rooms: string[]) => rooms.some((room) => target === room || target.startsWith(`${room}/`))
const HOUSE = ['launch', 'kernel', 'plugins', 'shell', 'tests', 'migrations', 'plugins.config.ts']

/** Which folder of these imports which others. */
function arrowsIn(folder: string): Map<string, Set<string>> {
  const roomOf = (file: string) => (file.startsWith(`${folder}/`) ? /^(\w+)\//.exec(file.slice(folder.length + 1))?.[1] : undefined)
  const arrows = new Map<string, Set<string>>()
  for (const file of files(folder))
    for (const target of importsOf(file)) {
      const [from, to] = [roomOf(file), roomOf(target)]
      if (from && to && from !== to) arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
    }
  return arrows
}
function circlesOf(arrows: Map<string, Set<string>>): string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (room: string, trail: string[]) => {
    if (trail.includes(room)) return void circles.push([...trail.slice(trail.indexOf(room)), room].join(' -> '))
    if (done.has(room)) return
    for (const other of arrows.get(room) ?? []) visit(other, [...trail, room])
    done.add(room)
  }
  for (const room of arrows.keys()) visit(room, [])
  return circles
}

const manifests = new Map<string, Manifest>()

describe('rules of import', () => {
  before(async () => {
    for (const id of readdirSync(path.join(ROOT, 'plugins'))) {
      const file = path.join(ROOT, 'plugins', id, 'plugin.ts')
      if (!existsSync(file)) continue
      const { default: manifest } = await import(file)
      manifests.set(id, manifest)
    }
  })

  it('finds imports at all', () => {
    expect(importsOf('kernel/boot/kernel.ts')).to.include.members(['sdk', 'kernel/config.ts', 'node:http'])
  })

  it('1. the SDK imports nothing of the house', () => {
    expect(violations('sdk', (target) => !inside(target, ...HOUSE))).to.deep.equal([])
  })

  it('1. the kernel imports the SDK, never a plugin or the shell, and what serves neither a command of the operator nor what launches it', () => {
    expect(violations('kernel', (target) => !inside(target, 'plugins', 'shell', 'tests', 'sdk/web', 'sdk/testing'))).to.deep.equal([])
    const reaching = violations('kernel', (target) => !inside(target, 'kernel/operator', 'launch'))
    expect(reaching.filter((line) => !line.startsWith('kernel/operator/'))).to.deep.equal([])
    expect(violations('launch', (target) => !inside(target, 'plugins', 'shell', 'tests', 'sdk/web', 'sdk/testing', 'kernel/operator'))).to.deep.equal([])
  })

  it('1. the shell imports the SDK’s web entry, never the kernel or a plugin', () => {
    expect(violations('shell', (target) => !inside(target, 'launch', 'kernel', 'plugins', 'tests', 'migrations', 'sdk/server', 'sdk/testing'))).to.deep.equal(
      [],
    )
  })

  it('2. plugins keep to the rules that hold for those from outside too: imports, layout, default exports, the outside world, migrations', () => {
    const template = manifests.get('polls')!
    const places = [...manifests].map(([id, manifest]) => [path.join(ROOT, 'plugins', id), manifest] as const)
    expect(places.flatMap(([dir, manifest]) => ruleProblems(dir, manifest))).to.deep.equal([])
    expect(ruleProblems(path.join(ROOT, 'plugins/posts'), template).length, 'another manifest names other needs').to.be.greaterThan(0)
  })

  it('3. no files import each other in a circle, types included', () => {
    const all = ['launch', 'kernel', 'plugins', 'shell', 'sdk', 'tests/support'].flatMap(files)
    const sdk = JSON.parse(readFileSync(path.join(ROOT, 'sdk/package.json'), 'utf8')).exports as Record<string, string>
    const entries = new Map(Object.entries(sdk).map(([name, file]) => [path.join('sdk', name), path.join('sdk', file)]))
    const fileOf = (target: string) => entries.get(target) ?? (/^sdk\/kernel\/\w+$/.test(target) ? `${target}/contract.ts` : target)
    const graph = new Map(all.map((file) => [file, importsOf(file).map(fileOf)]))
    const state = new Map<string, 'open' | 'done'>()
    const circles: string[] = []
    const visit = (file: string, trail: string[]) => {
      if (state.get(file) === 'done') return
      if (state.get(file) === 'open') return void circles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '))
      state.set(file, 'open')
      for (const target of graph.get(file) ?? []) if (graph.has(target)) visit(target, [...trail, file])
      state.set(file, 'done')
    }
    for (const file of graph.keys()) visit(file, [])
    expect(circles).to.deep.equal([])
    expect(graph.get('plugins/posts/server/service/index.ts'), 'the test sees what it should').to.include.members([
      'sdk/index.ts',
      'plugins/posts/server/jobs.ts',
    ])
  })

  it('4. has no default exports but where the house asks for them', () => {
    const asked =
      /(^|\/)(contract|plugins\.config|vite\.config|playwright\.config)\.ts$|sdk\/create\/template\/|shell\/src\/(account|admin|dev)\/|shell\/src\/frame\/(Keys|Palette|PersonCards)\.tsx$|sdk\/web\/(ui\/lazy|editor)\/|tests\/support\/reporter\.ts$/
    const found = ['launch', 'kernel', 'sdk', 'shell', 'migrations']
      .flatMap(files)
      .filter((file) => /^export default /m.test(readFileSync(path.join(ROOT, file), 'utf8')) && !asked.test(file))
    expect(found).to.deep.equal([])
  })

  it('5. nobody on the server calls a bare fetch: members choose addresses, and ctx.fetch is what checks them (A56)', () => {
    const bare = [...files('launch'), ...files('kernel'), ...files('sdk/server')].filter((file) =>
      /(?<![.\w#]|function )fetch\(|\bglobalThis\.fetch\b|from '(undici|node-fetch|axios|got)'/.test(
        // without the door's own declarations
        readFileSync(path.join(ROOT, file), 'utf8').replace(/^ {2}fetch\(address: string,.*$/gm, ''),
      ),
    )
    expect(bare).to.deep.equal([])
  })

  it('6. plugins lock by name through `lock`, in one form', () => {
    const own = files('plugins').filter((file) => readFileSync(path.join(ROOT, file), 'utf8').includes('pg_advisory_xact_lock'))
    expect(own).to.deep.equal([])
  })

  it('7. base plugins want nothing and need base plugins alone; needs and wants are one order of layers, which the README lists', () => {
    const arrows = ({ needs = [], wants = [] }: Manifest) => [...needs, ...wants].filter((id) => manifests.has(id))
    const base = [...manifests.values()].filter(({ kind }) => kind === 'base')
    expect(base.flatMap(({ id, wants = [] }) => wants.map((other) => `${id} wants ${other}`))).to.deep.equal([])
    expect(base.flatMap((one) => arrows(one).flatMap((id) => (manifests.get(id)!.kind === 'base' ? [] : `${one.id} needs ${id}`)))).to.deep.equal([])

    const circles: string[] = []
    const layers = new Map<string, number>()
    const layerOf = (id: string, trail: string[]): number => {
      if (trail.includes(id)) {
        circles.push([...trail.slice(trail.indexOf(id)), id].join(' -> '))
        return 0
      }
      if (!layers.has(id)) layers.set(id, Math.max(0, ...arrows(manifests.get(id)!).map((other) => layerOf(other, [...trail, id]) + 1)))
      return layers.get(id)!
    }
    for (const id of manifests.keys()) layerOf(id, [])
    expect(circles).to.deep.equal([])
    const lines = [...manifests.values()]
      .sort((a, b) => layers.get(a.id)! - layers.get(b.id)! || a.id.localeCompare(b.id))
      .map(({ id, description }) => `| ${layers.get(id)} | \`${id}\` | ${description} |`)
    expect(readFileSync(path.join(ROOT, 'README.md'), 'utf8'), 'the list of plugins in README.md is to be').to.include(lines.join('\n'))
  })

  it('8. what runs in production imports packages of production alone: containers install no others', () => {
    const read = (name: string) => JSON.parse(readFileSync(path.join(ROOT, name), 'utf8')) as Record<string, Record<string, string>>
    const [house, sdk] = [read('package.json'), read('sdk/package.json')]
    const there = new Set(Object.keys({ ...house.dependencies, ...house.optionalDependencies, ...sdk.dependencies }))
    const packageOf = (target: string) => target.split('/', target.startsWith('@') ? 2 : 1).join('/')
    const isOwn = (target: string) => inside(target, 'sdk', 'atrium', ...HOUSE) || target.startsWith('node:') || target.startsWith('virtual:')
    // types are gone before anything runs
    const isType = (file: string, target: string) => new RegExp(`import type [^;]*from '${target}'`).test(readFileSync(path.join(ROOT, file), 'utf8'))
    const isPackage = (target: string) => /^@?[a-z0-9][\w./-]*$/.test(target)
    const allowed = (target: string, file: string) =>
      inside(file, 'sdk/testing', 'sdk/create') || !isPackage(target) || isOwn(target) || there.has(packageOf(target)) || isType(file, target)
    expect(['launch', 'kernel', 'shell', 'plugins', 'sdk'].flatMap((folder) => violations(folder, allowed))).to.deep.equal([])
    expect(there.has('smtp-server') && !there.has('mocha'), 'the test sees what it should').to.equal(true)
  })

  it('9. the rooms of the kernel know each other in one order; what all of them know stands beside them', () => {
    const arrows = arrowsIn('kernel')
    expect(circlesOf(arrows)).to.deep.equal([])
    expect([...arrows.get('http')!], 'the test sees what it should').to.include('accounts')
  })

  it('10. the rooms of paywalls know each other in one direction; what all of them know stands beside them, and what wires them is known by none', () => {
    const [server, order] = ['plugins/paywalls/server', ['shared', 'books', 'selling', 'billing']]
    const rooms = readdirSync(path.join(ROOT, server), { withFileTypes: true }).flatMap((one) =>
      one.isDirectory() && one.name !== 'migrations' ? [one.name] : [],
    )
    expect(rooms).to.have.members(order)
    const beside = ['entities', 'jobs', 'reads'].map((name) => `${server}/${name}.ts`)
    const wrong = order.flatMap((room, place) => {
      const known = order.slice(0, place + 1).map((name) => `${server}/${name}`)
      return violations(`${server}/${room}`, (target) => !inside(target, server) || inside(target, ...known, ...beside))
    })
    expect(wrong).to.deep.equal([])
    expect(circlesOf(arrowsIn('plugins/paywalls/web/components')), 'those of the browser in one order').to.deep.equal([])
    expect(importsOf(`${server}/billing/service/settle.ts`), 'the test sees what it should').to.include(`${server}/books/service/ledger.ts`)
  })

  it('says in the first line of every file why it exists', () => {
    const silent = ['launch', 'kernel', 'sdk', 'shell/src', 'migrations', 'tests']
      .flatMap(files)
      .filter((file) => !/plugin\.ts$/.test(file) && !/^(#!.*\n)?\s*(\/\*\*|\/\/|\/\*)/.test(readFileSync(path.join(ROOT, file), 'utf8')))
    expect(silent).to.deep.equal([])
  })

  it('keeps the kernel small', () => {
    const linesOf = (all: string[]) => all.reduce((sum, file) => sum + readFileSync(path.join(ROOT, file), 'utf8').split('\n').length - 1, 0)
    const [commands, serving] = [true, false].map((isCommand) => files('kernel').filter((file) => inside(file, 'kernel/operator') === isCommand)) as [
      string[],
      string[],
    ]
    // README.md beside this file says what it grew by and why; it may only come down, to 11,500 next
    expect(linesOf(serving), 'lines of kernel/ that serve').to.be.at.most(12_269)
    expect(linesOf(commands), 'lines of kernel/operator/').to.be.at.most(650)
    expect(linesOf(files('launch')), 'lines of launch/').to.be.at.most(770)
  })

  it('numbers migrations one after another, and no two alike', () => {
    const numbers = readdirSync(path.join(ROOT, 'migrations')).map((name) => Number(name.slice(0, 4)))
    // 0004_appearance_system and 0004_sign_in: later ones build on both, and installed databases and backups know them by these names
    numbers.splice(numbers.indexOf(4), 1)
    expect(numbers.sort((a, b) => a - b)).to.deep.equal(numbers.map((_, place) => place + 1))
  })
})
