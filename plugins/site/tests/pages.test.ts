/** Pages: addresses, drafts and what is shown, revisions, two editors, pages that come out by themselves. */
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import sharp from 'sharp'
import site, { MAX_PAGES, type PageData, type SitePage } from '../contract.ts'
import { heading, pageOf } from './records.ts'

const { routes } = site
const MINUTE = 60_000
const SCRIPT = '<script>alert(1)</script>'

describe('pages of the site', () => {
  let app: TestApp
  let admin: TestMember
  let other: TestMember
  let member: TestMember
  let moderator: TestMember
  const as = (who: TestMember | null) => app.as(who)
  const create = (page: object, who = admin): Promise<SitePage> => as(who).call(routes.createPage, { body: { page: { name: 'Page', ...page } } }) as never
  const show = (id: number) => as(admin).call(routes.page, { params: { id } })
  const save = (id: number, page: object, who = admin) => as(who).call(routes.updatePage, { params: { id }, body: { page } })
  const publish = (id: number, at: string | null = null, who = admin) => as(who).call(routes.publishPage, { params: { id }, body: { at } })
  const revisions = async (id: number) => (await as(admin).call(routes.revisions, { params: { pageId: id } })).records
  const texts = ({ data }: { data: { content: { props: object }[] } }) => data.content.map(({ props }) => (props as { text?: string }).text)
  const later = async (ms: number) => new Date((await app.run(null, async (ctx) => ctx.now())).getTime() + ms).toISOString()
  const visit = (path: string, who: TestMember | null = null) => as(who).send('GET', path, undefined, { accept: 'text/html' })

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/posts', 'plugins/forms', 'plugins/site'])
    admin = await app.member('admin', { name: 'Marit' })
    other = await app.member('admin', { name: 'Nell' })
    member = await app.member('member')
    moderator = await app.member('moderator')
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('have addresses of their own, also eight of one name at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => create({ name: 'Über uns' })))
    expect(made.map(({ slug }) => slug).sort()).to.deep.equal(['uber-uns', ...[2, 3, 4, 5, 6, 7, 8].map((n) => `uber-uns-${n}`)])
    expect((await create({ name: '日本' })).slug).to.equal('page')
    const same = await Promise.all(Array.from({ length: 8 }, () => refusal(create({ slug: 'about-us' })).catch(() => null)))
    expect(same.filter((one) => one === null).length).to.equal(1)
    expect(same.find(Boolean)).to.include({ status: 409, code: 'slug_taken' })
    expect(await refusal(save(made[0]!.id, { slug: 'about-us' }))).to.include({ status: 409, code: 'slug_taken' })
  })

  it('take no address of a screen, a call or a file of the house, of plugins that are off either', async () => {
    await app.switch('forms', false)
    const taken = [
      'c',
      'settings',
      'user',
      'users',
      'sign-in',
      'assets',
      'plugins',
      'words',
      'files',
      'health',
      'ready',
      'metrics',
      'boot',
      'api',
      'site',
      'form',
      'embed',
      'oembed',
      'communities',
    ]
    for (const slug of taken.filter((one) => one !== 'sign-in')) {
      const { details } = await refusal(create({ slug }))
      expect(details, slug).to.have.property('body.page.slug')
    }
    await app.switch('forms', true)
    expect((await create({ name: 'Settings' })).slug).to.equal('settings-2')
    for (const slug of ['sitemap.xml', 'A b', '-a', 'a--b', '../x', 'x'.repeat(101)]) expect((await refusal(create({ slug }))).status, slug).to.equal(422)
    // one that was there before the screen came
    const { id } = await create({ slug: 'older' })
    await app.sql(`update site.page set slug = 'form' where id = $1`, [id])
    expect(await show(id)).to.include({ is_covered: true })
    await as(admin).call(routes.destroyPage, { params: { id } })
  })

  it('are shown as they were published, not as they were saved', async () => {
    const page = await create({ name: 'Prices', data: pageOf(heading('a', 'Cheap')) })
    expect(page).to.deep.include({ status: 'draft', live: null, has_changes: false, is_covered: false, updated_by: { id: admin.id, name: 'Marit' } })
    expect((await visit('/prices')).status).to.equal(404)
    await publish(page.id)
    expect((await visit('/prices')).body).to.include('Cheap')
    const saved = await save(page.id, { data: pageOf(heading('a', 'Dear')) }, other)
    expect(saved).to.deep.include({ status: 'published', has_changes: true, updated_by: { id: other.id, name: 'Nell' } })
    expect((await visit('/prices')).body)
      .to.include('Cheap')
      .and.not.include('Dear')
    expect(await save(page.id, { data: pageOf(heading('a', 'Cheap')) })).to.include({ has_changes: false })
    await save(page.id, { data: pageOf(heading('a', 'Dear')) })
    await publish(page.id)
    expect((await visit('/prices')).body).to.include('Dear')
    expect(await as(admin).call(routes.unpublishPage, { params: { id: page.id } })).to.include({ status: 'draft', live: null, published_at: null })
    expect((await visit('/prices')).status).to.equal(404)
    expect(await refusal(as(admin).call(routes.unpublishPage, { params: { id: page.id } }))).to.include({ code: 'not_published' })
    await app.settle()
    const events = await app.sql(`select payload from kernel.event where name = 'page.published' and (payload ->> 'pageId')::bigint = $1`, [page.id])
    expect(events.map(({ payload }) => payload.slug)).to.deep.equal(['prices', 'prices'])
  })

  it('are listed with the home page first, page by page', async () => {
    const first = await create({ name: 'First list', slug: 'first-list' })
    for (const name of ['Second list', 'Third list']) await create({ name })
    await as(admin).call(routes.homePage, { params: { id: first.id }, body: { is_home: true } })
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await as(admin).call(routes.pages, { query: { query: 'list', per_page: 1, ...(cursor && { cursor }) } })
      seen.push(...page.records.map(({ name }) => name))
      cursor = page.next_cursor
    } while (cursor)
    expect(seen).to.deep.equal(['First list', 'Third list', 'Second list'])
    expect(await show(first.id)).to.include({ is_home: true })
    expect((await show(first.id)).url).to.match(/\/$/)
    await as(admin).call(routes.destroyPage, { params: { id: first.id } })
    const [{ value }] = await app.sql(`select value from kernel.setting where plugin = 'site' order by updated_at desc limit 1`)
    expect(value.home_page_id).to.equal(null)
  })

  it('leave a revision with each save, one for those of five minutes, and what they began with', async () => {
    const { id } = await create({ name: 'Revised', data: pageOf(heading('a', '1')) })
    for (const text of ['2', '3']) await save(id, { data: pageOf(heading('a', text)) })
    expect((await revisions(id)).map(({ kind }) => kind)).to.deep.equal(['saved', 'saved'])
    await save(id, { data: pageOf(heading('a', '4'), heading('b', 'new')) }, other)
    await publish(id)
    await app.clock.advance(6 * MINUTE)
    await save(id, { data: pageOf(heading('b', 'newer')) })
    await app.clock.advance(6 * MINUTE)
    await save(id, { data: pageOf(heading('b', 'newest')) })
    const all = await revisions(id)
    expect(all.map(({ kind, author, counts }) => [kind, author!.name, Object.values(counts).join()])).to.deep.equal([
      ['saved', 'Marit', '0,1,0'],
      ['saved', 'Marit', '0,1,1'],
      ['published', 'Marit', '0,0,0'],
      ['saved', 'Nell', '1,1,0'],
      ['saved', 'Marit', '0,1,0'],
      ['saved', 'Marit', '1,0,0'],
    ])
    const detail = await as(admin).call(routes.revision, { params: { pageId: id, revisionId: all[3]!.id } })
    expect(texts(detail)).to.deep.equal(['4', 'new'])
    expect(detail.changes.map(({ block_id, how }) => [block_id, how])).to.deep.equal([
      ['b', 'changed'],
      ['a', 'removed'],
    ])
    expect(detail.changes[0]!.fields[0]).to.include({ before: 'new', after: 'newest' })
    const before = await show(id)
    const back = await as(admin).call(routes.restoreRevision, { params: { pageId: id, revisionId: all[4]!.id }, body: { version: before.version } })
    expect(texts(back)).to.deep.equal(['3'])
    expect(back.has_changes).to.equal(true)
    const [restored, kept] = await revisions(id)
    expect([restored!.kind, kept!.kind]).to.deep.equal(['restored', 'saved'])
    expect(texts(await as(admin).call(routes.revision, { params: { pageId: id, revisionId: kept!.id } }))).to.deep.equal(['newest'])
    expect(
      await refusal(as(admin).call(routes.restoreRevision, { params: { pageId: id, revisionId: all[4]!.id }, body: { version: before.version } })),
    ).to.include({
      code: 'edit_conflict',
    })
  })

  it('keep two hundred revisions, published ones the longest', async () => {
    const { id } = await create({ name: 'Long', data: pageOf(heading('a', '1')) })
    await publish(id)
    await app.sql(
      `insert into site.revision (community_id, page_id, kind, data, counts) select community_id, id, 'saved', data, '{"added":0,"changed":0,"removed":0}' from site.page, generate_series(1, 210) where id = $1`,
      [id],
    )
    await save(id, { data: pageOf(heading('a', '2')) })
    const rows = await app.sql('select kind from site.revision where page_id = $1 order by id', [id])
    expect([rows.length, rows[0].kind]).to.deep.equal([200, 'published'])
  })

  it('lose nothing while one restores and another saves', async () => {
    const { id, version } = await create({ name: 'At once', data: pageOf(heading('a', 'old')) })
    const [first] = await revisions(id)
    await app.clock.advance(6 * MINUTE)
    await save(id, { data: pageOf(heading('a', 'new')) })
    const results = await Promise.allSettled([
      as(admin).call(routes.restoreRevision, { params: { pageId: id, revisionId: first!.id }, body: { version: version + 1 } }),
      save(id, { data: pageOf(heading('a', 'new'), heading('b', 'more')), version: version + 1 }, other),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled').length).to.be.at.least(1)
    const kept = await app.sql('select data from site.revision where page_id = $1', [id])
    const said = JSON.stringify(kept.map(({ data }) => texts({ data })))
    for (const text of ['old', 'new']) expect(said).to.include(text)
    if (results[1]!.status === 'fulfilled') expect(said).to.include('more')
  })

  it('of two editors are put together, and what both changed is told with both texts', async () => {
    const data = pageOf(heading('a', 'a'), heading('b', 'b'))
    const { id, version } = await create({ name: 'Two', data })
    for (let n = 0; n < 3; n++) await save(id, { data: pageOf(heading('a', `mine ${n}`), heading('b', 'b')) })
    const both = await save(id, { version, meta_title: 'Title', data: pageOf(heading('a', 'a'), heading('b', 'theirs'), heading('c', 'added')) }, other)
    expect(texts(both)).to.deep.equal(['mine 2', 'theirs', 'added'])
    expect(both.meta_title).to.equal('Title')
    const clash = await refusal(save(id, { version, password: 'secret', data: pageOf(heading('a', 'third'), heading('b', 'b')) }))
    expect(clash).to.include({ status: 409, code: 'edit_conflict' })
    const details = clash.details as { version: number; saved_by: { name: string }; theirs: { data: PageData }; mine: { data: PageData; password?: string } }
    expect([details.version, details.saved_by.name, texts(details.theirs), texts(details.mine), details.mine.password]).to.deep.equal([
      both.version,
      'Nell',
      ['mine 2', 'theirs', 'added'],
      ['third', 'b'],
      undefined,
    ])
    expect(await refusal(save(id, { version, meta_title: 'Another' }))).to.include({ code: 'edit_conflict' })
    expect(await save(id, { version, meta_title: 'Title', meta_description: 'Text' })).to.include({ meta_title: 'Title', meta_description: 'Text' })
    // in whichever order
    const now = await show(id)
    await Promise.all(
      ['x', 'y', 'z'].map((name) => save(id, { version: now.version, data: { root: { props: {} }, content: [...now.data.content, heading(name, name)] } })),
    )
    expect(
      texts(await show(id))
        .slice(3)
        .sort(),
    ).to.deep.equal(['x', 'y', 'z'])
    // whose beginning nobody remembers is told
    await app.sql('delete from site.base where page_id = $1', [id])
    expect(await refusal(save(id, { version: 1, data }))).to.include({ code: 'edit_conflict' })
  })

  it('come out at their time, also when nobody was there, in the name of who may by then', async () => {
    const page = await create({ name: 'Launch', data: pageOf(heading('a', 'Here')) })
    expect(await publish(page.id, await later(MINUTE))).to.include({ status: 'scheduled', live: null })
    await app.clock.advance(30_000)
    await app.settle()
    expect(await show(page.id)).to.include({ status: 'scheduled' })
    await app.clock.advance(MINUTE)
    await app.settle()
    expect(await show(page.id)).to.deep.include({ status: 'published', scheduled_at: null, has_changes: false })

    // what is shown stays so until the new one comes; and its time can be called off
    await save(page.id, { data: pageOf(heading('a', 'Soon')) })
    expect(await publish(page.id, await later(MINUTE))).to.include({ status: 'published', has_changes: true })
    const off = await as(admin).call(routes.unpublishPage, { params: { id: page.id } })
    expect(off).to.include({ status: 'published', scheduled_at: null })
    await app.clock.advance(2 * MINUTE)
    await app.settle()
    expect((await visit('/launch')).body).to.include('Here')

    // an archive has no jobs
    await publish(page.id, await later(MINUTE))
    await app.sql(`delete from graphile_worker._private_jobs where key like $1`, [`%:page:${page.id}`])
    await app.clock.advance(2 * MINUTE)
    await app.settle()
    expect((await visit('/launch')).body).to.include('Here')
    await app.runSchedule('late')
    await app.settle()
    expect((await visit('/launch')).body).to.include('Soon')

    const gone = await app.member('admin')
    const theirs = await create({ name: 'Theirs' }, gone)
    await publish(theirs.id, await later(MINUTE), gone)
    await app.run(null, (ctx) => ctx.members.remove(gone.id, 'deactivated'))
    await app.clock.advance(2 * MINUTE)
    await app.settle()
    expect(await show(theirs.id)).to.include({ status: 'draft', scheduled_at: null })
    expect(await refusal(publish(theirs.id, await later(400 * 1_440 * MINUTE)))).to.include({ status: 422 })
  })

  it('come out as they were scheduled; what is saved later stays a draft', async () => {
    const page = await create({ name: 'Planned', data: pageOf(heading('a', 'First')) })
    const planned = await publish(page.id, await later(10 * MINUTE))
    expect(planned).to.include({ status: 'scheduled', is_scheduled_behind: false })
    expect(planned.scheduled_from).to.not.equal(null)
    expect(await save(page.id, { data: pageOf(heading('a', 'Second')) })).to.include({ is_scheduled_behind: true })
    await app.clock.advance(11 * MINUTE)
    // twice: whichever comes second finds nothing to do
    await Promise.all([app.settle(), app.runSchedule('late')])
    await app.settle()
    const shown = await show(page.id)
    expect(shown).to.include({ status: 'published', has_changes: true, scheduled_at: null, scheduled_from: null, is_scheduled_behind: false })
    expect(texts(shown)).to.deep.equal(['Second'])
    expect((await visit('/planned')).body)
      .to.include('First')
      .and.not.include('Second')
    expect((await revisions(page.id)).filter(({ kind }) => kind === 'published').length).to.equal(1)
    // the newest in place of what was scheduled
    await publish(page.id, await later(10 * MINUTE))
    await save(page.id, { data: pageOf(heading('a', 'Third')) })
    expect(await publish(page.id, await later(10 * MINUTE))).to.include({ is_scheduled_behind: false })
    await app.clock.advance(11 * MINUTE)
    await app.settle()
    expect((await visit('/planned')).body).to.include('Third')
  })

  it('lead from their old address to the new one, where that is wanted, and never in a circle', async () => {
    const page = await create({ name: 'Moves', slug: 'moves', data: pageOf(heading('a', 'Here')) })
    const move = (slug: string, redirect_old = true) => as(admin).call(routes.updatePage, { params: { id: page.id }, body: { page: { slug }, redirect_old } })
    await move('moves-draft')
    expect((await visit('/moves')).status, 'of a draft nobody knows the address').to.equal(404)
    await publish(page.id)
    await move('moved')
    expect(await visit('/moves-draft')).to.deep.include({ status: 301 })
    expect((await visit('/moves-draft')).headers.location).to.equal('/moved')
    await move('moves-draft')
    expect((await visit('/moves-draft')).status).to.equal(200)
    expect((await visit('/moved')).headers.location).to.equal('/moves-draft')
    await move('moved-again', false)
    expect((await visit('/moves-draft')).status).to.equal(404)
    // together with the new address, or not at all
    await create({ slug: 'has-this' })
    expect(await refusal(move('has-this'))).to.include({ code: 'slug_taken' })
    expect(await app.sql(`select 1 from site.redirect where from_path = '/moved-again'`)).to.deep.equal([])
  })

  it('are copied, as translations too', async () => {
    const page = await create({ name: 'Original', data: pageOf(heading('a', 'Text')), meta_title: 'Title', language: 'en-US' })
    const copy = await as(admin).call(routes.duplicatePage, { params: { id: page.id }, body: {} })
    expect(copy).to.deep.include({ name: 'Copy of Original', slug: 'copy-of-original', status: 'draft', meta_title: 'Title', translation_of: null })
    const translation = await as(admin).call(routes.duplicatePage, { params: { id: page.id }, body: { language: 'pt-BR' } })
    expect(translation).to.deep.include({ name: 'Original', language: 'pt-BR', translation_of: page.id })
    expect(await refusal(as(admin).call(routes.duplicatePage, { params: { id: translation.id }, body: { language: 'pt-BR' } }))).to.include({
      code: 'has_translation',
    })
    for (const translation_of of [page.id, translation.id, 987_654]) expect((await refusal(save(page.id, { translation_of }))).status).to.equal(422)
  })

  it('keep passwords to themselves', async () => {
    const page = await create({ name: 'Secret' })
    expect(await refusal(save(page.id, { visibility: 'password' }))).to.include({ status: 422 })
    const saved = await save(page.id, { visibility: 'password', password: 'kiln-2026' })
    expect(saved.has_password).to.equal(true)
    expect(JSON.stringify(saved)).to.not.include('kiln-2026')
    const [{ password_digest }] = await app.sql('select password_digest from site.page where id = $1', [page.id])
    expect(password_digest).to.match(/^[\w-]{22}\.[\w-]{43}$/)
    expect(await save(page.id, { visibility: 'public', password: null })).to.include({ has_password: false })
  })

  it('show their pictures to everybody', async () => {
    const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#506cf0' } })
      .png()
      .toBuffer()
    const mine = await app.upload(admin, 'a.png', bytes)
    const foreign = await app.upload(other, 'b.png', bytes)
    const image = (file: string): PageData => pageOf({ type: 'Image', props: { id: 'a', picture: { file, alt: 'Pot', x: 50, y: 50 } } })
    const page = await create({ name: 'Pictured', data: image(mine.signedId), open_graph_image: mine.signedId })
    const [{ used_by }] = await app.sql('select used_by from kernel.file where id = $1', [mine.id])
    expect(used_by).to.equal(`public:site.page:${page.id}`)
    expect((await as(null).send('GET', page.open_graph_image_url!)).status).to.equal(200)
    expect(await refusal(save(page.id, { data: image(foreign.signedId) }))).to.include({ status: 404 })
    expect(await refusal(save(page.id, { open_graph_image: foreign.signedId }))).to.include({ status: 404 })
    const words = await app.upload(admin, 'a.txt', Buffer.from('Clay'))
    expect(await refusal(save(page.id, { data: image(words.signedId) }))).to.include({ status: 422, code: 'not_a_picture' })
    // another editor saves what stands there
    await save(page.id, { data: image(mine.signedId), open_graph_image: mine.signedId }, other)
  })

  it('leave scripts in names what they are: texts', async () => {
    const page = await create({ name: SCRIPT, meta_title: SCRIPT, meta_description: SCRIPT, data: pageOf(heading('a', SCRIPT)) })
    expect([page.name, page.meta_title]).to.deep.equal([SCRIPT, SCRIPT])
    await publish(page.id)
    const { status, body } = await visit(`/${page.slug}`)
    expect(status).to.equal(200)
    expect(body).to.not.include(SCRIPT)
  })

  it('are nobody’s but admins’, and nobody’s of another community', async () => {
    const page = await create({ name: 'Mine' })
    for (const who of [member, moderator, null])
      for (const send of [
        () => as(who).call(routes.pages),
        () => as(who).call(routes.page, { params: { id: page.id } }),
        () => save(page.id, { name: 'Theirs' }, who as never),
      ])
        expect((await refusal(send())).status).to.be.oneOf([401, 403])
    const elsewhere = await app.member('admin', { community: await app.community() })
    expect((await as(elsewhere).call(routes.pages)).records).to.deep.equal([])
    for (const send of [
      () => as(elsewhere).call(routes.page, { params: { id: page.id } }),
      () => save(page.id, { name: 'Theirs' }, elsewhere),
      () => publish(page.id, null, elsewhere),
    ])
      expect(await refusal(send())).to.include({ status: 404 })
    expect((await create({ name: 'Mine' }, elsewhere)).slug).to.equal('mine')
  })

  it('write down who did what', async () => {
    const page = await create({ name: 'Logged' })
    await publish(page.id)
    await as(admin).call(routes.homePage, { params: { id: page.id }, body: { is_home: true } })
    await save(page.id, { visibility: 'members' })
    await save(page.id, { visibility: 'members', meta_title: 'The same readers' })
    await as(admin).call(routes.unpublishPage, { params: { id: page.id } })
    await as(admin).call(routes.destroyPage, { params: { id: page.id } })
    const rows = await app.sql('select action from kernel.audit_card where subject = $1 order by id', [`page:${page.id}`])
    expect(rows.map(({ action }) => action)).to.deep.equal(['page.published', 'page.home_changed', 'page.access_changed', 'page.unpublished', 'page.deleted'])
  })

  it('are made and published by other plugins', async () => {
    const { id } = await app.run(null, (ctx) => ctx.use(site).create({ name: 'By code', slug: 'by-code', data: pageOf(heading('a', 'Hello')), isHome: true }))
    expect(await show(id)).to.include({ status: 'published', is_home: true, slug: 'by-code' })
    await app.run(null, (ctx) =>
      ctx
        .use(site)
        .saveMenus({ header: [{ label: 'Join', to: '/user/sign_up', isButton: true }], footer: [{ label: 'By code', to: '/by-code' }], footerText: 'Kiln' }),
    )
    const menus = await as(admin).call(routes.navigation)
    expect([menus.header[0]!.is_button, menus.footer[0]!.to, menus.footer_text]).to.deep.equal([true, '/by-code', 'Kiln'])
  })

  it('are bounded', async () => {
    await app.sql(
      `insert into site.page (community_id, name, slug, data) select community_id, 'many', 'many-' || n, data from (select * from site.page limit 1) p, generate_series(1, $1::int) n`,
      [MAX_PAGES],
    )
    expect(await refusal(create({}))).to.include({ status: 409, code: 'too_many_pages' })
  })
})
