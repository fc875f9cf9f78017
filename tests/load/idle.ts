/** What plugins cost that have nothing to do: a constant answer through the whole house, with thirty of them and without, beside Koa's hello. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startEmbedded } from '../../launch/embedded.ts'
import { load, middle, n, percent, type Result } from './measure.ts'
import { type Running, startModule, startServer } from './processes.ts'

const HERE = import.meta.dirname
const HOME = path.resolve(HERE, '../..')
const IDLE = 30
const CONNECTIONS = 16
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** A plugin that listens, contributes, keeps house and has a route, none of which is asked for; the first one answers the constant. */
function writePlugin(folder: string, id: string, isAsked: boolean): void {
  const file = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  const sdk = (name: string) => path.join(HOME, 'sdk', name)
  file(
    'plugin.ts',
    `import { definePlugin } from '${sdk('index.ts')}'\nexport default definePlugin({ id: '${id}', title: '${id}', icon: 'activity', sdk: '^1.0', kind: 'feature', needs: ['posts'] })\n`,
  )
  file(
    'contract.ts',
    `import { defineContract, done, event, get, id, open, z } from '${sdk('index.ts')}'
export default defineContract('${id}', {
  permissions: { use: { title: 'Use it', grant: ['admin', 'member'] } },
  settings: z.object({ on: z.boolean().default(true) }),
  routes: {
    ${isAsked ? `hello: get('/internal_api/hello', { can: open('a benchmark asks'), reply: done }),` : ''}
    other: get('/internal_api/${id}/:id', { can: 'member', params: z.object({ id }), reply: done }),
  },
  events: { 'it.happened': event(z.object({ id }), { realtime: 'community' }) },
})\n`,
  )
  const answer = `() => ({ success: true as const })`
  file(
    'server/index.ts',
    `import { contribute, defineServer, job, on, runs } from '${sdk('server/index.ts')}'
import communities from '${sdk('kernel/communities/contract.ts')}'
import { z } from '${sdk('index.ts')}'
import posts from '${path.join(HOME, 'plugins/posts/contract.ts')}'
import contract from '../contract.ts'
export default defineServer(contract, {
  on: [on(posts.events['post.published'], 'hear', async () => {}), on(posts.events['post.updated'], 'hear-more', async () => {})],
  jobs: [runs(job('sweep', z.object({})), async () => {}, { schedule: '5 5 * * *' })],
  contributes: [contribute(communities.points.unread, async () => false)],
  rooms: { '${id}': async () => false },
  hooks: { start: async () => {}, enable: async () => {} },
  routes: { ${isAsked ? `hello: ${answer}, ` : ''}other: ${answer} },
})\n`,
  )
}

/** @param only `idle hooks` or a part of it */
export async function benchIdle(options: { data: string; only: string; seconds: number; turns: number; main: string }): Promise<void> {
  if (!'idle hooks'.includes(options.only)) return
  const dataDir = path.join(options.data, 'idle')
  const plugins = path.join(dataDir, 'plugins')
  rmSync(plugins, { recursive: true, force: true })
  const ids = Array.from({ length: IDLE }, (_, i) => `idle${i + 1}`)
  for (const [i, id] of ids.entries()) writePlugin(path.join(plugins, id), id, i === 0)
  const listOf = (count: number) => {
    const file = path.join(plugins, `${count}.config.ts`)
    writeFileSync(
      file,
      `import path from 'node:path'
import entries from '${path.join(HOME, 'plugins.config.ts')}'
const all = entries.map((entry) => (typeof entry === 'string' ? { from: entry } : entry))
export default [...all.map((entry) => ({ ...entry, from: path.resolve('${HOME}', entry.from) })), ...${JSON.stringify(ids.slice(0, count))}.map((id) => ({ from: '${plugins}/' + id }))]\n`,
    )
    return file
  }
  const database = await startEmbedded({ dataDir, log: quiet })
  const env = { ATRIUM_DATA: dataDir, DATABASE_URL: database.url, ATRIUM_DEMO: 'off', ATRIUM_LOG: 'error', ATRIUM_URL: '' }
  const sides: [name: string, server: Running, path: string][] = [
    ['bare', await startModule(path.join(HERE, 'hello.ts'), {}), '/'],
    ['with 1', await startServer(options.main, { ...env, ATRIUM_PLUGINS: listOf(1) }, '/ready'), '/internal_api/hello'],
    ['with 30', await startServer(options.main, { ...env, ATRIUM_PLUGINS: listOf(IDLE) }, '/ready'), '/internal_api/hello'],
  ]
  const results = new Map<string, Result[]>(sides.map(([name]) => [name, []]))
  for (let turn = -1; turn < options.turns; turn++)
    for (const [name, server, address] of sides) {
      const result = await load(server, 0, [{ method: 'GET', path: address, headers: { accept: 'application/json' } }], CONNECTIONS, options.seconds)
      if (turn >= 0) results.get(name)!.push(result)
    }
  const [bare, one, thirty] = sides.map(([name]) => middle(results.get(name)!)) as [Result, Result, Result]
  // as the goal's yardstick is made, Koa's hello with idle middlewares in its way: what thirty cost here, put in the way of that hello
  const hooks = Math.max(0, 1 / thirty.rate - 1 / one.rate) * (IDLE / (IDLE - 1))
  const hooked = 1 / (1 / bare.rate + hooks)
  console.log(`\n## Idle hooks of ${IDLE} plugins, at ${CONNECTIONS} connections\n`)
  console.log(`| what | req/s | beside Koa's hello | p50/p99 ms | CPU ms | goal | failed |\n|---|---|---|---|---|---|---|`)
  const line = (what: string, { rate, p50, p99, server, failed }: Result) =>
    console.log(`| ${what} | ${n(rate)} | ${percent(rate, bare.rate)} | ${n(p50)}/${n(p99)} | ${n(server, 3)} | | ${failed} |`)
  line(`Koa's hello`, bare)
  line('the whole way through Atrium, 1 idle plugin', one)
  line(`the whole way through Atrium, ${IDLE} idle plugins`, thirty)
  console.log(`| Koa's hello with what ${IDLE} add | ${n(hooked)} | ${percent(hooked, bare.rate)} | | | ≥ 70% | |`)
  for (const [, server] of sides) await server.stop()
  await database.stop()
}
