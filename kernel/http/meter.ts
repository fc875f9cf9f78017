/** Sums up the calls that come with API tokens and hands them, every few seconds, to the plugins that keep count. */
import { METER_BOUNDS, type MeteredCalls } from '@atrium/sdk/server'
import type { Context } from 'koa'
import type { RequestState } from './dispatch.ts'

const EVERY_MS = 10_000
/** Sums of so many different ones are kept; what comes beyond is counted under its token alone. */
const MOST = 5_000

type Sum = Omit<MeteredCalls, 'memberIds'> & { members: Set<number> }

/** @param hand gives what was summed up to those who count, and throws nothing */
export function createMeter(hand: (communityId: number, calls: MeteredCalls[]) => Promise<void>) {
  let sums = new Map<string, { communityId: number; sum: Sum }>()

  async function flush(): Promise<void> {
    const gathered = Map.groupBy(sums.values(), ({ communityId }) => communityId)
    sums = new Map()
    for (const [communityId, all] of gathered)
      await hand(
        communityId,
        all.map(({ sum: { members, ...sum } }) => ({ ...sum, memberIds: [...members] })),
      )
  }
  const timer = setInterval(() => void flush(), EVERY_MS).unref()
  return {
    /** After the answer. @param ms how long it took */
    count(ctx: Context, ms: number): void {
      const { community, identity, path } = ctx.state as RequestState & { path?: string }
      if (!identity?.apiToken) return
      const { id: tokenId, kind } = identity.apiToken
      const met = { path: (sums.size < MOST && path) || '*', method: ctx.method, status: ctx.status }
      const key = `${tokenId} ${met.method} ${met.path} ${met.status}`
      const { sum } = sums.get(key) ?? {
        sum: { tokenId, kind, ...met, count: 0, buckets: new Array<number>(METER_BOUNDS.length + 1).fill(0), members: new Set<number>() },
      }
      sum.count++
      const place = METER_BOUNDS.findIndex((bound) => ms <= bound)
      sum.buckets[place === -1 ? METER_BOUNDS.length : place]!++
      if (identity.member) sum.members.add(identity.member.id)
      sums.set(key, { communityId: community.info.id, sum })
    },
    flush,
    async stop(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}
export type Meter = ReturnType<typeof createMeter>
