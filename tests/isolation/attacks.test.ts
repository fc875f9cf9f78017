/** Attacks that go the way of every route: generated from the OpenAPI, so that a new route is attacked without anybody thinking of it. */
import { type Operation, operationsOf, sessionFor } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { request } from 'node:http'
import { io } from 'socket.io-client'
import type { TestApp } from '@atrium/sdk/testing'
import { defineContract, get, open, post, type Route } from '@atrium/sdk'
import { failFaulty } from '@atrium/sdk/check'
import { openFilled, renew, type Side } from './world.ts'

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE']

describe('attacks', () => {
  let app: TestApp
  let side: Side
  let operations: Operation[]
  /** A whole answer to a raw request. */
  const ask = async (address: string, init: RequestInit = {}) => {
    app.resetLimits()
    const response = await fetch(app.url + address, { redirect: 'manual', ...init })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const cookieOf = (person: { token: string }) => ({ cookie: `atrium_session=${person.token}` })

  before(async () => {
    const world = await openFilled()
    app = world.app
    side = world.a
    await app.settle()
    operations = await operationsOf(app)
  })
  beforeEach(() => renew(app, side))
  after(() => app?.close())

  describe('from other pages', () => {
    const exact = (address: string) => address.replace(/\{\w+\}/g, '1')

    it('A35: no route that writes takes a call of a foreign page, whatever it is called, nor a form', async () => {
      const own = new URL(app.url)
      const foreign = ['https://evil.example', 'null', `http://evil.${own.host}`, `http://${own.host}.evil.example`, `https://${own.host}`, `http://127.0.0.1`]
      const wrong: string[] = []
      for (const { method, address } of operations.filter(({ method }) => WRITES.includes(method))) {
        for (const origin of foreign) {
          const { status, text } = await ask(exact(address), {
            method,
            headers: { ...cookieOf(side.admin), origin, 'content-type': 'application/json' },
            body: '{}',
          })
          if (status !== 403 || JSON.parse(text).code !== 'origin_refused') wrong.push(`${method} ${address} from ${origin}: ${status}`)
        }
        for (const headers of [
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site' },
          { 'sec-fetch-site': 'none' },
          { origin: '', 'sec-fetch-site': 'same-site' },
          { origin: app.url, 'sec-fetch-site': 'same-site' },
          { origin: '' },
          { referer: 'https://evil.example/' },
        ] as Record<string, string>[]) {
          const silent = await ask(exact(address), { method, headers: { ...cookieOf(side.admin), ...headers } })
          if (silent.status !== 403) wrong.push(`${method} ${address} with ${JSON.stringify(headers)}: ${silent.status}`)
        }
      }
      expect(wrong).to.deep.equal([])
    })

    it('A35: bodies of forms and of plain text are read as nothing', async () => {
      const wrong: string[] = []
      for (const { method, address, operationId } of operations.filter(({ method }) => WRITES.includes(method)))
        for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
          await renew(app, side)
          const { status } = await ask(exact(address), { method, headers: { ...cookieOf(side.member), 'content-type': type }, body: '{"name":"x"}' })
          // an upload's bytes may be called anything; who is no admin is refused before
          if (status < 400 && operationId !== 'media.append') wrong.push(`${method} ${address} as ${type}: ${status}`)
        }
      expect(wrong).to.deep.equal([])
      const { headers } = await ask('/internal_api/sign_in', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: side.admin.email, password: 'Secret-1' }),
      })
      expect(headers.getSetCookie().find((line) => line.startsWith('atrium_session=')))
        .to.match(/httponly/i)
        .and.match(/samesite=lax/i)
    })

    it('A34, A37: no answer may be framed, and none is open to a foreign page', async () => {
      const addresses = ['/', '/nothing/here', '/internal_api/nothing', '/boot', '/openapi.json', '/health', `/c/${side.open.space.slug}`, side.open.file.url]
      for (const address of addresses)
        for (const origin of ['https://evil.example', 'null', `${app.url}.evil.example`])
          for (const method of ['GET', 'OPTIONS']) {
            const { headers } = await ask(address, { method, headers: { ...cookieOf(side.admin), origin, 'access-control-request-method': 'PATCH' } })
            expect(headers.get('access-control-allow-origin'), `${method} ${address} for ${origin}`).to.equal(null)
            expect(headers.get('access-control-allow-credentials'), address).to.equal(null)
            expect(headers.get('content-security-policy'), address).to.include(`frame-ancestors 'none'`)
            expect(headers.get('x-frame-options'), address).to.equal('DENY')
          }
    })
  })

  describe('in what is asked for', () => {
    const CORPUS = [
      ...[
        `'`,
        `' or 1=1 --`,
        `'; select nextval('public.attacked'); --`,
        `1) union select password_hash from kernel.account --`,
        `\\'; drop table posts.post; --`,
      ],
      ...[
        `id desc; delete from kernel.member`,
        `(select nextval('public.attacked'))`,
        `%27%20or%201=1`,
        `$1`,
        `a' || nextval('public.attacked') || '`,
        `{"$ne":""}`,
        `[object Object]`,
      ],
      ...['password_hash', 'account.email', 'token_hash', '-1', '0', '1e9', '99999999999999999999', 'NaN', '1;2', 'null', '\u0000', 'a'.repeat(3_000)],
      ...[
        Buffer.from(`["' or 1=1 --"]`).toString('base64url'),
        Buffer.from('[{"$gt":""}]').toString('base64url'),
        Buffer.from('[1e999,null]').toString('base64url'),
      ],
    ]

    it('A63, A64, A65, A67: filters, sorts, searches, cursors and ids carry no statement, no operator and no column of their own', async () => {
      const wrong: string[] = []
      // a sequence forgets no call, whatever is rolled back
      await app.sql('create sequence public.attacked; grant usage on sequence public.attacked to public')
      const before = await app.sql('select count(*)::int as n from kernel.member')
      for (const [turn, { address, operationId, parameters = [], method }] of operations.filter(({ method }) => method === 'GET').entries()) {
        const fill = (name: string, value: string) =>
          address.replace(/\{(\w+)\}/g, (_, each: string) => encodeURIComponent(each === name ? value : '1').replace(/^\.+$/, 'x'))
        for (const { name, in: place, schema } of parameters)
          for (const [n, value] of CORPUS.entries()) {
            // where no text is taken, a few say as much as all
            if ((place === 'path' || schema.type !== 'string' || schema.enum) && n % 5 !== turn % 5) continue
            const shape = place === 'query' ? (n % 7 === 0 ? `${name}[$ne]` : n % 7 === 1 ? `${name}[]` : name) : ''
            const target = place === 'path' ? fill(name, value) : `${fill('', '')}?${shape}=${encodeURIComponent(value)}`
            const { status, text } = await ask(target, { method, headers: { ...cookieOf(side.admin), accept: 'application/json' } })
            if (
              status >= 500 ||
              /password_hash|token_hash|\$argon2|syntax error|pg_catalog/.test(text.replaceAll(value, '').replaceAll(encodeURIComponent(value), ''))
            )
              wrong.push(`${operationId} ${place} ${name} = ${value.slice(0, 60)}: ${status} ${text.slice(0, 200)}`)
          }
        for (const more of ['fields=password_hash', 'include=sessions,account', 'sort=email', 'select=*', 'per_page=1000000000', 'per_page=-1', 'limit=1e9']) {
          const { status, text } = await ask(`${fill('', '')}?${more}`, { headers: { ...cookieOf(side.admin), accept: 'application/json' } })
          if (status >= 500 || /password_hash|token_hash|\$argon2/.test(text)) wrong.push(`${operationId} ?${more}: ${status} ${text.slice(0, 200)}`)
          const records = text.startsWith('{') ? JSON.parse(text).records : null
          if (Array.isArray(records) && records.length > 100) wrong.push(`${operationId} ?${more}: ${records.length} at once`)
        }
      }
      expect(wrong).to.deep.equal([])
      expect(await app.sql('select count(*)::int as n from kernel.member')).to.deep.equal(before)
      expect(await app.sql('select is_called from public.attacked')).to.deep.equal([{ is_called: false }])
    })

    /** What is answered to a body of 6 MB that never says how long it is; the connection may break under the writer then. */
    const drown = () =>
      new Promise((answered, fail) => {
        const writer = request(`${app.url}/internal_api/account`, {
          method: 'PATCH',
          headers: { ...cookieOf(side.member), 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
        })
        let status: number | undefined
        writer.on('response', (answer) => {
          status = answer.statusCode
          answered(status)
          answer.resume()
        })
        writer.on('error', (error) => status ?? fail(error))
        const pour = (chunks: number) => {
          if (status === undefined && chunks > 0) writer.write(Buffer.alloc(16_384, ' '), () => pour(chunks - 1))
          else writer.end()
        }
        pour(400)
      })

    it('A70: bodies that are too large, too wide or too deep are refused before anything is made of them', async () => {
      const send = (body: string) =>
        ask('/internal_api/account', { method: 'PATCH', headers: { ...cookieOf(side.member), 'content-type': 'application/json' }, body })
      const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, 1])))
      expect((await send(wide)).status).to.equal(400)
      expect((await send(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)).status).to.equal(400)
      expect((await send(`{"name":"${'x'.repeat(1_200_000)}"}`)).status).to.equal(413)
      // without a length, as a stream that never says how much comes
      expect(await drown(), 'the answer comes, whatever becomes of the rest').to.equal(413)
      expect((await ask('/health')).status).to.equal(200)
    })

    it('A73: line breaks in names of files, in addresses and in headers stay data', async () => {
      const { upload } = await import('./world.ts')
      const file = await upload(app, side.member, 'a.txt\r\nSet-Cookie: evil=1\r\n\r\n<script>.txt', Buffer.from('text'))
      const { headers, status } = await ask(file.url, { headers: cookieOf(side.member) })
      expect(status).to.equal(200)
      expect(headers.get('set-cookie')).to.equal(null)
      for (const address of ['/%0d%0aSet-Cookie:%20evil=1', '/c/%0d%0aLocation:%20https://evil.example', '/internal_api/%0d%0aX: 1']) {
        const answer = await ask(encodeURI(decodeURI(address)))
        expect(answer.headers.getSetCookie().join()).not.to.include('evil')
        expect(answer.headers.get('location') ?? '').not.to.include('evil')
      }
    })

    it('A74: no address of ours sends anybody to another site', async () => {
      const wrong: string[] = []
      const targets = ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '%2f%2fevil.example', '/%09/evil.example']
      const names = ['next', 'return_to', 'redirect', 'redirect_uri', 'url', 'continue', 'to']
      const paths = [
        '/',
        '/sign_in',
        '/sign_up',
        '/user/sign_in',
        `/c/${side.open.space.slug}`,
        ...operations.filter(({ method }) => method === 'GET').map(({ address }) => exactly(address)),
      ]
      for (const path of paths)
        for (const target of targets) {
          const query = names.map((name) => `${name}=${encodeURIComponent(target)}`).join('&')
          const { headers } = await ask(`${path}?${query}`, { headers: cookieOf(side.member) })
          const location = headers.get('location')
          if (location && new URL(location, app.url).origin !== app.url) wrong.push(`${path}?${query}: ${location}`)
        }
      for (const path of ['//evil.example/', '/\\evil.example', '//evil.example/%2e%2e']) {
        const { headers } = await ask(path)
        const location = headers.get('location')
        if (location && new URL(location, app.url).origin !== app.url) wrong.push(`${path}: ${location}`)
      }
      expect(wrong).to.deep.equal([])
    })
    const exactly = (address: string) => address.replace(/\{\w+\}/g, '1')
  })

  describe('on people and rights', () => {
    it('A05, A06: what stands in private spaces is in no page, feed, search, suggestion, document or mail of anybody outside', async () => {
      const words = [side.closed.word, side.secret.word]
      const pages = [
        '/',
        '/home',
        '/posts',
        '/search',
        '/members',
        '/discover',
        '/boot',
        '/openapi.json',
        '/api',
        '/sitemap.xml',
        '/robots.txt',
        '/feed',
        '/rss',
        '/feed.xml',
      ]
      const outlets = [
        ...[...pages, '/spaces', ...operations.filter(({ method, address }) => method === 'GET' && !address.includes('{')).map(({ address }) => address)],
        ...words.flatMap((word) =>
          ['content/search?text=', 'search?text=', 'search?query=', 'mentions?text=', 'discover?search_text='].map((part) => `/internal_api/${part}${word}`),
        ),
        ...operations
          .filter(({ method, address }) => method === 'GET' && /search|query|mention/.test(address))
          .flatMap(({ address }) => words.map((word) => `${address}?text=${word}&query=${word}&search_text=${word}`)),
        ...[side.closed, side.secret].flatMap(({ space, post }) => [
          `/c/${space.slug}`,
          `/c/${space.slug}/${post.slug}`,
          `/posts/${post.id}`,
          `/spaces/${space.id}/posts`,
        ]),
        `/u/${side.admin.id}`,
        `/internal_api/community_members/${side.admin.id}/posts`,
        `/internal_api/community_members/${side.admin.id}/comments`,
      ]
      const leaks: string[] = []
      for (const [who, person] of [
        ['a visitor', null],
        ['a member outside', side.member],
        ['a moderator outside', side.moderator],
      ] as const)
        for (const outlet of outlets)
          for (const accept of ['text/html', 'application/json']) {
            const { text, status } = await ask(outlet, { headers: { accept, ...(person ? cookieOf(person) : {}) } })
            // a closed space is known by name, its inside is not; what was searched for is said back
            const said = text
              .replaceAll(/"(?:text|query|search_text|path|url|q)":"[^"]*"/g, '')
              .replaceAll(encodeURIComponent(outlet), '')
              .replaceAll(outlet, '')
            for (const word of words)
              if (said.includes(word))
                leaks.push(`${who}: ${outlet} as ${accept} (${status}) …${said.slice(Math.max(0, said.indexOf(word) - 80), said.indexOf(word) + 60)}`)
          }
      expect(leaks).to.deep.equal([])
      const insiders = new Set([
        side.admin.email,
        ...(
          await app.sql<{ email: string }>('select a.email from kernel.account a join kernel.member m on m.account_id = a.id where m.id = any($1)', [
            [side.closed.guest.id, side.secret.guest.id],
          ])
        ).map(({ email }) => email),
      ])
      // those who were invited are told the name of what they are invited to
      for (const { recipient, subject, text, html } of (await app.sent()) as any[])
        for (const word of words)
          if (!insiders.has(recipient) && !recipient.startsWith(word)) expect(`${subject} ${text} ${html}`, `a mail to ${recipient}`).not.to.include(word)
    })

    it('A12: invitations by mail end at a limit for each member', async () => {
      const as = app.as(side.admin)
      app.resetLimits()
      let refused = 0
      for (let n = 0; n < 130 && !refused; n++)
        if ((await as.send('POST', `/internal_api/spaces/${side.open.space.id}/invitations`, { emails: [`bulk-${n}@example.com`] })).status === 429) refused = n
      expect(refused).to.be.within(1, 130)
      app.resetLimits()
      const many = await as.send('POST', `/internal_api/spaces/${side.open.space.id}/invitations`, {
        emails: Array.from({ length: 10_000 }, (_, n) => `flood-${n}@example.com`),
      })
      expect(many.status).to.be.oneOf([400, 413, 422])
    })

    it('A80: limits count who calls, not what a header says of them', async () => {
      const guess = async (n: number) => {
        const response = await fetch(`${app.url}/internal_api/sign_in`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${n}`, forwarded: `for=203.0.113.${n}`, 'x-real-ip': `203.0.113.${n}` },
          body: JSON.stringify({ email: side.member.id % 2 ? `nobody-${n % 3}@example.com` : `nobody-${n % 3}@example.com`, password: 'Wrong-1' }),
        })
        return response.status
      }
      app.resetLimits()
      const answers: number[] = []
      for (let n = 0; n < 60; n++) answers.push(await guess(n))
      expect(answers).to.include(429)
      app.resetLimits()
    })

    it('A17, A81: who is banned is out at once: session, token and socket', async () => {
      const banned = await app.member('admin')
      const as = app.as(banned)
      const made = await as.send('POST', '/internal_api/admin/api_tokens', { name: 'mine', scopes: ['read'] })
      const bearer = { authorization: `Bearer ${made.body.token}` }
      const mine = '/internal_api/bookmarks'
      expect((await ask(mine, { headers: bearer })).status).to.equal(200)
      const socket = io(app.url, { path: '/socket', transports: ['websocket'], forceNew: true, reconnection: false, extraHeaders: cookieOf(banned) })
      await new Promise<void>((done, fail) => socket.once('connect', done).once('connect_error', fail))
      const cut = new Promise<void>((done) => socket.once('disconnect', () => done()))
      await app.sql(`update kernel.member set status = 'banned' where id = $1`, [banned.id])
      await app.kernel.modules.data.signal('member.changed', { communityId: banned.communityId, memberId: banned.id })
      await cut
      expect((await as.send('GET', mine)).status).to.be.oneOf([401, 403, 404])
      expect((await ask(mine, { headers: bearer })).status).to.be.oneOf([401, 403, 404])
      const again = io(app.url, { path: '/socket', transports: ['websocket'], forceNew: true, reconnection: false, extraHeaders: cookieOf(banned) })
      expect(await new Promise((done) => again.once('connect', () => done('connected')).once('connect_error', () => done('refused')))).to.equal('refused')
      again.close()
    })

    it('A84: numbers, names, invitations and uploads that are not there answer as those that may not be seen', async () => {
      const { token } = await sessionFor(app, side.member.accountId, side.communityId)
      const bodyOf = async (address: string) => {
        const { status, text } = await ask(address, { headers: { cookie: `atrium_session=${token}`, accept: 'application/json' } })
        return `${status} ${text.replaceAll(/\d+/g, 'N')}`
      }
      const { secret } = side
      for (const [hidden, absent] of [
        [`/internal_api/spaces/${secret.space.id}`, '/internal_api/spaces/987654321'],
        [`/internal_api/spaces/${secret.space.id}/posts/${secret.post.slug}`, '/internal_api/spaces/987654321/posts/p-987654321'],
        [`/internal_api/posts/${secret.post.id}/comments`, '/internal_api/posts/987654321/comments'],
        [`/internal_api/polls/${secret.poll.id}`, '/internal_api/polls/987654321'],
      ] as const)
        expect(await bodyOf(hidden), hidden).to.equal(await bodyOf(absent))
    })

    it('A86: an export holds what its asker sees on the screen, of this place alone, without addresses, and nobody else gets it', async () => {
      const places: [string, string][] = [
        [`/c/${side.secret.space.slug}/members.csv`, 'GET'],
        [`/internal_api/spaces/${side.secret.space.id}/space_members/export`, 'POST'],
        [`/s/${side.secret.group.slug}/members.csv`, 'GET'],
        [`/internal_api/space_groups/${side.secret.group.id}/space_group_members/export`, 'POST'],
      ]
      // a new export is thought of here
      const ofPlaces = ['spaces.exportMembers', 'spaces.membersCsv', 'spaces.exportGroupMembers', 'spaces.groupMembersCsv', 'chat.export']
      // what those who manage people take out holds addresses, and is for nobody else
      const ofPeople = [
        'audience.exportPeople',
        'audience.peopleCsv',
        'audience.exportLogs',
        'email.exportSuppressions',
        'audience.logsCsv',
        'invitations.wrongRows',
        'forms.exportSubmissions',
        'forms.submissionsCsv',
        'email.exportRecipients',
        'email.recipientsCsv',
      ]
      const ofCommunity = ['exports', 'startExport', 'destroyExport', 'exportLink', 'download', 'downloadPart'].map((name) => `archive.${name}`)
      // cases, for those who moderate
      const ofCases = ['moderation.export']
      // answers, for those who run the event, and its dates for whoever sees it
      const ofEvents = ['events.exportAttendees', 'events.downloadCalendar']
      // sales, what affiliates are owed, and how learners get on, for those who see to it
      const ofSales = ['paywalls.subscriptionsCsv', 'paywalls.chargesCsv', 'affiliates.exportPayouts']
      const ofCourses = ['courses.export', 'quizzes.export']
      // who was in a call, for those who run it
      const ofLive = ['live.participantsCsv']
      // what one has asked the team is among them
      const ofOneself = [...['ownExports', 'startOwnExport', 'destroyOwnExport', 'downloadOwn'].map((name) => `archive.${name}`), 'help-widget.download']
      const listed = new Set(operations.map(({ operationId }) => operationId.split('.')[0]))
      const known = new Set(
        [...ofPlaces, ...ofPeople, ...ofCommunity, ...ofCases, ...ofEvents, ...ofSales, ...ofCourses, ...ofLive, ...ofOneself].filter((name) =>
          listed.has(name.split('.')[0]),
        ),
      )
      const exporting = operations.filter(({ address, operationId }) => /export|\.csv|\.zip|download|takeout/i.test(`${address} ${operationId}`))
      expect(exporting.map(({ operationId }) => operationId).filter((name) => !known.has(name))).to.deep.equal([])
      expect(exporting).to.have.length(known.size)
      for (const { method, address } of exporting.filter(({ operationId }) => [...ofPeople, ...ofCommunity, ...ofSales].includes(operationId)))
        for (const [person, status] of [
          [null, 401],
          [side.member, 403],
          [side.moderator, 403],
        ] as const)
          expect(
            (
              await ask(`${address.replaceAll(/\{\w+\}/g, '1')}?key=none`, {
                method,
                ...(method === 'POST' ? { body: '{}' } : {}),
                headers: { 'content-type': 'application/json', ...(person ? cookieOf(person) : {}) },
              })
            ).status,
            address,
          ).to.equal(status)
      expect((await ask(`/internal_api/account_exports/${(side.open as any).archive.ownId}/download`, { headers: cookieOf(side.member) })).status).to.equal(404)
      const talk = `/internal_api/chat_rooms/${side.secret.chat.uuid}/export`
      for (const [person, status] of [
        [null, 401],
        [side.member, 404],
        [side.moderator, 404],
        [side.secret.guest, 200],
      ] as const) {
        const answer = await ask(talk, { headers: person ? cookieOf(person) : {} })
        expect(answer.status, talk).to.equal(status)
        expect(answer.text.includes(side.secret.word), talk).to.equal(status === 200)
      }
      const inside = new Set([side.admin.id, side.secret.guest.id])
      for (const [address, method] of places) {
        const as = (person: { token: string } | null) => ask(address, { method, headers: { ...(person ? cookieOf(person) : {}), accept: 'text/csv' } })
        for (const [who, person] of [
          ['a visitor', null],
          ['a member outside', side.member],
          ['a moderator outside', side.moderator],
          ['a member inside', side.secret.guest],
        ] as const) {
          const { status, text } = await as(person)
          expect(status, `${method} ${address} for ${who}`).to.be.oneOf([401, 403, 404])
          expect(text, `${method} ${address} for ${who}`).not.to.include(side.secret.guest.name)
        }
        const { status, text } = await as(side.admin)
        expect(status, address).to.equal(200)
        const csv: string = text.startsWith('{') ? JSON.stringify(text) : text
        const ids = [...csv.matchAll(/^"?(\d+)"?,/gm)].map(([, id]) => Number(id))
        expect(ids.length, csv).to.be.above(0)
        for (const id of ids) expect(inside.has(id), `${address}: member ${id}`).to.equal(true)
        expect(csv).not.to.match(/@|token|password|127\.0\.0\.1/)
        expect(csv).not.to.include(side.closed.word)
      }
    })

    it('A88: two plugins cannot answer one address, and none can take one of the kernel', () => {
      const contract = (id: string, route: Route) => defineContract(id, { routes: { it: route } })
      const can = open('a test may call it')
      const kernel = [contract('auth', post('/internal_api/sign_in', { can }))]
      const faults = (...routes: Route[]) => {
        const plugins = routes.map((route, at) => {
          const id = 'ab'[at]!
          return { manifest: { id }, dir: id, contract: contract(id, route), server: null, state: 'ready', error: '' }
        })
        failFaulty(plugins as never, kernel)
        return plugins.map(({ state, error, contract }) => [state, error, Object.keys(contract.routes ?? {}).length])
      }
      expect(faults(get('/x/:id', { can }), get('/x/:slug', { can }))).to.deep.equal([
        ['ready', '', 1],
        ['failed', 'GET /x/: is declared by a already', 0],
      ])
      expect(faults(post('/internal_api/sign_in', { can }))).to.deep.equal([['failed', 'POST /internal_api/sign_in is declared by auth already', 0]])
      expect(faults(get('/x', { can }), post('/x', { can }))).to.deep.equal([
        ['ready', '', 1],
        ['ready', '', 1],
      ])
    })

    it('A90: what is secret goes in and never comes out, to admins neither', async () => {
      const canary = 'canary-of-a-client-secret'
      const made = await app
        .as(side.admin)
        .send('PATCH', '/internal_api/settings/sso', { label: 'Canary', issuer: 'https://id.example', client_id: 'x', client_secret: canary })
      expect(made.status, JSON.stringify(made.body)).to.be.below(300)
      expect(JSON.stringify(made.body)).not.to.include(canary)
      for (const person of [side.admin, side.moderator, side.member, null])
        for (const address of [
          ...operations.filter(({ method, address }) => method === 'GET' && !address.includes('{')).map(({ address }) => address),
          '/',
          '/boot',
          '/settings/sso',
        ]) {
          const { text } = await ask(address, { headers: person ? cookieOf(person) : {} })
          expect(text, address).not.to.include(canary)
          expect(text, address).not.to.match(/\$argon2|password_hash|token_hash/)
        }
      const stored = await app.sql(`select value::text as text from kernel.setting where community_id = $1 and plugin = 'sso'`, [side.communityId])
      expect(stored.map(({ text }) => text).join())
        .to.include('"Canary"')
        .and.not.include(canary)
      const audited = await app.sql(`select data::text as text from kernel.audit where action like 'sign_in_provider.%'`)
      expect(audited.map(({ text }) => text).join()).not.to.include(canary)
    })
  })
})
