/** Two nodes with a real Redis between them: one is killed under load, and no message is lost, doubled or out of order. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import net from 'node:net'
import { expect } from 'chai'
import pLimit from 'p-limit'
import { io, type Socket } from 'socket.io-client'
import { type TestApp, type TestMember, testApp, until } from '@atrium/sdk/testing'
import chat, { type Message } from '../../plugins/chat/contract.ts'
import { freePort, type Running, startModule } from '../load/processes.ts'

/** The same in each process of an installation. */
const ATRIUM_SECRET = 'the secret of an installation of two'
const PLUGINS = ['notifications', 'spaces', 'content', 'media', 'home', 'members', 'chat'].map((id) => `plugins/${id}`)
const WRITERS = 8
const EACH = 25
const READERS = 6
/** With the first, which shows that the nodes hear each other. */
const ALL = WRITERS * EACH + 1

/** What a browser does: takes pushes in order, and asks for what came after the last it knows. */
class Reader {
  readonly seen = new Map<number, string>()
  readonly order: number[] = []
  sequence = 0
  pushes = 0
  socket!: Socket
  readonly member: TestMember
  readonly room: string
  url: string
  readonly spare: string
  #asking: Promise<void> = Promise.resolve()
  constructor(member: TestMember, room: string, url: string, spare: string) {
    this.member = member
    this.room = room
    this.url = url
    this.spare = spare
  }
  take(records: Message[]) {
    for (const { id, body } of records)
      if (!this.seen.has(id)) {
        this.seen.set(id, body)
        this.order.push(id)
      }
  }
  async open(): Promise<void> {
    this.socket = io(this.url, {
      path: '/socket',
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders: { cookie: `atrium_session=${this.member.token}` },
    })
    const hear = ({ name, payload }: { name: string; payload: any }) => {
      if (name !== 'message.changed' || payload.uuid !== this.room) return
      this.pushes++
      if (payload.sequence === this.sequence + 1 && payload.records) {
        this.sequence = payload.sequence
        this.take(payload.records)
      } else if (payload.sequence > this.sequence) void this.catchUp()
    }
    this.socket.on('event', (...events: { name: string; payload: any }[]) => events.forEach(hear))
    this.socket.on('disconnect', (reason) => {
      if (reason === 'io client disconnect') return
      this.url = this.spare
      void this.open().catch(() => {})
    })
    await new Promise<void>((done, fail) => {
      this.socket.once('connect', done)
      this.socket.once('connect_error', fail)
    })
    await this.socket.timeout(60_000).emitWithAck('join', { room: `chat:${this.room}` })
    await this.catchUp()
  }
  catchUp(): Promise<void> {
    this.#asking = this.#asking.then(async () => {
      for (let more = true; more; ) {
        const response = await fetch(`${this.url}/internal_api/chat_rooms/${this.room}/messages?after_sequence=${this.sequence}`, {
          headers: { cookie: `atrium_session=${this.member.token}` },
        }).catch(() => null)
        if (!response?.ok) return
        const reply = await response.json()
        if (reply.sequence > this.sequence) {
          this.sequence = reply.sequence
          this.take(reply.records)
        }
        more = reply.has_next_page
      }
    })
    return this.#asking
  }
}

