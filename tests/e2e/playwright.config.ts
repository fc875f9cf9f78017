/** End-to-end tests against the built product, in Debian's Chromium: each worker has a server and data of its own. */
import { defineConfig } from '@playwright/test'
import os from 'node:os'
import path from 'node:path'

const WORKERS = 2
const FIRST_PORT = Number(process.env.E2E_PORT ?? 3399)
const ROOT = path.resolve(import.meta.dirname, '../..')
const data = process.env.E2E_DATA ?? path.join(os.tmpdir(), `atrium-e2e-${process.pid}`)
process.env.E2E_DATA = data
process.env.E2E_PORT = String(FIRST_PORT)
/** Playwright reads this file in each worker again, which knows its number. */
const address = (worker: number) => `http://localhost:${FIRST_PORT + worker}`
const serverOf = (worker: number) => ({
  command: `${process.execPath} kernel/main.ts`,
  cwd: ROOT,
  url: `${address(worker)}/ready`,
  timeout: 240_000,
  reuseExistingServer: false,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 } as const,
  env: {
    PORT: String(FIRST_PORT + worker),
    ATRIUM_DATA: `${data}/${worker}`,
    ATRIUM_ADMIN_EMAIL: 'admin@example.com',
    ATRIUM_ADMIN_PASSWORD: 'Kiln-2026!',
    ATRIUM_LOG: 'warn',
  },
})

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: `${data}-results`,
  globalTeardown: './teardown.ts',
  workers: WORKERS,
  // a browser on a busy machine is late at times; what needed a second try is counted apart
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    baseURL: address(Number(process.env.TEST_PARALLEL_INDEX ?? 0)),
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // a microphone that beeps, and nobody who has to allow it
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
    trace: 'retain-on-failure',
  },
  webServer: Array.from({ length: WORKERS }, (_, worker) => serverOf(worker)),
})
