/** What tests rest on: one clock that they turn, waits for what is awaited, and nothing of other plugins but what those offer. */
import { expect } from 'chai'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
const found = (patterns: string[], wanted: RegExp) =>
  globSync(patterns, { cwd: ROOT, exclude: (name) => name.includes('node_modules') })
    .flatMap((file) =>
      readFileSync(path.join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, at) => (wanted.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
    )
    .sort()

describe('the clock', () => {
  it('is asked by `now()` in SQL, as words of the language itself are no function that a test could turn', () => {
    const words = /\b(current_timestamp|current_date|current_time|localtimestamp|localtime)\b|pg_catalog\.now\b|'(now|today|tomorrow|yesterday)'::/i
    expect(
      found(
        [
          '{launch,kernel}/**/*.ts',
          'migrations/*.ts',
          'sdk/{server,kernel,create}/**/*.ts',
          'plugins/*/{server,tests}/**/*.ts',
          'tests/{isolation,kernel}/**/*.ts',
        ],
        words,
      ),
    ).to.deep.equal([])
  })
  it('is asked by `ctx.now()` in servers of plugins; how long something takes, by `performance.now()`', () => {
    // a file is as old as the machine says
    const machine = /\bnew Date\(\)|\bDate\.now\(\)(?! - info\.mtimeMs)|\bDate\.now\b(?!\()/
    const lines = found(['plugins/*/server/**/*.ts', 'sdk/server/**/*.ts', 'sdk/create/template/server/**/*.ts'], machine)
    // what a browser runs goes by the clock of the browser
    expect(lines.filter((line) => !line.includes('/server/browser/'))).to.deep.equal([])
  })
})

describe('tests', () => {
  const TESTS = ['tests/{isolation,kernel,sdk,architecture,conformance,third-party}/**/*.ts', 'plugins/*/tests/**/*.ts']
  /** Lines that still let time pass, where that nothing comes of something is shown, or where a thing has to last. It only goes down. */
  const STILL: Record<string, number> = {
    'tests/kernel/background.ts': 1,
    'tests/kernel/jobs.test.ts': 3,
    'tests/kernel/observe.test.ts': 1,
    'tests/kernel/queues.test.ts': 2,
    'tests/kernel/realtime.test.ts': 5,
  }
  it('wait for what they await (`until` of the testing kit), and for no time', () => {
    const lines = found(TESTS, /\bsetTimeout\(|\bawait (sleep|pause)\(|timers\/promises/).filter((line) => !line.startsWith('tests/architecture/'))
    const counts = Object.fromEntries(
      Map.groupBy(lines, (line) => line.split(':')[0]!)
        .entries()
        .map(([file, some]) => [file, some.length]),
    )
    expect(counts).to.deep.equal(STILL)
  })
  it('leave none of themselves out: what does not apply is not defined, and what a program is missing for fails', () => {
    expect(found([...TESTS, 'tests/{faults,e2e}/**/*.ts'], /\b(this|it|describe|test)\.skip\(/)).to.deep.equal([])
  })
})

describe('tests of plugins', () => {
  const schemaOf = (plugin: string) => plugin.replaceAll('-', '_')
  const plugins = readdirSync(path.join(ROOT, 'plugins')).filter((name) => existsSync(path.join(ROOT, 'plugins', name, 'plugin.ts')))
  /** Lines that still look into tables of others. It only goes down. */
  const STILL: Record<string, number> = {
    'plugins/access/tests/acts.test.ts': 1,
    'plugins/access/tests/simulator.test.ts': 1,
    'plugins/archive/tests/archive.test.ts': 2,
    'plugins/archive/tests/leaving.test.ts': 3,
    'plugins/courses/tests/messages.test.ts': 1,
    'plugins/courses/tests/progress.test.ts': 1,
    'plugins/demo/tests/demo.test.ts': 14,
    'plugins/invitations/tests/imports.test.ts': 5,
    'plugins/invitations/tests/invitations.test.ts': 1,
    'plugins/members/tests/people.test.ts': 1,
    'plugins/paywalls/tests/compare.test.ts': 3,
    'plugins/paywalls/tests/news.test.ts': 1,
    'plugins/paywalls/tests/provider.test.ts': 1,
    'plugins/paywalls/tests/tickets.test.ts': 4,
    'plugins/paywalls/tests/together.test.ts': 1,
    'plugins/posts/tests/rights.test.ts': 2,
    'plugins/spaces/tests/requests.test.ts': 1,
  }
  it('name no tables but their own and the kernel’s: what others have is asked for as plugins ask', () => {
    const words = new RegExp(`\\b(from|join|into|update|table) "?(${plugins.map(schemaOf).join('|')})"?\\.`, 'g')
    const lines = plugins.flatMap((plugin) =>
      found([`plugins/${plugin}/tests/**/*.ts`], /./).filter((line) => [...line.matchAll(words)].some(([, , schema]) => schema !== schemaOf(plugin))),
    )
    const counts = Object.fromEntries(
      Map.groupBy(lines, (line) => line.split(':')[0]!)
        .entries()
        .map(([file, some]) => [file, some.length]),
    )
    expect(counts).to.deep.equal(STILL)
  })
})
