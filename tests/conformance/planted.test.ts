/** Tests of the tests: faults that are planted one by one in a sound plugin, fresh from the scaffolder, each of which the suites find and name. */
import { expect } from 'chai'
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Route } from '@atrium/sdk'
import { makeSide, makeTarget, type TestApp, testApp } from '@atrium/sdk/testing'
import { HOME, linkAtrium } from '../../sdk/create/outside.ts'
import { sendColumns } from '../isolation/columns.ts'
import { type Filled, prepareWalks } from '../isolation/walks.ts'
import { settleAll } from '../isolation/world.ts'

type Edit = [file: string, from: string | RegExp, to: string]
interface Fault {
  edits: Edit[]
  /** Stands in what the suite says of it. */
  found: RegExp
}

/** What `describePlugin` finds. */
const FAULTS: Record<string, Fault> = {
  'a route without a permission': {
    edits: [['contract.ts', `{ can: 'member', query`, `{ can: { open: '' }, query`]],
    found: /list does not say who may call it/,
  },
  'a table whose wall lets everybody through': {
    edits: [['server/migrations/0001_init.ts', 'create index', 'create policy community on planted_notes.note using (true) with check (true);\ncreate index']],
    found: /note[\s\S]*lets through what the wall keeps out|lets through what the wall keeps out[\s\S]*note/,
  },
  'a page that tells visitors what members alone may read': {
    edits: [
      ['plugin.ts', `{ module: 'screens/Notes' }`, `{ module: 'screens/Notes', public: true }`],
      ['server/index.ts', '{ defineServer }', '{ defineServer, trusted }'],
      [
        'server/index.ts',
        'routes: handlers,',
        `routes: handlers,\n  pages: { '/planted-notes': async (ctx) => ({ title: 'Notes', body: trusted((await ctx.em.find(Note, {})).map(({ text }) => text).join()) }) },`,
      ],
    ],
    found: /shows visitors nothing that it does not open to them[\s\S]*\/planted-notes/,
  },
  'a list that remembers what another community was told': {
    edits: [
      ['server/routes.ts', 'export const handlers', 'let remembered: any\nexport const handlers'],
      ['server/routes.ts', 'return page(await present(ctx, notes), ', 'return remembered ??= page(await present(ctx, notes), '],
    ],
    found: /GET \/internal_api\/planted-notes\/notes shows another community's text/,
  },
  'a 500 on odd input': {
    edits: [['server/routes.ts', /decodeCursor\(query\.cursor, \['number'\]\) \?\? \[\]/, `(query.cursor ? JSON.parse(query.cursor) : []) as [number?]`]],
    found: /GET \/internal_api\/planted-notes\/notes answered 500/,
  },
  'a word without its translation': {
    edits: [['locales/pt-BR.json', /^.*"new\.label".*\n/m, '']],
    found: /says the same in every language/,
  },
  'a refusal without its translation': {
    edits: [
      [
        'server/routes.ts',
        'async create(ctx, { body }) {',
        `async create(ctx, { body }) {\n    if (body.text === 'x'.repeat(400)) throw forbidden('Nobody has told this in Portuguese.')`,
      ],
    ],
    found: /refuses in every language/,
  },
  'a phrase that the glossary replaces': {
    edits: [['locales/en-US.json', 'Add the first note.', 'Somebody has to write the first note.']],
    found: /speaks by the glossary[\s\S]*Somebody/,
  },
  'a handler that counts a delivery twice': {
    edits: [
      ['contract.ts', '  routes: {', `  events: { 'note.written': event(z.object({ noteId: id })) },\n  routes: {`],
      ['contract.ts', 'del, done, get', 'del, done, event, get'],
      ['server/routes.ts', 'import type contract', 'import contract'],
      ['server/routes.ts', 'await ctx.em.flush()', `await ctx.em.flush()\n    ctx.emit(contract.events['note.written'], { noteId: note.id })`],
      ['server/index.ts', 'import { defineServer }', 'import { defineServer, on }'],
      [
        'server/index.ts',
        'routes: handlers,',
        `routes: handlers,\n  on: [on(contract.events['note.written'], 'count', async (ctx, { noteId }) => {\n    await ctx.sql("update planted_notes.note set text = text || '+' where community_id = $1 and id = $2", [noteId])\n  })],`,
      ],
    ],
    found: /changes nothing when its events come twice/,
  },
  'a column that the entity does not know': {
    edits: [['server/migrations/0001_init.ts', '  text text not null,', '  text text not null,\n  mood text,']],
    found: /has migrations that equal its entities/,
  },
  'a route whose input nobody gives': {
    edits: [['tests/records.ts', /^ {2}inputs: \{[\s\S]*?\n {2}\},\n/m, '']],
    found: /planted-notes\.remove has no input/,
  },
  'a table with words of members that nobody has thought of when they leave': {
    edits: [['tests/records.ts', /^ {2}leaving: .*\n/m, '']],
    found: /says of every table with words of a member[\s\S]*planted_notes\.note/,
  },
  'a screen with a parameter that nobody gives': {
    edits: [
      [
        'plugin.ts',
        `'/planted-notes': { module: 'screens/Notes' },`,
        `'/planted-notes': { module: 'screens/Notes' },\n    '/planted-notes/:id': { module: 'screens/Notes' },`,
      ],
    ],
    found: /no address for the screen \/planted-notes\/:id/,
  },
}

const scratch = mkdtempSync(path.join(os.tmpdir(), 'atrium-planted-'))
const sound = path.join(scratch, 'sound')

