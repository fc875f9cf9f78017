/** The build: cached by content, loud and harmless when a plugin breaks, and remotes that take React from the shell. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest } from '@atrium/sdk'
import { createInstance } from '@module-federation/runtime'
import { expect } from 'chai'
import { buildAll } from '@atrium/sdk/build'
import { discover } from '../../kernel/boot/discover.ts'
import entries from '../../plugins.config.ts'
import { createHost, type ShareScope } from '../../shell/src/loader/containers.ts'

const ROOT = join(import.meta.dirname, '../..')
const lib = { useState: 'one state', AtriumError: 'one error', Screen: 'one screen', jsx: (type: unknown, props: unknown) => ({ type, props }) }
const SHARED = ['react', 'react/jsx-runtime', 'react-dom', '@atrium/sdk/web']
const drawn = { type: 'one screen', props: { name: 'tiny/Tiny', title: 'basic', children: ['one state', 'one error'] } }
const shareConfig = { singleton: true, requiredVersion: '^1.0.0' }

const manifest: Manifest = { id: 'tiny', title: 'Tiny', icon: 'star', sdk: '^1.0', kind: 'feature', screens: { '/tiny': { module: 'screens/Tiny' } } }
const SCREEN = `import { useState } from 'react'
import { AtriumError, type Tier } from '@atrium/sdk'
import { Screen } from '@atrium/sdk/web'
const tier: Tier = 'basic'
export default function Tiny() { return <Screen name="tiny/Tiny" title={tier}>{[useState, AtriumError]}</Screen> }`

describe('build', function () {
  this.timeout(60_000)
  let dir: string
  const lines: string[] = []
  const screen = (text: string) => writeFile(join(dir, 'tiny/web/screens/Tiny.tsx'), text)
  const build = async () => {
    lines.length = 0
    return buildAll({
      shell: join(import.meta.dirname, '../../shell'),
      plugins: [{ id: 'tiny', dir: join(dir, 'tiny'), manifest }],
      outDir: join(dir, 'build'),
      log: (line) => lines.push(line),
    })
  }
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'atrium-build-'))
    await mkdir(join(dir, 'tiny/web/screens'), { recursive: true })
  })
  after(() => rm(dir, { recursive: true, force: true }))

  it('F16: reports a plugin that cannot be built and builds the rest', async () => {
    await screen("import { z } from '@atrium/sdk'\nexport default () => z.string().parse('x')")
    const web = await build()
    expect(web.plugins.get('tiny')!.error).to.contain('"z" of @atrium/sdk is not there in browsers')
    expect(lines.join('\n')).to.match(/built 1 of 3: the shell[\s\S]*FAILED 3 of 3: plugin tiny/)
    const html = await web.template('/')
    for (const place of ['<!--head-->', '<!--boot-->', '<!--body-->']) expect(html).to.contain(place)
    const linked = [...html.matchAll(/"\/assets\/([^"]+)"/g)].map((match) => match[1]!)
    expect(await readdir(web.assets!)).to.include.members([...linked, web.sprite.slice('/assets/'.length)])
  })

  describe('remotes', () => {
    let entry: string
    before(async () => {
      await screen(SCREEN)
      const tiny = (await build()).plugins.get('tiny')!
      entry = pathToFileURL(join(tiny.dir!, tiny.entry!.split('/').at(-1)!)).href
    })
    // each test is a page of its own, which has run no remote yet
    beforeEach(() => {
      delete (globalThis as Record<string, unknown>).__ATRIUM_SHARED__
    })

    it('are loaded by the host of the shell and take what is shared from its share scope', async () => {
      const provider = { version: '1.0.0', from: 'shell', loaded: true, lib: () => lib, get: async () => () => lib, scope: ['default'], shareConfig }
      const load = createHost(Object.fromEntries(SHARED.map((name) => [name, { '1.0.0': provider }])) satisfies ShareScope)
      const { default: Tiny } = await load<{ default: () => unknown }>('tiny', entry, 'screens/Tiny')
      expect(Tiny()).to.deep.equal(drawn)
      expect(await load('tiny', entry, 'other').catch((error: Error) => error.message)).to.equal('./other is not exposed')
    })

    it('are tried again when they could not be loaded', async () => {
      const load = createHost(Object.fromEntries(SHARED.map((name) => [name, {}])))
      expect(await load('tiny', `${entry}.gone`, 'screens/Tiny').catch((error: Error) => error.message)).to.match(/Cannot find module/)
      expect(await load('tiny', `${entry}?nothing shared`, 'screens/Tiny').catch((error: Error) => error.message)).to.equal('react is not shared by the host')
    })

    it('are loaded by the runtime of module federation too, so that any of its hosts can take them', async () => {
      const federation = createInstance({
        name: 'another host',
        remotes: [{ name: 'tiny', entry, type: 'module' }],
        shared: Object.fromEntries(SHARED.map((name) => [name, { version: '1.0.0', lib: () => lib, shareConfig }])),
        // In Node it would fetch the file; in browsers it imports it, as this does.
        plugins: [{ name: 'import', loadEntry: ({ remoteInfo }) => import(`${remoteInfo.entry}?federation`) }],
      })
      const loaded = await federation.loadRemote<{ default: () => unknown }>('tiny/screens/Tiny')
      expect(loaded!.default()).to.deep.equal(drawn)
    })
  })

  it('A90, A91: no secret of the machine, no code of the server and no path of the builder is in what browsers get', async () => {
    const canary = 'canary-of-the-environment'
    const names = ['ATRIUM_SECRET', 'ATRIUM_ADMIN_PASSWORD', 'DATABASE_URL', 'SMTP_URL', 'S3_SECRET_KEY', 'REDIS_URL', 'VITE_SECRET', 'npm_config_token']
    const before = names.map((name) => [name, process.env[name]] as const)
    const outDir = join(dir, 'all')
    try {
      for (const name of names) process.env[name] = `${canary}-${name}`
      const { found } = await discover(
        entries.map((entry) => (typeof entry === 'string' ? { from: entry } : entry)),
        ROOT,
      )
      await buildAll({
        shell: join(ROOT, 'shell'),
        plugins: found.map(({ manifest, dir }) => ({ id: manifest.id, dir, manifest })),
        outDir,
        log: (line) => lines.push(line),
      })
    } finally {
      for (const [name, value] of before)
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
    }
    const files = (await readdir(outDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    expect(files.filter(({ name }) => name.endsWith('.js')).length).to.be.above(30)
    const wrong: string[] = []
    for (const { parentPath, name } of files) {
      const text = await readFile(join(parentPath, name), 'utf8')
      const place = join(parentPath, name).slice(outDir.length)
      for (const secret of [canary, ROOT, 'password_hash', 'token_hash', 'client_secret_sealed', '-----BEGIN', 'argon2', 'graphile_worker'])
        if (text.includes(secret)) wrong.push(`${place}: ${secret}`)
      // code of the server; the name alone may stand in a message
      if (name.endsWith('.js') && /from\s*["'](node:|pg["']|@mikro-orm|koa["'])|require\(["'](node:|fs["'])|process\.env\.(?!NODE_ENV)[A-Z]/.test(text))
        wrong.push(`${place}: code of the server`)
      if (name.endsWith('.map')) wrong.push(`${place}: sources`)
    }
    expect(wrong).to.deep.equal([])
  })

  it('F16: builds nothing twice and keeps the old files when a later build breaks', async () => {
    await screen(SCREEN)
    await build()
    const first = await build()
    expect(lines).to.deep.equal([])
    await screen('export default () => <')
    const broken = (await build()).plugins.get('tiny')!
    expect(broken).to.include({ entry: first.plugins.get('tiny')!.entry, dir: first.plugins.get('tiny')!.dir })
    expect(broken.stale).to.contain('Tiny.tsx')
    await screen(SCREEN)
    expect((await build()).release).to.equal(first.release)
    expect(lines).to.deep.equal([])
  })
})
