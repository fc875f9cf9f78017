/** A port for replies that cannot be opened: the rest of the plugin goes on, and health tells. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect } from 'chai'
import { closeDoor, openDoor, whyClosed } from '../server/service/door.ts'

describe('the door for replies', () => {
  it('that is taken switches replies off, and nothing else', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const said: unknown[] = []
    const host = {
      options: { replyDomain: 'reply.example.com', replyPort: port },
      log: { error: (_: object, text: string) => said.push(text), warn: () => {} },
    }
    await openDoor(host as never)
    expect(whyClosed()).to.include('EADDRINUSE')
    expect(said).to.deep.equal(['replies by email are off: their port cannot be opened'])
    await closeDoor()
    other.close()
    await once(other, 'close')
    await openDoor(host as never)
    expect(whyClosed()).to.equal(null)
    await closeDoor()
  })
})
