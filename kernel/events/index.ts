/** Events: the outbox that is written with the rows it speaks of, and the relay that turns it into jobs and realtime notices. */
import type { EventDef } from '@atrium/sdk'
import type pg from 'pg'
import { type Data, prepared, type Unit } from '../data/index.ts'
import type { Jobs, NewJob, Queryable } from '../jobs/index.ts'
import type { Log, Metrics } from '../observe/index.ts'

export interface NewEvent {
  communityId: number
  plugin: string
  name: string
  payload: object
  actorMemberId?: number | null
  /** Id of the event that led to this one. */
  cause?: number | null
  /** How many events led here, one after another, and what acted by itself before them: see `Cause` of the SDK. */
  depth?: number
  origin?: string | null
}
type Emitted<T> = Omit<NewEvent, 'plugin' | 'name' | 'payload'> & { payload: T & object }
export interface StoredEvent extends Required<NewEvent> {
  id: number
  createdAt: Date
}

interface Dependencies {
  data: Pick<Data, 'system' | 'systemTx' | 'afterCommit'>
  jobs: Jobs
  log: Log
  metrics: Pick<Metrics, 'eventsRelayed'>
  /** Full names (`search.index`) of those who listen to an event and are on in the community. */
  subscribersOf(fullName: string, communityId: number): Promise<string[]>
  definitionOf(fullName: string): EventDef | undefined
  /** Runs one subscriber for events in write units that begin with `claimDeliveries`. Resolves with the ids that its time did not suffice for. */
  deliver(subscriber: string, events: { ids: number[]; communityId: number }): Promise<number[]>
  /** Tells open browsers. */
  publish(communityId: number, room: string, name: string, payload: unknown): void
  /** Resolves when other processes have been told too. */
  published?(): Promise<unknown>
  /** Milliseconds between looks at the outbox when nobody wakes it. */
  pollEvery?: number
}

const MAX_DEPTH = 8
const BATCH = 200
/** Relays that are woken keep this apart, in ms: at rest the first is at once, under load each takes many. */
const APART = 25
/** Events of one subscriber that share a transaction: what opens and ends one costs more than most subscribers do. */
const TOGETHER = 25
const KEEP_DAYS = 90
const SWEEP = 5_000
const INSERT = `insert into kernel.event (community_id, plugin, name, payload, actor_member_id, cause, depth, origin)
  select "communityId", plugin, name, payload, "actorMemberId", cause, depth, origin from jsonb_to_recordset($1::jsonb)
    as e("communityId" bigint, plugin text, name text, payload jsonb, "actorMemberId" bigint, cause bigint, depth smallint, origin text)`
const COLUMNS = 'id, community_id as "communityId", plugin, name, payload, actor_member_id as "actorMemberId", cause, depth, origin, created_at as "createdAt"'

const TAKE = `update kernel.event set relayed_at = now()
  from (select id as waiting from kernel.event where relayed_at is null order by id limit ${BATCH} for update skip locked) as next
  where id = waiting returning ${COLUMNS}`

const CLAIM = `with claim as (
    insert into kernel.delivery (community_id, event_id, subscriber) select community_id, id, $3 from kernel.event where community_id = $1 and id = any ($2::bigint[])
    on conflict do nothing returning event_id)
  select ${COLUMNS} from claim join kernel.event on id = event_id and community_id = $1 order by id`

const PENDING = `select ${COLUMNS} from kernel.event where community_id = $1 and id = any ($2::bigint[]) and not exists (
    select from kernel.delivery where kernel.delivery.community_id = $1 and event_id = kernel.event.id and subscriber = $3) order by id`

const RELEASE = 'delete from kernel.delivery where community_id = $1 and event_id = any ($2::bigint[]) and subscriber = $3'

/**
 * Notes, in the subscriber's own transaction, that it has had events, and reads them. Those it had before are left out: do nothing for them.
 * A second delivery at the same moment waits here for the first to commit or roll back.
 */
export const claimDeliveries = (unit: Unit, eventIds: number[], subscriber: string) => unit.keyed<StoredEvent>(CLAIM, [unit.communityId, eventIds, subscriber])
/** Those of the events that a subscriber has not had yet. */
export const pendingDeliveries = (unit: Unit, eventIds: number[], subscriber: string) =>
  unit.keyed<StoredEvent>(PENDING, [unit.communityId, eventIds, subscriber])
/** Takes claims back, in the transaction that made them. */
export const releaseDeliveries = (unit: Unit, eventIds: number[], subscriber: string) => unit.keyed(RELEASE, [unit.communityId, eventIds, subscriber])

const delivery = (communityId: number, subscriber: string, eventIds: number[]): NewJob => ({
  communityId,
  task: 'events.deliver',
  payload: { eventIds, subscriber },
  subscriber,
  options: { key: `${eventIds.join(',')}:${subscriber}` },
})

/** The room whose browsers are told of an event, or null. */
function roomOf(definition: EventDef | undefined, payload: any): string | null {
  const kind = definition?.realtime
  if (!kind || kind === 'community') return kind ?? null
  const whose = payload[{ member: 'memberId', space: 'spaceId', record: 'record' }[kind]]
  return whose ? `${kind}:${whose}` : null
}

