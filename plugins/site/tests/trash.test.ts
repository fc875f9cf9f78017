/** Deleted pages: nobody sees them, nor their pictures, and for thirty days they can come back. */
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import sharp from 'sharp'
import audience from '../../audience/contract.ts'
import site, { DELETED_DAYS, type PageData, type SitePage } from '../contract.ts'
import { heading, pageOf } from './records.ts'

const { routes } = site
const DAY = 86_400_000

describe('deleted pages of the site', () => {
  let app: TestApp
  let admin: TestMember
  let picture: Buffer
  const as = (who: TestMember | null) => app.as(who)
  const create = (page: object): Promise<SitePage> => as(admin).call(routes.createPage, { body: { page: { name: 'Page', ...page } } }) as never
  const publish = (id: number, at: string | null = null) => as(admin).call(routes.publishPage, { params: { id }, body: { at } })
  const destroy = (id: number) => as(admin).call(routes.destroyPage, { params: { id } })
  const restore = (id: number) => as(admin).call(routes.restorePage, { params: { id } })
  const deleted = async () => (await as(admin).call(routes.deletedPages)).records
  const visit = (path: string) => as(null).send('GET', path, undefined, { accept: 'text/html' })
  const seen = async (address: string) => (await as(null).send('GET', address)).status
  const image = (file: string): PageData => pageOf({ type: 'Picture', props: { id: 'a', picture: { file, alt: 'Pot', x: 50, y: 50 } } })
  /** @returns a published page with a picture, and where visitors find that */
  async function pictured(page: object) {
    const { signedId } = await app.upload(admin, 'a.png', picture)
    const made = await create({ ...page, data: image(signedId), open_graph_image: signedId })
    await publish(made.id)
    return { ...made, address: made.open_graph_image_url! }
  }

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/members', 'plugins/audience', 'plugins/site'])
    admin = await app.member('admin', { name: 'Marit' })
    picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#506cf0' } })
      .png()
      .toBuffer()
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('are gone for everybody, with their pictures, and come back as they were', async () => {
    const page = await pictured({ name: 'Market' })
    expect([(await visit('/market')).status, await seen(page.address)]).to.deep.equal([200, 200])
    await destroy(page.id)
    expect([(await visit('/market')).status, await seen(page.address)]).to.deep.equal([404, 404])
    for (const send of [
      () => as(admin).call(routes.page, { params: { id: page.id } }),
      () => as(admin).call(routes.updatePage, { params: { id: page.id }, body: { page: { name: 'Another' } } }),
      () => publish(page.id),
      () => as(admin).call(routes.revisions, { params: { pageId: page.id } }),
      () => as(admin).call(routes.duplicatePage, { params: { id: page.id }, body: {} }),
      () => as(admin).call(routes.homePage, { params: { id: page.id }, body: { is_home: true } }),
      () => destroy(page.id),
    ])
      expect(await refusal(send())).to.include({ status: 404 })
    expect((await as(admin).call(routes.pages)).records).to.deep.equal([])
    expect(await deleted()).to.have.lengthOf(1)
    expect((await deleted())[0]).to.deep.include({ id: page.id, name: 'Market', slug: 'market' })
    expect(await restore(page.id)).to.include({ status: 'published', slug: 'market', has_changes: false })
    expect([(await visit('/market')).status, await seen(page.address), (await deleted()).length]).to.deep.equal([200, 200, 0])
    expect(await refusal(restore(page.id))).to.include({ status: 404 })
  })

  it('are the home page again, unless another one was chosen meanwhile', async () => {
    const setHome = (id: number, is_home = true) => as(admin).call(routes.homePage, { params: { id }, body: { is_home } })
    const [front, other] = [await create({ name: 'Front' }), await create({ name: 'Other' })]
    await setHome(front.id)
    await destroy(front.id)
    expect(await restore(front.id)).to.include({ is_home: true })
    await destroy(front.id)
    await setHome(other.id)
    await setHome(other.id, false)
    expect(await restore(front.id)).to.include({ is_home: false })
    for (const { id } of [front, other]) await destroy(id)
  })

  it('leave their address to others, and come back as a draft at another one', async () => {
    const first = await create({ name: 'Prices', slug: 'prices', data: pageOf(heading('a', 'Old')) })
    await publish(first.id)
    await destroy(first.id)
    const second = await create({ slug: 'prices', data: pageOf(heading('a', 'New')) })
    await publish(second.id)
    expect(await restore(first.id)).to.deep.include({ status: 'draft', slug: 'prices-2', live: null })
    expect((await visit('/prices')).body).to.include('New')
    expect((await visit('/prices-2')).status).to.equal(404)
  })

  it('come back as a draft where another page is the translation by now', async () => {
    const original = await create({ name: 'Clay' })
    const translate = (name: string, language: string) => create({ name, translation_of: original.id, language })
    const [first, other] = [await translate('Barro', 'pt-BR'), await translate('Argile', 'fr')]
    for (const { id } of [first, other]) {
      await publish(id)
      await destroy(id)
    }
    const second = await translate('Argila', 'pt-BR')
    expect(await restore(first.id)).to.deep.include({ status: 'draft', slug: 'barro', live: null })
    expect(await restore(other.id)).to.include({ status: 'published', language: 'fr' })
    for (const { id } of [original, first, other, second]) await destroy(id)
  })

  it('of one that was scheduled nothing comes out', async () => {
    const page = await create({ name: 'Launch' })
    await publish(page.id, new Date((await app.run(null, async (ctx) => ctx.now())).getTime() + 60_000).toISOString())
    await destroy(page.id)
    await app.clock.advance(120_000)
    await app.settle()
    expect((await visit('/launch')).status).to.equal(404)
    expect(await restore(page.id)).to.include({ status: 'draft', scheduled_at: null })
  })

  it('leave pictures that stand elsewhere too', async () => {
    const page = await pictured({ name: 'Shared' })
    const copy = await as(admin).call(routes.duplicatePage, { params: { id: page.id }, body: {} })
    await destroy(page.id)
    expect(await seen(page.address)).to.equal(200)
    await destroy(copy.id)
    expect(await seen(page.address)).to.equal(404)
    await restore(page.id)
    expect(await seen(page.address)).to.equal(200)
    await restore(copy.id)
    await destroy(page.id)
    expect(await seen(page.address)).to.equal(200)
    await destroy(copy.id)
  })

  it('and saved blocks that were deleted have no pictures in public, but those that a page shows or may bring back', async () => {
    const save = (file: string) => as(admin).call(routes.createReusableBlock, { body: { reusable_block: { name: 'Foot', data: image(file) } } })
    const removeSaved = (id: number) => as(admin).call(routes.destroyReusableBlock, { params: { id } })
    /** @returns a saved block with the picture of no page, and where visitors find that */
    async function savedPicture() {
      const { signedId } = await app.upload(admin, 'a.png', picture)
      const { id } = await save(signedId)
      const page = await create({ data: pageOf({ type: 'Saved', props: { id: 'b', block: id } }) })
      await publish(page.id)
      const address = (await visit(`/${page.slug}`)).body.match(/\/files\/[^"\s]+/)![0]
      return { id, page, address, file: signedId }
    }
    const alone = await savedPicture()
    expect(await seen(alone.address)).to.equal(200)
    await removeSaved(alone.id)
    expect([await seen(alone.address), (await visit(`/${alone.page.slug}`)).status]).to.deep.equal([404, 200])

    const shared = await savedPicture()
    const other = await create({ name: 'Shows it', data: image(shared.file) })
    await removeSaved(shared.id)
    expect(await seen(shared.address)).to.equal(200)

    // a page that had it once may have it again
    await publish(other.id)
    const twice = await save(shared.file)
    await as(admin).call(routes.updatePage, { params: { id: other.id }, body: { page: { data: pageOf(heading('a', 'Bare')) } } })
    await publish(other.id)
    await destroy(other.id)
    expect(await seen(shared.address)).to.equal(200)
    await removeSaved(twice.id)
    expect(await seen(shared.address)).to.equal(404)
    await restore(other.id)
    expect(await seen(shared.address)).to.equal(404)
    const { records } = await as(admin).call(routes.revisions, { params: { pageId: other.id } })
    await as(admin).call(routes.restoreRevision, { params: { pageId: other.id, revisionId: records.at(-1)!.id }, body: {} })
    expect(await seen(shared.address)).to.equal(200)
  })

  it('go for good after thirty days, and their pictures with them', async () => {
    const page = await pictured({ name: 'Gone' })
    const also = await pictured({ name: 'Gone too' })
    const young = await create({ name: 'Young' })
    await destroy(page.id)
    await destroy(also.id)
    await app.clock.advance(2 * DAY)
    await destroy(young.id)
    await app.clock.advance((DELETED_DAYS - 1) * DAY)
    await app.runSchedule('purge')
    await app.settle()
    expect((await deleted()).map(({ name }) => name))
      .to.include('Young')
      .and.not.include('Gone')
      .and.not.include('Gone too')
    for (const { id, address } of [page, also]) {
      expect(await app.sql('select 1 from site.revision where page_id = $1', [id])).to.deep.equal([])
      expect(await app.sql(`select 1 from kernel.file where used_by like '%site.page:' || $1`, [id])).to.deep.equal([])
      expect(await seen(address)).to.equal(404)
    }
    await as(admin).call(routes.purgePage, { params: { id: young.id } })
    expect(await refusal(restore(young.id))).to.include({ status: 404 })
    // one that stands is not in the way of that call
    const standing = await create({ name: 'Standing' })
    expect(await refusal(as(admin).call(routes.purgePage, { params: { id: standing.id } }))).to.include({ status: 404 })
  })

  it('are among the recent changes, and taken back from there', async () => {
    const page = await create({ name: 'Taken back' })
    await destroy(page.id)
    const list = async () => (await as(admin).call(audience.routes.changes, { query: { group: 'deletions' } })).records
    const [change] = await list()
    expect(change).to.include({ sentence: 'Marit deleted the page Taken back', can_undo: true })
    await as(admin).call(audience.routes.undoChange, { params: { id: change!.id } })
    expect(await as(admin).call(routes.page, { params: { id: page.id } })).to.include({ name: 'Taken back' })
    expect((await list()).find(({ id }) => id === change!.id)).to.include({ can_undo: false })
  })
})
