/** Counts how often redirects are followed: after the answer, those of some seconds together. */
import { type Ctx, hostOf, type PluginHost } from '@atrium/sdk/server'

/** Milliseconds that hits wait in memory: the process writes them when it stops, one that dies loses those of that time. */
const EVERY = 5_000
/** By community and redirect. */
type Hits = Map<number, Map<number, number>>
let waiting = new Map<PluginHost, Hits>()
let timer: NodeJS.Timeout | undefined
let writing = Promise.resolve()

const write = (host: PluginHost, communityId: number, hits: ReadonlyMap<number, number>) =>
  host.run(communityId, async (ctx) => {
    // always in one order, as two processes may count the same ones
    const ids = [...hits.keys()].sort((one, other) => one - other)
    await ctx.sql(
      `update site.redirect r set hits = hits + n, last_hit_at = $4 from (
         select row.id, h.n from unnest($2::bigint[], $3::int[]) h(id, n)
         join site.redirect row on row.id = h.id and row.community_id = $1 order by row.id for update of row) counted
       where r.community_id = $1 and r.id = counted.id`,
      [ids, ids.map((id) => hits.get(id)!), ctx.now()],
    )
  })
async function writeAll(): Promise<void> {
  const all = waiting
  waiting = new Map()
  for (const [host, communities] of all)
    for (const [communityId, hits] of communities)
      await write(host, communityId, hits).catch((err: unknown) => host.log.warn({ err }, 'hits of redirects were not counted'))
}
/** Writes what was counted until now. */
export function writeHits(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  return (writing = writing.then(writeAll))
}

export function countHit(ctx: Ctx, id: number): void {
  const host = hostOf(ctx)
  const ofHost: Hits = waiting.get(host) ?? new Map()
  const hits = ofHost.get(ctx.community.id) ?? new Map<number, number>()
  waiting.set(host, ofHost.set(ctx.community.id, hits.set(id, (hits.get(id) ?? 0) + 1)))
  timer ??= setTimeout(() => void writeHits(), EVERY).unref()
}
