/**
 * Part of `npm run bench`: what sockets and conversations cost, beside bare socket.io with the same frames in the same run.
 * Every crowd is signed in, and every message goes the whole way: request, transaction, commit, frame.
 */
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../launch/embedded.ts'
import { CROWDS, LENGTHS, MEMBERS, makeCommunity, type Talk, talkOf } from './chat.ts'
import { memoryOf, type Running, startModule, startServer } from './processes.ts'
import { connect, connectAll, stamp, Wire } from './wire.ts'

const HERE = import.meta.dirname
const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))
const n = (value: number, digits = 0) => value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits })
const at = (numbers: number[], share: number) => numbers.sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? Number.NaN

/** A server, and how one connects to it and tells a room something. */
interface Side {
  server: Running
  wire(member: number, room: string, heard: Pick<ConstructorParameters<typeof Wire>[0], 'onStamp' | 'onFrame' | 'onClose'>): Wire
  tell(member: number, uuid: string): Promise<boolean>
  /** How many have spoken: they take turns, so that nobody speaks more often than a member may. */
  spoken: number
}
interface Heard {
  count: number
  delays: number[]
}
interface House {
  talk: Talk
  atrium: Side
  bare: Side
  seconds: number
  turns: number
  row(name: string, ours: string, theirs: string, ratio: string, goal: string): void
}

const text = () => `${stamp()} The glaze ran on three of five bowls, and I wonder whether the shelf was hotter at the back.`
const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json', ...headers }, body: JSON.stringify(body) })

function atriumSide(server: Running, { cookies }: Talk): Side {
  return {
    server,
    spoken: 0,
    wire: (member, room, heard) => new Wire({ url: server.url, cookie: cookies[member]!, room, ...heard }),
    async tell(member, uuid) {
      const body = { rich_text_body: { body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: text() }] }] } } }
      const reply = await post(`${server.url}/internal_api/chat_rooms/${uuid}/messages`, body, { cookie: cookies[member]!, origin: server.url })
      await reply.arrayBuffer()
      return reply.ok
    },
  }
}
/** `frame` is what Atrium tells of a message; the bare server tells the same bytes with another moment in them. */
function bareSide(server: Running, frame: () => string): Side {
  return {
    server,
    spoken: 0,
    wire: (_member, room, heard) => new Wire({ url: server.url, room, ...heard }),
    async tell(_member, uuid) {
      const [, payload] = JSON.parse(frame().replace(/sent=\d+;/g, stamp()))
      const reply = await post(server.url, { room: `chat:${uuid}`, payload })
      await reply.arrayBuffer()
      return reply.ok
    },
  }
}

async function crowdOf(side: Side, size: number, uuid: string): Promise<{ wires: Wire[]; heard: Heard }> {
  const heard: Heard = { count: 0, delays: [] }
  const wires = Array.from({ length: size }, (_, member) =>
    side.wire(member, `chat:${uuid}`, {
      onStamp(ms) {
        heard.count++
        heard.delays.push(ms)
      },
    }),
  )
  await connectAll(wires, 100)
  // presence of so many is told for a while
  await sleep(4_000)
  return { wires, heard }
}
async function settled(heard: Heard, wanted: number) {
  for (const end = performance.now() + 20_000; heard.count < wanted && performance.now() < end; ) await sleep(2)
}

/** So many messages a second; the delays of all deliveries. */
async function steadily(side: Side, size: number, uuid: string, heard: Heard, perSecond: number, seconds: number) {
  Object.assign(heard, { count: 0, delays: [] })
  const answers: Promise<boolean>[] = []
  const began = performance.now()
  for (let i = 0; i < perSecond * seconds; i++) {
    await sleep(Math.max(0, began + (i / perSecond) * 1000 - performance.now()))
    answers.push(side.tell(side.spoken++ % size, uuid))
  }
  const sent = (await Promise.all(answers)).filter(Boolean).length
  await settled(heard, sent * size)
  return { p50: at(heard.delays, 0.5), p99: at(heard.delays, 0.99), lost: answers.length * size - heard.count }
}
/** As fast as it goes: the next message when one of eight is answered. Deliveries a second, to the last of them. */
async function freely(side: Side, size: number, uuid: string, heard: Heard, seconds: number) {
  Object.assign(heard, { count: 0, delays: [] })
  const began = performance.now()
  let sent = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (performance.now() - began < seconds * 1000) if (await side.tell(side.spoken++ % size, uuid)) sent++
    }),
  )
  await settled(heard, sent * size)
  return { rate: heard.count / ((performance.now() - began) / 1000), lost: sent * size - heard.count }
}

