/** Mocha's spec output, and a file with the numbers for whoever started the run; files of which nothing came back count as failed. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import Mocha from 'mocha'

/** What a run of mocha came to, written to MOCHA_REPORT. Times are milliseconds of tests and hooks, without the loading of files. */
export interface Report {
  passes: number
  failures: number
  pending: number
  /** By file, a line for each test that failed: its title and what it said. */
  failing: Record<string, string[]>
  /** By file, relative to the working folder. */
  files: Record<string, number>
  /** Of the conformance suite by title of the test, over all plugins. */
  checks: Record<string, number>
}

/** Plugins whose tests took more than `seconds`, with what they took. @param files seconds by file */
export function overBudget(files: Record<string, number>, seconds: number): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [file, took] of Object.entries(files)) {
    const plugin = /^plugins\/([^/]+)\//.exec(file)?.[1]
    if (plugin) sums[plugin] = (sums[plugin] ?? 0) + took
  }
  return Object.fromEntries(Object.entries(sums).filter(([, took]) => took > seconds))
}

const MOST_UNSTABLE = 3
/** Whether what failed among the others and passed alone is more than luck: many at once, or one in two runs in a row. @param before those of the run before */
export const isTooUnstable = (names: string[], before: string[] = []): boolean => names.length > MOST_UNSTABLE || names.some((name) => before.includes(name))

const LONGEST = 300
/** A failure in one line, for the end of a log of which nothing else may be kept. */
export const causeOf = (title: string, error: { message?: string }): string =>
  `${title}: ${stripVTControlCharacters(error.message ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST)}`

export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    const silent = new Set((process.env.MOCHA_FILES ?? '').split(path.delimiter).filter(Boolean))
    const nameOf = (file: string) => path.relative(process.cwd(), file)
    const heard = ({ file }: { file?: string }) => file && silent.delete(nameOf(file))
    const files: Record<string, number> = {}
    const checks: Record<string, number> = {}
    const add = (sums: Record<string, number>, key: string, ms: number) => {
      sums[key] = (sums[key] ?? 0) + ms
    }
    const time = (one: Mocha.Test | Mocha.Hook) => {
      if (one.file) add(files, nameOf(one.file), one.duration ?? 0)
      if (one.titlePath()[0]?.startsWith('conformance of ')) add(checks, one.title.replace(/ for ".*"$/, ''), one.duration ?? 0)
    }
    runner.on('suite', heard)
    runner.on('test end', heard)
    runner.on('test end', time)
    runner.on('hook end', time)
    const failing: Record<string, string[]> = {}
    runner.on('fail', (one, error) => {
      heard(one)
      if (one.file) (failing[nameOf(one.file)] ??= []).push(causeOf(one.fullTitle(), error))
    })
    runner.once('end', () => {
      const names = Object.keys(failing)
      for (const file of silent) {
        names.push(`${file} (its process ended before its tests did)`)
        failing[file] ??= ['its process ended before its tests did']
      }
      if (names.length) console.log(`  Files with failures:\n${names.map((file) => `    ${file}`).join('\n')}\n`)
      const { passes, failures, pending } = runner.stats!
      // a process that died has failed once already, outside of any test
      const report: Report = { passes, failures: Math.max(failures, names.length), pending, failing, files, checks }
      if (process.env.MOCHA_REPORT) writeFileSync(process.env.MOCHA_REPORT, JSON.stringify(report))
    })
  }
}
