/** A receiver of webhooks on this machine, which answers as a test wants it to. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Got {
  path: string
  headers: IncomingHttpHeaders
  body: string
}
export interface Sink {
  got: Got[]
  /** By default 200 with an empty object. */
  answer: (path: string, response: ServerResponse) => void
  url(path: string): string
  /** Of requests to a path, their bodies. */
  bodies(path: string): any[]
  reset(): void
  close(): void
}
export async function openSink(): Promise<Sink> {
  const fine: Sink['answer'] = (_, response) => void response.setHeader('content-type', 'application/json').end('{}')
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url!
    sink.got.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() })
    sink.answer(path, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const sink: Sink = {
    got: [],
    answer: fine,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    bodies: (path) => sink.got.filter((one) => one.path === path).map(({ body }) => JSON.parse(body)),
    reset: () => Object.assign(sink, { got: [], answer: fine }),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return sink
}
