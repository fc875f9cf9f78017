/** What the audience promises, after the suite that every plugin passes. */
import { AGENT_ROLE } from '@atrium/sdk'
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import communities from '@atrium/sdk/kernel/communities'
import { expect } from 'chai'
import membersContract from '../../members/contract.ts'
import posts from '../../posts/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract, { type AudienceService, type ContactRow, type Rules } from '../contract.ts'
import { fill, peopleOf } from '../server/service/people.ts'

const { routes } = contract
const PLUGINS = ['spaces', 'content', 'members', 'chat', 'audience'].map((id) => `plugins/${id}`)

describePlugin('plugins/audience')

describe('audience', () => {
  let app: TestApp
  let admin: TestMember
  let asAdmin: ReturnType<TestApp['as']>
  const custom = (...rules: object[]): Rules => ({ rule_type: 'custom_filters', match: 'all', rules: rules as Rules['rules'] })
  const names = async (query: object = {}) =>
    (await asAdmin.call(routes.list, { query: { sort: 'alphabetical', per_page: 100, ...query } as never })).records.map(({ name }) => name)
  const personOf = async (member: TestMember) =>
    (await asAdmin.call(routes.list, { query: { search_text: member.name } })).records.find((one) => one.member_id === member.id)!
  const service = <T>(work: (audience: AudienceService) => Promise<T>): Promise<T> => app.run(null, (ctx) => work(ctx.use(contract)))

  before(async () => {
    app = await testApp(PLUGINS)
    admin = await app.member('admin')
    asAdmin = app.as(admin)
    await app.settle()
  })
  after(() => app?.close())

  it('is for those who may manage people alone', async () => {
    const member = app.as(await app.member())
    const moderator = app.as(await app.member('moderator'))
    for (const route of [routes.list, routes.tags, routes.segments, routes.activityLogs, routes.scores])
      for (const caller of [member, moderator]) expect(await refusal(caller.call(route as typeof routes.list))).to.include({ status: 403 })
    expect(await refusal(app.as(null).call(routes.list))).to.include({ status: 401 })
  })

  it('has one row for each member, with the address, and keeps it in step', async () => {
    const ana = await app.member('member', { name: 'Ana Alves' })
    await app.settle()
    const person = await personOf(ana)
    expect(person).to.include({ type: 'CommunityMember', status: 'active', member_id: ana.id })
    expect(person.email).to.match(/@/)
    await app.sql(`update kernel.member set name = 'Ana Braga' where id = $1`, [ana.id])
    await app.run(null, async (ctx) => {
      const { syncMembers } = await import('../server/service/people.ts')
      await syncMembers(ctx, [ana.id])
      await syncMembers(ctx, [ana.id])
    })
    expect(await names({ search_text: 'Ana' })).to.deep.equal(['Ana Braga'])
  })

  it('tells who bears which tag, gives one to a member and takes it away', async () => {
    const tag = await asAdmin.call(routes.createTag, { body: { name: 'Throwers' } })
    const { id } = await app.member('member', { name: 'Tia Thrower' })
    const given = { community_member_id: id, member_tag_id: tag.id }
    for (let n = 0; n < 2; n++) await asAdmin.call(routes.tagMember, { body: given })
    const { records } = await asAdmin.call(routes.tagged, { query: { member_tag_ids: [tag.id] } })
    expect(records).to.have.length(1)
    expect(records[0]).to.include({ ...given, member_tag_name: 'Throwers', name: 'Tia Thrower', contact_type: 'CommunityMember' })
    expect((await asAdmin.call(routes.taggedMember, { params: { id: records[0]!.id } })).contact_id).to.equal(records[0]!.contact_id)
    await asAdmin.call(routes.untagMember, { query: given })
    expect(await refusal(asAdmin.call(routes.taggedMember, { params: { id: records[0]!.id } }))).to.include({ status: 404 })
    expect(await refusal(asAdmin.call(routes.tagMember, { body: { ...given, community_member_id: 987_654 } }))).to.include({ status: 404 })
    expect(await refusal(asAdmin.call(routes.tagMember, { body: { ...given, member_tag_id: 987_654 } }))).to.include({ status: 404 })
  })

  it('has no row for AI agents', async () => {
    const agent = await app.run(null, (ctx) => ctx.members.add({ name: 'Kiln helper', email: 'kiln@agents.invalid', roles: [AGENT_ROLE] }))
    await app.settle()
    await app.run(null, (ctx) => fill(ctx, 0))
    expect(await names({ search_text: 'Kiln helper' })).to.deep.equal([])
    expect((await app.run(null, (ctx) => peopleOf(ctx, [agent.id]))).size).to.equal(0)
  })

  it('takes contacts by address once, whatever its letters, and makes who signs up with it that person', async () => {
    const rows: ContactRow[] = [
      { email: 'Nora@Kiln.example', name: 'Nora', source: 'import', sourceId: 7, fields: { city: 'Porto' } },
      { email: 'nora@kiln.example', source: 'import', sourceId: 7, fields: { glaze: 'ash' } },
    ]
    const first = await service((audience) => audience.upsertContacts(rows))
    const again = await service((audience) => audience.upsertContacts(rows))
    expect(first.map(({ created }) => created)).to.deep.equal([true, false])
    expect(again.map(({ created }) => created)).to.deep.equal([false, false])
    expect(new Set([...first, ...again].map(({ personId }) => personId)).size).to.equal(1)
    const tagId = await service((audience) => audience.ensureTag('Newsletter'))
    await service((audience) => audience.upsertContacts([{ email: 'nora@kiln.example', source: 'import', tagIds: [tagId] }]))
    await app.run(null, (ctx) => ctx.members.add({ email: 'NORA@kiln.example', name: 'Nora Lind' }))
    await app.settle()
    const { records } = await asAdmin.call(routes.list, { query: { search_text: 'nora' } })
    expect(records.map(({ id, name, type, member_tags }) => [id, name, type, member_tags.map((tag) => tag.name)])).to.deep.equal([
      [first[0]!.personId, 'Nora Lind', 'CommunityMember', ['Newsletter']],
    ])
    expect(await refusal(service((audience) => audience.upsertContacts([{ email: 'no address', source: 'import' }])))).to.include({ status: 422 })
  })

  it('pages by key in every order and forgets nobody', async () => {
    await service((audience) =>
      audience.upsertContacts(Array.from({ length: 7 }, (_, i) => ({ email: `page${i}@list.example`, name: `Page ${i}`, source: 'manual' }))),
    )
    for (const sort of ['latest', 'oldest', 'alphabetical', 'last_seen'] as const) {
      const seen: number[] = []
      for (let cursor: string | undefined; ; ) {
        const page = await asAdmin.call(routes.list, { query: { sort, per_page: 3, ...(cursor ? { cursor } : {}) } })
        seen.push(...page.records.map(({ id }) => id))
        if (!page.next_cursor) break
        cursor = page.next_cursor
      }
      const { count } = await asAdmin.call(routes.count)
      expect(new Set(seen).size, sort).to.equal(count)
      expect(seen.length, sort).to.equal(count)
    }
  })

  it('filters by tags with and and or, and counts what it lists', async () => {
    const [red, blue] = [await service((a) => a.ensureTag('Red')), await service((a) => a.ensureTag('Blue'))]
    const [mia, tom] = [await app.member('member', { name: 'Filter Mia' }), await app.member('member', { name: 'Filter Tom' })]
    await app.settle()
    await service((a) => a.tag([mia.id, tom.id], [red]))
    await service((a) => a.tag([mia.id], [blue]))
    await service((a) => a.upsertContacts([{ email: 'filter@contact.example', name: 'Filter Zoe', source: 'manual', tagIds: [blue] }]))
    const rule = (id: number, operator = 'any_of') => ({ filter: 'tag', operator, value: [String(id)] })
    const both = { match: 'all', rules: [rule(red), rule(blue)] }
    const either = { match: 'any', rules: [rule(red), rule(blue)] }
    const only = { match: 'all', rules: [rule(blue), { match: 'any', rules: [rule(red, 'none_of')] }] }
    for (const [filter, expected] of [
      [both, ['Filter Mia']],
      [either, ['Filter Mia', 'Filter Tom', 'Filter Zoe']],
      [only, ['Filter Zoe']],
    ] as const) {
      expect(await names({ filter: JSON.stringify(filter) })).to.deep.equal(expected)
      expect(await asAdmin.call(routes.count, { query: { filter: JSON.stringify(filter) } })).to.include({ count: expected.length })
    }
  })

  it('finds names without their accents', async () => {
    const [made] = await service((audience) => audience.upsertContacts([{ email: 'umar@accents.example', name: 'Umar Jørgensen', source: 'manual' }]))
    const found = (search_text: string) => asAdmin.call(routes.list, { query: { search_text } })
    for (const text of ['jorgensen', 'JØRGENSEN', 'umar@accents'])
      expect(
        (await found(text)).records.map(({ id }: any) => id),
        text,
      ).to.include(made!.personId)
  })

  it('refuses a filter that is nested fifty deep, or is none', async () => {
    const nested = (depth: number): object => ({ match: 'all', rules: depth > 1 ? [nested(depth - 1)] : [] })
    for (const filter of [
      JSON.stringify(nested(50)),
      JSON.stringify(nested(6)),
      '{',
      '{"match":"all","rules":[{"filter":"nothing","operator":"is","value":"x"}]}',
    ])
      expect(await refusal(asAdmin.call(routes.list, { query: { filter } })), filter).to.include({ status: 422 })
    for (const depth of [6, 30, 50])
      expect(await refusal(asAdmin.call(routes.createSegment, { body: { title: 'Deep', rules: custom(nested(depth)) } }))).to.include({ status: 422 })
    // a body is read no further than any form of ours goes, whoever it is for
    expect(await refusal(asAdmin.call(routes.createSegment, { body: { title: 'Deep', rules: custom(nested(90)) } }))).to.include({ status: 400 })
  })

  it('refuses a segment that names itself, also round a corner and by a tag', async () => {
    const segment = (title: string, rules: Rules) => asAdmin.call(routes.createSegment, { body: { title, rules } })
    const names = (id: number) => custom({ filter: 'segment', operator: 'any_of', value: [String(id)] })
    const one = await segment('One', custom({ filter: 'name', operator: 'contains', value: 'Filter' }))
    const two = await segment('Two', names(one.id))
    expect(two.audience_count).to.equal(one.audience_count)
    const change = (id: number, rules: Rules) => asAdmin.call(routes.updateSegment, { params: { id }, body: { rules } })
    expect(await refusal(change(one.id, names(one.id)))).to.include({ status: 422 })
    expect(await refusal(change(one.id, names(two.id)))).to.include({ status: 422 })
    const tag = await asAdmin.call(routes.createTag, { body: { name: 'By rule', segment_id: two.id } })
    expect(await refusal(change(one.id, custom({ filter: 'tag', operator: 'any_of', value: [String(tag.id)] })))).to.include({ status: 422 })
    const own = await segment('Own', custom({ filter: 'tag', operator: 'none_of', value: [String(tag.id)] }))
    expect(await refusal(asAdmin.call(routes.updateTag, { params: { id: tag.id }, body: { segment_id: own.id } }))).to.include({ status: 422 })
    expect(await refusal(asAdmin.call(routes.destroySegment, { params: { id: one.id } }))).to.include({ status: 409, code: 'segment_in_use' })
    let last = one
    for (let depth = 3; depth <= 5; depth++) last = await segment(`Chain ${depth}`, names(last.id))
    last = await segment('Chain 6', names(last.id))
    expect(await refusal(segment('Chain 7', names(last.id)))).to.include({ status: 422 })
  })

  it('gives whoever comes back the tags of their segments at once', async () => {
    const who = await app.member('member', { name: 'Comesback' })
    const { id: segmentId } = await asAdmin.call(routes.createSegment, {
      body: { title: 'Comesback', rules: custom({ filter: 'name', operator: 'contains', value: 'Comesback' }) },
    })
    const { id } = await asAdmin.call(routes.createTag, { body: { name: 'Back here', segment_id: segmentId } })
    await app.settle()
    const tagged = async () =>
      (await app.sql('select 1 from audience.person_tag t join audience.person p on p.id = t.person_id where p.member_id = $1 and t.tag_id = $2', [who.id, id]))
        .length
    expect(await tagged()).to.equal(1)
    await app.run(null, (ctx) => ctx.members.remove(who.id, 'banned'))
    await app.runSchedule('rules')
    await app.settle()
    expect(await tagged()).to.equal(0)
    // beside it one whose segment asks for a filter of a plugin that is off
    const { id: broken } = await asAdmin.call(routes.createSegment, {
      body: { title: 'Broken', rules: custom({ filter: 'name', operator: 'contains', value: 'x' }) },
    })
    await asAdmin.call(routes.createTag, { body: { name: 'Never', segment_id: broken } })
    await app.settle()
    await app.sql(`update audience.segment set rules = jsonb_set(rules, '{rules,0,filter}', '"gone"') where id = $1`, [broken])
    await app.run(null, (ctx) => ctx.members.restore(who.id))
    await app.settle()
    expect(await tagged()).to.equal(1)
  })

  it('counts a segment once for all its readers, and anew within a minute', async () => {
    const rules = custom({ filter: 'name', operator: 'contains', value: 'Growing' })
    const { id } = await asAdmin.call(routes.createSegment, { body: { title: 'Growing', rules } })
    const count = async () => (await asAdmin.call(routes.segment, { params: { id } })).audience_count
    expect(await count()).to.equal(0)
    await service((a) => a.upsertContacts([{ email: 'growing@contact.example', name: 'Growing', source: 'manual' }]))
    expect(await count()).to.equal(0)
    const now = performance.now.bind(performance)
    performance.now = () => now() + 59_000
    try {
      expect(await count()).to.equal(1)
    } finally {
      performance.now = now
    }
  })

  it('keeps counts for the list of segments, and counts those that are old in the background', async () => {
    const rules = custom({ filter: 'name', operator: 'contains', value: 'Keptcount' })
    const { id } = await asAdmin.call(routes.createSegment, { body: { title: 'Keptcount', rules } })
    const listed = async () => (await asAdmin.call(routes.segments, { query: { title: 'Keptcount' } })).records.find((one) => one.id === id)!
    const refresh = async () => {
      await asAdmin.call(routes.countSegments)
      await app.settle()
    }
    await refresh()
    expect(await listed()).to.include({ audience_count: 0 })
    await service((a) => a.upsertContacts([{ email: 'keptcount@contact.example', name: 'Keptcount', source: 'manual' }]))
    await refresh()
    expect((await listed()).audience_count, 'fresh enough').to.equal(0)
    await app.sql(`update audience.segment set counted_at = now() - interval '2 minutes' where id = $1`, [id])
    const now = performance.now.bind(performance)
    performance.now = () => now() + 59_000
    try {
      await refresh()
    } finally {
      performance.now = now
    }
    expect((await listed()).audience_count).to.equal(1)
  })

  it('gives a tag by the rule of a segment and takes it again, but not what was given by hand', async () => {
    const [kim, lou] = [await app.member('member', { name: 'Ruled Kim' }), await app.member('member', { name: 'Ruled Lou' })]
    await app.settle()
    const rules = custom({ filter: 'name', operator: 'starts_with', value: 'Ruled' })
    const segment = await asAdmin.call(routes.createSegment, { body: { title: 'Ruled', rules } })
    const tag = await asAdmin.call(routes.createTag, { body: { name: 'Ruled', segment_id: segment.id } })
    await app.settle()
    const bearers = async () =>
      (await names({ filter: JSON.stringify({ match: 'all', rules: [{ filter: 'tag', operator: 'any_of', value: [String(tag.id)] }] }) })) as string[]
    expect(await bearers()).to.deep.equal(['Ruled Kim', 'Ruled Lou'])
    await service((a) => a.tag([lou.id], [tag.id]))
    await asAdmin.call(routes.updateSegment, { params: { id: segment.id }, body: { rules: custom({ filter: 'name', operator: 'is', value: 'Nobody' }) } })
    await app.runSchedule('rules')
    await app.settle()
    expect(await bearers()).to.deep.equal(['Ruled Lou'])
    expect((await asAdmin.call(routes.tag, { params: { id: tag.id } })).tagged_members_count).to.equal(1)
    expect(kim.id).to.not.equal(lou.id)
  })

  it('shows tags beside names: public ones to members, all to who may manage people', async () => {
    const sam = await app.member('member', { name: 'Marked Sam' })
    await app.settle()
    await asAdmin.call(routes.createTag, { body: { name: 'Seen' } })
    const hidden = await asAdmin.call(routes.createTag, { body: { name: 'Hidden', is_public: false } })
    await service(async (a) => a.tag([sam.id], [await a.ensureTag('Seen'), hidden.id]))
    const marks = async (who: TestMember) =>
      (await app.as(who).call(membersContract.routes.list, { query: { search_text: 'Marked Sam' } })).records[0]?.member_tags.map(({ name }) => name)
    expect(await marks(await app.member())).to.deep.equal(['Seen'])
    expect(await marks(admin)).to.deep.equal(['Hidden', 'Seen'])
  })

  it('refuses bad tags by the codes of the ledger', async () => {
    await asAdmin.call(routes.createTag, { body: { name: 'Once' } })
    expect(await refusal(asAdmin.call(routes.createTag, { body: { name: 'ONCE' } }))).to.include({ status: 422, code: 'invalid_member_tag_params' })
    expect(await refusal(asAdmin.call(routes.tag, { params: { id: 999_999 } }))).to.include({ status: 404, code: 'member_tag_not_found' })
  })

  it('acts on many in the background, tells whom it failed for, and takes back only what it changed', async () => {
    const tag = await asAdmin.call(routes.createTag, { body: { name: 'Bulk' } })
    const [before, fresh] = [await app.member('member', { name: 'Bulk Before' }), await app.member('member', { name: 'Bulk Fresh' })]
    await app.settle()
    await service((a) => a.tag([before.id], [tag.id]))
    const filter = { match: 'all' as const, rules: [{ filter: 'name', operator: 'starts_with', value: 'Bulk' }] }
    const { id } = await asAdmin.call(routes.startBulk, { body: { action: 'tag', input: { tag_ids: [tag.id] }, people: { kind: 'all', filter } } })
    await app.settle()
    expect(await asAdmin.call(routes.bulk, { params: { id } })).to.include({ status: 'done', total: 2, succeeded: 2, failed: 0, can_undo: true })
    await asAdmin.call(routes.undoBulk, { params: { id } })
    await app.settle()
    expect(await asAdmin.call(routes.bulk, { params: { id } })).to.include({ status: 'undone' })
    expect([(await personOf(before)).member_tags.length, (await personOf(fresh)).member_tags.length]).to.deep.equal([1, 0])
    expect(await refusal(asAdmin.call(routes.undoBulk, { params: { id } }))).to.include({ status: 409 })

    await service((a) => a.upsertContacts([{ email: 'bulk@contact.example', name: 'Bulk Contact', source: 'manual' }]))
    const sent = await asAdmin.call(routes.startBulk, { body: { action: 'message', input: { text: 'Hello' }, people: { kind: 'all', filter } } })
    await app.settle()
    const report = await asAdmin.call(routes.bulk, { params: { id: sent.id } })
    expect(report).to.include({ succeeded: 2, failed: 1, can_undo: false })
    expect(report.errors.map(({ name }) => name)).to.deep.equal(['Bulk Contact'])
    expect(await refusal(asAdmin.call(routes.startBulk, { body: { action: 'nothing', people: { kind: 'all' } } }))).to.include({ status: 422 })
    expect(await refusal(asAdmin.call(routes.startBulk, { body: { action: 'tag', input: {}, people: { kind: 'all' } } }))).to.include({ status: 422 })
  })

  it('puts many into a space and out again, whatever they were in for', async () => {
    const [own, given] = [await app.member('member', { name: 'Spaced Own' }), await app.member('member', { name: 'Spaced Given' })]
    await app.settle()
    const spaceId = await app.run(null, async (ctx) => {
      const use = (await ctx.actAs(admin.id)).use(spaces)
      const { id } = await use.create({ name: 'Emptied', spaceGroupId: (await use.createGroup({ name: 'Emptied' })).id })
      await use.addMembers(id, [own.id])
      return id
    })
    const filter = { match: 'all' as const, rules: [{ filter: 'name', operator: 'starts_with', value: 'Spaced' }] }
    const act = async (action: string) => {
      const { id } = await asAdmin.call(routes.startBulk, { body: { action, input: { space_ids: [spaceId] }, people: { kind: 'all', filter } } })
      await app.settle()
      return asAdmin.call(routes.bulk, { params: { id } })
    }
    const inside = () => app.run(null, (ctx) => ctx.use(spaces).membersAfter(spaceId, 0, 10))
    await act('add_to_space')
    expect(await inside()).to.include.members([own.id, given.id])
    expect(await act('remove_from_space')).to.include({ status: 'done', total: 2, failed: 0, can_undo: false })
    expect(await inside())
      .to.not.include.members([own.id])
      .and.not.include.members([given.id])
  })

  it('exports what a spreadsheet does not run', async () => {
    await service((a) => a.upsertContacts([{ email: 'formula@contact.example', name: '=HYPERLINK("https://evil.example")', source: 'manual' }]))
    const { body, status } = await asAdmin.send('POST', '/internal_api/community_members/export', { search_text: 'formula@' })
    expect(status).to.equal(200)
    expect(String(body)).to.contain(`"'=HYPERLINK(""https://evil.example"")"`)
  })

  it('keeps the activity log readable, filtered, and for as long as it is told', async () => {
    const person = await asAdmin.call(routes.createContact, { body: { email: 'logged@contact.example', name: 'Logged Person' } })
    const { records } = await asAdmin.call(routes.activityLogs, { query: { action: 'contact.created', actor_id: admin.id } })
    expect(records[0]).to.include({
      action: 'contact.created',
      subject: `person:${person.id}`,
      subject_name: 'Logged Person',
      sentence: `${admin.name} added the contact Logged Person`,
    })
    expect(records[0]!.ip).to.match(/127|::1/)
    await app.run(null, (ctx) => ctx.saveSettings(contract, { activity_log_days: 30 }))
    await app.clock.advance(31 * 86_400_000)
    await app.runSchedule('purge')
    await app.clock.advance(-31 * 86_400_000)
    expect((await asAdmin.call(routes.activityLogs, { query: { action: 'contact' } })).records).to.deep.equal([])
  })

  it('scores members from what they do, 0 to 10', async () => {
    const here = await app.member('member', { name: 'Score Here' })
    await app.sql('update kernel.member set last_seen_at = now() where id = $1', [here.id])
    await app.runSchedule('score')
    await app.settle()
    const { records } = await asAdmin.call(routes.scores, { query: { per_page: 100 } })
    const mine = records.find(({ community_member_id }) => community_member_id === here.id)!
    expect(Number(mine.presence)).to.be.within(9.9, 10)
    expect(Number(mine.contribution)).to.equal(0)
  })

  it('lets only the author and admins change a note', async () => {
    const person = await asAdmin.call(routes.createContact, { body: { email: 'noted@contact.example', name: 'Noted' } })
    const body = { tiptap_body: { body: { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Called on Monday' }] }] } } }
    const note = await asAdmin.call(routes.createNote, { params: { sqid: person.sqid }, body })
    const { records } = await asAdmin.call(routes.notes, { params: { sqid: person.sqid } })
    expect(records.map(({ id, author_id }) => [id, author_id])).to.deep.equal([[note.id, admin.id]])
    await asAdmin.call(routes.destroyContact, { params: { sqid: person.sqid } })
    expect(await refusal(asAdmin.call(routes.updateNote, { params: { id: note.id }, body }))).to.include({ status: 404 })
  })

  it('deletes no member as a contact', async () => {
    const eva = await app.member('member', { name: 'Kept Eva' })
    await app.settle()
    const { sqid } = await personOf(eva)
    expect(await refusal(asAdmin.call(routes.destroyContact, { params: { sqid } }))).to.include({ status: 409 })
    expect(await refusal(asAdmin.call(routes.updateContact, { params: { sqid }, body: { name: 'Eve' } }))).to.include({ status: 403 })
    expect(await asAdmin.call(routes.updateContact, { params: { sqid }, body: { subscribed: false } })).to.include({ subscribed: false })
  })

  it('tells on a person’s page what happened with them, by kind, for those who may know', async () => {
    const ines = await app.member('member', { name: 'Ines Timeline' })
    await app.settle()
    const { sqid } = await personOf(ines)
    await asAdmin.call(routes.createNote, {
      params: { sqid },
      body: { tiptap_body: { body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Met at the fair' }] }] } } },
    })
    const all = await asAdmin.call(routes.timeline, { params: { sqid } })
    expect(all.kinds.map(({ key }) => key)).to.include.members(['content', 'notes', 'acts', 'visits'])
    const texts = all.records.map(({ text }) => text)
    expect(texts).to.include('Joined the community')
    expect(texts.some((text) => text.includes('Met at the fair'))).to.equal(true)
    const moments = all.records.map(({ at }) => at)
    expect(moments).to.deep.equal([...moments].sort().reverse())
    const notes = await asAdmin.call(routes.timeline, { params: { sqid }, query: { kind: 'notes' } })
    expect(notes.records.map(({ kind }) => kind)).to.deep.equal(['notes'])
    const earlier = await asAdmin.call(routes.timeline, { params: { sqid }, query: { kind: 'notes', before: new Date(notes.records[0]!.at) } })
    expect(earlier.records).to.deep.equal([])
  })

  it('tells posts and comments that follow each other in a space as one, with each of them', async () => {
    const own = await testApp([...PLUGINS, 'plugins/posts'])
    try {
      const runs = await own.member('admin')
      const ines = await own.member('member', { name: 'Ines Often' })
      const [kilns, glazes] = await own.run(null, async (ctx) => {
        const { id: spaceGroupId } = await ctx.use(spaces).createGroup({ name: 'Talk' })
        return [await ctx.use(spaces).create({ name: 'Kilns', spaceGroupId }), await ctx.use(spaces).create({ name: 'Glazes', spaceGroupId })]
      })
      for (const { id } of [kilns, glazes]) await own.as(ines).call(spaces.routes.join, { params: { id } })
      const doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Cone six.' }] }] }
      for (const [space, name] of [
        [kilns, 'One'],
        [glazes, 'Two'],
        [glazes, 'Three'],
      ] as const) {
        await own.as(ines).call(posts.routes.create, { params: { spaceId: space.id }, body: { post: { name, tiptap_body: { body: doc } } } })
        await own.settle()
      }
      const [person] = (await own.as(runs).call(routes.list, { query: { search_text: 'Often' } })).records
      const { records } = await own.as(runs).call(routes.timeline, { params: { sqid: person!.sqid }, query: { kind: 'content' } })
      expect(records.map(({ text, parts }) => [text, parts.length])).to.deep.equal([
        ['Published 2 posts in Glazes', 2],
        ['Published “One”', 0],
      ])
      expect(records[0]!.parts.map(({ text }) => text)).to.deep.equal(['Published “Three”', 'Published “Two”'])
    } finally {
      await own.close()
    }
  })

  it('shows recent changes with who and what, and takes back what can be, once', async () => {
    const ada = await app.member('member', { name: 'Ada Changed' })
    await app.settle()
    const tag = await asAdmin.call(routes.createTag, { body: { name: 'Fair 2026' } })
    const { id, sqid } = await personOf(ada)
    await asAdmin.call(routes.startBulk, { body: { action: 'tag', input: { tag_ids: [tag.id] }, people: { kind: 'all', ids: [id] } } })
    await app.settle()
    const tagsOf = async () => (await asAdmin.call(routes.contact, { params: { sqid } })).member_tags.map(({ name }) => name)
    expect(await tagsOf()).to.deep.equal(['Fair 2026'])
    const [change] = (await asAdmin.call(routes.changes, { query: { group: 'bulk' } })).records
    expect(change).to.include({ group: 'bulk', can_undo: true, to: '/audience/bulk_tasks' })
    expect(change!.sentence).to.include(admin.name)
    await asAdmin.call(routes.undoChange, { params: { id: change!.id } })
    await app.settle()
    expect(await tagsOf()).to.deep.equal([])
    expect(await refusal(asAdmin.call(routes.undoChange, { params: { id: change!.id } }))).to.include({ status: 409 })
    await asAdmin.call(routes.destroyTag, { params: { id: tag.id } })
    const [deleted] = (await asAdmin.call(routes.changes, { query: { group: 'deletions' } })).records
    expect(deleted).to.include({ can_undo: false })
    expect(deleted!.sentence).to.include('Fair 2026')
    const [any] = await app.sql<{ id: number }>(
      `select id from kernel.audit where community_id = $1 and action = 'member_tag.created' order by id desc limit 1`,
      [admin.communityId],
    )
    expect(await refusal(asAdmin.call(routes.undoChange, { params: { id: any!.id } })), 'what is no change of that list').to.include({ status: 404 })
  })

  it('shows who turned a feature off, and turns it on again from there', async () => {
    const turn = (enabled: boolean) => asAdmin.call(communities.routes.switchPlugin, { params: { id: 'chat' }, body: { enabled } })
    const latest = async () => (await asAdmin.call(routes.changes, { query: { group: 'features' } })).records[0]!
    await turn(false)
    const off = await latest()
    expect(off).to.include({ can_undo: true, to: '/settings/plugins', sentence: `${admin.name} turned Chat off` })
    await asAdmin.call(routes.undoChange, { params: { id: off.id } })
    expect(await latest()).to.include({ can_undo: false, sentence: `${admin.name} turned Chat on` })
    expect(await refusal(asAdmin.call(routes.undoChange, { params: { id: off.id } })), 'what is on again').to.include({ status: 409 })
  })
})
