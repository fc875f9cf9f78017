/** What members answer, what they are filtered by, whom they connect with and keep away from. */
import { describe } from 'mocha'
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import chat from '../../chat/contract.ts'
import content from '../../content/contract.ts'
import notifications from '../../notifications/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract, { type FilterGroup } from '../contract.ts'

const { routes } = contract

describe('people', () => {
  let app: TestApp
  let admin: TestMember
  let ana: TestMember
  let ben: TestMember
  let cleo: TestMember
  let space: number
  const make = (label: string, field_type: 'text' | 'number' | 'select' | 'checkbox' | 'date' | 'link' | 'social', more: object = {}) =>
    app.as(admin).call(routes.createField, { body: { profile_field: { label, field_type, ...more } } })
  const answer = (who: TestMember, values: Record<string, string | number | string[] | null>) =>
    app.as(who).call(routes.updateAnswers, { body: { community_member_profile_fields: values } })
  const among = async (who: TestMember, group: FilterGroup, query: object = {}) =>
    (await app.as(who).call(routes.list, { query: { filters: JSON.stringify(group), sort: 'alphabetical', ...query } })).records.map(({ name }) => name)
  const one = (filter: string, operator: string, value?: unknown): FilterGroup => ({ match: 'all', rules: [{ filter, operator, value }] })
  const names = async (who: TestMember, query: object = {}) => (await app.as(who).call(routes.list, { query })).records.map(({ name }) => name)
  const block = (who: TestMember, whom: TestMember, kind: 'block' | 'mute' = 'block') =>
    app.as(who).call(routes.createBoundary, { body: { community_member_id: whom.id, kind } })
  const unblock = (who: TestMember, whom: TestMember) => app.as(who).call(routes.destroyBoundary, { params: { kind: 'block', id: whom.id } })
  const ask = (who: TestMember, whom: TestMember) => app.as(who).call(routes.createConnection, { body: { recipient_id: whom.id } })
  const standing = async (who: TestMember, whom: TestMember) =>
    (await app.as(who).call(routes.profile, { params: { id: String(whom.id) } })).connection?.state ?? null

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/posts', 'plugins/chat', 'plugins/notifications', 'plugins/search', 'plugins/members'])
    admin = await app.member('admin', { name: 'Ada Admin' })
    ana = await app.member('member', { name: 'Ana Lima' })
    ben = await app.member('member', { name: 'Ben Okri' })
    cleo = await app.member('member', { name: 'Cleo Diaz' })
    const group = await app.as(admin).call(spaces.routes.createGroup, { body: { name: 'Studio' } })
    space = (await app.as(admin).call(spaces.routes.create, { body: { name: 'Open', space_group_id: group.id } })).space.id
    await app.run(await app.primaryId(), (ctx) => ctx.use(spaces).addMembers(space, [ana.id, ben.id]))
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('are listed, found by address and made by those who manage them', async () => {
    const managed = (query: object, who = admin) => app.as(who).call(routes.managed, { query })
    expect(await refusal(managed({}, ana))).to.include({ status: 403 })
    const made = await app.as(admin).call(routes.create, { body: { email: 'Dov@example.com', name: 'Dov Katz' } })
    expect(made).to.include({ name: 'Dov Katz', first_name: 'Dov', active: true, posts_count: 0 })
    expect((await app.as(admin).call(routes.create, { body: { email: 'dov@example.com' } })).id).to.equal(made.id)
    expect((await managed({ email: 'DOV@example.com' })).records.map(({ id }) => id)).to.deep.equal([made.id])
    expect((await managed({ email: '%' })).records).to.deep.equal([])
    expect((await managed({ ids: [ana.id, ben.id], per_page: 1 })).records.map(({ id }) => id)).to.deep.equal([ben.id])
    const first = await managed({ per_page: 1 })
    const next = await managed({ per_page: 1, cursor: first.next_cursor! })
    expect([first.records[0]!.id, next.records[0]!.id]).to.deep.equal([made.id, cleo.id])
    await app.run(null, (ctx) => ctx.members.remove(made.id, 'deactivated'))
    expect((await managed({ status: 'inactive' })).records.map(({ id }) => id)).to.deep.equal([made.id])
    expect((await managed({ status: 'all', ids: [made.id] })).records[0]!.active).to.equal(false)
    expect((await managed({ ids: [made.id] })).records).to.deep.equal([])
  })

  describe('profile fields', () => {
    it('take what fits their kind and nothing else', async () => {
      const { key: craft } = await make('Craft', 'checkbox', { choices_attributes: [{ value: 'Wheel' }, { value: 'Glaze' }] })
      const { key: years } = await make('Years', 'number', { number_options_attributes: { format: 'custom', text: 'years', position: 'right' } })
      const { key: first } = await make('First firing', 'date')
      const { key: site } = await make('Shop', 'link')
      const { key: web } = await make('Elsewhere', 'social')
      const shown = await answer(ana, {
        [craft]: ['glaze', 'Wheel'],
        [years]: '12',
        [first]: '2020-02-29',
        [site]: 'shop.example/clay',
        [web]: 'https://instagram.com/ana',
      })
      const words = Object.fromEntries(shown.profile_fields.visible.map((field) => [field.key, field.community_member_profile_field?.display_value]))
      expect(words).to.deep.include({ [craft]: ['Wheel', 'Glaze'], [years]: '12 years', [first]: '2020-02-29', [site]: 'https://shop.example/clay' })
      const seen = await app.as(ben).call(routes.profile, { params: { id: String(ana.id) } })
      expect(seen.profile_info.instagram_url).to.equal('https://instagram.com/ana')
      const bad = { [craft]: 'Nothing', [years]: 'many', [first]: '2021-02-29', [site]: 'javascript:alert(1)', [web]: 'not an address', nothing: 'x' }
      for (const [key, value] of Object.entries(bad)) {
        const refused = await refusal(answer(ana, { [key]: value }))
        expect(refused, key).to.include({ status: 422 })
        expect(refused.details, key).to.have.property(`community_member_profile_fields.${key}`)
      }
      await answer(ana, { [craft]: ['Wheel'], [years]: null })
      const after = await app.as(ben).call(routes.profile, { params: { id: String(ana.id) } })
      expect(after.profile_fields.map((field) => field.key)).not.to.include(years)
      expect(after.profile_fields.find((field) => field.key === craft)?.community_member_profile_field?.display_value).to.deep.equal(['Wheel'])
    })

    it('are made, put in order, archived and deleted by those who may manage people', async () => {
      const one = await make('Pronouns', 'text')
      expect(await refusal(app.as(ana).call(routes.createField, { body: { profile_field: { label: 'X', field_type: 'text' } } }))).to.include({ status: 403 })
      expect(await refusal(make('Empty', 'select'))).to.include({ status: 422 })
      expect(await refusal(make('Pronouns again', 'text', { key: one.key }))).to.include({ status: 409 })
      expect((await make('Pronouns', 'text')).key).to.equal(`${one.key}_2`)
      await app.as(admin).call(routes.reorderFields, { body: { profile_field_ids: [one.id] } })
      expect((await app.as(admin).call(routes.fields)).records[0]?.id).to.equal(one.id)
      await answer(ana, { [one.key]: 'she' })
      expect(await refusal(app.as(admin).call(routes.destroyField, { params: { id: one.id } }))).to.include({ status: 422, code: 'not_archived' })
      await app.as(admin).call(routes.archiveField, { params: { id: one.id } })
      expect(await refusal(answer(ana, { [one.key]: 'they' }))).to.include({ status: 422 })
      await app.as(admin).call(routes.destroyField, { params: { id: one.id } })
      expect(await app.sql('select 1 from members.profile_field_value where field_id = $1', [one.id])).to.deep.equal([])
    })

    it('keep their choices when these change names with each other, and lose the answers of one that goes', async () => {
      const field = await make('Kiln', 'select', { choices_attributes: [{ value: 'Gas' }, { value: 'Wood' }] })
      await answer(ben, { [field.key]: 'Gas' })
      const [gas, wood] = field.choices
      const swapped = await app.as(admin).call(routes.updateField, {
        params: { id: field.id },
        body: { profile_field: { choices_attributes: [{ id: gas!.id, value: 'Wood' }, { id: wood!.id, value: 'Gas' }, { value: 'Electric' }] } },
      })
      expect(swapped.choices.map(({ value }) => value)).to.deep.equal(['Wood', 'Gas', 'Electric'])
      expect((await app.as(admin).call(routes.show, { params: { id: ben.id } })).flattened_profile_fields[field.key]).to.equal('Wood')
      await app
        .as(admin)
        .call(routes.updateField, { params: { id: field.id }, body: { profile_field: { choices_attributes: [{ id: gas!.id, value: 'x', _destroy: true }] } } })
      expect((await app.as(admin).call(routes.show, { params: { id: ben.id } })).flattened_profile_fields[field.key]).to.equal('')
    })

    it('for admins are seen and answered by them alone; required ones are not emptied by their owner', async () => {
      const secret = await make('Note', 'text', { admin_only: true })
      const needed = await make('City', 'text', { required: true })
      expect(await refusal(answer(ana, { [secret.key]: 'me' }))).to.include({ status: 422 })
      await app
        .as(admin)
        .call(routes.update, { params: { id: ana.id }, body: { community_member_profile_fields: { [secret.key]: 'VIP', [needed.key]: 'Faro' } } })
      for (const reply of [await app.as(ana).call(routes.profile, { params: { id: String(ana.id) } }), await app.as(ana).call(routes.answers)])
        expect(JSON.stringify(reply)).not.to.include('VIP')
      expect(JSON.stringify(await app.as(admin).call(routes.profile, { params: { id: String(ana.id) } }))).to.include('VIP')
      expect(await refusal(answer(ana, { [needed.key]: '' }))).to.include({ status: 422 })
    })
  })

  it('asks newcomers what stands on the sign-up, once; what is required they have to answer', async () => {
    const onSignup = { pages_attributes: [{ name: 'signup', visible: true }] }
    const { key, id } = await make('Kiln type', 'text', { ...onSignup, required: true })
    const { id: other } = await make('Glazes', 'text', onSignup)
    const asked = async (who: TestMember) => (await app.as(who).call(routes.signUpQuestions)).records.map(({ label }) => label)
    const send = (who: TestMember, values: Record<string, string>) =>
      app.as(who).call(routes.answerSignUp, { body: { community_member_profile_fields: values } })
    const nora = await app.member('member', { name: 'Nora New' })
    expect(await asked(nora)).to.deep.equal(['Kiln type', 'Glazes'])
    expect(await refusal(send(nora, {}))).to.include({ status: 422 })
    await send(nora, { [key]: 'Wood' })
    expect(await asked(nora)).to.deep.equal([])
    expect(await asked(admin), 'whoever runs it').to.deep.equal([])
    await app.clock.advance(15 * 86_400_000)
    expect(await asked(ben), 'who has long been here').to.deep.equal([])
    await app.clock.advance(-15 * 86_400_000)
    for (const field of [id, other]) await app.as(admin).call(routes.archiveField, { params: { id: field } })
    await app.run(null, (ctx) => ctx.members.remove(nora.id, 'deactivated'))
  })

  it('an admin changes a profile, and the directory and its search follow', async () => {
    expect(await refusal(app.as(ana).call(routes.update, { params: { id: ben.id }, body: { name: 'X' } }))).to.include({ status: 403 })
    const changed = await app.as(admin).call(routes.update, { params: { id: ben.id }, body: { name: 'Benjamin Okri', headline: 'Raku', location: 'Lagos' } })
    expect(changed).to.include({ name: 'Benjamin Okri', location: 'Lagos', first_name: 'Benjamin', last_name: 'Okri' })
    await app.settle()
    expect(await names(ana, { search_text: 'benjamin' })).to.deep.equal(['Benjamin Okri'])
    await app.as(admin).call(routes.update, { params: { id: ben.id }, body: { name: 'Ben Okri', headline: null } })
    expect((await app.as(admin).call(routes.show, { params: { id: ben.id } })).headline).to.equal(null)
    const other = await app.member('admin', { community: await app.community() })
    for (const call of [
      app.as(other).call(routes.show, { params: { id: ben.id } }),
      app.as(other).call(routes.update, { params: { id: ben.id }, body: { name: 'Stolen' } }),
    ])
      expect(await refusal(call)).to.include({ status: 404 })
  })

  it('shows addresses to those who may manage people, and to others where both member and community say so', async () => {
    const address = (await app.as(admin).call(routes.show, { params: { id: ana.id } })).email!
    expect(address).to.include('@')
    const seen = async (who: TestMember) => (await app.as(who).call(routes.profile, { params: { id: String(ana.id) } })).email
    expect([await seen(admin), await seen(ben)]).to.deep.equal([address, null])
    expect(await names(admin, { search_text: address })).to.deep.equal(['Ana Lima'])
    expect(await names(admin, { search_text: address.split('@')[0], query_type: 'email' })).to.deep.equal(['Ana Lima'])
    expect(await names(ben, { search_text: address })).to.deep.equal([])
    expect(await refusal(app.as(ben).call(routes.list, { query: { search_text: address, query_type: 'email' } }))).to.include({ status: 403 })
    await app.as(ana).call(routes.updatePreference, { body: { make_my_email_public: true } })
    expect(await seen(ben)).to.equal(null)
    await app.as(admin).send('PATCH', '/internal_api/community/settings', { hide_emails_on_member_profiles: false })
    expect(await seen(ben)).to.equal(address)
    await app.as(admin).send('PATCH', '/internal_api/community/settings', { hide_emails_on_member_profiles: true })
    await app.as(ana).call(routes.updatePreference, { body: { make_my_email_public: false, visible_in_member_directory: false } })
    expect(await names(ben)).not.to.include('Ana Lima')
    expect(await names(admin)).to.include('Ana Lima')
    await app.as(ana).call(routes.updatePreference, { body: { visible_in_member_directory: true } })
  })

  describe('filters', () => {
    it('narrow down by groups of rules', async () => {
      const kiln = await make('Has a kiln', 'select', {
        choices_attributes: [{ value: 'Yes' }, { value: 'No' }],
        pages_attributes: [{ name: 'community_view', visible: true }],
      })
      const age = await make('Age', 'number', { pages_attributes: [{ name: 'community_view', visible: true }] })
      await answer(ana, { [kiln.key]: 'Yes', [age.key]: 40 })
      await answer(cleo, { [kiln.key]: 'No', [age.key]: 30 })
      const [yes] = kiln.choices
      const has = one(`field:${kiln.id}`, 'any_of', [String(yes!.id)])
      expect(await among(ben, has)).to.deep.equal(['Ana Lima'])
      expect(await among(ben, one(`field:${age.id}`, 'gt', 35))).to.deep.equal(['Ana Lima'])
      expect(await among(ben, one(`field:${age.id}`, 'is_empty'))).to.deep.equal(['Ada Admin', 'Ben Okri', 'Owner 1'])
      expect(await among(ben, one('space', 'any_of', [space])))
        .to.include.members(['Ana Lima', 'Ben Okri'])
        .and.not.include('Cleo Diaz')
      expect(await among(ben, { match: 'any', rules: [has, { filter: 'role', operator: 'any_of', value: ['admin'] }] })).to.deep.equal([
        'Ada Admin',
        'Ana Lima',
        'Owner 1',
      ])
      expect(await among(ben, { match: 'all', rules: [has, { filter: 'location', operator: 'is_not_empty' }] })).to.deep.equal([])
      expect(await among(ben, one('joined_at', 'within_days', 7))).to.have.length(5)
      expect(await among(admin, one('name', 'starts_with', 'CLEO'))).to.deep.equal(['Cleo Diaz'])
      expect(await among(ben, one('headline', 'contains', `'; drop table x; --`))).to.deep.equal([])
      const page = await app
        .as(ben)
        .call(routes.list, { query: { filters: JSON.stringify(one('joined_at', 'within_days', 7)), per_page: 3, sort: 'alphabetical' } })
      expect(await among(ben, one('joined_at', 'within_days', 7), { per_page: 3, cursor: page.next_cursor })).to.have.length(2)
    })

    it('refuse what is too deep or too long, asks wrongly, or is not for this reader', async () => {
      const deep = (levels: number): FilterGroup => (levels === 1 ? one('headline', 'is', 'x') : { match: 'all', rules: [deep(levels - 1)] })
      expect(await among(ben, deep(5))).to.deep.equal([])
      const many = (count: number): FilterGroup => ({
        match: 'any',
        rules: Array.from({ length: count }, () => ({ filter: 'headline', operator: 'is', value: 'x' })),
      })
      const bad: FilterGroup[] = [
        deep(6),
        deep(50),
        { match: 'all', rules: [many(30), many(30)] },
        one('nothing', 'is', 'x'),
        one('field:99999', 'is', 'x'),
        one('headline', 'gt', 'x'),
        one('joined_at', 'after', 'yesterday'),
        one('joined_at', 'before', '2026-02-30'),
        one('joined_at', 'before', '2026-01-01 (x)'),
        one('space', 'any_of', ['99999']),
        one('email', 'contains', '@'),
        one('name', 'contains', 'a'),
        one('role', 'any_of', ['secret-role']),
      ]
      for (const group of bad) expect((await refusal(among(ben, group))).status, JSON.stringify(group).slice(0, 80)).to.equal(422)
      expect(await among(admin, one('email', 'contains', '@'))).to.have.length(5)
      expect((await app.as(ben).send('GET', '/internal_api/community_members?filters=nonsense')).status).to.equal(422)
      expect(await refusal(app.as(ben).call(routes.filterKit, { query: { context: 'audience' } }))).to.include({ status: 403 })
      const offered = (await app.as(ben).call(routes.filterKit)).records.map(({ key }) => key)
      expect(offered).to.include.members(['online', 'location', 'space', 'space_group']).and.not.include('email')
    })

    it('make one condition for other plugins, and say whether contacts can meet it', async () => {
      await app.run(await app.primaryId(), async (ctx) => {
        const own = await ctx.actAs(admin.id)
        const service = own.use(contract)
        expect((await service.condition(one('email', 'contains', 'x'))).contact).not.to.equal(null)
        expect((await service.condition(one('space', 'any_of', [String(space)]))).contact).to.equal(null)
        expect(
          (await service.condition({ match: 'any', rules: [...one('space', 'any_of', [String(space)]).rules, ...one('name', 'is', 'x').rules] })).contact,
        ).not.to.equal(null)
      })
    })
  })

  describe('connections', () => {
    it('are asked for, accepted and ended', async () => {
      const { id } = await ask(ana, ben)
      expect((await ask(ana, ben)).id).to.equal(id)
      expect([await standing(ana, ben), await standing(ben, ana)]).to.deep.equal(['outgoing', 'incoming'])
      expect(await refusal(app.as(ana).call(routes.acceptConnection, { params: { id } }))).to.include({ status: 404 })
      expect(await refusal(app.as(cleo).call(routes.acceptConnection, { params: { id } }))).to.include({ status: 404 })
      await app.as(ben).call(routes.acceptConnection, { params: { id } })
      await app.as(ben).call(routes.acceptConnection, { params: { id } })
      expect([await standing(ana, ben), await standing(ben, ana)]).to.deep.equal(['accepted', 'accepted'])
      const list = await app.as(cleo).call(routes.connections, { query: { member_id: ana.id } })
      expect(list.records.map(({ member }) => member.name)).to.deep.equal(['Ben Okri'])
      expect((await app.sql(`select 1 from kernel.event where name = 'connection.accepted'`)).length).to.equal(1)
      await app.as(ben).call(routes.withdrawConnection, { params: { id } })
      expect(await standing(ana, ben)).to.equal(null)
      for (const whom of [ana.id, 999_999])
        expect(await refusal(app.as(ana).call(routes.createConnection, { body: { recipient_id: whom } }))).to.include({ status: 404 })
    })

    it('that cross are accepted at once', async () => {
      await ask(ana, cleo)
      expect((await ask(cleo, ana)).state).to.equal('accepted')
      await app.as(ana).call(routes.withdrawConnection, { params: { id: (await ask(ana, cleo)).id } })
    })

    it('that are ignored look to their asker as if they waited, also when asked anew', async () => {
      const { id } = await ask(ana, ben)
      await app.as(ben).call(routes.ignoreConnection, { params: { id } })
      expect([await standing(ana, ben), await standing(ben, ana)]).to.deep.equal(['outgoing', null])
      await app.as(ana).call(routes.withdrawConnection, { params: { id } })
      expect(await standing(ana, ben)).to.equal(null)
      const told = async () => (await app.sql(`select 1 from kernel.event where name = 'connection.requested'`)).length
      const before = await told()
      await ask(ana, ben)
      expect([await standing(ana, ben), await standing(ben, ana), (await told()) - before]).to.deep.equal(['outgoing', null, 0])
      expect((await ask(ben, ana)).state).to.equal('accepted')
      await app.as(ana).call(routes.withdrawConnection, { params: { id } })
    })

    it('are needed for a first message where the community says so', async () => {
      const write = (who: TestMember, whom: TestMember) =>
        app.as(who).call(chat.routes.create, { body: { chat_room: { kind: 'direct', community_member_ids: [whom.id] } } })
      const settings = (require: boolean) =>
        app.as(admin).call(routes.updateConnectSettings, { body: { messaging: { require_connection_before_messaging: require }, connect: { enabled: true } } })
      expect((await settings(true)).messaging?.require_connection_before_messaging).to.equal(true)
      expect(await refusal(write(ana, cleo))).to.include({ status: 403, code: 'not_connected' })
      const rows = (await app.as(ana).call(routes.list, { query: {} })).records
      expect(rows.find(({ id }) => id === cleo.id)?.can_receive_dm_from_current_member).to.equal(false)
      await app.as(cleo).call(routes.acceptConnection, { params: { id: (await ask(ana, cleo)).id } })
      expect((await write(ana, cleo)).chat_room.uuid).to.be.a('string')
      await settings(false)
      expect(await refusal(app.as(ana).call(routes.connectSettings))).to.include({ status: 403 })
      await app.as(admin).call(routes.updateConnectSettings, { body: { connect: { enabled: false } } })
      expect(await refusal(ask(ben, cleo))).to.include({ status: 403, code: 'connections_disabled' })
      await app.as(admin).call(routes.updateConnectSettings, { body: { connect: { enabled: true } } })
    })
  })

  describe('people to meet', () => {
    const met = async (who: TestMember) => (await app.as(who).call(routes.recommendations)).records
    it('are whom one’s connections know, first; never oneself, whom one knows, or who is kept away', async () => {
      const [gil, hal, ivy] = await Promise.all(['Gil', 'Hal', 'Ivy'].map((name) => app.member('member', { name })))
      await app.run(null, async (ctx) => {
        await ctx.use(contract).connect(gil!.id, hal!.id)
        await ctx.use(contract).connect(hal!.id, ivy!.id)
      })
      const [first, ...others] = await met(gil!)
      expect(first).to.include({ id: ivy!.id, mutual_count: 1 })
      expect(others.map(({ id }) => id)).not.to.include.members([gil!.id, hal!.id])
      await block(ivy!, gil!)
      expect((await met(gil!)).map(({ id }) => id)).not.to.include(ivy!.id)
      const set = (connect: object) => app.as(admin).call(routes.updateConnectSettings, { body: { connect } })
      await set({ exclude_admins_from_recommendations: true, exclude_moderators_from_recommendations: true })
      expect((await met(gil!)).filter(({ roles }) => roles.admin || roles.moderator)).to.deep.equal([])
      await set({ recommendations: false })
      expect(await met(gil!)).to.deep.equal([])
      await set({ recommendations: true, exclude_admins_from_recommendations: false, exclude_moderators_from_recommendations: false })
    })
  })

  describe('whoever is blocked', () => {
    it('cannot find, write to or mention the other, whichever of them blocked; undone, all is as before', async () => {
      const direct = await app.as(ben).call(chat.routes.create, { body: { chat_room: { kind: 'direct', community_member_ids: [ana.id] } } })
      await app.as(ben).call(routes.acceptConnection, { params: { id: (await ask(ana, ben)).id } })
      const events = (await app.sql('select 1 from kernel.event')).length
      await block(ana, ben)
      await block(ana, ben)
      const told = await app.sql(`select name, payload from kernel.event order by id offset ${events}`)
      expect(told.every(({ payload }) => payload.memberId === ana.id)).to.equal(true)
      for (const [who, whom] of [
        [ben, ana],
        [ana, ben],
      ] as const) {
        expect(await names(who)).not.to.include(whom.name)
        expect(await names(who, { search_text: whom.name.slice(0, 3) })).not.to.include(whom.name)
        expect(await among(who, one('joined_at', 'within_days', 7))).not.to.include(whom.name)
        expect(await refusal(app.as(who).call(routes.profile, { params: { id: String(whom.id) } }))).to.include({ status: 404 })
        expect((await app.as(who).call(content.routes.mentions, { query: { text: whom.name.slice(0, 3) } })).map(({ id }) => id)).not.to.include(whom.id)
        expect(JSON.stringify((await app.as(who).send('GET', `/internal_api/search?text=${whom.name.split(' ')[0]}`)).body)).not.to.include(whom.name)
        expect(await refusal(ask(who, whom))).to.include({ status: 404 })
        const message = app.as(who).send('POST', `/internal_api/chat_rooms/${direct.chat_room.uuid}/messages`, { body: 'Hello' })
        expect((await message).status).to.equal(403)
      }
      expect((await app.as(ana).call(routes.connections)).records.map(({ member }) => member.name)).not.to.include('Ben Okri')
      expect(await names(cleo)).to.include.members(['Ana Lima', 'Ben Okri'])
      expect(await names(admin)).to.include.members(['Ana Lima', 'Ben Okri'])
      expect((await app.as(ana).call(routes.boundaries)).records.map(({ member }) => member.name)).to.deep.equal(['Ben Okri'])
      expect((await app.as(ben).call(routes.boundaries)).records).to.deep.equal([])
      expect(await refusal(unblock(ben, ana))).to.include({ status: 404 })
      expect(await names(ben)).not.to.include('Ana Lima')
      // who is here is no business of theirs
      await Promise.all([app.hear(ana), app.hear(ben)])
      const seenBy = (who: TestMember, whom: TestMember) =>
        app.run(null, async (ctx) => {
          const acting = await ctx.actAs(who.id)
          return [(await acting.presenceOf([whom.id])).get(whom.id), (await acting.onlineMembers(10)).memberIds.includes(whom.id)]
        })
      for (const [who, whom] of [
        [ben, ana],
        [ana, ben],
      ] as const)
        expect(await seenBy(who, whom)).to.deep.equal(['offline', false])
      expect(await seenBy(cleo, ana)).to.deep.equal(['online', true])
      await unblock(ana, ben)
      expect(await seenBy(ben, ana)).to.deep.equal(['online', true])
      expect(await names(ben)).to.include('Ana Lima')
    })

    it('cannot comment on the other’s posts, nor answer their comments, and a mention of them reaches nobody', async () => {
      const posted = await app.as(ana).send('POST', `/internal_api/spaces/${space}/posts`, { post: { name: 'Cone 9', body: 'Reached.' } })
      const id: number = posted.body.id ?? posted.body.post?.id
      expect(id, JSON.stringify(posted.body).slice(0, 200)).to.be.a('number')
      const say = (who: TestMember, body: object) => app.as(who).send('POST', `/internal_api/posts/${id}/comments`, { comment: body })
      const hers = await say(ana, { body: 'More soon.' })
      const his = await say(ben, { body: 'Good.' })
      expect([hers.status, his.status]).to.deep.equal([201, 201])
      await block(ana, ben)
      expect((await say(ben, { body: 'Again.' })).status, 'absent').to.equal(404)
      expect((await say(ana, { body: 'Answer', parent_comment_id: his.body.id })).status).to.equal(403)
      const doc = (memberId: number) => ({
        body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'mention', attrs: { id: memberId, kind: 'member', label: 'x' } }] }] },
      })
      await say(ana, { tiptap_body: doc(ben.id) })
      await app.settle()
      expect(await app.sql('select 1 from content.mention where member_id = $1', [ben.id])).to.deep.equal([])
      const told = async (who: TestMember, path: string) => JSON.stringify((await app.as(who).send('GET', path)).body)
      for (const path of [`/internal_api/spaces/${space}/posts`, '/internal_api/home_feed']) {
        expect(await told(ben, path), path).not.to.include('Cone 9')
        for (const who of [cleo, admin]) expect(await told(who, path), path).to.include('Cone 9')
      }
      expect(await told(ben, `/internal_api/posts/${id}/comments`)).not.to.include('More soon.')
      expect(await told(ana, `/internal_api/posts/${id}/comments`)).not.to.include('Good.')
      expect(await told(cleo, `/internal_api/posts/${id}/comments`))
        .to.include('More soon.')
        .and.include('Good.')
      expect(await told(ben, `/internal_api/spaces/${space}/space_members`)).not.to.include('Ana Lima')
      expect(await told(cleo, `/internal_api/spaces/${space}/space_members`)).to.include('Ana Lima')
      await unblock(ana, ben)
      await app.as(cleo).call(routes.createBoundary, { body: { community_member_id: ana.id, kind: 'mute' } })
      const folded = async (who: TestMember) =>
        [
          ...(await app.as(who).send('GET', `/internal_api/spaces/${space}/posts`)).body.records,
          ...(await app.as(who).send('GET', `/internal_api/posts/${id}/comments`)).body.records,
        ].flatMap((one: { author: { name: string } | null; author_muted: boolean }) => (one.author_muted ? one.author!.name : []))
      expect([...new Set(await folded(cleo))]).to.deep.equal(['Ana Lima'])
      expect((await folded(cleo)).length).to.be.greaterThan(1)
      expect(await folded(ben)).to.deep.equal([])
      await app.as(cleo).call(routes.destroyBoundary, { params: { kind: 'mute', id: ana.id } })
      expect(await folded(cleo)).to.deep.equal([])
      expect((await say(ben, { body: 'Back.' })).status).to.equal(201)
      await block(ben, ana, 'mute')
      await say(ana, { tiptap_body: doc(ben.id) })
      await app.settle()
      expect(await app.sql(`select 1 from kernel.event where name = 'content.mentioned' and (payload ->> 'memberId')::bigint = $1`, [ben.id])).to.deep.equal([])
    })

    it('has posts and comments that the other finds nowhere: not in search, not at their own address, not among what was kept', async () => {
      const search = async (who: TestMember) => JSON.stringify((await app.as(who).send('GET', '/internal_api/search?text=sgraffito')).body.records)
      const post = await app.as(ana).send('POST', `/internal_api/spaces/${space}/posts`, { post: { name: 'Sgraffito by Ana', body: 'Cut.' } })
      const { id, slug } = post.body
      const under = await app.as(admin).send('POST', `/internal_api/spaces/${space}/posts`, { post: { name: 'A question', body: 'How?' } })
      const said = await app.as(ana).send('POST', `/internal_api/posts/${under.body.id}/comments`, { comment: { body: 'Sgraffito, I would say.' } })
      for (const [record_id, bookmark_type] of [
        [id, 'post'],
        [said.body.id, 'comment'],
      ])
        await app.as(ben).send('POST', '/internal_api/bookmarks', { record_id, bookmark_type })
      await app.settle()
      const kept = async () => JSON.stringify((await app.as(ben).send('GET', '/internal_api/bookmarks')).body)
      const at = async (who: TestMember) => (await app.as(who).send('GET', `/internal_api/spaces/${space}/posts/${slug}`)).status
      expect(await search(ben))
        .to.include('Sgraffito by Ana')
        .and.include(', I would')
      expect(await kept()).to.include('Sgraffito by Ana')
      await block(ana, ben)
      expect([await at(ben), await at(cleo), await at(admin), await at(ana)]).to.deep.equal([404, 200, 200, 200])
      expect(await search(ben)).not.to.match(/by Ana|I would/)
      expect(await search(cleo))
        .to.include('Sgraffito by Ana')
        .and.include(', I would')
      expect(await kept()).not.to.match(/Sgraffito/i)
      const page = await app.as(ben).send('GET', `/c/open/${slug}`)
      expect(JSON.stringify(page.body)).not.to.include('Sgraffito')
      for (const [user_likeable_type, user_likeable_id] of [
        ['Post', id],
        ['Comment', said.body.id],
      ])
        expect((await app.as(ben).send('POST', '/internal_api/user_likes', { user_likeable_type, user_likeable_id })).status).to.equal(404)
      await unblock(ana, ben)
      expect(await at(ben)).to.equal(200)
      expect(await search(ben)).to.include('Sgraffito by Ana')
    })

    it('is never an admin or a moderator', async () => {
      expect(await refusal(block(ana, admin))).to.include({ status: 422, code: 'cannot_block_staff' })
      await block(ana, admin, 'mute')
      expect(await refusal(app.as(ana).call(routes.createBoundary, { body: { community_member_id: ana.id, kind: 'mute' } }))).to.include({ status: 404 })
    })
  })

  it('does not hear from anybody who has switched messages off, but for those who see to the community', async () => {
    await app.as(cleo).call(routes.updatePreference, { body: { messaging_enabled: false } })
    const write = (who: TestMember) => app.as(who).call(chat.routes.create, { body: { chat_room: { kind: 'direct', community_member_ids: [cleo.id] } } })
    expect(await refusal(write(ben))).to.include({ status: 403 })
    expect((await write(admin)).chat_room.uuid).to.be.a('string')
    await app.as(cleo).call(routes.updatePreference, { body: { messaging_enabled: true } })
  })

  it('takes everything along that was a member’s own when the account is deleted', async () => {
    const dora = await app.member('member', { name: 'Dora' })
    await ask(dora, cleo)
    await block(dora, ben)
    await app.as(dora).call(routes.updatePreference, { body: { messaging_enabled: false } })
    const gone = await app.as(dora).send('DELETE', '/internal_api/account', {})
    expect(gone.status, JSON.stringify(gone.body)).to.equal(200)
    await app.settle()
    for (const [table, where] of [
      ['boundary', 'member_id'],
      ['connection', 'requester_id'],
      ['preference', 'member_id'],
    ])
      expect(await app.sql(`select 1 from members.${table} where ${where} = $1`, [dora.id]), table).to.deep.equal([])
  })

  describe('whoever is asked to connect', () => {
    it('is told, and who asked of the answer, and nothing of what was ignored, taken back or parted', async () => {
      const community = await app.community()
      const [asker, asked, third] = [
        await app.member('member', { name: 'Asker', community }),
        await app.member('member', { community }),
        await app.member('member', { name: 'Third', community }),
      ]
      const { public_uid } = await app.as(asked).call(routes.profile, { params: { id: String(asker.id) } })
      const told = async (who: TestMember) => {
        await app.settle()
        return (await app.as(who).call(notifications.routes.list)).records.map(({ action, actor_name, action_web_url }) => ({
          action,
          actor_name,
          action_web_url,
        }))
      }
      const counted = async (who: TestMember) => (await app.as(who).call(notifications.routes.newCount)).new_notifications_count
      const request = (who: TestMember) => app.as(who).call(routes.createConnection, { body: { recipient_id: asked.id } })
      const { id } = await request(asker)
      await request(asker)
      expect(await told(asked)).to.deep.equal([{ action: 'connection_request', actor_name: 'Asker', action_web_url: `/u/${public_uid}` }])
      expect(await told(asker)).to.deep.equal([])
      const shown = async () =>
        (await app.as(asked).call(notifications.routes.list)).records.map(({ offers, outcome }) => [...offers.map(({ key }) => key), outcome])
      expect(await shown()).to.deep.equal([['accept', 'decline', null]])
      const [notice] = (await app.as(asked).call(notifications.routes.list)).records
      const accepting = { params: { id: notice!.id, key: 'accept' }, body: {} }
      expect(await app.as(asked).call(notifications.routes.take, accepting)).to.include({ outcome: 'You’re connected' })
      expect((await told(asker)).map(({ action }) => action)).to.deep.equal(['connection_accepted'])
      expect([await shown(), await counted(asked)], 'answered').to.deep.equal([[['You’re connected']], 0])
      expect((await app.as(asked).send('POST', `/internal_api/notifications/${notice!.id}/offers/accept`, {})).status, 'offered no more').to.equal(404)
      await app.as(asker).call(routes.withdrawConnection, { params: { id } })
      expect([await told(asker), await counted(asker), await told(asked)], 'ended').to.deep.equal([[], 0, []])
      const other = await request(third)
      expect(await told(asked)).to.have.length(1)
      await app.as(asked).call(routes.ignoreConnection, { params: { id: other.id } })
      expect([await shown(), await told(third)], 'who asked is not told').to.deep.equal([[['Request declined']], []])
      const again = await request(asker)
      expect(await told(asked)).to.have.length(2)
      await block(asked, asker)
      expect([(await told(asked)).map(({ actor_name }) => actor_name), again.state], 'blocked').to.deep.equal([['Third'], 'outgoing'])
    })
  })
})
