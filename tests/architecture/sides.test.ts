/** Layouts turn with the script: classes name the start and the end of a line, not left and right. */
import { expect } from 'chai'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CODE = [
  'sdk/web/**/*.{ts,tsx}',
  'sdk/server/page/**/*.ts',
  'sdk/create/template/**/*.tsx',
  'shell/src/**/*.{ts,tsx}',
  'plugins/*/{web,server}/**/*.{ts,tsx}',
]
const SIZE = String.raw`-(?:\[[^\]\s]+\]|\([^)\s]+\)|px|auto|full|none|transparent|strong|mark|control|card|sheet|\d[\d./]*)`
const SIDED = `(?:scroll-)?[mp][lr]${SIZE}|(?:left|right)${SIZE}|(?:border-[lr]|rounded-(?:[lr]|[tb][lr]))(?:${SIZE})?|(?:text|float|clear)-(?:left|right)`
/** As a class stands in a string: alone or behind a variant, an important mark or a minus. */
const CLASS = new RegExp(`(?:^|[\\s"'\`:{}])!?-?(${SIDED})(?=[\\s"'\`!{}]|$)`, 'gm')
const sidesIn = (text: string): string[] => Array.from(text.matchAll(CLASS), ([, name]) => name!)

describe('sides', () => {
  it('are told from other words', () => {
    const found = '"pl-2 -ml-1.5 desk:text-left left-[3px] border-r rounded-tl-card! pr-8!"'
    expect(sidesIn(found)).to.deep.equal(['pl-2', 'ml-1.5', 'text-left', 'left-[3px]', 'border-r', 'rounded-tl-card', 'pr-8'])
    expect(sidesIn(`'ps-2 chevron-left' right-handed align: 'left' "rounded-t-card px-2 me-auto" ArrowLeft text-link`)).to.deep.equal([])
  })
  it('are start and end in all classes', () => {
    const files = globSync(CODE, { cwd: ROOT }).filter((file) => !file.includes('node_modules'))
    expect(files.length).to.be.greaterThan(400)
    expect(files.flatMap((file) => sidesIn(readFileSync(path.join(ROOT, file), 'utf8')).map((name) => `${file}: ${name}`))).to.deep.equal([])
  })
  it('are start and end in style sheets', () => {
    const sheets = ['sdk/web/theme.css', 'shell/src/styles.css'].map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
    expect(
      sheets.join('\n').match(/(?:padding|margin|border)-(?:left|right)|text-align: (?:left|right)|float: (?:left|right)|[;{\s](?:left|right): /g),
    ).to.equal(null)
  })
})