describe('several nodes', function all() {
  let redis: ChildProcess
  let app: TestApp
  let other: Running

  before(async function start() {
    expect(spawnSync('redis-server', ['--version']).status, 'redis-server, which .ci/run installs').to.equal(0)
    const port = await freePort()
    redis = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
    const REDIS_URL = `redis://127.0.0.1:${port}`
    await until(
      'redis',
      () =>
        new Promise<boolean>((done) =>
          net
            .connect(port, '127.0.0.1')
            .on('connect', function (this: net.Socket) {
              this.destroy()
              done(true)
            })
            .on('error', () => done(false)),
        ),
    )
    app = await testApp(PLUGINS, { env: { REDIS_URL, ATRIUM_SECRET } })
    await app.primaryId()
    const { databaseUrl } = app.kernel.root.cradle.config
    other = await startModule(new URL('./redis-node.ts', import.meta.url).pathname, {
      DATABASE_URL: databaseUrl,
      ATRIUM_SECRET,
      REDIS_URL,
      NODE_PLUGINS: PLUGINS.join(),
    })
  })
  after(async () => {
    await other?.stop()
    await app?.close()
    redis?.kill('SIGKILL')
  })

  it('count limits together', async () => {
    const [writer, friend] = [await app.member('member'), await app.member('member')]
    const { chat_room: room } = await app.as(writer).call(chat.routes.create, { body: { chat_room: { kind: 'direct', community_member_ids: [friend.id] } } })
    // some at a time, so that no busy process sends any away
    const few = pLimit(8)
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, n) =>
        few(async () => {
          const { status } = await fetch(`${n % 2 ? app.url : other.url}/internal_api/chat_rooms/${room.uuid}/messages`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', cookie: `atrium_session=${writer.token}` },
            body: JSON.stringify({ body: `n${n}`, creation_uuid: `limit-${n}` }),
          })
          return status
        }),
      ),
    )
    expect([201, 429].map((status) => answers.filter((one) => one === status).length)).to.deep.equal([60, 20])
  })

  it('tell each other of messages, and lose, double and reorder none when one is killed under load', async () => {
    const writers = await Promise.all(Array.from({ length: WRITERS }, (_, i) => app.member('member', { name: `Writer ${i}` })))
    const { chat_room: room } = await app.as(writers[0]!).call(chat.routes.create, {
      body: { chat_room: { kind: 'group_chat', name: 'Load', community_member_ids: writers.slice(1).map(({ id }) => id) } },
    })
    const readers = writers.slice(0, READERS).map((member, i) => new Reader(member, room.uuid, i % 2 ? other.url : app.url, app.url))
    await Promise.all(readers.map((reader) => reader.open()))

    /** As the browser's outbox does: again and again with the same name, elsewhere when a node is gone. */
    async function send(member: TestMember, key: string, first: string): Promise<void> {
      let url = first
      await until(`${key} to be taken`, async () => {
        const response = await fetch(`${url}/internal_api/chat_rooms/${room.uuid}/messages`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: `atrium_session=${member.token}` },
          body: JSON.stringify({ body: key, creation_uuid: key }),
        }).catch(() => null)
        url = app.url
        return response?.status === 201
      })
    }
    await send(writers[0]!, 'across', app.url)
    await until('every node to tell of it', () => readers.every(({ pushes }) => pushes > 0))
    expect(
      readers.map(({ pushes }) => pushes),
      'every node has told of it',
    ).to.deep.equal(readers.map(() => 1))
    let sent = 0
    let killed = false
    await Promise.all(
      writers.map(async (member, w) => {
        for (let n = 0; n < EACH; n++) {
          await send(member, `w${w}-${n}`, w % 2 && !killed ? other.url : app.url)
          if (++sent === (WRITERS * EACH) / 2) {
            killed = true
            process.kill(other.pid, 'SIGKILL')
          }
        }
      }),
    )
    await until('everybody to have seen all', () => readers.every(({ seen }) => seen.size >= ALL))

    const stored = await app.sql<{ id: number; text: string; position: number }>(
      'select m.id, m.text, m.position from chat.message m join chat.room r on r.id = m.room_id where r.uuid = $1 order by m.id',
      [room.uuid],
    )
    expect(stored.map(({ position }) => Number(position))).to.deep.equal(stored.map((_, i) => i + 1))
    expect(new Set(stored.map(({ text }) => text)).size, 'none doubled').to.equal(ALL)
    expect(stored.length, 'none lost').to.equal(ALL)
    for (let w = 0; w < WRITERS; w++)
      expect(
        stored.filter(({ text }) => text.startsWith(`w${w}-`)).map(({ text }) => text),
        'each writer’s order',
      ).to.deep.equal(Array.from({ length: EACH }, (_, n) => `w${w}-${n}`))
    for (const reader of readers) {
      expect(reader.order, `${reader.member.name} has all in the order of the room`).to.deep.equal(stored.map(({ id }) => Number(id)))
      expect(reader.pushes, 'heard by pushes, not by asking alone').to.be.above(20)
      reader.socket.disconnect()
    }
  })
})
