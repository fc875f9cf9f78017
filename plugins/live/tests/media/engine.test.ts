/** The embedded engine in its own process, with peers over the loopback: who hears whom, who may not, and what hostile offers do to others. */
import { expect } from 'chai'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSelfSignedCertificate, HashAlgorithm, SignatureAlgorithm } from 'werift'
import { until } from '@atrium/sdk/testing'
import { EmbeddedEngine } from '../../server/media/providers/embedded/client.ts'
import { type EngineEvent, type Grants, MediaRefusal } from '../../server/media/providers/engine.ts'
import { Peer } from './peer.ts'

const BOTH: Grants = { publish: true, subscribe: true }
const LISTEN: Grants = { publish: false, subscribe: true }
const LOCAL = { udp: { host: '127.0.0.1', port: 0 }, idleMs: 2_000, goneMs: 1_500, beginMs: 1_500 }

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
    return 'no refusal'
  } catch (error) {
    return error instanceof MediaRefusal ? error.code : String(error)
  }
}
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('the embedded engine', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-engine-'))
  const engine = new EmbeddedEngine({ folder, ...LOCAL })
  const events: EngineEvent[] = []
  const peers: Peer[] = []
  const pid = () => (JSON.parse(readFileSync(path.join(folder, 'engine.json'), 'utf8')) as { pid: number }).pid
  let rooms = 0

  async function room(limits = { maxPublishers: 4, maxViewers: 2 }): Promise<string> {
    const id = `room ${++rooms}`
    await engine.openRoom(id, limits)
    return id
  }
  async function enter(roomId: string, identity: string, grants: Grants, keys?: ConstructorParameters<typeof Peer>[3]): Promise<Peer> {
    await engine.admit(roomId, identity, grants)
    const peer = new Peer(engine, roomId, identity, keys)
    peers.push(peer)
    return peer
  }
  const told = (type: EngineEvent['type'], roomId: string) => events.filter((event) => event.type === type && 'roomId' in event && event.roomId === roomId)
  const since = (before: number, roomId: string) => events.slice(before).flatMap((event) => ('roomId' in event && event.roomId === roomId ? event.type : []))

  before(() => engine.on((event) => events.push(event)))
  afterEach(() => Promise.all(peers.splice(0).map((peer) => peer.leave())))
  after(async () => {
    const last = pid()
    await engine.close()
    await until('an engine that nobody listens to ends', () => !isAlive(last))
    rmSync(folder, { recursive: true })
  })

  it('lets four people hear and see each other', async () => {
    const id = await room()
    const four = await Promise.all(['ada', 'bea', 'cid', 'dan'].map((name) => enter(id, name, BOTH)))
    await Promise.all(four.map((peer) => peer.publish('microphone', 'camera')))
    await Promise.all(four.map((peer) => peer.subscribe(3, 3)))
    for (const peer of four) expect(peer.subscribed).to.have.length(6)
    const pairs = four.flatMap((peer) => four.filter((other) => other !== peer).map((other) => [peer, other.identity] as const))
    await until('everybody has got sounds and pictures of everybody', () =>
      pairs.every(([peer, other]) => peer.heard(other, 'microphone') > 20 && peer.heard(other, 'camera') > 10),
    )
    expect(told('joined', id)).to.have.length(4)
    const { participants } = await engine.state(id)
    expect(participants.map(({ identity, sources }) => [identity, sources.map(({ source, muted }) => (muted ? '' : source))])).to.deep.equal(
      four.map(({ identity }) => [identity, ['microphone', 'camera']]),
    )
    await until('one of them is the speaker', async () => {
      const { active } = await engine.state(id)
      return four.some(({ identity }) => identity === active)
    })
  })

  it('makes who is loudest the active speaker', async () => {
    const id = await room()
    const [ada, bea] = await Promise.all([enter(id, 'ada', BOTH), enter(id, 'bea', BOTH)])
    bea.level = 100
    await Promise.all([ada.publish('microphone'), bea.publish('microphone')])
    await until('she speaks', async () => (await engine.state(id)).active === 'ada')
    ada.level = 110
    bea.level = 20
    await until('now the other one does', async () => (await engine.state(id)).active === 'bea')
    expect(told('speaking', id).length).to.be.at.least(2)
  })

  it('refuses to publish without a right, whoever forges an offer, and others are not even told', async () => {
    const id = await room()
    const ada = await enter(id, 'ada', LISTEN)
    const offer = await ada.offerToSend(['microphone'])
    const before = events.length
    expect(await codeOf(engine.publish(id, 'ada', offer))).to.equal('forbidden')
    expect(await codeOf(engine.publish(id, 'nobody', offer))).to.equal('not_admitted')
    expect(await codeOf(engine.publish('nowhere', 'ada', offer))).to.equal('no_room')
    await engine.setGrants(id, 'ada', { publish: ['microphone'], subscribe: false })
    const bea = await enter(id, 'bea', { publish: ['microphone'], subscribe: false })
    expect(await codeOf(bea.publish('microphone', 'camera'))).to.equal('forbidden')
    expect(await codeOf(bea.subscribe(1, 1))).to.equal('forbidden')
    expect(since(before, id)).to.deep.equal([])
  })

  it('takes somebody on stage in mid-call, and takes a right away at once', async () => {
    const id = await room()
    const [host, guest] = [await enter(id, 'host', BOTH), await enter(id, 'guest', LISTEN)]
    await host.publish('microphone')
    await guest.subscribe(2, 2)
    await host.subscribe(2, 2)
    await engine.setGrants(id, 'guest', BOTH)
    await guest.publish('microphone', 'camera')
    await until('the roster has changed', () => told('tracks', id).length > 1)
    await host.subscribe(2, 2)
    await until('the guest is seen and heard', () => host.heard('guest', 'camera') > 5 && host.heard('guest', 'microphone') > 5)

    await engine.setGrants(id, 'guest', { publish: ['camera'], subscribe: true })
    const heard = host.heard('guest', 'microphone')
    const seen = host.heard('guest', 'camera')
    await until('pictures go on', () => host.heard('guest', 'camera') > seen + 10)
    expect(host.heard('guest', 'microphone')).to.be.at.most(heard + 3)

    await engine.setGrants(id, 'guest', LISTEN)
    expect((await engine.state(id)).participants.find(({ identity }) => identity === 'guest')?.sources).to.deep.equal([])
    const last = host.heard('guest', 'camera')
    const from = guest.heard('host', 'microphone')
    await until('the guest still hears the host', () => guest.heard('host', 'microphone') > from + 20)
    expect(host.heard('guest', 'camera')).to.be.at.most(last + 3)
  })

  it('offers a place to each track, and says how many found none', async () => {
    const id = await room()
    const [ada, bea, cid] = [await enter(id, 'ada', BOTH), await enter(id, 'bea', BOTH), await enter(id, 'cid', LISTEN)]
    await Promise.all([ada.publish('microphone', 'camera'), bea.publish('microphone', 'camera')])
    await cid.subscribe(1, 0)
    expect([cid.subscribed.length, cid.missing]).to.deep.equal([1, { audio: 1, video: 2 }])
    await cid.subscribe(2, 2)
    expect([cid.subscribed.length, cid.missing]).to.deep.equal([4, { audio: 0, video: 0 }])
    await engine.prefer(id, 'cid', [{ identity: 'ada', source: 'camera', layer: 'off' }])
    await until('the other one is seen', () => cid.heard('bea', 'camera') > 10)
    const seen = cid.heard('ada', 'camera')
    await until('time has passed', () => cid.heard('bea', 'camera') > 30)
    expect(cid.heard('ada', 'camera')).to.be.at.most(seen + 3)
  })

  it('keeps to the limits of a room', async () => {
    const id = await room({ maxPublishers: 1, maxViewers: 2 })
    await engine.admit(id, 'host', BOTH)
    expect(await codeOf(engine.admit(id, 'cohost', BOTH))).to.equal('room_full')
    await engine.admit(id, 'one', LISTEN)
    await engine.admit(id, 'two', LISTEN)
    await engine.admit(id, 'two', LISTEN)
    expect(await codeOf(engine.admit(id, 'three', LISTEN))).to.equal('room_full')
    expect(await codeOf(engine.setGrants(id, 'two', BOTH))).to.equal('room_full')
    await engine.remove(id, 'one')
    await engine.admit(id, 'three', LISTEN)
  })

  it('answers hostile offers with an error to who sent them; others go on', async () => {
    const id = await room()
    const [ada, bea, eve] = [await enter(id, 'ada', BOTH), await enter(id, 'bea', LISTEN), await enter(id, 'eve', BOTH)]
    await ada.publish('microphone')
    await bea.subscribe(1, 0)
    await until('she is heard', () => bea.heard('ada', 'microphone') > 5)
    const process = pid()
    const before = events.length
    const good = await eve.offerToSend(['microphone', 'camera'])
    const lines = good.split('\r\n')
    const hostile = {
      empty: '',
      nonsense: 'v=0\r\n\u0000\u0001'.repeat(50),
      'a megabyte': `${good}${'a=x:'.padEnd(1_000, 'y')}\r\n`.padEnd(1_048_576, 'a=y\r\n'),
      'thousands of candidates': good + 'a=candidate:1 1 udp 1 10.0.0.1 9 typ host\r\n'.repeat(1_500),
      'forty-one sections':
        good +
        lines
          .slice(lines.findIndex((line) => line.startsWith('m=')))
          .filter((line) => !line.startsWith('a=candidate'))
          .join('\r\n')
          .repeat(21),
      'a codec that is none': good.replaceAll(/VP8/g, 'H264'),
      'a codec of another kind': good.replaceAll('opus/48000/2', 'VP8/90000').replaceAll('OPUS/48000/2', 'VP8/90000'),
      'a codec under a number that is not listed': good.replaceAll(/a=rtpmap:\d+/g, 'a=rtpmap:3'),
      'no password': good.replaceAll(/a=ice-pwd.*\r\n/g, ''),
      'no fingerprint': good.replaceAll(/a=fingerprint.*\r\n/g, ''),
      'no bundle': good.replaceAll(/a=group.*\r\n/g, ''),
      'two names alike': good.replaceAll(/a=mid:.*/g, 'a=mid:0'),
      'a line without end': `${good}a=fmtp:96 ${'x'.repeat(5_000)}\r\n`,
      'data instead of sound': good.replace(/m=audio \d+ UDP\/TLS\/RTP\/SAVPF/, 'm=application 9 UDP/DTLS/SCTP'),
      'layers of other names': good.replace(/a=rtcp-mux\r\n(?![\s\S]*a=rtcp-mux)/, 'a=rtcp-mux\r\na=rid:x send\r\na=simulcast:send x\r\n'),
    }
    for (const [what, sdp] of Object.entries(hostile)) expect(await codeOf(engine.publish(id, 'eve', sdp)), what).to.equal('bad_offer')
    for (const [what, sdp] of Object.entries(hostile))
      if (what !== 'layers of other names') expect(await codeOf(engine.subscribe(id, 'eve', sdp)), what).to.equal('bad_offer')
    expect(await codeOf(engine.subscribe(id, 'eve', good)), 'sends to receive').to.equal('bad_offer')
    const heard = bea.heard('ada', 'microphone')
    await until('she is still heard', () => bea.heard('ada', 'microphone') > heard + 20)
    expect(pid()).to.equal(process)
    expect(since(before, id).filter((type) => !['speaking', 'muted'].includes(type))).to.deep.equal([])
  })

  it('opens no link to who has not the key of the certificate whose fingerprint was told', async () => {
    const id = await room()
    const hash = { hash: HashAlgorithm.sha256_4, signature: SignatureAlgorithm.ecdsa_3 } as const
    const [one, other] = await Promise.all([createSelfSignedCertificate(hash), createSelfSignedCertificate(hash)])
    // as whoever sits on the line would: the right certificate, which everybody sees, and a key of their own
    const eve = await enter(id, 'eve', BOTH, { certPem: one.certPem, keyPem: other.keyPem, signatureHash: hash })
    const ada = await enter(id, 'ada', BOTH, { certPem: one.certPem, keyPem: one.keyPem, signatureHash: hash })
    await Promise.all([eve.publish('microphone'), ada.publish('microphone')])
    await until('she is here', () => told('joined', id).length > 0)
    await until('what the other one published is gone', async () =>
      (await engine.state(id)).participants.every(({ identity, sources }) => (identity === 'eve') === (sources.length === 0)),
    )
    expect(told('joined', id)).to.deep.equal([{ type: 'joined', roomId: id, identity: 'ada' }])
  })

  it('tells who has gone without a word', async () => {
    const id = await room()
    const ada = await enter(id, 'ada', BOTH)
    await ada.publish('microphone')
    await until('she is here', () => told('joined', id).length === 1)
    await ada.leave()
    await until('she is gone', () => told('left', id).length === 1)
    expect((await engine.state(id)).participants).to.deep.equal([{ identity: 'ada', connected: false, sources: [], level: 0 }])
  })

  it('is one for all processes of a machine', async () => {
    const another = new EmbeddedEngine({ folder, ...LOCAL })
    const heard: EngineEvent[] = []
    another.on((event) => heard.push(event))
    const process = pid()
    const id = await room()
    await another.admit(id, 'ada', BOTH)
    const ada = new Peer(another, id, 'ada')
    peers.push(ada)
    await ada.publish('microphone')
    await until('both are told', () => heard.some(({ type }) => type === 'joined') && told('joined', id).length === 1)
    expect(pid()).to.equal(process)
    await another.close()
  })

  it('is started anew when it dies, and everybody is back within ten seconds', async () => {
    const id = await room()
    const enterBoth = async () => {
      await engine.openRoom(id, { maxPublishers: 2, maxViewers: 2 })
      const two = await Promise.all(['ada', 'bea'].map((name) => enter(id, name, BOTH)))
      await Promise.all(two.map((peer) => peer.publish('microphone')))
      await Promise.all(two.map((peer) => peer.subscribe(1, 0)))
      await until('both are heard', () => two[0]!.heard('bea', 'microphone') > 5 && two[1]!.heard('ada', 'microphone') > 5)
      return two
    }
    const former = await enterBoth()
    const died = events.filter(({ type }) => type === 'died').length
    const begin = performance.now()
    process.kill(pid(), 'SIGKILL')
    await until('its death is told', () => events.filter(({ type }) => type === 'died').length > died)
    expect(await codeOf(former[0]!.publish('microphone'))).to.equal('no_room')
    await enterBoth()
    expect(performance.now() - begin).to.be.below(10_000)
  })
})
