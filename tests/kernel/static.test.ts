/** Built files and answers from memory: what browsers are told with them, and what they weigh. */
import { expect } from 'chai'
import Koa from 'koa'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib'
import { compressed } from '../../kernel/http/compress.ts'
import { securityHeaders } from '../../kernel/http/security.ts'
import { sendStatic } from '../../kernel/http/static.ts'
import { temporaryFolder } from '../support/database.ts'

const TEXT = 'const text = 1\n'.repeat(100)
const LONG = JSON.stringify({ text: TEXT })

describe('built files', () => {
  const root = mkdtempSync(join(temporaryFolder(), 'static-'))
  let server: Server
  before((done) => {
    for (const name of ['.build.json', 'a-Ab3_xY9z.js', 'a-Ab3_xY9z.css', 'f-Ab3_xY9z.woff2', 'icons-Ab3_xY9z.svg', 'page.html', 'made.js'])
      writeFileSync(join(root, name), TEXT)
    writeFileSync(join(root, 'made.js.br'), brotliCompressSync('made by the build'))
    const app = new Koa()
    app.use(securityHeaders(false))
    app.use(compressed)
    app.use(async (ctx) => {
      if (ctx.path.startsWith('/memory/')) {
        ctx.type = ctx.path.slice(8)
        ctx.body = LONG
        return
      }
      if (!(await sendStatic(ctx, root, ctx.path.slice(1)))) ctx.throw(404)
    })
    server = createServer(app.callback()).listen(0, '127.0.0.1', done)
  })
  after(() => {
    server.close()
    rmSync(root, { recursive: true, force: true })
  })
  const read = async (name: string, encoding: string) => {
    const reply = await ask(name, encoding, false)
    return { headers: reply.headers, body: Buffer.concat(await reply.toArray()) }
  }
  const ask = (name: string, encoding = 'br', unread = true) =>
    new Promise<IncomingMessage>((done, fail) =>
      get({ port: (server.address() as AddressInfo).port, path: `/${name}`, headers: { 'accept-encoding': encoding } }, (reply) =>
        done(unread ? reply.resume() : reply),
      ).on('error', fail),
    )

  it('are kept for ever, and carry nothing that only documents obey', async () => {
    for (const name of ['a-Ab3_xY9z.js', 'a-Ab3_xY9z.css', 'f-Ab3_xY9z.woff2']) {
      const { headers } = await ask(name)
      expect(headers, name).to.include({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(headers, name).not.to.have.any.keys('content-security-policy', 'x-frame-options', 'cross-origin-opener-policy')
    }
  })

  it('keep to themselves what begins with a dot', async () => {
    expect((await ask('.build.json')).statusCode).to.equal(404)
  })

  it('A28, A34: keep the policy of documents where something could run in them', async () => {
    for (const name of ['icons-Ab3_xY9z.svg', 'page.html']) {
      const { headers } = await ask(name)
      expect(headers['content-security-policy'], name).to.include(`script-src 'self'`).and.include(`frame-ancestors 'none'`)
      expect(headers['x-frame-options'], name).to.equal('DENY')
    }
  })

  it('go out as the build has compressed them', async () => {
    const size = async (name: string, encoding?: string) => Number((await ask(name, encoding)).headers['content-length'])
    expect(await size('made.js')).to.equal(brotliCompressSync('made by the build').length)
    expect(await size('a-Ab3_xY9z.js')).to.be.below(100)
    expect(await size('made.js', 'identity')).to.equal(TEXT.length)
    expect((await ask('made.js', 'gzip, deflate, br, zstd')).headers['content-encoding']).to.equal('br')
    const { headers } = await ask('made.js', 'gzip')
    expect(headers).to.include({ 'content-encoding': 'gzip', 'content-length': String(gzipSync(TEXT, { level: 9 }).length) })
  })

  it('leave memory compressed in the best way that the browser knows, unless they are short or packed already', async () => {
    const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
    for (const [asked, encoding] of [
      ['gzip, deflate, br, zstd', 'zstd'],
      ['gzip, deflate, br', 'br'],
      ['gzip;q=1.0, br;q=0', 'gzip'],
    ] as const) {
      const { headers, body } = await read('memory/json', asked)
      expect(headers, asked).to.include({ 'content-encoding': encoding, vary: 'Accept-Encoding', 'content-length': String(body.length) })
      expect(unpack[encoding](body).toString()).to.equal(LONG)
    }
    for (const [name, encoding] of [
      ['memory/json', 'identity'],
      ['memory/json', ''],
      ['memory/image/png', 'br'],
    ] as const) {
      const { headers, body } = await read(name, encoding)
      expect(headers, name).not.to.have.property('content-encoding')
      expect(body.toString()).to.equal(LONG)
    }
  })
})
