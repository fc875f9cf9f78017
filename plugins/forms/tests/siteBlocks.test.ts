/** Forms on pages of the site: published ones alone, each in its frame. */
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { drawn, offered } from '../../site/tests/drawing.ts'
import contract from '../contract.ts'

describe('forms on pages', () => {
  let app: TestApp
  let admin: TestMember
  const make = (name: string) => app.as(admin).call(contract.routes.create, { body: { name } as never })
  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/members', 'plugins/audience', 'plugins/site', 'plugins/forms'])
    admin = await app.member('admin')
  })
  after(() => app?.close())

  it('stand in a frame that is there', async () => {
    const { id, uid } = await make('Letter <script>alert(1)</script>')
    await app.as(admin).call(contract.routes.publish, { params: { id } })
    const html = (await drawn(app, 'Form', { form: id, title: 'Write to us' }))!
    expect(html)
      .to.include(`src="/form/${uid}?embed=true"`)
      .and.include('title="Letter &#60;script&#62;')
      .and.include('height="560"')
      .and.not.include('<script')
    expect((await fetch(`${app.url}/form/${uid}?embed=true`)).status).to.equal(200)
  })

  it('are not shown, nor offered, while they are drafts', async () => {
    const { id } = await make('Not yet')
    expect(await drawn(app, 'Form', { form: id })).to.equal(null)
    expect(await drawn(app, 'Form', { form: id }, { by: admin.id, isPreview: true })).to.include('isn’t published')
    expect(await drawn(app, 'Form', {}, { isPreview: true })).to.include('Choose a form')
    expect(await offered(app, 'Form', 'form'))
      .to.include('Letter <script>alert(1)</script>')
      .and.not.include('Not yet')
    expect(await offered(app, 'Form', 'form', '%')).to.deep.equal([])
  })
})
