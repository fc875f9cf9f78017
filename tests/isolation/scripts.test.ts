/** Stored scripts through every text that is shown: replies hold them as data, pages hold them escaped (A26, A27, A29, A32). */
import { expect } from 'chai'
import type { TestApp } from '@atrium/sdk/testing'
import chat from '../../plugins/chat/contract.ts'
import content from '../../plugins/content/contract.ts'
import polls from '../../plugins/polls/contract.ts'
import posts from '../../plugins/posts/contract.ts'
import spaces from '../../plugins/spaces/contract.ts'
import { BAD_LINKS, MEASURES, SCRIPTS, withoutIcons } from './corpus.ts'
import { doc, openFilled, type Side, upload } from './world.ts'

const GOOD_LINKS = ['https://example.com/a?b=1#c', 'HTTP://example.com', 'mailto:person@example.com']

describe('stored scripts', () => {
  let app: TestApp
  let side: Side

  before(async () => {
    const world = await openFilled()
    app = world.app
    side = world.a
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  const page = async (address: string) => {
    const { status, body, headers } = await app.as(null).send('GET', address, undefined, { accept: 'text/html' })
    return { status, headers, html: typeof body === 'string' ? body : JSON.stringify(body) }
  }
  /** Markup of the page with its own, known parts taken out: what is left must hold no tag and no attribute of anybody. */
  function expectInert(html: string, about: string): void {
    const [, boot] = /<script type="application\/json" id="atrium-boot">([^<]*)<\/script>/.exec(html) ?? []
    expect(boot, `the boot data of ${about} is one element`).to.be.a('string')
    expect(() => JSON.parse(boot!)).not.to.throw()
    const ours = "<script>if(matchMedia('(prefers-color-scheme: dark)').matches)document.documentElement.dataset.appearance='dark'</script>"
    const rest = withoutIcons(html.replace(/<script type="application\/json" id="atrium-boot">[^<]*<\/script>/, '').replace(ours, ''))
    expect(rest.match(/<script[^>]*>/gi) ?? [], `script elements of ${about}`).to.deep.equal([])
    const tags = rest.match(/<[a-z!?/][^>]*>/gi) ?? []
    const known =
      /^<(!doctype html|\/?(html|head|body|main|article|section|header|nav|aside|span|time|title|meta|link|div|h1|h2|p|ul|ol|li|blockquote|pre|code|hr|br|strong|em|s|a|figure|figcaption|img|table|tbody|tr|th|td)\b)/i
    expect(
      tags.filter((tag) => !known.test(tag)),
      `elements of ${about}`,
    ).to.deep.equal([])
    const unstyled = (tag: string) => tag.replace(/\bstyle="([^"]*)"/g, (all, value) => (MEASURES.test(value) ? '' : all))
    // the community's initial, which browsers draw as a picture
    const icon = /^<link rel="icon" href="data:image\/svg\+xml,[\w%.~!*'()-]+">$/
    const bare = (tag: string) => tag.replace(/"[^"]*"/g, '""')
    expect(
      tags.filter((tag) => /[\s/"']on\w+\s*=|\bstyle\s*=|srcdoc|formaction/i.test(bare(unstyled(tag)))),
      `attributes of ${about}`,
    ).to.deep.equal([])
    expect(
      tags.filter((tag) => /(href|src|content)="\s*(javascript|data|vbscript):/i.test(tag) && !icon.test(tag)),
      `addresses of ${about}`,
    ).to.deep.equal([])
  }
  /** What a text may have lost on its way in: blanks round it, NUL and other control characters. */
  const kept = (text: string) => text.replaceAll('\u0000', '')
  const plain = (text: string) => text.replace(/[\p{Cc}\u2028]/gu, '')

  it('A26, A29: in post titles, bodies and comments come back as they were, and stand escaped in the page', async () => {
    for (const script of SCRIPTS) {
      app.resetLimits()
      const as = app.as(side.admin)
      const nested = [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: script }] },
        { type: 'codeBlock', attrs: { language: script }, content: [{ type: 'text', text: script }] },
        { type: 'paragraph', content: [{ type: 'mention', attrs: { id: side.admin.id, label: script } }] },
        {
          type: 'paragraph',
          content: [{ type: 'text', text: script, marks: [{ type: 'bold' }, { type: 'link', attrs: { href: script, class: script, style: script } }] }],
        },
        {
          type: 'paragraph',
          attrs: { textAlign: script },
          content: [{ type: 'mention', attrs: { kind: 'space', slug: 'open', id: 1, label: script, sgid: script } }],
        },
        {
          type: 'table',
          content: [
            {
              type: 'tableRow',
              content: ['tableHeader', 'tableCell'].map((type) => ({
                type,
                attrs: { colspan: script, rowspan: script, colwidth: script, style: script },
                content: [{ type: 'paragraph', content: [{ type: 'text', text: script }] }],
              })),
            },
          ],
        },
        {
          type: 'taskList',
          content: [{ type: 'taskItem', attrs: { checked: script }, content: [{ type: 'paragraph', content: [{ type: 'text', text: script }] }] }],
        },
        { type: 'embed', attrs: { url: script } },
        { type: 'embed', attrs: { url: `https://example.com/?${script}` } },
        { type: 'poll', attrs: { id: 1, title: script } },
        { type: 'image', attrs: { signed_id: side.open.file.signedId, size: script, align: script, alt: script, caption: script, src: script, width: script } },
      ]
      const title = plain(script)
      const post = await as.call(posts.routes.create, {
        params: { spaceId: side.open.space.id },
        body: { post: { name: title, tiptap_body: { body: doc(script, nested) } } },
      })
      const comment = await as.call(content.routes.createComment, { params: { postId: post.id }, body: { comment: { tiptap_body: { body: doc(script) } } } })
      expect([post.name, comment.body_text], script).to.deep.equal([title.trim(), kept(script).trim()])
      expect(JSON.stringify(post.tiptap_body), script).to.include(JSON.stringify(kept(script)).slice(1, -1))
      expectInert(`<script type="application/json" id="atrium-boot">{}</script>${comment.body.html}`, `the comment ${script}`)
      const { status, html, headers } = await page(`/c/${side.open.space.slug}/${post.slug}`)
      expect(status, script).to.equal(200)
      expect(headers['content-security-policy']).to.match(/script-src 'self' 'sha256-[^' ]+'(;|$)/)
      expectInert(html, `the page of ${script}`)
    }
  })

  it('A26: in galleries, polls and words for search engines are data; own HTML keeps nothing that runs', async () => {
    const as = app.as(side.admin)
    for (const script of SCRIPTS) {
      app.resetLimits()
      const line = plain(script).trim()
      const post = await as.call(posts.routes.create, {
        params: { spaceId: side.open.space.id },
        body: {
          post: {
            ...{ name: 'Gallery', post_type: 'image', meta_title: line, opengraph_description: line },
            gallery_attributes: { images_attributes: [{ signed_id: side.open.file.signedId, caption: script, alt: script }] },
          },
        },
      })
      expect([post.gallery!.images[0]!.caption, post.meta_tag_attributes?.meta_title], script).to.deep.equal([kept(script).trim(), line])
      const poll = await as.call(polls.routes.create, {
        body: { poll: { record_type: 'Post', record_id: post.id, title: line, poll_options: [line, 'Other'] } },
      })
      expect([poll.title, poll.poll_options[0]!.value], script).to.deep.equal([line, line])
      expectInert((await page(`/c/${side.open.space.slug}/${post.slug}`)).html, `the gallery ${script}`)

      const { custom_html } = await as.call(posts.routes.update, {
        params: { spaceId: side.open.space.id, postSlug: post.slug },
        body: { post: { internal_custom_html: script } },
      })
      const tags = (custom_html ?? '').match(/<[a-z!?/][^>]*>/gi) ?? []
      expect(
        tags.filter(
          (tag) =>
            /<\/?(script|style|svg|math|iframe|object|embed|form|input|template|link|meta|base)\b/i.test(tag) ||
            /\s(on\w+|style|class|id|srcdoc)\s*=|(javascript|data|vbscript):/i.test(tag),
        ),
        script,
      ).to.deep.equal([])
    }
  })

  it('A26: in names, headlines, bios, spaces, groups, topics and settings are data, and inert in every page', async () => {
    for (const [n, script] of SCRIPTS.entries()) {
      app.resetLimits()
      const line = plain(script).slice(0, 60).trim()
      const as = app.as(side.admin)
      const send = async (method: string, address: string, body: object) => {
        const result = await as.send(method, address, body)
        expect(result.status, `${method} ${address} ${script} ${JSON.stringify(result.body)}`).to.be.below(300)
        expect(result.headers['content-type']).to.match(/^application\/json/)
        expect(result.headers['x-content-type-options']).to.equal('nosniff')
        return result.body
      }
      const profile = await send('PATCH', '/internal_api/account', { name: line, headline: line, bio: script.replaceAll('\u0000', ''), location: line })
      expect([profile.name, profile.headline]).to.deep.equal([line, line])
      const group = await send('POST', '/internal_api/space_groups', { name: line })
      const { space } = await send('POST', '/internal_api/spaces', {
        ...{ name: line, space_group_id: group.id, description: kept(script), emoji: line.slice(0, 30), pinned_posts_label: line },
        lock_screen_blocks: [{ type: 'text', data: { heading: line, text: kept(script) } }],
        ...{ meta_tag_attributes: { meta_title: line, meta_description: kept(script), opengraph_title: line } },
      })
      expect([group.name, space.name]).to.deep.equal([line, line])
      const topic = await send('POST', '/internal_api/topics', { name: `${line} ${n}` })
      await send('PATCH', '/internal_api/plugin_settings/home', { banner_title: line, banner_text: kept(script) })
      await send('PATCH', '/internal_api/community', { name: line })
      await send('PATCH', '/internal_api/settings/home', {
        meta_title: line,
        meta_description: kept(script),
        visitor_banner: 'own',
        visitor_banner_title: line,
      })
      await send('PATCH', '/internal_api/admin/landing_page_settings', { headline: line, text: kept(script), button_label: line })
      await send('PATCH', '/internal_api/settings/discover', { listed: true, description: kept(script) })
      await send('PATCH', '/internal_api/community/onboarding_settings', { welcome_title: line, welcome_text: kept(script) })
      await send('PATCH', '/internal_api/settings/legal', { terms: { enabled: true, body: doc(script) } })
      const post = await as.call(posts.routes.create, {
        params: { spaceId: space.id },
        body: { post: { name: 'Plain', tiptap_body: { body: doc('text') }, topics: [topic.id] } },
      })
      // the page of all calls is large, and its one name is the community's
      for (const address of [
        `/c/${space.slug}`,
        `/c/${space.slug}/${post.slug}`,
        '/home/home_page/posts',
        '/',
        '/landing',
        '/legal/terms',
        ...(n % 8 ? [] : ['/api']),
      ]) {
        const { html, status } = await page(address)
        expect(status, address).to.equal(200)
        if (address !== '/api') expectInert(html, `${address} with ${script}`)
        else expect(html.match(/<script|<img|<svg|<iframe/gi), `${address} with ${script}`).to.equal(null)
      }
      await as.call(spaces.routes.destroy, { params: { id: space.id } })
    }
  })

  it('A26, A58: in names of files are labels, and the bytes go out under headers that run nothing', async () => {
    for (const script of SCRIPTS) {
      app.resetLimits()
      const text = await upload(app, side.admin, `${script}.html`, Buffer.from(script.padEnd(20, ' ')))
      expect(text.filename, script).not.to.match(/[<>"\p{Cc}/\\]/u)
      const { status, headers } = await app.as(side.admin).send('GET', text.url)
      expect(status, script).to.equal(200)
      expect(headers['content-disposition'], script).to.match(/^attachment/)
      expect(headers['x-content-type-options']).to.equal('nosniff')
      expect(headers['content-security-policy']).to.match(/sandbox/)
      expect(headers['content-type'], script).not.to.match(/html|xml|javascript|svg/)
      const post = await app.as(side.admin).call(posts.routes.create, {
        params: { spaceId: side.open.space.id },
        body: {
          post: {
            name: 'File',
            tiptap_body: { body: doc('x', [{ type: 'file', attrs: { signed_id: text.signed_id, filename: script, content_type: script } }]) },
          },
        },
      })
      expectInert((await page(`/c/${side.open.space.slug}/${post.slug}`)).html, `a file named ${script}`)
    }
  })

  it('A26: in messages, in names and descriptions of conversations and in names of files they carry, are data', async () => {
    const as = app.as(side.admin)
    for (const script of SCRIPTS) {
      app.resetLimits()
      const line = plain(script).slice(0, 60).trim()
      const { chat_room: room } = await as.call(chat.routes.create, {
        body: {
          chat_room: { kind: 'group_chat', name: line, description: line, community_member_ids: [side.open.guest.id], rich_text_body: { body: doc(script) } },
        },
      })
      expect([room.chat_room_name, room.chat_room_description, room.last_message!.body], script).to.deep.equal([line, line, kept(script).trim()])
      expect(room.identifier, script).to.equal(`group_chat-${room.id}`)
      const file = await upload(app, side.admin, `${script}.html`, Buffer.from(script.padEnd(20, ' ')))
      const message = await as.call(chat.routes.createMessage, {
        params: { uuid: room.uuid },
        body: {
          rich_text_body: {
            body: doc(script, [
              { type: 'file', attrs: { signed_id: file.signed_id, filename: script, content_type: script } },
              { type: 'paragraph', content: [{ type: 'mention', attrs: { id: side.open.guest.id, label: script } }] },
              { type: 'paragraph', content: [{ type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href: script, class: script } }] }] },
            ]),
          },
        },
      })
      const { body } = message.rich_text_body!
      const named: unknown[] = []
      const links: string[] = []
      const walk = ({ type, attrs, marks, content }: any) => {
        if (type === 'file') named.push(attrs.filename)
        for (const mark of marks ?? []) if (mark.type === 'link') links.push(mark.attrs.href)
        content?.forEach(walk)
      }
      walk(body)
      expect(named, script).to.deep.equal([file.filename])
      expect(file.filename, script).not.to.match(/[<>"\p{Cc}/\\]/u)
      expect(
        links.filter((href) => !/^(https?:|mailto:)/i.test(href)),
        script,
      ).to.deep.equal([])
      for (const address of [`/messages/${room.uuid}`, `/messages/${encodeURIComponent(line)}`]) {
        const { html, headers } = await page(address)
        if (headers['content-type']?.includes('html')) expectInert(html, `${address} with ${script}`)
      }
      const { headers } = await as.send('GET', `/internal_api/chat_rooms/${room.uuid}/messages`)
      expect([headers['content-type'], headers['x-content-type-options']], script).to.deep.equal(['application/json; charset=utf-8', 'nosniff'])
    }
  })

  it('A27: links to scripts lose their address in posts and comments, whatever the case and the signs between', async () => {
    const linked = (href: string) => ({
      type: 'doc' as const,
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href } }] }] }],
    })
    for (const [links, wanted] of [
      [BAD_LINKS, false],
      [GOOD_LINKS, true],
    ] as const)
      for (const href of links) {
        app.resetLimits()
        const as = app.as(side.admin)
        const post = await as.call(posts.routes.create, {
          params: { spaceId: side.open.space.id },
          body: { post: { name: 'Link', tiptap_body: { body: linked(href) } } },
        })
        const comment = await as.call(content.routes.createComment, { params: { postId: post.id }, body: { comment: { tiptap_body: { body: linked(href) } } } })
        const stored = JSON.stringify([post.tiptap_body, comment.tiptap_body])
        const { html } = await page(`/c/${side.open.space.slug}/${post.slug}`)
        const shown = /<main.*<\/main>/s.exec(html)![0] + comment.body.html
        expect(stored.includes('"link"'), `${JSON.stringify(href)} is stored as ${stored}`).to.equal(wanted)
        // beside the page's own: the space, the author, signing in, and acts that ask to
        const links = [...shown.matchAll(/<a\b[^>]*>/g)].filter(([tag]) => !/ href="\/(c|u|sign_in|user\/sign_in)[/?]/.test(tag))
        expect(links.length > 0, `${JSON.stringify(href)} is shown as ${shown}`).to.equal(wanted)
        expect(shown).to.include('here')
      }
  })

  it('A27: fields that hold an address take none that runs', async () => {
    const spaceAt = `/internal_api/spaces/${side.open.space.id}`
    const fields: [string, (href: string) => object][] = [
      ['/internal_api/account', (website) => ({ website })],
      ['/internal_api/community', (custom_sign_up_link_url) => ({ custom_sign_up_link_url })],
      [spaceAt, (locked_button_url) => ({ locked_button_url })],
      [spaceAt, (custom_emoji_url) => ({ custom_emoji_url })],
      [spaceAt, (url) => ({ links: [{ name: 'x', url }] })],
      [spaceAt, (url) => ({ lock_screen_blocks: [{ type: 'button', data: { label: 'x', url } }] })],
      [spaceAt, (url) => ({ lock_screen_blocks: [{ type: 'picture', data: { url } }] })],
      [spaceAt, (opengraph_image) => ({ meta_tag_attributes: { opengraph_image } })],
    ]
    for (const [address, body] of fields)
      for (const href of BAD_LINKS) {
        app.resetLimits()
        const { status, body: reply } = await app.as(side.admin).send('PATCH', address, body(href))
        const urls = JSON.stringify(reply).match(/"(website|custom_sign_up_link_url|locked_button_url|custom_emoji_url|url|opengraph_image)":"[^"]*"/g) ?? []
        const runs = urls.filter((pair) => !/":"(https?:\/\/|\/(?![/\\]))/i.test(pair))
        expect([status < 500, status < 300 ? runs : []], `${address} ${JSON.stringify(href)} ${status}`).to.deep.equal([true, []])
      }
  })

  it('A32: an address that is echoed, in pages and in errors, is data too', async () => {
    for (const script of SCRIPTS) {
      const part = encodeURIComponent(plain(script))
      for (const address of [
        `/${part}`,
        `/c/${part}`,
        `/c/${side.open.space.slug}/${part}`,
        `/home?next=${part}&error=${part}`,
        `/c/${side.open.space.slug}?search_text=${part}`,
      ]) {
        const { html, headers } = await page(address)
        if (headers['content-type']?.includes('html')) expectInert(html, address)
        else expect(headers['content-type'], address).to.match(/^application\/json/)
      }
      const { headers, body } = await app.as(null).send('GET', `/internal_api/${part}`, undefined, { accept: 'text/html' })
      expect([headers['content-type'], headers['x-content-type-options'], body.success]).to.deep.equal(['application/json; charset=utf-8', 'nosniff', false])
    }
  })
})
