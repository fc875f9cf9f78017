/** Staff at texts of others: what an editor is given, sends back and is shown goes the same way as what its author wrote, and comes out as it went in (A30). */
import { expect } from 'chai'
import { parseFragment, serialize } from 'parse5'
import { parseRichText, richTextHtml } from '@atrium/sdk/server'
import type { TestApp } from '@atrium/sdk/testing'
import chat from '../../plugins/chat/contract.ts'
import content from '../../plugins/content/contract.ts'
import posts from '../../plugins/posts/contract.ts'
import { BAD_LINKS, MEASURES, SCRIPTS, withoutIcons } from './corpus.ts'
import { doc, openFilled, renew, type Side } from './world.ts'

const LIVE = /^(script|iframe|object|embed|style|svg|math|form|input|button|base|meta|link|template|noscript|video|audio)$/
interface Parsed {
  nodeName: string
  attrs?: { name: string; value: string }[]
  childNodes?: Parsed[]
}
/** Elements and attributes that run, open or lead away, as a browser's own parser sees them. */
function alive({ nodeName, attrs = [], childNodes = [] }: Parsed): string[] {
  const wrong = attrs.filter(
    ({ name, value }) =>
      /^(on|srcdoc$|formaction$)/.test(name) ||
      (name === 'style' && !MEASURES.test(value)) ||
      (/^(href|src)$/.test(name) && !/^(https?:|mailto:|\/(?!\/)|#)/i.test(value)),
  )
  return [...(LIVE.test(nodeName) ? [nodeName] : []), ...wrong.map(({ name, value }) => `${nodeName} ${name}=${value}`), ...childNodes.flatMap(alive)]
}
/** The HTML as a browser understands it: read and written once more, it is the same, and nothing in it lives. */
function expectStable(html: string, about: string): void {
  const tree = parseFragment(withoutIcons(html))
  const once = serialize(tree)
  expect(serialize(parseFragment(once)), about).to.equal(once)
  expect(alive(tree as never), about).to.deep.equal([])
}
/** The document is what the schema makes of it, at once and for good. */
function expectFixed(body: unknown, about: string): void {
  const first = parseRichText(body)
  const second = parseRichText(first.doc)
  expect(second.doc, about).to.deep.equal(first.doc)
  const html = richTextHtml(first.doc)
  expect(richTextHtml(second.doc), about).to.equal(html)
  expectStable(html, about)
}

/** What somebody wrote by every way there is: text, marks, attributes, and parts that no schema knows. */
const textOf = (script: string, link: string) =>
  doc(script, [
    { type: 'heading', attrs: { level: 2, id: script }, content: [{ type: 'text', text: script }] },
    { type: 'codeBlock', attrs: { language: script }, content: [{ type: 'text', text: script }] },
    { type: 'paragraph', content: [{ type: 'text', text: script, marks: [{ type: 'link', attrs: { href: link, onclick: script } }, { type: script }] }] },
    { type: 'paragraph', content: [{ type: 'mention', attrs: { id: 1, label: script, sgid: script } }] },
    { type: 'embed', attrs: { url: `https://example.com/?${script}`, html: script } },
  ])

describe('editing by staff', () => {
  let app: TestApp
  let side: Side
  before(async () => {
    const world = await openFilled()
    app = world.app
    side = world.a
    await app.as(side.member).send('POST', `/internal_api/spaces/${side.open.space.id}/join`, {})
  })
  beforeEach(() => renew(app, side))
  after(() => app?.close())
  const pairs = SCRIPTS.map((script, n) => [script, BAD_LINKS[n % BAD_LINKS.length]!] as const)

  it('A30: what an editor reads of a member’s post and sends back unchanged is the same text, its preview and history too', async () => {
    for (const [script, link] of pairs) {
      app.resetLimits()
      const at = { params: { spaceId: side.open.space.id } }
      const written = await app
        .as(side.member)
        .call(posts.routes.create, { ...at, body: { post: { name: 'Raw', tiptap_body: { body: textOf(script, link) } } } })
      const staff = app.as(side.admin)
      const one = { params: { ...at.params, postSlug: written.slug } }
      const stored = async () => (await app.sql('select body, text, excerpt, preview from posts.post where id = $1', [written.id]))[0]
      const before = await stored()
      const read = await staff.call(posts.routes.show, one)
      expectFixed((read.tiptap_body as { body: unknown }).body, script)
      expectStable(richTextHtml((read.tiptap_body as { body: never }).body), script)
      await staff.call(posts.routes.update, { ...one, body: { post: { tiptap_body: read.tiptap_body as never } } })
      expect(await stored(), script).to.deep.equal(before)
      await staff.call(posts.routes.update, { ...one, body: { post: { name: 'Edited' } } })
      const { records } = await staff.call(posts.routes.revisions, one)
      const revision = await staff.call(posts.routes.revision, { params: { ...one.params, id: records[0]!.id } })
      expect(JSON.stringify(revision), script).to.not.match(/"(href|url|src)":"\s*(javascript|data|vbscript)/i)
    }
  })

  it('A30: comments and messages go back and forth alike', async () => {
    for (const [script, link] of pairs) {
      app.resetLimits()
      const at = { params: { postId: side.open.post.id } }
      const written = await app
        .as(side.member)
        .call(content.routes.createComment, { ...at, body: { comment: { tiptap_body: { body: textOf(script, link) } } } })
      const staff = app.as(side.admin)
      const one = { params: { ...at.params, id: written.id } }
      const read = await staff.call(content.routes.comment, one)
      expectFixed(read.tiptap_body!.body, script)
      expectStable(read.body.html, script)
      const change = { ...one, body: { comment: { tiptap_body: read.tiptap_body as never } } }
      // staff take comments away and do not put words into mouths; the author's own way back is the same
      expect(
        await staff.call(content.routes.updateComment, change).then(
          () => 'taken',
          (error) => error.status,
        ),
      ).to.equal(403)
      const again = await app.as(side.member).call(content.routes.updateComment, change)
      expect([again.body, again.tiptap_body], script).to.deep.equal([read.body, read.tiptap_body])

      const there = { params: { uuid: side.open.chat.uuid } }
      const said = await staff.call(chat.routes.createMessage, { ...there, body: { rich_text_body: { body: textOf(script, link) } } as never })
      const rich = (said as { rich_text_body: { body: unknown } }).rich_text_body.body
      expectFixed(rich, script)
      const edited = await staff.call(chat.routes.updateMessage, {
        params: { ...there.params, id: said.id },
        body: { rich_text_body: { body: rich } } as never,
      })
      expect((edited as { rich_text_body: unknown }).rich_text_body, script).to.deep.equal((said as { rich_text_body: unknown }).rich_text_body)
    }
  })

  it('A30: a text that came past the door, as a row of old, is cleaned or refused when staff save it, and lies still in the page', async () => {
    const at = { params: { spaceId: side.open.space.id } }
    const staff = app.as(side.admin)
    const evil = (script: string, link: string) => ({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          attrs: { style: script, onclick: script },
          content: [{ type: 'text', text: script, marks: [{ type: 'link', attrs: { href: link } }] }],
        },
        { type: 'image', attrs: { src: link, onerror: script, alt: script } },
        { type: 'embed', attrs: { url: link, html: script } },
        { type: 'html', attrs: { html: script }, content: [{ type: 'text', text: script }] },
      ],
    })
    for (const [n, link] of BAD_LINKS.entries()) {
      app.resetLimits()
      const script = SCRIPTS[n % SCRIPTS.length]!.replaceAll('\u0000', '')
      const post = await staff.call(posts.routes.create, { ...at, body: { post: { name: 'Old', tiptap_body: { body: doc('words') } } } })
      const old = evil(script, link.replaceAll('\u0000', ''))
      await app.sql('update posts.post set body = $2, preview = null where id = $1', [post.id, JSON.stringify(old)])
      const one = { params: { ...at.params, postSlug: post.slug } }
      const { body: html, status } = await app.as(null).send('GET', `/c/${side.open.space.slug}/${post.slug}`, undefined, { accept: 'text/html' })
      expect(status, link).to.equal(200)
      expectStable(
        /<div id="root">([\s\S]*?)<script/.exec(String(html))?.[1] ?? String(html).replace(/<script type="application\/json"[\s\S]*?<\/script>/g, ''),
        `the page of ${link}`,
      )
      const read = await staff.send('GET', `/internal_api/spaces/${one.params.spaceId}/posts/${post.slug}`)
      expect(read.status, link).to.equal(200)
      const saved = await staff.send('PATCH', `/internal_api/spaces/${one.params.spaceId}/posts/${post.slug}`, { post: { tiptap_body: read.body.tiptap_body } })
      // a part that no schema knows is refused as a whole; without it the rest is cleaned
      expect(saved.status, JSON.stringify(saved.body)).to.equal(422)
      const known = { ...read.body.tiptap_body, body: { type: 'doc', content: old.content.filter(({ type }) => type !== 'html') } }
      const cleaned = await staff.send('PATCH', `/internal_api/spaces/${one.params.spaceId}/posts/${post.slug}`, { post: { tiptap_body: known } })
      expect(cleaned.status, JSON.stringify(cleaned.body)).to.equal(200)
      const [row] = await app.sql<{ body: any }>('select body from posts.post where id = $1', [post.id])
      expectFixed(row!.body, link)
      expect(JSON.stringify(row!.body), link).to.not.match(/"on(click|error)"|"style"|"html"/)
    }
  })
})
