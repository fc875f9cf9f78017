/** PostgreSQL's client programs, for servers that are not ours. */
import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { StartError } from '../data/index.ts'

/** Runs one on a database; the password does not stand where others can list it. @param take reads what it writes @throws StartError when it is missing or fails */
export async function runClient<T>(
  program: 'pg_dump' | 'pg_restore',
  address: string,
  args: string[],
  take?: (output: Readable) => Promise<T>,
): Promise<T | undefined> {
  const url = new URL(address)
  const password = decodeURIComponent(url.password)
  url.password = ''
  let taken: Promise<T> | undefined
  await new Promise<void>((done, fail) => {
    const child = spawn(program, [...args, `--dbname=${url.href}`], {
      env: { ...process.env, PGPASSWORD: password },
      stdio: ['ignore', take ? 'pipe' : 'ignore', 'pipe'],
    })
    taken = take?.(child.stdout!)
    taken?.catch(fail)
    let said = ''
    child.stderr!.on('data', (chunk) => (said += chunk))
    child.once('error', (cause: NodeJS.ErrnoException) =>
      fail(
        cause.code === 'ENOENT'
          ? new StartError(`For the PostgreSQL of DATABASE_URL this needs ${program}, which is not in PATH; install PostgreSQL's client programs.`, { cause })
          : cause,
      ),
    )
    child.once('exit', (code) => (code === 0 ? done() : fail(new StartError(`${program} failed: ${said.trim() || `exit code ${code}`}`))))
  })
  return taken
}
