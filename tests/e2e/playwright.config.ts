/** End-to-end tests against the built product, in Debian's Chromium. */
import { defineConfig } from '@playwright/test'
import os from 'node:os'
import path from 'node:path'

const PORT = Number(process.env.E2E_PORT ?? 3399)
const ROOT = path.resolve(import.meta.dirname, '../..')
const data = process.env.E2E_DATA ?? path.join(os.tmpdir(), `atrium-e2e-${process.pid}`)
process.env.E2E_DATA = data
process.env.E2E_PORT = String(PORT)

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: `${data}-results`,
  globalTeardown: './teardown.ts',
  workers: 1,
  // a browser on a busy machine is late at times; what needed a second try is counted apart
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    baseURL: `http://localhost:${PORT}`,
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
  webServer: {
    command: `${process.execPath} kernel/main.ts`,
    cwd: ROOT,
    url: `http://localhost:${PORT}/ready`,
    timeout: 240_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: { PORT: String(PORT), ATRIUM_DATA: data, ATRIUM_ADMIN_EMAIL: 'admin@example.com', ATRIUM_ADMIN_PASSWORD: 'Kiln-2026!', ATRIUM_LOG: 'warn' },
  },
})
