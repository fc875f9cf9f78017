/** The kernel's module for realtime: sockets, their rooms, who is here and who types. Facts live in the database; sockets only say that they changed. */
import { allowsOrigin, sentence, type Sentence } from '@atrium/sdk'
import { cookiesOf } from '@atrium/sdk/server'
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { type DefaultEventsMap, Server, type Socket as AnySocket } from 'socket.io'
import { type Data, SIGNALS_LOST } from '../data/index.ts'
import type { Config } from '../config.ts'
import type { Log } from '../observe/index.ts'
import { Allowance, type Message, MOST_ROOMS, parseMessage } from './messages.ts'
import { createCluster, type Frame } from './cluster.ts'
import { createPresence, type PresenceState } from './presence.ts'
import type { Redis } from './redis.ts'
import { createBroadcast } from './broadcast.ts'
import { createAdmission } from './admission.ts'

export interface Handshake {
  host: string
  /** The header Accept-Language. */
  languages: string
  cookies: Record<string, string>
}
export interface Who {
  communityId: number
  memberId: number
  accountId: number
  sessionId: number | null
  locale: string
  /** Whose presence is none of theirs. */
  apart: ReadonlySet<number>
}
interface SocketData extends Who {
  handshake: Handshake
  allowance: Allowance
  isIdle: boolean
  rooms: Set<string>
  /** Rises when rights may have changed, so that an answer of before is not believed. */
  epoch: number
  last: Promise<void>
}
/** What engine.io says of a connection. */
interface Connection {
  request: IncomingMessage | null
  on(event: 'packetCreate', fn: (packet: { data?: string | Buffer }) => void): void
  on(event: 'flush', fn: () => void): void
  close(discard: true): void
}
type Events = DefaultEventsMap
type Socket = AnySocket<Events, Events, Events, SocketData>

interface Dependencies {
  config: Pick<Config, 'trustProxy'> & Partial<Pick<Config, 'redisUrl'>>
  log: Log
  data: Pick<Data, 'system' | 'signal' | 'onSignal'>
  /** null for visitors and those who are no members: they have no sockets. */
  authenticate(handshake: Handshake): Promise<Who | null>
  mayJoin(communityId: number, memberId: number, room: string, handshake: Handshake): Promise<boolean>
  /** A refusal in the first known of `languages`, which are written as in Accept-Language. */
  say(refusal: string | Sentence, languages: string): string
  /** Origins, beside the community's own pages, that may open a socket. */
  allowedOrigins(communityId: number): Promise<string[]>
  handshakesPerSecond?: number
  /** Milliseconds a handshake beyond these waits for its turn at most; whoever would wait longer is told to come back. */
  longestWait?: number
  /** Milliseconds without a socket until somebody counts as gone; a page that is loaded anew is back sooner. */
  offlineAfter?: number
  /** Milliseconds between what processes tell each other; four times that in silence, and one counts as ended. */
  beatEvery?: number
  /** Milliseconds within which the rights of every socket are looked at again, whether they changed or not. */
  recheckEvery?: number
}

const LARGEST_MESSAGE = 64 * 1024
/** Bytes that wait for one socket; whoever reads that slowly is cut, and finds what they missed when they come back. */
const MOST_WAITING = 256 * 1024
/** Of one member in this process: windows and devices. */
const MOST_SOCKETS = 50
const TYPING_TICK_MS = 250
const BURST_MS = 100
const ROUNDS = 300
const RETRY_SECONDS = 3
/** What processes tell each other through Redis. */
const FACT = 'fact'
/** When a server ends, its browsers come back spread over a millisecond for each two of them, ten seconds at most. */
const SPREAD_MOST_MS = 10_000

const community = (id: number) => `c:${id}`
const fullRoom = (communityId: number, room: string) => (room === 'community' ? community(communityId) : `c:${communityId}:${room}`)
const isCommunity = (full: string) => !full.includes(':', 2)
const memberRoom = (communityId: number, memberId: number) => fullRoom(communityId, `member:${memberId}`)

