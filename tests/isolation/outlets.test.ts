/**
 * A post that hides, looked for at every way out there is (A06): each reading call of the API, each screen as HTML, documents, sockets, link cards, mails.
 * One was hidden from the start; the other was open, and outsiders had kept it, liked it, followed it and been named in it before it was hidden.
 */
import { entriesOf, type Operation, operationsOf } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { io, type Socket } from 'socket.io-client'
import { type TestApp, type TestMember, until } from '@atrium/sdk/testing'
import content from '../../plugins/content/contract.ts'
import posts from '../../plugins/posts/contract.ts'
import spaces from '../../plugins/spaces/contract.ts'
import { doc, openFilled, renew, type Side, type Target, upload } from './world.ts'

const TURNED = 'turnedhidden'

describe('outlets', () => {
  let app: TestApp
  let side: Side
  let hidden: { space: { id: number; slug: string }; post: { id: number; slug: string } }
  let operations: Operation[]
  let words: string[]
  /** Not named in the texts, and outside of all that hides. */
  let readers: [string, TestMember | null][]

  before(async () => {
    const world = await openFilled()
    app = world.app
    side = world.a
    await turn()
    await app.settle()
    operations = await operationsOf(app)
    words = [side.closed.word, side.secret.word, TURNED]
    readers = [
      ['a visitor', null],
      ['a member outside', side.member],
      ['a moderator outside', side.moderator],
    ]
  })
  beforeEach(() => renew(app, side))
  after(() => app?.close())

  /** An open space with a post that an outsider has to do with in every way; then both hide. */
  async function turn(): Promise<void> {
    await renew(app, side)
    const admin = app.as(side.admin)
    const member = app.as(side.member)
    const { space } = await admin.call(spaces.routes.create, { body: { name: 'Turning', slug: 'turning', space_group_id: side.open.group.id } })
    const picture = await upload(app, side.admin, `${TURNED}.png`)
    const naming = { type: 'paragraph', content: [{ type: 'mention', attrs: { id: side.member.id, label: side.member.name } }] }
    const post = await admin.call(posts.routes.create, {
      params: { spaceId: space.id },
      body: {
        post: { name: `${TURNED} post`, tiptap_body: { body: doc(TURNED, [naming, { type: 'image', attrs: { signed_id: picture.signed_id, alt: TURNED } }]) } },
      },
    })
    await member.call(content.routes.createBookmark, { body: { record_id: post.id, bookmark_type: 'post' } })
    await member.call(content.routes.follow, { params: { postId: post.id } })
    await member.call(content.routes.like, { body: { user_likeable_type: 'Post', user_likeable_id: post.id } })
    await member.call(content.routes.react, { body: { reactable_type: 'post', reactable_id: post.id, emoji: '🔥' } })
    await admin.call(content.routes.createComment, {
      params: { postId: post.id },
      body: { comment: { tiptap_body: { body: doc(`${TURNED} comment`, [naming]) } } },
    })
    await app.settle()
    await admin.call(spaces.routes.update, { params: { id: space.id }, body: { is_private: true, is_hidden: true, name: `${TURNED} space` } })
    hidden = { space, post }
  }

  /** What came back, without what was asked for. */
  function leaksIn(text: string, asked: string): string[] {
    const said = text
      .replaceAll(/"(?:text|query|search_text|path|url|q|name)":"[^"]*"/g, (pair) => (asked.includes(/:"(.*)"$/.exec(pair)![1]!) ? '' : pair))
      .replaceAll(asked, '')
    return words.filter((word) => said.includes(word)).map((word) => `…${said.slice(Math.max(0, said.indexOf(word) - 80), said.indexOf(word) + 60)}…`)
  }
  const get = async (address: string, reader: TestMember | null, accept: string) => {
    app.resetLimits()
    const response = await fetch(app.url + address, {
      redirect: 'manual',
      headers: { accept, ...(reader ? { cookie: `atrium_session=${reader.token}` } : {}) },
    })
    return { status: response.status, text: await response.text() }
  }

  it('A06: no reading call of the API, asked about what is open, about what hides and about its author, says a word of what hides', async () => {
    const entries = await entriesOf(app)
    const turned = { ...side.secret, space: hidden.space, post: hidden.post } as Target
    const leaks: string[] = []
    let asked = 0
    for (const { operationId, address } of operations.filter(({ method }) => method === 'GET')) {
      for (const target of [side.open, side.closed, side.secret, turned]) {
        const { params = {}, query = {} } = entries[operationId]!.input(target)
        const path = address.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? side.admin.id)))
        const searched = words.map(
          (word) =>
            new URLSearchParams({
              ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
              text: word,
              search_text: word,
              query: word,
            }),
        )
        for (const [who, reader] of readers)
          for (const search of [
            new URLSearchParams(query as never),
            ...(/search|query|mention|pickable|discover|lookup/i.test(`${operationId} ${address}`) ? searched : []),
          ]) {
            asked++
            const { status, text } = await get(`${path}?${search}`, reader, 'application/json')
            expect(status, `${operationId} ${path}`).to.be.below(500)
            // an invitation's link opens what it invites to: it is the key itself
            if (operationId === 'spaces.invitation') continue
            leaks.push(...leaksIn(text, [...search.values()].join(' ') || path).map((leak) => `${who}: ${operationId} ${path}?${search} (${status}) ${leak}`))
          }
      }
    }
    expect(asked).to.be.above(500)
    // an insider meets it in many of them: else the walk would prove nothing
    const seen = new Set<string>()
    for (const { operationId, address } of operations.filter(({ method }) => method === 'GET')) {
      const { params = {}, query = {} } = entries[operationId]!.input(turned)
      const path = address.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? side.admin.id)))
      const search = new URLSearchParams({ ...(query as Record<string, string>), text: TURNED, query: TURNED, search_text: TURNED })
      for (const asking of ['', `?${new URLSearchParams(query as never)}`, `?${search}`])
        if (leaksIn((await get(path + asking, side.admin, 'application/json')).text, asking).length) seen.add(operationId)
    }
    expect([...seen].length, [...seen].join()).to.be.above(15)
    expect(leaks).to.deep.equal([])
  })

  it('A06: no screen, no head of a page and no document says a word of it', async () => {
    const screens = app.plugins.flatMap(({ manifest }) => Object.keys(manifest.screens ?? {}))
    const fill = (screen: string) =>
      [side.closed, side.secret, hidden].flatMap(({ space, post }) => [
        screen
          .replace(':space', space.slug)
          .replace(':group', side.secret.group.slug)
          .replace(':slug', post.slug)
          .replaceAll(/:(\w+)/g, String(post.id)),
        screen.replaceAll(/:(\w+)/g, String(space.id)),
      ])
    const documents = [
      '/',
      '/boot',
      '/api',
      '/openapi.json',
      '/sitemap.xml',
      '/robots.txt',
      '/feed',
      '/rss',
      '/feed.xml',
      '/manifest.webmanifest',
      '/.well-known/security.txt',
      '/metrics',
      '/health',
    ]
    const shell = [
      '/home',
      '/search',
      '/discover',
      '/account',
      '/settings',
      '/settings/emails/outbox',
      `/u/${side.admin.id}`,
      '/notifications',
      '/bookmarks',
      '/messages',
      '/welcome',
      '/drafts',
    ]
    const leaks: string[] = []
    for (const address of new Set([...screens.flatMap(fill), ...documents, ...shell, ...words.map((word) => `/search?text=${word}`)]))
      for (const [who, reader] of readers)
        for (const accept of ['text/html', 'application/json']) {
          const { status, text } = await get(address, reader, accept)
          // too busy to answer says nothing either
          if (status !== 503) expect(status, address).to.be.below(500)
          leaks.push(
            ...leaksIn(text, words.find((word) => address.includes(word)) ?? address).map((leak) => `${who}: ${address} as ${accept} (${status}) ${leak}`),
          )
        }
    expect(leaks).to.deep.equal([])
  })

  it('A06, A08: no socket outside hears a word of what is done in there', async () => {
    const heard: string[] = []
    const sockets: Socket[] = []
    for (const [, reader] of readers.slice(1)) {
      const socket = io(app.url, {
        path: '/socket',
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        extraHeaders: { cookie: `atrium_session=${reader!.token}` },
      })
      socket.onAny((...args) => heard.push(JSON.stringify(args)))
      await new Promise<void>((done, fail) => socket.once('connect', done).once('connect_error', fail))
      for (const { space, post } of [side.closed, side.secret, hidden])
        for (const room of [`space:${space.id}`, `record:post:${post.id}`, `chat:${side.secret.chat.uuid}`])
          expect((await socket.timeout(60_000).emitWithAck('join', { room })).ok, room).to.equal(false)
      sockets.push(socket)
    }
    const heardInside: string[] = []
    const inside = io(app.url, { path: '/socket', transports: ['websocket'], forceNew: true, extraHeaders: { cookie: `atrium_session=${side.admin.token}` } })
    inside.on('event', (...events: { name: string }[]) => heardInside.push(...events.map(({ name }) => name)))
    await new Promise<void>((done, fail) => inside.once('connect', done).once('connect_error', fail))
    for (const { space } of [side.closed, side.secret, hidden])
      expect((await inside.timeout(60_000).emitWithAck('join', { room: `space:${space.id}` })).ok).to.equal(true)
    const admin = app.as(side.admin)
    for (const { space, post } of [side.closed, side.secret, hidden]) {
      const one = { params: { spaceId: space.id, postSlug: post.slug } }
      await admin.call(posts.routes.update, { ...one, body: { post: { name: `${TURNED} anew` } } })
      await admin.send('POST', `/internal_api/spaces/${space.id}/posts/${post.slug}/pin`)
      await admin.call(content.routes.createComment, { params: { postId: post.id }, body: { comment: { body: `${TURNED} again` } } })
      await admin.call(posts.routes.create, { params: { spaceId: space.id }, body: { post: { name: `${TURNED} next`, tiptap_body: { body: doc(TURNED) } } } })
    }
    await admin.send('POST', `/internal_api/chat_rooms/${side.secret.chat.uuid}/messages`, { body: TURNED })
    await app.settle()
    await until('an insider to hear of each', () => heardInside.filter((name) => name === 'post.published').length === 3)
    // whoever answers has had what was sent before
    for (const socket of sockets) await socket.timeout(60_000).emitWithAck('join', { room: 'space:0' })
    for (const socket of [...sockets, inside]) socket.close()
    expect(heard.filter((frame) => words.some((word) => frame.includes(word)))).to.deep.equal([])
    const ids = new Set([side.closed, side.secret, hidden].map(({ space }) => space.id))
    expect(heard.filter((frame) => [...frame.matchAll(/"spaceId":(\d+)/g)].some(([, id]) => ids.has(Number(id))))).to.deep.equal([])
  })

  it('A06: a link to it makes no card, in posts, comments and messages of outsiders, and no mail to them names it', async () => {
    const leaks: string[] = []
    const address = `${app.url}/c/${hidden.space.slug}/${hidden.post.slug}`
    for (const [who, reader] of readers.slice(1)) {
      for (const url of [address, address.replace('127.0.0.1', 'localhost'), `${address}?x=1`]) {
        const asked = await app.as(reader).send('POST', '/internal_api/embeds', { url })
        await app.settle()
        const { text } = await get(`/internal_api/embeds?url=${encodeURIComponent(url)}`, reader, 'application/json')
        for (const answer of [JSON.stringify(asked.body), text]) leaks.push(...leaksIn(answer, url).map((leak) => `${who}: ${url} ${leak}`))
      }
    }
    expect(leaks).to.deep.equal([])
    const emails = await app.sql<{ email: string }>('select a.email from kernel.account a join kernel.member m on m.account_id = a.id where m.id = any($1)', [
      [side.member.id, side.moderator.id],
    ])
    for (const { email } of emails) {
      const mails = await app.sql<{ all: string }>(`select subject || text || html as all from kernel.mail where recipient = $1`, [email])
      for (const { all } of mails)
        expect(
          words.filter((word) => all.includes(word)),
          email,
        ).to.deep.equal([])
    }
  })
})
