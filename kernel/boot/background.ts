/** Work without a request: jobs, subscribers and socket rooms, each in a ctx of its own community. */
import { compareCounters, type MeteredCalls, unlessRefused } from '@atrium/sdk/server'
import communitiesContract from '@atrium/sdk/kernel/communities'
import type { RootContainer } from '../container.ts'
import type { Identity } from '../accounts/index.ts'
import type { Unit } from '../data/index.ts'
import { claimDeliveries, pendingDeliveries, releaseDeliveries, type StoredEvent } from '../events/index.ts'
import { createCtx } from '../http/ctx.ts'
import { workIn } from './lifecycle.ts'
import { countersOf } from '../http/operations.ts'

/** Full names of the subscribers of an event whose plugins are on in that community. */
export async function subscribersOf(root: RootContainer, name: string, communityId: number): Promise<string[]> {
  const { registry, communities } = root.cradle
  const state = await communities.state(communityId)
  return registry
    .subscriptions(name)
    .filter(({ plugin }) => communities.isOn(state, registry.get(plugin)!))
    .map(({ plugin, subscription }) => `${plugin}.${subscription.name}`)
}

/** Milliseconds after which a subscriber's transaction takes no further event and commits, so that a slow subscriber neither keeps locks nor occupies the worker. */
const TURN_MS = 250

/**
 * Runs one subscriber for events, for each once: the claim and the effects share a transaction (case F08). One without a
 * transaction has the claim after its effects, so that it has an event again when the process dies in between.
 * @returns ids of those that its turn did not suffice for
 */
export async function deliverTo(root: RootContainer, key: string, { ids, communityId }: { ids: number[]; communityId: number }): Promise<number[]> {
  const { registry, communities, data } = root.cradle
  const entry = registry.subscriber(key)
  if (!entry) return []
  const state = await communities.state(communityId)
  if (!communities.isOn(state, registry.get(entry.plugin)!)) return []
  const end = performance.now() + TURN_MS
  const run = (unit: Unit, { id, plugin, name, depth, origin, payload, actorMemberId, createdAt }: StoredEvent) => {
    const ctx = createCtx({ root, unit, state, identity: null, locale: state.info.locale, plugin: entry.plugin, cause: { eventId: id, depth, origin } })
    return entry.subscription.run(ctx, payload, { event: `${plugin}.${name}`, eventId: id, actorMemberId, at: createdAt, depth, origin })
  }
  if (entry.subscription.transaction === false) {
    const [first, ...rest] = await data.unit({ communityId, mode: 'read' }, (unit) => pendingDeliveries(unit, ids, key))
    if (!first) return []
    await data.unit({ communityId, mode: 'read' }, (unit) => run(unit, first))
    await data.unit({ communityId, mode: 'write' }, (unit) => claimDeliveries(unit, [first.id], key))
    return rest.map(({ id }) => id)
  }
  return data.unit({ communityId, mode: 'write' }, async (unit) => {
    const events = await claimDeliveries(unit, ids, key)
    for (const [at, event] of events.entries()) {
      if (at > 0 && performance.now() > end) {
        const rest = events.slice(at).map(({ id }) => id)
        await releaseDeliveries(unit, rest, key)
        return rest
      }
      await run(unit, event)
    }
    return []
  })
}

/** Makes every plugin's jobs known to the queue. A job of a plugin that is off here is skipped. */
export function registerJobs(root: RootContainer): void {
  const { registry, jobs } = root.cradle
  for (const { plugin, job } of registry.jobs()) {
    const { id } = plugin.manifest
    const mode = job.transaction === false ? 'read' : 'write'
    const run = (communityId: number, payload: unknown) => workIn(root, { communityId, plugin: id, mode }, (ctx) => job.run(ctx, job.payload.parse(payload)))
    jobs.register(`${id}.${job.name}`, run, job.schedule, { plugin: id, deadlineMs: job.deadlineMs })
  }
}

/** Every night the kept counters of each community are compared with their rows; what differs waits among the dead letters until an admin has seen it. */
export function registerCounters(root: RootContainer): void {
  const { jobs, data } = root.cradle
  jobs.register('kernel.counters', (communityId) =>
    workIn(root, { communityId, plugin: communitiesContract.id, mode: 'read' }, async (ctx) => {
      const found = await compareCounters(ctx, countersOf(ctx as never))
      const told = found.slice(0, 5).map(({ counter, id, kept, counted }) => `${counter} of ${id} is ${kept}, counted ${counted}`)
      if (told.length > 0) throw new Error(`${found.length} kept counters differ from their rows: ${told.join('; ')}`)
    }),
  )
  const ask = async () => {
    const { rows } = await data.system.query<{ id: number }>('select id from kernel.community')
    // one try: what differs does not come right by itself
    const all = rows.map(({ id }) => ({ communityId: id, task: 'kernel.counters', payload: {}, options: { key: 'counters', priority: 10 }, attempts: 1 }))
    await data.systemTx((client) => jobs.addIn(client, ...all))
  }
  jobs.register('kernel.all_counters', ask, '30 2 * * *')
}

/** May somebody join a socket room? The plugin that owns the room's name decides. */
export async function mayJoin(root: RootContainer, communityId: number, identity: Identity, room: string): Promise<boolean> {
  const [name, ...rest] = room.split(':')
  const owner = root.cradle.registry.room(name!)
  if (!owner) return false
  const asked = workIn(root, { communityId, plugin: owner.plugin, mode: 'read', identity }, (ctx) => owner.may(ctx, rest.join(':')))
  return (await unlessRefused(asked, false)) ?? false
}

/** Has this member something unread in this community, by any plugin that knows? */
export async function unreadIn(root: RootContainer, communityId: number, memberId: number): Promise<boolean> {
  const identity = await root.cradle.accounts.asMember(communityId, memberId)
  const asked =
    identity &&
    (await workIn(root, { communityId, plugin: communitiesContract.id, mode: 'read', identity }, async (ctx) => {
      for (const { value } of ctx.fill(communitiesContract.points.unread)) if (await value(ctx)) return true
      return false
    }))
  return asked ?? false
}

/** Gives calls that came with API tokens to the plugins that count them. */
export async function handOver(root: RootContainer, communityId: number, calls: MeteredCalls[]): Promise<void> {
  const { registry, log } = root.cradle
  for (const { manifest, server, state } of registry.plugins.values()) {
    const metered = state === 'ready' && server?.hooks?.metered
    if (!metered) continue
    await workIn(root, { communityId, plugin: manifest.id, mode: 'write' }, (ctx) => metered(ctx, calls)).catch((err) =>
      log.warn({ err, plugin: manifest.id }, 'calls were not counted'),
    )
  }
}
