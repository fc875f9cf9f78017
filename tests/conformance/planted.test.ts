/** Tests of the tests: faults that are planted one by one in a sound plugin, fresh from the scaffolder, each of which the suites find and name. */
import { expect } from 'chai'
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { HOME, linkAtrium } from '../../sdk/create/outside.ts'

type Edit = [file: string, from: string | RegExp, to: string]
interface Fault {
  edits: Edit[]
  /** Stands in what the suite says of it. */
  found: RegExp
  /** How the title of the check begins that finds it: the others are not run. */
  by: string
}

/** The first note of each author keeps how many there are: read, and written one higher, which is right as long as nobody else does so too. */
const COUNTER_EDITS: Edit[] = [
  ['server/migrations/0001_init.ts', '  text text not null,', '  text text not null,\n  notes_count integer not null default 0,'],
  ['server/entities.ts', 'text: p.text(),', 'text: p.text(),\n  notesCount: p.integer().default(0),'],
  [
    'server/index.ts',
    'routes: handlers,',
    `routes: handlers,\n  counters: () => [{ kept: 'planted_notes.note.notes_count', counted: 'select min(id) as id, count(*) from planted_notes.note where community_id = $1 group by author_member_id' }],`,
  ],
  [
    'server/routes.ts',
    'await ctx.em.flush()',
    `const [first] = await ctx.sql<any>('select id, notes_count from planted_notes.note where community_id = $1 and author_member_id = $2 order by id limit 1', [ctx.me().id])
    await ctx.em.flush()
    await ctx.sql('update planted_notes.note set notes_count = $3 where community_id = $1 and id = $2', [first?.id ?? note.id, (first?.notes_count ?? 0) + 1])`,
  ],
]

