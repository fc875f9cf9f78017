/** Stands for the push services of browsers: takes messages, answers as a test likes, and opens them with an implementation of its own. */
import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
// @ts-expect-error it comes without types
import ece from 'http_ece'

export interface Pushed {
  path: string
  headers: Record<string, string>
  body: Buffer
}
export async function openPushService() {
  const curve = createECDH('prime256v1')
  const keys = { p256dh: curve.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
  const service = {
    base: '',
    /** What browsers subscribe with. */
    keys,
    got: [] as Pushed[],
    /** A status, by the path of the browser's address. */
    answer: (_path: string): number => 201,
    /** Runs before each answer. */
    before: async (_path: string): Promise<void> => {},
    endpoint: (path: string) => ({ endpoint: service.base + path, keys }),
    read: ({ body }: Pushed) => JSON.parse(ece.decrypt(body, { version: 'aes128gcm', privateKey: curve, authSecret: keys.auth }).toString()),
    reset() {
      service.got = []
      service.answer = () => 201
      service.before = async () => {}
    },
    close: () => void server.close(),
  }
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', async () => {
      service.got.push({ path: request.url!, headers: request.headers as Record<string, string>, body: Buffer.concat(chunks) })
      await service.before(request.url!)
      reply.writeHead(service.answer(request.url!)).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  service.base = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return service
}
export type PushService = Awaited<ReturnType<typeof openPushService>>
