/**
 * Retrieval over 200,000 passages, and how long the first words of an answer take beyond what the model's server takes for them.
 * `node tests/load/answers.ts [--passages 200000] [--questions 200]`; it makes its own database.
 */
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { testApp } from '@atrium/sdk/testing'
import ai from '../../plugins/ai/contract.ts'
import { retrieve } from '../../plugins/ai/server/service/knowledge/retrieve.ts'
import { n } from './measure.ts'

const { values } = parseArgs({ options: { passages: { type: 'string', default: '200000' }, questions: { type: 'string', default: '200' } } })
const PASSAGES = Number(values.passages)
const QUESTIONS = Number(values.questions)
const WORDS = 30_000
/** Milliseconds until the model's server says its first word. */
const DELAY = 200

/** Words as languages have them: the n-th is n times rarer than the first (Zipf). */
let seed = 7
const chance = () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
const word = (): string => {
  const rank = Math.floor(WORDS ** chance())
  return `w${(rank * 7_919).toString(36)}`
}
const text = (words: number): string => Array.from({ length: words }, word).join(' ')
const percentile = (all: number[], share: number): number => all.toSorted((a, b) => a - b)[Math.floor(all.length * share)]!

/** A server that waits, and then says a few words. */
const model = createServer((request, reply) => {
  request.resume()
  setTimeout(() => {
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    const piece = (delta: object, finish: string | null = null) =>
      reply.write(
        `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
      )
    piece({ role: 'assistant', content: 'The answer is here. ' })
    piece({ content: 'It cites. [1]' }, 'stop')
    reply.end('data: [DONE]\n\n')
  }, DELAY)
})
await new Promise<void>((done) => model.listen(0, '127.0.0.1', done))
const { port } = model.address() as { port: number }

const app = await testApp([
  ...['spaces', 'content', 'media', 'members', 'posts'].map((name) => `plugins/${name}`),
  { from: 'plugins/ai', options: { llm: { baseUrl: `http://127.0.0.1:${port}/v1`, model: 'scripted' } } } as never,
])
const admin = await app.member('admin')
const { id: agentId } = await app.as(admin).call(ai.routes.createProfile, { body: { profile: { name: 'Helper', is_enabled: true } } })
console.log(`${n(PASSAGES)} passages of 90 words are written`)
const STEP = 5_000
for (let from = 0; from < PASSAGES; from += STEP) {
  const rows = Array.from({ length: Math.min(STEP, PASSAGES - from) }, (_, i) => ({ id: from + i + 1, title: text(4), text: text(90) }))
  await app.sql(
    `insert into ai.passage (community_id, kind, record_id, position, title, text, words)
     select $1, 'source', r.id, 0, r.title, r.text, kernel.search_words(kernel.search_language($1), r.title, r.text) from jsonb_to_recordset($2::jsonb) as r (id bigint, title text, text text)`,
    [admin.communityId, JSON.stringify(rows)],
  )
}
await app.sql('insert into ai.reading (community_id) values ($1) on conflict do nothing', [admin.communityId])
await app.sql('analyze ai.passage')
await app.runSchedule('tidy')
await app.sql('analyze ai.word')

const took: number[] = []
await app.outside(admin.communityId, async (ctx) => {
  const asker = await ctx.actAs(admin.id)
  for (let i = 0; i < QUESTIONS; i++) {
    const question = text(6)
    const began = performance.now()
    await retrieve(asker, question, { uses: {} })
    took.push(performance.now() - began)
  }
})
console.log(`retrieval: median ${n(percentile(took, 0.5))} ms, p95 ${n(percentile(took, 0.95))} ms (goal 120), slowest ${n(Math.max(...took))}`)

const first: number[] = []
const { token } = admin as unknown as { token: string }
for (let i = 0; i < 20; i++) {
  const { id } = await app.as(admin).call(ai.routes.createConversation, { body: { agent_id: agentId } })
  app.resetLimits()
  const began = performance.now()
  const reply = await fetch(`${app.url}/internal_api/community_bot/conversations/${id}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `atrium_session=${token}` },
    body: JSON.stringify({ question: text(6) }),
  })
  let said = ''
  for await (const chunk of reply.body! as unknown as AsyncIterable<Uint8Array>) {
    said += new TextDecoder().decode(chunk)
    if (said.includes('"type":"text"')) {
      first.push(performance.now() - began - DELAY)
      break
    }
  }
}
console.log(`first words: median ${n(percentile(first, 0.5))} ms beyond the server's own ${DELAY}, p95 ${n(percentile(first, 0.95))} ms (goal 150)`)
await app.close()
model.close()
process.exit(0)
