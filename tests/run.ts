/** Runs everything there is to check, in the order of what fails fastest, and ends with one line of numbers. */
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ruleProblems } from '@atrium/sdk/check'
import { takeClock } from './support/clock.ts'
import { dropRun, openCluster, temporaryFolder } from './support/database.ts'
import { causeOf, isTooUnstable, overBudget, type Report } from './support/reporter.ts'
import { buildWeb } from './support/web.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
/** Names of checks (`types`, `lint`, `unit`, `e2e`, `faults`), or folders of plugins whose tests alone are wanted. */
const { args, env: movedClock } = takeClock(process.argv.slice(2))
const folders = args.filter((name) => /[./]/.test(name)).map((name) => path.resolve(process.env.INIT_CWD ?? '.', name))
const only = folders.length ? ['folders'] : args
const scratch = temporaryFolder()
let passed = 0
let failed = 0
/** Of the passed: those that failed among the others and passed alone, by name. Too many of them fail the run, and so does one twice in a row. */
const unstable: string[] = []
/** What each failure said, by file: the closing lines tell it, as the end of a log is what is kept. */
const causes: Record<string, string[]> = {}
const BEFORE = path.join(ROOT, 'node_modules/.cache/atrium/unstable.json')
/** Neither passed nor failed: what a test wants is not on this machine, or it does not apply. */
let skipped = 0

/** What measures time or memory: nothing else may run beside it. */
const ALONE = [
  'tests/kernel/accounts.test.ts',
  'tests/faults/{fairness,heap}.test.ts',
  'plugins/live/tests/media/{broadcast,engine,recorded,recording}.test.ts',
]
/** Starts and kills servers of its own, and waits for them more than it works. */
const PROCESSES = ['tests/faults/{backup,container,launch,nginx,processes,production}.test.ts']
/** Ends a test that hangs, also on a machine of half the speed; no speed is judged by it. */
const CEILING_MS = 300_000
/** Processes of mocha side by side. */
const JOBS = Math.min(4, os.availableParallelism() + 1)
/** Stands in the names of this run's databases. */
const RUN = randomBytes(4).toString('hex')
let opened: ReturnType<typeof openCluster> | undefined
/** The one server of all tests: that of ATRIUM_TEST_DATABASE (an owner's address), else an embedded one. */
async function database(): Promise<{ url: string }> {
  if (process.env.ATRIUM_TEST_DATABASE) return { url: process.env.ATRIUM_TEST_DATABASE }
  return (opened ??= openCluster())
}
/** The built web side, for every server that a suite starts. */
let built: Promise<string> | undefined
const web = () =>
  (built ??= (async () => {
    const folder = path.join(scratch, 'web')
    await timed("the web's build", () => buildWeb(folder))
    return folder
  })())
async function tidyUp() {
  rmSync(scratch, { recursive: true, force: true })
  if (process.env.ATRIUM_TEST_DATABASE) await dropRun(process.env.ATRIUM_TEST_DATABASE, RUN)
  else await (await opened)?.stop()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => tidyUp().finally(() => process.exit(130)))

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
  const code = await timed(title, () => run(file, args))
  if (code === 0) passed++
  else failed++
}

/** Imports, layout and names in the folder of a plugin. */
async function rules(folder: string) {
  console.log(`\n— rules: ${folder}`)
  const { default: manifest } = await import(pathToFileURL(path.join(folder, 'plugin.ts')).href)
  const problems = ruleProblems(folder, manifest)
  for (const problem of problems) console.log(problem)
  if (problems.length) failed++
  else passed++
}

/** Seconds of each phase, each file and each check of the conformance suite. */
const times = { phases: {} as Record<string, number>, files: {} as Record<string, number>, checks: {} as Record<string, number> }
const addTime = (sums: Record<string, number>, name: string, ms: number) => {
  sums[name] = (sums[name] ?? 0) + ms / 1000
}
/** Runs one phase and notes how long it took. */
async function timed<T>(title: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    addTime(times.phases, title, performance.now() - start)
  }
}
/** Seconds that the tests of one plugin may take on two quiet cores. */
const BUDGET = 60
/** Where the time went: the phases, the ten slowest files, the ten slowest checks that all plugins share. */
function printTimes() {
  const table = (title: string, sums: Record<string, number>, count = Number.POSITIVE_INFINITY) => {
    const rows = Object.entries(sums)
      .sort(([, a], [, b]) => b - a)
      .slice(0, count)
    if (rows.length) console.log(`\n${title}\n${rows.map(([name, seconds]) => `${seconds.toFixed(1).padStart(8)} s  ${name}`).join('\n')}`)
  }
  table('The phases', times.phases)
  table('The ten slowest files', times.files, 10)
  table(`Plugins over their budget of ${BUDGET} s on two quiet cores`, overBudget(times.files, BUDGET))
  table('The ten slowest checks of the conformance suite, over all plugins', times.checks, 10)
  if (process.env.ATRIUM_TEST_TIMES) writeFileSync(process.env.ATRIUM_TEST_TIMES, JSON.stringify(times, null, 2))
}

