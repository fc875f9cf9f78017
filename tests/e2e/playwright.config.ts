/** End-to-end tests against the built product, in Debian's Chromium. */
import { defineConfig } from '@playwright/test'
import os from 'node:os'
import path from 'node:path'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './demo.ts',
  outputDir: path.join(os.tmpdir(), `atrium-e2e-${process.pid}-results`),
  // each has a server of its own (test.ts)
  workers: 2,
  // a browser on a busy machine is late at times; what needed a second try is counted apart
  retries: 1,
  // these end what hangs, also on a machine that is half as fast; no speed is judged by them
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
  use: {
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
        // a microphone that beeps, a camera of few pictures, as each is work, and nobody who has to allow them
        '--use-fake-device-for-media-stream=fps=5',
        '--use-fake-ui-for-media-stream',
      ],
    },
    // pictures of every moment cost a third of a small machine
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
})
