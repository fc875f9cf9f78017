/** The list of cases names every id that stands in the sources, and none that is gone. */
import { expect } from 'chai'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
const ID = /\b(?:A\d\d|F\d\d|RP\d|XA\d|BR\d|INV\d)\b/g
/** Letters that only look alike: weights and shapes of drawings. */
const DRAWN = /plugins\/demo\/server\/service\//

describe('tests/cases.md', () => {
  it('lists every case that a test tries', () => {
    const files = globSync(['tests/**/*.ts', 'plugins/*/tests/**/*.ts'], { cwd: ROOT }).filter((file) => !DRAWN.test(file))
    const tried = new Set(files.flatMap((file) => readFileSync(path.join(ROOT, file), 'utf8').match(ID) ?? []))
    const listed = [...readFileSync(path.join(ROOT, 'tests/cases.md'), 'utf8').matchAll(/^\| (\w+) \|/gm)].map(([, id]) => id!).filter((id) => id !== 'Id')
    expect(listed.toSorted()).to.deep.equal([...tried].toSorted())
  })

  it('has every case that the code refers to', () => {
    const files = globSync(['{launch,kernel}/**/*.ts', 'sdk/**/*.ts', 'plugins/*/server/**/*.ts'], { cwd: ROOT }).filter(
      (file) => !DRAWN.test(file) && !file.includes('node_modules'),
    )
    const listed = readFileSync(path.join(ROOT, 'tests/cases.md'), 'utf8')
    const named = new Set(files.flatMap((file) => readFileSync(path.join(ROOT, file), 'utf8').match(ID) ?? []))
    expect([...named].filter((id) => !listed.includes(`| ${id} |`))).to.deep.equal([])
  })
})
