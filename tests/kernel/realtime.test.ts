/** Sockets over real connections: who gets in, who hears what, and what a hostile client can do; two processes share a line for signals. */
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { until } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { io, type Socket } from 'socket.io-client'
import { createAdmission } from '../../kernel/realtime/admission.ts'
import { createRealtime, type Realtime } from '../../kernel/realtime/index.ts'
import { silent } from '../support/database.ts'

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Cookies name who somebody is: `session=<community>.<member>`. */
class Line {
  readonly listeners = new Map<string, ((payload: any) => void)[]>()
  readonly others: Line[] = []
  readonly sent: string[] = []
  tell(name: string, payload: object) {
    for (const fn of this.listeners.get(name) ?? []) fn(payload)
  }
  async signal(name: string, payload: object) {
    this.tell(name, payload)
    this.sent.push(name)
    const text = JSON.stringify(payload)
    expect(Buffer.byteLength(JSON.stringify({ payload: text }))).to.be.below(7_900)
    for (const other of this.others) setTimeout(() => other.tell(name, JSON.parse(text)), 1)
  }
  onSignal(name: string, fn: (payload: any) => void) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), fn])
  }
}
interface Node {
  realtime: Realtime
  origin: string
  line: Line
}

describe('realtime', () => {
  const secret = new Set<string>()
  const signedOut = new Set<string>()
  /** By session, ids of those whom its member is kept apart from. */
  const apart = new Map<string, number[]>()
  const seen: number[][] = []
  const nodes: Node[] = []
  const clients: Socket[] = []
  let asked: ((room: string) => Promise<void>) | null = null

  async function start(options: Partial<Parameters<typeof createRealtime>[0]> = {}): Promise<Node> {
    const line = new Line()
    for (const { line: other } of nodes) {
      line.others.push(other)
      other.others.push(line)
    }
    const realtime = createRealtime({
      config: { trustProxy: 0 },
      log: silent as never,
      data: {
        system: { query: async (_: string, [ids]: [number[]]) => void seen.push(ids) } as never,
        signal: line.signal.bind(line),
        onSignal: line.onSignal.bind(line),
      },
      authenticate: async ({ cookies }) => {
        const [communityId, memberId] = (cookies.session ?? '').split('.').map(Number)
        return communityId && memberId && !signedOut.has(cookies.session!)
          ? { communityId, memberId, accountId: memberId * 10, sessionId: memberId * 100, locale: 'en-US', apart: new Set(apart.get(cookies.session!)) }
          : null
      },
      mayJoin: async (_communityId, memberId, room) => {
        const allowed = !secret.has(`${memberId} ${room}`)
        await asked?.(room)
        return allowed
      },
      say: String,
      allowedOrigins: async () => ['https://friend.example'],
      offlineAfter: 50,
      beatEvery: 200,
      ...options,
    })
    const server = http.createServer((_, reply) => void reply.end('page'))
    await realtime.attach(server)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const node = { realtime, line, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
    nodes.push(node)
    return node
  }
  function open(node: Node, session: string, options: { transports?: string[]; origin?: string } = {}): Socket & { heard: [string, any][] } {
    const socket = io(node.origin, {
      path: '/socket',
      transports: options.transports ?? ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders: { cookie: `session=${session}`, ...(options.origin ? { origin: options.origin } : {}) },
    })
    clients.push(socket)
    const heard: [string, any][] = []
    // where many listen, several events come at once
    socket.onAny((name, ...payloads) => heard.push(...payloads.map((payload): [string, any] => [name, payload])))
    return Object.assign(socket, { heard })
  }
  async function connect(node: Node, session: string, options?: Parameters<typeof open>[2]) {
    const socket = open(node, session, options)
    await new Promise<void>((done, fail) => {
      socket.once('connect', done)
      socket.once('connect_error', fail)
    })
    return socket
  }
  const say = (socket: Socket, name: string, message: unknown): Promise<any> => socket.timeout(60_000).emitWithAck(name, message)
  const names = (socket: { heard: [string, any][] }) => socket.heard.filter(([event]) => event === 'event').map(([, { name }]) => name)
  let one: Node
  let two: Node

  before(async () => {
    one = await start()
    two = await start()
    await until('the two know each other', () => one.line.sent.length > 1)
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) client.disconnect()
    secret.clear()
    signedOut.clear()
    asked = null
    await until('all sockets closed', () => nodes.every(({ realtime }) => realtime.sockets() === 0))
  })
  after(async () => {
    for (const node of nodes) {
      await node.realtime.stop()
      ;(node as Node & { server: http.Server }).server.close()
    }
  })

  describe('getting in', () => {
    it('knows members by their cookie, over both transports, and leaves other addresses alone', async () => {
      await connect(one, '1.1')
      await connect(one, '1.2', { transports: ['polling'] })
      expect(one.realtime.sockets()).to.equal(2)
      expect(await (await fetch(one.origin)).text()).to.equal('page')
    })
    it('takes fifty of one member, and goes on taking others', async () => {
      const many = Array.from({ length: 55 }, () => open(one, '1.1'))
      await until('the last to be closed', () => many.filter(({ connected }) => connected).length === 50 && one.realtime.sockets() === 50, 10_000)
      await connect(one, '1.2')
      expect(one.realtime.sockets()).to.equal(51)
    })
    it('refuses visitors and pages of others', async () => {
      const error = (session: string, origin?: string) =>
        connect(one, session, { origin }).then(
          () => null,
          ({ message }) => message,
        )
      expect(await error('nobody')).to.equal('unauthenticated')
      expect(await error('1.1', 'https://evil.example')).to.equal('websocket error')
      expect(await error('1.1', 'null')).to.equal('websocket error')
      expect(await error('1.1', 'https://friend.example')).to.equal(null)
      expect(await error('1.1', one.origin)).to.equal(null)
    })
    it('F35: takes so many handshakes a second, lets others wait for their turn, and tells the rest to come back', async () => {
      const { mayEnter } = createAdmission({ perSecond: 6, longestWait: 1050 })
      const answers: boolean[] = []
      await Promise.all(Array.from({ length: 20 }, async () => answers.push(await mayEnter())))
      expect(answers.filter((entered) => !entered)).to.have.length(8)
      expect(new Set([...answers.slice(0, 5), ...answers.slice(-5)]), 'those of this second, and those who waited').to.deep.equal(new Set([true]))
      const full = await start({ handshakesPerSecond: 0.001, longestWait: 1050 })
      const { status, headers } = await fetch(`${full.origin}/socket/?EIO=4&transport=polling`, { headers: { cookie: 'session=1.1' } })
      expect([status, headers.get('retry-after')]).to.deep.equal([403, '3'])
      await full.realtime.stop()
    })
  })

  describe('rooms', () => {
    it('lets in whom the room lets in, and brings events to those inside, on every process', async () => {
      secret.add('2 space:3')
      const [ann, bob, far, stranger] = await Promise.all([connect(one, '1.1'), connect(one, '1.2'), connect(two, '1.3'), connect(one, '2.9')])
      expect(await say(ann, 'join', { room: 'space:3' })).to.deep.equal({ ok: true })
      expect(await say(bob, 'join', { room: 'space:3' })).to.include({ ok: false, code: 'forbidden' })
      expect(await say(far, 'join', { room: 'space:3' })).to.deep.equal({ ok: true })
      expect(await say(stranger, 'join', { room: 'space:3' })).to.deep.equal({ ok: true })
      one.realtime.publish(1, 'space:3', 'post.published', { postId: 5 })
      one.realtime.publish(1, 'member:2', 'for.bob', {})
      one.realtime.publish(1, 'community', 'for.all', {})
      await until('it arrives', () => names(far).length === 2)
      expect(ann.heard).to.deep.include(['event', { name: 'post.published', payload: { postId: 5 } }])
      expect(names(ann)).to.deep.equal(['post.published', 'for.all'])
      expect(names(bob)).to.deep.equal(['for.bob', 'for.all'])
      expect(names(far)).to.deep.equal(['post.published', 'for.all'])
      expect(names(stranger)).to.deep.equal([])
      await say(ann, 'leave', { room: 'space:3' })
      one.realtime.publish(1, 'space:3', 'later', { text: 'ü"'.repeat(4_000) })
      await until('it arrives', () => names(far).includes('later'))
      expect(far.heard.filter(([event]) => event === 'event').at(-1), 'too large for a signal').to.deep.equal(['event', { name: 'later' }])
      expect(names(ann)).not.to.include('later')
    })
    it('brings events that follow closely together where many listen, in their order, and the first of them at once', async () => {
      const crowd = await Promise.all(Array.from({ length: 48 }, (_, n) => connect(one, `5.${n + 1}`)))
      const frames: string[][] = []
      crowd[0]!.on('event', (...events: { name: string }[]) => frames.push(events.map(({ name }) => name)))
      for (const name of ['a.first', 'a.second', 'a.third']) one.realtime.publish(5, 'community', name, {})
      one.realtime.publish(5, 'member:1', 'for.one', {})
      await until('all arrive', () => frames.flat().length === 4)
      expect(frames).to.deep.equal([['a.first'], ['for.one'], ['a.second', 'a.third']])
      one.realtime.publish(5, 'community', 'a.later', {})
      await until('it arrives', () => frames.length === 4)
    })
    it('tells a large room a hundred at a time, over a socket of any kind, and nobody who has left meanwhile', async () => {
      const crowd = await Promise.all(Array.from({ length: 249 }, (_, n) => connect(one, `6.${n + 1}`, { transports: n === 248 ? ['polling'] : undefined })))
      const last = await connect(one, '6.250')
      const all = [...crowd, last]
      for (const socket of all) expect(await say(socket, 'join', { room: 'space:9' })).to.deep.equal({ ok: true })
      const told = new Set<net.Socket>()
      const { write } = net.Socket.prototype
      net.Socket.prototype.write = function (this: net.Socket, ...args: any[]) {
        told.add(this)
        return write.apply(this, args as never)
      } as never
      try {
        one.realtime.publish(6, 'space:9', 'b.first', {})
        expect(told.size, 'before others have their turn').to.equal(100)
      } finally {
        net.Socket.prototype.write = write
      }
      for (const name of ['b.second', 'b.third']) one.realtime.publish(6, 'space:9', name, {})
      await until('all hear all of it', () => all.every((socket) => names(socket).length === 3))
      for (const socket of all) expect(names(socket)).to.deep.equal(['b.first', 'b.second', 'b.third'])
      one.realtime.publish(6, 'space:9', 'c.secret', {})
      secret.add('250 space:9')
      await one.line.signal('member.changed', { communityId: 6, memberId: 250 })
      one.realtime.publish(6, 'community', 'd.news', {})
      await until('all hear the news', () => all.every((socket) => names(socket).includes('d.news')))
      expect(all.filter((socket) => !names(socket).includes('c.secret'))).to.deep.equal([last])
    })
    it('A08: brings nothing to a member after they lost rooms, on any process, and cuts who was put out of the community', async () => {
      const [here, far] = await Promise.all([connect(one, '1.1'), connect(two, '1.1')])
      for (const socket of [here, far])
        for (const room of ['space:3', 'record:post:12', 'space:4']) expect(await say(socket, 'join', { room })).to.include({ ok: true })
      secret.add('1 space:3').add('1 record:post:12')
      await one.line.signal('member.changed', { communityId: 1, memberId: 1 })
      await pause(100)
      one.realtime.publish(1, 'space:3', 'secret', {})
      two.realtime.publish(1, 'record:post:12', 'secret', {})
      two.realtime.publish(1, 'space:4', 'open', {})
      await until('the open one arrives', () => names(here).length > 0 && names(far).length > 0)
      expect([names(here), names(far)]).to.deep.equal([['open'], ['open']])
      expect(await say(far, 'join', { room: 'space:3' })).to.include({ code: 'forbidden' })
      signedOut.add('1.1')
      await one.line.signal('member.changed', { communityId: 1, memberId: 1 })
      await until('both are cut', () => !here.connected && !far.connected)
    })
    it('A08: does not let in on an answer from before the change', async () => {
      const ann = await connect(one, '1.1')
      asked = async () => {
        asked = null
        secret.add('1 space:3')
        await one.line.signal('member.changed', { communityId: 1, memberId: 1 })
      }
      expect(await say(ann, 'join', { room: 'space:3' })).to.include({ code: 'forbidden' })
    })
    it('A08, A17: looks again when the community changed, here and elsewhere', async () => {
      const [ann, bob, other] = await Promise.all([connect(one, '1.1'), connect(two, '1.2'), connect(one, '2.1')])
      for (const socket of [ann, bob, other]) expect(await say(socket, 'join', { room: 'space:3' })).to.include({ ok: true })
      secret.add('1 space:3')
      signedOut.add('1.2')
      for (let n = 0; n < 5; n++) await one.line.signal('community.changed', { id: 1 })
      await until('Bob is cut', () => !bob.connected)
      one.realtime.publish(1, 'space:3', 'secret', {})
      one.realtime.publish(2, 'space:3', 'elsewhere', {})
      await until('the other community hears', () => names(other).length === 1)
      expect(names(ann)).to.deep.equal([])
    })
    it('A17: finds in the end what nobody told of', async () => {
      const node = await start({ recheckEvery: 300 })
      const ann = await connect(node, '6.1')
      signedOut.add('6.1')
      await until('who lost the right is cut', () => !ann.connected)
    })
    it('A17: looks again when rights change, and cuts sessions that ended, on every process', async () => {
      const [ann, bob] = await Promise.all([connect(one, '1.1'), connect(two, '1.2')])
      for (const socket of [ann, bob]) await say(socket, 'join', { room: 'space:3' })
      secret.add('2 space:3')
      await one.line.signal('member.changed', { communityId: 1, memberId: 2, accountId: 20 })
      await pause(50)
      one.realtime.publish(1, 'space:3', 'secret', {})
      one.realtime.publish(1, 'community', 'news', {})
      await until('both hear what came after it', () => names(ann).includes('news') && names(bob).includes('news'))
      expect([names(ann), names(bob)]).to.deep.equal([['secret', 'news'], ['news']])
      await one.line.signal('session.revoked', { accountId: 20, except: 200 })
      await one.line.signal('session.revoked', { apiTokenId: 1 })
      one.realtime.publish(1, 'community', 'news', {})
      await until('both still hear', () => [ann, bob].every((socket) => names(socket).filter((name) => name === 'news').length === 2))
      await one.line.signal('session.revoked', { accountId: 20 })
      await until('Bob is cut', () => !bob.connected)
      await two.line.signal('session.revoked', { accountId: 10, sessionId: 100 })
      await until('Ann is cut', () => !ann.connected)
      const eve = await connect(one, '1.5')
      signedOut.add('1.5')
      one.line.tell('signals.lost', {})
      await until('who is no member any more is cut', () => !eve.connected)
    })
  })

  describe('hostile clients', () => {
    const raw = (socket: Socket) => socket.io.engine as unknown as { write(text: string): void }

    it('A39: names that are arrays or objects, and huge frames, close that socket alone', async () => {
      const calm = await connect(one, '1.9')
      for (const frame of [
        '2[["join"],{"room":"space:3"}]',
        '2[{"toString":"x"},1]',
        '2{"a":1}',
        '2["connect"]',
        '29999999999999999999999["join"]',
        '51-["join",{"_placeholder":true,"num":99}]',
        '9',
        `2["join","${'x'.repeat(70_000)}"]`,
      ]) {
        const evil = await connect(one, '1.1')
        raw(evil).write(frame)
        if (!frame.startsWith('51-') && !frame.startsWith('2999')) await until(`closed after ${frame.slice(0, 40)}`, () => !evil.connected)
        evil.disconnect()
      }
      expect(calm.connected).to.equal(true)
      expect(await say(calm, 'join', { room: 'space:3' })).to.deep.equal({ ok: true })
    })
    it('A39: forty that read nothing are cut with little waiting for them, and come back to what they missed', async () => {
      const reader = await connect(one, '7.99')
      const deaf = await Promise.all(Array.from({ length: 40 }, (_, n) => connect(one, `7.${n + 1}`)))
      /** The network under a socket, which a hostile client would leave unread. */
      const wire = (socket: Socket): net.Socket => (socket.io.engine.transport as unknown as { ws: { _socket: net.Socket } }).ws._socket
      for (const socket of deaf) wire(socket).pause()
      const text = 'x'.repeat(16 * 1024)
      let sent = 0
      for (; sent < 500 && one.realtime.sockets() > 1; sent++) {
        one.realtime.publish(7, 'community', 'post.published', { n: sent, text })
        for (let n = 1; n <= 40; n++) one.realtime.publish(7, `member:${n}`, 'told', { text })
        await pause(5)
      }
      expect(one.realtime.sockets(), `after ${sent} events of 16 KB`).to.equal(1)
      await until('the one who reads', () => names(reader).filter((name) => name === 'post.published').length === sent)
      for (const socket of deaf) wire(socket).resume()
      await until('the cut to be heard', () => deaf.every(({ connected }) => !connected))
      await connect(one, '7.1')
    })
    it('A25, A39: wrong shapes are refused, and who goes on is cut', async () => {
      const evil = await connect(one, '1.1')
      for (const [name, message] of [
        ['join', 'space:3'],
        ['join', { room: '__proto__:1' }],
        ['join', { room: 'member:2' }],
        ['join', { room: 'community' }],
        ['join', { room: ['space:3'] }],
        ['join', JSON.parse('{"room":"space:3","__proto__":{"admin":true}}')],
        ['constructor', {}],
        ['presence', { state: 'offline' }],
      ] as const)
        expect(await say(evil, name, message), JSON.stringify([name, message])).to.include({ ok: false, code: 'invalid_input' })
      expect(({} as any).admin).to.equal(undefined)
      raw(evil).write('37["no such acknowledgement"]')
      raw(evil).write('2["join",{"room":"space:3"},"more"]')
      for (let n = 0; n < 40; n++) evil.emit('nonsense', n)
      await until('cut', () => !evil.connected)
    })
    it('A39: ten thousand joins end at fifty rooms and twenty messages a second', async () => {
      const [calm, evil] = await Promise.all([connect(one, '1.9'), connect(one, '1.1')])
      const answers: Record<string, number> = {}
      const join = (n: number) =>
        evil.emit('join', { room: `space:${n}` }, ({ ok, code }: { ok: boolean; code: string }) => {
          answers[ok ? 'ok' : code] = (answers[ok ? 'ok' : code] ?? 0) + 1
        })
      for (let n = 0; n < 60; n++) join(n)
      await until('all are answered', () => (answers.ok ?? 0) + (answers.forbidden ?? 0) === 60)
      expect(answers).to.deep.equal({ ok: 50, forbidden: 10 })
      for (let n = 60; n < 10_000; n++) join(n)
      await until('cut', () => !evil.connected)
      expect(answers.ok).to.equal(50)
      expect(await say(calm, 'join', { room: 'space:3' })).to.deep.equal({ ok: true })
    })
  })

  describe('presence and typing', () => {
    const states = (socket: { heard: [string, any][] }) => Object.assign({}, ...socket.heard.filter(([event]) => event === 'presence').map(([, told]) => told))

    it('tells who is here, idle and gone, in batches', async () => {
      const ann = await connect(one, '7.1')
      const [bob, again, carl] = await Promise.all([connect(one, '7.2'), connect(one, '7.2'), connect(one, '7.3')])
      await until('they are here', () => states(ann)[2] === 'online' && states(ann)[3] === 'online')
      expect(await one.realtime.onlineMembers(7, 2)).to.deep.equal({ count: 3, memberIds: [1, 2] })
      await say(bob, 'presence', { state: 'idle' })
      expect(await say(ann, 'members', { ids: [2] }), 'still active in another window').to.deep.equal({ ok: true, states: { 2: 'online' } })
      await say(again, 'presence', { state: 'idle' })
      await until('idle', () => states(ann)[2] === 'idle')
      bob.disconnect()
      again.disconnect()
      await until('gone', () => states(ann)[2] === 'offline')
      expect(await say(carl, 'members', { ids: [1, 2, 99] })).to.deep.equal({ ok: true, states: { 1: 'online', 2: 'offline', 99: 'offline' } })
      expect(ann.heard.filter(([event]) => event === 'presence').length).to.be.below(6)
      expect((await one.realtime.onlineMembers(1, 10)).count).to.equal(0)
    })
    it('tells nobody of whom they are kept apart from, in batches, when asked, and from the moment on that parts them', async () => {
      apart.set('6.2', [1]).set('6.1', [2])
      const bob = await connect(one, '6.2')
      const ann = await connect(one, '6.1')
      const carl = await connect(one, '6.3')
      await until('they are here', () => states(bob)[3] === 'online' && states(ann)[3] === 'online')
      await until('Carl sees both', async () => JSON.stringify((await say(carl, 'members', { ids: [1, 2] })).states) === '{"1":"online","2":"online"}')
      expect([states(bob)[1], states(ann)[2]]).not.to.include('online')
      expect(await say(bob, 'members', { ids: [1, 3] })).to.deep.equal({ ok: true, states: { 1: 'offline', 3: 'online' } })
      expect(await one.realtime.onlineMembers(6, 2, new Set([1]))).to.deep.equal({ count: 2, memberIds: [2, 3] })
      apart.set('6.3', [1])
      one.line.tell('member.changed', { communityId: 6, memberId: 3 })
      await until('Carl sees her no more', async () => (await say(carl, 'members', { ids: [1] })).states[1] === 'offline')
      apart.clear()
      one.line.tell('member.changed', { communityId: 6 })
      await until('she is seen again', async () => (await say(bob, 'members', { ids: [1] })).states[1] === 'online')
    })
    it('shares presence with other processes at each beat', async () => {
      const [ann, bob] = await Promise.all([connect(one, '8.1'), connect(two, '8.2')])
      await until('Ann sees Bob', () => states(ann)[2] === 'online')
      expect((await one.realtime.onlineMembers(8, 10)).memberIds).to.have.members([1, 2])
      const late = await start()
      await until('a new process learns all', async () => (await late.realtime.onlineMembers(8, 10)).count === 2)
      bob.disconnect()
      await until('Bob is gone', () => states(ann)[2] === 'offline')
      const eve = await connect(late, '8.3')
      await until('Ann sees Eve', () => states(ann)[3] === 'online')
      await late.realtime.stop()
      await until('Eve went with her process', () => states(ann)[3] === 'offline')
      expect(eve.heard.map(([event]) => event)).to.include('move')
      expect(seen.flat(), 'written down at the end').to.include(3)
    })
    it('tells typing to the others in that room, and only for those who are in it', async () => {
      const [ann, bob, carl, far] = await Promise.all([connect(one, '1.1'), connect(one, '1.2'), connect(one, '1.3'), connect(two, '1.4')])
      for (const socket of [ann, bob, far]) await say(socket, 'join', { room: 'space:3' })
      expect(await say(carl, 'typing', { room: 'space:3' })).to.include({ code: 'forbidden' })
      for (let n = 0; n < 5; n++) ann.emit('typing', { room: 'space:3' })
      bob.emit('typing', { room: 'space:3' })
      await until('the others see it', () => [ann, bob, far].every(({ heard }) => heard.some(([event]) => event === 'typing')))
      const typing = (socket: { heard: [string, any][] }) => socket.heard.filter(([event]) => event === 'typing').map(([, told]) => told)
      expect(typing(far)).to.deep.equal([{ room: 'space:3', memberIds: [1, 2] }])
      expect(typing(ann)).to.deep.equal([{ room: 'space:3', memberIds: [2] }])
      expect(typing(bob)).to.deep.equal([{ room: 'space:3', memberIds: [1] }])
      expect(typing(carl)).to.deep.equal([])
    })
  })
})
