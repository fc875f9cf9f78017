/** Playwright's `test` with a server for each worker, so that specs side by side never meet. */
import { test as bare } from '@playwright/test'
import { type AddressInfo, createServer } from 'node:net'
import { type Server, startServer } from './server.ts'

export { expect } from '@playwright/test'

/** `test` whose server has these variables besides; asked for as the worker begins. */
export const testWith = (env: NodeJS.ProcessEnv | (() => Promise<NodeJS.ProcessEnv>)) =>
  bare.extend<{}, { server: Server }>({
    server: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
      async ({}, use) => {
        const server = await startServer(typeof env === 'function' ? await env() : env)
        await use(server)
        await server.close()
      },
      { scope: 'worker', timeout: 480_000 },
    ],
    baseURL: async ({ server }, use) => use(server.address),
  })
export const test = testWith({})

/** For a server that says its own address to others, as in scripts and payment pages: its port is known before it starts. */
export async function knownPort(): Promise<NodeJS.ProcessEnv> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, done))
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  return { PORT: String(port) }
}
