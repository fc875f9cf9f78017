/** Templates: whole pages, in the community's language, that are saved as they are. */
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import site from '../contract.ts'
import { TEMPLATES } from '../server/service/templates/pages.ts'
import { parsePage } from '../server/service/blocks/parse.ts'
import { templateOf } from '../server/service/templates/index.ts'

const { routes } = site
const LOCALES = ['en-US', 'pt-BR']
const words = Object.fromEntries(
  LOCALES.map((locale) => [locale, JSON.parse(readFileSync(new URL(`../locales/${locale}.json`, import.meta.url), 'utf8')) as Record<string, string>]),
)

describe('templates of pages', () => {
  let app: TestApp
  let admin: TestMember
  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/site'])
    admin = await app.member('admin')
  })
  after(() => app?.close())

  it('have each of their words in both languages, and none that nobody says', async () => {
    for (const [key, draw] of Object.entries(TEMPLATES)) {
      const asked = new Set(['name', 'description'])
      draw((word) => {
        asked.add(word)
        return 'x'
      })
      for (const locale of LOCALES) {
        const known = Object.keys(words[locale]!).filter((word) => word.startsWith(`template.${key}.`))
        expect(known.map((word) => word.slice(`template.${key}.`.length)).sort(), `${key} ${locale}`).to.deep.equal([...asked].sort())
      }
    }
  })

  it('are saved as they are, and begin with a title', async () => {
    const { records } = await app.as(admin).call(routes.templates)
    expect(records.length).to.be.greaterThanOrEqual(8)
    for (const { key, name, data } of records) {
      expect(name).to.not.include('template.')
      for (const locale of LOCALES) {
        const parsed = await app.run(null, async (ctx) => {
          const made = (await templateOf(ctx, key, locale))!
          return [made, await parsePage(ctx, made)]
        })
        expect(parsed[1], `${key} ${locale}`).to.deep.equal(parsed[0])
      }
      const { blocks } = await app.as(admin).call(routes.preview, { body: { data } })
      expect(blocks.map(({ trouble }) => trouble).filter(Boolean), key).to.deep.equal([])
      expect(blocks.map(({ html }) => html).join(''), key).to.match(/<h[12]/)
    }
    expect(await app.run(null, (ctx) => templateOf(ctx, 'none'))).to.equal(null)
  })
})
