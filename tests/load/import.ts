/** 50,000 rows are imported while others read a feed: how long it takes, and how much longer a feed takes to answer meanwhile. */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { middle, n, load, type Result } from './measure.ts'
import { startServer } from './processes.ts'

const ROWS = 50_000
const CONNECTIONS = 4
const GOALS = 'within 120 s; feeds within 1.2 times'

/** @param main what starts Atrium @param data a folder of its own, made anew */
export async function benchImport({ data, main, seconds }: { data: string; main: string; seconds: number }): Promise<void> {
  rmSync(data, { recursive: true, force: true })
  const admin = { email: 'bench@example.com', password: `A1!${randomBytes(9).toString('base64url')}` }
  const env = { ATRIUM_DATA: data, ATRIUM_DEMO: 'off', ATRIUM_ADMIN_EMAIL: admin.email, ATRIUM_ADMIN_PASSWORD: admin.password, ATRIUM_LOG: 'error' }
  const server = await startServer(main, env, '/ready')
  try {
    let cookie = ''
    const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const isBytes = Buffer.isBuffer(body)
      const sent = { ...(body && !isBytes ? { 'content-type': 'application/json' } : {}), origin: server.url, cookie, ...headers }
      const bytes = isBytes ? new Uint8Array(body) : body ? JSON.stringify(body) : undefined
      const response = await fetch(path.startsWith('http') ? path : server.url + path, { method, headers: sent, body: bytes })
      cookie ||= response.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      const text = await response.text()
      return text ? JSON.parse(text) : null
    }
    await call('POST', '/internal_api/sign_in', admin)
    const feed = (): Promise<Result> => load(server, 0, [{ method: 'GET', path: '/internal_api/home_feed', headers: { cookie } }], CONNECTIONS, seconds)
    await feed()
    const before = middle([await feed(), await feed(), await feed()])
    const rows = Array.from({ length: ROWS }, (_, at) => `row${at}@import.example,Person ${at},Potter,"Town ${at % 500}, Somewhere"`)
    const csv = Buffer.from(`email,name,headline,location\r\n${rows.join('\r\n')}\r\n`)
    const { direct_upload: upload } = await call('POST', '/internal_api/direct_uploads', {
      blob: { filename: 'people.csv', byte_size: csv.length, content_type: 'text/csv' },
    })
    const { signed_id } = await call('PUT', upload.url, csv, upload.headers)
    const task = await call('POST', '/internal_api/one_schema_import_contacts', { contact_type: 'member', signed_id })
    const address = `/internal_api/bulk_import_tasks/${task.id}`
    const until = async (status: string, meanwhile: () => Promise<unknown>) => {
      const began = performance.now()
      for (;;) {
        const now = await call('GET', address)
        if (now.status === status) return (performance.now() - began) / 1000
        if (now.status === 'failed') throw new Error(now.problem)
        await meanwhile()
      }
    }
    await call('POST', `${address}/check`)
    const checked = await until('ready', () => new Promise((done) => setTimeout(done, 200)))
    const during: Result[] = []
    await call('POST', `${address}/run`)
    const applied = await until('done', async () => during.push(await feed()))
    const busy = middle(during)
    console.log(`\nImport of ${n(ROWS)} rows: checked in ${n(checked, 1)} s, imported in ${n(applied, 1)} s (${GOALS})`)
    console.log(
      `Home feed at ${CONNECTIONS} connections: p50 ${n(before.p50, 1)} ms before, ${n(busy.p50, 1)} ms meanwhile: ${n(busy.p50 / before.p50, 2)} times; p99 ${n(before.p99, 1)} and ${n(busy.p99, 1)} ms`,
    )
  } finally {
    await server.stop()
  }
}
