/** Lists by pages: in a community with more than one of everything, a second page is another page, by number and by cursor (A67). */
import { expect } from 'chai'
import type { Route } from '@atrium/sdk'
import { type CallResult, type TestApp, toCall, entriesOf, sessionFor, settleAll } from '@atrium/sdk/testing'
import { openFilled, type Side } from './world.ts'

describe('pages of lists', () => {
  let app: TestApp
  let side: Side
  before(async () => {
    const world = await openFilled()
    app = world.app
    side = world.a
    await settleAll(app)
  })
  after(() => app?.close())

  it('go on behind the first, by number as by cursor, and hold what they say', async () => {
    const { token } = await sessionFor(app, side.admin.accountId, side.communityId)
    const as = app.as({ ...side.admin, token })
    const wrong: string[] = []
    const paged: string[] = []
    const entries = await entriesOf(app)
    for (const { route } of app.kernel.http.bound as { route: Route }[]) {
      if (route.method !== 'GET') continue
      const input = entries[`${route.plugin}.${route.name}`]!.input(side.open)
      const ask = async (query: object) => {
        app.resetLimits()
        let result: CallResult | undefined
        await toCall(
          route,
          { ...input, query: { ...input.query, per_page: 1, ...query } },
          async (method, address) => (result = await as.send(method, address)),
        ).catch(() => {})
        return result!.body
      }
      const name = `${route.plugin}.${route.name}`
      const first = await ask({})
      if (!Array.isArray(first?.records)) continue
      if (!first.has_next_page) continue
      paged.push(name)
      if (first.records.length > 1) wrong.push(`${name}: ${first.records.length} records of one`)
      const second = await ask({ page: 2 })
      if (JSON.stringify(second?.records) === JSON.stringify(first.records)) wrong.push(`${name}: page 2 is page 1`)
      if (first.next_cursor) {
        const next = await ask({ cursor: first.next_cursor })
        if (JSON.stringify(next?.records) !== JSON.stringify(second?.records)) wrong.push(`${name}: behind the cursor is not page 2`)
      }
    }
    expect(wrong.join('\n')).to.equal('')
    // most others are short by nature, or have one row in this community
    expect(paged.length, 'lists of more than one page').to.be.at.least(20)
  })
})