export function createEvents({ data, jobs, log, metrics, subscribersOf, definitionOf, deliver, publish, published, pollEvery = 1_000 }: Dependencies) {
  let timers: { poll?: NodeJS.Timeout; wake?: NodeJS.Timeout } | null = null
  let relaying: Promise<void> | null = null
  let again = false
  let lastRelay = 0

  /** One that fails, or ends the process, must not keep the others: from the second try on each event has its own. */
  jobs.register('events.deliver', async (communityId, { eventIds, subscriber }: { eventIds: number[]; subscriber: string }, { attempt }) => {
    const later = (...batches: number[][]) => data.systemTx((client) => jobs.addIn(client, ...batches.map((ids) => delivery(communityId, subscriber, ids))))
    const alone = () => later(...eventIds.map((id) => [id]))
    if (attempt > 1 && eventIds.length > 1) return alone()
    const attended = { attempt, plugin: subscriber.split('.')[0] }
    try {
      const rest = await jobs.attend(`on:${subscriber}`, attended, () => deliver(subscriber, { ids: eventIds, communityId }))
      if (rest.length > 0) await later(rest)
    } catch (err) {
      if (eventIds.length === 1) throw err
      log.warn({ err, subscriber, events: eventIds.length }, 'a subscriber failed; its events are delivered one by one')
      await alone()
    }
  })
  jobs.register(
    'events.sweep',
    async () => {
      // oldest first by the key, so that each round reads only what it may delete
      const oldest = `(select id from kernel.event order by id limit ${SWEEP})`
      for (;;) {
        const { rowCount } = await data.system.query(`delete from kernel.event where id in ${oldest} and relayed_at < now() - interval '${KEEP_DAYS} days'`)
        if ((rowCount ?? 0) < SWEEP) return
      }
    },
    '40 3 * * *',
  )

  function tell({ id, communityId, plugin, name, payload }: StoredEvent) {
    try {
      const room = roomOf(definitionOf(`${plugin}.${name}`), payload)
      if (room) publish(communityId, room, name, payload)
    } catch (err) {
      log.warn({ err, event: id }, 'open browsers could not be told of an event')
    }
  }

  /** Hands on the next events; returns how many there were. Relays side by side skip what the other has locked. */
  async function relayBatch(client: pg.PoolClient): Promise<number> {
    const { rows } = await client.query<StoredEvent>(prepared(TAKE, []))
    const events = rows.sort((a, b) => a.id - b.id)
    if (events.length === 0) return 0
    const deliveries: NewJob[] = []
    for (const [communityId, here] of Map.groupBy(events, (event) => event.communityId)) {
      const wanted = new Map<string, number[]>()
      for (const { id, plugin, name } of here)
        for (const subscriber of await subscribersOf(`${plugin}.${name}`, communityId)) wanted.set(subscriber, [...(wanted.get(subscriber) ?? []), id])
      for (const [subscriber, ids] of wanted)
        for (let at = 0; at < ids.length; at += TOGETHER) deliveries.push(delivery(communityId, subscriber, ids.slice(at, at + TOGETHER)))
    }
    await jobs.addIn({ query: (text: string, values?: unknown[]) => client.query(prepared(text, values ?? [])) }, ...deliveries)
    // browsers are told before the events are marked as relayed: a process that is killed in between tells them twice, which does no harm, instead of never
    for (const event of events) tell(event)
    await published?.()
    return events.length
  }

  async function drain() {
    let count = 0
    do {
      again = false
      count = await data.systemTx(relayBatch)
      if (count > 0) {
        metrics.eventsRelayed.inc(count)
        jobs.wake()
      }
    } while (timers && (again || count === BATCH))
  }

  function relay() {
    again = true
    if (!timers || relaying) return
    lastRelay = Date.now()
    relaying = drain()
      .catch((err) => log.error({ err }, 'events could not be relayed; the next round tries again'))
      .finally(() => (relaying = null))
  }

  /** This process relays at once, many calls together. */
  function wake() {
    if (!timers) return
    timers.wake ??= setTimeout(
      () => {
        if (timers) timers.wake = undefined
        relay()
      },
      Math.max(0, lastRelay + APART - Date.now()),
    )
  }

  /** The statement that writes events. Beyond depth 8 they are dropped with a warning, so that circles end. */
  function insertion(events: NewEvent[]): pg.QueryConfig {
    const kept = events.filter(({ depth = 0, communityId, plugin, name, cause }) => {
      if (depth <= MAX_DEPTH) return true
      log.warn({ community: communityId, event: `${plugin}.${name}`, cause }, 'an event was dropped: too many led to it')
      return false
    })
    return prepared(INSERT, [JSON.stringify(kept.map((event) => ({ depth: 0, ...event })))])
  }

  return {
    insertion,
    /** Writes events in the transaction of `client`. Call `wake()` after the commit of a unit. */
    async emitIn<T>(client: Queryable, { plugin, name }: EventDef<T>, event: Emitted<T>): Promise<void> {
      const { text, values } = insertion([{ ...event, plugin, name }])
      await client.query(text, values)
      data.afterCommit(client, wake)
    },
    wake,
    start() {
      timers = { poll: setInterval(relay, pollEvery) }
      relay()
    },
    async stop() {
      clearInterval(timers?.poll)
      clearTimeout(timers?.wake)
      timers = null
      await relaying
    },
  }
}
export type Events = ReturnType<typeof createEvents>
