/** The help widget under attack: two requests of one browser at once, words of sites that say too much, files that are sent twice, and who looks as another. */
import { expect } from 'chai'
import { SignJWT } from 'jose'
import inboxContract from '../../inbox/contract.ts'
import masquerading from '../../masquerading/contract.ts'
import contract from '../contract.ts'
import { type Browser, Refused, type Studio, studio } from './kit.ts'

const { routes } = contract
const HOUR = 3_600_000
const SECRET = 'a'.repeat(43)

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof Refused) return error.code
      throw error
    },
  )

describe('the help widget under attack', () => {
  let all: Studio
  before(async () => {
    all = await studio({ more: ['masquerading'] })
    await all.set({ asks_email: false })
    await all.app.run(null, (ctx) => ctx.saveSettings(contract, { secret: ctx.seal(SECRET) }))
  })
  beforeEach(() => all.app.resetLimits())
  after(() => all?.app.close())

  const begun = async (): Promise<Browser> => {
    const browser = all.browser()
    await browser.call(routes.visit, { body: {} })
    return browser
  }
  const ask = (browser: Browser, text: string, more: object = {}) => browser.call(routes.createConversation, { body: { conversation: { text, ...more } } })
  const own = async (browser: Browser) => (await browser.call(routes.conversations, { query: {} })).records.map(({ id }) => id)
  const signed = async (sub: string, claims: object = {}) => {
    const now = await all.app.run(null, async (ctx) => ctx.now())
    const token = new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).setSubject(sub)
    return token.setExpirationTime(new Date(now.getTime() + HOUR)).sign(new TextEncoder().encode(SECRET))
  }
  const visitAs = (browser: Browser, identity: string) => browser.call(routes.visit, { body: { identity } })
  const show = (id: number) => all.app.as(all.maya).call(inboxContract.routes.show, { params: { id } })

  it('keeps all that one browser begins at once, and begins the same once', async () => {
    const several = await begun()
    const ids = (await Promise.all(Array.from({ length: 5 }, (_, i) => ask(several, `Question ${i}`)))).map(({ id }) => id)
    expect(await own(several)).to.have.members(ids)
    const same = await begun()
    const again = await Promise.all(Array.from({ length: 5 }, () => ask(same, 'Once', { creation_uuid: 'once' })))
    expect(new Set(again.map(({ id }) => id)).size).to.equal(1)
  })

  it('takes of what a site signs an id that nobody else can have, and one address or none', async () => {
    const long = 'x'.repeat(200)
    expect(await codeOf(visitAs(all.browser(), await signed(`${long}1`)))).to.equal('identity_invalid')
    for (const email of ['a@shop.example, b@shop.example', 'a@shop.example\r\nBcc: b@shop.example', 'nobody']) {
      const browser = all.browser()
      await visitAs(browser, await signed(`by ${email.length}`, { email, name: `${'n'.repeat(119)}😀` }))
      const { person } = await show((await ask(browser, 'Hello')).id)
      expect(person.email, email).to.equal(null)
      expect(person.name.isWellFormed() && !person.name.includes('\ufffd')).to.equal(true)
    }
  })

  it('forgets who somebody is when their site signs for nobody, and when the secret is another', async () => {
    const shared = all.browser()
    await visitAs(shared, await signed('maria'))
    const { id } = await ask(shared, 'My invoice')
    await visitAs(shared, '')
    expect(await own(shared), 'the next at this computer').to.deep.equal([])
    await visitAs(shared, await signed('maria'))
    expect(await own(shared), 'Maria is back').to.deep.equal([id])
    await all.app.as(all.admin).call(routes.createSecret)
    expect(await own(shared), 'what the former secret has signed').to.deep.equal([])
    await all.app.run(null, (ctx) => ctx.saveSettings(contract, { secret: ctx.seal(SECRET) }))
    const anonymous = await begun()
    const other = await ask(anonymous, 'Who am I?')
    await visitAs(anonymous, '')
    expect(await own(anonymous), 'whom no site has signed for loses nothing').to.deep.equal([other.id])
  })

  it('gives a file to one message, so that taking another back takes nothing from it', async () => {
    const visitor = await begun()
    const upload = await visitor.fetch('/internal_api/help_widget/attachments?filename=proof.txt', {
      method: 'POST',
      body: 'The kiln was broken.',
      headers: { 'content-type': 'application/octet-stream' },
    })
    const { id: fileId } = (await upload.json()) as { id: number }
    const first = { text: 'See', attachment_ids: [fileId], creation_uuid: 'proof' }
    const { id } = await ask(visitor, 'See', first)
    expect((await ask(visitor, 'See', first)).id, 'the same sent again').to.equal(id)
    const message = { conversation_id: id, text: 'Again', attachment_ids: [fileId] }
    expect(await codeOf(visitor.call(routes.createMessage, { body: { message } }))).to.equal('invalid_input')
    const [kept] = (await visitor.call(routes.messages, { query: { conversation_id: id } })).records
    expect(kept!.files.map(({ filename }) => filename)).to.deep.equal(['proof.txt'])
  })

  it('sweeps a flood of files that were never sent', async () => {
    const { app, admin } = all
    // files that are gone already hold up nothing
    await app.run(null, (ctx) =>
      ctx.sql(
        `insert into help_widget.attachment (community_id, member_id, file_id, created_at, updated_at)
         select $1, $2, 900000 + n, $3, $3 from generate_series(1, 250) n`,
        [admin.id, new Date(ctx.now().getTime() - 25 * HOUR)],
      ),
    )
    await app.runSchedule('sweep')
    expect((await app.sql('select id from help_widget.attachment where sent_at is null')).length).to.equal(0)
  })

  it('goes on with a browser whose person is gone with a deleted account', async () => {
    const visitor = await begun()
    const { id } = await ask(visitor, 'Before', { email: 'gone@example.com' })
    const { person } = await show(id)
    await all.app.sql('update help_widget.visitor set person_id = 987654 where person_id = $1', [person.id])
    expect(await own(visitor)).to.deep.equal([])
    const after = await ask(visitor, 'After')
    expect(await own(visitor)).to.deep.equal([after.id])
  })

  it('downloads what was said whatever its first letters are, and notes pages whatever their addresses', async () => {
    const visitor = await begun()
    const { id } = await ask(visitor, `${'s'.repeat(59)}😀 and more`)
    expect((await visitor.fetch(`/internal_api/help_widget/chats/${id}/download`)).status).to.equal(200)
    await visitor.call(routes.visit, { body: { page: { title: 'T', path: `/${'p'.repeat(498)}😀` } } })
  })

  it('shows nothing of a member’s private talk to whoever looks as them', async () => {
    const { app, admin, nell } = all
    await app.as(nell).call(routes.createConversation, { body: { conversation: { text: 'My private trouble' } } })
    expect((await app.as(nell).call(routes.home)).latest!.preview).to.equal('My private trouble')
    await app.as(admin).call(masquerading.routes.start, { body: { entity_id: nell.id } })
    const { latest, unread_count } = await app.as(admin).call(routes.home)
    await app.as(admin).call(masquerading.routes.stop)
    expect({ latest, unread_count }).to.deep.equal({ latest: null, unread_count: 0 })
  })

  it('pages through what it finds', async () => {
    await all.service(async ({ posts, spaces }) => {
      const group = await spaces.createGroup({ name: 'Help' })
      const { id: spaceId } = await spaces.create({ spaceGroupId: group.id, name: 'Articles', slug: 'articles', types: ['basic'] })
      for (let i = 0; i < 3; i++) await posts.create({ spaceId, authorMemberId: all.admin.id, name: `Kiln ${i}`, doc: all.text('About kilns.') })
    })
    await all.app.settle()
    const visitor = await begun()
    const find = (query: object) => visitor.call(routes.posts, { query: { search_text: 'kiln', per_page: 2, ...query } })
    const first = await find({})
    expect(first).to.include({ has_next_page: true, count: 3, page_count: 2 })
    const next = await find({ cursor: first.next_cursor! })
    expect(next).to.include({ has_next_page: false, page_count: 1 })
    expect(new Set([...first.records, ...next.records].map(({ id }) => id)).size).to.equal(3)
    expect((await find({ page: 2 })).records).to.deep.equal(next.records)
  })

  it('is cached for each language and each member’s choice, and stands where a script in the head has no body yet', async () => {
    const answer = await fetch(`${all.app.url}/widget.js`)
    expect(answer.headers.get('vary')).to.match(/cookie/i)
    const script = await answer.text()
    const waiting: (() => void)[] = []
    const element = (): Record<string, unknown> => ({
      ...{ append: () => {}, remove: () => {}, setAttribute: () => {}, addEventListener: () => {}, attachShadow: element, contentWindow: null },
    })
    const page = { body: null as { append: (host: object) => void } | null, hosts: 0 }
    const document = {
      ...{ querySelector: () => null, currentScript: { src: 'https://clay.example/widget.js', dataset: {} }, title: '' },
      ...{ createElement: element, createElementNS: element },
      get body() {
        return page.body
      },
    }
    class Sheet {
      replaceSync() {}
    }
    const listen = (name: string, heard: () => void) => name === 'DOMContentLoaded' && waiting.push(heard)
    new Function('window', 'document', 'addEventListener', 'CSSStyleSheet', 'location', script)({}, document, listen, Sheet, { pathname: '/' })
    page.body = { append: () => page.hosts++ }
    for (const heard of waiting) heard()
    expect(page.hosts).to.equal(1)
  })
})
