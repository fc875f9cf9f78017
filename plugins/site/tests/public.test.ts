/** What everybody gets of the site: pages in their standing, redirects, frames of code, and what other programs read. */
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { BUILT_IN_THEMES, contrast, fromHex } from '@atrium/sdk/theme'
import { expect } from 'chai'
import content from '../../content/contract.ts'
import posts from '../../posts/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import site, { type PageData, type SitePage } from '../contract.ts'
import { palettesOf } from '../server/service/palettes.ts'
import { themeCss } from '../server/service/public/looks.ts'
import { runPage } from '../server/browser/page.ts'
import { withoutControls } from '../server/service/public/sitemap.ts'

const { routes } = site
const heading = (text: string, more: object = {}) => ({ type: 'Heading', props: { id: `h-${text.length}`, text, ...more } })
const page = (...content: object[]): PageData => ({ root: { props: {} }, content: content as PageData['content'] })
const doc = (text: string) => ({ type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })

describe('the site for everybody', () => {
  let app: TestApp
  let admin: TestMember
  let member: TestMember
  let count = 0
  const get = (path: string, who: TestMember | null = null, headers: Record<string, string> = {}) =>
    app.as(who).send('GET', path, undefined, { accept: 'text/html', ...headers })
  const make = async (fields: object = {}, isShown = true): Promise<SitePage> => {
    const slug = `page-${++count}`
    const { id } = await app
      .as(admin)
      .call(routes.createPage, { body: { page: { name: `Page ${count}`, slug, data: page(heading(`Words of ${slug}`)), ...fields } } as never })
    if (isShown) await app.as(admin).call(routes.publishPage, { params: { id }, body: {} })
    return app.as(admin).call(routes.page, { params: { id } }) as never
  }
  const set = (input: object) => app.as(admin).call(routes.saveSeo, { body: { seo: input } })

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/posts', 'plugins/site'])
    admin = await app.member('admin', { name: 'Marit' })
    member = await app.member('member', { name: 'Nell' })
  })
  beforeEach(() => app.resetLimits())

  it('finds pages by what everybody is shown of them, and no others', async () => {
    const search = async (who: TestMember | null, text: string) => {
      await app.settle()
      return app.outside(admin.communityId, async (ctx) => {
        const reader = who ? await ctx.actAs(who.id) : ctx
        const hits = await reader.search.find({ text, kinds: ['page'], spaceIds: [] })
        const [kind] = reader
          .use(content)
          .findable()
          .filter((one) => one.kind === 'page')
        const seen = await kind!.judge(hits.map(({ recordId }) => recordId))
        return hits.filter(({ recordId }) => seen.has(recordId)).map(({ path }) => path)
      })
    }
    const secret = { type: 'Heading', props: { id: 'h-m', text: 'Wombats for members', look: { audience: 'members' } } }
    const open = await make({
      data: page(heading('Quokkas of the west'), { type: 'RichText', props: { id: 'r', text: doc('They smile at numbats') } }, secret),
    })
    const ofMembers = await make({ visibility: 'members', data: page(heading('Quokkas at night')) })
    await make({ visibility: 'password', password: 'opensesame', data: page(heading('Quokkas behind a door')) })
    await make({ is_hidden_from_search: true, data: page(heading('Quokkas in hiding')) })
    await make({ data: page(heading('Quokkas not published')) }, false)
    expect(await search(null, 'quokkas')).to.deep.equal([`/${open.slug}`])
    expect(await search(member, 'quokkas')).to.have.members([`/${open.slug}`, `/${ofMembers.slug}`])
    expect(await search(member, 'numbats')).to.deep.equal([`/${open.slug}`])
    expect(await search(member, 'wombats')).to.deep.equal([])
    await app.as(admin).call(routes.unpublishPage, { params: { id: open.id } })
    expect(await search(member, 'numbats')).to.deep.equal([])
  })
  after(() => app?.close())

  it('shows a published page as a document of its own, under a strict policy', async () => {
    const { slug } = await make({ meta_description: 'What it is & does' })
    const { status, headers, body } = await get(`/${slug}`)
    expect(status).to.equal(200)
    expect(headers['content-security-policy'])
      .to.match(/^default-src 'none'; script-src 'self';/)
      .and.include(`frame-ancestors 'none'`)
    expect(body).to.include(`<main id="main" tabindex="-1" data-screen="site/Page">`).and.include(`Words of ${slug}</h1>`)
    expect(body)
      .to.include('content="What it is &#38; does"')
      .and.match(/<link rel="canonical" href="http[^"]+">/)
    expect(body.match(/<script/g)).to.have.lengthOf(2)
    expect(body)
      .to.match(/<script src="\/site\/page\.js\?v=[\w-]{10}" defer><\/script>/)
      .and.include('application/ld+json')
    expect(body).to.include('Sign in').and.not.include('Go to community')
    expect((await get(`/${slug}`, member)).body)
      .to.include('Go to community')
      .and.not.include('>Sign in<')
    expect((await app.as(null).send('GET', '/site/page.js')).headers['content-type']).to.match(/javascript/)
    expect(Buffer.byteLength(`(${runPage})()`)).to.be.lessThan(8_000)
  })

  it('keeps what visitors are sent, until something of it changes', async () => {
    const { id, slug } = await make()
    const [first, again] = [await get(`/${slug}`), await get(`/${slug}`)]
    expect(again.headers.etag).to.equal(first.headers.etag)
    await app.as(admin).call(routes.updatePage, { params: { id }, body: { page: { data: page(heading('Other words')) } } as never })
    expect((await get(`/${slug}`)).body)
      .to.include(`Words of ${slug}`)
      .and.not.include('Other words')
    await app.as(admin).call(routes.publishPage, { params: { id }, body: {} })
    expect((await get(`/${slug}`)).body).to.include('Other words')
    await app.as(admin).call(routes.unpublishPage, { params: { id } })
    expect((await get(`/${slug}`)).status).to.equal(404)
  })

  it('hides drafts from all but those who build pages', async () => {
    const { id, slug } = await make({}, false)
    for (const [who, query] of [
      [null, ''],
      [null, '?preview=1'],
      [member, '?preview=1'],
      [admin, ''],
    ] as const)
      expect((await get(`/${slug}${query}`, who)).status, query).to.equal(404)
    const seen = await get(`/${slug}?preview=1`, admin)
    expect(seen.body).to.include(`Words of ${slug}`).and.include('<meta name="robots" content="noindex">')
    expect((await refusal(app.as(null).call(routes.visit, { params: { id } }))).status).to.equal(404)
    expect((await app.as(null).send('GET', `/site/previews/${id}-1.png`)).status).to.equal(404)
  })

  it('asks visitors of a members’ page to sign in, and says nothing of it', async () => {
    const { id, slug } = await make({ name: 'Secret name', meta_title: 'Secret title', visibility: 'members', meta_description: 'Secret words' })
    const { status, body } = await get(`/${slug}`)
    expect(status).to.equal(200)
    expect(body).to.include('noindex').and.include('This page is for members').and.include(`post_login_redirect=%2F${slug}`)
    expect(body).to.not.include(`Words of ${slug}`).and.not.include('ld+json')
    expect(body)
      .to.match(/<title>This page is for members · [^<]+<\/title>/)
      .and.not.match(/Secret (words|name|title)/)
    expect((await get(`/${slug}`, member)).body).to.include(`Words of ${slug}`)
    expect((await refusal(app.as(null).call(routes.visit, { params: { id } }))).status).to.equal(404)
    expect((await app.as(member).call(routes.visit, { params: { id } })).html).to.include(`Words of ${slug}`)
  })

  it('opens a page with a password to those who know it, until it has another', async () => {
    const code = { type: 'Code', props: { id: 'frame', code: '<p>inner</p>' } }
    const { id, slug } = await make({ visibility: 'password', password: 'open sesame', data: page(heading('Behind it'), code) })
    const closed = await get(`/${slug}`)
    expect(closed.body).to.include('type="password"').and.not.include('Behind it')
    expect(await app.as(null).call(routes.visit, { params: { id } })).to.include({ html: null, needs_password: true })
    expect((await refusal(app.as(null).call(routes.passwordAttempt, { params: { id }, body: { password: 'wrong' } }))).code).to.equal('wrong_password')
    const opened = await app.as(null).send('POST', `/internal_api/site/pages/${id}/password_attempt`, { password: 'open sesame' })
    expect(opened.body).to.deep.equal({ success: true })
    const cookie = opened.headers['set-cookie']!
    expect(cookie).to.include('HttpOnly').and.include('SameSite=Lax')
    const bring = { cookie: cookie.split(';')[0]! }
    const seen = await get(`/${slug}`, null, bring)
    expect(seen.body).to.include('Behind it')
    // never kept for others
    expect((await get(`/${slug}`)).body).to.not.include('Behind it')
    const frame = /src="(\/site\/code\/[^"]+)"/.exec(seen.body)![1]!
    expect((await get(frame)).body).to.include('<p>inner</p>')
    expect((await get(frame.split('?')[0]!)).status).to.equal(404)
    await app.as(admin).call(routes.updatePage, { params: { id }, body: { page: { password: 'another one' } } as never })
    expect((await get(`/${slug}`, null, bring)).body).to.not.include('Behind it')
  })

  it('has one address for each page', async () => {
    const { slug } = await make()
    for (const path of [`/${slug.toUpperCase()}`, `/${slug}/`, `/Page-${count}//`]) {
      const { status, headers } = await get(`${path}?a=1`)
      expect([status, headers.location], path).to.deep.equal([301, `/${slug}?a=1`])
    }
    for (const path of ['//evil.example', '//evil.example/', '/\\evil.example', '/%5Cevil.example/', '/%2F%2Fevil.example'])
      expect((await get(path)).headers.location ?? '', path).to.not.match(/evil/)
  })

  it('is what visitors see first, and members do not', async () => {
    const { id, slug } = await make()
    await app.as(admin).call(routes.homePage, { params: { id }, body: { is_home: true } })
    expect((await get('/')).body).to.include(`Words of ${slug}`)
    expect((await get(`/${slug}`)).headers.location).to.equal('/')
    expect((await get('/', member)).body).to.not.include(`Words of ${slug}`)
    await app.as(admin).call(routes.homePage, { params: { id }, body: { is_home: false } })
    expect((await get('/')).body).to.not.include(`Words of ${slug}`)
  })

  it('leads on from addresses that have moved, after pages, and has a page for what is not there', async () => {
    const { id, slug } = await make()
    const redirect = (from: string, to: string) => app.as(admin).call(routes.createRedirect, { body: { redirect: { from, to } } })
    await redirect('/old-home', `/${slug}`)
    const moved = await get('/old-home')
    expect([moved.status, moved.headers.location]).to.deep.equal([301, `/${slug}`])
    await redirect('/old-signs', '/日本/não?q=ü#é')
    expect((await get('/old-signs')).headers.location).to.equal('/%E6%97%A5%E6%9C%AC/n%C3%A3o?q=%C3%BC#%C3%A9')
    expect((await refusal(redirect('/old-bare', 'example.com/new'))).status).to.equal(422)
    expect((await get('/nowhere-at-all')).body).to.not.include(`Words of ${slug}`)
    await set({ not_found_page_id: id })
    const missing = await get('/nowhere-at-all')
    expect(missing.status).to.equal(404)
    expect(missing.body).to.include(`Words of ${slug}`).and.include('noindex')
    await set({ not_found_page_id: null })
  })

  it('stands in a frame of allowed sites alone, without header and foot', async () => {
    const { slug } = await make()
    expect((await get(`/${slug}?iframe=true`)).headers['content-security-policy']).to.include(`frame-ancestors 'none'`)
    await app.as(admin).call(routes.saveEmbed, { body: { embed: { is_on: true, origins: ['https://friends.example'] } } })
    const { headers, body } = await get(`/${slug}?iframe=true`)
    expect(headers['content-security-policy']).to.match(/frame-ancestors 'self' https:\/\/friends\.example$/)
    expect(body).to.include(`Words of ${slug}`).and.not.include('<header').and.not.include('<footer')
    expect((await get(`/${slug}`)).headers['content-security-policy']).to.include(`frame-ancestors 'none'`)
    const url = (await app.as(null).call(routes.visit, { params: { id: (await app.as(admin).call(routes.pages)).records[0]!.id } })).url
    const { body: shown } = await app.as(null).send('GET', `/oembed?url=${encodeURIComponent(url)}&maxwidth=500`)
    expect(shown).to.include({ type: 'rich', width: 500, version: '1.0' })
    expect(shown.html).to.match(/^<iframe src="[^"]+\?iframe=true"/)
    await app.as(admin).call(routes.saveEmbed, { body: { embed: { is_on: false } } })
    expect((await app.as(null).send('GET', `/oembed?url=${encodeURIComponent(url)}`)).body.html).to.match(/^<blockquote>/)
    const root = new URL(url).origin
    for (const other of ['https://evil.example/', `${url}-gone`, 'javascript:alert(1)', 'x', `${root}/c/%E0%A4%A/x`, `${root}//evil.example`])
      expect((await app.as(null).send('GET', `/oembed?url=${encodeURIComponent(other)}`)).status, other).to.equal(404)
  })

  it('runs code of admins in frames of no origin, and lets nothing of it run in the page', async () => {
    const code = '<script>parent.document.title = "x"</script>'
    const { id, slug } = await make({ data: page(heading('A'), { type: 'Code', props: { id: 'own', code } }) })
    const snippet = (key: string, place: string, text: string, consent = 'necessary') => ({ key, name: key, place, code: text, consent, is_on: true })
    const head =
      '<meta name="facebook-domain-verification" content="abc"><link rel="me" href="https://a.example/@me"><meta http-equiv="refresh" content="0;url=//evil.example"><meta name="referrer" content="unsafe-url"><link rel="stylesheet" href="https://evil.example/x.css"><base href="//evil.example"><link rel="me" href="javascript:alert(1)"><script>evil()</script>'
    await app.as(admin).call(routes.saveSnippets, {
      body: { code_snippets: { snippets: [snippet('head', 'head', head), snippet('seen', 'body', code, 'statistics')] } } as never,
    })
    const { body } = await get(`/${slug}`)
    expect(body).to.include('<meta name="facebook-domain-verification" content="abc">').and.include('<link rel="me" href="https://a.example/@me">')
    expect(body).to.not.match(/evil|http-equiv|<base|parent\.document|unsafe-url|javascript:/)
    expect(body).to.include(`<iframe class="code" src="/site/code/${id}/own"`).and.include('sandbox="allow-scripts"')
    expect(body).to.include('src="/site/snippets/head"').and.include('data-frame="/site/snippets/seen" data-consent="statistics"')
    expect(body).to.match(/<section class="banner"[^>]* hidden>/)
    for (const path of [`/site/code/${id}/own`, '/site/snippets/head', '/site/snippets/seen']) {
      const frame = await get(path)
      expect(frame.headers['content-security-policy'], path)
        .to.match(/^sandbox allow-scripts; default-src 'none';/)
        .and.not.include('allow-same-origin')
      expect(frame.headers['content-security-policy']).to.include(`frame-ancestors 'self'`)
    }
    for (const path of [`/site/code/${id}/other`, '/site/code/999999/own', '/site/snippets/none']) expect((await get(path)).status, path).to.equal(404)
    // whoever looks how the page would be sees what was saved last, and nobody else does
    await app.as(admin).call(routes.updatePage, {
      params: { id },
      body: { page: { data: page(heading('A'), { type: 'Code', props: { id: 'own', code: '<p>Not out yet</p>' } }) } } as never,
    })
    expect((await get(`/${slug}?preview=1`, admin)).body).to.include(`src="/site/code/${id}/own?draft=1"`)
    expect((await get(`/site/code/${id}/own?draft=1`, admin)).body).to.include('Not out yet')
    for (const who of [null, member, admin])
      for (const query of who === admin ? [''] : ['', '?draft=1'])
        expect((await get(`/site/code/${id}/own${query}`, who)).body, `${who?.id} ${query}`)
          .to.include('parent.document')
          .and.not.include('Not out yet')
    // never in the shell
    expect((await get('/', member)).body).to.not.include('/site/snippets/')
    await app.as(admin).call(routes.saveSnippets, { body: { code_snippets: { snippets: [] } } })
    expect((await get(`/${slug}`)).body).to.not.include('<section class="banner"')
  })

  it('can be read in every built-in theme, on each of its grounds', () => {
    for (const base of BUILT_IN_THEMES) {
      const look = { ...palettesOf(base), heading_font: 'serif', body_font: 'mono', radius: 8, width: 'medium' as const }
      const css = themeCss({ look, logoId: null, darkLogoId: null, fonts: [], appearance: 'system' })
      for (const block of [/:root\{([^}]+)\}/.exec(css)![1]!, /dark\)\{:root\{([^}]+)\}/.exec(css)![1]!]) {
        const tokens = Object.fromEntries([...block.matchAll(/--([\w-]+):(#[0-9a-f]{6})/g)].map(([, name, value]) => [name!, value!]))
        const pairs = ['bg', 'surface', 'soft'].flatMap((ground) => ['text', 'muted', 'link'].map((ink) => [ink, ground] as const))
        for (const [ink, ground] of [...pairs, ['on-accent', 'accent'] as const])
          expect(contrast(fromHex(tokens[ink]!), fromHex(tokens[ground]!)), `${base} ${ink} on ${ground}`).to.be.greaterThanOrEqual(4.5)
      }
    }
  })

  it('draws a preview picture of the title', async () => {
    const { id, version } = await make({ name: '<b>A & "title"</b> that is rather long, so that it needs more than one line' })
    const reply = await app.as(null).send('GET', `/site/previews/${id}-${version}.png`)
    expect([reply.status, reply.headers['content-type']]).to.deep.equal([200, 'image/png'])
    for (const file of [`${id}-99.png`, `${id}.png`, '999999-1.png', '..%2Fx.png'])
      expect((await app.as(null).send('GET', `/site/previews/${file}`)).status, file).to.equal(404)
  })

  it('leaves out of XML what XML has no way to write', () => {
    expect(withoutControls('a\u0000b\u0001c\u000bd\ud800')).to.equal('abcd\ufffd')
  })

  it('tells search engines of what everybody reads, and of nothing else', async () => {
    const [shown, draft, closed, hidden] = [
      await make(),
      await make({}, false),
      await make({ visibility: 'members' }),
      await make({ is_hidden_from_search: true }),
    ]
    const open = await makeSpace(app, admin, [member], { name: 'Open space' })
    const shut = await makeSpace(app, admin, [member], { name: 'Shut space', is_private: true })
    const write = (space: { id: number }, name: string) =>
      app
        .as(member)
        .call(posts.routes.create, { params: { spaceId: space.id }, body: { post: { name, tiptap_body: { body: doc(`Body & <b>of</b> ${name}`) } } } })
    const { slug: postSlug } = await write(open, 'Open post')
    const edit = (post: { name?: string; hide_meta_info?: boolean }) =>
      app.as(admin).call(posts.routes.update, { params: { spaceId: open.id, postSlug }, body: { post } })
    await edit({ name: 'Open post <script>alert(1)</script>' })
    await write(shut, 'Shut post')
    await app.settle()
    for (const who of [null, member, admin]) {
      const sitemap = (await app.as(who).send('GET', '/sitemap.xml')).body as string
      expect(sitemap)
        .to.include(`/${shown.slug}</loc>`)
        .and.include(`/c/${open.slug}</loc>`)
        .and.match(/\/c\/[^<]+\/open-post[^<]*<\/loc>/)
      for (const slug of [draft.slug, closed.slug, hidden.slug, shut.slug, 'shut-post']) expect(sitemap).to.not.include(slug)
      const feed = await app.as(who).send('GET', `/c/${open.slug}/feed.xml`)
      expect(feed.headers['content-type']).to.match(/^application\/rss\+xml/)
      expect(feed.body).to.include('Open post &lt;script>').and.not.include('<script')
      const json = (await app.as(who).send('GET', `/c/${open.slug}/feed.json`)).body
      expect((typeof json === 'string' ? JSON.parse(json) : json).items).to.have.lengthOf(1)
      for (const path of [`/c/${shut.slug}/feed.xml`, `/c/${shut.slug}/feed.json`, '/c/none/feed.xml'])
        expect((await app.as(who).send('GET', path)).status, path).to.equal(404)
      const path = /\/c\/[^<]+\/open-post[^<]*/.exec(sitemap)![0]
      const address = `${(await app.as(null).call(routes.visit, { params: { id: shown.id } })).url.replace(/\/[^/]*$/, '')}${path}`
      expect((await app.as(who).send('GET', `/oembed?url=${encodeURIComponent(address)}`)).body).to.include({ author_name: 'Nell' })
      // a post that says on its page neither who wrote it nor when has no author elsewhere either
      await edit({ hide_meta_info: true })
      expect((await app.as(who).send('GET', `/oembed?url=${encodeURIComponent(address)}`)).body).to.not.have.property('author_name')
      expect((await app.as(who).send('GET', `/c/${open.slug}/feed.json`)).body).to.satisfy((body: unknown) => !JSON.stringify(body).includes('Nell'))
      await edit({ hide_meta_info: false })
    }
    expect((await app.as(null).send('GET', '/robots.txt')).body)
      .to.match(/^User-agent: \*\nDisallow: \/settings\n/)
      .and.match(/Sitemap: http\S+\/sitemap\.xml\n$/)
    await set({ is_indexed: false, has_feeds: false })
    expect((await app.as(null).send('GET', '/robots.txt')).body).to.equal('User-agent: *\nDisallow: /\n')
    expect((await app.as(null).send('GET', '/sitemap.xml')).status).to.equal(404)
    expect((await app.as(null).send('GET', `/c/${open.slug}/feed.xml`)).status).to.equal(404)
    expect((await get(`/${shown.slug}`)).body).to.include('content="noindex"')
    await set({ is_indexed: true, has_feeds: true })
  })

  it('speaks the language of a page, and names its translations', async () => {
    const { id, slug } = await make()
    const other = await make({ language: 'pt-BR', translation_of: id })
    const body = (await get(`/${other.slug}`, null, { 'accept-language': 'en' })).body
    expect(body).to.include('<html lang="pt-BR" dir="ltr">').and.include('Pular para o conteúdo').and.include('>Fazer login<')
    for (const path of [slug, other.slug])
      expect((await get(`/${path}`)).body)
        .to.match(/hreflang="en-US" href="[^"]+"/)
        .and.match(new RegExp(`hreflang="pt-BR" href="[^"]+/${other.slug}"`))
    const arabic = await make({ language: 'ar' })
    expect((await get(`/${arabic.slug}`)).body).to.include('<html lang="ar" dir="rtl">')
  })

  it('tells of questions in a page as search engines read them', async () => {
    const faq = { type: 'Faq', props: { id: 'f', title: 'Q', items: [{ question: 'Why </script>?', answer: doc('Because <b>') }] } }
    const { slug } = await make({ data: page(heading('A'), faq) })
    const { body } = await get(`/${slug}`)
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)![1]!)
    const found = data['@graph'].find((one: { '@type': string }) => one['@type'] === 'FAQPage')
    expect(found.mainEntity[0]).to.deep.include({ name: 'Why </script>?' })
  })

  it('says nothing beside the page of what lies in a part for members alone', async () => {
    const faq = { type: 'Faq', props: { id: 'f', title: 'Q', items: [{ question: 'Where is the key?', answer: doc('Under the pot') }] } }
    const code = { type: 'Code', props: { id: 'inner', code: '<p>Under the pot</p>' } }
    const part = { type: 'Section', props: { id: 's', look: { audience: 'members' }, content: [faq, code] } }
    const { id, slug } = await make({ data: page(heading('A'), part) })
    expect((await get(`/${slug}`)).body).to.not.match(/Where is the key|Under the pot|FAQPage/)
    expect((await get(`/${slug}`, member)).body).to.include('Where is the key?')
    expect((await get(`/site/code/${id}/inner`)).status).to.equal(404)
    expect((await get(`/site/code/${id}/inner`, member)).body).to.include('Under the pot')
  })

  it('shows of a menu what is this reader’s, and nothing below what is not', async () => {
    const { slug } = await make()
    const item = (key: string, more: object = {}) => ({ key, label: `Item ${key}`, to: `/${key}`, ...more })
    const header = [item('one'), item('two', { audience: 'members' }), item('three', { is_nested: true })]
    await app.as(admin).call(routes.saveNavigation, { body: { navigation: { header } } as never })
    expect((await get(`/${slug}`)).body)
      .to.include('Item one')
      .and.not.match(/Item (two|three)/)
    expect((await get(`/${slug}`, member)).body).to.match(/Item two.*Item three/s)
    await app.as(admin).call(routes.saveNavigation, { body: { navigation: { header: [] } } as never })
  })

  it('has saved blocks in place of its header and footer and above them, unless a page chooses others or none', async () => {
    const save = async (name: string, ...blocks: object[]) =>
      (await app.as(admin).call(routes.createReusableBlock, { body: { reusable_block: { name, data: page(...blocks) } } })).id
    const [notice, top, foot, other] = [
      await save('Notice', heading('Glaze week')),
      await save('Top', heading('Own header here'), { type: 'Code', props: { id: 'own', code: '<b>Code of the header</b>' } }),
      await save('Foot', heading('Own footer')),
      await save('Other', heading('Another header')),
    ]
    const navigate = (navigation: object) => app.as(admin).call(routes.saveNavigation, { body: { navigation } as never })
    await navigate({ announcement_block: notice, header_block: top, footer_block: foot })
    const { id, slug } = await make()
    const body = (await get(`/${slug}`)).body as string
    expect(body).to.match(
      /<aside aria-label="Announcement">.*Glaze week.*<\/aside><header>.*Own header here.*<\/header>.*<main.*<footer>.*Own footer.*<\/footer>/s,
    )
    expect(body).to.not.include('class="top"').and.not.include('class="footer"')
    expect([...body.matchAll(/<h1[^>]*>([^<]*)/g)].map(([, text]) => text)).to.deep.equal([`Words of ${slug}`])
    expect((await app.as(null).send('GET', `/site/code/${id}/own`)).body).to.include('Code of the header')
    const choose = (layout: object | null) => app.as(admin).call(routes.updatePage, { params: { id }, body: { page: { layout } } as never })
    expect(await choose({ announcement: 'none', header: other })).to.deep.include({ layout: { announcement: 'none', header: other, footer: null } })
    expect((await get(`/${slug}`)).body)
      .to.match(/Another header.*Own footer/s)
      .and.not.match(/Glaze week|Own header/)
    const destroy = (block: number) => app.as(admin).call(routes.destroyReusableBlock, { params: { id: block } })
    await destroy(other)
    expect((await get(`/${slug}`)).body, 'what is gone was never chosen')
      .to.match(/Own header here.*Own footer/s)
      .and.not.match(/Glaze week|class="top"/)
    for (const block of [notice, top, foot]) expect(await refusal(destroy(block))).to.include({ status: 409, code: 'block_in_use' })
    expect((await refusal(choose({ header: 'some' }))).status).to.equal(422)
    await choose(null)
    await navigate({ announcement_block: null, header_block: null, footer_block: null })
    expect((await get(`/${slug}`)).body)
      .to.include('class="top"')
      .and.include('class="footer"')
      .and.not.include('Glaze week')
    await destroy(foot)
  })

  it('reads the sitemap once for all visitors, and forgets it as soon as a page is gone', async () => {
    const { id, slug } = await make()
    const sitemap = async (who: TestMember | null) => (await app.as(who).send('GET', '/sitemap.xml')).body as string
    const first = await sitemap(null)
    expect(first).to.include(`/${slug}</loc>`)
    await app.sql('update site.page set is_hidden_from_search = true where id = $1', [id])
    expect(await sitemap(null)).to.equal(first)
    for (const who of [member, admin]) expect(await sitemap(who)).to.not.include(`/${slug}</loc>`)
    await app.as(admin).call(routes.unpublishPage, { params: { id } })
    for (const who of [admin, null]) expect(await sitemap(who)).to.not.include(`/${slug}</loc>`)
  })

  it('reads a page by its address in one statement, and a page that says nothing of itself is described by its first words', async () => {
    const { slug } = await make({ data: page(heading('Kilns'), { type: 'Text', props: { id: 'words', text: doc('A kiln for {community},\nand <more>.') } }) })
    const [{ status, body }, names] = await app.statements(() => get(`/${slug}`, member))
    expect([status, names.filter((name) => name.startsWith('site.'))]).to.deep.equal([200, ['site.page_by_slug']])
    expect(body).to.match(/<meta name="description" content="A kiln for [^"{]+, and &#60;more&#62;\.">/)
  })
})
