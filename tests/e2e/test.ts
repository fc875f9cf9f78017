/** Playwright's `test` with a server for each worker, so that specs side by side never meet. */
import { test as bare } from '@playwright/test'
import { type Server, startServer } from './server.ts'

export { expect } from '@playwright/test'

export const test = bare.extend<{}, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 480_000 },
  ],
  baseURL: async ({ server }, use) => use(server.address),
})
