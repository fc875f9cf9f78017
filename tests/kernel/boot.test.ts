/** The life of a plugin: all problems at once, failures that stay their own, switching without a restart. */
import { expect } from 'chai'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { changesOf, defineContract, event, patch, point, slot, z } from '@atrium/sdk'
import { type Ctx, job } from '@atrium/sdk/server'
import { type TestApp, testApp } from '@atrium/sdk/testing'
import { idleJobs } from '../../sdk/check/sources.ts'
import { discover, load } from '../../kernel/boot/discover.ts'
import { kernelContracts } from '../../kernel/boot/kernel.ts'
import { startPlugins } from '../../kernel/boot/lifecycle.ts'
import type { LoadedPlugin } from '../../kernel/registry.ts'
import communities from '@atrium/sdk/kernel/communities'
import { contractProblems, order, ruleProblems, sdkFits, sound } from '@atrium/sdk/check'
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

  it('tells every problem of every manifest, with the field, and leaves a stand-in of each that is wrong', async () => {
    write(base, 'bad', { 'plugin.ts': manifest({ id: 'Bad Id', sdk: '^9.0', kind: 'other', icon: 1, screens: { 'no-slash': { module: 'screens/None' } } }) })
    write(base, 'lonely', { 'plugin.ts': manifest({ id: 'lonely', needs: ['nobody'] }) })
    write(base, 'aged', { 'plugin.ts': manifest({ id: 'aged', sdk: '^2.0', icon: 'no-such-icon', screens: { '/aged': { module: 'screens/None' } } }) })
    write(base, 'first', { 'plugin.ts': manifest({ id: 'first', screens: { '/same/:one': { module: 'screens/One' } } }), 'web/screens/One.tsx': '' })
    write(base, 'twin', { 'plugin.ts': manifest({ id: 'first', screens: { '/same/:other': { module: 'screens/One' } } }), 'web/screens/One.tsx': '' })
    for (const [id, need] of [
      ['rook', 'raven'],
      ['raven', 'rook'],
    ] as const)
      write(base, id, { 'plugin.ts': manifest({ id, needs: [need] }) })
    const kinds = { note: { address: '/c/:space/:slug', screen: 'screens/Note' }, sheet: { address: '/c/:space/:slug', screen: 'screens/One' } }
    write(base, 'placed', { 'plugin.ts': manifest({ id: 'placed', kinds }), 'web/screens/One.tsx': '' })
    write(base, 'homeless', { 'plugin.ts': manifest({ id: 'homeless', kinds: { sheet: kinds.sheet } }), 'web/screens/One.tsx': '' })
    write(base, 'mute', { 'plugin.ts': 'export const nothing = 1\n' })
    const names = ['bad', 'lonely', 'aged', 'first', 'twin', 'rook', 'raven', 'placed', 'homeless', 'mute', 'absent']
    const { found, problems } = await discover(
      names.map((from) => ({ from })),
      base,
    )
    expect(problems.join()).to.contain('"absent"')
    const plugins = sound(found)
    const why = Object.fromEntries(plugins.map(({ manifest, error }) => [manifest.id, error]))
    expect(Object.keys(why)).to.have.members(['bad', 'lonely', 'aged', 'first', 'first-2', 'rook', 'raven', 'placed', 'homeless', 'mute'])
    expect(why['first']).to.equal(undefined)
    for (const [id, ...parts] of [
      ['bad', 'plugin.ts: id: ', 'plugin.ts: kind: ', 'plugin.ts: icon: ', 'screens.no-slash: '],
      ['lonely', 'needs: there is no plugin "nobody"'],
      ['aged', 'sdk: it was written for ^2.0', 'there is no web/screens/None.tsx', 'has no icon "no-such-icon"'],
      ['first-2', 'id: another plugin is called "first" already', 'screens["/same/:other"]: first has this address already'],
      ['rook', 'rook → raven → rook'],
      ['raven', 'rook → raven → rook'],
      ['placed', 'kinds.note.screen: there is no web/screens/Note.tsx'],
      ['homeless', 'kinds.sheet.address: neither this plugin nor one in needs or wants has a screen at "/c/:space/:slug"'],
      ['mute', 'it has no default export made with definePlugin'],
    ] as const)
      for (const part of parts) expect(why[id], id).to.contain(part)
    expect(plugins.find(({ manifest }) => manifest.id === 'bad')!.manifest).to.include({ title: 'T', icon: 'puzzle', kind: 'feature' })
  })

  it('knows every slot, point and permission that is named, and says in which file it is wrong', () => {
    const named = (manifest: object, contract: object = {}, server: object | null = null) =>
      ({
        manifest: { id: 'named', needs: ['owner'], ...manifest },
        contract: defineContract('named', contract),
        server,
        dir: 'named',
        state: 'ready',
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
      state: 'ready',
    } as unknown as LoadedPlugin
    const module = { module: 'slots/One' }
    const entry = (can: string) => ({ links: [{ title: 't', to: '/', icon: 'x', can }] })
    const problems = (plugin: LoadedPlugin) => contractProblems(plugin, [owner, plugin], kernelContracts)
    expect(problems(named({ slots: { 'owner.foot': module, 'owner.type.chat': module, 'header.icons': module }, ...entry('owner.manage') }))).to.deep.equal([])
    expect(problems(named({ slots: { 'owner.fout': module, 'owner.type.': module } }))).to.deep.equal([
      'plugin.ts: slots["owner.fout"]: neither this plugin nor one in needs or wants has such a slot',
      'plugin.ts: slots["owner.type."]: neither this plugin nor one in needs or wants has such a slot',
    ])
    expect(problems(named(entry('owner.mange')))).to.deep.equal(['plugin.ts: links["/"].can: there is no permission "owner.mange"'])
    expect(problems(named({ admin: { '/x': { module: 'screens/X', group: 'site', can: 'manage' } } }))).to.deep.equal([
      'plugin.ts: admin["/x"].can: there is no permission "manage"',
    ])
    expect(problems(named({}, {}, { contributes: [{ point: { plugin: 'owner', name: 'kinds' }, value: 1 }] }))).to.deep.equal([
      'server/index.ts: contributes: owner has no point "kinds"',
    ])
    const shape = z.object({ name: z.string(), color: z.string().default('grey'), shown: z.object({ on: z.boolean().prefault(true) }).partial() })
    const changes = (body: z.ZodObject) =>
      contractProblems(
        { ...owner, contract: defineContract('owner', { routes: { change: patch('/owner/:id', { can: 'member', body }) } }) },
        [],
        kernelContracts,
      )
    expect(changes(z.object({ tag: shape.partial() }))).to.deep.equal(
      ['tag.color', 'tag.shown.on'].map(
        (field) => `contract.ts: routes.change.body: "${field}" is set to its default where a change does not name it; changesOf() leaves it out`,
      ),
    )
    expect(changes(z.object({ tag: changesOf(shape.omit({ shown: true })) }))).to.deep.equal([])
    // what a plugin offers that is not installed, or does not work, cannot be known
    expect(problems(named({ wants: ['absent'], slots: { 'absent.foot': module }, ...entry('absent.manage') }))).to.deep.equal([])
    const broken = { ...owner, state: 'failed', contract: defineContract('owner', {}) } as LoadedPlugin
    const user = named(
      { slots: { 'owner.foot': module }, ...entry('owner.manage') },
      {},
      { contributes: [{ point: { plugin: 'owner', name: 'kind' }, value: 1 }] },
    )
    expect(contractProblems(user, [broken, user], kernelContracts)).to.deep.equal([])
  })

  it('reads what the sources of a plugin say: titles without words, paths into the house, jobs that nothing runs, foreign tables', async () => {
    const dir = write(base, 'careless', {
      'plugin.ts': manifest({ id: 'careless', links: [{ title: 'menu.title', to: '/careless', icon: 'house' }] }),
      'contract.ts': contract('careless'),
      'server/index.ts': `import { defineServer, table, p } from '@atrium/sdk/server'\nimport contract from '../contract.ts'\nimport './jobs.ts'\nexport default defineServer(contract, { entities: [table('posts.thing', { name: p.text() })], routes: { hello: () => ({ hello: 'x' }) } })\n`,
      'server/jobs.ts': `import { job } from '@atrium/sdk/server'\nimport { z } from '@atrium/sdk'\nexport const weekly = job('weekly', z.object({}))\n`,
      'locales/en-US.json': '{}',
      'web/Notes.tsx': `import x from '${path.relative(path.join(base, 'careless/web'), path.join(ROOT, 'plugins/posts/contract.ts'))}'\n`,
    })
    const { found } = await discover([{ from: dir }], base)
    const plugin = await load(found[0]!)
    const text = [...ruleProblems(dir, plugin.manifest), ...contractProblems(plugin, [plugin], kernelContracts), ...idleJobs(dir, [])].join('\n')
    for (const part of [
      'careless/locales/en-US.json: no word "menu.title"',
      'plugins/posts/contract.ts" leads into Atrium',
      'careless/server/jobs.ts: nothing runs the job "weekly"',
      'server/entities.ts: posts.thing: tables of careless are named "careless.…"',
    ])
      expect(text).to.contain(part)
  })

  it('orders plugins by their needs and names a ring', () => {
    const make = (id: string, needs: string[]) => ({ manifest: { id, needs } })
    expect(order([make('c', ['b']), make('a', []), make('b', ['a'])]).ordered.map(({ manifest }) => manifest.id)).to.deep.equal(['a', 'b', 'c'])
    expect(order([make('a', ['b']), make('b', ['a'])]).rings).to.deep.equal([['a', 'b', 'a']])
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
      const needing = (id: string, need: string) => write(base, id, { 'plugin.ts': manifest({ id, needs: [need] }), ...whole(id) })
      write(base, 'blind', { ...whole('blind'), 'plugin.ts': manifest({ id: 'blind', icon: 'no-such-icon' }) })
      write(base, 'garbled', { ...whole('garbled'), 'locales/pt-BR.json': '{ "plugin.title": ' })
      write(base, 'stumbles', whole('stumbles', `start: async () => { throw new Error('stumbled') }`))
      write(base, 'misplaced', {
        ...whole('misplaced'),
        'plugin.ts': manifest({ id: 'misplaced', slots: { 'header.nowhere': { module: 'slots/One' } } }),
        'web/slots/One.tsx': '',
      })
      write(base, 'open', { ...whole('open'), 'contract.ts': contract('open').replace("open('a test may call it')", "'nobody'") })
      write(base, 'torn', { 'plugin.ts': 'export default {' })
      const reading = (id: string, key: string) =>
        write(base, id, {
          ...whole(id, '', `(ctx) => ({ hello: String(ctx.communitySettings(contract).${key}) })`),
          'contract.ts': contract(id)
            .replace('import { defineContract', 'import { communitySwitch, defineContract')
            .replace('{ routes:', `{ communitySettings: z.object({ ${key}: communitySwitch('visitors') }), routes:`),
        })
      reading('gallery', 'public_gallery')
      reading('copycat', 'public_gallery')
      reading('usurper', 'dark_mode_enabled')
      needing('follows', 'blind')
      needing('last', 'follows')
      const names = [
        'good',
        'broken',
        'crash',
        'late',
        'thief',
        'last',
        'follows',
        'blind',
        'garbled',
        'stumbles',
        'misplaced',
        'open',
        'torn',
        'gallery',
        'copycat',
        'usurper',
      ]
      app = await testApp(names.map((id) => path.join(base, id)))
      await app.primaryId()
    })
    after(() => app?.close())

    it('F12: runs without the one that throws at load, answers 503 for it and says so in health', async () => {
      expect((await app.as(null).send('GET', '/internal_api/good')).body).to.deep.equal({ hello: 'world' })
      const failed = await app.as(await app.member()).send('GET', '/internal_api/broken')
      expect(failed.status).to.equal(503)
      expect(failed.body).to.include({ success: false, code: 'plugin_failed' })
      const health = await app.as(null).send('GET', '/health')
      expect(health.status).to.equal(503)
      expect(health.body.checks.plugins).to.equal('failed')
    })

    it('F12: runs without each that has a mistake of its own, and names it with the reason in health and at the plugins of the settings', async () => {
      const admin = await app.member('admin')
      const { records } = await app.as(admin).call(communities.routes.plugins)
      const why = Object.fromEntries(records.filter(({ status }) => status === 'failed').map(({ id, error }) => [id, error]))
      const wanted: Record<string, RegExp> = {
        broken: /^it could not be loaded: broken on purpose$/,
        late: /^the schedule of its job "nightly" is none: "every night"$/,
        thief: /^GET \/internal_api\/good is declared by good already$/,
        blind: /^plugin\.ts: icon: the SDK's set has no icon "no-such-icon"/,
        follows: /^it needs blind, which failed$/,
        last: /^it needs follows, which failed$/,
        garbled: /^locales\/pt-BR\.json: /,
        stumbles: /^stumbled$/,
        misplaced: /^plugin\.ts: slots\["header\.nowhere"\]: /,
        open: /^contract\.ts: routes\.hello\.can: there is no permission "nobody"$/,
        torn: /^plugin\.ts: /,
        copycat: /^the setting "public_gallery" of the community is declared by gallery already$/,
        usurper: /^the setting "dark_mode_enabled" of the community is declared by communities already$/,
      }
      expect(Object.keys(why)).to.have.members(Object.keys(wanted))
      for (const [id, pattern] of Object.entries(wanted)) expect(why[id], id).to.match(pattern)
      const { checks } = await app.kernel.modules.health.check()
      for (const id of Object.keys(wanted)) expect(checks.plugins.detail).to.contain(`${id}: ${why[id]}`)
      for (const id of ['broken', 'late', 'blind', 'follows', 'last', 'garbled', 'stumbles', 'misplaced', 'open']) {
        const { status, body } = await app.as(admin).send('GET', `/internal_api/${id}`)
        expect([status, body.code], id).to.deep.equal([503, 'plugin_failed'])
      }
      expect((await app.as(null).send('GET', '/internal_api/good')).body).to.deep.equal({ hello: 'world' })
    })

    it('puts the record of the community’s settings together of what plugins read of it', async () => {
      const admin = await app.member('admin')
      const settings = async () => (await app.as(admin).send('GET', '/internal_api/community/settings')).body
      const hello = async () => (await app.as(null).send('GET', '/internal_api/gallery')).body.hello
      expect(await settings()).to.include({ public_gallery: false, dark_mode_enabled: true })
      expect(await hello()).to.equal('false')
      const change = (address: string, body: object) => app.as(admin).send('PATCH', address, body)
      expect((await change('/internal_api/community/settings', { public_gallery: 'perhaps' })).status).to.equal(422)
      expect((await change('/internal_api/community/settings', { public_gallery: true, no_such_setting: true })).body).to.include({ public_gallery: true })
      expect(await settings()).to.not.have.property('no_such_setting')
      expect(await hello()).to.equal('true')
      expect((await app.as(null).send('GET', '/boot')).body.community.settings).to.include({ public_gallery: true, dark_mode_enabled: true })
      await change('/internal_api/community', { public_gallery: false, name: 'With a gallery' })
      expect(await hello()).to.equal('false')
      expect(JSON.stringify((await app.as(null).send('GET', '/openapi.json')).body)).to.contain('public_gallery')
      const { records } = await app.as(admin).call(communities.routes.plugins)
      expect(records.find(({ id }) => id === 'gallery')!.switches).to.deep.equal([{ key: 'public_gallery', group: 'visitors' }])
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
      expect(await said((ctx) => ctx.enqueue(job('none', z.object({})), {}))).to.contain(`nothing runs the job "${app.plugins.at(-1)!.manifest.id}.none"`)
      const mail = { to: 'ana@example.org', locale: 'en-US', subject: 'Two\nlines', text: 'x' }
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
