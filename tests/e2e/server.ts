/** Starts servers for the browser: the product as it is, in a process of its own, on a free port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ADMIN } from './people.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

export interface Server {
  address: string
  close(): Promise<void>
}

/** @param file what Node runs @param ready the line that says it is ready; its first group is returned too */
export async function startProcess(file: string, env: NodeJS.ProcessEnv, ready: RegExp): Promise<{ said: string; close(): Promise<void> }> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'atrium-e2e-'))
  const built = process.env.ATRIUM_TEST_WEB
  if (built) cpSync(built, path.join(data, 'build'), { recursive: true })
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
  return {
    said,
    async close() {
      const gone = once(server, 'exit')
      server.kill('SIGTERM')
      await gone
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** The product, with the demo community unless `ATRIUM_DEMO` is off. */
export async function startServer(env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const admin = { ATRIUM_ADMIN_EMAIL: ADMIN.email, ATRIUM_ADMIN_PASSWORD: ADMIN.password }
  const { said, close } = await startProcess('kernel/main.ts', { ...admin, ...env }, /ready at (http:\S+)/)
  return { address: said, close }
}
