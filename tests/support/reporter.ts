/** Mocha's spec output, and a file with the numbers for whoever started the run. */
import { writeFileSync } from 'node:fs'
import Mocha from 'mocha'

export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    runner.once('end', () => {
      if (process.env.MOCHA_REPORT) writeFileSync(process.env.MOCHA_REPORT, JSON.stringify({ stats: runner.stats }))
    })
  }
}
