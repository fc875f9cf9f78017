/** The inbox under attack: cursors of other lists, colleagues and tags that are gone, machines that write to each other. */
import communities from '@atrium/sdk/kernel/communities'
import { refusal } from '@atrium/sdk/testing'
import { expect } from 'chai'
import notifications from '../../notifications/contract.ts'
import contract, { VIEWS } from '../contract.ts'
import { agent, says } from './agent/server/index.ts'
import { type Studio, studio } from './kit.ts'

const { routes } = contract

describe('the inbox under attack', () => {
  let all: Studio
  before(async () => {
    all = await studio({ withAgent: true })
  })
  beforeEach(() => {
    all.app.resetLimits()
    Object.assign(agent, { isReady: true, asked: [], answer: async () => says('At noon.') })
  })
  after(() => all?.app.close())

  it('refuses a cursor that another list has made, and any that is made up', async () => {
    const { app, admin } = all
    const cursor = (...key: unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url')
    const list = (view: (typeof VIEWS)[number], made: string) => app.as(admin).call(routes.list, { query: { view, cursor: made } })
    for (const view of VIEWS) for (const part of [2, -1, 0.5]) expect(await refusal(list(view, cursor(part, 1, 1))), view).to.include({ status: 422 })
    for (const view of ['ai', 'snoozed', 'solved', 'all'] as const) expect(await refusal(list(view, cursor(0, 1, 1))), view).to.include({ status: 422 })
    for (const view of ['mine', 'nobodys', 'open'] as const) await list(view, cursor(0, 1, 1))
  })

  it('tells all who may answer where who had a conversation may no more', async () => {
    const { app, admin, maya, nell, person, ask, say, update } = all
    const personId = await person(nell)
    const { chatId } = await ask(personId, 'For Maya')
    await update(chatId, { assignee_id: maya.id })
    const told = async () => {
      await app.settle()
      const { records } = await app.as(admin).call(notifications.routes.list)
      return records.filter(({ action, read_at }) => action === 'inbox_message' && read_at === null).length
    }
    // all heard of it before it was hers
    await app.settle()
    await app.as(admin).call(routes.adminMarkAsRead, { params: { id: chatId } })
    await say(personId, chatId, 'Maya?')
    expect(await told(), 'hers').to.equal(0)
    const roles = (names: string[]) => app.as(admin).call(communities.routes.updateMemberRoles, { params: { memberId: maya.id }, body: { roles: names } })
    await roles(['member'])
    await say(personId, chatId, 'Nobody?')
    expect(await told(), 'nobody’s').to.equal(1)
    await roles(['moderator'])
  })

  it('takes a conversation whose rule names a tag that is gone', async () => {
    const { app, admin, visitor, ask, inbox, show } = all
    const [kept, gone] = await inbox(async (service) => [await service.createTag('Kept'), await service.createTag('Gone')])
    const { id } = await app.as(admin).call(routes.createRule, { body: { rule: { name: 'Both', tag_ids: [kept!, gone!] } } })
    // as where both happen at the same moment
    await app.sql('delete from inbox.tag where id = $1', [gone])
    const { chatId } = await ask(await visitor(), 'Anybody there?')
    expect((await show(chatId)).tags).to.deep.equal([{ id: kept, name: 'Kept' }])
    await app.as(admin).call(routes.destroyRule, { params: { id } })
  })

  it('lets no agent answer a machine for ever that does not say it is one', async () => {
    const { app, visitor, ask, say, show } = all
    const personId = await visitor('machine@potters.example')
    const { chatId } = await ask(personId, 'I am away', { type: 'circle_bot' })
    await app.settle()
    for (let i = 0; i < 12; i++) {
      await say(personId, chatId, `I am away ${i}`, { via: 'email' })
      await app.settle()
    }
    expect(agent.asked.length).to.equal(10)
    expect(await show(chatId)).to.include({ ai: 'paused', asks_for_person: true })
  })

  it('solves once what is sent twice, and not what was asked in between', async () => {
    const { maya, visitor, ask, say, answer, show } = all
    const personId = await visitor()
    const { chatId } = await ask(personId, 'One?')
    const send = () => answer(maya, chatId, 'That is it.', { solve: true, creation_uuid: 'solve-1' })
    await send()
    expect((await show(chatId)).status).to.equal('solved')
    await say(personId, chatId, 'And two?')
    await send()
    expect(await show(chatId)).to.include({ status: 'open', unread_count: 1 })
  })

  it('finds a tag page by page, in a list where somebody waits as in one where nobody does', async () => {
    const { visitor, ask, update, inbox, list, app, admin } = all
    const tagId = await inbox((service) => service.createTag('Paged'))
    const personId = await visitor()
    const ids: number[] = []
    for (let i = 0; i < 5; i++) {
      const { chatId } = await ask(personId, `Tagged ${i}`)
      await update(chatId, { tag_ids: [tagId] })
      ids.unshift(chatId)
    }
    for (const view of ['all', 'open'] as const) expect(await list({ view, tag_id: tagId })).to.have.members(ids)
    const page = (query: object) => app.as(admin).call(routes.list, { query: { view: 'all', tag_id: tagId, per_page: 2, ...query } })
    const found: number[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { records, next_cursor } = await page(cursor ? { cursor } : {})
      found.push(...records.map(({ id }) => id))
      cursor = next_cursor
    }
    expect(found).to.deep.equal(ids)
  })

  it('keeps the address of a page whole where it is cut', async () => {
    const { app, admin, visitor, ask, inbox } = all
    const personId = await visitor()
    const { chatId } = await ask(personId, 'Where am I?')
    await inbox((service) => service.noteVisit(personId, { page: { title: 'T', path: `/${'p'.repeat(498)}😀 and more` } }))
    const { pages } = await app.as(admin).call(routes.panel, { params: { id: chatId } })
    expect(pages.map(({ path }) => path.isWellFormed())).to.deep.equal([true])
  })
})
