/** Workflows: who comes in, what is done for them, what waits, what is refused, and what is left when something breaks. */
import type { RouteInput } from '@atrium/sdk'
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import audience from '../../audience/contract.ts'
import chat from '../../chat/contract.ts'
import content from '../../content/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract, { type Action } from '../contract.ts'
import outside from './outside/contract.ts'
import { nextOf, nextTime } from '../server/service/moments.ts'
import { activate } from '../server/service/workflows.ts'

const { routes } = contract
const APP = ['notifications', 'spaces', 'content', 'members', 'chat', 'audience', 'workflows/tests/outside', 'workflows'].map((name) => `plugins/${name}`)
const JOINED = 'membership.member.joined'
const TAGGED = 'audience.person.tagged'
const DAY = 86_400_000
const doc = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
const card = (id: string, action_type: string, api_params: Record<string, unknown> = {}, more: Partial<Action> = {}): Action => ({
  ...{ id, action_type, api_params, parent_id: null, branch: null, position: 0 },
  ...more,
})

describePlugin('plugins/workflows')

describe('workflows', () => {
  let app: TestApp
  let admin: TestMember
  let ana: TestMember
  let ben: TestMember
  let tags: Record<'new' | 'quiet' | 'busy' | 'other', number>

  before(async () => {
    app = await testApp(APP, { env: { ATRIUM_OUTBOUND_LOOPBACK: 'true' } })
    for (const { manifest, error } of app.plugins) if (error) throw new Error(`${manifest.id}: ${error}`)
    admin = await app.member('admin', { name: 'Ada Admin' })
    ana = await app.member('member', { name: 'Ana Lima' })
    ben = await app.member('member', { name: 'Ben Okoro' })
    await app.settle()
    tags = await app.run(null, async (ctx) => {
      const as = await ctx.actAs(admin.id)
      const tag = (name: string) => as.use(audience).ensureTag(name)
      return { new: await tag('New'), quiet: await tag('Quiet'), busy: await tag('Busy'), other: await tag('Other') }
    })
  })
  after(() => app?.close())
  beforeEach(() => app.resetLimits())
  afterEach(async () => {
    for (const { id, status } of (await as().call(routes.list, { query: { per_page: 100 } })).records) {
      if (status === 'active') await as().call(routes.inactivate, { params: { id }, body: { stop_runs: true } })
    }
    for (const memberId of [ana.id, ben.id])
      await app.run(null, async (ctx) => (await ctx.actAs(admin.id)).use(audience).untag([memberId], Object.values(tags)))
    await app.settle()
  })

  const as = (member = admin) => app.as(member)
  type Create = RouteInput<typeof routes.create>['body']
  const draft = async (body: Partial<Create>) => (await as().call(routes.create, { body: { name: 'Try', workflow_type: 'dynamic', ...body } as Create })).id
  const on = (id: number) => as().call(routes.activate, { params: { id } })
  const started = async (body: Partial<Create>) => {
    const id = await draft(body)
    await on(id)
    return id
  }
  const byTag = (tagId: number) => ({
    trigger_type: TAGGED,
    filters: { match: 'all' as const, rules: [{ field: 'tagId', operator: 'any_of', value: [tagId] }] },
  })
  const tag = (tagId: number, ...people: TestMember[]) =>
    app.run(null, async (ctx) =>
      (await ctx.actAs(admin.id)).use(audience).tag(
        people.map(({ id }) => id),
        [tagId],
      ),
    )
  const gives = (id: string, tagId: number, more: Partial<Action> = {}) => card(id, 'audience.tag', { tag_ids: [tagId] }, more)
  const tagsOf = async ({ id }: TestMember) => {
    const { publicUid } = (await app.run(null, (ctx) => ctx.members.byIds([id]))).get(id)!
    return (await as().call(audience.routes.contact, { params: { sqid: publicUid }, query: { by: 'member' } })).member_tags.map(({ name }) => name).sort()
  }
  const runsOf = async (id: number) => (await as().call(routes.runs, { params: { id }, query: { per_page: 100 } })).records
  const runOf = async (id: number) => as().call(routes.run, { params: { id, runId: (await runsOf(id))[0]!.id } })
  const later = async (ms: number) => {
    await app.clock.advance(ms)
    for (const one of [admin, ana, ben]) await app.renew(one)
    await app.runSchedule('wake')
    await app.settle()
  }
  const outcomes = async (id: number) => (await runOf(id)).steps.map(({ action_id, outcome, branch }) => [action_id, outcome, branch])

  it('begins by an event of a plugin, in the name of who switched it on, once for each event', async () => {
    const id = await started({
      trigger: byTag(tags.new),
      actions: [gives('a', tags.busy), card('b', 'audience.message', { text: 'Hi {{ person.first_name | there }}' }, { position: 1 })],
    })
    await tag(tags.new, ana)
    await app.settle()
    await app.redeliver()
    await app.settle()
    expect(await tagsOf(ana)).to.deep.equal(['Busy', 'New'])
    expect(await tagsOf(ben)).to.deep.equal([])
    const run = await runOf(id)
    expect([run.status, run.steps_count, run.member?.name]).to.deep.equal(['done', 2, 'Ana Lima'])
    expect(run.steps[1]!.input).to.deep.equal({ text: 'Hi Ana' })
    expect((await runsOf(id)).length).to.equal(1)
    await tag(tags.other, ben)
    await app.settle()
    expect((await runsOf(id)).length).to.equal(1)
    expect((await app.as(ana).call(chat.routes.list, {})).records.length).to.equal(1)
  })

  it('is about who does what its event tells, and about who has left where it tells that', async () => {
    const commented = await started({ trigger: { trigger_type: 'content.comment.created' }, actions: [gives('a', tags.busy)] })
    const left = await started({ trigger: { trigger_type: 'membership.member.left' }, actions: [card('n', 'workflows.note', { text: 'Gone' })] })
    const fact = { kind: 'comment', id: 1, spaceId: null, record: 'post:1', parentId: null, recordKind: 'post', recordId: 1 }
    await app.run(null, async (ctx) => ctx.as('content').emit(content.events['comment.created'], { ...fact, memberId: ben.id, byMemberId: ana.id }))
    const goes = await app.member('member', { name: 'Gil Goes' })
    await app.run(null, (ctx) => ctx.members.remove(goes.id, 'deactivated'))
    await app.settle()
    expect((await runsOf(commented)).map(({ member }) => member?.name)).to.deep.equal(['Ana Lima'])
    expect((await runsOf(left)).length).to.equal(1)
  })

  it('begins by nothing that came before it was switched on', async () => {
    const trigger = byTag(tags.new)
    const id = await draft({ trigger, actions: [gives('a', tags.busy)] })
    await app.run(null, async (ctx) => {
      const acting = await ctx.actAs(admin.id)
      await acting.use(audience).tag([ana.id], [tags.new])
      await activate(acting, id)
    })
    await app.settle()
    expect(await tagsOf(ana)).to.deep.equal(['New'])
    await tag(tags.new, ben)
    await app.settle()
    expect((await runsOf(id)).map(({ member }) => member?.name)).to.deep.equal(['Ben Okoro'])
  })

  it('goes both ways of a condition, waits for an event or until its time is over, and stops', async () => {
    const quiet = { match: 'all' as const, rules: [{ filter: 'tag', operator: 'any_of', value: [tags.busy] }] }
    const id = await started({
      trigger: byTag(tags.new),
      actions: [
        card('if', 'condition', { person: quiet }),
        card('stop', 'stop', {}, { parent_id: 'if', branch: 'yes' }),
        card(
          'for',
          'wait_for',
          { trigger_type: TAGGED, filters: { match: 'all', rules: [{ field: 'tagId', operator: 'any_of', value: [tags.other] }] }, amount: 3, unit: 'days' },
          { parent_id: 'if', branch: 'no' },
        ),
        gives('late', tags.quiet, { parent_id: 'for', branch: 'no' }),
        card('mail', 'workflows.send_email', { subject: 'Well, {{person.first_name}}', body: doc('Nice.') }, { parent_id: 'for', branch: 'yes' }),
      ],
    })
    await tag(tags.busy, ben)
    await tag(tags.new, ana, ben)
    await app.settle()
    const state = async () => (await runsOf(id)).map(({ member, status }) => `${member?.name} ${status}`).sort()
    expect(await state()).to.deep.equal(['Ana Lima waiting', 'Ben Okoro left'])
    await tag(tags.other, ana)
    await app.settle()
    expect(await state()).to.deep.equal(['Ana Lima done', 'Ben Okoro left'])
    expect((await app.sent()).filter(({ subject }) => subject === 'Well, Ana').length).to.equal(1)
    await app.run(null, async (ctx) => (await ctx.actAs(admin.id)).use(audience).untag([ana.id, ben.id], [tags.new, tags.busy]))
    await tag(tags.new, ben)
    await app.settle()
    await later(3 * DAY + 60_000)
    expect(await tagsOf(ben)).to.include('Quiet')
    expect(await outcomes(id)).to.deep.equal([
      ['if', 'done', 'no'],
      ['for', 'done', 'no'],
      ['late', 'done', null],
    ])
    const { waiting_count, done_count, left_count } = await as().call(routes.detail, { params: { id } })
    expect([waiting_count, done_count, left_count]).to.deep.equal([0, 2, 1])
  })

  it('sends what was written as it was written, and an email to many can be ended in the mailbox by one press', async () => {
    const body = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'All kilns', marks: [{ type: 'link', attrs: { href: 'https://kilns.example/' } }] }] }],
    }
    const mail = (id: string, subject: string, is_marketing: boolean) => card(id, 'workflows.send_email', { subject, body, is_marketing })
    await started({ trigger: byTag(tags.new), actions: [mail('a', 'News', true), { ...mail('b', 'Your place', false), position: 1 }] })
    const sent = (subject: string) =>
      app.sql<{ html: string; headers: Record<string, string> }>('select html, headers from kernel.mail where subject = $1', [subject])
    await tag(tags.new, ana)
    await app.settle()
    const [news, place] = [(await sent('News'))[0]!, (await sent('Your place'))[0]!]
    expect(news.html).to.match(/<a [^>]*href="https:\/\/kilns\.example\/"[^>]*>All kilns<\/a>/)
    const [, end] = /^<https?:\/\/[^/]+(\/[^>]+)>$/.exec(news.headers['List-Unsubscribe']!)!
    expect(news.html).to.include(end!)
    expect(place.headers).to.equal(null)
    expect((await app.as(null).send('POST', end!)).status).to.equal(200)
    await app.run(null, async (ctx) => (await ctx.actAs(admin.id)).use(audience).untag([ana.id], [tags.new]))
    await tag(tags.new, ana)
    await app.settle()
    expect([(await sent('News')).length, (await sent('Your place')).length]).to.deep.equal([1, 2])
    await app.run(null, (ctx) => ctx.use(audience).setSubscribed({ memberId: ana.id }, true))
  })

  it('lets nobody in who would come by way of itself: two workflows that begin each other end', async () => {
    const untagged = {
      trigger_type: 'audience.person.untagged',
      filters: { match: 'all' as const, rules: [{ field: 'tagId', operator: 'any_of', value: [tags.new] }] },
    }
    const first = await started({ reentry: 'always', trigger: byTag(tags.new), actions: [card('a', 'audience.untag', { tag_ids: [tags.new] })] })
    const second = await started({ reentry: 'always', trigger: untagged, actions: [gives('b', tags.new)] })
    await tag(tags.new, ana)
    await app.settle()
    expect([(await runsOf(first)).length, (await runsOf(second)).length]).to.deep.equal([1, 1])
    expect(await tagsOf(ana)).to.deep.equal(['New'])
  })

  it('keeps whoever is in it on the version with which they began', async () => {
    const actions = [card('w', 'wait', { amount: 1, unit: 'days' }), gives('then', tags.quiet, { position: 1 })]
    const id = await started({ trigger: byTag(tags.new), actions })
    await tag(tags.new, ana)
    await app.settle()
    await as().call(routes.upsertActions, { params: { id }, body: { actions: [gives('then', tags.busy)] } })
    expect((await as().call(routes.show, { params: { id } })).has_changes).to.equal(true)
    expect((await on(id)).published_version).to.equal(2)
    await tag(tags.new, ben)
    await app.settle()
    await later(DAY + 60_000)
    expect([await tagsOf(ana), await tagsOf(ben)]).to.deep.equal([
      ['New', 'Quiet'],
      ['Busy', 'New'],
    ])
    expect((await runsOf(id)).map(({ published_version }) => published_version)).to.deep.equal([2, 1])
  })

  it('is refused with the reason at the card', async () => {
    const far = card('far', 'wait', { amount: 5_200, unit: 'weeks' })
    const id = await draft({
      trigger: byTag(tags.new),
      actions: [
        far,
        card('round', 'condition', { filters: { rules: [{ field: 'tagId', operator: 'is_empty' }] } }, { parent_id: 'about', branch: 'yes' }),
        card('about', 'condition', { filters: { rules: [{ field: 'tagId', operator: 'is_empty' }] } }, { parent_id: 'round', branch: 'yes' }),
        card('var', 'audience.message', { text: 'Hi {{ person.shoe_size }}' }, { position: 1 }),
        card('hook', 'workflows.webhook', { url: 'http://10.0.0.7/in' }, { position: 2 }),
        card('gone', 'nobody.does_this', {}, { position: 3 }),
        card('empty', 'audience.tag', { tag_ids: [] }, { position: 4 }),
      ],
    })
    const { status, body } = await as().send('POST', `/workflows/api/v1/workflows/${id}/activate`)
    expect([status, body.code]).to.deep.equal([422, 'workflow_incomplete'])
    expect(body.error_details).to.deep.equal({
      far: ['A wait can last up to 365 days.'],
      round: ['This step leads back to itself.'],
      about: ['This step leads back to itself.'],
      var: ['The variable “person.shoe_size” doesn’t exist.'],
      hook: ['This URL isn’t on the public internet.'],
      gone: ['The feature for this step is turned off or no longer exists.'],
      empty: ['Choose at least one.'],
    })
    expect((await as().call(routes.show, { params: { id } })).problems).to.deep.equal(body.error_details)
    expect(await refusal(as().call(routes.upsertActions, { params: { id }, body: { actions: [far, far] } }))).to.include({ status: 422 })
    expect((await as().send('GET', '/workflows/api/v1/nothing')).body.code).to.equal('route_not_found')
  })

  it('fails where the plugin that does a step is off, and goes on from there when it is back', async () => {
    const id = await started({
      trigger: byTag(tags.new),
      actions: [
        card('w', 'wait', { amount: 1, unit: 'hours' }),
        card('say', 'audience.message', { text: 'Hi' }, { position: 1 }),
        gives('then', tags.busy, { position: 2 }),
      ],
    })
    await tag(tags.new, ana)
    await app.settle()
    await app.switch('chat', false)
    await later(3_700_000)
    const failed = await runOf(id)
    expect([failed.status, failed.message, failed.can_retry]).to.deep.equal(['failed', 'The feature for this step is turned off or no longer exists.', true])
    await app.switch('chat', true)
    expect(await as().call(routes.retryRuns, { params: { id }, body: { action_id: 'say' } })).to.deep.equal({ retried: 1 })
    await app.settle()
    expect((await runOf(id)).status).to.equal('done')
    expect(await outcomes(id)).to.deep.equal([
      ['w', 'done', null],
      ['say', 'done', null],
      ['then', 'done', null],
    ])
    expect((await as().call(routes.show, { params: { id } })).failed_count).to.equal(0)
  })

  it('begins at its time for its audience, once for each, and can be stopped in the middle by one call', async () => {
    const at = await app.run(null, async (ctx) => new Date(ctx.now().getTime() + 3_600_000).toISOString())
    const id = await draft({
      workflow_type: 'one_time',
      reentry: 'always',
      audiences: [{ kind: 'all_members' }, { kind: 'members', member_ids: [ana.id] }],
      actions: [gives('t', tags.busy), card('w', 'wait', { amount: 2, unit: 'days' }, { position: 1 })],
    })
    const { error_details } = (await as().send('POST', `/workflows/api/v1/workflows/${id}/activate`)).body
    expect(error_details).to.deep.equal({ schedules: ['Choose when this starts.'] })
    const schedule = await as().call(routes.createSchedule, { params: { id }, body: { runs_at: at } })
    expect([schedule.kind, schedule.next_at]).to.deep.equal(['one_time', at])
    await on(id)
    await later(3_660_000)
    const members = (await as().call(routes.audienceCount, { body: { audiences: [{ kind: 'all_members' }] } })).members
    expect((await runsOf(id)).length).to.equal(members)
    // its only time has come: nobody else does, and whoever is under way goes on
    expect([(await as().call(routes.show, { params: { id } })).status, (await runsOf(id))[0]!.status]).to.deep.equal(['inactive', 'waiting'])
    expect((await as().call(routes.history, { params: { id } })).records[0]!.kind).to.equal('finished')
    expect((await as().call(routes.cancelRuns, { params: { id } })).cancelled).to.equal(members)
    expect(new Set((await runsOf(id)).map(({ status }) => status))).to.deep.equal(new Set(['cancelled']))
    await later(60_000)
    expect((await runsOf(id)).length).to.equal(members)
  })

  it('says what it would do, and does none of it', async () => {
    const id = await draft({
      trigger: byTag(tags.new),
      actions: [
        gives('t', tags.busy),
        card('w', 'wait', { amount: 2, unit: 'days' }, { position: 1 }),
        card('m', 'workflows.send_email', { subject: 'Hello {{person.first_name}}', body: doc('x') }, { position: 2 }),
      ],
    })
    const mails = (await app.sent()).length
    const dry = await as().call(routes.dryRun, { params: { id }, body: { community_member_id: ana.id } })
    expect(dry.enters).to.equal(true)
    expect(dry.steps.map(({ action_id, outcome }) => [action_id, outcome])).to.deep.equal([
      ['t', 'would'],
      ['w', 'would'],
      ['m', 'would'],
    ])
    expect(dry.steps[2]!.input.subject).to.equal('Hello Ana')
    expect(Date.parse(dry.ends_at) - Date.parse(dry.steps[0]!.at)).to.equal(2 * DAY)
    expect([await tagsOf(ana), (await app.sent()).length, (await runsOf(id)).length]).to.deep.equal([[], mails, 0])
  })

  it('makes every template into a workflow that can be switched on where nothing is missing', async () => {
    const { records } = await as().call(routes.templates)
    const whole = records.filter(({ missing }) => missing.length === 0)
    expect(whole.length).to.be.at.least(11)
    for (const { id: key, workflow_type } of whole) {
      const { id, problems } = await as().call(routes.createFromTemplate, { params: { key }, body: {} })
      if (workflow_type === 'one_time') expect(problems, key).to.have.all.keys('schedules')
      else await on(id)
    }
    for (const { id } of (await as().call(routes.list, { query: { status: 'active', per_page: 100 } })).records)
      await as().call(routes.inactivate, { params: { id }, body: {} })
  })

  it('holds runs of the past for set-up, as far as they would have come by now', async () => {
    const id = await app.run(null, async (ctx) => {
      const service = (await ctx.actAs(admin.id)).use(contract)
      const made = await service.create({ name: 'Of old', template: 'week_one', isActive: true })
      const ago = (days: number) => new Date(ctx.now().getTime() - days * DAY)
      const runs = [
        { memberId: ana.id, at: ago(30), says: 'yes' as const },
        { memberId: ben.id, at: ago(8), says: 'yes' as const },
        { memberId: admin.id, at: ago(9), says: 'yes' as const, fails: 'Something went wrong on our side. Try again later.' },
      ]
      await service.record({ workflowId: made, since: ago(40), runs })
      return made
    })
    const runs = (await runsOf(id)).map(({ member, status, steps_count }) => `${member?.name} ${status} ${steps_count}`).sort()
    expect(runs).to.deep.equal(['Ada Admin failed 2', 'Ana Lima done 4', 'Ben Okoro waiting 3'])
    const { runs_count, waiting_count, done_count, failed_count } = await as().call(routes.detail, { params: { id } })
    expect([runs_count, waiting_count, done_count, failed_count]).to.deep.equal([3, 1, 1, 1])
    const mails = (await app.sent()).length
    await later(6 * DAY + 60_000)
    expect((await runsOf(id)).map(({ status }) => status).sort()).to.deep.equal(['done', 'done', 'failed'])
    expect((await app.sent()).length).to.equal(mails + 1)
  })

  it('offers every event that says it begins automations', async () => {
    const { records } = await as().call(routes.triggers)
    const types = records.map(({ trigger_type }) => trigger_type)
    expect(types).to.include.members([JOINED, TAGGED, 'spaces.space.member_joined', 'content.comment.created', 'chat.message.sent'])
    const tagged = records.find(({ trigger_type }) => trigger_type === TAGGED)!
    expect(tagged.fields.map(({ name, type, resource }) => [name, type, resource])).to.deep.equal([['tagId', 'resource', 'tag']])
    expect([spaces.id, content.id].every((id) => records.some(({ plugin }) => plugin === id))).to.equal(true)
  })

  it('begins by the event of a plugin from elsewhere, and does what that plugin brings, in its words', async () => {
    const offer = (await as().call(routes.triggers)).records.find(({ trigger_type }) => trigger_type === 'outside.kiln.fired')!
    expect([offer.label, offer.group, offer.fields.map(({ label, type }) => [label, type])]).to.deep.equal([
      'A kiln is fired',
      'Outside',
      [
        ['Cone', 'number'],
        ['Type', 'choice'],
      ],
    ])
    const trigger = {
      trigger_type: 'outside.kiln.fired',
      filters: {
        match: 'all' as const,
        rules: [
          { field: 'cone', operator: 'gt', value: 9 },
          { field: 'kind', operator: 'any_of', value: ['wood'] },
        ],
      },
    }
    const id = await started({ reentry: 'always', trigger, actions: [card('s', 'outside.stamp', { text: 'Cone {{ event.cone }}' })] })
    for (const [cone, kind] of [
      [10, 'wood'],
      [6, 'wood'],
      [10, 'gas'],
    ] as const)
      await app.run(null, async (ctx) => ctx.emit(outside.events['kiln.fired'], { memberId: ana.id, cone, kind }))
    await app.settle()
    expect((await runsOf(id)).length).to.equal(1)
    expect((await runOf(id)).steps.map(({ label, output }) => [label, output])).to.deep.equal([['Stamp', { stamped: 'Stamped: Cone 10' }]])
  })

  it('is on at most as many times as its community may have it, and lets nobody in beyond its runs', async () => {
    await app.run(null, (ctx) => ctx.saveSettings(contract, { active_limit: 1, runs_per_person: 2 }))
    const id = await started({ reentry: 'always', trigger: byTag(tags.new), actions: [gives('a', tags.busy)] })
    expect(await refusal(started({ trigger: byTag(tags.new), actions: [gives('a', tags.busy)] }))).to.include({ status: 409, code: 'too_many_workflows' })
    for (let time = 0; time < 3; time++) {
      await tag(tags.new, ana)
      await app.settle()
      await app.run(null, async (ctx) => (await ctx.actAs(admin.id)).use(audience).untag([ana.id], [tags.new]))
    }
    await app.settle()
    expect((await runsOf(id)).length).to.equal(2)
    expect((await as().call(routes.usageStats)).held_back_today).to.be.at.least(1)
    await app.run(null, (ctx) => ctx.saveSettings(contract, { active_limit: 50, runs_per_person: 50 }))
  })

  it('gives whoever may only make workflows no right of who switched one on, and nothing to read of others', async () => {
    const id = await started({ trigger: byTag(tags.new), actions: [gives('a', tags.busy)] })
    const { key } = (await as().send('POST', '/internal_api/roles', { name: 'Maker', permissions: ['workflows.manage'] })).body
    const maker = await app.member(key, { name: 'Mia Maker' })
    const hers = app.as(maker)
    expect(await refusal(hers.call(routes.startRuns, { params: { id }, body: { community_member_ids: [maker.id] } }))).to.include({ status: 403 })
    const texts = { texts: { a: '{{ person.name }} {{ person.email }}' }, community_member_id: ana.id }
    expect((await hers.call(routes.interpolatedPreview, { body: texts as never })).texts.a!.trim()).to.equal('Ana Lima')
    expect(await refusal(hers.call(routes.audienceCount, { body: { audiences: [{ kind: 'all_members' }] } }))).to.include({ status: 403 })
    // what the draft no longer says is still what is on
    await hers.call(routes.upsertActions, { params: { id }, body: { actions: [] } })
    expect(await refusal(hers.call(routes.startRuns, { params: { id }, body: { community_member_ids: [maker.id] } }))).to.include({ status: 403 })
    const failing = card('c', 'audience.message', { text: 'Hi' })
    const timed = await draft({ workflow_type: 'scheduled', audiences: [{ kind: 'all_members' }] as never, actions: [failing] })
    const weekly = { recurrence: { frequency: 'weekly', interval: 1, weekdays: [1], day: 1, time: '09:00', ends_at: null }, runs_at: null }
    await as().call(routes.createSchedule, { params: { id: timed }, body: weekly as never })
    await on(timed)
    await hers.call(routes.upsertActions, { params: { id: timed }, body: { actions: [] } })
    expect(await refusal(hers.call(routes.createSchedule, { params: { id: timed }, body: weekly as never }))).to.include({ status: 403 })
    expect(await refusal(hers.call(routes.dryRun, { params: { id }, body: { community_member_id: ana.id } as never }))).to.include({ status: 403 })
  })

  it('tries again the last of two runs that failed for somebody who may be in it once at a time', async () => {
    const fails = card('c', 'workflows.comment', { post_id: 999_999, text: 'Hi' })
    const id = await started({ reentry: 'not_running', trigger: byTag(tags.new), actions: [fails] })
    for (let turn = 0; turn < 2; turn++) {
      await tag(tags.new, ana)
      await app.settle()
      await app.run(null, async (ctx) => (await ctx.actAs(admin.id)).use(audience).untag([ana.id], [tags.new]))
    }
    expect((await runsOf(id)).map(({ status }) => status)).to.deep.equal(['failed', 'failed'])
    expect(await as().call(routes.retryRuns, { params: { id }, body: {} })).to.deep.equal({ retried: 1 })
    await app.settle()
  })

  it('says that a time is over, that a text is too long, and keeps audiences that are added at once', async () => {
    const mail = card('m', 'workflows.send_email', { subject: 'x'.repeat(201), body: doc('x') })
    const id = await draft({ workflow_type: 'one_time', actions: [mail] })
    const add = () => as().call(routes.createAudience, { params: { id }, body: { kind: 'members', member_ids: [ana.id] } })
    await Promise.all(Array.from({ length: 4 }, add))
    expect((await as().call(routes.show, { params: { id } })).audiences.length).to.equal(4)
    await as().call(routes.createSchedule, {
      params: { id },
      body: { runs_at: new Date((await app.run(null, async (ctx) => ctx.now().getTime())) + 3_600_000).toISOString() },
    })
    await later(2 * 3_600_000)
    const { details } = await refusal(on(id))
    expect(details).to.have.property('schedules').that.deep.equals(['Choose a time in the future.'])
    expect((details as any).m[0]).to.not.equal('Enter a subject.')
  })

  it('tells of nothing outside the community', async () => {
    const id = await draft({ trigger: byTag(tags.new), actions: [card('n', 'workflows.notify', { text: 'Look', path: '/\t/example.org/x' })] })
    expect((await refusal(on(id))).details).to.deep.equal({ n: ['Enter a page of this community, like /events.'] })
  })

  it('is for whoever may manage workflows, and stops when who switched it on may not any more', async () => {
    expect(await refusal(app.as(ana).call(routes.list, { query: {} }))).to.include({ status: 403 })
    const second = await app.member('admin', { name: 'Sam Second' })
    const id = await draft({ trigger: byTag(tags.new), actions: [gives('a', tags.busy)] })
    await app.as(second).call(routes.activate, { params: { id } })
    await app.run(null, (ctx) => ctx.members.remove(second.id, 'deactivated'))
    await tag(tags.new, ana)
    await app.settle()
    const { status } = await as().call(routes.show, { params: { id } })
    expect([status, (await runOf(id)).status, await tagsOf(ana)]).to.deep.equal(['inactive', 'failed', ['New']])
  })
})

