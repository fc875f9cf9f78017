/** The help widget: conformance; a visitor is known again by their browser alone, and nobody reads, changes or takes what another has asked. */
import { expect } from 'chai'
import { describePlugin } from '@atrium/sdk/testing'
import { SignJWT } from 'jose'
import inboxContract from '../../inbox/contract.ts'
import contract, { MAX_FILE_BYTES } from '../contract.ts'
import { type Browser, Refused, type Studio, studio } from './kit.ts'

const { routes } = contract
const HOUR = 3_600_000

describePlugin('plugins/help-widget')

const refusalOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof Refused) return error.code
      throw error
    },
  )
const first = (text: string, more: object = {}) => ({ body: { conversation: { text, email: 'vera@example.com', name: 'Vera', ...more } } })

describe('the help widget', () => {
  let all: Studio
  let spaceId: number
  let insideId: number
  let postId: number
  before(async () => {
    all = await studio()
    const { service, text, admin } = all
    const made = await service(async ({ spaces, posts }) => {
      const group = await spaces.createGroup({ name: 'Help' })
      const space = await spaces.create({ spaceGroupId: group.id, name: 'Articles', slug: 'articles', types: ['basic'] })
      const closed = await spaces.create({ spaceGroupId: group.id, name: 'Inside', slug: 'inside', types: ['basic'], isPrivate: true })
      const post = await posts.create({
        spaceId: space.id,
        authorMemberId: admin.id,
        name: 'Sending a kiln back',
        doc: text('Call us first, then pack the kiln.'),
      })
      await posts.create({ spaceId: closed.id, authorMemberId: admin.id, name: 'Kiln secrets', doc: text('The kiln is not for visitors.') })
      return { spaceId: space.id, insideId: closed.id, postId: post.id }
    })
    ;({ spaceId, insideId, postId } = made)
    await all.app.settle()
  })
  beforeEach(() => all.app.resetLimits())
  after(() => all?.app.close())
  const asked = async (text = 'Is the kiln free?'): Promise<[Browser, number]> => {
    const visitor = all.browser()
    await visitor.call(routes.visit, { body: {} })
    return [visitor, (await visitor.call(routes.createConversation, first(text))).id]
  }

  it('shows what any visitor may read, and finds it by its words', async () => {
    const visitor = all.browser()
    const { articles, live, unread_count, latest } = await visitor.call(routes.home)
    expect(articles.map(({ title }) => title)).to.deep.equal(['Sending a kiln back'])
    expect(live).to.include({ flow: 'email', is_open: false })
    expect([unread_count, latest]).to.deep.equal([0, null])
    const { records } = await visitor.call(routes.posts, { query: { search_text: 'kiln' } })
    expect(records.map(({ id, path }) => [id, path])).to.deep.equal([[postId, '/c/articles/sending-a-kiln-back']])
    const article = await visitor.call(routes.post, { params: { id: postId } })
    expect(article.html).to.include('Call us first')
    const { records: groups } = await visitor.call(routes.spaceGroups)
    expect(groups.flatMap(({ spaces }) => spaces.map(({ name }) => name)))
      .to.include('Articles')
      .and.not.include('Inside')
    expect(visitor.jar.size, 'who merely reads is given no mark').to.equal(0)
  })

  it('keeps to the spaces that are chosen, and shows news and the pinned article', async () => {
    const { set, browser } = all
    await set({ space_ids: [spaceId], news_space_id: spaceId, pinned_post_id: postId, greeting: 'What are you stuck on?' })
    const { greeting, news, pinned_post } = await browser().call(routes.home)
    expect([greeting, news.length, pinned_post?.id]).to.deep.equal(['What are you stuck on?', 1, postId])
    await set({ news_space_id: insideId, space_ids: [insideId] })
    // what a change does not name stays
    expect(await browser().call(routes.home)).to.deep.include({ greeting: 'What are you stuck on?', news: [], articles: [] })
    await set({ space_ids: [], news_space_id: null, pinned_post_id: null, greeting: '' })
  })

  it('goes on without posts: there are no articles, and people ask', async () => {
    const { app, admin, set, browser } = all
    const turn = (enabled: boolean) => app.as(admin).send('PATCH', '/internal_api/plugins/posts', { enabled })
    await set({ news_space_id: spaceId, pinned_post_id: postId })
    expect((await turn(false)).status).to.equal(200)
    const [visitor, id] = await asked('Where are the articles?')
    expect(await visitor.call(routes.home)).to.deep.include({ articles: [], news: [], pinned_post: null })
    expect((await visitor.call(routes.posts, { query: { search_text: 'kiln' } })).records).to.deep.equal([])
    expect((await visitor.call(routes.news)).records).to.deep.equal([])
    expect(await refusalOf(visitor.call(routes.post, { params: { id: postId } }))).to.equal('not_found')
    expect(await refusalOf(visitor.call(routes.createFeedback, { body: { post_feedback: { post_id: postId, is_helpful: true } } }))).to.equal('not_found')
    expect((await visitor.call(routes.conversations)).records.map((chat) => chat.id)).to.deep.equal([id])
    expect((await turn(true)).status).to.equal(200)
    await set({ news_space_id: null, pinned_post_id: null })
    expect((await browser().call(routes.home)).articles).to.have.length(1)
  })

  it('knows a visitor again by their browser, and takes the answer to them', async () => {
    const [visitor, id] = await asked()
    expect([...visitor.jar.keys()]).to.deep.equal(['atrium_mark_help-widget'])
    await all.app.as(all.maya).call(inboxContract.routes.createMessage, { params: { id }, body: { text: 'It is.' } })
    const { latest, unread_count } = await visitor.call(routes.home)
    expect([latest?.id, latest?.unread_count, unread_count]).to.deep.equal([id, 1, 1])
    const { records } = await visitor.call(routes.messages, { query: { conversation_id: id } })
    expect(records.map(({ author, text, sender }) => [author, text, sender?.name ?? null])).to.deep.equal([
      ['person', 'Is the kiln free?', null],
      ['system', '', null],
      ['team', 'It is.', 'Maya Lund'],
    ])
    await visitor.call(routes.updateConversation, { params: { id }, body: { conversation: { is_read: true } } })
    expect((await visitor.call(routes.home)).unread_count).to.equal(0)
    const text = await (await visitor.fetch(`/internal_api/help_widget/chats/${id}/download`)).text()
    expect(text).to.include('You: Is the kiln free?').and.include('Maya Lund: It is.')
  })

  it('shows nothing of another’s: neither by id, nor with a made-up mark', async () => {
    const [owner, id] = await asked('Mine alone')
    const [other] = await asked('Another')
    const made = all.browser()
    made.jar.set('atrium_mark_help-widget', 'a'.repeat(32))
    const read = async () => (await owner.call(routes.messages, { query: { conversation_id: id } })).records
    const messages = await read()
    for (const browser of [other, made, all.browser()]) {
      const codes = [
        await refusalOf(browser.call(routes.showConversation, { params: { id } })),
        await refusalOf(browser.call(routes.messages, { query: { conversation_id: id } })),
        await refusalOf(browser.call(routes.showMessage, { params: { id: messages[0]!.id } })),
        await refusalOf(browser.call(routes.updateConversation, { params: { id }, body: { conversation: { status: 'closed' } } })),
        await refusalOf(browser.call(routes.createMessage, { body: { message: { conversation_id: id, text: 'I am Vera' } } })),
        await refusalOf(browser.call(routes.destroyMessage, { params: { id: messages[0]!.id } })),
      ]
      expect(codes).to.deep.equal(Array(6).fill('not_found'))
      expect((await browser.fetch(`/internal_api/help_widget/chats/${id}/download`)).status).to.equal(404)
    }
    expect(await read()).to.deep.equal(messages)
  })

  it('opens no conversation of an address that somebody merely types', async () => {
    const [, id] = await asked()
    const [thief, own] = await asked('The same address')
    expect((await thief.call(routes.conversations, { query: {} })).records.map((one) => one.id)).to.deep.equal([own])
    expect(await refusalOf(thief.call(routes.showConversation, { params: { id } }))).to.equal('not_found')
  })

  it('asks visitors for an address where answers need one, and takes what they wrote the second time', async () => {
    const visitor = all.browser()
    expect(await refusalOf(visitor.call(routes.createConversation, { body: { conversation: { text: 'Hello?' } } }))).to.equal('invalid_input')
    const again = { ...first('Hello?', { creation_uuid: 'u-1' }) }
    const [one, two] = [await visitor.call(routes.createConversation, again), await visitor.call(routes.createConversation, again)]
    expect(one.id).to.equal(two.id)
    await all.set({ asks_email: false })
    await all.browser().call(routes.createConversation, { body: { conversation: { text: 'Nobody' } } })
    await all.set({ asks_email: true })
  })

  describe('identity that a site signs', () => {
    let secret: string
    before(async () => {
      await all.app.run(null, async (ctx) => {
        secret = 'a'.repeat(43)
        await ctx.saveSettings(contract, { secret: ctx.seal(secret) })
      })
    })
    const signed = async (claims: object, { key = secret, alg = 'HS256', hours = 1 as number | null } = {}) => {
      const now = await all.app.run(null, async (ctx) => ctx.now())
      const token = new SignJWT({ email: 'jonas@shop.example', name: 'Jonas', ...claims }).setProtectedHeader({ alg }).setSubject('customer-7')
      return (hours === null ? token : token.setExpirationTime(new Date(now.getTime() + hours * HOUR))).sign(new TextEncoder().encode(key))
    }
    const visit = (browser: Browser, identity: string) => browser.call(routes.visit, { body: { identity } })

    it('opens their conversations in any browser of theirs, and those they began before', async () => {
      const [one, id] = await asked('Before I signed in')
      await visit(one, await signed({}))
      const two = all.browser()
      await visit(two, await signed({}))
      const [mine] = (await two.call(routes.conversations, { query: {} })).records
      expect(mine!.id).to.equal(id)
      const { person } = await all.app.as(all.maya).call(inboxContract.routes.show, { params: { id } })
      expect(person).to.include({ email: 'jonas@shop.example', name: 'Jonas', is_verified: true })
    })

    it('is refused where it is forged, unsigned, changed, old, without an end, or signed by another key', async () => {
      const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(`{"sub":"customer-7","exp":${Date.now()}}`).toString('base64url')}.`
      const good = await signed({})
      const [head, body, seal] = good.split('.')
      const changed = `${head}.${Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(body!, 'base64url').toString()), sub: 'customer-8' })).toString('base64url')}.${seal}`
      const forged = [
        unsigned,
        changed,
        'x.y.z',
        '',
        await signed({}, { key: 'b'.repeat(43) }),
        await signed({}, { hours: null }),
        await signed({}, { hours: -1 }),
        await signed({}, { alg: 'HS512' }),
      ]
      for (const identity of forged.filter(Boolean)) {
        const browser = all.browser()
        expect(await refusalOf(visit(browser, identity)), identity).to.equal('identity_invalid')
        expect((await browser.call(routes.conversations, { query: {} })).records).to.deep.equal([])
      }
      await all.app.run(null, (ctx) => ctx.saveSettings(contract, { secret: '' }))
      expect(await refusalOf(visit(all.browser(), good)), 'without a secret nobody signs').to.equal('identity_invalid')
      await all.app.run(null, (ctx) => ctx.saveSettings(contract, { secret: ctx.seal(secret) }))
    })

    it('ends when it says so', async () => {
      const browser = all.browser()
      await visit(browser, await signed({}))
      expect((await browser.call(routes.conversations, { query: {} })).records).to.have.length(1)
      await all.app.clock.advance(2 * HOUR)
      expect((await browser.call(routes.conversations, { query: {} })).records).to.deep.equal([])
    })
  })

  it('takes what a visitor has asked along when they sign in', async () => {
    const [visitor, id] = await asked('As a visitor')
    const token = await all.app.as(all.nell).call(routes.conversations, { query: {} })
    expect(token.records).to.deep.equal([])
    visitor.jar.set('atrium_session', all.nell.token)
    await visitor.call(routes.visit, { body: { page: { title: 'Home', path: '/' }, timezone: 'Europe/Berlin' } })
    expect((await all.app.as(all.nell).call(routes.conversations, { query: {} })).records.map((one) => one.id)).to.deep.equal([id])
    visitor.jar.delete('atrium_session')
    expect((await visitor.call(routes.conversations, { query: {} })).records, 'the browser alone opens them no more').to.deep.equal([])
  })

  it('changes and takes back a message until the team has read it', async () => {
    const [visitor, id] = await asked('First')
    const { id: messageId } = await visitor.call(routes.createMessage, { body: { message: { conversation_id: id, text: 'Secnd' } } })
    expect((await visitor.call(routes.updateMessage, { params: { id: messageId }, body: { message: { text: 'Second' } } })).text).to.equal('Second')
    expect((await visitor.call(routes.showConversation, { params: { id } })).preview).to.equal('Second')
    await visitor.call(routes.destroyMessage, { params: { id: messageId } })
    const { records } = await visitor.call(routes.messages, { query: { conversation_id: id } })
    expect(records.map(({ text }) => text)).to.deep.equal(['First'])
    await all.app.as(all.maya).call(inboxContract.routes.adminMarkAsRead, { params: { id } })
    expect(await refusalOf(visitor.call(routes.destroyMessage, { params: { id: records[0]!.id } }))).to.equal('message_read')
    const [alone, only] = await asked('Alone')
    const [message] = (await alone.call(routes.messages, { query: { conversation_id: only } })).records
    await alone.call(routes.destroyMessage, { params: { id: message!.id } })
    expect((await alone.call(routes.showConversation, { params: { id: only } })).status).to.equal('closed')
  })

  it('takes files that go with a message, those of the same browser alone, and no more than are bearable', async () => {
    const [visitor, id] = await asked()
    const send = (browser: Browser, bytes: Uint8Array | string, filename = 'kiln.txt') =>
      browser.fetch(`/internal_api/help_widget/attachments?filename=${filename}`, {
        method: 'POST',
        body: bytes as never,
        headers: { 'content-type': 'application/octet-stream' },
      })
    const file = (await (await send(visitor, 'It is broken.')).json()) as { id: number; filename: string }
    expect(file, JSON.stringify(file)).to.include({ filename: 'kiln.txt' })
    const [thief] = await asked()
    const check = (browser: Browser) => browser.call(routes.checkAttachment, { params: { id: file.id }, query: { target: 'ticket' } })
    expect((await check(visitor)).is_ready).to.equal(true)
    expect(await refusalOf(check(thief))).to.equal('not_found')
    const message = { conversation_id: id, text: 'See', attachment_ids: [file.id] }
    expect(
      await refusalOf(thief.call(routes.createMessage, { body: { message: { ...message, conversation_id: (await thief.call(routes.home)).latest!.id } } })),
    ).to.equal('invalid_input')
    const sent = await visitor.call(routes.createMessage, { body: { message } })
    expect(sent.files.map(({ filename }) => filename)).to.deep.equal(['kiln.txt'])
    expect((await check(visitor)).is_ready).to.equal(false)
    expect((await send(visitor, new Uint8Array(MAX_FILE_BYTES + 1))).status).to.equal(413)
    expect((await send(all.browser(), 'Nobody')).status, 'who was never here sends nothing').to.equal(403)
  })

  it('forgets files that were never sent', async () => {
    const [visitor] = await asked()
    await visitor.fetch('/internal_api/help_widget/live_chats/upload?filename=late.txt', {
      method: 'POST',
      body: 'Late',
      headers: { 'content-type': 'application/octet-stream' },
    })
    await all.app.clock.advance(25 * HOUR)
    await all.app.runSchedule('sweep')
    expect(await all.app.sql('select from help_widget.attachment where sent_at is null')).to.deep.equal([])
  })

  it('takes tickets with their values, and what helped of articles once each', async () => {
    const visitor = all.browser()
    await visitor.call(routes.visit, { body: {} })
    const ticket = {
      text: 'The checkout hangs',
      subject: 'Checkout',
      type: 'bug',
      area: 'paywalls',
      priority: 'high_a_critical_issue_is_impacting_some_members_of_my_community',
      email: 'v@example.com',
    } as const
    const made = await visitor.call(routes.ticket, { body: { ticket } })
    expect(made.person, 'where the answer is mailed').to.deep.equal({ email: 'v@example.com' })
    await all.set({ ticket_areas: ['events', 'other'] })
    expect((await visitor.call(routes.home)).ticket_areas).to.deep.equal(['events', 'other'])
    expect(made).to.include({ subject: 'Checkout', ticket_type: 'bug', area: 'paywalls', priority: ticket.priority, type: 'email' })
    const say = (is_helpful: boolean) => visitor.call(routes.createFeedback, { body: { post_feedback: { post_id: postId, is_helpful } } })
    const [one, two] = [await say(true), await say(false)]
    expect(one.id).to.equal(two.id)
    expect((await visitor.call(routes.post, { params: { id: postId } })).is_helpful).to.equal(false)
    const stranger = all.browser()
    await stranger.call(routes.visit, { body: {} })
    expect(await refusalOf(stranger.call(routes.showFeedback, { params: { id: one.id } }))).to.equal('not_found')
  })

  it('says live chat is closed while nobody is here, and keeps what is written then as a message', async () => {
    const visitor = all.browser()
    await visitor.call(routes.visit, { body: {} })
    expect(await visitor.call(routes.liveStatus)).to.include({ flow: 'email', is_open: false })
    expect((await visitor.call(routes.createLiveChat, first('Anybody?'))).type).to.equal('email')
    await all.set({ has_live_chat: false })
    expect(await refusalOf(visitor.call(routes.createLiveChat, first('Anybody?')))).to.equal('live_chat_off')
    await all.set({ has_live_chat: true })
  })

  it('ends a flood of conversations with a word', async () => {
    const [visitor] = await asked()
    let code = 'ok'
    for (let i = 0; i < 40 && code === 'ok'; i++) {
      all.app.resetLimits()
      code = await refusalOf(visitor.call(routes.createConversation, first(`Flood ${i}`)))
    }
    expect(code).to.equal('rate_limited')
  })

  it('shows a member what the widget is for once', async () => {
    const as = all.app.as(all.nell)
    expect((await as.call(routes.home)).has_seen_onboarding).to.equal(false)
    await as.call(routes.completeOnboarding)
    await as.call(routes.completeOnboarding)
    expect((await as.call(routes.home)).has_seen_onboarding).to.equal(true)
  })

  it('loads on other sites as one small script, and lets chosen sites alone show its window', async () => {
    const answer = await fetch(`${all.app.url}/widget.js`)
    const script = await answer.text()
    expect(answer.headers.get('content-type')).to.include('javascript')
    expect(Buffer.byteLength(script)).to.be.below(15_000)
    // the browser reads it as it stands
    expect(() => new Function(script)).to.not.throw()
    const ancestors = async () => /frame-ancestors ([^;]*)/.exec((await fetch(`${all.app.url}/help?iframe=true`)).headers.get('content-security-policy')!)![1]
    expect(await ancestors()).to.equal(`'none'`)
    // as it is taken from the bar of a browser
    await all.set({ sites: ['https://Shop.example/pots?glaze=ash', 'kiln.example', 'http://localhost:4000/'] })
    expect(await ancestors()).to.equal(`'self' https://shop.example https://kiln.example http://localhost:4000`)
    for (const site of ['two words', 'javascript:alert(1)', 'https://*.example', 'ftp://shop.example'])
      expect(await all.set({ sites: [site] }).catch(({ status }) => status), site).to.equal(422)
    await all.set({ sites: [] })
  })
})