/** A runner that writes how many of its tests passed. */
async function suite(title: string, args: string[], read: (report: any) => [passed: number, failed: number], report: string, env: NodeJS.ProcessEnv) {
  console.log(`\n— ${title}`)
  const code = await timed(title, () => run(process.execPath, args, env))
  const [good, bad] = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : [0, 1]
  passed += good
  // A runner that died without failing a test has failed all the same.
  failed += bad === 0 && code !== 0 ? 1 : bad
}

/** Durations in Playwright's report, whose suites lie in suites. */
function timesOf(suites: any[] = []): { file: string; ms: number }[] {
  return suites.flatMap(({ file, specs = [], suites: inner }) => [
    ...specs.flatMap(({ tests }: any) => tests.flatMap(({ results }: any) => results.map(({ duration }: any) => ({ file, ms: duration })))),
    ...timesOf(inner),
  ])
}

/** Tests of Playwright's report that ended so, with what each try said. `flaky` passed on its second try only, `unexpected` on none. */
function endedAs(status: 'flaky' | 'unexpected', suites: any[] = []): { name: string; said: string[] }[] {
  return suites.flatMap(({ specs = [], suites: inner }) => [
    ...specs
      .filter(({ tests }: any) => tests.some((test: any) => test.status === status))
      .map(({ file, title, tests }: any) => ({
        name: `tests/e2e/${file}: ${title}`,
        said: tests.flatMap(({ results }: any) => results.flatMap(({ retry, errors }: any) => errors.map((error: any) => causeOf(`try ${retry + 1}`, error)))),
      })),
    ...endedAs(status, inner),
  ])
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
/** So that none is alone at the end: the walks over a plugin take as long as its contract is, other tests as they are themselves. */
function longestFirst(files: string[]): string[] {
  const sizeOf = (file: string) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    if (!text.includes('describePlugin(')) return text.length
    const contracts = globSync(`${path.dirname(path.dirname(file))}/contract{.ts,/**/*.ts}`, { cwd: ROOT })
    return contracts.reduce((sum, contract) => sum + 3 * readFileSync(path.join(ROOT, contract), 'utf8').length, text.length)
  }
  const isWorld = (file: string) => file.startsWith('tests/isolation/')
  const sizes = new Map(files.map((file) => [file, sizeOf(file)]))
  // what copies the filled world waits for the one that makes it, so these do not all begin at once
  const [worlds, others] = [true, false].map((wanted) => files.filter((file) => isWorld(file) === wanted).sort((x, y) => sizes.get(y)! - sizes.get(x)!))
  return [...worlds!.slice(0, 1), ...others!.slice(0, 6), ...worlds!.slice(1), ...others!.slice(6)]
}
/** What failed in the crowd is tried once more, alone; both outputs stand in the log. */
async function tryAlone(file: string, failures: number, processes: boolean) {
  const before = { passed, failed }
  await mocha(`once more, alone: ${file}`, [file], { processes })
  const isSound = failed === before.failed
  // counted once, as failed or as unstable
  passed = before.passed + (isSound ? failures : 0)
  failed = before.failed - (isSound ? failures : 0)
  if (isSound) unstable.push(file)
}
/** Mocha over some files, in several processes or in one. @param again what failed is tried once more, alone */
async function mocha(title: string, patterns: string[], { jobs = 1, processes = false, again = false, env = {} as Record<string, string> } = {}) {
  const found = [...new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT }).sort()))].map((file) =>
    path.relative(ROOT, path.resolve(ROOT, file)),
  )
  const files = jobs > 1 ? longestFirst(found.filter((file) => !ALONE.some((pattern) => path.matchesGlob(file, pattern)))) : found
  const report = path.join(scratch, `${title.replace(/\W/g, '-')}.json`)
  const failing: Report['failing'] = {}
  await suite(
    title,
    [
      path.join(ROOT, 'node_modules/mocha/bin/mocha.js'),
      '--timeout',
      String(CEILING_MS),
      ...(jobs > 1 ? ['--parallel', '--jobs', String(jobs)] : []),
      ...files,
    ],
    (stats: Report) => {
      skipped += stats.pending
      Object.assign(failing, stats.failing)
      for (const [file, ms] of Object.entries(stats.files)) addTime(times.files, file, ms)
      for (const [check, ms] of Object.entries(stats.checks)) addTime(times.checks, check, ms)
      return [stats.passes, stats.failures]
    },
    report,
    {
      ...movedClock(),
      MOCHA_REPORT: report,
      MOCHA_FILES: files.join(path.delimiter),
      ATRIUM_TEST_DATABASE: (await database()).url,
      ATRIUM_TEST_RUN: RUN,
      ATRIUM_TEST_SCRATCH: scratch,
      ...(processes ? { ATRIUM_TEST_WEB: await web() } : {}),
      ...env,
    },
  )
  for (const [file, said] of Object.entries(failing)) causes[file] = [...(causes[file] ?? []), ...said]
  if (again) for (const [file, said] of Object.entries(failing)) await tryAlone(file, said.length, processes)
}