/** What `describePlugin` finds. */
const FAULTS: Record<string, Fault> = {
  'a route without a permission': {
    edits: [['contract.ts', `{ can: 'member', query`, `{ can: { open: '' }, query`]],
    by: 'gives every route a permission',
    found: /list does not say who may call it/,
  },
  'a table whose wall lets everybody through': {
    edits: [['server/migrations/0001_init.ts', 'create index', 'create policy community on planted_notes.note using (true) with check (true);\ncreate index']],
    by: 'keeps every table inside',
    found: /note[\s\S]*lets through what the wall keeps out|lets through what the wall keeps out[\s\S]*note/,
  },
  'a table that does not say what of it is its author’s own': {
    edits: [['server/entities.ts', "{ own: ['text'] },", '']],
    by: 'has no table that no archive',
    found: /note has author_member_id: say in the table's `own`/,
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
    by: 'shows visitors nothing',
    found: /shows visitors nothing that it does not open to them[\s\S]*\/planted-notes/,
  },
  'a list that remembers what another community was told': {
    edits: [
      ['server/routes.ts', 'export const handlers', 'let remembered: any\nexport const handlers'],
      ['server/routes.ts', 'return page(await present(ctx, notes), ', 'return remembered ??= page(await present(ctx, notes), '],
    ],
    by: 'gives those of another community nothing',
    found: /a member of B planted-notes\.list .* shows \w*canaryada/,
  },
  // long enough where others have the processor most of the time: what is measured is the thread's own
  'a text that keeps everybody waiting': {
    edits: [
      [
        'server/routes.ts',
        'await ctx.em.flush()',
        'for (const end = performance.now() + 1_200; note.text.length > 400 && performance.now() < end; ) {}\n    await ctx.em.flush()',
      ],
    ],
    by: 'keeps nobody waiting',
    found: /POST \/internal_api\/planted-notes\/notes keeps others waiting \d+ ms with one word/,
  },
  'a 500 on odd input': {
    edits: [['server/routes.ts', /decodeCursor\(query\.cursor, \['number'\]\) \?\? \[\]/, `(query.cursor ? JSON.parse(query.cursor) : []) as [number?]`]],
    by: 'answers bad input',
    found: /GET \/internal_api\/planted-notes\/notes answered 500/,
  },
  'a word without its translation': {
    edits: [['locales/pt-BR.json', /^.*"new\.label".*\n/m, '']],
    by: 'says the same in every language',
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
    by: 'refuses in every language',
    found: /refuses in every language/,
  },
  'a phrase that the glossary replaces': {
    edits: [['locales/en-US.json', 'Add the first note.', 'Somebody has to write the first note.']],
    by: 'speaks by the glossary',
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
    by: 'changes nothing when its events come twice',
    found: /changes nothing when its events come twice/,
  },
  'a column that the entity does not know': {
    edits: [['server/migrations/0001_init.ts', '  text text not null,', '  text text not null,\n  mood text,']],
    by: 'has migrations that equal',
    found: /has migrations that equal its entities/,
  },
  'a route whose input nobody gives': {
    edits: [['tests/records.ts', /^ {2}inputs: \{[\s\S]*?\n {2}\},\n/m, '']],
    by: 'gives every route a permission',
    found: /planted-notes\.remove has no input/,
  },
  'a table with words of members that nobody has thought of when they leave': {
    edits: [['tests/records.ts', /^ {2}leaving: .*\n/m, '']],
    by: 'says of every table',
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
    by: 'has no screen without',
    found: /no address for the screen \/planted-notes\/:id/,
  },
  'a hidden record that is told apart from an absent one': {
    edits: [['tests/records.ts', ', shared: true', '']],
    by: 'answers for a hidden record',
    found: /a member of A planted-notes\.remove: 403 .*absent: 404/,
  },
  'a text of a private space that everybody reads': {
    edits: [
      ['tests/records.ts', 'async fill({ app, side, mark }', 'async fill({ app, side, word }'],
      ['tests/records.ts', /`Note \$\{mark\}`/, 'word'],
    ],
    by: 'keeps the inside of private spaces',
    found: /a member of A planted-notes\.list of the closed space: 200 shows/,
  },
  'an input that does not open to the admin': {
    edits: [
      [
        'server/routes.ts',
        'async create(ctx, { body }) {',
        `async create(ctx, { body }) {\n    if (body.text.startsWith('A word')) throw new Error('not these words')`,
      ],
    ],
    by: 'opens to the admin',
    found: /planted-notes\.create: 500/,
  },
  'a column that a form may set though it should not': {
    edits: [
      ['contract.ts', 'body: z.object({', 'body: z.looseObject({'],
      ['server/migrations/0001_init.ts', '  text text not null,', '  text text not null,\n  verdict text,'],
      ['server/entities.ts', 'text: p.text(),', 'text: p.text(),\n  verdict: p.text().nullable(),'],
      ['server/routes.ts', 'text: body.text })', 'text: body.text, verdict: (body as any).verdict })'],
    ],
    by: 'stores no column',
    found: /planted-notes\.create: stored planted_notes\.note .*columncanary/,
  },
  'a counter that loses what comes at once': {
    edits: COUNTER_EDITS,
    by: 'keeps every counter',
    found: /planted-notes\.create: left .*planted_notes/,
  },
  'a 500 on what only strange input has': {
    edits: [
      [
        'server/routes.ts',
        'async create(ctx, { body }) {',
        `async create(ctx, { body }) {\n    if (/[^\\x20-\\x7e]/.test(body.text)) throw new Error('letters that nobody expected')`,
      ],
    ],
    by: 'answers 40 strange requests',
    found: /planted-notes\.create, \d+ of 40: POST/,
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
  // no bound on the speed of a machine: what hangs ends here
  this.timeout(900_000)
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
      // everything where nothing is planted; else the check that finds it
      const wanted = [...folders].map(([name, folder]) => `conformance of ${path.basename(folder)} ${FAULTS[name]?.by ?? ''}`)
      const mocha = [
        'node_modules/mocha/bin/mocha.js',
        '--no-config',
        '--exit',
        '--timeout',
        '300000',
        '--reporter',
        'json',
        '--reporter-option',
        `output=${report}`,
        '--grep',
        `^(${wanted.join('|')})`,
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
})
