/** The build: cached by content, loud and harmless when a plugin breaks, and remotes that take React from the shell. */
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest } from '@atrium/sdk'
import { createInstance } from '@module-federation/runtime'
import * as core from '@module-federation/runtime/core'
import { federation } from '@module-federation/vite'
import { expect } from 'chai'
import { build as viteBuild } from 'vite'
import { buildAll } from '@atrium/sdk/build'
import { pluginPreset } from '@atrium/sdk/vite'
import { linkAtrium } from '../../sdk/create/outside.ts'
import { discover } from '../../kernel/boot/discover.ts'
import entries from '../../plugins.config.ts'

const ROOT = join(import.meta.dirname, '../..')
const SHELL = join(ROOT, 'shell')
const lib = { useState: 'one state', AtriumError: 'one error', Screen: 'one screen', jsx: (type: unknown, props: unknown) => ({ type, props }) }
const SHARED = ['react', 'react/jsx-runtime', 'react-dom', '@atrium/sdk/web']
const drawn = { type: 'one screen', props: { name: 'tiny/Tiny', title: 'basic', children: ['one state', 'one error'] } }

const manifest: Manifest = { id: 'tiny', title: 'Tiny', icon: 'star', sdk: '^1.0', kind: 'feature', screens: { '/tiny': { module: 'screens/Tiny' } } }
const SCREEN = `import { useState } from 'react'
import { TIERS } from '@atrium/sdk'
import { AtriumError, Screen } from '@atrium/sdk/web'
const tier = TIERS[0]
export default function Tiny() { return <Screen name="tiny/Tiny" title={tier}>{[useState, AtriumError]}</Screen> }`

describe('build', () => {
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
    expect(web.plugins.get('tiny')!.error).to.contain('"z" is not exported by')
    expect(lines.join('\n')).to.match(/built 1 of 3: the shell[\s\S]*FAILED: plugin tiny/)
    const html = await web.template('/')
    for (const place of ['<!--head-->', '<!--boot-->', '<!--body-->']) expect(html).to.contain(place)
    const linked = [...html.matchAll(/"\/assets\/([^"]+)"/g)].map((match) => match[1]!)
    expect(await readdir(web.assets!)).to.include.members([...linked, web.sprite.slice('/assets/'.length)])
  })

  describe('remotes', () => {
    /** The shell's side of the federation: a page of its own, which has run no remote yet. */
    const page = (name: string, file: string) =>
      createInstance({
        name: `page of ${name} ${performance.now()}`,
        remotes: [{ name, entry: pathToFileURL(file).href, type: 'module' }],
        shared: Object.fromEntries(
          SHARED.map((one) => [
            one,
            { version: one.startsWith('react') ? '19.3.1' : '1.0.0', lib: () => lib, shareConfig: { singleton: true, requiredVersion: false } },
          ]),
        ),
        // In Node it would fetch the file; in browsers it imports it, as this does.
        plugins: [{ name: 'import', loadEntry: ({ remoteInfo }) => import(`${remoteInfo.entry}?${performance.now()}`) }],
      })
    const draws = async (name: string, file: string, module: string) =>
      (await page(name, file).loadRemote<{ default: () => unknown }>(`${name}/${module}`))!.default()
    before(() => {
      Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core })
    })
    after(() => {
      delete (globalThis as Record<string, unknown>)._FEDERATION_RUNTIME_CORE
    })

    it('of plugins whose sources are at hand are one, and take what is shared from the shell', async () => {
      await screen(SCREEN)
      const web = await build()
      const { name, entry } = web.plugins.get('tiny')!.remote!
      const file = join(web.remotes.get(name)!, entry.split('/').at(-1)!)
      expect(await draws(name, file, 'tiny/screens/Tiny')).to.deep.equal(drawn)
      const other = await page(name, file)
        .loadRemote(`${name}/tiny/screens/Other`)
        .catch((error: Error) => error.message)
      expect(other).to.match(/does not exist in container/)
    })

    const shipped = async (id: string, make: (folder: string) => Promise<unknown>) => {
      const folder = join(dir, id)
      await mkdir(join(folder, 'web/screens'), { recursive: true })
      await writeFile(join(folder, 'web/screens/Tiny.tsx'), SCREEN.replace(/^import \{ TIERS.*\n/m, '').replace('TIERS[0]', "'basic'"))
      linkAtrium(folder)
      await make(folder)
      await rm(join(folder, 'web'), { recursive: true })
      const web = await buildAll({ shell: SHELL, plugins: [{ id, dir: folder, manifest: { ...manifest, id } }], outDir: join(dir, 'build'), log: () => {} })
      expect(web.plugins.get(id)!.remote!.entry).to.match(new RegExp(`^/plugins/${id}/remoteEntry\\.js\\?\\w{16}$`))
      return join(web.remotes.get(id)!, 'remoteEntry.js')
    }

    it('built with the preset of the SDK and shipped without sources are loaded', async () => {
      const file = await shipped('shipped', (folder) => viteBuild(pluginPreset({ manifest: { ...manifest, id: 'shipped' }, dir: folder })))
      expect(await draws('shipped', file, 'screens/Tiny')).to.deep.equal(drawn)
    })

    it('built elsewhere with the plain plugin and no preset are loaded, and take React from the shell too', async () => {
      const file = await shipped('plain', async (folder) => {
        await symlink(join(ROOT, 'node_modules/react'), join(folder, 'node_modules/react'))
        await viteBuild({
          configFile: false,
          logLevel: 'error',
          root: folder,
          plugins: [
            federation({
              name: 'plain',
              filename: 'remoteEntry.js',
              exposes: { './screens/Tiny': join(folder, 'web/screens/Tiny.tsx') },
              shared: Object.fromEntries(['react', 'react/jsx-runtime', '@atrium/sdk/web'].map((one) => [one, { singleton: true, import: false }])),
              dts: false,
            }),
          ],
          build: { target: 'esnext', rolldownOptions: { input: join(folder, 'web/screens/Tiny.tsx') } },
        })
      })
      expect(await draws('plain', file, 'screens/Tiny')).to.deep.equal(drawn)
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

  it('F16: builds nothing twice, and leaves a plugin out when a later build of it breaks', async () => {
    await screen(SCREEN)
    await build()
    const first = await build()
    expect(lines).to.deep.equal([])
    await screen('export default () => <')
    const broken = (await build()).plugins.get('tiny')!
    expect(broken.remote).to.equal(null)
    expect(broken.error).to.contain('Tiny.tsx')
    await screen(SCREEN)
    expect((await build()).release).to.equal(first.release)
    expect(lines).to.deep.equal([])
  })
})
