/** The life of a plugin: all problems at once, failures that stay their own, switching without a restart. */
import { expect } from 'chai'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { defineContract, event, point, slot, z } from '@atrium/sdk'
import { type Ctx, job } from '@atrium/sdk/server'
import { type TestApp, testApp } from '@atrium/sdk/testing'
import { discover, load } from '../../kernel/boot/discover.ts'
import { kernelContracts } from '../../kernel/boot/kernel.ts'
import { startPlugins } from '../../kernel/boot/lifecycle.ts'
import type { LoadedPlugin } from '../../kernel/boot/registry.ts'
import { contractProblems, manifestProblems, order, sdkFits } from '@atrium/sdk/check'
import { silent, temporaryFolder } from '../support/database.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

function folder(): string {
  const dir = mkdtempSync(path.join(temporaryFolder(), 'plugins-'))
  mkdirSync(path.join(dir, 'node_modules/@atrium'), { recursive: true })
  symlinkSync(path.join(ROOT, 'sdk'), path.join(dir, 'node_modules/@atrium/sdk'))
  return dir
}
/** Writes a plugin of a few lines and returns its folder. */
function write(base: string, id: string, files: Record<string, string>): string {
  const dir = path.join(base, id)
  for (const [name, text] of Object.entries({ 'plugin.ts': manifest({ id }), ...files })) {
    mkdirSync(path.dirname(path.join(dir, name)), { recursive: true })
    writeFileSync(path.join(dir, name), text)
  }
  return dir
}
const manifest = (fields: object) =>
  `import { definePlugin } from '@atrium/sdk'\nexport default definePlugin(${JSON.stringify({ title: 'T', icon: 'house', sdk: '^1.0', kind: 'feature', ...fields })})\n`
const contract = (id: string) =>
  `import { defineContract, get, open, z } from '@atrium/sdk'\nexport default defineContract('${id}', { routes: { hello: get('/internal_api/${id}', { can: open('a test may call it'), reply: z.object({ hello: z.string() }) }) } })\n`
const server = (hooks = '', handler = `() => ({ hello: 'world' })`) =>
  `import { defineServer } from '@atrium/sdk/server'\nimport contract from '../contract.ts'\nexport default defineServer(contract, { routes: { hello: ${handler} }, hooks: { ${hooks} } })\n`
const whole = (id: string, hooks?: string, handler?: string) => ({ 'contract.ts': contract(id), 'server/index.ts': server(hooks, handler) })

