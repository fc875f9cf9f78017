/** Work in a thread of its own: what does not end there is ended, and the next goes on. */
import { expect } from 'chai'
import { isolated } from '@atrium/sdk/server'
import { refusal } from '@atrium/sdk/testing'
import type { endless, greedy, sum, wrong } from './isolated.ts'

const FILE = new URL('./isolated.ts', import.meta.url)

describe('isolated', () => {
  it('gives back what the function returns, and throws what it throws', async () => {
    expect(await isolated<typeof sum>(FILE, 'sum')({ numbers: new Uint8Array([1, 2, 3]) })).to.equal(6)
    expect((await refusal(isolated<typeof wrong>(FILE, 'wrong')(null))).message).to.equal('This is wrong.')
  })

  it('ends what does not end, while the process goes on, and takes the next', async () => {
    let turns = 0
    const turning = setInterval(() => turns++, 1)
    const run = isolated<typeof endless>(FILE, 'endless', { timeoutMs: 1_000 })
    const [first, second] = await Promise.allSettled([run(true), run(false)])
    clearInterval(turning)
    expect((first as PromiseRejectedResult).reason).to.include({ status: 422, code: 'too_complex' })
    expect(second, 'whose time began with its turn').to.deep.equal({ status: 'fulfilled', value: 'ended' })
    expect(turns).to.be.above(20)
  })

  it('ends what takes more memory than it may', async () => {
    expect(await refusal(isolated<typeof greedy>(FILE, 'greedy', { memoryMb: 32 })(null))).to.include({ status: 422, code: 'too_complex' })
  })
})
