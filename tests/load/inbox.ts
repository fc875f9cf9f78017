/**
 * The inbox at size: its lists and its search over 1,000,000 conversations; and 2,000 visitors who wait for an answer in the help widget's window,
 * each asking as often as the window does. `node tests/load/inbox.ts [--chats 1000000] [--visitors 2000] [--seconds 60]`; it makes its own database.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type TestApp, testApp } from '@atrium/sdk/testing'
import helpWidget, { TIMES } from '../../plugins/help-widget/contract.ts'
import inbox from '../../plugins/inbox/contract.ts'
import { n, percent } from './measure.ts'
import { cpuOf, memoryOf, startServer } from './processes.ts'

const TURNS = 20
const GOAL_MS = 200
const STEP = 50_000
const open = () =>
  testApp(
    ['notifications', 'spaces', 'content', 'members', 'posts', 'inbox', 'help-widget'].map((id) => path.resolve(import.meta.dirname, '../../plugins', id)),
  )

/** Conversations of the last three years, a hundredth of them open, with three messages each. */
async function fill(app: TestApp, communityId: number, adminId: number, chats: number): Promise<void> {
  const [tagged] = await app.sql<{ id: number }>(`insert into inbox.tag (community_id, name) values ($1, 'parcel') returning id`, [communityId])
  for (let from = 0; from < chats; from += STEP) {
    const range = [communityId, adminId, from, Math.min(from + STEP, chats) - 1, chats]
    await app.sql(
      `with person as (insert into inbox.person (community_id, email, name) select $1, 'person' || i || '@example.com', 'Person ' || i from generate_series($3::int, $4::int) i returning id, name),
         numbered as (select id, name, split_part(name, ' ', 2)::int as i from person),
         chat as (insert into inbox.chat (community_id, person_id, type, channel, status, subject, assignee_id, waiting_since, preview, last_message_at, created_at, unread_count)
           select $1, id, (array['email', 'live_chat', 'circle_bot'])[1 + i % 3], (array['email', 'widget', 'community'])[1 + i % 3], case when i % 100 = 0 then 'open' else 'closed' end,
             'About order ' || i, case when i % 2 = 0 then $2::bigint end, case when i % 200 = 0 then now() - i * interval '1 second' end, 'Where is order ' || i || '?',
             now() - ($5 - i) * interval '94 seconds', now() - ($5 - i) * interval '94 seconds', case when i % 200 = 0 then 1 else 0 end from numbered returning id, subject, last_message_at),
         said as (insert into inbox.message (community_id, chat_id, author, text, created_at)
           select $1, c.id, (array['person', 'team', 'person'])[t], (array['Where is my order', 'It left the studio on Monday, parcel', 'Thank you, it arrived, kiln shelf'])[t] || ' ' || c.subject || ' ' || md5(c.id::text || t),
             c.last_message_at from chat c, generate_series(1, 3) t order by c.id, t)
       select count(*) from chat`,
      range,
    )
    process.stdout.write(`\r${n(Math.min(from + STEP, chats))} conversations`)
  }
  await app.sql(
    `insert into inbox.chat_tag (community_id, chat_id, tag_id) select community_id, id, $2 from inbox.chat where community_id = $1 and id % 20 = 0`,
    [communityId, tagged!.id],
  )
  await app.sql(
    `update inbox.chat c set last_message_id = m.id from (select chat_id, max(id) as id from inbox.message group by chat_id) m where m.chat_id = c.id`,
  )
  await app.sql('vacuum analyze inbox.chat')
  await app.sql('vacuum analyze inbox.chat_tag')
  await app.sql('vacuum analyze inbox.message')
  await app.sql('vacuum analyze inbox.person')
  process.stdout.write('\n')
}

