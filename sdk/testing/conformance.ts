/** The conformance suite that every plugin passes: `describePlugin('plugins/mine', { … })`. */
import { strict as assert } from 'node:assert'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { idleJobs } from '../check/sources.ts'
import type { Contract, Route } from '../core/contract.ts'
import type { Manifest } from '../core/manifest.ts'
import { switchesOf } from '../core/schemas.ts'
import { travelProblems } from '../server/archive/tables.ts'
import { atriumHome, type TestApp, type TestMember, testApp } from './app.ts'
import { describeChange, netChanges, type Row, watchChanges } from './changes.ts'
import { entryFor, groundOf, makeSide, ownWordOf, recordsOf, screensOf } from './filling.ts'
import type { Input, Records, Side, Target } from './records.ts'
import { catalogueProblems, wordingProblems } from './sentences.ts'
import { defineWalks } from './walks/index.ts'
import { type Filled, fillSide, press, settleAll, watchCommunities } from './world.ts'

export interface ConformanceOptions {
  /** Folders of what it needs that are no plugins of Atrium's own. */
  needs?: string[]
}

const filesIn = (dir: string, ending: string): string[] =>
  existsSync(dir)
    ? readdirSync(dir, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith(ending) && !name.includes('node_modules'))
        .map((name) => path.join(dir, name))
    : []

