/** Posts on pages of the site: what visitors see, and what they never do. */
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { drawn, offered } from '../../site/tests/drawing.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import { paragraph, writePost } from './kit.ts'

describe('posts on pages', () => {
  let app: TestApp
  let admin: TestMember
  let open: { id: number; name: string }
  let closed: { id: number; name: string }
  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/site', 'plugins/posts'])
    admin = await app.member('admin', { name: 'Marit Solheim' })
    open = await makeSpace(app, admin, [admin])
    closed = await makeSpace(app, admin, [admin], { is_private: true })
    const modest = await makeSpace(app, admin, [admin], { hide_from_featured_areas: true })
    await writePost(app, admin, open.id, { name: 'A jar <img src=x onerror=alert(1)>', tiptap_body: { body: paragraph('Salt <b>and</b> ash.') } })
    await writePost(app, admin, open.id, { name: 'A plate' })
    await writePost(app, admin, open.id, { name: 'A draft', status: 'draft' })
    await writePost(app, admin, closed.id, { name: 'A secret' })
    await writePost(app, admin, modest.id, { name: 'A modest one' })
  })
  after(() => app?.close())

  it('are the newest of public spaces, with titles and beginnings as text', async () => {
    const html = (await drawn(app, 'Posts', { title: 'From the studio' }))!
    expect(html).to.include('A jar &#60;img src=x onerror=alert(1)&#62;').and.include('Salt &#60;b&#62;and').and.not.include('<img')
    expect(html.indexOf('A plate')).to.be.below(html.indexOf('A jar'))
    expect(html)
      .to.include('Marit Solheim')
      .and.not.match(/A draft|A secret|A modest one/)
  })

  it('are the same whoever looks', async () => {
    for (const isMember of [false, true]) {
      expect(await drawn(app, 'Posts', {}, { by: admin.id, isMember }))
        .to.include('A plate')
        .and.not.match(/A draft|A secret/)
      expect(await drawn(app, 'Posts', { space: closed.id }, { by: admin.id, isMember })).to.equal(null)
    }
    expect(await drawn(app, 'Posts', { space: open.id, count: 1, layout: 'list' }))
      .to.include('A plate')
      .and.not.include('A jar')
  })

  it('stay inside a private community', async () => {
    const set = (is_private: boolean) => app.as(admin).send('PATCH', '/internal_api/community', { is_private })
    await set(true)
    expect(await drawn(app, 'Posts', {}, { by: admin.id })).to.equal(null)
    expect(await drawn(app, 'Posts', {}, { by: admin.id, isMember: true })).to.include('A plate')
    await set(false)
  })

  it('are looked for in public spaces; where there are none, who builds the page is told', async () => {
    expect(await offered(app, 'Posts', 'space'))
      .to.include(open.name)
      .and.not.include(closed.name)
    const empty = await makeSpace(app, admin, [])
    expect(await drawn(app, 'Posts', { space: empty.id })).to.equal(null)
    expect(await drawn(app, 'Posts', { space: empty.id }, { isPreview: true })).to.include('No public posts yet')
  })
})
