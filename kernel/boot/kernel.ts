/** Puts the modules together into one running kernel; main.ts and the testing kit both start here. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Contract, LOCALES, localeOfReader } from '@atrium/sdk'
import { apartFrom, type ErasedMember, Refusals, Words } from '@atrium/sdk/server'
import accountsContract from '@atrium/sdk/kernel/auth'
import { createAccounts } from '../accounts/index.ts'
import { handlers as accountsHandlers } from '../accounts/routes.ts'
import communitiesContract, { CommunitySettings, withSettings } from '@atrium/sdk/kernel/communities'
import membership from '@atrium/sdk/kernel/membership'
import shellContract from '@atrium/sdk/kernel/shell'
import { createCommunities } from '../communities/index.ts'
import { handlers as communitiesHandlers } from '../communities/routes.ts'
import type { DevServer, WebFiles } from '@atrium/sdk/build'
import type { Config } from '../config.ts'
import { createRoot, type RootContainer, type Modules } from '../container.ts'
import { createData, StartError } from '../data/index.ts'
import { createEvents } from '../events/index.ts'
import { createFiles } from '../files/index.ts'
import { createLimits } from '../limits.ts'
import { noCalls } from '../calls.ts'
import { createApp, type KernelRoutes } from '../http/app.ts'
import { createMeter } from '../http/meter.ts'
import { SESSION_COOKIE } from '../http/identify.ts'
import healthContract from '@atrium/sdk/kernel/health'
import { createJobs } from '../jobs/index.ts'
import { createMail } from '../mail/index.ts'
import { createHealth, createLog, createMetrics, requireRoom } from '../observe/index.ts'
import { createOutbound, type Lookup } from '../outbound/index.ts'
import { createRealtime, type Handshake } from '../realtime/index.ts'
import { deliverTo, handOver, mayJoin, registerCounters, registerJobs, subscribersOf, unreadIn } from './background.ts'
import { discover, load } from './discover.ts'
import { registerEnding } from './ending.ts'
import { erase } from './erasure.ts'
import { fail, runHook, startPlugins, stopPlugins, workIn } from './lifecycle.ts'
import { type LoadedPlugin, Registry } from '../registry.ts'
import { failFaulty, sound } from '@atrium/sdk/check'
import { dressed } from '@atrium/sdk/mail'

export const HOME = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const kernelRoutes = (settings: typeof CommunitySettings): KernelRoutes[] => [
  { contract: accountsContract, handlers: accountsHandlers },
  { contract: withSettings(communitiesContract, settings), handlers: communitiesHandlers },
]
export const kernelContracts: Contract[] = [...kernelRoutes(CommunitySettings).map(({ contract }) => contract), healthContract, membership, shellContract]

/** discover → validate → load. What is wrong with a plugin stands in its `error`. @throws StartError for plugins that are not there */
export async function readPlugins(config: Config): Promise<LoadedPlugin[]> {
  const { found, problems } = await discover(config.plugins, config.pluginsBase)
  if (problems.length) throw new StartError(problems.join('\n'))
  const plugins = await Promise.all(sound(found).map(load))
  failFaulty(plugins, kernelContracts)
  return plugins
}

/** What is built and migrated: plugins that work. */
export const sourcesOf = (plugins: LoadedPlugin[]) =>
  plugins.filter(({ state }) => state === 'ready').map(({ manifest, dir }) => ({ id: manifest.id, dir, manifest }))

export interface KernelOptions {
  /** With the database that is open: `openDatabase` of `launch/` says which. */
  config: Config & { databaseUrl: string }
  plugins: LoadedPlugin[]
  web?: WebFiles
  /** `npm run dev`: sources straight from Vite instead of the build. */
  development?: (server: Server) => Promise<DevServer>
  clock?: () => Date
  log?: Modules['log']
  /** All addresses of a name that is called; default the system's. */
  lookup?: Lookup
}