async function lists(chats: number): Promise<void> {
  const app = await open()
  const admin = await app.member('admin')
  await app.settle()
  await fill(app, await app.primaryId(), admin.id, chats)
  const as = app.as(admin)
  const timed = async (name: string, read: () => Promise<{ records: unknown[] }>) => {
    const times: number[] = []
    let found = 0
    for (let turn = 0; turn < TURNS; turn++) {
      app.resetLimits()
      const start = performance.now()
      found = (await read()).records.length
      times.push(performance.now() - start)
    }
    times.sort((one, other) => one - other)
    console.log(`${name}: ${found} rows, ${n(times[TURNS / 2]!, 1)} ms in the middle of ${TURNS}, ${n(times.at(-1)!, 1)} at most (goal ${GOAL_MS})`)
  }
  const tagId = (await app.sql<{ id: number }>('select id from inbox.tag'))[0]!.id
  for (const query of [
    { view: 'mine' },
    { view: 'nobodys' },
    { view: 'open' },
    { view: 'all' },
    { view: 'all', type: 'live_chat' },
    { view: 'solved', tag_id: tagId },
    { view: 'all', tag_id: tagId },
    { view: 'open', tag_id: tagId },
    { view: 'solved', assignee_id: admin.id },
  ] as const)
    await timed(`list ${Object.values(query).join(', ')}`, () => as.call(inbox.routes.list, { query }))
  for (const text of ['order 777777', 'parcel', 'kiln shelf order', 'person4242@example.com', 'zzqqx'])
    await timed(`search “${text}”`, () => as.call(inbox.routes.search, { query: { text } }))
  await timed('counts of what is unread', async () => ({ records: Object.keys(await as.call(inbox.routes.unreadCounts)) }))
  await app.close()
}

async function visitors(count: number, seconds: number): Promise<void> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'atrium-load-'))
  chmodSync(data, 0o711)
  const own = { ATRIUM_DATA: data, ATRIUM_DEMO: 'off', ATRIUM_LOG: 'error', ATRIUM_URL: '', ATRIUM_TRUST_PROXY: '1' }
  const server = await startServer(path.resolve(import.meta.dirname, '../../launch/main.ts'), own, '/ready')
  const before = memoryOf(server.pid)
  /** Each visitor from a network of their own, as the limits are by address. */
  const call = async (visitor: number, method: string, address: string, cookie: string, body?: object) => {
    const from = `198.18.${visitor >> 8}.${visitor & 255}`
    const headers = { accept: 'application/json', 'content-type': 'application/json', origin: server.url, 'x-forwarded-for': from, ...(cookie && { cookie }) }
    const answer = await fetch(server.url + address, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return {
      ok: answer.ok,
      cookie: answer.headers
        .getSetCookie()
        .map((one) => one.split(';')[0]!)
        .join('; '),
      said: (await answer.json()) as { id: number },
    }
  }
  const { routes } = helpWidget
  const waiting: { cookie: string; id: number }[] = []
  for (let i = 0; i < count; i++) {
    const { cookie } = await call(i, 'POST', routes.visit.path, '', {})
    const { said } = await call(i, 'POST', routes.createConversation.path, cookie, {
      conversation: { text: `Is anybody there? ${i}`, email: `visitor${i}@example.com` },
    })
    if (!said.id) throw new Error(JSON.stringify(said))
    waiting.push({ cookie, id: said.id })
  }
  const [began, used] = [performance.now(), cpuOf([server.pid])]
  let [asked, failed, most] = [0, 0, 0]
  const times: number[] = []
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(server.pid))
  }, 500)
  const until = began + seconds * 1_000
  await Promise.all(
    waiting.map(async ({ cookie, id }, i) => {
      await wait((i / count) * TIMES.open)
      while (performance.now() < until) {
        const start = performance.now()
        const { ok } = await call(i, 'GET', `${routes.messages.path}?conversation_id=${id}&per_page=100`, cookie)
        times.push(performance.now() - start)
        asked++
        if (!ok) failed++
        await wait(Math.max(0, TIMES.open - (performance.now() - start)))
      }
    }),
  )
  clearInterval(watch)
  times.sort((one, other) => one - other)
  const spent = performance.now() - began
  console.log(
    `${n(count)} visitors wait, each asking every ${TIMES.open / 1_000} s: ${n(asked / (spent / 1_000))} questions a second, ${n(failed)} failed, ${n(times[Math.floor(times.length * 0.95)]!)} ms at the 95th percentile; ${percent(cpuOf([server.pid]) - used, spent)} of a core; ${n(most)} MiB at most, ${n(before)} before (goal 300)`,
  )
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}

const { values } = parseArgs({
  options: { chats: { type: 'string', default: '1000000' }, visitors: { type: 'string', default: '2000' }, seconds: { type: 'string', default: '60' } },
})
if (Number(values.visitors)) await visitors(Number(values.visitors), Number(values.seconds))
if (Number(values.chats)) await lists(Number(values.chats))
