/** Starts servers for the browser: the product as it is, in a process of its own, on a free port. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { ADMIN } from './people.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

export interface Server {
  address: string
  /** The folder of what it keeps. */
  data: string
  close(): Promise<void>
}

/** The data folder of a server with the demo, made once a run: others begin with a copy of it. */
const demo = process.env.ATRIUM_TEST_SCRATCH && path.join(process.env.ATRIUM_TEST_SCRATCH, 'demo')
/** The proxy believed in is the walk itself, which says whose network a request comes from. */
const admin = { ATRIUM_ADMIN_EMAIL: ADMIN.email, ATRIUM_ADMIN_PASSWORD: ADMIN.password, ATRIUM_TRUST_PROXY: '1' }

/** @param file what Node runs @param ready the line that says it is ready; its first group is returned too @param data where it keeps what it has */
async function startIn(data: string, file: string, env: NodeJS.ProcessEnv, ready: RegExp): Promise<{ said: string; stop(): Promise<void> }> {
  const server: ChildProcess = spawn(process.execPath, [file], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', ATRIUM_DATA: data, ATRIUM_LOG: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  const said = await new Promise<string>((resolve, reject) => {
    server.once('exit', () => reject(new Error(`The server did not start: ${text}`)))
    server.stdout!.on('data', (chunk: Buffer) => {
      text += chunk
      const found = ready.exec(text)
      if (found) resolve(found[1]!)
    })
  })
  // what went wrong inside is told beside the walk that met it
  createInterface({ input: server.stdout! }).on('line', (line) => /^{"level":[56]0/.test(line) && console.error(line))
  return {
    said,
    async stop() {
      const gone = once(server, 'exit')
      server.kill('SIGTERM')
      await gone
    },
  }
}

/** A process with a data folder of its own, which goes when it is closed. @param from what the folder begins with; default the build of this run */
export async function startProcess(
  file: string,
  env: NodeJS.ProcessEnv,
  ready: RegExp,
  from?: string,
): Promise<{ said: string; data: string; close(): Promise<void> }> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'atrium-e2e-'))
  // the database's user passes through, so that its files lie here too
  chmodSync(data, 0o711)
  if (from) copyFolder(from, data)
  else takeBuild(data)
  const { said, stop } = await startIn(data, file, env, ready)
  return {
    said,
    data,
    async close() {
      await stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
const takeBuild = (data: string) => {
  if (process.env.ATRIUM_TEST_WEB) cpSync(process.env.ATRIUM_TEST_WEB, path.join(data, 'build'), { recursive: true })
}
/** With owners and times, as the database's files are its user's. */
function copyFolder(from: string, to: string) {
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${from} could not be copied: ${stderr}`)
}

const READY = /ready at (http:\S+)/
/** Makes the demo that all servers of this run begin with. */
export async function makeDemo(): Promise<void> {
  if (!demo) return
  mkdirSync(demo, { mode: 0o711 })
  takeBuild(demo)
  const { said: address, stop } = await startIn(demo, 'launch/main.ts', admin, READY)
  await quiet(address)
  await stop()
}
/** Waits until the background has drawn and indexed what the demo brought: else every copy would do so beside its tests. */
async function quiet(address: string) {
  const headers = { 'content-type': 'application/json', origin: address }
  const signedIn = await fetch(`${address}/internal_api/sign_in`, { method: 'POST', headers, body: JSON.stringify(ADMIN) })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const counts = async () => (await (await fetch(`${address}/internal_api/jobs`, { headers: { cookie } })).json()).counts
  for (let calm = 0, last = -1; calm < 3; ) {
    await new Promise((done) => setTimeout(done, 1_000))
    const { running, waiting } = await counts()
    calm = running === 0 && waiting === last ? calm + 1 : 0
    last = waiting
  }
}
/** The product, with the demo community unless `ATRIUM_DEMO` is off. */
export async function startServer(env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const begins = env.ATRIUM_DEMO !== 'off' && demo && existsSync(demo) ? demo : undefined
  const { said, data, close } = await startProcess('launch/main.ts', { ...admin, ...env }, READY, begins)
  return { address: said, data, close }
}