export async function createKernel({ config, plugins, web, development, clock = () => new Date(), log = createLog(config), lookup }: KernelOptions) {
  const entities = plugins.flatMap(({ server }) => server?.entities ?? [])
  const data = await createData({ config, log, clock, entities, plugins: sourcesOf(plugins) })
  const registry = new Registry(plugins, kernelContracts)
  const metrics = createMetrics()
  const jobs = createJobs({ data, log, communitiesWith: (plugin) => communities.plugins.communitiesWith(plugin) })
  await jobs.migrate()
  const health = createHealth({
    data,
    failedPlugins: () => plugins.filter(({ state }) => state === 'failed').map(({ manifest, error }) => ({ id: manifest.id, error })),
    pausedQueues: () => jobs.paused(),
    sweepWaits: () => files.waits(),
    worker: config.worker ? () => jobs.alive() : undefined,
    parts: {
      files: () => files.check(),
      disk: () => requireRoom(config.dataDir),
      ...(config.redisUrl && { redis: () => limits.check() }),
      ...(config.smtpUrl && { mail: () => mail.check() }),
    },
  })
  const mail = createMail({
    config,
    data,
    jobs,
    brandOf: (communityId) => communities.records.brand(communityId),
    dress: async (communityId, letter) =>
      (await workIn(root, { communityId, plugin: accountsContract.id, mode: 'read' }, (ctx) => dressed(ctx, 'auth', letter))) ?? letter,
    isOwn: (address) => communities.isOwn(address),
  })
  const events = createEvents({
    data,
    jobs,
    log,
    metrics,
    definitionOf: (name) => registry.event(name),
    subscribersOf: (name, communityId) => subscribersOf(root, name, communityId),
    deliver: (subscriber, events) => deliverTo(root, subscriber, events),
    publish: (communityId, room, name, payload) => realtime.publish(communityId, room, name, payload),
    published: () => realtime.published(),
  })
  const unread = (communityId: number, memberId: number) => unreadIn(root, communityId, memberId)
  const outbound = createOutbound({ config, lookup, named: plugins.map(({ manifest }) => manifest.outbound ?? {}) })
  const communities = createCommunities({ config, data, jobs, events, registry, outbound, unreadIn: unread })
  const limits = createLimits({ redisUrl: config.redisUrl, log })
  const accounts = createAccounts({ limits, config, clock, log, data, jobs, mail, events, communities })
  const files = createFiles({ config, log, data, jobs, communities, clock })
  await files.start()
  if (config.formerSecrets.length) await accounts.secondFactor.reseal()
  const house = ['shell', 'sdk'].map((id) => ({ id, dir: join(HOME, id) }))
  const speakers = plugins.map((plugin) => {
    const { manifest, dir } = plugin
    return { id: manifest.id, dir, manifest, fail: (error: Error) => fail(plugin, error, log) }
  })
  const refusals = await Refusals.load([...house, ...speakers])
  const words = await Words.load([...house, ...speakers], LOCALES)
  const identityOf = async ({ host, cookies }: Handshake) => {
    const sessionToken = cookies[SESSION_COOKIE]
    if (!sessionToken) return null
    const communityId = await communities.resolveHost(host, await accounts.chosenCommunity(sessionToken, host))
    const identity = await accounts.resolve({ sessionToken, bearer: null, communityId, host })
    return communityId !== null && identity?.member ? { communityId, identity, member: identity.member } : null
  }
  const realtime = createRealtime({
    config,
    log,
    data,
    // who somebody is was asked when the socket came, and is kept: after a break rooms by the thousand are joined anew
    mayJoin: async (communityId, memberId, room, handshake) => {
      const who = await identityOf(handshake)
      return who?.communityId === communityId && who.member.id === memberId && mayJoin(root, communityId, who.identity, room)
    },
    allowedOrigins: async (communityId) => (await communities.state(communityId)).settings.cors_origins ?? [],
    say: (refusal, languages) => refusals.say(refusal, localeOfReader(undefined, languages)),
    authenticate: async (handshake) => {
      const who = await identityOf(handshake)
      // an admin who impersonates a member must not make that member appear online
      if (!who || who.identity.masquerade) return null
      const { communityId, identity, member } = who
      const locale = localeOfReader(identity.account, handshake.languages, (await communities.state(communityId)).info.locale)
      const apart = await workIn(root, { communityId, plugin: communitiesContract.id, mode: 'read', identity }, apartFrom)
      return { communityId, memberId: member.id, accountId: identity.account.id, sessionId: identity.sessionId, locale, apart: apart ?? new Set() }
    },
  })
  metrics.watch('atrium_database_connections', 'Connections of each pool by state; waiting counts callers without one', ['pool', 'state'], async () => {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = data.system
    return Object.entries({ app: data.app.counts, system: { total, idle, waiting } }).flatMap(([pool, { total, idle, waiting }]) =>
      Object.entries({ busy: total - idle, idle, waiting }).map(([state, count]) => [{ pool, state }, count] as const),
    )
  })
  metrics.watch('atrium_jobs', 'Jobs by state; dead ones wait for an admin', ['state'], async () =>
    Object.entries(await jobs.counts()).map(([state, count]) => [{ state }, count] as const),
  )
  const waiting = async (of: 'jobs' | 'age') => (await jobs.waiting()).map((row) => [{ task: row.task }, row[of]] as const)
  metrics.watch('atrium_jobs_due', 'Jobs that could begin, by task', ['task'], () => waiting('jobs'))
  metrics.watch('atrium_jobs_oldest_seconds', 'How long the oldest job that could begin has waited, by task', ['task'], () => waiting('age'))
  metrics.watch('atrium_mails', 'Mails of the last day by state', ['state'], async () =>
    Object.entries(await mail.counts()).map(([state, count]) => [{ state }, count] as const),
  )
  metrics.watch('atrium_health', '1 where a check of /health passes, else 0', ['check'], async () =>
    Object.entries((await health.check()).checks).map(([check, { ok }]) => [{ check }, Number(ok)] as const),
  )
  metrics.watch('atrium_sockets', 'Open sockets of this process', [], async () => [[{}, realtime.sockets()]])
  const root: RootContainer = createRoot({
    config,
    log,
    metrics,
    health,
    data,
    registry,
    accounts,
    communities,
    jobs,
    events,
    mail,
    files,
    outbound,
    realtime,
    limits,
    calls: noCalls(),
    refusals,
    words,
    clock,
  })
  const deadlineMs = 5 * 60_000
  jobs.register('kernel.enable', (communityId, { plugin }) => runHook(root, communityId, plugin, 'enable'), undefined, { deadlineMs })
  jobs.register('kernel.disable', (communityId, { plugin }) => runHook(root, communityId, plugin, 'disable'), undefined, { deadlineMs })
  jobs.register('kernel.erase', (communityId, person: ErasedMember) => erase(root, communityId, person), undefined, { deadlineMs })
  registerEnding(root)
  registerCounters(root)
  registerJobs(root)
  await startPlugins(plugins, root)

  const server = createServer({
    connectionsCheckingInterval: 5_000,
    headersTimeout: 10_000,
    requestTimeout: 600_000,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 32_768,
  })
  const dev = await development?.(server)
  const meter = createMeter((communityId, calls) => handOver(root, communityId, calls))
  const http = await createApp(root, kernelRoutes(registry.communitySettings), (dev?.web ?? web)!, dev?.middleware ?? null, meter)
  server.on('request', http.app.callback())

  return {
    root,
    modules: root.cradle,
    plugins,
    http,
    meter,
    server,
    /** Opens the port, starts sockets, jobs and schedules. Returns the port. */
    async listen(port: number): Promise<number> {
      await realtime.attach(server)
      if (config.worker) await jobs.start()
      events.start()
      server.listen(port)
      await once(server, 'listening')
      health.started()
      const address = server.address()
      return typeof address === 'object' && address ? address.port : port
    },
    /** Ends requests (10 s at most), sockets, jobs, plugins and the database, in that order. */
    async stop(): Promise<void> {
      health.stopping()
      const closed = server.listening ? new Promise<void>((done) => server.close(() => done())) : Promise.resolve()
      await realtime.stop()
      server.closeIdleConnections()
      await Promise.race([closed, new Promise((done) => setTimeout(done, 10_000).unref())])
      server.closeAllConnections()
      http.shedder.stop()
      await meter.stop()
      await events.stop()
      await jobs.stop()
      await mail.stop()
      await stopPlugins(plugins)
      await dev?.close()
      limits.close()
      await data.close()
    },
  }
}
export type Kernel = Awaited<ReturnType<typeof createKernel>>
