/** Plugins from outside the repository, one written by hand and one fresh from the scaffolder: typed, built and run with the SDK alone. */
import { expect } from 'chai'
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildAll } from '@atrium/sdk/build'
import { ruleProblems } from '@atrium/sdk/check'
import { forget } from '../../sdk/create/forget.ts'
import { HOME, linkAtrium } from '../../sdk/create/outside.ts'
import { openApp } from '../support/harness.ts'

const scratch = mkdtempSync(path.join(os.tmpdir(), 'atrium-third-party-'))
after(() => rmSync(scratch, { recursive: true, force: true }))

const kudos = path.join(scratch, 'kudos')
cpSync(path.join(import.meta.dirname, 'kudos'), kudos, { recursive: true, filter: (file) => !file.includes('node_modules') })
linkAtrium(kudos)

const config = path.join(scratch, 'plugins.config.ts')
copyFileSync(path.join(HOME, 'plugins.config.ts'), config)
function scaffold(...args: string[]) {
  return spawnSync(process.execPath, [path.join(HOME, 'sdk/create/new.ts'), ...args], {
    cwd: scratch,
    encoding: 'utf8',
    env: { ...process.env, ATRIUM_PLUGINS: config, INIT_CWD: scratch },
  })
}
// an id with a dash that holds the template's own, which its schema and its words must survive
const ID = 'sample-notes'
const fieldNotes = path.join(scratch, ID)
const made = scaffold(ID, ID)

const sourcesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
const typeErrors = (folder: string) => spawnSync(path.join(HOME, 'node_modules/.bin/tsc'), ['--noEmit', '-p', folder], { encoding: 'utf8' }).stdout

describe('a plugin outside the repository', function outbound() {
  it('imports its own files, the SDK, and contracts (in tests records too) of plugins it needs', async () => {
    const { devDependencies } = JSON.parse(readFileSync(path.join(kudos, 'package.json'), 'utf8'))
    expect(Object.keys(devDependencies).filter((name) => !name.startsWith('@types/'))).to.have.members(['@atrium/sdk', 'atrium', 'chai'])
    const { default: manifest } = await import(pathToFileURL(path.join(kudos, 'plugin.ts')).href)
    expect(ruleProblems(kudos, manifest)).to.deep.equal([])
  })

  it('is typed by the SDK', () => {
    expect(typeErrors(kudos)).to.equal('')
  })

  it('is built by its own command to a remote that it may ship', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(kudos, 'package.json'), 'utf8'))
    const [, ...args] = scripts.build.split(' ')
    execFileSync(process.execPath, args, { cwd: kudos, stdio: 'pipe', env: { ...process.env, INIT_CWD: kudos } })
    expect(readdirSync(path.join(kudos, 'dist'))).to.include('remoteEntry.js')
    rmSync(path.join(kudos, 'dist'), { recursive: true })
  })

  it('is built to a remote that has its screens', async () => {
    const { default: manifest } = await import(pathToFileURL(path.join(kudos, 'plugin.ts')).href)
    const log: string[] = []
    const { plugins, remotes } = await buildAll({
      shell: path.resolve(import.meta.dirname, '../../shell'),
      plugins: [{ id: manifest.id, dir: kudos, manifest }],
      outDir: path.join(scratch, 'build'),
      log: (line) => log.push(line),
    })
    const { remote, error } = plugins.get('kudos')!
    expect(error, log.join('\n')).to.equal(undefined)
    expect(remote!.entry).to.match(/^\/plugins\/atrium\/remoteEntry-.+\.js$/)
    const dir = remotes.get(remote!.name)!
    const texts = readdirSync(dir).map((name) => readFileSync(path.join(dir, name), 'utf8'))
    expect(texts.join()).to.include('kudos/screens/Kudos').and.include('kudos/slots/Latest')
  })
})

