/** Fields that no form has: the name of every column of the database, sent to every route that writes (A23, A24). */
import { expect } from 'chai'
import type { Route } from '@atrium/sdk'
import type { TestApp } from '@atrium/sdk/testing'
import { sendColumns } from './columns.ts'
import { fillSide, openWorld, type Side, settleAll } from './world.ts'

describe('columns as fields', function () {
  this.timeout(180_000)
  let app: TestApp
  let side: Side
  before(async () => {
    app = await openWorld()
    side = await fillSide(app, 'cora', await app.primaryId())
    await settleAll(app)
  })
  after(() => app?.close())

  it('A23 A24: are stored by no route, whoever sends them', async () => {
    const writes = (app.kernel.http.bound as { route: Route }[])
      .map(({ route }) => route)
      .filter(({ method, options }) => method !== 'GET' && options.body && !options.stream)
    expect(writes.length).to.be.above(80)
    const { columns, wrong, taken } = await sendColumns(app, side, side.open, writes)
    expect(columns).to.be.above(150)
    expect(wrong.join('\n')).to.equal('')
    // an answer of 422 to everything would prove nothing
    expect(taken, 'routes that took the form and dropped the rest').to.be.above(writes.length / 2)
  })
})
