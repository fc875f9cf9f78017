/** What a benchmark needs of the machine: child processes on free ports, and how much processor they took. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { memoryEnv, memoryFlags } from '../../launch/memory.mjs'

/** Ticks of /proc are hundredths of a second on every Linux that Node runs on. */
const TICK_MS = 10

interface Usage {
  pid: number
  parent: number
  /** Of itself and of the children it has waited for, ms. */
  ms: number
}
function usages(): Usage[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        // The name in brackets may hold blanks; fields 14 to 17 are utime, stime, cutime, cstime.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
        return [{ pid: Number(name), parent: Number(fields[1]), ms: ticks * TICK_MS }]
      } catch {
        return []
      }
    })
}

/** Processor time of these processes and of all below them, ms since they began. */
export function cpuOf(pids: number[]): number {
  const all = usages()
  const below = (pid: number): number => all.filter(({ parent }) => parent === pid).reduce((sum, child) => sum + child.ms + below(child.pid), 0)
  return pids.reduce((sum, pid) => sum + (all.find((usage) => usage.pid === pid)?.ms ?? 0) + below(pid), 0)
}

/** Resident memory, MiB. */
export function memoryOf(pid: number): number {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}

export const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

export interface Running {
  url: string
  pid: number
  /** From the start of the process to its first answer, ms. */
  startedIn: number
  stop(): Promise<void>
}

const ended = (child: ChildProcess) =>
  new Promise<void>((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    child.once('exit', () => done())
    child.kill('SIGTERM')
  })

/** Starts a program that listens on PORT, and waits for its first good answer. */
export async function startServer(file: string, env: NodeJS.ProcessEnv, ready: string): Promise<Running> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, [...memoryFlags, file], {
    env: { ...memoryEnv, ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`)
    const good = await fetch(url + ready).then(
      (response) => response.ok,
      () => false,
    )
    if (good) break
    await new Promise((done) => setTimeout(done, 10))
  }
  return { url, pid: child.pid!, startedIn: performance.now() - started, stop: () => ended(child) }
}

/** Starts a module that says its port over the channel. */
export async function startModule(file: string, env: NodeJS.ProcessEnv): Promise<Running> {
  const started = performance.now()
  const child = fork(file, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const { port } = await new Promise<{ port: number }>((done, fail) => {
    child.once('message', (message) => done(message as { port: number }))
    child.once('exit', (code) => fail(new Error(`${file} ended with ${code}`)))
  })
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, startedIn: performance.now() - started, stop: () => ended(child) }
}
