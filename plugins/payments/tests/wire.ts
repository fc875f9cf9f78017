/** The test server at an address of its own, for whoever speaks Stripe's wire: SDKs, and the official CLI by its --api-base. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestApp } from '@atrium/sdk/testing'
import { answer } from '../server/providers/test/index.ts'

export async function openWire(app: TestApp, communityId?: number): Promise<{ port: number; close(): void }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    try {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const { status, body } = await app.outside(communityId ?? null, (ctx) =>
        answer(ctx.as('payments'), { method: request.method!, path: request.url!, headers, body: Buffer.concat(chunks).toString() }),
      )
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    } catch (error) {
      response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { type: 'api_error', message: String(error) } }))
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}
