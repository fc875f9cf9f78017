/** Settings stand with whoever reads them, and each is read. */
import { expect } from 'chai'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Contract } from '@atrium/sdk'

const ROOT = path.resolve(import.meta.dirname, '../..')
const HOUSE = ['{launch,kernel}/**/*.ts', 'sdk/{server,web}/**/*.{ts,tsx}', 'shell/src/**/*.{ts,tsx}', 'plugins/*/{server,web}/**/*.{ts,tsx}']
const textOf = (patterns: string[]) =>
  globSync(patterns, { cwd: ROOT, exclude: (name) => name.includes('node_modules') || name.includes('migrations') })
    .filter((file) => !/shell\/src\/admin\/General\.tsx$/.test(file))
    .map((file) => readFileSync(path.join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))
    .join('\n')
/** As a name of the code: a form lists fields as texts, and reads none of them. */
const reads = (text: string, key: string) => new RegExp(`(?<!['"\\w-])${key}\\b(?!['"\\w-])`).test(text)

describe('settings', () => {
  it('have a reader in the plugin whose contract declares them', async () => {
    const unread: string[] = []
    let count = 0
    const house = textOf(HOUSE)
    for (const file of globSync(['plugins/*/contract.ts', 'sdk/kernel/*/contract.ts'], { cwd: ROOT })) {
      const contract = ((await import(path.join(ROOT, file))) as { default: Contract }).default
      const keys = Object.keys({ ...contract.settings?.shape, ...contract.communitySettings?.shape })
      const text = file.startsWith('sdk') ? house : textOf([`plugins/${contract.id}/{server,web}/**/*.{ts,tsx}`])
      count += keys.length
      unread.push(...keys.map((key) => `${contract.id}.${key}`).filter((name) => !reads(text, name.slice(contract.id.length + 1))))
    }
    expect(count).to.be.greaterThan(60)
    expect(unread).to.deep.equal([])
  })
  it('are told from fields that a form only lists', () => {
    expect(reads(`const { weekly } = ctx.settings(contract)`, 'weekly')).to.equal(true)
    expect(reads(`ctx.settings(contract).weekly && send()`, 'weekly')).to.equal(true)
    expect(reads(`fields: ['weekly', 'monthly']`, 'weekly')).to.equal(false)
    expect(reads(`weekly_day`, 'weekly')).to.equal(false)
  })
  it('of a plugin are named by no kernel and no shell', async () => {
    const text = textOf(['kernel/**/*.ts', 'shell/src/**/*.{ts,tsx}'])
    const named: string[] = []
    for (const file of globSync('plugins/*/contract.ts', { cwd: ROOT })) {
      const { communitySettings } = ((await import(path.join(ROOT, file))) as { default: Contract }).default
      named.push(...Object.keys(communitySettings?.shape ?? {}).filter((key) => new RegExp(`\\b${key}\\b`).test(text)))
    }
    expect(named).to.deep.equal([])
  })
})