describe('npm run new', function scaffolder() {
  it('makes a plugin and says what comes next', () => {
    expect(made.stderr).to.equal('')
    expect(made.status).to.equal(0)
    expect(made.stdout).to.include(`Next:  cd ${ID} && npm test`)
    expect(readFileSync(config, 'utf8')).to.include(`  '${ID}',\n])`)
    const left = /\bsample\b(?![- _]?notes)/i
    expect(sourcesOf(fieldNotes).filter((name) => left.test(readFileSync(path.join(fieldNotes, name), 'utf8')))).to.deep.equal([])
  })

  it('makes one that is typed and as the formatter would have it', () => {
    expect(typeErrors(fieldNotes)).to.equal('')
    execFileSync(path.join(HOME, 'node_modules/.bin/biome'), ['check', '--vcs-enabled=false', `--config-path=${HOME}`, fieldNotes], { stdio: 'pipe' })
    // and by its own command
    const [command, ...args] = JSON.parse(readFileSync(path.join(fieldNotes, 'package.json'), 'utf8')).scripts.format.split(' ')
    execFileSync(command, args, { cwd: fieldNotes, stdio: 'pipe' })
  })

  it('is told by its own npm test where it is wrongly typed or formatted, and where it keeps to no rule', () => {
    const faulty = path.join(scratch, 'faulty')
    cpSync(fieldNotes, faulty, { recursive: true, filter: (file) => !/node_modules|tests/.test(path.relative(fieldNotes, file)) })
    linkAtrium(faulty)
    appendFileSync(path.join(faulty, 'server/routes.ts'), "export const wrong: number = 'a word'\n")
    appendFileSync(path.join(faulty, 'plugin.ts'), 'export const  shape = 1 ;\n')
    const put = (name: string, text: string) => {
      mkdirSync(path.dirname(path.join(faulty, name)), { recursive: true })
      writeFileSync(path.join(faulty, name), text)
    }
    const why = '/** For the test. */\n'
    put(
      'server/service/reach.ts',
      `${why}import 'node:http'\nimport '@atrium/sdk/web'\nimport 'atrium/plugins/chat'\nimport 'atrium/launch/main.ts'\nfetch('https://id.example')\n`,
    )
    put('server/service/tables.ts', 'export const names = "select name from kernel.member"\n')
    put('server/helpers.ts', `${why}export default 1\n`)
    put('server/migrations/0007_later.ts', why)
    put('web/slots/Other.tsx', `${why}import '../../server/index.ts'\nimport '../../../elsewhere.ts'\n`)
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(HOME, 'tests/run.ts'), faulty], { encoding: 'utf8' })
    expect(status).to.equal(1)
    expect(stdout).to.match(/server\/routes\.ts.*TS2322/)
    expect(stdout + stderr).to.match(/plugin\.ts format/)
    for (const told of [
      /reach\.ts: imports "node:http"/,
      /reach\.ts: imports "@atrium\/sdk\/web"/,
      /reach\.ts: imports "atrium\/plugins\/chat": plugin\.ts names "chat" neither/,
      /reach\.ts: imports "atrium\/launch\/main\.ts": of others/,
      /reach\.ts: others are called by ctx\.fetch/,
      /tables\.ts: reads kernel\.member;/,
      /tables\.ts: its first line/,
      /helpers\.ts: a default export/,
      /server\/helpers\.ts: server\/ has/,
      /0007_later\.ts: migrations are numbered/,
      /Other\.tsx: imports "\.\.\/\.\.\/server\/index\.ts": server and web/,
      /Other\.tsx: imports "\.\.\/\.\.\/\.\.\/elsewhere\.ts"/,
    ])
      expect(stdout).to.match(told)
  })

  for (const [why, args, sentence] of [
    ['no id', [], 'Say what to call it'],
    ['a bad id', ['Field Notes'], 'is no id'],
    ['an id of the house', ['kernel'], 'is taken'],
    ['an id of another plugin', ['posts', 'my-posts'], 'is taken'],
    ['a folder that exists', ['other-notes', ID], 'exists already'],
  ] as const)
    it(`refuses ${why} with one sentence`, () => {
      const before = readFileSync(config, 'utf8')
      const { status, stdout, stderr } = scaffold(...args)
      expect(status).to.equal(1)
      expect(stdout).to.equal('')
      expect(stderr.trim().split('\n')).to.have.length(1)
      expect(stderr).to.include(sentence)
      expect(readFileSync(config, 'utf8')).to.equal(before)
      expect(existsSync(path.join(scratch, 'my-posts'))).to.equal(false)
    })
})

describe('npm run forget', function forgetting() {
  const run = (args: string[], env: Record<string, string> = {}) =>
    spawnSync(process.execPath, [path.join(HOME, 'sdk/create/forget.ts'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, ATRIUM_DATA: path.join(scratch, 'data'), ...env },
    })

  it('takes all that a plugin has stored, and nothing of others', async () => {
    const app = await openApp(['plugins/spaces', 'plugins/content', 'plugins/members', kudos])
    try {
      const [ana, bo] = [await app.member('admin'), await app.member()]
      await app.as(ana).send('POST', '/internal_api/kudos', { member_id: bo.id, category: 'Helpful', text: 'Thanks' })
      await app.as(ana).send('PATCH', '/internal_api/plugin_settings/kudos', { a_day: 7 })
      await app.settle()
      const others = () => app.sql("select plugin, name from kernel.migration where plugin <> 'kudos' order by 1, 2")
      const before = await others()
      const gone = await app.kernel.modules.data.systemTx((client: Parameters<typeof forget>[0]) => forget(client, 'kudos'))
      expect(gone.join()).to.include('3 tables (allowance, kudo, ranking)').and.include('1 migrations').and.include('1 settings').and.include('1 events')
      const left = await app.sql(`select (select count(*) from information_schema.schemata where schema_name = 'kudos')
        + (select count(*) from kernel.migration where plugin = 'kudos') + (select count(*) from kernel.setting where plugin = 'kudos')
        + (select count(*) from kernel.role, unnest(permissions) p where p like 'kudos.%') as n`)
      expect(left).to.deep.equal([{ n: 0 }])
      expect(await others()).to.deep.equal(before)
    } finally {
      await app.close()
    }
  })

  it('is for the database of development alone, and asks for the name', () => {
    expect(run([]).stderr).to.include('Say which plugin')
    expect(run(['kudos'], { DATABASE_URL: 'postgres://a@127.0.0.1/b' }).stderr).to.include('DATABASE_URL names another')
  })
})

// Their own tests, as their authors run them.
await import(pathToFileURL(path.join(kudos, 'tests/kudos.test.ts')).href)
if (made.status === 0) await import(pathToFileURL(path.join(fieldNotes, `tests/${ID}.test.ts`)).href)
