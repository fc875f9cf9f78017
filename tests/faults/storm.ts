/** A storm of sockets that come back all at once (F35), with as many as a case wants. */
import { expect } from 'chai'
import { call, type House, Listener, postOf, sleep, until } from './kit.ts'

/** Cuts every socket of the only process by killing it; a new one at the same port takes them back. */
export async function storm(house: House, count: number): Promise<number> {
  const people = await house.people(count)
  const [node] = house.nodes
  const { port } = new URL(node!.url)
  const listeners: Listener[] = []
  for (const person of people) {
    listeners.push(new Listener(node!.url, person))
    // within the budget of handshakes
    if (listeners.length % 100 === 0) await sleep(700)
  }
  const up = () => listeners.filter(({ socket }) => socket.connected).length
  try {
    await until(`${count} sockets to stand (${up()})`, () => up() === count, 120_000)
    await house.kill(node!, 'SIGKILL')
    await until('all to be cut', () => up() === 0)
    const fresh = await house.addNode({ PORT: port })
    // while they are away: nobody hears it, whoever comes back reads it
    const written = await call(fresh.url, 'POST', `/internal_api/spaces/${house.spaceId}/posts`, {
      cookie: house.admin.cookie,
      body: postOf(`storm ${count}`),
    })
    expect(written.status).to.equal(201)
    const started = Date.now()
    await until('all to be back', () => up() === count, 180_000)
    const took = Date.now() - started
    const feed = await call(fresh.url, 'GET', `/internal_api/spaces/${house.spaceId}/posts`, { cookie: people[0]!.cookie })
    expect(feed.body.records.map(({ id }: { id: number }) => id)).to.include(written.body.id)
    await Promise.all(listeners.slice(0, 20).map((listener) => listener.join(`space:${house.spaceId}`)))
    const next = await call(fresh.url, 'POST', `/internal_api/spaces/${house.spaceId}/posts`, {
      cookie: house.admin.cookie,
      body: postOf(`after the storm ${count}`),
    })
    await until('the next post to be heard', () => listeners.slice(0, 20).every(({ heard }) => heard.includes(next.body.id)))
    return took
  } finally {
    for (const { socket } of listeners) socket.close()
  }
}