export function createRealtime({
  config,
  log,
  data,
  authenticate,
  mayJoin,
  say,
  allowedOrigins,
  handshakesPerSecond = 500,
  longestWait = 10_000,
  offlineAfter = 3_000,
  beatEvery = 5_000,
  recheckEvery = 300_000,
}: Dependencies) {
  let io: Server<Events, Events, Events, SocketData> | null = null
  let tell: ReturnType<typeof createBroadcast> | null = null
  let redis: Redis | null = null
  let stopping = false
  const byMember = new Map<string, Set<Socket>>()
  const admitted = new WeakMap<object, Who & { handshake: Handshake }>()
  const admission = createAdmission({ perSecond: handshakesPerSecond, longestWait })
  const typing = new Map<string, { communityId: number; room: string; memberIds: Set<number> }>()
  let typingTick: NodeJS.Timeout | undefined

  const presence = createPresence({
    data,
    log,
    me: () => cluster.me,
    sockets: () => io?.engine.clientsCount ?? 0,
    tell(communityId, states) {
      const parted = matching((who) => who.communityId === communityId && who.apart.size > 0)
      const others = io?.local.to(community(communityId)).except(parted.map(({ id }) => id))
      others?.emit('presence', states)
      for (const socket of parted) socket.emit('presence', statesFor(socket.data, Object.keys(states).map(Number)))
    },
  })
  const cluster = createCluster({
    data,
    log,
    beatEvery,
    hear: (frames) => frames.forEach(deliver),
    news: presence.news,
    hearNews: presence.hear,
    lost: presence.lost,
  })

  const statesFor = ({ communityId, apart }: Pick<Who, 'communityId' | 'apart'>, ids: number[]) =>
    Object.fromEntries(ids.map((id): [number, PresenceState] => [id, apart.has(id) ? 'offline' : presence.stateOf(communityId, id)]))
  function deliver([room, event, payload]: Frame) {
    if (event === 'typing') tellTyping(room, payload)
    else if (event === 'event') tell?.(room, payload)
    else io?.local.to(room).emit(event, payload)
  }
  const socketsOf = (communityId: number, memberId: number): Socket[] => [...(byMember.get(memberRoom(communityId, memberId)) ?? [])]

  /** Everything that can be refused before a connection stands. Refused ones try again; those nobody knows are told so by the middleware, and do not. */
  async function admit(request: IncomingMessage): Promise<string | Sentence | null> {
    if (stopping || !(await admission.mayEnter()) || stopping) {
      ;(request as { res?: { setHeader(name: string, value: string): void } }).res?.setHeader?.('Retry-After', String(RETRY_SECONDS))
      return sentence('The server is busy. Try again in {seconds} seconds.', { seconds: RETRY_SECONDS })
    }
    const { headers } = request
    const host = ((config.trustProxy && /^[^,]+/.exec(String(headers['x-forwarded-host'] ?? ''))?.[0].trim()) || headers.host || '').toLowerCase()
    const handshake = { host, languages: headers['accept-language'] ?? '', cookies: cookiesOf(headers.cookie) }
    const who = await admission.ask(() => authenticate(handshake))
    const { origin } = headers
    if (origin && (!URL.canParse(origin) || new URL(origin).host !== host) && !(who && allowsOrigin(await allowedOrigins(who.communityId), origin)))
      return 'Connections from this page aren’t allowed.'
    if (who) admitted.set(request, { ...who, handshake })
    return null
  }

  function welcome(socket: Socket) {
    const { communityId, memberId } = socket.data
    const own = memberRoom(communityId, memberId)
    if ((byMember.get(own)?.size ?? 0) >= MOST_SOCKETS) return drop(socket)
    void socket.join([community(communityId), own])
    const mine = byMember.get(own) ?? new Set()
    byMember.set(own, mine.add(socket))
    showPresence(communityId, memberId)
    socket.onAny((name: unknown, ...args: unknown[]) => take(socket, name, args))
    socket.on('disconnect', () => {
      mine.delete(socket)
      if (mine.size === 0 && byMember.get(own) === mine) byMember.delete(own)
      if (!stopping) setTimeout(() => showPresence(communityId, memberId), mine.size ? 0 : offlineAfter).unref()
    })
  }
  function showPresence(communityId: number, memberId: number) {
    const sockets = socketsOf(communityId, memberId)
    presence.set(communityId, memberId, sockets.length === 0 ? 'offline' : sockets.every(({ data }) => data.isIdle) ? 'idle' : 'online')
  }

  function take(socket: Socket, name: unknown, args: unknown[]) {
    const given = args.at(-1)
    const reply: (answer: object) => void = typeof given === 'function' ? (args.pop() as () => void) : () => {}
    const refuse = (code: string, message: string) => reply({ ok: false, code, message: say(message, socket.data.locale) })
    const message = parseMessage(name, args)
    const allowance = socket.data.allowance.spend(message === null)
    if (allowance === 'spent') return drop(socket)
    if (allowance === 'late') return refuse('rate_limited', 'Too many messages. Wait a moment and try again.')
    if (!message) return refuse('invalid_input', 'Message not found.')
    // one after another, so that a leave never overtakes its join
    socket.data.last = socket.data.last.then(async () => {
      try {
        const answer = await follow(socket, message)
        if (answer === false) refuse('forbidden', 'You don’t have permission to do this.')
        else reply({ ok: true, ...answer })
      } catch (err) {
        log.error({ err, message: message.name }, 'a socket message could not be followed')
        refuse('unavailable', 'Try again in a moment.')
      }
    })
  }
  /** False: not allowed. */
  async function follow(socket: Socket, message: Message): Promise<object | false> {
    const { communityId, memberId, rooms } = socket.data
    switch (message.name) {
      case 'join': {
        if (rooms.has(message.room)) return {}
        if (rooms.size >= MOST_ROOMS || !(await isAllowed(socket, message.room)) || !socket.connected) return false
        rooms.add(message.room)
        await socket.join(fullRoom(communityId, message.room))
        return {}
      }
      case 'leave':
        leave(socket, message.room)
        return {}
      case 'typing': {
        if (!rooms.has(message.room)) return false
        const room = fullRoom(communityId, message.room)
        const here = typing.get(room) ?? { communityId, room: message.room, memberIds: new Set<number>() }
        here.memberIds.add(memberId)
        typing.set(room, here)
        typingTick ??= setTimeout(tickTyping, TYPING_TICK_MS)
        return {}
      }
      case 'presence':
        socket.data.isIdle = message.state === 'idle'
        showPresence(communityId, memberId)
        return {}
      case 'members':
        return { states: statesFor(socket.data, message.ids) }
    }
  }
  /** Asks again when rights changed while the answer was on its way. */
  async function isAllowed(socket: Socket, room: string): Promise<boolean> {
    const { communityId, memberId, epoch, handshake } = socket.data
    const allowed = await admission.ask(() => mayJoin(communityId, memberId, room, handshake))
    return allowed && socket.data.epoch !== epoch ? isAllowed(socket, room) : allowed
  }
  function leave(socket: Socket, room: string) {
    socket.data.rooms.delete(room)
    void socket.leave(fullRoom(socket.data.communityId, room))
  }
  /** The connection breaks instead of ending, so that the browser comes back where it still may. Not one event more goes out. */
  function drop(socket: Socket) {
    io?.of('/').adapter.delAll(socket.id)
    socket.conn.close(true)
  }

  /** A flush hands everything to the network; with nobody reading at the other end there is none. */
  function cutWhoReadsNothing(connection: Connection) {
    let waiting = 0
    connection.on('flush', () => (waiting = 0))
    connection.on('packetCreate', ({ data }) => {
      waiting += data?.length ?? 0
      if (waiting <= MOST_WAITING) return
      waiting = 0
      log.warn({ bytes: MOST_WAITING }, 'a socket is cut: it reads nothing')
      connection.close(true)
    })
  }

  function tickTyping() {
    typingTick = undefined
    for (const [full, { communityId, room, memberIds }] of typing) {
      const frame: Frame = [full, 'typing', { communityId, room, memberIds: [...memberIds].slice(0, 20) }]
      deliver(frame)
      cluster.tell(frame)
    }
    typing.clear()
  }
  /** Nobody is told about themselves. */
  function tellTyping(full: string, { communityId, room, memberIds }: { communityId: number; room: string; memberIds: number[] }) {
    io?.local
      .to(full)
      .except(memberIds.map((id) => memberRoom(communityId, id)))
      .volatile.emit('typing', { room, memberIds })
    if (memberIds.length > 1)
      for (const own of memberIds)
        for (const socket of socketsOf(communityId, own))
          if (socket.rooms.has(full)) socket.volatile.emit('typing', { room, memberIds: memberIds.filter((id) => id !== own) })
  }

  /** Does this socket still belong here, and into its rooms? */
  async function recheck(socket: Socket): Promise<void> {
    const { communityId, memberId, handshake } = socket.data
    socket.data.epoch++
    try {
      const who = await authenticate(handshake)
      if (who?.communityId !== communityId || who.memberId !== memberId) return drop(socket)
      Object.assign(socket.data, { locale: who.locale, apart: who.apart })
      for (const room of socket.data.rooms) if (!(await isAllowed(socket, room))) leave(socket, room)
    } catch (err) {
      log.warn({ err }, 'the rights of a socket could not be checked again')
      drop(socket)
    }
  }
  const matching = (test: (who: SocketData) => boolean): Socket[] => [...(io?.of('/').sockets.values() ?? [])].filter((socket) => test(socket.data))
  /** Many at once are looked at one by one, to leave the database to others. */
  async function recheckAll(sockets: Socket[]): Promise<void> {
    if (sockets.length <= 10) await Promise.all(sockets.map(recheck))
    else for (const socket of sockets) await recheck(socket)
  }
  // a session that ended takes its sockets with it, on every process
  data.onSignal('session.revoked', ({ accountId, sessionId, except }: { accountId?: number; sessionId?: number; except?: number | null }) =>
    matching((who) => who.accountId === accountId && (sessionId === undefined || who.sessionId === sessionId) && (!except || who.sessionId !== except)).forEach(
      drop,
    ),
  )
  // who was put out of the community is cut, who lost a room leaves it
  data.onSignal('member.changed', ({ communityId, memberId }: { communityId?: number; memberId?: number }) =>
    recheckAll(communityId && memberId ? socketsOf(communityId, memberId) : matching((who) => communityId === undefined || who.communityId === communityId)),
  )
  // a role holds less, asks for a second factor, or a plugin went off: changes of a community come in bursts
  const changed = new Map<number | undefined, NodeJS.Timeout>()
  data.onSignal('community.changed', ({ id }: { id?: number }) => {
    if (changed.has(id)) return
    const look = () => {
      changed.delete(id)
      return recheckAll(matching((who) => id === undefined || who.communityId === id))
    }
    changed.set(id, setTimeout(look, BURST_MS).unref())
  })
  data.onSignal(SIGNALS_LOST, () => recheckAll(matching(() => true)))
  /** What nobody has told of is found in the end: every socket is looked at once in that time, a few at a time. */
  let round = 0
  const net = setInterval(() => {
    round = (round + 1) % ROUNDS
    void recheckAll(matching(() => true).filter((_, place) => place % ROUNDS === round))
  }, recheckEvery / ROUNDS).unref()

  return {
    /** Takes sockets at the path /socket of a server whose request handler is set. */
    async attach(server: HttpServer) {
      // facts travel by Redis where there is one; who is here and who types goes on by signals, which may be lost
      if (config.redisUrl) redis = (await import('./redis.ts')).connectRedis(config.redisUrl, log)
      io = new Server(server, {
        path: '/socket',
        serveClient: false,
        transports: ['websocket', 'polling'],
        maxHttpBufferSize: LARGEST_MESSAGE,
        perMessageDeflate: false,
        connectTimeout: 10_000,
        allowRequest: (request, answer) => {
          const refuse = (refusal: string | Sentence) => answer(say(refusal, request.headers['accept-language'] ?? ''), false)
          void admit(request).then(
            (refusal) => (refusal === null ? answer(null, true) : refuse(refusal)),
            (err) => {
              log.warn({ err }, 'a socket could not be admitted')
              refuse('Try again in a moment.')
            },
          )
        },
      })
      if (redis) io.adapter(redis.adapter)
      tell = createBroadcast(io, isCommunity)
      io.on(FACT, (room: string, event: object) => tell?.(room, event))
      io.engine.on('connection', (connection: Connection) => {
        cutWhoReadsNothing(connection)
        const who = admitted.get(connection.request!)
        if (who) admitted.set(connection, who)
        // engine.io would keep the first request, headers and all, as long as the socket
        connection.request = null
      })
      io.use((socket, next) => {
        const who = admitted.get(socket.conn)
        if (!who) return next(new Error('unauthenticated'))
        Object.assign(socket.data, {
          ...who,
          allowance: new Allowance(),
          isIdle: false,
          rooms: new Set(),
          epoch: 0,
          last: Promise.resolve(),
        } satisfies SocketData)
        next()
      })
      io.on('connection', welcome)
      cluster.start()
      presence.start()
    },
    /** Resolves when all that was published has left for the other processes; those in between two through Redis are not waited for. */
    published: () => cluster.flush(),
    /** Sends `event` { name, payload }, several at once where many listen, to browsers in a room: `community`, `member:5`, `space:3`, `record:post:12`. Other processes may pass on the name alone. */
    publish(communityId: number, room: string, name: string, payload: unknown) {
      const frame: Frame = [fullRoom(communityId, room), 'event', { name, payload }]
      deliver(frame)
      if (redis) io?.serverSideEmit(FACT, frame[0], frame[2])
      else cluster.tell(frame)
    },
    presence: presence.stateOf,
    /** How many are here, idle ones too, and up to `limit` of them, without those `apart`. Other processes' counts may lag 5 s. */
    onlineMembers: async (communityId: number, limit: number, apart: ReadonlySet<number> = new Set()) => presence.online(communityId, limit, apart),
    /** Open sockets of this process. */
    sockets: () => io?.engine.clientsCount ?? 0,
    /** Tells browsers to come back spread over some seconds, and closes. The HTTP server stays open. */
    async stop() {
      if (!io || stopping) return
      stopping = true
      clearTimeout(typingTick)
      clearInterval(net)
      const sockets = matching(() => true)
      const spread = Math.min(SPREAD_MOST_MS, 500 + sockets.length / 2)
      for (const socket of sockets) socket.emit('move', { after_ms: Math.round(Math.random() * spread) })
      if (sockets.length) await new Promise((sent) => setTimeout(sent, 100))
      io.engine.close()
      await Promise.all([cluster.stop(), presence.stop()])
      if (redis) {
        await io.of('/').adapter.close()
        redis.close()
      }
    },
  }
}
export type Realtime = ReturnType<typeof createRealtime>
