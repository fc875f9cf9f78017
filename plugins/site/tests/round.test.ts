/** What stands round pages: saved blocks, menus, snippets, what search engines are told, frames. */
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import sharp from 'sharp'
import site, { type PageData } from '../contract.ts'
import { heading, pageOf } from './records.ts'

const { routes } = site
const SCRIPT = '<script>alert(1)</script>'

describe('what stands round pages', () => {
  let app: TestApp
  let admin: TestMember
  let member: TestMember
  let moderator: TestMember
  let elsewhere: TestMember
  const as = (who: TestMember | null) => app.as(who)
  const page = async (fields: object, isShown = true) => {
    const { id } = await as(admin).call(routes.createPage, { body: { page: { name: 'Page', ...fields } } })
    if (isShown) await as(admin).call(routes.publishPage, { params: { id }, body: {} })
    return id
  }
  const save = (name: string, data: PageData) => as(admin).call(routes.createReusableBlock, { body: { reusable_block: { name, data } } })
  const saved = (id: string, block: number) => ({ type: 'Saved', props: { id, block } })

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/site'])
    admin = await app.member('admin', { name: 'Marit' })
    member = await app.member('member')
    moderator = await app.member('moderator')
    elsewhere = await app.member('admin', { community: await app.community() })
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('saved blocks: count their pages, change on all of them at once, and are of one depth', async () => {
    const block = await save('Contact', pageOf(heading('a', 'Call us')))
    expect(block).to.include({ name: 'Contact', pages_count: 0, version: 1 })
    const section = { type: 'Section', props: { id: 's', content: [saved('x', block.id)] } }
    await page({ name: 'One', slug: 'one', data: pageOf(section, saved('y', block.id)) })
    await page({ name: 'Two', data: pageOf(saved('x', block.id)) }, false)
    const { records } = await as(admin).call(routes.reusableBlocks)
    expect(records.map(({ pages_count }) => pages_count)).to.deep.equal([2])
    const change = (fields: object) => as(admin).call(routes.updateReusableBlock, { params: { id: block.id }, body: { reusable_block: fields } })
    expect((await as(null).send('GET', '/one', undefined, { accept: 'text/html' })).body).to.include('Call us')
    expect(await change({ version: 1, data: pageOf(heading('a', 'Write to us')) })).to.include({ version: 2, pages_count: 2 })
    expect((await as(null).send('GET', '/one', undefined, { accept: 'text/html' })).body).to.include('Write to us')
    expect(await refusal(change({ version: 1, name: 'Other' }))).to.include({ status: 409, code: 'edit_conflict' })
    expect((await refusal(change({ data: pageOf(saved('x', block.id)) }))).status).to.equal(422)
    expect((await refusal(save('Nested', pageOf(section)))).status).to.equal(422)
    const round = await save('Round', pageOf(heading('a', 'Glaze week')))
    await page({ name: 'Three', data: pageOf(saved('x', round.id)), layout: { header: round.id, footer: round.id } })
    await page({ name: 'Four', layout: { announcement: 'none', footer: round.id } })
    expect(await as(admin).call(routes.reusableBlock, { params: { id: round.id } })).to.include({ pages_count: 2 })
    await as(admin).call(routes.destroyReusableBlock, { params: { id: block.id } })
    expect((await as(null).send('GET', '/one', undefined, { accept: 'text/html' })).body).to.not.include('Write to us')
    await app.sql(
      `insert into site.reusable_block (community_id, name, data) select $1, 'many', '{"root":{"props":{}},"content":[]}' from generate_series(1, 200)`,
      [await app.primaryId()],
    )
    expect(await refusal(save('More', pageOf(heading('a', 'a'))))).to.include({ code: 'too_many_saved_blocks' })
  })

  it('menus: are saved by one at a time', async () => {
    const save = (navigation: object) => as(admin).call(routes.saveNavigation, { body: { navigation } })
    const link = (key: string, more: object = {}) => ({ key, label: SCRIPT, to: '/members', ...more })
    const first = await save({
      header: [link('a', { is_nested: true }), link('b', { is_nested: true })],
      phone: [link('c'), link('d', { is_nested: true })],
      version: 1,
    })
    expect(first).to.deep.include({ version: 2, footer: [] })
    expect(first.header.map(({ is_nested, label }) => [is_nested, label])).to.deep.equal([
      [false, SCRIPT],
      [true, SCRIPT],
    ])
    expect(first.phone.map(({ is_nested }) => is_nested)).to.deep.equal([false, false])
    await save({ phone: [link('c'), link('d', { audience: 'visitors' })], version: 2 })
    expect((await as(member).call(routes.menus)).phone.map(({ key }) => key)).to.deep.equal(['c'])
    await save({ phone: first.phone, version: 3 })
    const clash = await refusal(save({ footer_text: 'Mine', version: 1 }))
    expect(clash).to.include({ status: 409, code: 'edit_conflict' })
    expect(clash.details).to.deep.include({ version: 4, mine: { footer_text: 'Mine' } })
    expect(await save({ footer_text: 'Mine', version: 4 })).to.deep.include({ footer_text: 'Mine', header: first.header })
    for (const bad of [
      { header: [link('a'), link('a')] },
      { header: [link('a', { to: 'javascript:alert(1)' })] },
      { header: [link('a', { label: ' ' })] },
      { header: Array.from({ length: 41 }, (_, n) => link(`${n}`)) },
    ])
      expect((await refusal(save(bad))).status, JSON.stringify(bad).slice(0, 60)).to.equal(422)
  })

  it('menus, search engines and snippets: of several saves at once none undoes another', async () => {
    const item = { key: 'race', label: 'Race', to: '/race' }
    const results = await Promise.allSettled([
      as(admin).call(routes.saveNavigation, { body: { navigation: { sidebar: [item] } } }),
      as(admin).call(routes.saveSeo, { body: { seo: { description: 'At once' } } }),
      as(admin).call(routes.saveSeo, { body: { seo: { google_verification: 'proof' } } }),
      as(admin).call(routes.saveEmbed, { body: { embed: { is_on: true } } }),
    ])
    expect(results.map(({ status }) => status)).to.deep.equal(Array(4).fill('fulfilled'))
    const [menus, seo, embed] = [await as(admin).call(routes.navigation), await as(admin).call(routes.seo), await as(admin).call(routes.embed)]
    expect(menus.sidebar.map(({ key }) => key)).to.deep.equal(['race'])
    expect(seo).to.include({ description: 'At once', google_verification: 'proof' })
    expect(embed.is_on).to.equal(true)
    // two who began with the same: the second is told
    const { version } = menus
    const both = await Promise.allSettled(
      ['Mine', 'Theirs'].map((footer_text) => as(admin).call(routes.saveNavigation, { body: { navigation: { footer_text, version } } })),
    )
    expect(both.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected'])
    await as(admin).call(routes.saveEmbed, { body: { embed: { is_on: false } } })
    await as(admin).call(routes.saveSeo, { body: { seo: { description: '', google_verification: '' } } })
  })

  it('snippets: are saved by one at a time, and written down', async () => {
    const save = (code_snippets: object) => as(admin).call(routes.saveSnippets, { body: { code_snippets } })
    const snippet = (key: string, more: object = {}) => ({ key, name: 'Counter', place: 'body', code: SCRIPT, consent: 'statistics', is_on: true, ...more })
    expect(await save({ snippets: [snippet('a')], version: 1 })).to.deep.include({ version: 2, banner_text: '' })
    expect(await refusal(save({ snippets: [], version: 1 }))).to.include({ code: 'edit_conflict' })
    expect((await refusal(save({ snippets: [snippet('a'), snippet('a')] }))).status).to.equal(422)
    expect(await save({ privacy_link: '/privacy' })).to.deep.include({ privacy_link: '/privacy', snippets: [snippet('a')] })
    const [entry] = await app.sql(`select data from kernel.audit_card where action = 'code_snippets.saved' order by id limit 1`)
    expect(entry.data).to.deep.equal({ count: 1 })
  })

  it('search engines: what keeps pages from being found is told, the most telling first', async () => {
    const image = (alt: string) => ({ type: 'Image', props: { id: 'i', picture: { file: picture.signedId, alt, x: 50, y: 50 } } })
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    const picture = await app.upload(admin, 'a.png', bytes)
    const button = (id: string, to: string) => ({
      type: 'Hero',
      props: { id, title: 'Hi', buttons: [{ label: 'Go', to, look: 'solid', opens_new_tab: false }] },
    })
    await as(admin).call(routes.createRedirect, { body: { redirect: { from: '/moved/*', to: '/members' } } })
    const good = { meta_title: 'A page about clay', meta_description: 'What clay is and where it comes from.' }
    const fine = await page({
      name: 'Fine',
      slug: 'fine',
      ...good,
      data: pageOf(button('a', '/user/sign_up'), button('b', '/fine#x'), button('c', '/moved/x'), image('A pot')),
    })
    const poor = await page({ name: 'Poor', data: pageOf(image('')), meta_title: 'x'.repeat(80) })
    const broken = await page({ name: 'Broken', ...good, meta_title: 'Another title', data: pageOf(button('a', '/nowhere/at/all')) })
    const text = { type: 'Text', props: { id: 't', text: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Of clay.' }] }] } } }
    const said = await page({ name: 'Said', data: pageOf(heading('a', 'a'), text) })
    const twin = await page({ name: 'Twin', ...good, data: pageOf(heading('a', 'a')) })
    const hidden = await page({ name: 'Hidden', ...good, meta_title: 'Hidden title', is_hidden_from_search: true, data: pageOf(heading('a', 'a')) })
    await page({ name: 'Never shown', data: pageOf(image('')) }, false)
    const { problems } = await as(admin).call(routes.seo)
    const of = (id: number) => problems.filter(({ page_id }) => page_id === id).map(({ problem }) => problem)
    expect(of(fine)).to.deep.equal(['same_title'])
    expect(of(poor)).to.deep.equal(['no_heading', 'no_description', 'long_title', 'no_alt'])
    expect(of(said)).to.deep.equal([])
    expect(of(broken)).to.deep.equal(['broken_link'])
    expect(of(twin)).to.deep.equal(['same_title'])
    expect(of(hidden)).to.deep.equal(['hidden'])
    expect(problems.some(({ page }) => page === 'Never shown')).to.equal(false)
  })

  it('search engines: settings have pictures that everybody sees', async () => {
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    const picture = await app.upload(admin, 'a.png', bytes)
    const saveSeo = (seo: object) => as(admin).call(routes.saveSeo, { body: { seo } })
    const seo = await saveSeo({ open_graph_image: picture.signedId, is_indexed: false, title_template: '{page} – {community}' })
    expect((await as(null).send('GET', seo.open_graph_image_url!)).status).to.equal(200)
    expect(seo.problems[0]).to.deep.include({ page_id: null, problem: 'hidden' })
    expect((await refusal(saveSeo({ not_found_page_id: 987_654 }))).status).to.equal(422)
    const id = await page({ name: 'Not here' })
    expect(await saveSeo({ not_found_page_id: id })).to.include({ not_found_page_id: id, is_indexed: false })
    await as(admin).call(routes.destroyPage, { params: { id } })
    expect((await as(admin).call(routes.seo)).not_found_page_id).to.equal(null)
  })

  it('frames: sites are named by their address', async () => {
    const save = (embed: object) => as(admin).call(routes.saveEmbed, { body: { embed } })
    expect(await save({ is_on: true, origins: ['https://Example.com', 'https://example.com', 'http://localhost:3000'] })).to.deep.equal({
      is_on: true,
      origins: ['https://example.com', 'http://localhost:3000'],
    })
    for (const origin of ['example.com', 'https://example.com/path', 'https://*.example.com', "https://x'; script-src *", '*'])
      expect((await refusal(save({ origins: [origin] }))).status, origin).to.equal(422)
  })

  it('is admins’ alone, and of one community', async () => {
    for (const who of [member, moderator])
      for (const call of [routes.navigation, routes.snippets, routes.seo, routes.embed, routes.reusableBlocks] as const)
        expect(await refusal(as(who).call(call))).to.include({ status: 403 })
    expect((await as(elsewhere).call(routes.navigation)).header).to.deep.equal([])
    expect((await as(elsewhere).call(routes.snippets)).snippets).to.deep.equal([])
    expect((await as(elsewhere).call(routes.reusableBlocks)).records).to.deep.equal([])
    expect((await as(elsewhere).call(routes.seo)).problems).to.deep.equal([])
  })
})