describe('boot', () => {
  const base = folder()
  after(() => rmSync(base, { recursive: true, force: true }))

  it('tells every problem of every manifest at once, with file and field', async () => {
    write(base, 'bad', { 'plugin.ts': manifest({ id: 'Bad Id', sdk: '^9.0', kind: 'other', icon: 1, screens: { 'no-slash': { module: 'screens/None' } } }) })
    write(base, 'lonely', { 'plugin.ts': manifest({ id: 'lonely', sdk: '^2.0', needs: ['nobody'], screens: { '/same': { module: 'screens/None' } } }) })
    const kinds = { note: { address: '/c/:space/:slug', screen: 'screens/Note' } }
    write(base, 'twin', { 'plugin.ts': manifest({ id: 'twin', screens: { '/same': { module: 'screens/None' } }, kinds }) })
    const { found, problems } = await discover([{ from: 'bad' }, { from: 'lonely' }, { from: 'twin' }, { from: 'absent' }], base)
    const text = [...problems, ...manifestProblems(found)].join('\n')
    for (const part of [
      '"absent"',
      'bad/plugin.ts: id',
      'bad/plugin.ts: kind',
      'bad/plugin.ts: icon',
      'lonely/plugin.ts: sdk',
      'needs: there is no plugin "nobody"',
      'twin/plugin.ts: screens["/same"]',
      'there is no web/screens/None.tsx',
      'kinds.note.screen: there is no web/screens/Note.tsx',
      'kinds.note.address: neither this plugin nor one in needs or wants has a screen at "/c/:space/:slug"',
    ])
      expect(text).to.contain(part)
  })

  it('knows every slot, point and permission that is named, and says in which file it is wrong', () => {
    const named = (manifest: object, contract: object = {}, server: object | null = null) =>
      ({
        manifest: { id: 'named', needs: ['owner'], ...manifest },
        contract: defineContract('named', contract),
        server,
        dir: 'named',
      }) as unknown as LoadedPlugin
    const owner = {
      manifest: { id: 'owner' },
      contract: defineContract('owner', {
        slots: { 'owner.foot': slot(), 'owner.type.*': slot() },
        points: { kind: point() },
        permissions: { manage: { title: 'Manage', grant: ['admin'] } },
      }),
      server: null,
      dir: 'owner',
    } as unknown as LoadedPlugin
    const module = { module: 'slots/One' }
    const entry = (can: string) => ({ links: [{ title: 't', to: '/', icon: 'x', can }] })
    const problems = (plugin: LoadedPlugin) => contractProblems([owner, plugin], kernelContracts)
    expect(problems(named({ slots: { 'owner.foot': module, 'owner.type.chat': module, 'header.icons': module }, ...entry('owner.manage') }))).to.deep.equal([])
    expect(problems(named({ slots: { 'owner.fout': module, 'owner.type.': module } }))).to.deep.equal([
      'named/plugin.ts: slots["owner.fout"]: neither this plugin nor one in needs or wants has such a slot',
      'named/plugin.ts: slots["owner.type."]: neither this plugin nor one in needs or wants has such a slot',
    ])
    expect(problems(named(entry('owner.mange')))).to.deep.equal(['named/plugin.ts: links["/"].can: there is no permission "owner.mange"'])
    expect(problems(named({ admin: { '/x': { module: 'screens/X', group: 'site', can: 'manage' } } }))).to.deep.equal([
      'named/plugin.ts: admin["/x"].can: there is no permission "manage"',
    ])
    expect(problems(named({}, {}, { contributes: [{ point: { plugin: 'owner', name: 'kinds' }, value: 1 }] }))).to.deep.equal([
      'named/server/index.ts: contributes: owner has no point "kinds"',
    ])
    // what a plugin that is not installed offers cannot be known
    expect(problems(named({ wants: ['absent'], slots: { 'absent.foot': module } }))).to.deep.equal([])
  })

  it('reads what the sources of a plugin say: unknown icons, titles without words, paths into the house, jobs that nothing runs, foreign tables', async () => {
    const dir = write(base, 'careless', {
      'plugin.ts': manifest({ id: 'careless', icon: 'no-such-icon', links: [{ title: 'menu.title', to: '/careless', icon: 'house' }] }),
      'contract.ts': contract('careless'),
      'server/index.ts': `import { defineServer, table, p } from '@atrium/sdk/server'\nimport contract from '../contract.ts'\nimport './jobs.ts'\nexport default defineServer(contract, { entities: [table('posts.thing', { name: p.text() })], routes: { hello: () => ({ hello: 'x' }) } })\n`,
      'server/jobs.ts': `import { job } from '@atrium/sdk/server'\nimport { z } from '@atrium/sdk'\nexport const weekly = job('weekly', z.object({}))\n`,
      'locales/en-US.json': '{}',
      'web/Notes.tsx': `import x from '${path.relative(path.join(base, 'careless/web'), path.join(ROOT, 'plugins/posts/contract.ts'))}'\n`,
    })
    const { found } = await discover([{ from: dir }], base)
    const text = [...manifestProblems(found), ...contractProblems(await Promise.all(found.map(load)), kernelContracts)].join('\n')
    for (const part of [
      'careless/plugin.ts: icon: the SDK\'s set has no icon "no-such-icon"',
      'careless/locales/en-US.json: no word "menu.title"',
      'plugins/posts/contract.ts" leads into Atrium',
      'careless/server/jobs.ts: nothing runs the job "weekly"',
      'careless/server/entities.ts: posts.thing: tables of careless are named "careless.…"',
    ])
      expect(text).to.contain(part)
  })

  it('orders plugins by their needs and names a ring', () => {
    const make = (id: string, needs: string[]) => ({ manifest: { id, needs } })
    expect(order([make('c', ['b']), make('a', []), make('b', ['a'])]).ordered.map(({ manifest }) => manifest.id)).to.deep.equal(['a', 'b', 'c'])
    expect(order([make('a', ['b']), make('b', ['a'])]).problems[0]).to.contain('a → b → a')
  })

  it('knows which SDK ranges fit', () => {
    for (const range of ['^1.0', '1.x', '~1.2.0', '*', '^1', '>=1.1 <3']) expect(sdkFits(range, '1.2.0'), range).to.equal(true)
    for (const range of ['^2.0', '^1.9', '~1.1.0', 'latest', '']) expect(sdkFits(range, '1.2.0'), range).to.equal(false)
  })

  it('F12 F13: a plugin that throws or hangs at its start fails alone, and its dependants are named', async function hang() {
    const plugin = (id: string, start?: () => Promise<void>, needs: string[] = []) =>
      ({ manifest: { id, needs }, server: start ? { hooks: { start } } : null, state: 'ready' }) as unknown as LoadedPlugin
    const plugins = [
      plugin('throws', async () => Promise.reject(new Error('no luck'))),
      plugin('hangs', () => new Promise(() => {})),
      plugin('fine', async () => {}),
      plugin('rests', undefined, ['hangs']),
    ]
    await startPlugins(plugins, { cradle: { log: silent } } as never, 200)
    expect(plugins.map(({ state }) => state)).to.deep.equal(['failed', 'failed', 'ready', 'failed'])
    expect(plugins[1]!.error).to.contain('longer than')
    expect(plugins[3]!.error).to.contain('hangs')
  })

  describe('a kernel with good and bad plugins', () => {
    let app: TestApp
    before(async function open() {
      write(base, 'good', whole('good'))
      write(base, 'broken', { 'contract.ts': contract('broken'), 'server/index.ts': `throw new Error('broken on purpose')\n` })
      write(base, 'crash', whole('crash', '', `() => { throw new TypeError('a bug') }`))
      write(base, 'late', {
        'contract.ts': contract('late'),
        'server/index.ts': `import { defineServer, job, runs } from '@atrium/sdk/server'\nimport contract from '../contract.ts'\nimport { z } from '@atrium/sdk'\nconst nightly = job('nightly', z.object({}))\nexport default defineServer(contract, { routes: { hello: () => ({ hello: 'late' }) }, jobs: [runs(nightly, async () => {}, { schedule: 'every night' })] })\n`,
      })
      write(base, 'thief', {
        'contract.ts': contract('thief').replace("'/internal_api/thief'", "'/internal_api/good'"),
        'server/index.ts': server('', `() => ({ hello: 'stolen' })`),
      })
      app = await testApp(['good', 'broken', 'crash', 'late', 'thief'].map((id) => path.join(base, id)))
      await app.primaryId()
    })
    after(() => app?.close())

    it('F12: runs without the one that throws at load, answers 503 for it and says so in health', async () => {
      expect((await app.as(null).send('GET', '/internal_api/good')).body).to.deep.equal({ hello: 'world' })
      const failed = await app.as(null).send('GET', '/internal_api/broken')
      expect(failed.status).to.equal(503)
      expect(failed.body).to.include({ success: false, code: 'plugin_failed' })
      const health = await app.as(null).send('GET', '/health')
      expect(health.status).to.equal(503)
      expect(health.body.checks.plugins).to.equal('failed')
    })

    it('switches off whose schedule is none, and who brings a route that another has, and says why', async () => {
      const { plugins } = app.kernel
      const why = (id: string) => plugins.find((plugin: LoadedPlugin) => plugin.manifest.id === id).error
      expect(why('late')).to.equal('the schedule of its job "nightly" is none: "every night"')
      expect(why('thief')).to.equal('GET /internal_api/good is declared by good already')
      expect((await app.as(null).send('GET', '/internal_api/good')).body).to.deep.equal({ hello: 'world' })
      expect((await app.as(null).send('GET', '/internal_api/late')).body).to.include({ code: 'route_not_found' })
    })

    it('says what is wrong with an event, a mail or a job that a plugin sends', async () => {
      const { events } = defineContract('good', { events: { 'good.done': event(z.object({ id: z.number() })) } })
      const said = (fn: (ctx: Ctx) => unknown) =>
        app
          .run(null, async (ctx) => void (await fn(ctx)))
          .then(
            () => 'nothing',
            (error: Error) => error.message,
          )
      expect(await said((ctx) => ctx.emit(events['good.done'], { id: 'seven' } as never))).to.match(/good\.done[\s\S]*id/)
      expect(await said((ctx) => ctx.enqueue(job('none', z.object({})), {}))).to.contain('nothing runs the job "thief.none"')
      const mail = { to: 'ana@example.org', subject: 'Two\nlines', text: 'x' }
      expect(await said((ctx) => ctx.mail(mail))).to.equal('This email can’t be sent. subject: Line breaks and control characters aren’t allowed here.')
    })

    it('F11: an exception in one route is a 500 with an id; others go on', async () => {
      const crash = await app.as(null).send('GET', '/internal_api/crash')
      expect(crash.status).to.equal(500)
      expect(crash.body.code).to.equal('internal_error')
      expect(JSON.stringify(crash.body)).not.to.contain('a bug')
      expect(crash.headers['x-request-id']).to.match(/^\w{16}$/)
      expect((await app.as(null).send('GET', '/internal_api/good')).status).to.equal(200)
    })

    it('switches a plugin off and on without a restart, in calls, OpenAPI and boot data', async () => {
      const seen = async () => ({
        call: (await app.as(null).send('GET', '/internal_api/good')).body.code ?? 'ok',
        listed: '/internal_api/good' in (await app.as(null).send('GET', '/openapi.json')).body.paths,
        boot: (await app.as(null).send('GET', '/boot')).body.plugins.find(({ id }: { id: string }) => id === 'good').status,
      })
      expect(await seen()).to.deep.equal({ call: 'ok', listed: true, boot: 'on' })
      await app.switch('good', false)
      expect(await seen()).to.deep.equal({ call: 'plugin_off', listed: false, boot: 'off' })
      await app.switch('good', true)
      expect(await seen()).to.deep.equal({ call: 'ok', listed: true, boot: 'on' })
    })

    it('sends what has not changed once', async () => {
      // without it fetch says no-cache, which asks for everything
      const ask = (headers: Record<string, string>) => app.as(null).send('GET', '/internal_api/good', undefined, { 'cache-control': 'max-age=0', ...headers })
      const { headers } = await ask({})
      const again = await ask({ 'if-none-match': headers['etag'] as string })
      expect([again.status, again.body]).to.deep.equal([304, null])
      expect((await ask({ 'if-none-match': 'W/"1-1"' })).body).to.deep.equal({ hello: 'world' })
    })

    it('answers unknown addresses under an API prefix with route_not_found', async () => {
      for (const address of ['/internal_api/none', '/api/admin/v2/none', '/api/headless/v1/none', '/public/none']) {
        const { status, body } = await app.as(null).send('GET', address)
        expect([status, body.code, body.success], address).to.deep.equal([404, 'route_not_found', false])
      }
    })

    it('A35 A70: refuses foreign origins, other content types, deep and reaching JSON, with the envelope', async () => {
      const admin = await app.member('admin')
      const send = (body: unknown, headers: Record<string, string> = {}) => app.as(admin).send('PATCH', '/internal_api/account', body, headers)
      expect((await send({}, { origin: 'https://evil.example' })).status).to.equal(403)
      expect((await send({}, { 'content-type': 'text/plain' })).status).to.equal(415)
      let deep: unknown = 1
      for (let i = 0; i < 200; i++) deep = { a: deep }
      expect((await send(deep)).status).to.equal(400)
      const reaching = await fetch(`${app.url}/internal_api/account`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', cookie: `atrium_session=${admin.token}` },
        body: '{"__proto__":{"x":1}}',
      })
      expect(reaching.status).to.equal(400)
      expect(
        (
          await fetch(`${app.url}/internal_api/account`, {
            method: 'PATCH',
            headers: { 'content-type': 'application/json', cookie: `atrium_session=${admin.token}` },
            body: '{"name":',
          })
        ).status,
      ).to.equal(400)
      expect((await send({ name: 'x'.repeat(2_000_000) })).status).to.equal(413)
      expect(({} as { x?: number }).x).to.equal(undefined)
    })

    it('sends a strict content policy and lets no frame hold it', async () => {
      const { headers } = await app.as(null).send('GET', '/', undefined, { accept: 'text/html' })
      expect(headers['content-security-policy']).to.contain(`script-src 'self'`).and.to.contain(`frame-ancestors 'none'`)
      expect(headers['content-security-policy']).not.to.contain('unsafe-eval')
      expect(headers['x-content-type-options']).to.equal('nosniff')
    })
  })
})