if (wanted('unit')) {
  const patterns = [
    'tests/isolation/**/*.test.ts',
    'tests/third-party/*.test.ts',
    'tests/{conformance,kernel,sdk,architecture}/**/*.test.ts',
    'plugins/*/tests/**/*.test.ts',
  ]
  await mocha('unit, integration, conformance, isolation', patterns, { jobs: JOBS, again: true })
  await mocha('servers that are started and killed', PROCESSES, { jobs: 2, processes: true, again: true })
  await mocha('alone on the machine', ALONE, { processes: true, again: true })
}
// Minutes long, so only when it is asked for by name.
if (only.includes('faults')) {
  await mocha('faults', ['tests/faults/**/*.test.ts'], { processes: true })
  const chance = { ATRIUM_TEST_LIVES: '1000', ATRIUM_TEST_SEED: String(Math.trunc(Math.random() * 2 ** 31)) }
  await mocha('a thousand buyers', ['plugins/paywalls/tests/model.test.ts'], { env: chance })
}
for (const folder of folders) {
  if (existsSync(path.join(folder, 'tsconfig.json'))) await check(`types: ${folder}`, bin('tsc'), ['--noEmit', '-p', folder])
  await check(`lint and format: ${folder}`, bin('biome'), ['check', '--error-on-warnings', '--vcs-enabled=false', `--config-path=${ROOT}`, folder])
  if (existsSync(path.join(folder, 'plugin.ts'))) await rules(folder)
}
if (folders.length)
  await mocha(
    folders.join(', '),
    folders.map((folder) => path.join(folder, 'tests/**/*.test.ts')),
  )
if (wanted('e2e')) {
  const chromium = findChromium()
  const report = path.join(scratch, 'playwright.json')
  if (chromium)
    await suite(
      'end to end, in Chromium',
      [path.join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '-c', 'tests/e2e/playwright.config.ts'],
      ({ stats, suites }: any) => {
        for (const { file, ms } of timesOf(suites)) addTime(times.files, `tests/e2e/${file}`, ms)
        for (const status of ['flaky', 'unexpected'] as const)
          for (const { name, said } of endedAs(status, suites)) {
            causes[name] = said
            if (status === 'flaky') unstable.push(name)
          }
        skipped += stats.skipped
        return [stats.expected + stats.flaky, stats.unexpected]
      },
      report,
      {
        CHROMIUM: chromium,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        ATRIUM_TEST_WEB: await web(),
        ATRIUM_TEST_DATABASE: (await database()).url,
        ATRIUM_TEST_RUN: RUN,
        ATRIUM_TEST_SCRATCH: scratch,
      },
    )
  else {
    console.log('There is no Chromium here and no way to install it: the end-to-end tests could not run, which counts as a failure.')
    failed++
  }
}
await tidyUp()
printTimes()
const told = (names: string[]) => names.flatMap((name) => [`  ${name}`, ...(causes[name] ?? []).map((line) => `      ${line}`)]).join('\n')
const broken = Object.keys(causes).filter((name) => !unstable.includes(name))
if (broken.length) console.log(`\nFailed:\n${told(broken)}`)
if (unstable.length) console.log(`\nUnstable, as they failed among the others and passed alone:\n${told(unstable)}`)
if (wanted('unit') && wanted('e2e')) {
  const before: string[] = existsSync(BEFORE) ? JSON.parse(readFileSync(BEFORE, 'utf8')) : []
  mkdirSync(path.dirname(BEFORE), { recursive: true })
  writeFileSync(BEFORE, JSON.stringify(unstable))
  if (isTooUnstable(unstable, before)) failed++
} else if (isTooUnstable(unstable)) failed++
console.log(`\n${passed} passed${unstable.length ? ` (${unstable.length} unstable)` : ''}, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)
