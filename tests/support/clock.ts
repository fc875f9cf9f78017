/** Runs the suites at another moment, to show that they depend on none: `npm test -- --clock 2028-02-29T23:59:30Z plugins/polls`. */
import { existsSync } from 'node:fs'

/** Debian's package `faketime`. */
const LIBRARY = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`).find((file) => existsSync(file))

export interface MovedClock {
  /** What is left of the arguments without `--clock` and its moment. */
  args: string[]
  /** Environment of a process that begins at the moment, with the databases it makes; empty when no moment was given. */
  env(): NodeJS.ProcessEnv
}

function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}

/** Takes `--clock <ISO moment>` out of arguments; ends the process with one sentence for what is no moment, and where the machine cannot do it. */
export function takeClock(args: string[]): MovedClock {
  const at = args.indexOf('--clock')
  if (at < 0) return { args, env: () => ({}) }
  const moment = Date.parse(args[at + 1] ?? '')
  if (Number.isNaN(moment)) refuse('--clock needs a moment such as 2028-02-29T23:59:30Z.')
  if (!LIBRARY) refuse('--clock needs libfaketime, which is not on this machine: apt-get install faketime.')
  return {
    args: args.toSpliced(at, 2),
    env() {
      const ms = moment - Date.now()
      // waiting goes by the monotonic clock, which must not jump; the databases' clock is turned by the harness
      return { LD_PRELOAD: LIBRARY, DONT_FAKE_MONOTONIC: '1', FAKETIME: `${ms < 0 ? '' : '+'}${ms / 1000}`, ATRIUM_TEST_CLOCK: String(ms) }
    },
  }
}