/** Keys of the locale that the plugin's code asks for by a literal. */
function wordsUsed(dir: string): Set<string> {
  const used = new Set<string>()
  for (const file of [...filesIn(path.join(dir, 'web'), '.tsx'), ...filesIn(path.join(dir, 'web'), '.ts')])
    for (const [, key] of readFileSync(file, 'utf8').matchAll(/\bt\('([\w.]+)'/g)) used.add(key!)
  return used
}

const require = createRequire(import.meta.url)
/** The default export of a module, which is read at once: what a suite defines depends on it. */
const read = <T>(file: string): T | undefined => (existsSync(file) ? require(file).default : undefined)

/** The folders of a plugin, and of what its records want beside it; what they need comes by itself. */
function foldersFor(folder: string, given: string[]): string[] {
  const folders = given.map((one) => path.resolve(atriumHome(), one))
  const known = new Set(folders.map((one) => read<Manifest>(path.join(one, 'plugin.ts'))!.id))
  const wanted = read<Records>(path.join(folder, 'tests/records.ts'))?.with ?? []
  return [...folders, ...wanted.filter((id) => !known.has(id)).map((id) => path.join(atriumHome(), 'plugins', id)), folder]
}

/**
 * Defines the suite for the plugin in `folder` (absolute, or relative to Atrium's). It fills the tables with the plugin's `tests/records.ts`
 * and calls every route with their inputs. What does not apply to a plugin is no test of its suite.
 */
export function describePlugin(folder: string, options: ConformanceOptions = {}): void {
  const dir = path.resolve(atriumHome(), folder)
  const contract = read<Contract>(path.join(dir, 'contract.ts'))
  const hasServer = existsSync(path.join(dir, 'server'))
  const hasWords = existsSync(path.join(dir, 'locales/en-US.json'))
  describe(`conformance of ${path.basename(folder)}`, function conformance() {
    // no bound on the speed of a machine: what hangs ends here
    let app: TestApp
    let plugin: TestApp['plugins'][number]
    let a: Filled
    let b: Side
    let target: Target
    let member: TestMember
    let inputs = new Map<string, Input>()
    const routes = () => Object.values(plugin.contract.routes ?? {})
    const inputFor = (route: Route) => inputs.get(route.name)!
    const attempt = (who: TestMember | null, route: Route, input: any) => press(app, who, route, input)

    before(async () => {
      app = await testApp(foldersFor(dir, options.needs ?? []))
      plugin = app.plugins.find((one) => one.dir === dir)!
      const { id } = plugin.manifest
      a = await fillSide(app, 'ada', await app.primaryId(), id)
      b = await makeSide(app, 'bob', (await app.community()).id, id)
      target = a.open
      member = a.admin
      const entries = await Promise.all(routes().map(async (route) => [route.name, (await entryFor(app, route)).input(target)] as const))
      inputs = new Map(entries)
      await settleAll(app)
    })
    after(() => app?.close())

    it('works: nothing is wrong with its manifest, contract, words and start, and each of its jobs is run', () => {
      assert.equal(plugin.error, undefined)
      assert.deepEqual(idleJobs(plugin.dir, plugin.jobs), [])
    })

    it('gives every route a permission, or the reason why it is public', () => {
      for (const {
        name,
        options: { can },
      } of routes())
        assert.ok(typeof can === 'string' ? can : can.open.length > 10, `${name} does not say who may call it`)
    })

    it('keeps every table inside the community wall', async () => {
      const schema = plugin.manifest.id.replaceAll('-', '_')
      const open = await app.sql(
        `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relkind in ('r', 'p') and not c.relrowsecurity`,
        [schema],
      )
      assert.deepEqual(open, [])
      const rules = await app.sql<{ name: string; rule: string; check: string | null }>(
        `select c.relname as name, pg_get_expr(p.polqual, p.polrelid) as rule, pg_get_expr(p.polwithcheck, p.polrelid) as check
         from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1`,
        [schema],
      )
      const isWall = (rule: string | null) => rule === null || /^\(community_id = .*current_setting\('app\.community_id'/.test(rule)
      const gaps = rules.filter(({ rule, check }) => !isWall(rule) || !isWall(check)).map(({ name }) => name)
      assert.deepEqual(gaps, [], 'tables with a rule of their own, which lets through what the wall keeps out')
      const bare = await app.sql(
        `select t.table_name from information_schema.tables t where t.table_schema = $1 and not exists (
           select from information_schema.columns c where c.table_schema = t.table_schema and c.table_name = t.table_name and c.column_name = 'community_id' and c.is_nullable = 'NO')`,
        [schema],
      )
      assert.deepEqual(bare, [])
    })

    it('has migrations that equal its entities', async () => {
      for (const { meta } of plugin.tables) {
        const columns = await app.sql<{ name: string; nullable: boolean; otherwise: string | null }>(
          `select column_name as name, is_nullable = 'YES' as nullable, column_default as otherwise from information_schema.columns where table_schema = $1 and table_name = $2 and is_generated = 'NEVER'`,
          [meta.schema, meta.tableName],
        )
        const wanted = Object.entries(meta.properties as Record<string, any>).filter(([, property]) => property.persist !== false)
        const snake = (key: string, property: any) =>
          property.fieldNames?.[0] ?? property.fieldName ?? key.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`)
        const described = new Map(wanted.map(([key, property]) => [snake(key, property), property]))
        assert.deepEqual(columns.map(({ name }) => name).sort(), [...described.keys()].sort(), `columns of ${meta.schema}.${meta.tableName}`)
        for (const { name, nullable, otherwise } of columns) {
          const property = described.get(name)!
          assert.equal(property.nullable ?? false, nullable, `${meta.tableName}.${name} may be null in one and not in the other`)
          if (property.default === undefined) continue
          const [row] = await app.sql<{ value: unknown }>(`select to_jsonb(${otherwise}) as value`)
          assert.deepEqual(row!.value, property.default, `${meta.tableName}.${name} begins with different values`)
        }
      }
    })

    it('has no table that no archive of the community would hold, and no secret that would travel', async () => {
      const columns = await app.sql<{ table: string; column: string }>(
        `select table_schema || '.' || table_name as "table", column_name as "column" from information_schema.columns where table_schema = $1`,
        [plugin.manifest.id.replaceAll('-', '_')],
      )
      assert.deepEqual(travelProblems({ manifest: plugin.manifest, server: { entities: plugin.tables as never } }, columns), [])
    })

    it('says of every table with words of a member whether they stay when the account is deleted', async () => {
      const tables = await app.sql<{ name: string }>(
        `select table_schema || '.' || table_name as name from information_schema.columns where table_schema = $1
         group by 1 having bool_or(column_name like '%member_id') and bool_or(data_type in ('text', 'json', 'jsonb'))`,
        [plugin.manifest.id.replaceAll('-', '_')],
      )
      const { stays = [], goes = [] } = (await recordsOf(app)).get(plugin.manifest.id)?.leaving ?? {}
      const said = [...stays, ...goes].sort()
      assert.deepEqual(said, tables.map(({ name }) => name).sort(), 'tests/records.ts: leaving: each of these tables, once')
    })

    it('has no screen without an address in its records', async () => {
      await screensOf(app, target)
    })

    const { entities = [], contributes = [] } =
      (hasServer && read<{ entities?: { meta: any }[]; contributes?: { value: any }[] }>(path.join(dir, 'server/index.ts'))) || {}
    const records = read<Records>(path.join(dir, 'tests/records.ts'))
    const isInSpaces = records?.isInside !== undefined || entities.some(({ meta }) => 'spaceId' in meta.properties)

    /** Every reading call of the app as it is called for the target, the search for its own word, and every screen's page: those that show the word. */
    async function showing(reader: TestMember | null, made: Target): Promise<string[]> {
      const word = ownWordOf(made.word)
      const leaks: string[] = []
      const look = (where: string, said: string) => {
        if (said.includes(word)) leaks.push(where)
      }
      const all = await recordsOf(app)
      const ground = groundOf(app, all, plugin.manifest.id)
      // calls whose records were made, with all that these build on
      for (const { manifest, contract } of app.plugins)
        for (const route of [...groundOf(app, all, manifest.id)].every((id) => ground.has(id)) ? Object.values(contract.routes ?? {}) : []) {
          if (route.method !== 'GET') continue
          const entry = await entryFor(app, route)
          if (!entry.shared) look(`${route.method} ${route.path}`, JSON.stringify((await attempt(reader, route, entry.input(made))).body ?? ''))
          if (!/search/.test(route.path) || !route.options.query) continue
          const { records } = (await attempt(reader, route, { query: { text: word } })).body ?? {}
          look(`${route.method} ${route.path}?text=${word}`, JSON.stringify(records ?? ''))
        }
      for (const { address } of await screensOf(app, made)) {
        app.resetLimits()
        const cookie = reader ? { cookie: `atrium_session=${reader.token}` } : undefined
        look(address, await (await fetch(app.url + address, { headers: { accept: 'text/html', ...cookie } })).text())
      }
      return leaks
    }

    const opens =
      contributes.some(({ value }) => value?.audience === 'everybody') ||
      Object.values(contract?.routes ?? {}).some(({ options: { can } }) => typeof can !== 'string')
    // what it opens is judged by what lies in a closed space
    if (!opens || isInSpaces)
      it('shows visitors nothing that it does not open to them', async () => assert.deepEqual(await showing(null, opens ? a.closed : target), []))
    if (isInSpaces)
      it('shows nothing from inside a space to a member who is not in it', async () => {
        const shown = await showing(a.admin, a.closed)
        assert.equal(shown.length === 0, records?.wordless === true, `records.wordless, and yet the admin is shown its words at ${shown}`)
        assert.deepEqual(await showing(await app.member('member'), a.closed), [])
      })

    it('answers bad input with the envelope, never with a 500', async () => {
      const wild = { page: -1, per_page: 1e9, cursor: '{}' }
      for (const route of routes()) {
        const right = inputFor(route)
        const params = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, "0'; drop table x --"]))
        const bodies = [{}, [], 'text', JSON.parse('{"__proto__":{"x":1},"a":null}'), { ...((right.body as object) ?? {}), unknown_field: { deep: [1] } }]
        const odd =
          route.method === 'GET'
            ? // one at a time, so that it comes through to the handler
              [{ params, query: wild }, ...['{}', 'null', 'bnVsbA', '\u0000'].map((cursor) => ({ ...right, query: { ...right.query, cursor } }))]
            : bodies.map((body) => ({ params, query: wild, body }))
        for (const input of odd) {
          const { status, body: reply } = await attempt(member, route, input)
          assert.ok(status < 500, `${route.method} ${route.path} answered ${status} ${JSON.stringify(reply)}`)
          if (status >= 400) assert.equal(reply?.success, false, `${route.method} ${route.path} answers ${status} without the envelope`)
        }
      }
    })

    it('pages its lists by number too', async () => {
      for (const route of routes().filter(({ method }) => method === 'GET')) {
        const input = inputFor(route)
        const [first, second] = await Promise.all([1, 2].map((page) => attempt(member, route, { ...input, query: { ...input.query, per_page: 1, page } })))
        if (!Array.isArray(first!.body?.records) || !first!.body.has_next_page) continue
        assert.notDeepEqual(second!.body?.records, first!.body.records, `${route.method} ${route.path} answers page 1 to those who ask for page 2`)
      }
    })

    if (hasServer)
      it('changes nothing when its events come twice', async () => {
        await app.settle()
        const changes = await ownChanges()
        await app.redeliver()
        assert.deepEqual(await changes(), [])
      })

    it('is gone when it is switched off; what belongs to the base stays', async () => {
      if (plugin.manifest.kind === 'base') return assert.rejects(app.switch(plugin.manifest.id, false), { code: 'base_plugin' })
      await app.switch(plugin.manifest.id, false)
      for (const route of routes()) {
        const { status, body } = await attempt(member, route, inputFor(route))
        assert.equal(status, 404, `${route.method} ${route.path}`)
        assert.equal(body.code, 'plugin_off')
      }
      await app.switch(plugin.manifest.id, true)
    })

    if (hasWords) {
      it('says the same in every language', () => {
        const [english, portuguese] = ['en-US', 'pt-BR'].map((locale) => JSON.parse(readFileSync(path.join(dir, 'locales', `${locale}.json`), 'utf8')))
        const en = Object.keys(english)
        assert.deepEqual(Object.keys(portuguese).sort(), [...en].sort())
        const known = new Set(en.flatMap((key) => [key, key.replace(/_(one|other|many)$/, '')]))
        const missing = [...wordsUsed(dir)].filter((key) => !known.has(key))
        assert.deepEqual(missing, [], 'words that the code asks for and no locale has')
      })
      it('has a name, and words for its permissions and settings', () => {
        const { permissions = {}, settings } = plugin.contract
        const wanted = [
          ...['plugin.title', 'plugin.description'],
          ...Object.keys(permissions).map((key) => `permission.${key}`),
          ...Object.keys(settings?.shape ?? {}).map((key) => `settings.${key}`),
          ...switchesOf(plugin.contract).map(({ key }) => `settings.${key}`),
        ]
        const known = JSON.parse(readFileSync(path.join(dir, 'locales/en-US.json'), 'utf8'))
        assert.deepEqual(
          wanted.filter((key) => !(key in known)),
          [],
          'words that menus, roles and the settings form ask for',
        )
      })
    }

    it('refuses in every language', () => assert.deepEqual(catalogueProblems(plugin.dir), [], 'locales/refusals.pt-BR.json'))

    it('speaks by the glossary of sdk/words.md', () => assert.deepEqual(wordingProblems(plugin.dir), []))

    /** Begins to note what is written to the plugin's tables; a mere touch is no change. */
    async function ownChanges(): Promise<() => Promise<string[]>> {
      const watch = await watchChanges(app)
      await watch.changes()
      const own = new Set(plugin.tables.map(({ meta }) => `${meta.schema}.${meta.tableName}`))
      const untouched = (row: Row | null) => row && JSON.stringify({ ...row, updated_at: null })
      return async () =>
        netChanges(await watch.changes())
          .filter(({ table, before, after }) => own.has(table) && untouched(before) !== untouched(after))
          .map(describeChange)
    }

    if (Object.keys(contract?.routes ?? {}).length)
      defineWalks(async () => ({ app, a, b, routes: routes(), only: plugin.manifest.id, watched: await watchCommunities(app) }))
  })
}
