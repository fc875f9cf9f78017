/** What people in a live room keep of it when somebody takes it away: their role, their place, the whole plugin. */
import { expect } from 'chai'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@atrium/sdk/testing'
import { EmbeddedEngine } from '../../server/media/providers/embedded/client.ts'
import { startMedia } from '../../server/service/media.ts'
import { at, outcome, routes, type Studio, studio } from '../kit.ts'
import { Peer } from './peer.ts'

describe('what is taken away in mid-call', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-taken-'))
  const options = { folder, udp: { host: '127.0.0.1', port: 0 }, idleMs: 2_000 }
  let all: Studio
  let engine: EmbeddedEngine
  const peers: Peer[] = []
  before(async () => {
    all = await studio([], { engine: options })
    engine = new EmbeddedEngine(options)
  })
  beforeEach(() => all.app.resetLimits())
  afterEach(() => Promise.all(peers.splice(0).map((peer) => peer.leave())))
  after(async () => {
    await engine?.close()
    await all?.app.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const nameOf = async (id: number, run = 1) => `${await all.app.primaryId()}-${id}-${run}`
  const peerOf = (publish: (sdp: string) => Promise<string>) => {
    const peer = new Peer({ publish: (_: string, __: string, sdp: string) => publish(sdp) }, '', '')
    peers.push(peer)
    return peer
  }

  it('an offer that does not say what it carries is sound and picture of the person', async () => {
    const { app, maya, join, onAir } = all
    const { id } = await onAir()
    const { participant } = await join(maya, id)
    for (const body of [{}, { sources: {} }]) {
      const peer = peerOf(async (sdp) => (await app.as(maya).call(routes.publish, { ...at(id), body: { sdp, ...body } })).sdp)
      await peer.publish('microphone', 'camera')
      const { participants } = await engine.state(await nameOf(id))
      const sources = participants.find(({ identity }) => identity === String(participant.id))!.sources.map(({ source }) => source)
      expect(sources).to.deep.equal(['microphone', 'camera'])
    }
  })

  it('who manages live rooms no more is the host of none, and can be put out', async () => {
    const { app, admin, maya, join, onAir, remove } = all
    const { id } = await onAir('stream')
    await join(maya, id)
    const { participant } = await join(admin, id)
    expect(participant).to.include({ role: 'host', can_speak: true })
    await app.sql('update kernel.member set roles = $2 where id = $1', [admin.id, ['member']])
    await app.renew(admin)
    expect(await outcome(app.as(admin).call(routes.publish, { ...at(id), body: { sdp: 'v=0' } }))).to.equal('403 may_not_speak')
    const beat = await app.as(admin).call(routes.beat, { ...at(id), body: { participant_id: participant.id } })
    expect(beat.participant).to.include({ role: 'participant', can_speak: false, status: 'in' })
    expect(await outcome(remove(maya, id, participant.id))).to.equal('ok')
    await app.sql('update kernel.member set roles = $2 where id = $1', [admin.id, ['admin', 'member']])
    await app.renew(admin)
  })

  it('a ban by a call before holds in this one', async () => {
    const { maya, tom, join, onAir, goLive, end, people, remove, count } = all
    const { id } = await onAir()
    const { participant } = await join(tom, id)
    await end(maya, id)
    await goLive(maya, id)
    await join(tom, id)
    await remove(maya, id, participant.id, true)
    expect(await people(maya, id)).to.deep.equal([])
    expect(await count(id)).to.equal(0)
    expect(await outcome(join(tom, id))).to.equal('403 room_banned')
  })

  it('the plugin, switched off: calls end, and the engine lets go of them', async () => {
    const { app, maya, tom, join, onAir, createRoom, count } = all
    const [on, before] = [await onAir(), await createRoom({}, maya)]
    await join(tom, on.id)
    await join(maya, before.id)
    await engine.state(await nameOf(before.id))
    await app.switch('live', false)
    await app.settle()
    for (const { id } of [on, before]) {
      await until('the engine has closed it', async () => (await outcome(engine.state(await nameOf(id)))).includes('no_room'))
      expect(await count(id)).to.equal(0)
    }
    await app.switch('live', true)
    await app.settle()
    expect((await app.as(tom).call(routes.room, at(on.id))).status).to.equal('ended')
  })
})

describe('options of live rooms', () => {
  it('that are no numbers are refused when the house starts', () => {
    const start = (viewers: unknown, port: unknown) => () =>
      startMedia({ options: { viewers, engine: { folder: '/nowhere', udp: { host: '::', port } } } } as never)
    for (const odd of [Number.NaN, -1, 1.5, 70_000, 'x']) {
      expect(start(odd, 0), `${odd}`).to.throw('LIVE_VIEWERS')
      expect(start(30, odd), `${odd}`).to.throw('LIVE_UDP_PORT')
    }
  })
})

describe('the engine at its limit', () => {
  it('takes a right away, however many have no more than that', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'atrium-limit-'))
    const engine = new EmbeddedEngine({ folder, udp: { host: '127.0.0.1', port: 0 }, idleMs: 2_000 })
    try {
      await engine.openRoom('room', { maxPublishers: 1, maxViewers: 1 })
      await engine.admit('room', 'listener', { publish: false, subscribe: true })
      await engine.admit('room', 'speaker', { publish: true, subscribe: true })
      await engine.setGrants('room', 'speaker', { publish: false, subscribe: true })
      expect(await outcome(engine.publish('room', 'speaker', 'v=0'))).to.contain('forbidden')
      expect(await outcome(engine.admit('room', 'third', { publish: false, subscribe: true }))).to.contain('room_full')
    } finally {
      await engine.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
