/** Who begins when many come at once, and who is asked to come back. */
import { expect } from 'chai'
import { createShares, Shedder } from '../../kernel/limits.ts'

const aTurn = () => new Promise<void>((done) => setImmediate(done))

describe('shedding', () => {
  let shedder: Shedder
  afterEach(() => shedder.stop())

  it('lets four begin in a turn of the loop, in the order they came', async () => {
    shedder = new Shedder({ expectedWait: () => 0 })
    const begun: number[] = []
    const come = async (who: number) => {
      await shedder.turn()
      begun.push(who)
    }
    const all = [...Array(10).keys()].map(come)
    await Promise.resolve()
    expect(begun).to.deep.equal([0, 1, 2, 3])
    await aTurn()
    expect(begun).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7])
    // whoever comes now stands behind those who wait
    all.push(come(10))
    await aTurn()
    expect(begun.slice(8)).to.deep.equal([8, 9, 10])
    await Promise.all(all)
    await aTurn()
    all.push(come(11))
    await Promise.resolve()
    expect(begun.at(-1)).to.equal(11)
  })

  it('counts who waits for a turn as coming to the database, and sends visitors away first', () => {
    shedder = new Shedder({ expectedWait: (coming) => coming * 50 })
    for (let who = 0; who < 4 + 5; who++) {
      shedder.enter(false)
      void shedder.turn()
    }
    expect(() => shedder.enter(true)).not.to.throw()
    void shedder.turn()
    expect(() => shedder.enter(false))
      .to.throw()
      .that.includes({ status: 503, retryAfter: 2 })
  })

  it('sends nobody away for a delay while hardly anybody is inside: another program has the processor then', async () => {
    shedder = new Shedder({ expectedWait: () => 0 })
    // the first turn is where measuring begins
    for (const ms of [30, 1_500]) {
      for (const end = performance.now() + ms; performance.now() < end; );
      await aTurn()
      await aTurn()
    }
    for (let who = 0; who < 16; who++) expect(() => shedder.enter(false), `with ${who} inside`).not.to.throw()
    expect(() => shedder.enter(false))
      .to.throw()
      .that.includes({ status: 503 })
    expect(() => shedder.enter(true)).not.to.throw()
  })
})

describe('shares', () => {
  it('let one person have eight requests under way, others at once, and refuse a line that is too long', async () => {
    const shares = createShares()
    const begun: string[] = []
    const enter = (key: string) => {
      const { promise, resolve: leave } = Promise.withResolvers<void>()
      const done = shares.run(key, () => {
        begun.push(key)
        return promise
      })
      return { leave, done }
    }
    const all = Array.from({ length: 72 }, () => enter('account 1'))
    await aTurn()
    const refused = await enter('account 1').done.catch((error) => error)
    expect(refused).to.include({ status: 429, retryAfter: 1 })
    const other = enter('account 2')
    await aTurn()
    expect(begun.filter((key) => key === 'account 1')).to.have.length(8)
    expect(begun.at(-1)).to.equal('account 2')
    for (const [n, { leave, done }] of all.entries()) {
      leave()
      await done
      expect(begun.filter((key) => key === 'account 1').length, `after ${n + 1}`).to.be.at.most(n + 9)
    }
    expect(begun).to.have.length(73)
    other.leave()
    await other.done
  })
})
