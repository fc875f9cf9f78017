/** Answers: what is found for whom, quotes without a model, words of a model, and what becomes of a question when something breaks. */
import { expect } from 'chai'
import { createServer } from 'node:http'
import { describePlugin, refusal, until } from '@atrium/sdk/testing'
import spaces from '../../spaces/contract.ts'
import ai from '../contract.ts'
import { passagesOf } from '../server/service/knowledge/passages.ts'
import { cleaned, settled } from '../server/service/answering/prompt.ts'
import { quoteOf } from '../server/service/answering/extract.ts'
import { hold, spend } from '../server/service/budget.ts'
import { ended, type Studio, studio } from './kit.ts'

describePlugin('plugins/ai')

const { routes } = ai
const CELADON = 'Celadon goes grey when the iron reoxidises while the kiln cools. Close the damper at top temperature and plug the spyhole.'

describe('passages', () => {
  it('hold a text whole, in pieces that end where sentences do and begin a little before', () => {
    const text = Array.from({ length: 60 }, (_, i) => `Sentence number ${i} tells of a bowl that was fired in a small kiln.`).join(' ')
    const passages = passagesOf(text)
    expect(passages.length).to.be.within(4, 8)
    for (const [i, passage] of passages.entries()) {
      expect(passage.length).to.be.at.most(1_100)
      if (i < passages.length - 1) expect(passage).to.match(/kiln\.$/)
    }
    for (let i = 0; i < 60; i++) expect(passages.some((passage) => passage.includes(`Sentence number ${i} tells`))).to.equal(true)
    expect(passagesOf('  \n ')).to.deep.equal([])
    expect(passagesOf('x'.repeat(5_000)).join('').length).to.be.at.least(5_000)
  })
})

describe('what is shown of a model’s words', () => {
  it('leads nowhere but to its sources', () => {
    const text = 'See [here](https://evil.example/?q=secret) ![x](https://evil.example/a.png) or https://evil.example/x <img src=x onerror=alert(1)> [1] [7]'
    expect(cleaned(text, 2)).to.equal('See here x or   [1] ')
  })
  it('is held back while a link, a tag or a word may go on', () => {
    for (const open of ['The [lin', 'The [link](', 'The [link](https://evil', 'The ![', 'The <im', 'The htt'])
      expect(open.slice(0, settled(open))).to.equal('The ')
    expect(settled('All is said. ')).to.equal(13)
    expect(settled('As said [1] and')).to.equal('As said [1] '.length)
  })
  it('quotes the sentence that holds the question', () => {
    expect(quoteOf('When does celadon go grey?', `First words here. ${CELADON} Last words.`)).to.contain('Celadon goes grey')
  })
})

