/** The directory: conformance, who may look, what is found, and pages without gaps. */
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import posts from '../../posts/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'

const NEEDS = ['plugins/spaces', 'plugins/content']
const { routes } = contract
const person = (app: TestApp, communityId: number, fields: { name: string; headline?: string; bio?: string; location?: string; website?: string }) =>
  app.run(communityId, (ctx) => ctx.members.add({ ...fields, email: `${fields.name.replace(/\W/g, '')}-${communityId}@secret.example` }))

describePlugin('plugins/members')

describe('members', () => {
  let app: TestApp
  let admin: TestMember
  let ana: TestMember
  let community: number
  let priyaId: number
  let priyaUid: string
  let open: number
  let secret: number
  const list = (who: TestMember | null, query: object = {}) => app.as(who).call(routes.list, { query })
  const names = async (who: TestMember | null, query: object = {}) => (await list(who, query)).records.map(({ name }) => name)
  const profile = (who: TestMember | null, id: string | number) => app.as(who).call(routes.profile, { params: { id: String(id) } })
  const allow = (public_member_directory: boolean) => app.as(admin).send('PATCH', '/internal_api/community/settings', { public_member_directory })

  before(async () => {
    app = await testApp([...NEEDS, 'plugins/posts', 'plugins/search', 'plugins/members'])
    community = await app.primaryId()
    admin = await app.member('admin', { name: 'Marit Solheim' })
    ana = await app.member('member', { name: 'Ana Lima' })
    const priya = await person(app, community, {
      name: 'Priya Raman',
      headline: 'Glaze chemist and teacher',
      bio: 'Writes about eutectics.',
      location: 'Pune',
      website: 'https://glazes.example',
    })
    priyaId = priya.id
    priyaUid = priya.publicUid
    for (let i = 0; i < 23; i++) await person(app, community, { name: `Potter ${String.fromCodePoint(0x61 + ((i * 7) % 26))}${i}` })
    const group = await app.as(admin).call(spaces.routes.createGroup, { body: { name: 'Studio' } })
    const make = async (name: string, more: object = {}) =>
      (await app.as(admin).call(spaces.routes.create, { body: { name, space_group_id: group.id, ...more } })).space.id
    open = await make('Open')
    secret = await make('Hidden kiln', { is_hidden: true })
    await app.run(community, async (ctx) => {
      await ctx.use(spaces).addMembers(open, [priyaId, ana.id])
      await ctx.use(spaces).addMembers(secret, [priyaId])
    })
    await app.settle()
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('pages in every order without gaps or doubles', async () => {
    const [row] = await app.sql<{ count: number }>(`select count(*)::int as count from kernel.member where community_id = $1 and status = 'active'`, [
      community,
    ])
    for (const sort of ['latest', 'oldest', 'alphabetical'] as const) {
      const seen: { id: number; name: string }[] = []
      let cursor: string | null | undefined
      do {
        const page = await list(ana, { sort, per_page: 7, ...(cursor ? { cursor } : {}) })
        seen.push(...page.records)
        cursor = page.next_cursor
      } while (cursor)
      expect(new Set(seen.map(({ id }) => id)).size, sort).to.equal(row?.count)
      expect(seen.length, sort).to.equal(row?.count)
      if (sort === 'alphabetical') expect(seen.map(({ name }) => name.toLowerCase())).to.deep.equal(seen.map(({ name }) => name.toLowerCase()).sort())
      else expect(seen.map(({ id }) => id)).to.deep.equal(seen.map(({ id }) => id).sort((a, b) => (sort === 'oldest' ? a - b : b - a)))
    }
    expect(await refusal(list(ana, { cursor: 'nonsense' }))).to.include({ status: 422 })
  })

  it('finds by name, headline and place, forgives a slip, and pages what it found', async () => {
    for (const search_text of ['Priya', 'raman', 'chemist', 'pune', 'Pirya Raman', 'pr'])
      expect(await names(ana, { search_text }), search_text).to.include('Priya Raman')
    expect(await names(ana, { search_text: 'zzzzzz' })).to.deep.equal([])
    expect(await names(ana, { search_text: '%' })).to.deep.equal([])
    const found: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await list(ana, { search_text: 'potter', per_page: 5, ...(cursor ? { cursor } : {}) })
      found.push(...page.records.map(({ name }) => name))
      cursor = page.next_cursor
    } while (cursor)
    expect(new Set(found).size).to.equal(23)
    expect(found.length).to.equal(23)
  })

  it('follows a member who changes their name and one who leaves', async () => {
    const changed = await app.as(ana).send('PATCH', '/internal_api/account', { name: 'Ana Quaresma', headline: 'Raku at dawn' })
    expect(changed.status, JSON.stringify(changed.body)).to.equal(200)
    await app.settle()
    expect(await app.sql(`select task_identifier, last_error from graphile_worker.jobs where last_error is not null`)).to.deep.equal([])
    expect(await names(ana, { search_text: 'quaresma' })).to.deep.equal(['Ana Quaresma'])
    const gone = await person(app, community, { name: 'Wilhelmina Short' })
    await app.settle()
    expect(await names(ana, { search_text: 'wilhelmina' })).to.deep.equal(['Wilhelmina Short'])
    await app.sql(`update kernel.member set status = 'deactivated' where id = $1`, [gone.id])
    expect(await names(ana, { search_text: 'wilhelmina' })).to.deep.equal([])
    expect(await names(ana)).not.to.include('Wilhelmina Short')
    expect(await refusal(profile(ana, gone.publicUid))).to.include({ status: 404 })
  })

  it('narrows down to a space that the reader sees, to newcomers and to who is online', async () => {
    expect((await names(ana, { space_id: open })).sort()).to.deep.equal(['Ana Quaresma', 'Marit Solheim', 'Priya Raman'])
    expect(await names(ana, { space_id: open, search_text: 'chemist' })).to.deep.equal(['Priya Raman'])
    expect(await refusal(list(ana, { space_id: secret }))).to.include({ status: 404 })
    expect(await names(admin, { space_id: secret })).to.include('Priya Raman')
    await app.sql(`update kernel.member set created_at = now() - interval '90 days' where id = $1`, [priyaId])
    expect(await names(ana, { is_new: true, space_id: open })).not.to.include('Priya Raman')
    const online = await list(ana, { online: true })
    expect([online.records.length, online.online_count]).to.deep.equal([0, 0])
  })

  it('shows a profile by its own address and by number, and never an address for mail', async () => {
    const [byUid, byId] = [await profile(ana, priyaUid), await profile(ana, priyaId)]
    expect(byId).to.deep.equal(byUid)
    expect(byUid).to.deep.include({
      name: 'Priya Raman',
      bio: 'Writes about eutectics.',
    })
    expect(byUid.profile_info).to.deep.include({ website: 'https://glazes.example', location: 'Pune' })
    for (const reply of [byUid, await list(ana), await list(ana, { search_text: 'priya' })]) expect(JSON.stringify(reply)).not.to.include('@')
    for (const id of ['0', '999999', 'nobody', "x' or 1=1", '9'.repeat(30)]) expect(await refusal(profile(ana, id)), id).to.include({ status: 404 })
  })

  it('counts and lists only what the reader sees of somebody', async () => {
    const doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Cone 9.' }] }] }
    await app.run(community, async (ctx) => {
      for (const spaceId of [open, secret]) await (await ctx.actAs(priyaId)).use(posts).create({ spaceId, authorMemberId: priyaId, name: 'On glazes', doc })
    })
    const of = async (who: TestMember) => {
      const { posts_count, spaces_count } = await profile(who, priyaId)
      const { records } = await app.as(who).call(routes.spaces, { params: { id: priyaId } })
      return [posts_count, spaces_count, records.map(({ name }) => name)]
    }
    expect(await of(ana)).to.deep.equal([1, 1, ['Open']])
    expect(await of(admin)).to.deep.equal([2, 2, ['Hidden kiln', 'Open']])
  })

  it('shows visitors nothing unless the community says so (A05, A06)', async () => {
    const found = async () => (await app.as(null).send('GET', '/internal_api/search?text=priya')).body.records?.map(({ kind }: { kind: string }) => kind)
    const addresses = [
      '/internal_api/community_members',
      '/internal_api/community_members?search_text=priya',
      `/internal_api/profiles/${priyaUid}`,
      `/internal_api/members/${priyaId}/spaces`,
    ]
    const statuses = async () => Promise.all(addresses.map(async (address) => (await app.as(null).send('GET', address)).status))
    expect(await statuses()).to.deep.equal([401, 401, 401, 401])
    expect(await found()).not.to.include('member')
    for (const address of ['/members', `/u/${priyaUid}`]) expect(JSON.stringify((await app.as(null).send('GET', address)).body)).not.to.include('Raman')
    expect((await allow(true)).status).to.equal(200)
    expect(await statuses()).to.deep.equal([200, 200, 200, 200])
    expect(await found()).to.include('member')
    const seen = await profile(null, priyaUid)
    expect([seen.posts_count, seen.spaces_count, seen.last_seen_at]).to.deep.equal([1, 1, null])
    expect((await list(null)).online_count).to.equal(null)
    expect(await names(null, { online: true })).to.deep.equal([])
    await app.as(admin).send('PATCH', '/internal_api/community', { is_private: true })
    expect(await statuses()).to.deep.equal([401, 401, 401, 401])
    expect((await app.as(null).send('GET', '/internal_api/search?text=priya')).status).to.equal(401)
    await app.as(admin).send('PATCH', '/internal_api/community', { is_private: false })
    await allow(false)
  })

  it('knows nobody of another community', async () => {
    const other = await app.member('admin', { community: await app.community() })
    expect(await names(other, { search_text: 'priya' })).to.deep.equal([])
    expect(await names(other)).not.to.include('Priya Raman')
    for (const id of [priyaUid, priyaId]) expect(await refusal(profile(other, id))).to.include({ status: 404 })
    expect(await refusal(app.as(other).call(routes.spaces, { params: { id: priyaId } }))).to.include({ status: 404 })
    expect(await refusal(list(other, { space_id: open }))).to.include({ status: 404 })
    const { body } = await app.as(other).send('GET', '/internal_api/search?text=priya')
    expect(body.records).to.deep.equal([])
  })

  it('asks search engines to leave profiles out, unless the community wants them found', async () => {
    const head = async () => (await fetch(`${app.url}/u/${priyaUid}`)).text()
    await allow(true)
    expect(await head())
      .to.include('<meta name="robots" content="noindex">')
      .and.include('Priya Raman')
    await app.as(admin).send('PATCH', '/internal_api/community/settings', { allow_profile_search_indexing: true })
    expect(await head()).not.to.include('noindex')
    await allow(false)
    expect(await head()).not.to.include('Priya Raman')
    await app.as(admin).send('PATCH', '/internal_api/community/settings', { allow_profile_search_indexing: false })
  })
})
