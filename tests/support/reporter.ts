/** Mocha's spec output, and a file with the numbers for whoever started the run; files of which nothing came back count as failed. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import Mocha from 'mocha'

export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    const silent = new Set((process.env.MOCHA_FILES ?? '').split(path.delimiter).filter(Boolean))
    const heard = ({ file }: { file?: string }) => file && silent.delete(path.relative(process.cwd(), file))
    runner.on('suite', heard)
    runner.on('test end', heard)
    const failing = new Set<string>()
    runner.on('fail', (one) => {
      heard(one)
      if (one.file) failing.add(path.relative(process.cwd(), one.file))
    })
    runner.once('end', () => {
      for (const file of silent) failing.add(`${file} (its process ended before its tests did)`)
      if (failing.size) console.log(`  Files with failures:\n${[...failing].map((file) => `    ${file}`).join('\n')}\n`)
      const { passes, failures, pending } = runner.stats!
      // a process that died has failed once already, outside of any test
      if (process.env.MOCHA_REPORT) writeFileSync(process.env.MOCHA_REPORT, JSON.stringify({ passes, failures: Math.max(failures, failing.size), pending }))
    })
  }
}
