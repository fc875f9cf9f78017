/** A whole kernel for tests: real PostgreSQL, real HTTP on a free port, people made in a line. `@atrium/sdk/testing` is its face. */
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import type { Manifest, PluginEntry, Route } from '@atrium/sdk'
import { type CallResult, type SeenCtx, type TestApp, type TestAppOptions, type TestMember, toCall } from '@atrium/sdk/testing'
import pg from 'pg'
import sharp from 'sharp'
import { io, type Socket } from 'socket.io-client'
import { createKernel, type Kernel, readPlugins } from '../../kernel/boot/kernel.ts'
import { runHook } from '../../kernel/boot/lifecycle.ts'
import { loadConfig } from '../../kernel/config.ts'
import { createCtx } from '../../kernel/http/ctx.ts'
import { createLog } from '../../kernel/observe/index.ts'
import { cloneDatabase, cloneOf, dropClone, keepClone } from './database.ts'
import { turn } from './databaseClock.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const require = createRequire(import.meta.url)
/** Pages without a build: tests and tools look at calls, not at scripts. */
export const noWeb = {
  template: async () => '<!doctype html><html lang="en"><head><!--head--></head><body><div id="root"><!--body--></div><!--boot--></body></html>',
  assets: null,
  plugins: new Map(),
  remotes: new Map(),
  release: 'test',
  sprite: '',
}

/** Waits until the outbox and the queue are empty. Jobs for later do not count, those of this moment and those that are tried again in a moment do; nobody runs `test.nothing`. */
async function settle(kernel: Kernel, timeoutMs = 100_000): Promise<void> {
  const { system } = kernel.modules.data
  const until = Date.now() + timeoutMs
  const waiting = `task_identifier <> 'test.nothing' and (locked_at is not null or (attempts < max_attempts and (run_at <= now() + interval '100 milliseconds' or attempts > 0 and run_at < now() + interval '4 seconds')))`
  for (;;) {
    kernel.modules.events.wake()
    kernel.modules.jobs.wake()
    const { rows } = await system.query(`select
      (select count(*) from kernel.event where relayed_at is null)::int as events,
      (select array_agg(concat_ws(': ', task_identifier, last_error)) from graphile_worker.jobs where ${waiting}) as jobs`)
    if (rows[0].events === 0 && rows[0].jobs === null) return
    if (Date.now() > until) throw new Error(`not settled after ${timeoutMs} ms: ${rows[0].events} events wait, and the jobs ${rows[0].jobs}`)
    await new Promise((done) => setTimeout(done, 15))
  }
}

/** What these need of Atrium's own plugins comes by itself, after those that are named. */
function withNeeds(entries: PluginEntry[]): PluginEntry[] {
  const manifestOf = ({ from }: PluginEntry): Manifest | undefined => {
    const file = path.join(from, 'plugin.ts')
    try {
      return existsSync(file) ? require(file).default : undefined
    } catch {
      // what is wrong with it the kernel says
      return undefined
    }
  }
  const all = [...entries]
  const known = new Set(all.flatMap((entry) => manifestOf(entry)?.id ?? []))
  // grows while it is walked
  for (const entry of all)
    for (const need of manifestOf(entry)?.needs ?? []) {
      const from = path.join(ROOT, 'plugins', need)
      if (!known.has(need) && existsSync(from)) all.push({ from })
      known.add(need)
    }
  return all
}

/** An app that was closed with all it had, so that others begin with a copy of it. */
export interface Snapshot {
  /** Name of the database, which is a template now. */
  database: string
  /** The data folder. */
  files: string
  primary: number
  /** How many people were made, whose addresses are taken. */
  count: number
}