describe('moments of workflows', () => {
  const weekly = { frequency: 'weekly' as const, interval: 1, weekdays: [7], day: 1, time: '02:30', ends_at: null }
  const at = (text: string) => new Date(text)
  it('come at the time of the clock on the wall, on the days when clocks change too', () => {
    // Berlin leaves out 02:30 on 29 March 2026, and has it twice on 25 October
    expect(nextOf(weekly, 'Europe/Berlin', at('2026-03-23T00:00:00Z'))).to.deep.equal(at('2026-03-29T01:30:00Z'))
    expect(nextOf(weekly, 'Europe/Berlin', at('2026-03-29T01:30:00Z'))).to.deep.equal(at('2026-04-05T00:30:00Z'))
    expect(nextOf(weekly, 'Europe/Berlin', at('2026-10-19T00:00:00Z'))).to.deep.equal(at('2026-10-25T00:30:00Z'))
    expect(nextOf(weekly, 'Europe/Berlin', at('2026-10-25T00:30:00Z'))).to.deep.equal(at('2026-11-01T01:30:00Z'))
  })
  it('wait until the next such weekday and hour across a change', () => {
    expect(nextTime('America/New_York', at('2026-03-07T15:00:00Z'), '09:00', null)).to.deep.equal(at('2026-03-08T13:00:00Z'))
    expect(nextTime('America/New_York', at('2026-10-31T14:00:00Z'), '09:00', 1)).to.deep.equal(at('2026-11-02T14:00:00Z'))
  })
  it('fall on the last day of a month that is shorter', () => {
    const monthly = { frequency: 'monthly' as const, interval: 1, weekdays: [], day: 31, time: '10:00', ends_at: null }
    expect(nextOf(monthly, 'UTC', at('2026-02-01T00:00:00Z'))).to.deep.equal(at('2026-02-28T10:00:00Z'))
    expect(nextOf({ ...monthly, ends_at: '2026-02-10T00:00:00Z' }, 'UTC', at('2026-02-01T00:00:00Z'))).to.equal(null)
  })
})
