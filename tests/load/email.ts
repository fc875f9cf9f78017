/**
 * Emails at size: a broadcast to 20,000 contacts, drawn and handed to an SMTP sink in another process, beside nodemailer alone over as many connections;
 * and the report of a broadcast with 1,000,000 events.
 * `node tests/load/email.ts [--readers 100000] [--events 1000000] [--signed]`; it makes its own database.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { testApp } from '@atrium/sdk/testing'
import { createTransport } from 'nodemailer'
import email, { type Block } from '../../plugins/email/contract.ts'
import { openSink } from '../../plugins/email/tests/sink.ts'
import { n, percent } from './measure.ts'
import { cpuOf } from './processes.ts'

const { routes } = email
const CONNECTIONS = 5
const CONFIGURED = { mailFrom: 'Studio <studio@mail.example>', perDomainPerMinute: 0 }

if (process.send) {
  const sink = await openSink()
  // kept, they would fill the memory
  sink.taken.push = () => ++received
  let received = 0
  process.on('message', () => process.send!(received))
  process.send(sink.url)
} else await run()

async function run() {
  const { values } = parseArgs({
    options: { readers: { type: 'string', default: '20000' }, events: { type: 'string', default: '1000000' }, signed: { type: 'boolean', default: false } },
  })
  const [readers, events] = [Number(values.readers), Number(values.events)]
  const child = fork(import.meta.filename)
  const [url] = (await once(child, 'message')) as [string]
  const received = async (): Promise<number> => {
    child.send('?')
    return (await once(child, 'message'))[0] as number
  }
  const folder = path.resolve(import.meta.dirname, '../../plugins')
  const app = await testApp([{ from: `${folder}/email`, options: { ...CONFIGURED, smtpUrl: url } } as never])
  const admin = await app.member('admin')
  const as = app.as(admin)
  const communityId = await app.primaryId()
  const paragraph = 'The glaze ran on three of five bowls, and I wonder whether the shelf was hotter at the back. '.repeat(8)
  const blocks: Block[] = [
    { key: 'a', type: 'heading', text: 'The kiln is hot, {{first_name|friend}}', level: 1, align: 'start' },
    ...Array.from(
      { length: 6 },
      (_, at): Block => ({
        key: `t${at}`,
        type: 'text',
        body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: paragraph }] }] },
      }),
    ),
    { key: 'z', type: 'button', label: 'See the dates', href: 'https://example.com/dates', align: 'center' },
  ]
  await as.call(routes.saveAddressSettings, { body: { footer_html: 'Rua Um 1, Porto', ...(values.signed && { from_email: 'kiln@clay.example' }) } })
  if (values.signed) {
    await as.call(routes.addDomain, { body: { domain: 'clay.example' } })
    await app.sql(`update email.domain set status = 'verified', is_warming = false`)
  }
  await app.sql(
    `insert into audience.person (community_id, email, name, source) select $1, 'reader' || i || '@reader' || i % 500 || '.example', 'Reader ' || i, 'manual' from generate_series(1, $2::int) i`,
    [communityId, readers],
  )
  await app.sql('analyze')
  const letter = { name: 'Letter', subject: 'Hello {{first_name|friend}}', blocks, audience: { kind: 'contacts' as const, segment_ids: [] } }

  const { id } = await as.call(routes.create, { body: letter })
  let [began, cpu] = [performance.now(), cpuOf([process.pid]) - cpuOf([child.pid!])]
  await as.call(routes.sendNow, { params: { id } })
  const status = async () => (await app.sql('select status from email.broadcast where id = $1', [id]))[0].status
  for (;;) {
    await app.settle()
    if ((await status()) !== 'sending') break
    await app.runSchedule('mind')
  }
  const took = performance.now() - began
  const used = cpuOf([process.pid]) - cpuOf([child.pid!]) - cpu
  if ((await received()) !== readers) throw new Error(`${await received()} of ${readers} arrived`)
  const rate = readers / (took / 1_000)
  const { html, text } = await as.call(routes.preview, { params: { id }, query: {} })
  console.log(
    `${n(readers)} emails of ${n((html.length + text.length) / 1_024)} kB${values.signed ? ', signed,' : ''} by Atrium: ${n(rate)} a second, ${n(used / readers, 2)} ms of processor each`,
  )

  const bare = createTransport({ url, pool: true, maxConnections: CONNECTIONS, maxMessages: Number.POSITIVE_INFINITY } as never)
  ;[began, cpu] = [performance.now(), cpuOf([process.pid]) - cpuOf([child.pid!])]
  let next = 0
  await Promise.all(
    Array.from({ length: 2 * CONNECTIONS }, async () => {
      while (next++ < readers) await bare.sendMail({ from: 'studio@mail.example', to: `reader${next}@reader.example`, subject: 'Hello', html, text })
    }),
  )
  const bareRate = readers / ((performance.now() - began) / 1_000)
  console.log(
    `nodemailer alone, over as many connections: ${n(bareRate)} a second, ${n((cpuOf([process.pid]) - cpuOf([child.pid!]) - cpu) / readers, 2)} ms of processor each`,
  )
  console.log(`rate: ${percent(rate, bareRate)} of nodemailer’s (goal 50%)`)
  bare.close()
  child.kill()

  // half of the events are of who got it, a third of who opened, the rest of who pressed
  const { id: large } = await as.call(routes.create, { body: { ...letter, name: 'Large' } })
  const people = Math.ceil(events / 2)
  await app.sql(
    `insert into email.recipient (community_id, broadcast_id, email, name, variant, status, due_at, sent_at, opened_at, clicked_at)
     select $1, $2, 'person' || i || '@reader.example', 'Person ' || i, 'a', 'sent', now(), now() - i % 2880 * interval '1 minute',
       case when i % 3 < 2 then now() - i % 2000 * interval '1 minute' end, case when i % 3 = 0 then now() end from generate_series(1, $3::int) i`,
    [communityId, large, people],
  )
  await app.sql(`update email.broadcast set status = 'sent', sent_at = now() - interval '2 days', finished_at = now(), recipients_count = $2 where id = $1`, [
    large,
    people,
  ])
  await app.sql(
    `insert into email.hour (community_id, broadcast_id, hour, variant, sent, opened, clicked)
     select $1, $2, date_trunc('hour', sent_at), 'a', count(*), count(opened_at), count(clicked_at) from email.recipient where broadcast_id = $2 group by 3`,
    [communityId, large],
  )
  await app.sql('analyze')
  for (const [name, address] of [
    ['report', `/internal_api/broadcasts/${large}/report`],
    ['first recipients', `/internal_api/broadcasts/${large}/recipients?per_page=20`],
    ['those who pressed', `/internal_api/broadcasts/${large}/recipients?per_page=20&outcome=clicked`],
  ] as const) {
    const times: number[] = []
    for (let turn = 0; turn < 20; turn++) {
      app.resetLimits()
      const start = performance.now()
      const answer = await as.send('GET', address)
      if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}`)
      times.push(performance.now() - start)
    }
    times.sort((one, other) => one - other)
    console.log(`${name} of ${n(events)} events: ${n(times[10]!, 1)} ms in the middle, ${n(times[19]!, 1)} ms at most (goal of the report 300)`)
  }
  await app.close()
}
