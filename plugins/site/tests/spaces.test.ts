/** Spaces on pages of the site: those that anybody may enter, and no others. */
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { drawn, offered } from './drawing.ts'
import site from '../contract.ts'
import contract from '../../spaces/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'

describe('spaces on pages', () => {
  let app: TestApp
  let admin: TestMember
  let group: number
  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/site'])
    admin = await app.member('admin')
    const open = await makeSpace(app, admin, [admin], { name: 'Kiln <i>talk</i>', description: 'Heat & ash', emoji: '🔥' })
    group = open.space_group_id
    await makeSpace(app, admin, [admin], { name: 'Closed shelf', is_private: true })
    await makeSpace(app, admin, [admin], { name: 'Hidden shelf', is_hidden: true })
    await makeSpace(app, admin, [admin], { name: 'Draft shelf', is_draft: true })
    await makeSpace(app, admin, [admin], { name: 'Uncounted', hide_members_count: true })
  })
  after(() => app?.close())

  it('are drawn for everybody alike, with names and descriptions as text', async () => {
    for (const looked of [{}, { by: admin.id }, { by: admin.id, isMember: true }]) {
      const html = (await drawn(app, 'Spaces', { title: 'Rooms' }, looked))!
      expect(html).to.include('Kiln &#60;i&#62;talk&#60;/i&#62;').and.include('Heat &#38; ash').and.include('🔥').and.include('Uncounted')
      expect(html).to.not.match(/Closed shelf|Hidden shelf|Draft shelf/)
      expect(html.match(/1 member\b/g)).to.have.length(1)
    }
  })

  it('may be those of one group', async () => {
    expect(await drawn(app, 'Spaces', { group, shows_members: false }))
      .to.include('Kiln')
      .and.not.match(/Uncounted|member/)
    const [{ name } = { name: '' }] = (await app.as(admin).call(contract.routes.groups)).records.filter(({ id }) => id === group)
    expect(await offered(app, 'Spaces', 'group', name)).to.deep.equal([name])
  })

  it('stay inside a private community', async () => {
    const set = (is_private: boolean) => app.as(admin).send('PATCH', '/internal_api/community', { is_private })
    await set(true)
    expect(await drawn(app, 'Spaces', {}, { by: admin.id })).to.equal(null)
    expect(await drawn(app, 'Spaces', {}, { by: admin.id, isMember: true })).to.include('Kiln')
    expect(await drawn(app, 'Spaces', {}, { by: admin.id, isPreview: true })).to.include('No public spaces yet')
    await set(false)
  })

  it('go from a page that is kept for visitors as soon as they are closed', async () => {
    const data = { root: { props: {} }, content: [{ type: 'Spaces', props: { id: 'rooms', count: 24 } }] }
    const { id } = await app.as(admin).call(site.routes.createPage, { body: { page: { name: 'Rooms', slug: 'rooms', data } } })
    await app.as(admin).call(site.routes.publishPage, { params: { id }, body: {} })
    const visit = async () => (await fetch(`${app.url}/rooms`)).text()
    const space = await makeSpace(app, admin, [admin], { name: 'Soon closed' })
    await app.settle()
    expect(await visit()).to.include('Soon closed')
    await app.as(admin).call(contract.routes.update, { params: { id: space.id }, body: { is_private: true } as never })
    await app.settle()
    expect(await visit())
      .to.include('Uncounted')
      .and.not.include('Soon closed')
  })
})
