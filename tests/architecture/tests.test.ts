/** What tests rest on: one clock that they turn, waits for what is awaited, and nothing of other plugins but what those offer. */
import { expect } from 'chai'
import { globSync, readFileSync } from 'node:fs'
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
    expect(found(['kernel/**/*.ts', 'migrations/*.ts', 'sdk/{server,kernel,create}/**/*.ts', 'plugins/*/server/**/*.ts'], words)).to.deep.equal([])
  })
  it('is asked by `ctx.now()` in servers of plugins; how long something takes, by `performance.now()`', () => {
    // a file is as old as the machine says
    const machine = /\bnew Date\(\)|\bDate\.now\(\)(?! - info\.mtimeMs)|\bDate\.now\b(?!\()/
    expect(found(['plugins/*/server/**/*.ts', 'sdk/server/**/*.ts', 'sdk/create/template/server/**/*.ts'], machine)).to.deep.equal([])
  })
})
