/** Every trigger and every action that the plugins of this Atrium offer: each begins a run, and each does what it says. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { type PluginEntry, z } from '@atrium/sdk'
import { makeSide, makeTarget, type Side, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import plugins from '../../../plugins.config.ts'
import members from '../../members/contract.ts'
import contract, { type ActionOffer, type TriggerOffer } from '../contract.ts'

const { routes } = contract
const ROOT = path.resolve(import.meta.dirname, '../../..')
const APP = plugins
  .map((entry): PluginEntry => (typeof entry === 'string' ? { from: entry } : entry))
  .filter(({ from }) => !/demo$/.test(from))
  .map((entry): PluginEntry => ({ ...entry, on: true, from: path.resolve(ROOT, entry.from) }))
const doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello {{ person.first_name }}' }] }] }

describe('the catalogue of workflows', () => {
  let app: TestApp
  let side: Side
  let receiver: Server
  let heard: string[]
  const as = () => app.as(side.admin)
  let target: Promise<unknown> | undefined
  /** One of everything, once. */
  const filled = () => (target ??= makeTarget(app, side, 'open'))

  before(async () => {
    app = await testApp(APP, { env: { ATRIUM_OUTBOUND_LOOPBACK: 'true' } })
    side = await makeSide(app, 'catalogue', await app.primaryId())
    await app.run(null, (ctx) => ctx.saveSettings(contract, { active_limit: 500 }))
    heard = []
    receiver = createServer((request, answer) => {
      heard.push(String(request.headers['webhook-id']))
      request.resume()
      answer.end('{}')
    }).listen(0, '127.0.0.1')
  })
  after(async () => {
    receiver?.close()
    await app?.close()
  })
  beforeEach(() => app.resetLimits())

  /** Someone, or something, for each field of an event. */
  async function sample(name: string, schema: z.ZodType, person: number): Promise<unknown> {
    const { def } = schema as unknown as { def: { type: string; innerType?: z.ZodType; in?: z.ZodType } }
    if (def.type === 'nullable' && !/member_?id$/i.test(name)) return null
    if (def.type === 'optional' || def.type === 'default' || def.type === 'prefault') return undefined
    if (def.innerType) return sample(name, def.innerType, person)
    if (def.in) return sample(name, def.in, person)
    if (schema instanceof z.ZodObject)
      return Object.fromEntries(
        await Promise.all(Object.entries(schema.shape as Record<string, z.ZodType>).map(async ([key, one]) => [key, await sample(key, one, person)])),
      )
    if (schema instanceof z.ZodUnion) return sample(name, schema.options[0] as z.ZodType, person)
    if (schema instanceof z.ZodArray) return []
    if (schema instanceof z.ZodEnum) return schema.options[0]
    if (schema instanceof z.ZodLiteral) return schema.value
    if (schema instanceof z.ZodNumber) return /member_?id$/i.test(name) ? person : 987_654_321
    if (schema instanceof z.ZodBoolean) return false
    if (schema instanceof z.ZodDate) return new Date()
    return /at$|until/i.test(name) ? new Date().toISOString() : 'x'
  }

  it('begins by every event: by what people do where records of plugins do it, and by the event as its plugin declares it', async () => {
    const triggers = (await as().call(routes.triggers)).records
    const flows = new Map<string, number>()
    for (const { trigger_type } of triggers) {
      const { id } = await as().call(routes.create, {
        body: {
          ...{ name: trigger_type, workflow_type: 'dynamic', reentry: 'always', trigger: { trigger_type } },
          actions: [{ id: 'wait', action_type: 'wait', api_params: { amount: 1, unit: 'days' } }],
        },
      })
      await as().call(routes.activate, { params: { id } })
      flows.set(trigger_type, id)
      app.resetLimits()
    }
    const begun = async () => {
      const { records } = await as().call(routes.list, { query: { per_page: 100 } })
      const rest = (await as().call(routes.list, { query: { per_page: 100, page: 2 } })).records
      return new Map([...records, ...rest].map(({ id, runs_count }) => [id, runs_count]))
    }
    await filled()
    await app.settle()
    const real = await begun()
    const byThemselves = triggers.filter(({ trigger_type }) => real.get(flows.get(trigger_type)!)! > 0).map(({ trigger_type }) => trigger_type)
    expect(byThemselves.length).to.be.at.least(15)

    const quiet = triggers.filter((one: TriggerOffer) => !byThemselves.includes(one.trigger_type))
    for (const { trigger_type } of quiet) {
      const person = await app.member('member')
      await app.run(null, async (ctx) => {
        const acting = await ctx.actAs(side.admin.id)
        const { value } = acting.automations.find(({ plugin, value: one }) => `${plugin}.${one.name}` === trigger_type)!
        acting.emit(value, (await sample('', value.payload as z.ZodType, person.id)) as never)
      })
    }
    await app.settle()
    const all = await begun()
    expect(triggers.map(({ trigger_type }) => trigger_type).filter((type) => !all.get(flows.get(type)!))).to.deep.equal([])
    expect(triggers.map(({ label }) => label).filter((label) => /[._]/.test(label))).to.deep.equal([])
    for (const id of flows.values()) await as().call(routes.inactivate, { params: { id }, body: { stop_runs: true } })
  })

  const urlOf = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`
  /** Right values for what a card asks; of what can be chosen the `nth`, as not each is right for everybody. Null: there are no more. */
  async function paramsFor({ asks }: ActionOffer, nth: number): Promise<Record<string, unknown> | null> {
    let isOver = nth > 0
    const pick = <T>(all: T[]): T => {
      if (nth < all.length) isOver = false
      return all[Math.min(nth, all.length - 1)]!
    }
    const params: Record<string, unknown> = {}
    for (const { name, kind, choices, resource, is_multiple } of asks) {
      if (kind === 'choices') {
        const { value } = pick(choices!)
        params[name] = is_multiple ? [value] : value
      } else if (kind === 'resource') {
        const { records } = await as().call(routes.resources, { params: { key: resource! }, query: {} })
        const { id } = pick(records)
        params[name] = is_multiple ? [id] : id
      } else if (kind === 'number') params[name] = 1
      else if (kind === 'address') params[name] = urlOf()
      else if (kind === 'richtext') params[name] = doc
      else if (kind === 'text' || kind === 'longtext') params[name] = name === 'path' ? '/' : 'Hello {{ person.first_name }}'
    }
    return isOver ? null : params
  }
  const flowOf = async (offer: ActionOffer, api_params: Record<string, unknown>) => {
    app.resetLimits()
    const body = { name: offer.action_type, workflow_type: 'one_time' as const, audiences: [{ kind: 'all_members' as const }] }
    const { id } = await as().call(routes.create, { body: { ...body, actions: [{ id: 'card', action_type: offer.action_type, api_params }] } })
    await as().call(routes.createSchedule, { params: { id }, body: { runs_at: new Date(Date.now() + 86_400_000).toISOString() } })
    return id
  }

  it('does every action that is offered, and names what each lacks', async () => {
    await filled()
    await as().call(members.routes.createField, { body: { profile_field: { label: 'Where from?', field_type: 'text' } } })
    const offers = (await as().call(routes.actionTypes)).records.filter(({ group }) => group !== 'logic')
    const came: Record<string, unknown> = {}
    for (const offer of offers) {
      expect([offer.is_allowed, /[._]/.test(offer.label)], offer.action_type).to.deep.equal([true, false])
      if (offer.asks.some(({ is_required }) => is_required)) {
        const lacking = await flowOf(offer, {})
        const { status, body } = await as().send('POST', `/workflows/api/v1/workflows/${lacking}/activate`)
        expect([status, Object.keys(body.error_details ?? {})], offer.action_type).to.deep.equal([422, ['card']])
        expect(body.error_details.card[0], offer.action_type).to.match(/^[A-Z].*\.$/)
      }
      for (let nth = 0; came[offer.action_type] !== 'done'; nth++) {
        const params = await paramsFor(offer, nth)
        if (!params) break
        const id = await flowOf(offer, params)
        await as().call(routes.activate, { params: { id } })
        const person: TestMember = await app.member('member')
        const { run_ids } = await as().call(routes.startRuns, { params: { id }, body: { community_member_ids: [person.id] } })
        await app.settle()
        const run = await as().call(routes.run, { params: { id, runId: run_ids[0]! } })
        const [step] = run.steps
        came[offer.action_type] = step?.outcome === 'done' ? run.status : `${run.status}: ${step?.message}`
        if (run.status === 'failed') expect(step?.message, offer.action_type).to.match(/^[A-Z].*\.$/)
      }
    }
    // nobody is in what these take them out of
    const idle = ['access.remove_from_access_group', 'archive.reactivate', 'audience.remove_from_space', 'audience.untag']
    expect(came).to.deep.equal(
      Object.fromEntries(offers.map(({ action_type: type }) => [type, idle.includes(type) ? 'done: There was nothing to change.' : 'done'])),
    )
    expect(heard.length).to.equal(1)
  })

  it('lists by name only what lies in spaces that the asker sees', async () => {
    await filled()
    await makeTarget(app, side, 'secret')
    const { key } = (await as().send('POST', '/internal_api/roles', { name: 'Maker', permissions: ['workflows.manage'] })).body
    const maker = await app.member(key)
    const idsOf = async (who: TestMember, resource: string) =>
      (await app.as(who).call(routes.resources, { params: { key: resource }, query: {} })).records.map(({ id }) => id)
    for (const resource of ['event', 'lesson', 'post']) {
      const [all, seen] = [await idsOf(side.admin, resource), await idsOf(maker, resource)]
      expect(seen, resource).not.to.deep.equal([])
      expect(
        all.filter((id) => !seen.includes(id)),
        resource,
      ).not.to.deep.equal([])
    }
    expect(await idsOf(side.admin, 'price'), 'a price is named without one of its own').not.to.deep.equal([])
  })
})
