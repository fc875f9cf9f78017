/** Runs everything there is to check, in the order of what fails fastest, and ends with one line of numbers. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startTestServer, temporaryFolder } from './support/database.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
/** Processes of mocha at a time: a test waits for its database half of the time. */
const JOBS = Math.max(2, os.availableParallelism())
/** Names of checks (`types`, `lint`, `unit`, `e2e`, `faults`), or folders of plugins whose tests alone are wanted. */
const args = process.argv.slice(2)
const folders = args.filter((name) => /[./]/.test(name)).map((name) => path.resolve(process.env.INIT_CWD ?? '.', name))
const only = folders.length ? ['folders'] : args
const scratch = mkdtempSync(path.join(os.tmpdir(), 'atrium-run-'))
let passed = 0
let failed = 0
/** Of the passed: those that did so on their second try, told in the last line so that nobody takes them for sound. */
let second = 0
/** Neither passed nor failed: what a test wants is not on this machine, or it does not apply. */
let skipped = 0

function run(file: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((done) => {
    const child = spawn(file, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', () => done(127))
    child.on('exit', (code) => done(code ?? 1))
  })
}

/** A check with one verdict: it counts as one test. */
async function check(title: string, file: string, args: string[]) {
  console.log(`\n— ${title}`)
  const code = await run(file, args)
  if (code === 0) passed++
  else failed++
}

/** A runner that writes how many of its tests passed. */
async function suite(title: string, args: string[], read: (report: any) => [passed: number, failed: number], report: string, env: NodeJS.ProcessEnv) {
  console.log(`\n— ${title}`)
  const code = await run(process.execPath, args, env)
  const [good, bad] = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : [0, 1]
  passed += good
  // A runner that died without failing a test has failed all the same.
  failed += bad === 0 && code !== 0 ? 1 : bad
}

/** Debian's Chromium where there is one; installs it where apt is at hand and we may. */
function findChromium(): string | null {
  const known = () =>
    [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => file && existsSync(file)) ?? null
  if (known() || process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return known()
  console.log('Installing Chromium …')
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0
  if (!apt('install', '-y', '--no-install-recommends', 'chromium')) apt('update') && apt('install', '-y', '--no-install-recommends', 'chromium')
  return known()
}

const wanted = (name: string) => only.length === 0 || only.includes(name)
const bin = (name: string) => path.join(ROOT, 'node_modules/.bin', name)

if (wanted('types')) await check('types', bin('tsc'), ['--noEmit', '-p', '.'])
if (wanted('lint')) await check('lint and format', bin('biome'), ['check', '--error-on-warnings', '.'])
/** Tests of time, of memory and of processes that are killed: each alone on the machine. */
const ALONE = ['tests/faults/*.test.ts', ...['accounts', 'boot', 'build', 'data', 'redis', 'shedding'].map((name) => `tests/kernel/${name}.test.ts`)]
const countMocha = ({ stats }: any): [number, number] => {
  skipped += stats.pending
  return [stats.passes, stats.failures]
}
if (wanted('unit')) {
  // one database server for all processes: each test's database is a copy of a template that is made once
  const folder = temporaryFolder()
  const server = process.env.ATRIUM_TEST_DATABASE ? null : await startTestServer(folder)
  const mocha = [path.join(ROOT, 'node_modules/mocha/bin/mocha.js'), '--require', path.join(ROOT, 'tests/support/hooks.ts')]
  const shared = server ? { ATRIUM_TEST_DATABASE: server.url } : {}
  for (const [title, report, which] of [
    ['unit, integration, conformance, isolation', 'mocha.json', ['--parallel', '--jobs', String(JOBS), ...ALONE.flatMap((pattern) => ['--ignore', pattern])]],
    ['what is measured or killed', 'alone.json', ['--config', path.join(ROOT, 'tests/support/alone.mocharc.json'), ...ALONE]],
  ] as const) {
    const file = path.join(scratch, report)
    await suite(title, [...mocha, ...which], countMocha, file, { ...shared, MOCHA_REPORT: file })
  }
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}
// Minutes long, so only when it is asked for by name.
if (only.includes('faults')) {
  const report = path.join(scratch, 'faults.json')
  const mocha = ['--no-config', '--exit', '--reporter', path.join(ROOT, 'tests/support/reporter.ts'), '--timeout', '300000']
  await suite(
    'faults',
    [path.join(ROOT, 'node_modules/mocha/bin/mocha.js'), ...mocha, 'tests/faults/**/*.test.ts'],
    ({ stats }) => [stats.passes, stats.failures],
    report,
    { MOCHA_REPORT: report },
  )
}
if (folders.length) {
  const report = path.join(scratch, 'folders.json')
  const mocha = [
    path.join(ROOT, 'node_modules/mocha/bin/mocha.js'),
    '--no-config',
    '--exit',
    '--reporter',
    path.join(ROOT, 'tests/support/reporter.ts'),
    '--timeout',
    '20000',
  ]
  await suite(
    folders.join(', '),
    [...mocha, ...folders.map((folder) => path.join(folder, 'tests/**/*.test.ts'))],
    ({ stats }) => [stats.passes, stats.failures],
    report,
    { MOCHA_REPORT: report },
  )
}
if (wanted('e2e')) {
  const chromium = findChromium()
  const report = path.join(scratch, 'playwright.json')
  if (chromium)
    await suite(
      'end to end, in Chromium',
      [path.join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '-c', 'tests/e2e/playwright.config.ts'],
      ({ stats }) => {
        second += stats.flaky
        skipped += stats.skipped
        return [stats.expected + stats.flaky, stats.unexpected]
      },
      report,
      { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    )
  else {
    console.log('There is no Chromium here and no way to install it: the end-to-end tests could not run, which counts as a failure.')
    failed++
  }
}
rmSync(scratch, { recursive: true, force: true })
console.log(`\n${passed} passed${second ? ` (${second} on the second try)` : ''}, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)
