/** Every route of /openapi.json under strange input: no fault of ours, one shape of errors, a process that lives (A25, A63–A65, A67–A70). */
import { expect } from 'chai'
import type { TestApp } from '@atrium/sdk/testing'
import { inputs } from './inputs.ts'
import { Strange } from './strange.ts'
import { fillSide, makeTarget, openWorld, type Side, sessionFor, type Target } from './world.ts'

const SEED = Number(process.env.ATRIUM_FUZZ_SEED ?? 20_260_131)
/** Requests a route, half of them as admin and half as visitor. */
const REQUESTS = Number(process.env.ATRIUM_FUZZ_REQUESTS ?? 40)
const AT_ONCE = 4

interface Operation {
  method: string
  address: string
  operationId: string
  parameters?: { name: string; in: 'path' | 'query'; schema: Record<string, any> }[]
  requestBody?: { content: Record<string, { schema: Record<string, any> }> }
}

describe('fuzz', function () {
  this.timeout(120_000 + REQUESTS * 2_000)
  const strange = new Strange(SEED)
  const untouched = JSON.stringify(Reflect.ownKeys(Object.prototype).map(String))
  const lost: unknown[] = []
  const note = (error: unknown) => lost.push(error)
  let app: TestApp
  let side: Side
  let operations: Operation[]

  before(async () => {
    process.on('unhandledRejection', note)
    app = await openWorld()
    side = await fillSide(app, 'fuzz', await app.primaryId())
    const { body } = await app.as(null).send('GET', '/openapi.json')
    operations = Object.entries<Record<string, any>>(body.paths).flatMap(([address, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), address })),
    )
  })
  after(async () => {
    process.off('unhandledRejection', note)
    await app?.close()
  })

  /** In a path or query; half of a surrogate pair has no place in an address, so its bytes stand there raw. */
  const inAddress = (value: unknown) => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    if (!text.isWellFormed()) return '%ed%a0%80'
    return strange.odds(0.05) ? strange.pick(['%ff', '%', '%2e%2e%2f', '%00', '%c0%ae']) : encodeURIComponent(text.slice(0, 1_500).toWellFormed())
  }
  /** Half of the calls start from what would be right, so that they come through to the handlers. */
  function build({ method, address, operationId, parameters = [], requestBody }: Operation, target: Target) {
    const right = strange.odds(0.5) ? (inputs[operationId]?.input?.(target) ?? {}) : null
    const strangeness = strange.pick([0, 0.1, 0.4, 1])
    const query: string[] = []
    let path = address
    for (const { name, in: place, schema } of parameters) {
      const value =
        (place === 'path' && right && !strange.odds(strangeness / 4) ? right.params?.[name] : undefined) ??
        strange.fitting(schema, strangeness / (place === 'path' ? 2 : 1))
      if (place === 'path') path = path.replace(`{${name}}`, () => inAddress(value) || '0')
      else if (strange.odds(0.7))
        query.push(...(Array.isArray(value) ? value.slice(0, 5) : [value]).map((item) => `${name}${strange.odds(0.05) ? '[a]' : ''}=${inAddress(item)}`))
    }
    if (strange.odds(0.1))
      query.push(strange.pick(['__proto__[x]=1', 'constructor=1', 'fields=password_hash', 'include=sessions', 'sort=email', 'per_page=1e9', 'cursor=%00']))
    const headers: Record<string, string> = { accept: 'application/json' }
    let body: string | undefined
    const schema = requestBody?.content['application/json']?.schema
    if (method !== 'GET') {
      headers['content-type'] = 'application/json'
      if (!schema && requestBody)
        Object.assign(headers, { 'content-type': 'application/octet-stream', 'upload-offset': String(strange.pick<unknown>([0, 1, -1, 1e30, 'x'])) })
      const made = () => (right?.body ? strange.bent(right.body, strangeness / 2) : strange.fitting(schema ?? { type: 'object' }, strangeness))
      body = JSON.stringify(strange.odds(strangeness / 4) ? strange.anything() : made())
      if (strange.odds(0.04)) body = strange.pick(['{', '', 'null', '"\\ud800"', '[1,', `{"a":${'['.repeat(5_000)}`, '{"a":1,"a":{"__proto__":1}}', '\u0000'])
      if (strange.odds(0.03))
        headers['content-type'] = strange.pick(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/json; charset=utf-7'])
    }
    return { method, address: query.length ? `${path}?${query.join('&')}` : path, headers, body }
  }

  /** Roles and status are among what is fuzzed. */
  async function reinstate() {
    const { id, communityId } = side.admin
    await app.sql(`update kernel.member set roles = '{member,admin}', status = 'active' where id = $1`, [id])
    await app.kernel.rooms.data.signal('member.changed', { communityId, memberId: id })
  }

  it(`answers ${REQUESTS} requests a route with no 5xx, and every refusal with the envelope (seed ${SEED})`, async () => {
    const wrong: string[] = []
    const answered = new Set<string>()
    let target = side.open
    for (const operation of operations) {
      await reinstate()
      if (inputs[operation.operationId]?.uses) target = await makeTarget(app, side, 'open')
      const { token } = await sessionFor(app, side.admin.accountId, side.communityId)
      const requests = Array.from({ length: REQUESTS }, (_, n) => ({ ...build(operation, target), cookie: n % 2 ? `atrium_session=${token}` : null }))
      const one = async () => {
        for (let request = requests.pop(); request; request = requests.pop()) {
          app.resetLimits()
          const { address, cookie, body, ...rest } = request
          const headers = { ...rest.headers, ...(cookie ? { cookie } : {}) }
          const response = await fetch(app.url + address, { ...rest, headers, body, redirect: 'manual' })
          const text = await response.text()
          if (response.status < 300) answered.add(operation.operationId)
          const title = `${operation.operationId} ${rest.method} ${address.slice(0, 200)} ${body?.slice(0, 300)} as ${cookie ? 'admin' : 'visitor'}: ${response.status} ${text.slice(0, 200)}`
          if (response.status >= 500) wrong.push(title)
          else if (response.status >= 400 && operation.address.startsWith('/internal_api')) {
            const isEnvelope = () => {
              const { success, message, code, ...other } = JSON.parse(text)
              return success === false && typeof message === 'string' && message !== '' && /^[a-z_]+$/.test(code) && 'error_details' in other
            }
            if (!response.headers.get('content-type')?.includes('application/json') || !isEnvelope()) wrong.push(title)
          }
        }
      }
      // of two that send the same upload, the later one cuts the earlier off
      const isUpload = operation.requestBody?.content['application/octet-stream'] !== undefined
      await Promise.all(Array.from({ length: isUpload ? 1 : AT_ONCE }, one))
    }
    expect(wrong.join('\n')).to.equal('')
    const silent = operations.map(({ operationId }) => operationId).filter((name) => !answered.has(name))
    expect(silent.length, `routes that took nothing, so that nothing behind their schemas was tried: ${silent}`).to.be.below(operations.length / 5)
  })

  it('A25: leaves the prototype of objects as it was', () => {
    expect(JSON.stringify(Reflect.ownKeys(Object.prototype).map(String))).to.equal(untouched)
    expect(({} as { polluted?: unknown }).polluted).to.equal(undefined)
  })

  it('leaves a process that is well, with no promise lost on the way', async () => {
    expect(lost).to.deep.equal([])
    const { status, body } = await app.as(null).send('GET', '/health')
    expect([status, body.status], JSON.stringify(body)).to.deep.equal([200, 'ok'])
  })
})