/** A copy of the sound plugin with the edits made; an edit that finds nothing to change is a mistake of this test. */
function plant(name: string, edits: Edit[]): string {
  const folder = path.join(scratch, name.replace(/\W+/g, '-'))
  cpSync(sound, folder, { recursive: true, filter: (file) => !file.includes('node_modules') })
  linkAtrium(folder)
  for (const [file, from, to] of edits) {
    const text = readFileSync(path.join(folder, file), 'utf8')
    const changed = text.replace(from, () => to)
    if (changed === text) throw new Error(`${name}: there is no ${from} in ${file}`)
    writeFileSync(path.join(folder, file), changed)
  }
  return folder
}
const run = (args: string[], env: NodeJS.ProcessEnv): Promise<string> =>
  new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: HOME, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
    child.on('exit', () => done(said))
  })

describe('faults that are planted', function () {
  this.timeout(180_000)
  before(async () => {
    const config = path.join(scratch, 'plugins.config.ts')
    writeFileSync(config, `import { definePlugins } from '@atrium/sdk'\n\nexport default definePlugins([\n])\n`)
    await run([path.join(HOME, 'sdk/create/new.ts'), 'planted-notes', sound], { ATRIUM_PLUGINS: config, INIT_CWD: scratch })
  })
  after(() => rmSync(scratch, { recursive: true, force: true }))

  describe('are found and named by the suite of every plugin', () => {
    const failures = new Map<string, string[]>()
    before(async () => {
      const folders = new Map(
        [['nothing', []] as [string, Edit[]], ...Object.entries(FAULTS).map(([name, { edits }]) => [name, edits] as [string, Edit[]])].map(([name, edits]) => [
          name,
          plant(name, edits),
        ]),
      )
      const report = path.join(scratch, 'report.json')
      const mocha = [
        'node_modules/mocha/bin/mocha.js',
        '--no-config',
        '--exit',
        '--timeout',
        '60000',
        '--reporter',
        'json',
        '--reporter-option',
        `output=${report}`,
      ]
      const said = await run([...mocha, 'tests/conformance/suite.ts'], { ATRIUM_PLANTED: [...folders.values()].join(path.delimiter), MOCHA_FILES: '' })
      const text = (() => {
        try {
          return readFileSync(report, 'utf8')
        } catch {
          throw new Error(`the suite did not come to its end: ${said}`)
        }
      })()
      for (const [name, folder] of folders) {
        const title = `conformance of ${path.basename(folder)} `
        const own = JSON.parse(text).failures.filter(({ fullTitle }: { fullTitle: string }) => fullTitle.startsWith(title))
        failures.set(
          name,
          own.map(({ fullTitle, err }: { fullTitle: string; err: { message: string } }) => `${fullTitle}: ${err.message}`),
        )
      }
    })

    it('where nothing is planted nothing is found', () => {
      expect(failures.get('nothing')).to.deep.equal([])
    })
    for (const [name, { found }] of Object.entries(FAULTS))
      it(name, () => {
        expect(failures.get(name)!.join('\n')).to.match(found)
      })
  })

  describe('are found and named by the walks over all routes', () => {
    let app: TestApp
    let a: Filled
    let b: Filled
    const own = () => (app.kernel.http.bound as { route: Route }[]).filter(({ route }) => route.plugin === 'planted-notes')
    const fill = async (name: string, communityId: number) => {
      const side = (await makeSide(app, name, communityId)) as Filled
      for (const kind of ['open', 'closed', 'secret'] as const) side[kind] = await makeTarget(app, side, kind)
      return side
    }
    before(async () => {
      const folder = plant('walked', [
        // notes that are their author's alone; the answer tells which there are
        ['tests/records.ts', ', shared: true', ''],
        // what the house alone should set is taken from whatever is sent
        ['contract.ts', 'body: z.object({', 'body: z.looseObject({'],
        ['server/migrations/0001_init.ts', '  text text not null,', '  text text not null,\n  verdict text,'],
        ['server/entities.ts', 'text: p.text(),', 'text: p.text(),\n  verdict: p.text().nullable(),'],
        ['server/routes.ts', 'text: body.text })', 'text: body.text, verdict: (body as any).verdict })'],
        // everybody's notes, under a word of the other community
        ['server/routes.ts', 'export const handlers', 'let seen: any\nexport const handlers'],
        ['server/routes.ts', 'return page(await present(ctx, notes), ', 'return seen ??= page(await present(ctx, notes), '],
      ])
      app = await testApp([folder])
      a = await fill('ada', await app.primaryId())
      b = await fill('bob', (await app.community()).id)
      await app.as(a.admin).send('GET', '/internal_api/planted-notes/notes')
      await settleAll(app)
    })
    after(() => app?.close())

    it('a hidden record that is told apart from an absent one, and a list that leaks', async () => {
      const walks = await prepareWalks(app, a, b, own() as never)
      expect((await walks.absent()).join('\n')).to.match(/a member of A planted-notes\.remove: 403 .*absent: 404/)
      expect((await walks.foreign()).join('\n')).to.match(/a member of B planted-notes\.list .* shows canaryadaopenx/)
    })
    it('a column that a form may set though it should not', async () => {
      const writes = own()
        .map(({ route }) => route)
        .filter(({ options }) => options.body)
      const { wrong } = await sendColumns(app, a, a.open, writes)
      expect(wrong.join('\n')).to.match(/planted-notes\.create stored planted_notes\.note .*columncanary/)
    })
  })
})
