/** Members on pages of the site: only where the community shows its people, and never who is hidden. */
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import members from '../../members/contract.ts'
import { drawn } from './drawing.ts'

describe('members on pages', () => {
  let app: TestApp
  let admin: TestMember
  const allow = (public_member_directory: boolean) => app.as(admin).send('PATCH', '/internal_api/community/settings', { public_member_directory })
  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/home', 'plugins/members', 'plugins/site'])
    admin = await app.member('admin', { name: 'Marit Solheim' })
    const hidden = await app.member('member', { name: 'Hidden Person' })
    await app.member('member', { name: 'Ana <b>Lima</b>' })
    await app.as(hidden).call(members.routes.updatePreference, { body: { visible_in_member_directory: false } })
  })
  after(() => app?.close())

  it('are nobody’s to see where the directory is closed, and who builds the page is told why', async () => {
    await allow(false)
    expect(await drawn(app, 'Members', {})).to.equal(null)
    expect(await drawn(app, 'Members', {}, { by: admin.id })).to.equal(null)
    expect(await drawn(app, 'Members', {}, { by: admin.id, isPreview: true }))
      .to.include('directory isn’t public')
      .and.not.include('Lima')
    expect(await drawn(app, 'Members', {}, { by: admin.id, isMember: true })).to.include('Lima')
  })

  it('are faces and names where it is open, the latest first, with how many more there are', async () => {
    await allow(true)
    const html = (await drawn(app, 'Members', { title: 'Potters', count: 1 }))!
    expect(html).to.include('Ana &#60;b&#62;Lima&#60;/b&#62;').and.include('and 2 more').and.not.include('Hidden Person')
    const all = (await drawn(app, 'Members', {}, { by: admin.id }))!
    expect(all).to.include('Marit Solheim').and.not.include('Hidden Person').and.not.include('more')
  })

  it('may be faces alone, which are named for who can’t see them', async () => {
    expect(await drawn(app, 'Members', { shows_names: false }))
      .to.include('aria-label="Marit Solheim"')
      .and.not.include('<b>')
  })
})
