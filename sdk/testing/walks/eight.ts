/** Every write eight times at once: what is counted stays what there is. */
import type { Route } from '../../core/contract.ts'
import type { TestApp } from '../app.ts'
import { makeTarget } from '../filling.ts'
import { entriesOf, type Filled, keyOf, press, sessionFor } from '../world.ts'
import { narrowed } from './narrow.ts'

const TIMES = 8

/** @param only the plugin that alone is filled, with what it needs; all of them without. @returns what is wrong, a line for each */
export async function pressEightTimes(app: TestApp, side: Filled, routes: Route[], only?: string): Promise<string[]> {
  const entries = await entriesOf(app, routes)
  const admin = async () => ({ ...side.admin, token: (await sessionFor(app, side.admin.accountId, side.communityId)).token })
  await app.settle()
  return narrowed(
    routes.filter(({ method }) => method !== 'GET'),
    keyOf,
    async (some, first) => {
      const wrong: string[] = []
      const open = first ? side.open : await makeTarget(app, side, 'open', only)
      await app.settle()
      await app.run(side.communityId, (ctx) => ctx.platform.operations.counters({ mends: true }))
      for (const route of some) {
        const { input, uses } = entries[keyOf(route)]!
        const right = input(uses ? await makeTarget(app, side, 'open', route.plugin) : open)
        const member = await admin()
        const results = await Promise.all(Array.from({ length: TIMES }, () => press(app, member, route, right)))
        const statuses = results.map(({ status }) => status)
        if (statuses.some((status) => status >= 500)) wrong.push(`${keyOf(route)} answered ${statuses}`)
      }
      await app.settle()
      const differences = await app.run(side.communityId, (ctx) => ctx.platform.operations.counters())
      return { wrong, changed: differences.map((row) => `left ${JSON.stringify(row)}`) }
    },
  )
}
