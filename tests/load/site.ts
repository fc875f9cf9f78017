/**
 * A page of the site beside a bare Koa server that sends the same bytes, and redirects among ten and among ten thousand.
 * `node tests/load/site.ts [--seconds 5] [--turns 3]`; it makes its own database. Each side is a process of its own.
 */
import { createServer } from 'node:http'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { testApp } from '@atrium/sdk/testing'
import Koa from 'koa'
import site from '../../plugins/site/contract.ts'
import { load, middle, n, type Result } from './measure.ts'
import { startModule } from './processes.ts'

const HERE = import.meta.filename
const REDIRECTS = 10_000
const ENCODING = 'br'
const CONNECTIONS = 16

/** Atrium with one page and some redirects. */
async function serveAtrium(): Promise<void> {
  const app = await testApp(['notifications', 'spaces', 'content', 'site'].map((name) => path.resolve(import.meta.dirname, '../../plugins', name)))
  const as = app.as(await app.member('admin'))
  const { id } = await as.call(site.routes.createPage, { body: { page: { name: 'Studio', slug: 'studio', template: 'studio' } } })
  await as.call(site.routes.publishPage, { params: { id }, body: {} })
  const count = Number(process.env.SITE_REDIRECTS)
  const csv = ['from,to,status', ...Array.from({ length: count }, (_, i) => `/old-${i},/studio,301`)].join('\n')
  await as.call(site.routes.importRedirects, { body: { csv } })
  await app.settle()
  process.send!({ port: Number(new URL(app.url).port) })
}
/** The same bytes, as they left. */
async function serveBare(): Promise<void> {
  const reply = await fetch(process.env.SITE_PAGE!, { headers: { 'accept-encoding': ENCODING } })
  const headers = Object.fromEntries(
    [...reply.headers].filter(([name]) => !['connection', 'keep-alive', 'date', 'content-length', 'content-encoding', 'transfer-encoding'].includes(name)),
  )
  const { brotliCompressSync } = await import('node:zlib')
  const body = brotliCompressSync(Buffer.from(await reply.arrayBuffer()))
  const app = new Koa()
  app.use((ctx) => {
    ctx.set(headers)
    ctx.set('Content-Encoding', ENCODING)
    ctx.body = body
  })
  const server = createServer(app.callback()).listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }))
}

async function compare(): Promise<void> {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' }, turns: { type: 'string', default: '3' } } })
  const seconds = Number(values.seconds)
  const [few, many] = await Promise.all([10, REDIRECTS].map((count) => startModule(HERE, { SITE_SIDE: 'atrium', SITE_REDIRECTS: String(count) })))
  const bare = await startModule(HERE, { SITE_SIDE: 'bare', SITE_PAGE: `${few!.url}/studio` })
  const headers = { 'accept-encoding': ENCODING, accept: 'text/html' }
  const page = [{ path: '/studio', headers }]
  const moved = (count: number) => Array.from({ length: 1_000 }, (_, i) => ({ path: `/old-${(i * 7_919) % count}`, headers }))
  const sides = {
    bare: () => load(bare, 0, page, CONNECTIONS, seconds),
    page: () => load(few!, 0, page, CONNECTIONS, seconds),
    ten: () => load(few!, 0, moved(10), CONNECTIONS, seconds),
    thousands: () => load(many!, 0, moved(REDIRECTS), CONNECTIONS, seconds),
  }
  const results: Record<string, Result[]> = { bare: [], page: [], ten: [], thousands: [] }
  for (let turn = 0; turn < Number(values.turns); turn++) for (const [name, run] of Object.entries(sides)) results[name]!.push(await run())
  const [plain, own, ten, thousands] = Object.values(results).map(middle) as [Result, Result, Result, Result]
  const failed = [plain, own, ten, thousands].reduce((sum, result) => sum + result.failed, 0)
  console.log(
    `a page: ${n(own.server, 3)} ms of processor, ${n(own.server / plain.server, 2)} times the bare server's ${n(plain.server, 3)} (goal 1.5); ${n(own.rate)} of ${n(plain.rate)} a second`,
  )
  console.log(
    `a redirect among ${n(REDIRECTS)}: ${n(thousands.server, 3)} ms, ${n(thousands.server / ten.server, 2)} times one among ten (${n(ten.server, 3)})`,
  )
  if (failed) throw new Error(`${failed} requests failed`)
  await Promise.all([few!, many!, bare].map((server) => server.stop()))
}

const side = process.env.SITE_SIDE
if (side === 'atrium') await serveAtrium()
else if (side === 'bare') await serveBare()
else await compare()
