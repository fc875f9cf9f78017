/** The home page: conformance, its settings, banners by reader, featured spaces, and what happened since one was away. */
import { describePlugin, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import sharp from 'sharp'
import content from '../../content/contract.ts'
import posts from '../../posts/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'

const { routes } = contract
const NEEDS = ['plugins/spaces', 'plugins/content']
const doc = (text: string) => ({ type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
const HOUR = 3_600_000

describePlugin('plugins/home')

describe('home', () => {
  let app: TestApp
  let admin: TestMember
  let ana: TestMember
  let bea: TestMember
  let open: number
  let closed: number
  /** Wants no attention beyond itself. */
  let modest: number
  const as = (who: TestMember | null) => app.as(who)
  const change = (body: object) => as(admin).call(routes.updateSettings, { body })
  const show = (who: TestMember | null) => as(who).call(routes.show)

  before(async () => {
    app = await testApp([...NEEDS, 'plugins/media', 'plugins/posts', 'plugins/home'])
    admin = await app.member('admin', { name: 'Marit' })
    ana = await app.member('member', { name: 'Ana' })
    bea = await app.member('member', { name: 'Bea' })
    const group = await as(admin).call(spaces.routes.createGroup, { body: { name: 'Studio' } })
    const make = async (name: string, more: object = {}) =>
      (await as(admin).call(spaces.routes.create, { body: { name, space_group_id: group.id, ...more } })).space.id
    open = await make('Open')
    closed = await make('Closed', { is_private: true })
    modest = await make('Modest', { hide_from_featured_areas: true })
    for (const id of [open, modest]) await app.run(null, (ctx) => ctx.use(spaces).addMembers(id, [ana.id, bea.id]))
    await app.run(null, (ctx) => ctx.use(spaces).addMembers(closed, [bea.id]))
    await app.settle()
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('shows each reader their banner, and everybody again after a reset', async () => {
    await change({ banner_title: 'Hello members', visitor_banner: 'own', visitor_banner_title: 'Hello stranger' })
    expect((await show(ana)).banner?.title).to.equal('Hello members')
    expect((await show(null)).banner?.title).to.equal('Hello stranger')
    await change({ visitor_banner: 'none' })
    expect((await show(null)).banner).to.equal(null)
    await change({ visitor_banner: 'same' })
    expect((await show(null)).banner?.title).to.equal('Hello members')
    await as(ana).call(routes.closeBanner)
    expect((await show(ana)).banner).to.equal(null)
    await as(admin).call(routes.resetBanner)
    expect((await show(ana)).banner?.title).to.equal('Hello members')
  })

  it('keeps tabs in their order without doubles, and features only spaces that the reader sees', async () => {
    const saved = await change({ tabs: ['spaces', 'posts', 'spaces'], featured_space_ids: [closed, open, 987_654], home_page_enabled: false })
    expect(saved).to.deep.include({ tabs: ['spaces', 'posts'], home_page_enabled: false })
    expect((await show(ana)).tabs).to.deep.equal(['spaces', 'posts'])
    expect((await show(ana)).featured.map(({ id }) => id)).to.deep.equal([open])
    expect((await show(bea)).featured.map(({ id }) => id)).to.deep.equal([closed, open])
    expect((await as(null).send('GET', '/boot')).body.community.settings.home_page_enabled).to.equal(false)
    expect((await as(admin).call(routes.settings)).home_page_enabled).to.equal(false)
    await change({ home_page_enabled: true })
    for (const bad of [{ tabs: ['nothing'] }, { featured_space_ids: [1, 2, 3, 4, 5, 6, 7] }, { banner_title: 'x'.repeat(121) }, { visitor_banner: 'all' }])
      expect((await as(admin).send('PATCH', '/internal_api/settings/home', bad)).status, JSON.stringify(bad)).to.equal(422)
    expect((await as(ana).send('PATCH', '/internal_api/settings/home', { tabs: [] })).status).to.equal(403)
  })

  it('takes own pictures, shows them to visitors and link previews, and lets them go', async () => {
    const picture = async (who: TestMember) => {
      const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#506cf0' } })
        .png()
        .toBuffer()
      const { body } = await as(who).send('POST', '/internal_api/direct_uploads', { blob: { filename: 'a.png', byte_size: bytes.length } })
      const sent = await as(who).send('PUT', body.direct_upload.url, bytes, { 'content-type': 'application/octet-stream', 'upload-offset': '0' })
      return sent.body.signed_id as string
    }
    expect((await as(admin).send('PATCH', '/internal_api/settings/home', { banner_image: await picture(ana) })).status).to.equal(404)
    const saved = await change({ banner_image: await picture(admin), open_graph_image: await picture(admin), meta_title: 'Clay', meta_description: 'Pots' })
    expect((await as(null).send('GET', saved.banner_image_url!)).status).to.equal(200)
    const { body } = await as(null).send('GET', '/', undefined, { accept: 'text/html' })
    expect(body)
      .to.match(/og:title" content="Clay"/)
      .and.match(/og:image" content="http/)
      .and.include('first-paint')
    // whoever is signed in is shown no visitor's page while their own one comes
    const own = String((await as(ana).send('GET', '/', undefined, { accept: 'text/html' })).body)
    expect(own).to.match(/og:title" content="Clay"/)
    expect(own).not.to.include('<main class="first-paint">')
    expect(await as(admin).call(routes.removeFile, { body: { field_name: 'banner_image' } })).to.include({ banner_image: '', banner_image_url: null })
    expect(await as(admin).call(routes.removeOpenGraphImage)).to.include({ open_graph_image: '' })
    expect((await as(admin).send('DELETE', '/internal_api/settings/home/attached_file', { field_name: 'banner_title' })).status).to.equal(422)
  })

  it('tells what happened since one was away: posts one sees, comments on one’s own, new members', async () => {
    const write = async (who: TestMember, space: number, name: string) =>
      as(who).call(posts.routes.create, { params: { spaceId: space }, body: { post: { name, tiptap_body: { body: doc(name) } } } })
    const mine = await write(ana, open, 'Mine')
    const theirs = await write(bea, open, 'Theirs')
    await app.settle()
    expect((await as(ana).call(routes.visit)).away).to.equal(null)
    await app.clock.advance(10 * 60_000)
    expect((await as(ana).call(routes.visit)).away).to.equal(null)
    await app.sql(`update home.visit set seen_at = now() where member_id = $1`, [ana.id])
    await app.clock.advance(3 * HOUR)
    await write(bea, open, 'News')
    await write(bea, closed, 'Secret news')
    await write(bea, modest, 'Quiet news')
    await as(bea).call(content.routes.createComment, { params: { postId: mine.id }, body: { comment: { body: 'Nice' } } })
    await as(admin).call(content.routes.createComment, { params: { postId: theirs.id }, body: { comment: { body: 'Not hers' } } })
    await app.member('member', { name: 'Newcomer' })
    await app.settle()
    const { away } = await as(ana).call(routes.visit)
    expect(away).to.include({ posts_count: 1, comments_count: 1, members_count: 1 })
    expect(away!.posts.map(({ title }) => title)).to.deep.equal(['News'])
    expect(away!.members.map(({ name }) => name)).to.deep.equal(['Newcomer'])
    const { records } = await as(ana).call(routes.activities)
    expect(records.filter(({ kind }) => kind === 'post').map(({ title }) => title)).to.deep.equal(['News', 'Theirs', 'Mine'])
    expect((await as(ana).call(routes.visit)).away?.posts_count, 'it stays for this visit').to.equal(1)
    await as(ana).call(routes.closeAway)
    expect((await as(ana).call(routes.visit)).away).to.equal(null)
  })
})