async function fanOut({ talk, atrium, bare, seconds, turns, row }: House) {
  for (const size of CROWDS) {
    const uuid = talk.crowds.get(size)!
    const perSecond = 20_000 / size
    const sides = []
    for (const side of [bare, atrium]) {
      const crowd = await crowdOf(side, size, uuid)
      await freely(side, size, uuid, crowd.heard, 1)
      sides.push({ side, ...crowd, p50: [] as number[], p99: [] as number[], rate: [] as number[], lost: 0 })
    }
    for (let turn = 0; turn < turns; turn++)
      for (const one of sides) {
        const steady = await steadily(one.side, size, uuid, one.heard, perSecond, seconds)
        const free = await freely(one.side, size, uuid, one.heard, seconds)
        one.p50.push(steady.p50)
        one.p99.push(steady.p99)
        one.rate.push(free.rate)
        one.lost += steady.lost + free.lost
      }
    for (const { wires } of sides) for (const wire of wires) wire.cut()
    await sleep(2_000)
    const [theirs, ours] = sides.map(({ p50, p99, rate, lost }) => ({ p50: at(p50, 0.5), p99: at(p99, 0.5), rate: at(rate, 0.5), lost })) as [Told, Told]
    const told = ({ p50, p99 }: Told) => `${n(p50, 1)} / ${n(p99, 1)} ms`
    const share = `${n((ours.rate / theirs.rate) * 100)}%`
    row(`sockets: fan-out to ${n(size)}, as fast as it goes, deliveries/s`, n(ours.rate), n(theirs.rate), share, `≥ 85%, ${ours.lost} lost`)
    row(`sockets: fan-out to ${n(size)}, ${perSecond} messages/s, p50 / p99`, told(ours), told(theirs), `${n(ours.p99 / theirs.p99, 1)} ×`, 'p99 ≤ 2 ×')
  }
}
interface Told {
  p50: number
  p99: number
  rate: number
  lost: number
}

async function atRest({ talk, atrium, bare, row }: House) {
  const { uuid } = talk.long.get(LENGTHS[0])!
  const told: number[][] = []
  for (const side of [bare, atrium]) {
    const { wires, heard } = await crowdOf(side, 1, uuid)
    for (let i = 0; i < 110; i++) {
      await side.tell(i % 2, uuid)
      await settled(heard, i + 1)
      // within the limit of two writers
      await sleep(30)
    }
    told.push(heard.delays.slice(10))
    for (const wire of wires) wire.cut()
  }
  const [theirs, ours] = told.map((delays) => at(delays, 0.5)) as [number, number]
  row('sockets: send to delivery at rest, p50', `${n(ours, 1)} ms`, `${n(theirs, 1)} ms`, `${n(ours / theirs, 1)} ×`, '< 30 ms')
}

async function opening({ talk, atrium, row }: House) {
  const [short, long] = LENGTHS.map((length) => talk.long.get(length)!) as [{ uuid: string; middle: number }, { uuid: string; middle: number }]
  const ways = {
    'first window': () => '',
    'window in the middle': ({ middle }: { middle: number }) => `?id=${middle}`,
    'first unread': () => '?unread=true',
  }
  for (const [name, query] of Object.entries(ways)) {
    const took = new Map<object, number[]>([
      [short, []],
      [long, []],
    ])
    for (let i = 0; i < 220; i++)
      for (const room of [short, long]) {
        const began = performance.now()
        const reply = await fetch(`${atrium.server.url}/internal_api/chat_rooms/${room.uuid}/messages${query(room)}`, { headers: { cookie: talk.cookies[0]! } })
        const { records } = await reply.json()
        if (records.length < 20) throw new Error(`${name}: ${records.length} messages`)
        if (i >= 20) took.get(room)!.push(performance.now() - began)
      }
    const [a, b] = [at(took.get(long)!, 0.5), at(took.get(short)!, 0.5)]
    row(`sockets: ${name} of a conversation of 1,000,000 beside one of 1,000, p50`, `${n(a, 2)} ms`, `${n(b, 2)} ms`, `${n(a / b, 2)} ×`, 'about 1')
  }
}