describe('answers without a model', () => {
  let s: Studio
  before(async () => {
    s = await studio()
    await s.write(s.tom, s.open.id, 'Grey celadons', CELADON)
    await s.write(s.nell, s.closed.id, 'Prices of suppliers', 'The supplier Norrland gives us porcelain for eleven crowns a kilo.')
    for (let i = 0; i < 5; i++) await s.write(s.tom, s.open.id, `Notes ${i}`, `Some notes on clay, number ${i}, for people who throw bowls.`)
    await s.read()
  })
  beforeEach(() => s.app.resetLimits())
  after(() => s?.close())

  it('quote what was written, and lead there', async () => {
    const { message, pieces } = await s.ask(s.nell, 'Why does my celadon go grey?')
    expect(message).to.include({ status: 'done', outcome: 'answered', is_extract: true })
    expect(message.text).to.contain('reoxidises')
    expect(message.sources[0]).to.include({ number: 1, title: 'Grey celadons', author: 'Tom' })
    expect(message.sources[0]!.path).to.match(/^\/c\//)
    expect(Date.parse(message.sources[0]!.created_at!)).to.be.a('number').that.is.greaterThan(0)
    expect(pieces.map(({ type }) => type)).to.deep.equal(['sources', 'text', 'end'])
  })
  it('say honestly that nobody has written it', async () => {
    const { message } = await s.ask(s.nell, 'How do I train a falcon to hunt rabbits?')
    expect(message).to.include({ status: 'done', outcome: 'unanswered' })
    expect(message.sources).to.deep.equal([])
    // nothing is near
    expect(message.near_space_ids).to.deep.equal([])
    const { records } = await s.app.as(s.admin).call(routes.unanswered)
    expect(records.map(({ question }) => question)).to.deep.equal(['How do I train a falcon to hunt rabbits?'])
  })
  it('name the space that the nearest passages come from, where the community would be asked', async () => {
    const { message } = await s.ask(s.nell, 'Does the supplier of porcelain deliver bricks to Iceland by ferry?')
    expect(message).to.include({ outcome: 'unanswered' })
    expect(message.near_space_ids).to.deep.equal([s.closed.id])
  })
  it('quote one passage where another is weaker, and both where they are as strong', async () => {
    await s.write(s.tom, s.open.id, 'Drying plates', 'Plates dry upside down on plaster bats.')
    await s.write(s.nell, s.open.id, 'Sunday', 'Sunday I made plates, and it rained.')
    await s.read()
    expect((await s.ask(s.nell, 'How do plates dry on plaster?')).message.sources.map(({ title }) => title)).to.deep.equal(['Drying plates'])
    await s.write(s.nell, s.open.id, 'Drying plates, too', 'Plates dry on plaster from both sides.')
    await s.read()
    expect((await s.ask(s.nell, 'How do plates dry on plaster?')).message.sources).to.have.length(2)
  })
  it('find mistyped words', async () => {
    expect((await s.ask(s.nell, 'why do celadons reoxidse')).message.outcome).to.equal('answered')
  })
  it('find and quote what is written without spaces between words', async () => {
    await s.write(s.tom, s.open.id, '青磁の焼成', '窯は朝に火を入れる。青磁が灰色になるのは、冷却中に鉄が再び酸化するからです。棚は毎週洗う。')
    await s.write(s.tom, s.open.id, '休み', '工房は月曜日に閉まっています。鍵は入口の箱にあります。')
    await s.read()
    const { message } = await s.ask(s.nell, '青磁はなぜ灰色になりますか')
    expect(message.outcome).to.equal('answered')
    expect(message.sources[0]!.title).to.equal('青磁の焼成')
    expect(message.sources[0]!.excerpt).to.contain('灰色')
  })
  it('hold nothing that the asker may not read, and nothing after the right is lost', async () => {
    expect((await s.ask(s.nell, 'What does porcelain from Norrland cost?')).message.text).to.contain('eleven crowns')
    expect((await s.ask(s.tom, 'What does porcelain from Norrland cost?')).message.text).not.to.contain('eleven')
    const asked = await s.ask(s.nell, 'Which supplier gives us porcelain?')
    expect(asked.message.sources).to.have.length(1)
    await s.app.as(s.nell).call(spaces.routes.leave, { params: { id: s.closed.id } })
    const { records } = await s.app.as(s.nell).call(routes.messages, { params: { id: asked.conversationId } })
    expect(records[0]!.sources[0]).to.include({ title: 'A source you can’t open anymore', path: null, excerpt: '' })
    expect((await s.ask(s.nell, 'What does porcelain from Norrland cost?')).message.text).not.to.contain('eleven')
  })
  it('hand over to people when they are asked for', async () => {
    expect((await s.ask(s.nell, 'I want to talk to a human about celadon')).message.outcome).to.equal('handed_over')
  })
  it('keep a conversation to its owner', async () => {
    const { conversationId, message } = await s.ask(s.tom, 'Why does celadon go grey?')
    expect((await s.app.as(s.tom).call(routes.messages, { params: { id: conversationId } })).records).to.have.length(2)
    for (const call of [
      s.app.as(s.nell).call(routes.messages, { params: { id: conversationId } }),
      s.app.as(s.admin).call(routes.conversation, { params: { id: conversationId } }),
      s.app.as(s.nell).call(routes.rate, { params: { id: message.id }, body: { rating: 1 } }),
    ])
      expect(await refusal(call)).to.include({ status: 404 })
    const rated = await s.app.as(s.tom).call(routes.rate, { params: { id: message.id }, body: { rating: -1, note: 'Wrong pot' } })
    expect(rated.rating).to.equal(-1)
    expect((await s.app.as(s.admin).call(routes.quality, { query: {} })).disliked).to.equal(1)
  })
  it('leave out who wants nothing of theirs read', async () => {
    await s.app.as(s.tom).call(routes.updatePreference, { body: { is_read: false } })
    expect((await s.ask(s.nell, 'Why does my celadon go grey?')).message.outcome).to.equal('unanswered')
    await s.app.as(s.tom).call(routes.updatePreference, { body: { is_read: true } })
    await s.read()
    expect((await s.ask(s.nell, 'Why does my celadon go grey?')).message.outcome).to.equal('answered')
  })
})

describe('questions of words that stand everywhere', () => {
  let s: Studio
  before(async () => {
    s = await studio()
    // many posts, in which people get and start things, and speak of rules and of the community
    for (let i = 0; i < 120; i++) {
      s.app.resetLimits()
      const words = [
        'I get up at six. The kiln has cooled.',
        'We start late when it rains.',
        'As a rule I wedge clay twice.',
        'This community of bowls is mine.',
      ][i % 4]!
      await s.write(s.tom, s.open.id, `Bench ${i}`, `${words} It is a grey day, number ${i}, and the bowls dry slowly.`)
    }
    await s.write(s.tom, s.open.id, 'A kiln of my own', 'I will get one when I have saved enough. Wedging clay is what I do first. Then I start to throw.')
    await s.write(s.admin, s.open.id, 'Read this first', 'Here we share what we know.\n\nWhat we ask of you: be kind, and say what clay it was.')
    await s.read()
  })
  beforeEach(() => s.app.resetLimits())
  after(() => s?.close())
  const titles = async (question: string) => (await s.ask(s.nell, question)).message.sources.map(({ title }) => title)

  it('are answered by what is written for them under another name', async () => {
    for (const question of ['How do I get started here?', 'I’m new here, where do I start?', 'What are the community rules?', 'Is there a code of conduct?'])
      expect(await titles(question), question).to.deep.equal(['Read this first'])
  })
  it('are else answered by nothing, however often the words stand somewhere', async () => {
    for (const question of ['When do I start?', 'Do I get a day?', 'What is the day like?']) expect(await titles(question), question).to.deep.equal([])
  })
  it('find words together, not here and there in a text', async () => {
    expect(await titles('How do I start wedging?')).to.deep.equal([])
  })
  it('know which words are common from the first hour on', async () => {
    const [{ passages_count }] = await s.app.sql('select passages_count from ai.reading')
    expect(passages_count).to.be.at.least(100)
  })
})

describe('starters', () => {
  let s: Studio
  before(async () => {
    s = await studio()
  })
  after(() => s?.close())
  it('are offered to those who may ask, four at most and none too long, and go with a version', async () => {
    const change = (starters: string[]) => s.app.as(s.admin).call(routes.updateProfile, { params: { id: s.agentId }, body: { profile: { starters } } })
    const two = ['How do I begin?', 'What are the rules?']
    expect((await change(two)).starters).to.deep.equal(two)
    expect((await s.app.as(s.nell).call(routes.agents)).records[0]!.starters).to.deep.equal(two)
    for (const wrong of [['a', 'b', 'c', 'd', 'e'], ['x'.repeat(121)], ['']]) expect(await refusal(change(wrong))).to.include({ status: 422 })
    const { version } = await change([])
    await s.app.as(s.admin).call(routes.restoreVersion, { params: { id: s.agentId, number: version - 1 } })
    expect((await s.app.as(s.nell).call(routes.agents)).records[0]!.starters).to.deep.equal(two)
  })
})

describe('answers of a model', () => {
  let s: Studio
  before(async () => {
    s = await studio({ withModel: true })
    await s.write(s.tom, s.open.id, 'Grey celadons', CELADON)
    await s.read()
  })
  beforeEach(() => {
    s.app.resetLimits()
    s.model.clearFixtures()
    s.model.clearRequests()
    s.model.setChaos({})
  })
  after(() => s?.close())

  it('come as they are written, cite, and lead nowhere else', async () => {
    s.model.onMessage(/celadon/i, { content: 'The iron reoxidises while the kiln cools. [1] See [more](https://evil.example) [4]' })
    const { message, pieces } = await s.ask(s.nell, 'Why does my celadon go grey?')
    expect(message).to.include({ status: 'done', outcome: 'answered', is_extract: false, text: 'The iron reoxidises while the kiln cools. [1] See more' })
    expect(message.sources).to.have.length(1)
    expect(
      pieces
        .flatMap((piece) => (piece.type === 'text' ? [piece.text] : []))
        .join('')
        .trim(),
    ).to.equal(message.text)
    const [{ body }] = s.model.getRequests() as unknown as [{ body: { messages: { role: string; content: string }[] } }]
    expect(body.messages[0]!.content).to.contain('Kiln helper')
    expect(body.messages.at(-1)!.content).to.contain('spyhole')
  })
  it('say that there is none where the model finds none', async () => {
    s.model.onMessage(/celadon/i, { content: 'NO_ANSWER' })
    const { message, pieces } = await s.ask(s.nell, 'Is celadon grey in Korea?')
    expect(message.outcome).to.equal('unanswered')
    expect(JSON.stringify(pieces)).not.to.contain('NO_ANSWER')
  })
  it('are told to have failed when the server refuses, dies or talks nonsense; the question is kept and asked again', async () => {
    s.model.onMessage(/celadon/i, { content: 'The iron reoxidises. [1]' })
    for (const chaos of [{ dropRate: 1 }, { malformedRate: 1 }, { disconnectRate: 1 }]) {
      s.model.setChaos(chaos)
      const { message } = await s.ask(s.nell, 'Why does my celadon go grey?')
      expect(message.status, JSON.stringify(chaos)).to.equal('failed')
      expect(message.problem).to.equal('The AI service didn’t respond. Try again.')
      s.model.setChaos({})
      const again = await s.app.as(s.nell).send('POST', `/internal_api/community_bot/messages/${message.id}/again`)
      expect(ended(String(again.body)).message).to.include({ id: message.id, status: 'done', outcome: 'answered' })
      const twice = await s.app.as(s.nell).send('POST', `/internal_api/community_bot/messages/${message.id}/again`)
      expect(twice.status).to.equal(409)
    }
  })
  it('spend no more than the month has, also when two begin at once', async () => {
    s.model.onMessage(/celadon/i, { content: 'The iron reoxidises. [1]' })
    await s.app.sql('delete from ai.month')
    const limit = (monthly_tokens: number) => s.app.as(s.admin).call(routes.updateSetting, { body: { setting: { monthly_tokens } } })
    await limit(7_000)
    const held = await Promise.allSettled([1, 2, 3].map(() => s.app.run(s.admin.communityId, (ctx) => hold(ctx, 6_000))))
    expect(held.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
    const { message } = await s.ask(s.nell, 'Why does my celadon go grey?')
    expect(message).to.include({ status: 'failed', problem: 'The AI budget for this month is used up.' })
    await s.app.run(s.admin.communityId, (ctx) => spend(ctx, 6_000, { tokensIn: 30, tokensOut: 20 }))
    expect((await s.ask(s.nell, 'Why does my celadon go grey?')).message.status).to.equal('done')
    expect((await s.app.sql('select held from ai.month')).map((row) => Number(row.held))).to.deep.equal([0])
    await limit(0)
  })
  it('end when who asked closes the page: what is written is kept, and nothing is held', async () => {
    const slow = createServer((request, reply) => {
      request.resume()
      reply.writeHead(200, { 'content-type': 'text/event-stream' })
      const piece = {
        id: '1',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices: [{ index: 0, delta: { content: 'The iron ' }, finish_reason: null }],
      }
      reply.write(`data: ${JSON.stringify(piece)}\n\n`)
      reply.write(`data: ${JSON.stringify(piece)}\n\n`)
      reply.once('close', () => (isClosed = true))
    })
    let isClosed = false
    await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done))
    const { port } = slow.address() as { port: number }
    const other = await studio({ withModel: true, options: { baseUrl: `http://127.0.0.1:${port}/v1` } })
    try {
      await other.write(other.tom, other.open.id, 'Grey celadons', CELADON)
      await other.read()
      const id = await other.begin(other.nell)
      const leaving = new AbortController()
      const reply = await fetch(`${other.app.url}/internal_api/community_bot/conversations/${id}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: `atrium_session=${other.nell.token}` },
        body: JSON.stringify({ question: 'Why does celadon go grey?' }),
        signal: leaving.signal,
      })
      const reader = reply.body!.getReader()
      for (let text = ''; !text.includes('"text"'); ) text += new TextDecoder().decode((await reader.read()).value)
      leaving.abort()
      const latest = async () => (await other.app.as(other.nell).call(routes.messages, { params: { id } })).records[0]!
      await until('the answer is ended', async () => (await latest()).status === 'stopped')
      expect((await latest()).text).to.contain('The iron')
      expect((await other.app.sql('select held from ai.month')).map(({ held }) => Number(held))).to.deep.equal([0])
      await until('the model is told', () => isClosed)
    } finally {
      slow.closeAllConnections()
      slow.close()
      await other.close()
    }
  })
  it('have failed when the server takes the question and is silent; the question is kept, and nothing is held', async () => {
    const silent = createServer((request) => void request.resume())
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const { port } = silent.address() as { port: number }
    const other = await studio({ withModel: true, options: { baseUrl: `http://127.0.0.1:${port}/v1`, timeoutMs: 500 } })
    try {
      await other.write(other.tom, other.open.id, 'Grey celadons', CELADON)
      await other.read()
      const { message, conversationId } = await other.ask(other.nell, 'Why does celadon go grey?')
      expect(message).to.include({ status: 'failed', problem: 'The AI service didn’t respond. Try again.' })
      const { records } = await other.app.as(other.nell).call(routes.messages, { params: { id: conversationId } })
      expect(records.map(({ text }) => text)).to.include('Why does celadon go grey?')
      expect((await other.app.sql('select held from ai.month')).map(({ held }) => Number(held))).to.deep.equal([0])
    } finally {
      silent.closeAllConnections()
      silent.close()
      await other.close()
    }
  })
  it('are written once more, once, when their process is gone', async () => {
    s.model.onMessage(/celadon/i, { content: 'The iron reoxidises. [1]' })
    const conversationId = await s.begin(s.nell)
    const [left] = await s.app.sql(
      `with question as (insert into ai.message (community_id, conversation_id, author, text) select community_id, id, 'person', 'Why is celadon grey?' from ai.conversation where id = $1 returning community_id)
       insert into ai.message (community_id, conversation_id, author, status, lease_until, tries) select community_id, $1, 'agent', 'writing', now() - interval '1 minute', 1 from question returning id`,
      [conversationId],
    )
    const heard = await s.app.hear(s.nell)
    await s.app.runSchedule('resume')
    await s.app.runSchedule('resume')
    await s.app.settle()
    const { records } = await s.app.as(s.nell).call(routes.messages, { params: { id: conversationId } })
    expect(records[0]).to.include({ id: left.id, status: 'done', text: 'The iron reoxidises. [1]' })
    expect(s.model.getRequests()).to.have.length(1)
    const isTold = () => heard.filter(({ name }) => name === ai.events['answer.finished'].name).length
    await until('the asker is told', () => isTold() > 0)
    expect(isTold()).to.equal(1)
  })
  it('show those who make agents what was found and what the model is told', async () => {
    s.model.onMessage(/celadon/i, { content: 'The iron reoxidises. [1]' })
    const { message, passages, prompt } = await s.app
      .as(s.admin)
      .call(routes.playground, { params: { id: s.agentId }, body: { question: 'Why is celadon grey?', as_member_id: s.tom.id } })
    expect(message.outcome).to.equal('answered')
    expect(passages[0]).to.include({ title: 'Grey celadons', is_readable: true })
    expect(prompt).to.contain('Never write another number')
  })
})
