/** What tests of accounts and communities share: those rooms on a database of their own, a few plugins, and people who call routes. */
import { createHash, randomBytes } from 'node:crypto'
import { AtriumError, defineContract, type Contract, type Manifest, type Route, z } from '@atrium/sdk'
import accountsContract from '@atrium/sdk/kernel/auth'
import { contribute, Refusals } from '@atrium/sdk/server'
import { until } from '@atrium/sdk/testing'
import { createAccounts } from '../../kernel/accounts/index.ts'
import { handlers as accountsHandlers } from '../../kernel/accounts/routes.ts'
import { type LoadedPlugin, Registry } from '../../kernel/registry.ts'
import communitiesContract from '@atrium/sdk/kernel/communities'
import membership from '@atrium/sdk/kernel/membership'
import { createCommunities } from '../../kernel/communities/index.ts'
import { handlers as communitiesHandlers } from '../../kernel/communities/routes.ts'
import { createRoot, type Modules } from '../../kernel/container.ts'
import { createData } from '../../kernel/data/index.ts'
import { createEvents } from '../../kernel/events/index.ts'
import { type BoundRoute, run } from '../../kernel/http/dispatch.ts'
import { createJobs } from '../../kernel/jobs/index.ts'
import { createMail } from '../../kernel/mail/index.ts'
import { createLimits } from '../../kernel/limits.ts'
import { createLog } from '../../kernel/observe/index.ts'
import { createOutbound } from '../../kernel/outbound/index.ts'
import { cloneDatabase, testSecret } from '../support/database.ts'
import { turn } from '../support/databaseClock.ts'

export const PASSWORD = 'Secret-1'

const plugin = (manifest: Pick<Manifest, 'id' | 'kind'> & Partial<Manifest>, shape: object = {}): LoadedPlugin => ({
  manifest: { title: manifest.id, icon: 'box', sdk: '^1.0', ...manifest },
  contract: defineContract(manifest.id, shape) as Contract,
  server: null,
  dir: '',
  state: 'ready',
  options: {},
  schemas: [],
  defaultOn: manifest.id !== 'shy',
})
/** Vouches for `for <address>`. */
const vouching = { contributes: [contribute(accountsContract.points.invitation, async (_ctx, { token, email }) => token === `for ${email}`)] }
const plugins = [
  { ...plugin({ id: 'ground', kind: 'base' }), server: vouching as never },
  plugin(
    { id: 'polls', kind: 'feature', needs: ['ground'] },
    {
      permissions: { manage: { title: 'Manage polls', grant: ['admin', 'moderator'] }, vote: { title: 'Vote', grant: ['admin', 'moderator', 'member'] } },
      settings: z.object({ most: z.number().int().min(1).default(5), anonymous: z.boolean().default(false) }),
    },
  ),
  plugin({ id: 'quiz', kind: 'feature', needs: ['polls'] }),
  plugin({ id: 'gold', kind: 'feature', tiers: ['business'] }),
  plugin({ id: 'shy', kind: 'feature' }),
]

/** A browser: what it holds as its cookie, and from which address it calls. */
export interface Browser {
  token: string | null
  bearer: string | null
  communityId: number
  ip: string
  /** The cookie of a way in that is half-way. */
  step: string | null
  /** Words for the next page. */
  flash: string | null
  /** The name it asks for, and what marks it as a known device. */
  host: string
  device: string | null
  /** What plugins keep there. */
  marks: Record<string, string | null>
}
export type House = Awaited<ReturnType<typeof openHouse>>

