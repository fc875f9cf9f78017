/** The walks over routes that every plugin passes: walls, hidden records, columns, eight at once, heavy and strange input. */
import { strict as assert } from 'node:assert'
import { takesForm, sendColumns } from './columns.ts'
import { pressEightTimes } from './eight.ts'
import { keepWaiting, MOST_WAIT_MS } from './heavy.ts'
import { fuzz, REQUESTS, SEED } from './fuzz.ts'
import { wallsOf, type Walked, type Walls } from './walls.ts'

export { narrowed } from './narrow.ts'
export { ask, peopleOf, type Person, say, shows, wallsOf, type Walked } from './walls.ts'

/**
 * Defines a test for each walk. They come last in a suite: from the columns on they change what they walk over.
 * @param walked is asked once, in the first test, for the world and the routes
 */
export function defineWalks(walked: () => Promise<Walked>): void {
  let walls: Promise<Walls> | undefined
  const ready = () => (walls ??= walked().then(wallsOf))
  const none = (wrong: string[]) => assert.equal(wrong.join('\n'), '')

  it('gives those of another community nothing, and lets them change nothing', async () => none(await (await ready()).foreign()))
  it('keeps the inside of private spaces from visitors, strangers, members and moderators outside', async () => none(await (await ready()).inside()))
  it('keeps all of a private community from visitors and from members of others, its open spaces too', async () =>
    none(await (await ready()).closedCommunity()))
  it('answers for a hidden record as for an absent one, with as many questions to the database or one more', async () => none(await (await ready()).absent()))
  it('opens to the admin, which proves the inputs', async () => none(await (await ready()).opens()))

  it('stores no column that is sent as a field of a form', async () => {
    const { app, a, routes, only } = await walked()
    const forms = routes.filter(takesForm)
    const { wrong, silent } = await sendColumns(app, a, forms, only)
    none(wrong)
    // an answer of 422 to everything would prove nothing
    assert.ok(silent.length <= Math.ceil(forms.length / 2), `routes that took no form, and so proved nothing: ${silent}`)
  })
  it('keeps every counter what its rows are when each write comes eight times at once', async () => {
    const { app, a, routes, only } = await walked()
    none(await pressEightTimes(app, a, routes, only))
  })
  it(`keeps nobody waiting over ${MOST_WAIT_MS} ms, however its texts are made`, async () => {
    const { app, a, routes, only } = await walked()
    none(await keepWaiting(app, a, routes, only))
  })
  it(`answers ${REQUESTS} strange requests a route with no 5xx, and every refusal with the envelope (seed ${SEED})`, async function strange() {
    const { app, a, routes } = await walked()
    this.timeout(120_000 + routes.length * REQUESTS * 1_000)
    const untouched = JSON.stringify(Reflect.ownKeys(Object.prototype).map(String))
    const lost: unknown[] = []
    const note = (error: unknown) => lost.push(error)
    process.on('unhandledRejection', note)
    try {
      const { wrong, silent } = await fuzz(app, a, routes)
      assert.equal(wrong.join('\n'), '', `ATRIUM_FUZZ_SEED=${SEED}`)
      assert.ok(silent.length <= Math.ceil(routes.length / 5), `routes that took nothing, so that nothing behind their schemas was tried: ${silent}`)
    } finally {
      process.off('unhandledRejection', note)
    }
    assert.deepEqual(lost, [], 'promises that were lost on the way')
    assert.equal(JSON.stringify(Reflect.ownKeys(Object.prototype).map(String)), untouched, 'the prototype of objects')
    const { status, body } = await app.as(null).send('GET', '/health')
    assert.deepEqual([status, body.status], [200, 'ok'], JSON.stringify(body))
  })
}
