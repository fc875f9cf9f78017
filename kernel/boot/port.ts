/** The port that Atrium answers at, which is looked at before anything of a database is touched. */
import { createServer, type Server } from 'node:net'
import { StartError } from '../data/index.ts'

/** @throws StartError when another program has it */
export const openPort = (server: Server, port: number): Promise<void> =>
  new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'EADDRINUSE' ? new StartError(`Port ${port} is taken. Stop what uses it, or set PORT to another.`) : error),
    )
    server.listen(port, done)
  })

/** A second start beside a running Atrium would migrate the database under it, only to find the port taken. @throws StartError */
export async function requirePort(port: number): Promise<void> {
  const server = createServer()
  await openPort(server, port)
  await new Promise((closed) => server.close(closed))
}
