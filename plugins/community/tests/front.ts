/** The proxy in front of an Atrium: passes on what comes, with the name of the host; or leads somewhere else. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export async function openFront() {
  let target = ''
  let pretended: 'nothing' | 'another server' | 'another Atrium' | null = null
  const server = createServer((incoming, outgoing) => {
    if (pretended === 'nothing') return void incoming.socket.destroy()
    if (pretended === 'another server') return void outgoing.end('Welcome to nginx!')
    // right by its form, and made with another secret
    if (pretended === 'another Atrium') return void outgoing.end('9QmJ0Vn0b6m5vT2sT0o0d2l5Qm1hZ3p1Y0F0cXh4eW4')
    const passed = request(new URL(incoming.url!, target), { method: incoming.method, headers: incoming.headers }, (reply) => {
      outgoing.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (url: string) => void (target = url),
    pretend: (what: typeof pretended) => void (pretended = what),
    close: () => server.close(),
  }
}
