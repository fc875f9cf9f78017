/** What a request held is gone with it: V8's young collections find nothing of the requests before, so full ones stay rare and short. */
import { expect } from 'chai'
import { call, type House, openHouse, postOf, report } from './kit.ts'

/** Enough of them for several young collections. */
const REQUESTS = 3_000
/** Bytes that a young collection may make old: what is rightly kept, up to 2.4 MB. What holds on to requests, as a timer for each statement, brings 3.5 to 10 MB to the first and third case. */
const MADE_OLD = 2_800_000

describe('the heap', () => {
  let house: House
  let postId: number
  before(async () => {
    house = await openHouse()
    const { body } = await call(house.nodes[0]!.url, 'POST', `/internal_api/spaces/${house.spaceId}/posts`, {
      cookie: house.admin.cookie,
      body: postOf('Glaze'),
    })
    postId = body.id
  })
  after(() => house?.close())
  afterEach(function tellWhy() {
    if (this.currentTest?.state === 'failed') report(house?.nodes ?? [])
  })

  /** Bytes in use of what has lived for a while, and how often V8 has collected. */
  const heap = async () => {
    const { body } = await call(house.nodes[0]!.url, 'GET', '/metrics')
    const figure = (name: string) =>
      Number(
        body
          .split('\n')
          .find((line: string) => line.startsWith(name))
          ?.slice(name.length) ?? 0,
      )
    const old = figure('nodejs_heap_space_size_used_bytes{space="old"}')
    const young = figure('nodejs_gc_duration_seconds_count{kind="minor"}')
    const full = figure('nodejs_gc_duration_seconds_count{kind="major"}')
    return { old, young, full }
  }
  const cases: Record<string, () => [method: string, address: string, body?: object]> = {
    'the home feed': () => ['GET', '/internal_api/home_feed'],
    'the list of spaces': () => ['GET', '/internal_api/spaces?per_page=100'],
    'a page of a space': () => ['GET', '/c/workshop'],
    likes: () => ['POST', '/internal_api/user_likes', { user_likeable_type: 'Post', user_likeable_id: postId }],
  }
  for (const [name, of] of Object.entries(cases))
    it(`keeps nothing of requests for ${name}`, async () => {
      const { url } = house.nodes[0]!
      const people = await house.people(400, 'admin')
      const ask = async (count: number) => {
        let left = count
        const one = async () => {
          while (left-- > 0) {
            const [method, address, body] = of()
            const { status } = await call(url, method, address, { cookie: people[left % people.length]!.cookie, body })
            if (status >= 300) throw new Error(`${address}: ${status}`)
          }
        }
        await Promise.all(Array.from({ length: 8 }, one))
      }
      await ask(REQUESTS)
      let [grown, collections] = [0, 0]
      for (let before = await heap(), asked = 0; asked < REQUESTS; asked += 100) {
        await ask(100)
        const after = await heap()
        if (after.full === before.full) {
          grown += after.old - before.old
          collections += after.young - before.young
        }
        before = after
      }
      expect(collections, 'young collections').to.be.above(0)
      expect(grown / collections, 'bytes made old').to.be.below(MADE_OLD)
    })
})
