/** The build: cached by content, loud and harmless when a plugin breaks, and remotes that take React from the shell. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest } from '@atrium/sdk'
import { expect } from 'chai'
import { buildAll } from '@atrium/sdk/build'
import { discover } from '../../kernel/boot/discover.ts'
import entries from '../../plugins.config.ts'

const ROOT = join(import.meta.dirname, '../..')

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

  it('makes a remote that takes what is shared from the share scope', async () => {
    await screen(SCREEN)
    const { entry, dir: files } = (await build()).plugins.get('tiny')!
    const remote = await import(pathToFileURL(join(files!, entry!.split('/').at(-1)!)).href)
    const lib = { useState: 'one state', AtriumError: 'one error', Screen: 'one screen', jsx: (type: unknown, props: unknown) => ({ type, props }) }
    const provider = { 1: { lib: () => lib } }
    await remote.init({ react: provider, 'react/jsx-runtime': provider, 'react-dom': provider, '@atrium/sdk/web': provider })
    const { default: Tiny } = (await remote.get('./screens/Tiny'))()
    expect(Tiny()).to.deep.equal({ type: 'one screen', props: { name: 'tiny/Tiny', title: 'basic', children: ['one state', 'one error'] } })
    expect(await remote.get('./other').catch((error: Error) => error.message)).to.equal('./other is not exposed')
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
