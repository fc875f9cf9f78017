/** Every night: what has changed at the provider within two days is compared with what was handed out; a difference is an incident. */
import { type Ctx, inWrite } from '@atrium/sdk/server'
import payments, { type Kind } from '../../contract.ts'
import { snapshotsRead } from '../reads.ts'
import { reportChanged } from './incidents.ts'
import { presentProvider } from './provider.ts'
import { queueRefresh } from './queue.ts'
import { equal, retrieve } from './refresh.ts'

const DAYS = 2
/** Objects that one night compares; where there are more, the report says so. */
const MOST = 20_000
const AT_ONCE = 4
/** Differences that are reported; with so many the cause shows already. */
const MOST_TOLD = 200

export async function compare(ctx: Ctx): Promise<{ compared: number; different: string[] }> {
  const provider = presentProvider(ctx)
  if (ctx.settings(payments).provider === 'stripe' && !ctx.settings(payments).secret_key && !ctx.settings(payments).account_id)
    return { compared: 0, different: [] }
  const seen = new Map<string, { kind: Kind; id: string }>()
  for await (const one of provider.listChanged(ctx, new Date(ctx.now().getTime() - DAYS * 86_400_000))) {
    seen.set(`${one.kind} ${one.id}`, one)
    if (seen.size >= MOST) break
  }
  // what waits in the refresh queue is about to be handed out and is no difference
  const waits = new Set(
    (await ctx.sql<{ kind: string; object_id: string }>('select kind, object_id from payments.refresh where community_id = $1')).map(
      (row) => `${row.kind} ${row.object_id}`,
    ),
  )
  const todo = [...seen.values()].filter(({ kind, id }) => !waits.has(`${kind} ${id}`))
  const different: { kind: Kind; id: string }[] = []
  const left = [...todo]
  const worker = async () => {
    for (let one = left.shift(); one; one = left.shift()) {
      const state = await retrieve(provider, ctx, one.kind, one.id)
      const [known] = await ctx.read(snapshotsRead, [one.kind, [one.id]])
      if (!known || !equal(known.state, state)) different.push(one)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  if (different.length)
    await inWrite(ctx, async (inner) => {
      await reportChanged(inner, different.slice(0, MOST_TOLD))
      // reported as an incident, and then handed out like any other change
      await queueRefresh(inner, provider.key, different)
    })
  return { compared: todo.length, different: different.map(({ id }) => id) }
}
