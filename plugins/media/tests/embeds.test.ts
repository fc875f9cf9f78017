/** Cards of links: looked at once by a job, kept here, shown from here; and nothing inner, endless or wrong gets in. */
import { expect } from 'chai'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import sharp from 'sharp'
import media from '../contract.ts'

describe('cards of links', () => {
  let app: TestApp
  let member: TestMember
  let server: http.Server
  let base: string
  let asked: string[] = []

  before(async () => {
    const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#506cf0' } })
      .png()
      .toBuffer()
    const frames = ['#506cf0', '#f05050', '#50f06c'].map((background) => ({ create: { width: 40, height: 30, channels: 3 as const, background } }))
    const stills = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()))
    const gif = await sharp(stills, { join: { animated: true } })
      .gif({ delay: [80, 80, 80] })
      .toBuffer()
    const head = (...tags: string[]) => `<!doctype html><html><head>${tags.join('')}</head><body>x</body></html>`
    const og = (name: string, content: string) => `<meta property="og:${name}" content="${content}">`
    const pages: Record<string, [type: string, body: string | Buffer]> = {
      '/page': [
        'text/html',
        head(og('title', 'Ash &amp; salt'), og('description', 'Two   glazes\n one kiln'), og('site_name', 'Clay news'), og('image', '/picture.png')),
      ],
      '/plain': ['text/html; charset=utf-8', head('<title>Only a title</title>')],
      '/script': ['text/html', head(og('title', '&lt;script&gt;alert(1)&lt;/script&gt;'), og('image', 'javascript:alert(1)'))],
      '/inner': ['text/html', head(og('title', 'Inner picture'), og('image', 'http://10.0.0.1/x.png'))],
      '/liar': ['text/html', head(og('title', 'No picture'), og('image', '/script'))],
      '/none': ['text/html', head()],
      '/data': ['application/json', '{}'],
      '/picture.png': ['image/png', png],
      '/dance.gif': ['image/gif', gif],
      '/liar.gif': ['text/html', head('<title>No GIF</title>')],
    }
    server = http.createServer((request, response) => {
      asked.push(request.url!)
      if (request.url === '/large') return response.writeHead(200, { 'content-type': 'text/html' }).end('x'.repeat(2_000_000))
      if (request.url === '/metadata') return response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end()
      const page = pages[request.url!]
      if (!page) return response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Not here</title>')
      response.writeHead(200, { 'content-type': page[0] }).end(page[1])
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    app = await testApp(['plugins/media'], { env: { ATRIUM_OUTBOUND_LOOPBACK: 'true' } })
    member = await app.member()
  })
  beforeEach(() => {
    asked = []
    app.resetLimits()
  })
  after(async () => {
    await app?.close()
    server.close()
  })

  const ask = async (url: string) => {
    const first = await app.as(member).call(media.routes.createEmbed, { body: { url } })
    await app.settle()
    return { first, later: await app.as(member).call(media.routes.embed, { query: { url } }) }
  }

  it('are pending, then there: title, words, and a picture of our own', async () => {
    const url = `${base}/page`
    expect(await app.as(member).call(media.routes.embed, { query: { url } })).to.include({ status: 'unknown', title: null })
    const { first, later } = await ask(url)
    expect(first.status).to.equal('pending')
    expect(later).to.include({ status: 'ready', title: 'Ash & salt', description: 'Two glazes one kiln', site_name: 'Clay news' })
    expect(later.image_url).to.match(/^\/files\//)
    const picture = await app.as(member).send('GET', later.image_url!)
    expect(picture.status).to.equal(200)
    expect(picture.headers['content-type']).to.match(/^image\//)
    expect(asked).to.deep.equal(['/page', '/picture.png'])
  })

  it('show the GIF at an address as it moves, kept here; what only calls itself one stays a link', async () => {
    const { later } = await ask(`${base}/dance.gif`)
    expect(later).to.include({ status: 'ready', title: 'dance.gif' })
    const [file] = await app.sql<{ id: number }>('select max(id) as id from kernel.file')
    const bytes = await app.run(null, (ctx) => ctx.files.read(file!.id))
    expect((await sharp(await buffer(bytes)).metadata()).pages).to.equal(3)
    expect((await ask(`${base}/liar.gif`)).later).to.include({ status: 'ready', title: 'liar.gif', image_url: null })
    expect(asked).to.deep.equal(['/dance.gif', '/liar.gif'])
  })

  it('are looked at once, however many ask', async () => {
    await Promise.all(Array.from({ length: 5 }, () => app.as(member).call(media.routes.createEmbed, { body: { url: `${base}/plain` } })))
    await app.settle()
    const { later } = await ask(`${base}/plain`)
    expect(later).to.include({ status: 'ready', title: 'Only a title', image_url: null })
    expect(asked).to.deep.equal(['/plain'])
  })

  it('A55, A57: have nothing of inner addresses, of endless pages and of what is no page', async () => {
    for (const url of [
      'http://10.0.0.1/',
      'http://169.254.169.254/latest',
      'http://2886729729/',
      `${base}/metadata`,
      `${base}/large`,
      `${base}/data`,
      `${base}/none`,
      `${base}/gone`,
    ])
      expect((await ask(url)).later, url).to.include({ status: 'failed', title: null, image_url: null })
    expect((await ask(`${base}/inner`)).later).to.include({ status: 'ready', title: 'Inner picture', image_url: null })
    expect((await ask(`${base}/liar`)).later).to.include({ status: 'ready', image_url: null })
    expect((await ask(`${base}/script`)).later).to.include({ title: '<script>alert(1)</script>', image_url: null })
  })

  it('are for members, for web addresses, and a few a minute', async () => {
    expect((await app.as(null).send('GET', `/internal_api/embeds?url=${encodeURIComponent(base)}`)).status).to.equal(401)
    for (const url of ['javascript:alert(1)', 'ftp://example.com', 'example.com', 'https://', `https://example.com/${'x'.repeat(2100)}`])
      expect((await app.as(member).send('POST', '/internal_api/embeds', { url })).status, url).to.equal(422)
    let limited = 0
    for (let n = 0; n < 35; n++) if ((await app.as(member).send('POST', '/internal_api/embeds', { url: 'http://10.0.0.1/same' })).status === 429) limited++
    expect(limited).to.be.above(0)
  })
})
