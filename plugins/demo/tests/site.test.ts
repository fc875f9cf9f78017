/** Pages of the demo as visitors get them: published, with what stands on them live, and none of them in place of the community's own home. */
import { type TestApp, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import site from '../../site/contract.ts'

const { routes } = site
const PLUGINS = [
  ...['spaces', 'content', 'media', 'home', 'community', 'posts', 'members', 'access', 'audience', 'forms', 'payments', 'paywalls', 'events', 'courses'],
  ...['site', 'demo'],
]

describe('pages of the demo', () => {
  let app: TestApp
  before(async () => {
    app = await testApp(PLUGINS.map((id) => `plugins/${id}`))
    await app.primaryId()
  })
  after(() => app?.close())

  const textOf = async (path: string) => (await fetch(`${app.url}${path}`)).text()

  it('are three that are published, and none is the home page', async () => {
    const { records } = await app.as(await app.member('admin')).call(routes.pages, { query: {} })
    expect(records.map(({ slug }) => slug)).to.have.members(['welcome', 'about', 'start'])
    for (const page of records) expect(page).to.include({ status: 'published', has_changes: false, is_home: false, is_covered: false })
    const files = await app.sql(`select from kernel.file where used_by is null`)
    expect(files).to.deep.equal([])
  })

  it('welcome with prices and events of this moment', async () => {
    const html = await textOf('/welcome')
    expect(html).to.include('Clay is patient.').and.include('What you get your hands on').and.include('Nell Whitcombe')
    expect(html).to.match(/href="\/checkout\/\d+\?price=\d+"/)
    expect(html)
      .to.include('€144')
      .and.include('Lab hour with Priya')
      .and.include('Next at the kiln')
      .and.match(/datetime="20/)
    expect(html).to.include('How we work here').and.include('kilns permitting')
  })

  it('tell of the community and of its course, with nothing that visitors may not see', async () => {
    const about = await textOf('/about')
    expect(about).to.include('Show and tell').and.include('?embed=true').and.not.include('Pricing a mug')
    const start = await textOf('/start')
    expect(start).to.include('Throwing from zero').and.include('Why clay wanders').and.include('€49')
  })

  it('have blocks of other plugins in the editor, each drawn there as visitors will see it', async () => {
    const as = app.as(await app.member('admin'))
    const { records } = await as.call(routes.blocks)
    const community = records.filter(({ group }) => group === 'community')
    expect(community.map(({ type }) => type)).to.have.members(['Spaces', 'Members', 'Posts', 'Events', 'Courses', 'Course', 'Prices', 'Form'])
    for (const { title, fields } of community) for (const { label } of fields) expect(`${title} ${label}`).to.not.include('blocks.')
    const content = community.map(({ type, preset }) => ({ type, props: { ...preset, id: type } }))
    const { blocks } = await as.call(routes.preview, { body: { data: { content }, as: 'visitor' } })
    for (const { id, html, trouble } of blocks) expect([id, html === '', trouble]).to.deep.equal([id, false, null])
    expect(blocks.find(({ id }) => id === 'Posts')!.html).to.not.include('Pricing a mug')
    const { records: found } = await as.call(routes.choices, { query: { type: 'Events', field: 'space', query: 'glaze' } })
    expect(found.map(({ name }) => name)).to.deep.equal(['Glaze lab'])
  })
})
