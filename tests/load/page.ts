/**
 * What the signed-in home page fetches, cold: `node tests/load/page.ts <address> <email> <password>`, beside a server that runs.
 * Bodies are compressed here, all in the same way, as servers and browsers agree on different ways. CHROMIUM names the browser.
 */
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { n } from './measure.ts'

const [address = 'http://localhost:3000', email = '', password = ''] = process.argv.slice(2)
/** What comes after the page is at rest for as long belongs to somebody's next act. */
const REST_MS = 2500

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
})
const signedIn = await browser.newContext({ locale: 'en-US' })
const answer = await signedIn.request.post(`${address}/internal_api/sign_in`, { data: { email, password }, headers: { origin: address } })
if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}: ${await answer.text()}`)
// a context of its own, so that nothing is in the browser's cache
const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 }, storageState: await signedIn.storageState() })
const page = await context.newPage()
const found: Promise<{ path: string; kind: string; size: number }>[] = []
page.on('requestfinished', (request) => {
  const sized = async () => {
    const body = await (await request.response())!.body().catch(() => Buffer.alloc(0))
    const { pathname } = new URL(request.url())
    return { path: pathname, kind: request.resourceType(), size: gzipSync(body).length }
  }
  found.push(sized())
})
await page.goto(address)
await page.locator('[data-screen="home/Home"]').waitFor()
await page.waitForLoadState('networkidle')
await page.waitForTimeout(REST_MS)
const all = (await Promise.all(found)).filter(({ kind }) => kind !== 'websocket')
await browser.close()

const pictures = new Set(['image', 'media'])
const files = all.filter(({ kind }) => !pictures.has(kind))
for (const { path, kind, size } of [...files].sort((one, other) => other.size - one.size))
  console.log(`${n(size / 1000, 1).padStart(8)} kB  ${kind.padEnd(10)} ${path}`)
const scripts = files.filter(({ kind }) => kind === 'script')
const sum = scripts.reduce((total, { size }) => total + size, 0)
console.log(`JavaScript ${n(sum / 1000, 1)} kB gzipped in ${scripts.length} files; ${files.length} requests beside ${all.length - files.length} pictures`)
