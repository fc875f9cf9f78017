/** Stripe's official command line drives the test server over HTTP: a client by whose rules it is judged, and that nobody here wrote. */
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { type TestApp, temporaryFolder, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { openWire } from './wire.ts'

const SHIM = createRequire(import.meta.url).resolve('@stripe/cli/bin/shim.js')

describe('Stripe’s command line', () => {
  let app: TestApp
  let wire: Awaited<ReturnType<typeof openWire>>
  before(async () => {
    app = await testApp(['plugins/payments'])
    wire = await openWire(app)
  })
  after(async () => {
    wire?.close()
    await app?.close()
  })

  /** What it prints, whatever it thinks of it. */
  const stripe = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((done) => {
      const env = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, STRIPE_CLI_TELEMETRY_OPTOUT: '1', STRIPE_API_KEY: 'sk_test_any' }
      execFile(process.execPath, [SHIM, ...args, '--api-base', `http://127.0.0.1:${wire.port}`], { env }, (error, out, err) =>
        done({ code: error ? Number(error.code) : 0, out, err }),
      )
    })
})
