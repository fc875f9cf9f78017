/** What fault cases share: real processes on a real server of their own that can be killed, a ledger of what was acknowledged, and sockets that come back. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { until } from '@atrium/sdk/testing'
import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { startEmbedded } from '../../launch/embedded.ts'
import { silent, temporaryFolder } from '../support/database.ts'
import { takeBuild } from '../support/web.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
export const PASSWORD = 'Kiln-2026!'
/** Slow machines, cold builds. */
const START_MS = 120_000

export const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

export { until }

/** A process of Atrium. */
export interface Node {
  url: string
  child: ChildProcess
  /** What it has printed so far. */
  said(): string
  /** Exit code, or the name of the signal. */
  ended: Promise<number | string>
}

/** What processes said last, for whoever reads a failed test. */
export function report(nodes: Node[]): void {
  for (const { child, said } of nodes) {
    const lines = said().split('\n').slice(-40)
    console.error(`process ${child.pid} (${child.exitCode ?? child.signalCode ?? 'runs'}):`, ...lines.map((line) => `\n${line.slice(0, 4_000)}`))
  }
}

/**
 * Starts `launch/main.ts`, or what `args` say, in a tree; `ready` resolves with its address, or rejects when it ends before.
 * @param options.tree default this one
 */
export function spawnNode(
  env: NodeJS.ProcessEnv,
  { tree = ROOT, args = ['launch/main.ts'] }: { tree?: string; args?: string[] } = {},
): Omit<Node, 'url'> & { ready: Promise<Node> } {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(ATRIUM_|S3_|SMTP_URL|DATABASE_|REDIS_URL|PORT)/.test(name)))
  const child = spawn(process.execPath, [path.join(tree, args[0]!), ...args.slice(1)], {
    cwd: tree,
    env: {
      ...clean,
      PORT: '0',
      ATRIUM_DEMO: 'off',
      ATRIUM_ADMIN_PASSWORD: PASSWORD,
      ATRIUM_PLUGINS: path.join(import.meta.dirname, 'plugins.config.ts'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const said = () => text
  const ended = new Promise<number | string>((done) => child.once('exit', (code, signal) => done(code ?? signal!)))
  const ready = new Promise<Node>((done, fail) => {
    const hear = (chunk: Buffer) => {
      text += chunk
      const [, port] = /ready at http:\/\/[^ ]*:(\d+)/.exec(text) ?? []
      if (port) done({ url: `http://127.0.0.1:${port}`, child, said, ended })
    }
    child.stdout!.on('data', hear)
    child.stderr!.on('data', hear)
    setTimeout(() => fail(new Error(`not ready within ${START_MS} ms:\n${text}`)), START_MS).unref()
    void ended.then((how) => fail(new Error(`ended with ${how} before it was ready:\n${text}`)))
  })
  ready.catch(() => {})
  return { child, said, ended, ready }
}

export type Person = { memberId: number; cookie: string }
export type House = Awaited<ReturnType<typeof openHouse>>

/** @param options.nodes how many processes share the database; `settings` of the server */
export async function openHouse(options: { nodes?: number; env?: NodeJS.ProcessEnv; settings?: Record<string, string> } = {}) {
  const dataDir = temporaryFolder()
  takeBuild(dataDir)
  const server = await startEmbedded({ dataDir, log: silent, settings: options.settings })
  // backends lead groups of their own, so each is told; the fast stop is the postmaster's to pass on
  const tell = (signal: NodeJS.Signals) => {
    const { pid } = server
    if (signal !== 'SIGINT')
      for (const child of spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
        .stdout.split('\n')
        .filter(Boolean)) {
        try {
          process.kill(Number(child), signal)
        } catch {}
      }
    process.kill(pid, signal)
  }
  const last = () => {
    try {
      tell('SIGKILL')
    } catch {}
  }
  process.once('exit', last)
  const env = { DATABASE_URL: server.url, ATRIUM_DATA: dataDir, ATRIUM_LOG: 'warn', ...options.env }
  const nodes: Node[] = []
  /** One after another: the first makes build, tables and community. */
  async function addNode(more: NodeJS.ProcessEnv = {}): Promise<Node> {
    const node = await spawnNode({ ...env, ...more }).ready
    nodes.push(node)
    return node
  }
  async function close() {
    process.off('exit', last)
    for (const { child } of nodes) child.kill('SIGKILL')
    await Promise.all(nodes.map(({ ended }) => ended))
    await pool.end()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const pool = new pg.Pool({ connectionString: server.url, max: 4 })
  pool.on('error', () => {})
  try {
    for (let count = 0; count < (options.nodes ?? 1); count++) await addNode()
  } catch (error) {
    await close()
    throw error
  }

  const sql = async <Row = any>(text: string, params?: unknown[]): Promise<Row[]> => (await pool.query(text, params)).rows as Row[]
  const [community] = await sql<{ id: number; owner: number }>(
    `select c.id::int as id, m.id::int as owner from kernel.community c join kernel.member m on m.community_id = c.id where c.is_primary order by m.id limit 1`,
  )

  /** Members with sessions, made at once. */
  async function people(count: number, role?: 'admin'): Promise<Person[]> {
    const mark = randomBytes(4).toString('hex')
    const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
    const rows = await sql<{ id: number; n: number }>(
      `with account as (
         insert into kernel.account (email, name, password_hash, email_confirmed_at)
         select $2 || n || '@example.com', 'Person ' || n, 'none', now() from generate_series(1, $3::int) n returning id, email, name),
       member as (
         insert into kernel.member (community_id, account_id, name, roles)
         select $1, id, name, $4 from account returning id, account_id)
       select member.id::int as id, account.id::int as account from member join account on account.id = member.account_id order by account.id`,
      [community!.id, `p${mark}-`, count, role ? ['member', role] : ['member']],
    )
    await sql(
      `insert into kernel.session (token_hash, account_id, community_id, ip, user_agent, proved_at, expires_at)
       select decode(t.hash, 'hex'), t.account, $1, '127.0.0.1', 'test', now(), now() + interval '1 day'
       from unnest($2::text[], $3::bigint[]) as t (hash, account)`,
      [community!.id, tokens.map((token) => createHash('sha256').update(token).digest('hex')), (rows as any[]).map(({ account }) => account)],
    )
    return rows.map(({ id }, n) => ({ memberId: id, cookie: `atrium_session=${tokens[n]}` }))
  }

  const [admin] = await people(1, 'admin')
  const asAdmin = async (address: string, body: object) => {
    const { status, body: reply } = await call(nodes[0]!.url, 'POST', address, { cookie: admin!.cookie, body })
    if (status >= 300) throw new Error(`${address}: ${status} ${JSON.stringify(reply)}`)
    return reply
  }
  const group = await asAdmin('/internal_api/space_groups', { name: 'Rooms' })
  const made = await asAdmin('/internal_api/spaces', { name: 'Workshop', slug: 'workshop', space_group_id: group.id })
  const spaceId: number = made.space.id

  const house = {
    ...{ dataDir, env, nodes, server, sql, people, addNode, spaceId, admin: admin!, communityId: community!.id },
    /** SIGINT is PostgreSQL's fast stop; after it, and after SIGKILL, the server comes back within about a second. */
    database: tell,
    kill: async (node: Node, signal: NodeJS.Signals) => {
      node.child.kill(signal)
      nodes.splice(nodes.indexOf(node), 1)
      return node.ended
    },
    healthy: (url: string) => call(url, 'GET', '/health').then(({ status }) => status === 200),
    /** Nothing waits in the outbox or the queue. */
    async settled() {
      const waiting = () =>
        sql(`select 'event' as what, count(*)::int as n, null as locked_by, null as error from kernel.event where relayed_at is null having count(*) > 0
          union all select task_identifier, count(*)::int, locked_by, max(last_error) from graphile_worker.jobs
          where attempts < max_attempts and (locked_at is not null or run_at < now() + interval '1 minute') group by 1, 3`)
      // a process that died is given half a minute, and a job that failed on the way comes again after a while
      await until('outbox and queue to empty', async () => (await waiting()).length === 0, 120_000).catch(async (error) => {
        throw new Error(`${error.message}: ${JSON.stringify([await waiting(), await sql('select id, seen_at, now() from kernel.worker')])}`)
      })
    },
    async writers(count: number): Promise<Ledger> {
      const writers = await people(count)
      for (const { cookie } of writers) await call(nodes[0]!.url, 'POST', `/internal_api/spaces/${spaceId}/join`, { cookie, body: {} })
      return new Ledger(house, writers)
    },
    close,
  }
  return house
}

export interface Answer {
  status: number
  body: any
  headers: Headers
}
/** One call; rejects when no whole answer came. */
export async function call(
  url: string,
  method: string,
  address: string,
  { cookie, body, ms = 30_000, headers = {} }: { cookie?: string; body?: unknown; ms?: number; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const isBytes = body instanceof Uint8Array
  const response = await fetch(url + address, {
    method,
    signal: AbortSignal.timeout(ms),
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(cookie ? { cookie } : {}),
      ...(body === undefined ? {} : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : isBytes ? (body as BodyInit) : JSON.stringify(body),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('application/json') && text !== ''
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
}

export const postOf = (name: string) => ({
  post: { name, tiptap_body: { body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: name }] }] } } },
})

interface Written {
  nodes: Node[]
  spaceId: number
  sql<Row>(text: string, params?: unknown[]): Promise<Row[]>
  settled(): Promise<void>
}
/** Writers that note what was acknowledged, and the comparison with what is stored and delivered. */
export class Ledger {
  /** Title to id. */
  readonly acknowledged = new Map<string, number>()
  /** Statuses other than success, and how often; 0: no whole answer. */
  readonly refused = new Map<number, number>()
  /** Refusals that said nothing of when to come back. */
  silent = 0
  #running = true
  readonly #house: Written
  readonly #mark = `ledger ${randomBytes(3).toString('hex')} `
  readonly #work: Promise<void>

  constructor(house: Written, people: Person[]) {
    this.#house = house
    this.#work = Promise.all(people.map((person, n) => this.#write(person, n))).then(() => {})
  }

  async #write(person: Person, n: number) {
    for (let turn = 0; this.#running; turn++) {
      const { nodes, spaceId } = this.#house
      const node = nodes[(n + turn) % Math.max(1, nodes.length)]
      const title = `${this.#mark}${n}-${turn}`
      const answer = node
        ? await call(node.url, 'POST', `/internal_api/spaces/${spaceId}/posts`, { cookie: person.cookie, body: postOf(title) }).catch(() => null)
        : null
      if (answer?.status === 201) this.acknowledged.set(title, answer.body.id)
      else {
        const status = answer?.status ?? 0
        this.refused.set(status, (this.refused.get(status) ?? 0) + 1)
        if (answer && !answer.headers.get('retry-after')) this.silent++
      }
      // within the limit on posts of one member
      await sleep(answer?.status === 201 ? 60 : 100)
    }
  }

  /** Lets this many more be acknowledged, from wherever it stands. */
  async more(count: number, within = 60_000) {
    const wanted = this.acknowledged.size + count
    await until('more writes to be acknowledged', () => this.acknowledged.size >= wanted, within).catch((error) => {
      throw new Error(`${error.message} (${this.acknowledged.size} of ${wanted}, refused: ${JSON.stringify([...this.refused])})`)
    })
  }

  /** Ends the writers and compares. Each list should be empty. */
  async compare() {
    this.#running = false
    await this.#work
    await this.#house.settled()
    const stored = await this.#house.sql<{ id: number; title: string; effects: number }>(
      `select p.id::int as id, p.name as title, (select count(*) from probe.effect e where e.post_id = p.id)::int as effects from posts.post p where p.name like $1 || '%'`,
      [this.#mark],
    )
    const byTitle = Map.groupBy(stored, ({ title }) => title)
    return {
      acknowledged: this.acknowledged.size,
      lost: [...this.acknowledged].filter(([title, id]) => byTitle.get(title)?.[0]?.id !== id),
      doubled: [...byTitle].filter(([, rows]) => rows.length > 1),
      undelivered: stored.filter(({ effects }) => effects === 0),
      deliveredTwice: stored.filter(({ effects }) => effects > 1),
    }
  }
}
export const CLEAN = { lost: [], doubled: [], undelivered: [], deliveredTwice: [] }

/** A browser's socket, which comes back by itself with jitter, and counts what it hears. */
export class Listener {
  readonly heard: number[] = []
  moves = 0
  connections = 0
  readonly socket: Socket
  constructor(url: string, person: Person) {
    this.socket = io(url, {
      path: '/socket',
      transports: ['websocket'],
      forceNew: true,
      extraHeaders: { cookie: person.cookie },
      reconnectionDelay: 200,
      reconnectionDelayMax: 2_000,
      randomizationFactor: 0.5,
    })
    this.socket.on('event', (...events: { name: string; payload: any }[]) => {
      for (const { name, payload } of events) if (name === 'post.published') this.heard.push(payload.postId)
    })
    this.socket.on('move', () => this.moves++)
    this.socket.on('connect', () => this.connections++)
  }
  join(room: string): Promise<{ ok: boolean }> {
    return this.socket.timeout(20_000).emitWithAck('join', { room })
  }
}
