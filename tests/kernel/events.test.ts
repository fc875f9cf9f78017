/** Events: written with the rows they speak of, relayed once by one of many, delivered once to each subscriber. */
import { event, z } from '@atrium/sdk'
import { expect } from 'chai'
import { claimDeliveries, createEvents, type Events } from '../../kernel/events/index.ts'
import { createJobs, type Jobs, type Queryable } from '../../kernel/jobs/index.ts'
import { createMetrics } from '../../kernel/observe/index.ts'
import { openPlace, type Place, until } from './background.ts'

const SUBSCRIBERS = ['search.index', 'notifications.tell']

describe('events', () => {
  let place: Place
  const nodes: { events: Events; jobs: Jobs }[] = []
  let effects: string[] = []
  let told: [number, string, string, unknown][] = []

  /** One process: its queue and its relay. */
  const node = (options: Partial<Parameters<typeof createEvents>[0]> = {}) => {
    const jobs = createJobs({ data: place.data, log: place.log, communitiesWith: async () => [] })
    const metrics = createMetrics()
    const events = createEvents({
      data: place.data,
      jobs,
      log: place.log,
      metrics,
      subscribersOf: async (name, communityId) => (name === 'posts.post.published' && communityId === place.communityId ? SUBSCRIBERS : []),
      definitionOf: (name) => event(z.any(), { realtime: name === 'posts.post.published' ? 'space' : 'member' }),
      deliver: (subscriber, delivered) => subscribe(subscriber, delivered),
      publish: (...notice) => void told.push(notice),
      ...options,
    })
    nodes.push({ events, jobs })
    return { events, jobs, metrics }
  }
  const subscribe = (subscriber: string, { ids, communityId }: { ids: number[]; communityId: number }) =>
    place.data.unit({ communityId, mode: 'write' }, async (unit) => {
      for (const { id } of await claimDeliveries(unit, ids, subscriber)) effects.push(`${subscriber} ${id}`)
      return [] as number[]
    })
  const published = (over: object = {}) => ({
    communityId: place.communityId,
    plugin: 'posts',
    name: 'post.published',
    payload: { postId: 5, spaceId: 9 },
    ...over,
  })
  const emit = (events: Events, client: Queryable, { plugin, name, ...about }: ReturnType<typeof published>) =>
    events.emitIn(client, { ...event(z.any()), plugin, name }, about)
  const waiting = async () => (await place.data.system.query('select id from kernel.event where relayed_at is null')).rowCount
  const deliveries = async () => (await place.data.system.query(`select payload, key from graphile_worker._private_jobs order by id`)).rows

  before(async () => {
    place = await openPlace()
  })
  afterEach(async () => {
    for (const { events, jobs } of nodes.splice(0)) {
      await events.stop()
      await jobs.stop()
    }
    await place.data.system.query('delete from graphile_worker._private_jobs; delete from kernel.event')
    effects = []
    told = []
  })
  after(() => place.data.close())

  it('tells every subscriber and the open browsers, without waiting for its next look', async () => {
    const { events, jobs, metrics } = node({ pollEvery: 3_600_000 })
    await jobs.start()
    events.start()
    await until('the first look at the outbox', async () => (await waiting()) === 0)
    await place.data.unit({ communityId: place.communityId, mode: 'write' }, (unit) =>
      emit(events, { query: async (text, values) => ({ rows: await unit.raw(text, values) }) }, published({ actorMemberId: 3 })),
    )
    events.wake()
    await until('both effects', () => effects.length === 2)
    expect(told).to.deep.equal([[place.communityId, 'space:9', 'post.published', { postId: 5, spaceId: 9 }]])
    await place.data.systemTx((client) => emit(events, client, published()))
    await until('both effects, with nobody to wake', () => effects.length === 4)
    expect(await metrics.text()).to.match(/atrium_events_relayed_total 2\b/)
  })

  it('hands the event over as it was emitted, with cause, depth and actor', async () => {
    let seen: Awaited<ReturnType<typeof claimDeliveries>>[number] | undefined
    const { events, jobs } = node({
      deliver: (subscriber, { ids, communityId }) =>
        place.data.unit({ communityId, mode: 'write' }, async (unit) => {
          ;[seen] = await claimDeliveries(unit, ids, subscriber)
          return []
        }),
    })
    await emit(events, place.data.system, published({ actorMemberId: 3, cause: 77, depth: 2 }))
    await jobs.start()
    events.start()
    await until('the delivery', () => seen !== undefined)
    expect(seen).to.include({ communityId: place.communityId, plugin: 'posts', name: 'post.published', actorMemberId: 3, cause: 77, depth: 2 })
    expect(seen!.payload).to.deep.equal({ postId: 5, spaceId: 9 })
    expect(seen!.createdAt).to.be.instanceOf(Date)
  })

  it('F07 relays what a node left in the outbox when it died after its commit', async () => {
    const dead = node()
    await emit(dead.events, place.data.system, published())
    const other = node()
    await other.jobs.start()
    other.events.start()
    await until('both effects', () => effects.length === 2)
    expect(told).to.have.length(1)
  })

  it('F07 leaves events to others when the relay fails half-way, notices and jobs alike', async () => {
    let asked = 0
    const failing = node({
      subscribersOf: async () => {
        if (++asked > 1) throw new Error('killed')
        return SUBSCRIBERS
      },
    })
    await emit(failing.events, place.data.system, published())
    await emit(failing.events, place.data.system, published())
    failing.events.start()
    await until('the failure', () => place.lines.some((line) => line.includes('events could not be relayed')))
    await failing.events.stop()
    expect(await waiting()).to.equal(2)
    expect(await deliveries()).to.deep.equal([])
    expect(told).to.deep.equal([])
    node().events.start()
    await until('the relay', async () => (await waiting()) === 0)
    expect(told).to.have.length(2)
    expect((await deliveries()).map(({ payload }) => payload.eventIds.length)).to.deep.equal([2, 2])
  })

  it('F08 has each effect once though the event is delivered twice, also at the same moment', async () => {
    const { events, jobs } = node()
    await emit(events, place.data.system, published())
    await jobs.start()
    events.start()
    await until('both effects', () => effects.length === 2)
    await place.data.system.query('update kernel.event set relayed_at = null')
    events.wake()
    await until('the second relay', async () => (await waiting()) === 0)
    await until('the end of all jobs', async () => (await jobs.counts()).waiting + (await jobs.counts()).running === 0)
    const { rows } = await place.data.system.query('select * from kernel.event')
    const id = Number(rows[0].id)
    const again = { ids: [id], communityId: place.communityId }
    await Promise.all([subscribe('feeds.add', again), subscribe('feeds.add', again), subscribe('search.index', again)])
    expect(effects.toSorted()).to.deep.equal([`feeds.add ${id}`, `notifications.tell ${id}`, `search.index ${id}`])
  })

  it('F08 does it again when the first try failed after its claim', async () => {
    const { events } = node()
    await emit(events, place.data.system, published())
    const one = { ids: [Number((await place.data.system.query('select id from kernel.event')).rows[0].id)], communityId: place.communityId }
    await place.data
      .unit({ communityId: one.communityId, mode: 'write' }, async (unit) => {
        await claimDeliveries(unit, one.ids, 'search.index')
        throw new Error('died')
      })
      .catch(() => {})
    await subscribe('search.index', one)
    expect(effects).to.have.length(1)
  })

  it('F24 delivers events one by one when their subscriber fails for one of them', async () => {
    let poison = 0
    const { events, jobs } = node({
      deliver: (subscriber, { ids, communityId }) =>
        place.data.unit({ communityId, mode: 'write' }, async (unit) => {
          await claimDeliveries(unit, ids, subscriber)
          if (ids.includes(poison)) throw new Error('poisoned')
          return []
        }),
    })
    for (let i = 0; i < 3; i++) await emit(events, place.data.system, published())
    poison = Number((await place.data.system.query('select id from kernel.event order by id')).rows[1].id)
    await jobs.start()
    events.start()
    const delivered = async () => (await place.data.system.query('select event_id from kernel.delivery')).rows.map(({ event_id }) => Number(event_id))
    await until('the others', async () => new Set(await delivered()).size === 2)
    expect(await delivered()).not.to.include(poison)
    await until('the poisoned one alone', async () => (await deliveries()).every(({ payload }) => payload.eventIds.join() === String(poison)))
    expect(await deliveries()).to.have.length(2)
  })

  it('gives each event to each subscriber in one job, though relays run side by side', async () => {
    const relays = [node(), node(), node()]
    for (let i = 0; i < 500; i++) await emit(relays[0]!.events, place.data.system, published({ payload: { postId: i, spaceId: 9 } }))
    for (const { events } of relays) events.start()
    await until('all relayed', async () => (await waiting()) === 0)
    const jobs = await deliveries()
    expect(jobs.length).to.be.within(40, 250)
    const pairs = jobs.flatMap(({ payload }) => payload.eventIds.map((id: number) => `${id} ${payload.subscriber}`))
    expect(pairs).to.have.length(1_000)
    expect(new Set(pairs)).to.have.property('size', 1_000)
    expect(jobs.every(({ key }) => key !== null)).to.equal(true)
    expect(told).to.have.length(500)
  })

  it('hands events on though open browsers cannot be told', async () => {
    const { events } = node({
      publish: () => {
        throw new Error('no sockets')
      },
    })
    await emit(events, place.data.system, published())
    events.start()
    await until('the relay', async () => (await waiting()) === 0)
    expect(await deliveries()).to.have.length(2)
  })

  it('makes no job where nobody listens, and tells nobody of a member event without a member', async () => {
    const { events } = node()
    await emit(events, place.data.system, published({ communityId: place.otherId }))
    await emit(events, place.data.system, published({ name: 'lesson.completed', payload: { memberId: 4 } }))
    await emit(events, place.data.system, published({ name: 'lesson.completed', payload: {} }))
    events.start()
    await until('all relayed', async () => (await waiting()) === 0)
    expect(await deliveries()).to.deep.equal([])
    expect(told.map(([, room]) => room)).to.deep.equal(['space:9', 'member:4'])
  })

  it('drops what comes deeper than 8, with a warning', async () => {
    const { events } = node()
    await emit(events, place.data.system, published({ depth: 8 }))
    await emit(events, place.data.system, published({ depth: 9, cause: 1 }))
    expect(await waiting()).to.equal(1)
    expect(place.lines.some((line) => line.includes('an event was dropped'))).to.equal(true)
  })

  it('lets the app role write events of its own community only', async () => {
    const { events } = node()
    const client = await place.data.app.take(place.communityId)
    expect(await emit(events, client, published({ communityId: place.otherId })).catch((error) => error.code)).to.equal('42501')
    place.data.app.giveBack(client, 'clean')
  })

  it('sweeps relayed events after 90 days, and keeps those that wait', async () => {
    const { events, jobs } = node()
    for (const age of [91, 89, 200]) {
      await emit(events, place.data.system, published())
      await place.data.system.query(`update kernel.event set relayed_at = now() - $1 * interval '1 day' where relayed_at is null`, [age])
    }
    await emit(events, place.data.system, published())
    await jobs.start()
    await jobs.tick('events.sweep', new Date())
    await until('the sweep', async () => (await place.data.system.query('select from kernel.event')).rowCount === 2)
  })
})
