/** Logs without secrets, health that never waits, the audit trail. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { onceAMinute } from '@atrium/sdk/server'
import { until } from '@atrium/sdk/testing'
import { memoryFlags } from '../../launch/memory.mjs'
import { audit, clean, createHealth, createLog, createMetrics, listAudit, requireRoom } from '../../kernel/observe/index.ts'
import { openPlace, type Place } from './background.ts'

describe('log', () => {
  it('A91 shows no secret, wherever it stands', () => {
    const lines: string[] = []
    const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
    const canary = 'CANARY-77f2'
    log.info(
      {
        password: canary,
        headers: { authorization: `Bearer ${canary}`, Cookie: `session=${canary}` },
        deep: [{ user: { newPassword: canary, resetToken: canary } }],
      },
      'sign-in',
    )
    log.info(
      { smtp_secret: canary, apiKey: canary, url: `https://x.example/reset?token=${canary}&a=1`, smtpUrl: `smtp://me:${canary}@host` },
      `went to /reset?token=${canary}`,
    )
    log.error(
      { err: Object.assign(new Error(`bad Authorization: Bearer ${canary}`, { cause: new Error(`password=${canary}`) }), { config: { secret: canary } }) },
      'failed',
    )
    log.error(new Error(`postgres://app:${canary}@host/db is away`))
    log.warn(`cookie: ${canary}`)
    log.child({ token: canary }).info('child')
    const text = lines.join('')
    expect(text).not.to.include(canary)
    expect(lines).to.have.length(6)
    expect(JSON.parse(lines[0]!)).to.include({ level: 30, msg: 'sign-in' })
    expect(JSON.parse(lines[2]!).err).to.include.keys('type', 'message', 'stack')
    expect(text).to.include('a=1')
  })

  it('cleans what it is given without changing it', () => {
    const given = { token: 'x', list: [{ secret: 's' }], when: new Date(0), none: null }
    expect(clean(given)).to.deep.equal({ token: '[hidden]', list: [{ secret: '[hidden]' }], when: new Date(0), none: null })
    expect(given.list[0]!.secret).to.equal('s')
  })
})

describe('health', () => {
  it('F03 says degraded within half a second of a stalled database, and asks it only once', async () => {
    let asked = 0
    const stalled = () => {
      asked++
      return new Promise<never>(() => {})
    }
    const health = createHealth({
      data: { system: { query: stalled }, unit: async () => [], lacksRoom: () => false } as never,
      failedPlugins: () => [{ id: 'courses', error: 'boom' }],
      pausedQueues: async () => [{ name: 'on:hooks.send', error: 'refused' }],
      sweepWaits: async () => 'of 5 objects, 4 belong to nothing',
      worker: () => true,
      parts: { files: () => undefined },
    })
    const report = await health.check()
    expect(report.status).to.equal('degraded')
    expect(report.checks['database']).to.deep.equal({ ok: false, detail: 'no answer within 500 ms' })
    expect(report.checks['plugins']!.detail).to.equal('courses: boom')
    expect(report.checks['worker']).to.deep.equal({ ok: true })
    expect(report.checks['queues']).to.deep.equal({ ok: false, detail: 'paused: on:hooks.send (refused)' })
    expect(report.checks['files'], 'where they lie, not what waits there').to.deep.equal({ ok: true })
    expect(report.checks['files_sweep']).to.deep.equal({ ok: false, detail: 'of 5 objects, 4 belong to nothing' })
    expect(await health.check(), 'the same report while it is fresh').to.equal(report)
    expect(asked).to.equal(1)
  })

  it('is ready between start and stop', () => {
    const health = createHealth({ data: {} as never, failedPlugins: () => [], pausedQueues: async () => [], sweepWaits: async () => null })
    const states = [health.ready()]
    health.started()
    states.push(health.ready())
    health.stopping()
    states.push(health.ready())
    expect(states).to.deep.equal([false, true, false])
  })
})

describe('metrics', () => {
  it('counts by route and state', async () => {
    const metrics = createMetrics()
    metrics.httpDuration.observe({ route: 'posts.feed', method: 'GET', status: '200' }, 0.004)
    let dead = 2
    metrics.watch('atrium_jobs', 'Jobs by state', ['state'], async () => [
      [{ state: 'running' }, 1],
      [{ state: 'dead' }, dead],
    ])
    metrics.watch('atrium_sockets', 'Open sockets', [], async () => [[{}, 12]])
    metrics.watch('atrium_lost', 'What cannot be counted', [], () => Promise.reject(new Error('away')))
    const text = await metrics.text()
    expect(text).to.include('http_request_duration_seconds_bucket{le="0.005",route="posts.feed",method="GET",status="200"} 1')
    expect(text).to.include('atrium_jobs{state="dead"} 2').and.include('atrium_sockets 12').and.include('nodejs_eventloop_lag_seconds')
    dead = 3
    expect(await metrics.text()).to.include('atrium_jobs{state="dead"} 3')
  })
})

describe('audit', () => {
  let place: Place
  before(async () => {
    place = await openPlace()
  })
  after(() => place.data.close())

  it('keeps acts of one community, newest first, without secrets', async () => {
    const write = (communityId: number, action: string) =>
      place.data.unit({ communityId, mode: 'write' }, (unit) =>
        audit(unit, { memberId: null, action, subject: 'member:3', data: { role: 'admin', api_token: 'CANARY' }, ip: '192.0.2.1' }),
      )
    await write(place.communityId, 'role.given')
    await write(place.communityId, 'role.taken')
    await write(place.otherId, 'role.given')
    await place.data.unit({ communityId: place.communityId, mode: 'read' }, async (unit) => {
      const rows = await listAudit(unit, { limit: 10 })
      expect(rows.map(({ action }) => action)).to.deep.equal(['role.taken', 'role.given'])
      expect(rows[0]).to.include({ member_id: null, member_name: null, subject: 'member:3', ip: '192.0.2.1' })
      expect(rows[0]!.data).to.deep.equal({ role: 'admin', api_token: '[hidden]' })
      expect(await listAudit(unit, { limit: 10, before: rows[1]!.id })).to.deep.equal([])
    })
  })

  it('says what a thing that may be gone was called, and takes no text for an id', async () => {
    const write = (subject: string, data: object) =>
      place.data.unit({ communityId: place.otherId, mode: 'write' }, (unit) => audit(unit, { memberId: null, action: 'x.done', subject, data: { ...data } }))
    await write('space:4', { name: 'Kiln talk' })
    await write('sign_in_provider:okta', { label: 'Okta' })
    await write('member:99999999999999999999', {})
    await place.data.unit({ communityId: place.otherId, mode: 'read' }, async (unit) => {
      const rows = await listAudit(unit, { limit: 3 })
      expect(rows.map(({ subject_name }) => subject_name)).to.deep.equal([null, 'Okta', 'Kiln talk'])
    })
  })
})

describe('health with a database', () => {
  it('is ok when both pools answer', async () => {
    const { data } = await openPlace()
    await data.system.query(`insert into kernel.worker (id) values ('of another process')`)
    const health = createHealth({ data, failedPlugins: () => [], pausedQueues: async () => [], sweepWaits: async () => null })
    expect(await health.check()).to.deep.equal({
      status: 'ok',
      checks: {
        database: { ok: true },
        database_app: { ok: true },
        room: { ok: true },
        plugins: { ok: true },
        worker: { ok: true },
        queues: { ok: true },
        files_sweep: { ok: true },
      },
    })
    await data.close()
  })

  it('says so when the database only reads, when no worker writes any more, and what part is away', async () => {
    const { data, ...place } = await openPlace()
    const examine = () =>
      createHealth({
        data,
        failedPlugins: () => [],
        pausedQueues: async () => [],
        sweepWaits: async () => null,
        parts: {
          redis: async () => {
            throw new Error('Connection is closed.')
          },
          mail: () => undefined,
        },
      }).check()
    const { status, checks } = await examine()
    expect([status, checks['redis'], checks['mail']]).to.deep.equal(['degraded', { ok: false, detail: 'Connection is closed.' }, { ok: true }])
    expect(checks['worker']).to.deep.equal({ ok: false, detail: 'no worker has written for 20 seconds: jobs wait' })
    await data.system.query(`do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`)
    await place.outage(0)
    // a connection that was lost while it rested is found out by the first who asks it
    await until('connections that only read', async () => (await examine()).checks['database']!.detail === 'the database takes no writes')
    const writing = data.unit({ communityId: place.communityId, mode: 'write' }, (unit) =>
      unit.sql(`insert into kernel.audit (community_id, action, subject) values ($1, 'x.y', 'z:1')`),
    )
    expect(await writing.catch((error) => error)).to.include({ status: 503, code: 'unavailable' })
    await data.close()
  })

  it('counts a disk with little room as full', async () => {
    await requireRoom(import.meta.dirname)
    expect(await requireRoom('/proc').catch(({ message }) => message)).to.equal('0 MiB are left on the disk of the data folder')
  })
})

describe('what happens often', () => {
  it('is told once a minute for each kind, with how often', () => {
    const lines: object[] = []
    let now = 0
    const tell = onceAMinute({ warn: (fields: object, text: string) => lines.push({ ...fields, text }) } as never, () => now)
    for (let n = 0; n < 5; n++) tell('ECONNREFUSED', { id: n }, 'turned away')
    tell('53300', { id: 5 }, 'turned away')
    now += 60_000
    tell('ECONNREFUSED', { id: 6 }, 'turned away')
    expect(lines).to.deep.equal([
      { id: 0, text: 'turned away' },
      { id: 5, text: 'turned away' },
      { id: 6, more: 4, text: 'turned away' },
    ])
  })
})

describe('memory', () => {
  it('goes back to the machine once nobody asks for anything: Node still has what does it', async () => {
    const code = `
      import { collectAtRest } from ${JSON.stringify(new URL('../../launch/rest.ts', import.meta.url).href)}
      let held = Array.from({ length: 1_000_000 }, (_, n) => ({ n, text: 'word ' + n }))
      globalThis.held = held
      held = globalThis.held = undefined
      const before = process.memoryUsage.rss()
      collectAtRest()
      setTimeout(() => console.log(before - process.memoryUsage.rss()), 2_500)`
    const { stdout } = await promisify(execFile)(process.execPath, [...memoryFlags, '--input-type=module', '-e', code], { cwd: import.meta.dirname })
    expect(Number(stdout), 'bytes given back').to.be.above(40_000_000)
  })
})
