/** Pages as HTML: every template in both languages is valid and keeps the rules of accessibility. */
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { HtmlValidate } from 'html-validate'
import site from '../contract.ts'

const { routes } = site
const LANGUAGES = ['en-US', 'pt-BR']
const validate = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // all that a page loads is of its own origin
    'require-sri': ['error', { target: 'crossorigin' }],
    // whole documents, with blank lines where parts are left out
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
  },
})
const problemsOf = async (html: string): Promise<string[]> => {
  const { results } = await validate.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column }) =>
        `${ruleId}: ${message} (${line}:${column}) ${html.split('\n')[line - 1]!.slice(Math.max(0, column - 40), column + 120)}`,
    ),
  )
}

describe('HTML of pages', () => {
  let app: TestApp
  let admin: TestMember
  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/site'])
    admin = await app.member('admin')
    const item = (key: string, label: string, more: object = {}) => ({ key, label, to: `/${key}`, ...more })
    await app.as(admin).call(routes.saveNavigation, {
      body: {
        navigation: {
          header: [item('a', 'About'), item('b', 'Below', { is_nested: true }), item('c', 'Courses'), item('d', 'Start', { is_button: true })],
          footer: [item('e', 'Imprint', { opens_new_tab: true })],
        },
      },
    })
    const snippet = (key: string, consent: string) => ({ key, name: `Snippet ${key}`, place: 'body', code: '<script>1</script>', consent, is_on: true })
    await app
      .as(admin)
      .call(routes.saveSnippets, { body: { code_snippets: { snippets: [snippet('one', 'necessary'), snippet('two', 'statistics')] } } as never })
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('of every template are valid, whole and by block, and have their words', async () => {
    const { records } = await app.as(admin).call(routes.templates)
    expect(records.length).to.be.greaterThanOrEqual(8)
    for (const locale of LANGUAGES) {
      await app.sql('update kernel.community set locale = $1', [locale])
      await app.run(null, async (ctx) => ctx.platform.update({}))
      for (const { key } of records) {
        const { id, slug } = await app.as(admin).call(routes.createPage, { body: { page: { name: `${key} ${locale}`, template: key } } })
        await app.as(admin).call(routes.publishPage, { params: { id }, body: {} })
        const reply = await app.as(null).send('GET', `/${slug}`, undefined, { accept: 'text/html' })
        expect(reply.status, key).to.equal(200)
        expect(reply.body, key)
          .to.include(`<html lang="${locale}"`)
          .and.not.match(/>(template|page|preset)\.[a-z_.0-9]+</)
        expect(await problemsOf(reply.body), `${key} ${locale}`).to.deep.equal([])
        expect(Buffer.byteLength(/<style>(.*?)<\/style>/s.exec(reply.body)![1]!), key).to.be.lessThan(14 * 1024)
      }
    }
  })

  it('of each block as a new one begins are valid', async () => {
    const { records } = await app.as(admin).call(routes.blocks)
    const content = records.map(({ type, preset }, at) => ({ type, props: { ...preset, id: `${type}-${at}` } }))
    const { html } = await app.as(admin).call(routes.preview, { body: { data: { root: { props: {} }, content }, whole: true } })
    expect(await problemsOf(html!)).to.deep.equal([])
    const by = await app.as(admin).call(routes.preview, { body: { data: { root: { props: {} }, content } } })
    expect(by.blocks.map(({ trouble }) => trouble).filter(Boolean)).to.deep.equal([])
    expect(records.flatMap(({ title, fields }) => [title, ...fields.map(({ label }) => label)]).filter((word) => /^blocks\./.test(word))).to.deep.equal([])
  })

  it('of what stands before a closed page are valid', async () => {
    for (const fields of [{ visibility: 'members' }, { visibility: 'password', password: 'open sesame' }] as const) {
      const { id, slug } = await app.as(admin).call(routes.createPage, { body: { page: { name: 'Closed', ...fields } } })
      await app.as(admin).call(routes.publishPage, { params: { id }, body: {} })
      const { body } = await app.as(null).send('GET', `/${slug}`, undefined, { accept: 'text/html' })
      expect(await problemsOf(body), fields.visibility).to.deep.equal([])
    }
  })
})
