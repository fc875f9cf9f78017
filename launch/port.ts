/** The port that Atrium answers at, which is looked at before anything of a database is touched. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartError } from '../kernel/data/errors.ts'

/** What listening at a port threw, in a sentence where another program has it. */
export const portError = (error: NodeJS.ErrnoException, port: number): Error =>
  error.code === 'EADDRINUSE' ? new StartError(`Port ${port} is taken. Stop what uses it, or set PORT to another.`) : error

/** A second start beside a running Atrium would migrate the database under it, only to find the port taken. @throws StartError */
export async function requirePort(port: number): Promise<void> {
  const server = createServer().listen(port)
  await once(server, 'listening').catch((error) => {
    throw portError(error, port)
  })
  await new Promise((closed) => server.close(closed))
}