export async function openHouse() {
  const config = {
    dataDir: '/nowhere',
    databaseUrl: await cloneDatabase(),
    databaseAppUrl: null,
    secret: testSecret,
    smtpUrl: null,
    mailFrom: 'a@example.com',
    baseUrl: 'https://atrium.example',
    port: 3000,
    outboundLoopback: false,
    communitiesBy: 'members' as 'members' | 'admins' | 'nobody',
    communitiesEach: 10,
  }
  const log = createLog({ logLevel: 'silent' })
  const data = await createData({ config, log, entities: [], plugins: [] })
  const registry = new Registry(plugins, [accountsContract, communitiesContract, membership])
  const jobs = createJobs({ data, log, communitiesWith: (id) => communities.plugins.communitiesWith(id) })
  await jobs.migrate()
  const mail = createMail({
    config,
    data,
    jobs,
    brandOf: (id) => communities.records.brand(id),
    dress: async (_, letter) => letter,
    isOwn: (address) => communities.isOwn(address),
  })
  const told: { communityId: number; name: string; payload: any }[] = []
  const events = createEvents({
    data,
    jobs,
    log,
    metrics: { eventsRelayed: { inc: () => {} } } as never,
    definitionOf: (name) => registry.event(name),
    subscribersOf: async () => [],
    deliver: async () => [],
    publish: (communityId, _room, name, payload) => told.push({ communityId, name, payload }),
  })
  const outbound = createOutbound({ config })
  const communities = createCommunities({ config, data, jobs, events, registry, outbound })
  const limits = createLimits({ log })
  const accounts = createAccounts({
    limits,
    config,
    clock: () => new Date(Date.now() + offset),
    log,
    data,
    jobs,
    mail,
    events,
    communities,
  })
  const hooks: [string, number, string][] = []
  jobs.register('kernel.enable', async (communityId, { plugin }) => {
    hooks.push(['enable', communityId, plugin])
    await communities.plugins.markReady(communityId, plugin)
  })
  jobs.register('kernel.disable', async (communityId, { plugin }) => void hooks.push(['disable', communityId, plugin]))
  jobs.register('kernel.erase', async (communityId, { memberId }) => void hooks.push(['erase', communityId, String(memberId)]))
  await jobs.start()
  events.start()
  const root = createRoot({
    config,
    log,
    data,
    registry,
    accounts,
    limits,
    communities,
    jobs,
    events,
    mail,
    refusals: await Refusals.load([]),
    clock: () => new Date(),
  } as unknown as Modules)
  const bound = new Map<Route, BoundRoute>()
  for (const [contract, handlers] of [
    [accountsContract, accountsHandlers],
    [communitiesContract, communitiesHandlers],
  ] as const)
    for (const route of Object.values(contract.routes))
      bound.set(route as Route, { route: route as Route, plugin: null, handler: (handlers as any)[(route as Route).name] })

  const ownerId = await accounts.people.createAccount({
    email: 'owner@example.com',
    name: 'Olga Owner',
    password: PASSWORD,
    confirmed: true,
    platformOwner: true,
  })
  const clayId = await communities.create({ name: 'Clay & Fire', ownerAccountId: ownerId })
  let count = 0
  let offset = 0

  const house = {
    config,
    data,
    communities,
    accounts,
    jobs,
    mail,
    told,
    hooks,
    clayId,
    ownerId,
    sql: async <Row = any>(text: string, params?: unknown[]): Promise<Row[]> => (await data.system.query(text, params)).rows as Row[],
    browser: (communityId = clayId, ip = `10.0.0.${++count}`): Browser => ({
      token: null,
      bearer: null,
      communityId,
      ip,
      step: null,
      flash: null,
      host: 'atrium.example',
      device: null,
      marks: {},
    }),
    /** Turns the clock, of the database too. */
    async advance(ms: number) {
      offset += ms
      await turn(data.system, ms)
    },
    /** A member with a session. */
    async member(roles: string[] = [], communityId = clayId) {
      const n = ++count
      const email = `person${n}@example.com`
      const accountId = await accounts.people.createAccount({ email, name: `Person ${n}`, password: PASSWORD })
      const id = await data.unit(
        { communityId, mode: 'write' },
        async (unit) => (await accounts.people.members(unit).add({ email, name: `Person ${n}`, roles })).id,
      )
      const browser = house.browser(communityId)
      await house.call(browser, accountsContract.routes.signIn, { body: { email, password: PASSWORD } })
      return { id, accountId, email, browser }
    },
    async owner(communityId = clayId) {
      const browser = house.browser(communityId)
      await house.call(browser, accountsContract.routes.signIn, { body: { email: 'owner@example.com', password: PASSWORD } })
      return browser
    },
    /** Calls a route as this browser; the answer is the handler's, presented. @throws AtriumError */
    async call(
      browser: Browser,
      route: Route<any, any>,
      input: { params?: object; query?: object; body?: unknown; headers?: Record<string, string> } = {},
    ): Promise<any> {
      root.cradle.limits.reset()
      const community = await communities.state(browser.communityId)
      const identity = await accounts.resolve({ sessionToken: browser.token, bearer: browser.bearer, communityId: browser.communityId, host: browser.host })
      return run({
        root,
        bound: bound.get(route as Route)!,
        state: {
          id: 'test',
          community,
          identity,
          sessionToken: browser.token,
          locale: 'en-US',
          setSession: (token) => void (browser.token = token),
          browser: {
            origin: () => `https://${browser.host}`,
            host: () => browser.host,
            device: () => browser.device,
            setDevice: (mark) => void (browser.device = mark),
            mark: (plugin) => browser.marks[plugin] ?? null,
            setMark: (plugin, mark) => void (browser.marks[plugin] = mark),
            step: () => browser.step,
            setStep: (token) => void (browser.step = token),
            flash: (_tone, key) => void (browser.flash = key),
          },
        },
        ip: browser.ip,
        userAgent: 'test',
        input: { params: input.params ?? {}, query: input.query ?? {}, body: input.body ?? {}, headers: input.headers },
      })
    },
    /** The code of the refusal, `ok` for none. */
    codeOf: (promise: Promise<unknown>): Promise<string> =>
      promise.then(
        () => 'ok',
        (error) => {
          if (error instanceof AtriumError) return error.code
          throw error
        },
      ),
    /** As if this browser had just passed a challenge. */
    /** An API token of an account in the first community. */
    apiToken: (accountId: number, scopes = ['admin']) =>
      accounts.tokens.create(clayId, accountId, { name: 'Robot', kind: 'admin_v2', scopes, expiresAt: null }),
    async prove(browser: Browser) {
      await house.sql('update kernel.session set proved_at = now() where token_hash = $1', [createHash('sha256').update(browser.token!).digest()])
      await data.signal('session.changed', {})
      return browser
    },
    /** The six digits in the newest mail to an address; null when it carries none. */
    async mailedCode(email: string): Promise<string | null> {
      await house.settle()
      const [mail] = await house.sql<{ text: string }>('select text from kernel.mail where recipient = $1 order by id desc limit 1', [email])
      return /^(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? null
    },
    async settle() {
      await until('events and jobs to be done', async () => {
        events.wake()
        jobs.wake()
        const [row] = await house.sql(`select (select count(*) from kernel.event where relayed_at is null)::int as events,
          (select count(*) from graphile_worker.jobs where attempts < max_attempts and (locked_at is not null or run_at <= now()))::int as jobs`)
        return row.events + row.jobs === 0
      })
    },
    /** The token in the newest mail to an address; null when its last mail carries none. */
    async mailedToken(email: string): Promise<string | null> {
      await house.settle()
      const [mail] = await house.sql<{ text: string }>('select text from kernel.mail where recipient = $1 order by id desc limit 1', [email])
      return /_token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? null
    },
    unique: (prefix: string) => `${prefix}-${randomBytes(3).toString('hex')}@example.com`,
    async close() {
      await events.stop()
      await jobs.stop()
      await data.close()
    },
  }
  return house
}
