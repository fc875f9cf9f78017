/** The design system's data: every icon that is named exists, and its words are there in both languages. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { iconSprite } from '../../sdk/vite/icons.ts'
import { icons } from '../../sdk/web/icons.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const sources = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/node_modules|dist\//.test(file))
    .map((file) => path.join(ROOT, folder, file))
const words = (locale: string): Record<string, string> => JSON.parse(readFileSync(path.join(ROOT, 'sdk/locales', `${locale}.json`), 'utf8'))

describe('the kit', () => {
  it('makes a sprite with every listed icon once', async () => {
    const sprite = await iconSprite()
    expect([...sprite.matchAll(/<symbol id="([\w-]+)"/g)].map((match) => match[1])).to.deep.equal([...icons])
    expect(new Set(icons).size).to.equal(icons.length)
  })

  it('has every icon that sources name', () => {
    const known = new Set<string>(icons)
    const missing = ['sdk/web', 'shell/src', 'plugins'].flatMap(sources).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:\bicon[=:]\s*|<Icon name=)(?:\{\w[^}]*\?\s*)?["']([a-z0-9-]+)["'](?:\s*:\s*["']([a-z0-9-]+)["'])?/g)]
        .flatMap(([, first, second]) => [first!, second ?? first!])
        .filter((name) => !known.has(name))
        .map((name) => `${path.relative(ROOT, file)}: ${name}`),
    )
    expect(missing).to.deep.equal([])
  })

  it('says everything in both languages, with the same blanks', () => {
    const [english, portuguese] = [words('en-US'), words('pt-BR')]
    expect(Object.keys(portuguese).sort()).to.deep.equal(Object.keys(english).sort())
    const blanks = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
    for (const key of Object.keys(english)) expect(blanks(portuguese[key]!), key).to.deep.equal(blanks(english[key]!))
  })

  it('has the words that the kit asks for', () => {
    const english = words('en-US')
    const asked = sources('sdk/web').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?<![\w.])t\(\s*'([\w.]+)'|translate\('sdk', '([\w.]+)'\)/g)].map((match) => match[1] ?? match[2]!),
    )
    expect(asked.filter((key) => !(key in english) && !(`${key}_other` in english))).to.deep.equal([])
    expect(asked).to.include('loading')
  })
})