/** @param from what the app begins with, instead of with nothing */
export async function openApp(
  folders: (string | PluginEntry)[],
  options: TestAppOptions = {},
  from?: Snapshot,
): Promise<TestApp & { freeze(): Promise<Snapshot> }> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'atrium-app-'))
  if (from) cpSync(from.files, dataDir, { recursive: true })
  const entries = withNeeds(
    folders.map((entry) => (typeof entry === 'string' ? { from: path.resolve(ROOT, entry) } : { ...entry, from: path.resolve(ROOT, entry.from) })),
  )
  const config = {
    ...(await loadConfig({
      env: { ...process.env, ATRIUM_DATA: dataDir, PORT: '0', ATRIUM_LOG: process.env.ATRIUM_LOG ?? 'silent', SMTP_URL: '', ...options.env },
    })),
    plugins: entries,
    pluginsBase: ROOT,
  }
  const plugins = await readPlugins(config)
  const databaseUrl = from
    ? await cloneOf(from.database)
    : await cloneDatabase(plugins.map(({ manifest, dir }) => ({ plugin: manifest.id, dir: path.join(dir, 'server/migrations') })))
  let offset = 0
  const kernel = await createKernel({
    config: { ...config, databaseUrl },
    plugins,
    web: options.web ?? noWeb,
    clock: () => new Date(Date.now() + offset),
    log: createLog(config),
    lookup: options.lookup,
  })
  const port = await kernel.listen(0)
  // their minutes would come in the middle of whatever test then runs
  await kernel.modules.jobs.schedules.stop()
  const url = `http://127.0.0.1:${port}`
  const { data, communities, accounts } = kernel.modules
  let primary: Promise<number> | undefined = from && Promise.resolve(from.primary)
  let count = from?.count ?? 0

  async function makeCommunity(name: string, isPrimary: boolean): Promise<number> {
    const owner = await accounts.people.createAccount({
      email: `owner${++count}@example.com`,
      name: `Owner ${count}`,
      password: 'Secret-1',
      confirmed: true,
      platformOwner: isPrimary,
    })
    const id = await communities.create({ name, slug: `c${count}-${randomBytes(3).toString('hex')}`, ownerAccountId: owner, primary: isPrimary })
    for (const { manifest, defaultOn } of plugins)
      if (defaultOn === true || (defaultOn === 'first' && isPrimary)) await runHook(kernel.root, id, manifest.id, 'enable')
    return id
  }
  const primaryId = () => (primary ??= makeCommunity('Test community', true))

  /** A session that has just passed a challenge. */
  async function signIn(accountId: number, communityId: number): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    await data.system.query(
      `insert into kernel.session (token_hash, account_id, community_id, ip, user_agent, proved_at, expires_at) values ($1, $2, $3, '127.0.0.1', 'test', now(), now() + interval '10 years')`,
      [createHash('sha256').update(token).digest(), accountId, communityId],
    )
    return token
  }

  async function send(member: TestMember | null, method: string, address: string, body?: unknown, headers: Record<string, string> = {}): Promise<CallResult> {
    const ask = () =>
      fetch(url + address, {
        method,
        redirect: 'manual',
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(member ? { cookie: `atrium_session=${member.token}` } : {}),
          accept: 'application/json',
          ...headers,
        },
        body: body === undefined ? undefined : body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
      })
    let response = await ask()
    // a loop that is busy with the tests themselves sends visitors away for a moment
    for (let tries = 0; !member && response.status === 503 && response.headers.has('retry-after') && tries < 10; tries++) {
      await response.body?.cancel()
      await new Promise((done) => setTimeout(done, 1_000))
      response = await ask()
    }
    const text = await response.text()
    let parsed: any = text
    try {
      parsed = text === '' ? null : JSON.parse(text)
    } catch {}
    return { status: response.status, body: parsed, headers: Object.fromEntries(response.headers) }
  }

  async function work<T>(communityId: number | null, mode: 'read' | 'write', fn: (ctx: SeenCtx) => Promise<T>): Promise<T> {
    const id = communityId ?? (await primaryId())
    const state = await communities.state(id)
    return data.unit({ communityId: id, mode }, (unit) =>
      fn(createCtx({ root: kernel.root, unit, state, identity: null, locale: 'en-US', plugin: plugins.at(-1)?.manifest.id ?? 'test' })),
    )
  }

  const sockets: Socket[] = []
  const app: TestApp & { freeze(): Promise<Snapshot> } = {
    url,
    async community(name = 'Another community') {
      await primaryId()
      return { id: await makeCommunity(name, false) }
    },
    async member(role = 'member', { community, name } = {}) {
      const communityId = community?.id ?? (await primaryId())
      const mark = `${role}${++count}`
      const state = await communities.state(communityId)
      const member = await data.unit({ communityId, mode: 'write' }, (unit) =>
        createCtx({ root: kernel.root, unit, state, identity: null, locale: 'en-US', plugin: 'test' }).members.add({
          email: `${mark}-${randomBytes(3).toString('hex')}@example.com`,
          name: name ?? `Person ${count}`,
          roles: role === 'member' ? ['member'] : ['member', role],
        }),
      )
      return { id: member.id, accountId: member.accountId, name: member.name, communityId, token: await signIn(member.accountId, communityId) }
    },
    async renew(member) {
      member.token = await signIn(member.accountId, member.communityId)
    },
    async upload(member, filename, bytes) {
      const bare = { width: 40, height: 30, channels: 3 as const, background: '#506cf0' }
      const made = bytes ?? (await sharp({ create: bare }).png().toBuffer())
      return data.unit({ communityId: member.communityId, mode: 'write' }, async (unit) => {
        const files = kernel.modules.files.api(unit, member)
        const file = await files.put({ filename, data: made })
        return { id: file.id, signedId: file.signedId, url: files.url(file) }
      })
    },
    as: (member) => ({
      send: (method, address, body, headers) => send(member, method, address, body, headers),
      call: (route: Route<any, any>, input?: any) => toCall(route, input, (method, address, body) => send(member, method, address, body)) as never,
    }),
    settle: () => settle(kernel),
    async redeliver() {
      await data.system.query('delete from kernel.delivery')
      await data.system.query('update kernel.event set relayed_at = null')
      await settle(kernel)
    },
    clock: {
      async advance(ms) {
        offset += ms
        await turn(data.system, ms)
      },
    },
    async runSchedule(job) {
      await kernel.modules.jobs.tick(`${plugins.at(-1)!.manifest.id}.${job}`, new Date(Date.now() + offset))
      await settle(kernel)
    },
    async hear(member, ...rooms) {
      const socket = io(url, { path: '/socket', transports: ['websocket'], reconnection: false, extraHeaders: { cookie: `atrium_session=${member.token}` } })
      sockets.push(socket)
      const heard: { name: string; payload: any }[] = []
      socket.on('event', (...events) => heard.push(...events))
      await new Promise<void>((done, fail) => socket.once('connect', done).once('connect_error', fail))
      for (const room of rooms) {
        const { ok } = await socket.timeout(60_000).emitWithAck('join', { room })
        if (!ok) throw new Error(`${member.name} may not join the room "${room}"`)
      }
      return heard
    },
    async sent() {
      const { rows } = await data.system.query('select recipient, subject, text, html from kernel.mail order by id')
      return rows
    },
    run: (communityId, fn) => work(communityId, 'write', fn),
    outside: (communityId, fn) => work(communityId, 'read', fn),
    async switch(pluginId, enabled, communityId) {
      await communities.plugins.setSwitch(communityId ?? (await primaryId()), pluginId, enabled, null)
      await settle(kernel)
    },
    sql: (text, params) => data.system.query(text, params).then(({ rows }) => rows),
    async statements(run) {
      const { query } = pg.Client.prototype
      const names: string[] = []
      pg.Client.prototype.query = function noted(this: pg.Client, ...args: [any]) {
        const name: string = args[0]?.name ?? ''
        // the kernel's own bear no plugin's name
        if (name.includes('.')) names.push(name)
        return query.apply(this, args as never)
      } as typeof query
      try {
        return [await run(), names]
      } finally {
        pg.Client.prototype.query = query
      }
    },
    resetLimits: kernel.root.cradle.limits.reset,
    plugins: plugins.map(({ manifest, contract, dir, server, error }) => ({
      error,
      jobs: (server?.jobs ?? []).map(({ name }) => name),
      manifest,
      contract,
      dir,
      tables: (server?.entities ?? []) as never,
      contributes: server?.contributes ?? [],
    })),
    primaryId,
    kernel,
    async freeze() {
      for (const socket of sockets) socket.disconnect()
      await settle(kernel)
      const first = await primaryId()
      await kernel.stop()
      return { database: await keepClone(databaseUrl), files: dataDir, primary: first, count }
    },
    async close() {
      for (const socket of sockets) socket.disconnect()
      await kernel.stop()
      await dropClone(databaseUrl)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return app
}