async function idle({ atrium, bare, row }: House) {
  const each: { before: number; after: number }[] = []
  for (const side of [bare, atrium]) {
    const before = memoryOf(side.server.pid)
    const wires = Array.from({ length: MEMBERS }, (_, member) => side.wire(member, '', {}))
    await connectAll(wires, 100)
    await sleep(15_000)
    each.push({ before, after: memoryOf(side.server.pid) })
    for (const wire of wires) wire.cut()
    await sleep(5_000)
  }
  const [theirs, ours] = each as [(typeof each)[0], (typeof each)[0]]
  const kib = ({ before, after }: typeof ours) => ((after - before) * 1024) / MEMBERS
  row(`sockets: ${n(MEMBERS)} idle, memory of the process`, `${n(ours.after)} MiB`, `${n(theirs.after)} MiB`, '', '≤ 600 MiB')
  row('sockets: memory of one', `${n(kib(ours), 1)} KiB`, `${n(kib(theirs), 1)} KiB`, `${n(kib(ours) / kib(theirs), 1)} ×`, '')
}

/** All connections break at once; each comes back as a browser does, joins its room and asks what it missed; others go on reading meanwhile. */
async function storm({ talk, atrium, bare, row }: House) {
  const size = 5_000
  const uuid = talk.crowds.get(size)!
  const told: string[] = []
  let ratio = 0
  for (const side of [bare, atrium]) {
    const { wires, heard } = await crowdOf(side, size, uuid)
    for (const wire of wires) wire.cut()
    await sleep(200)
    let over = false
    let bad = 0
    const readers = Array.from({ length: side === atrium ? 4 : 0 }, async (_, place) => {
      for (let i = place; !over; i += 4, await sleep(100)) {
        const reply = await fetch(`${side.server.url}/internal_api/chat_rooms/${uuid}/messages`, { headers: { cookie: talk.cookies[i % size]! } })
        await reply.arrayBuffer()
        if (!reply.ok) bad++
      }
    })
    const began = performance.now()
    const refused = await Promise.all(
      wires.map(async (wire) => {
        // the first try of a browser comes within 0.2 to 1.8 s
        await sleep(200 + Math.random() * 1600)
        return connect(wire)
      }),
    )
    const took = performance.now() - began
    over = true
    await Promise.all(readers)
    heard.count = 0
    await side.tell(0, uuid)
    await settled(heard, size)
    told.push(`${n(took / 1000, 1)} s, ${refused.reduce((sum, times) => sum + times, 0) + bad} refused, ${n(heard.count)} hear the next message`)
    ratio = ratio ? took / ratio : took
    for (const wire of wires) wire.cut()
    await sleep(2_000)
  }
  row(`sockets: ${n(size)} cut at once, all back in`, told[1]!, told[0]!, `${n(ratio, 1)} ×`, '≤ 20 s, none refused')
}

const parts = { idle, 'at rest': atRest, opening, 'fan-out': fanOut, storm }

/** @param only `sockets` for all, or `sockets: storm` for one; nothing else names any of it */
export async function benchSockets(options: { data: string; only: string; seconds: number; turns: number; main: string }): Promise<void> {
  const chosen = Object.entries(parts).filter(([name]) => `sockets: ${name}`.includes(options.only))
  if (chosen.length === 0) return
  const dataDir = path.join(options.data, 'chat')
  await makeCommunity(dataDir, console.log)
  const database = await startEmbedded({ dataDir, log: quiet })
  pg.types.setTypeParser(20, Number)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const env = { ATRIUM_DATA: dataDir, DATABASE_URL: database.url, ATRIUM_DEMO: 'off', ATRIUM_LOG: 'error', ATRIUM_URL: '' }
  // the first start brings the tables up to date
  let server = await startServer(options.main, env, '/ready')
  const talk = await talkOf(client)
  await server.stop()
  server = await startServer(options.main, env, '/ready')
  const bare = await startModule(path.join(HERE, 'bare-sockets.ts'), {})
  let frame = ''
  const house: House = {
    talk,
    atrium: atriumSide(server, talk),
    bare: bareSide(bare, () => frame),
    seconds: options.seconds,
    turns: options.turns,
    row: (...cells) => console.log(`| ${cells.join(' | ')} |`),
  }
  // one message says what the bare server has to tell
  const { uuid } = talk.long.get(LENGTHS[0])!
  const first = house.atrium.wire(0, `chat:${uuid}`, {
    onFrame: (bytes) => {
      if (bytes.includes('message.changed')) frame = bytes.toString().slice(2)
    },
  })
  await first.connect()
  await house.atrium.tell(1, uuid)
  for (const end = performance.now() + 5_000; !frame && performance.now() < end; ) await sleep(10)
  first.cut()
  console.log(`\n## Sockets and conversations\n\n| | Atrium | beside it | ratio | goal |\n|---|---|---|---|---|`)
  for (const [, part] of chosen) await part(house)
  await server.stop()
  await bare.stop()
  await client.end()
  await database.stop()
}
