/**
 * A stream's broadcast with many players beside a bare server that sends the same files; how old its newest picture is; and the engine with listeners
 * by links of their own beside werift forwarding packets by itself.
 * `node tests/load/live.ts [--players 200] [--viewers 10,30] [--parts 10] [--seconds 20]`; it makes its own database. Each side is a process of its own.
 */
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { testApp } from '@atrium/sdk/testing'
import { MediaStreamTrack } from 'werift'
import live from '../../plugins/live/contract.ts'
import { EmbeddedEngine } from '../../plugins/live/server/media/providers/embedded/client.ts'
import type { MediaEngine } from '../../plugins/live/server/media/providers/engine.ts'
import { Actor, sourcesOf } from '../../plugins/live/tests/media/actor.ts'
import { connection, Peer } from '../../plugins/live/tests/media/peer.ts'
import { n, percent } from './measure.ts'
import { cpuOf, memoryOf } from './processes.ts'

const HERE = import.meta.filename
const UDP = { host: '127.0.0.1', port: 0 }
/** Busy enough to use all the bits that it may. */
const FACE = { source: 'color=red:s=640x360:r=15,format=yuv420p,noise=alls=30:allf=t', rate: '800k' }
const EVERY_MS = 2_000
/** Pictures a second of a source that counts them in its brightness. */
const CLOCK_FPS = 15
const CLOCK_STEPS = 200
const CLOCK = { source: `color=black:s=320x180:r=${CLOCK_FPS},geq=lum='20+mod(N\\,${CLOCK_STEPS})':cb=128:cr=128`, rate: '400k' }
/** For all listeners to hear something. */
const BEGIN_MS = 60_000
/** Where players stay: two parts behind the newest. */
const PLAYER_SECONDS = 4

interface House {
  child: ChildProcess
  /** The pid of its engine, whose part is counted by itself. */
  engine: number
  id: number
  host: string
  /** Of whoever speaks. */
  token: string
  players: string[]
  folder: string
}
const enginePid = (folder: string) => (JSON.parse(readFileSync(path.join(folder, 'engine.json'), 'utf8')) as { pid: number }).pid

/** Atrium with a stream that all players are in. */
async function serveAtrium(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-load-'))
  const plugins = ['spaces', 'content', 'members'].map((name) => path.resolve(import.meta.dirname, '../../plugins', name))
  const options = { engine: { folder, udp: UDP }, viewers: 0 }
  const app = await testApp([...plugins, { from: path.resolve(import.meta.dirname, '../../plugins/live'), options }])
  const admin = await app.member('admin')
  const { id } = await app.as(admin).call(live.routes.createStream, { body: { room: { name: 'Kiln' } } })
  await app.as(admin).call(live.routes.goLive, { params: { id } })
  await app.as(admin).call(live.routes.join, { params: { id }, body: {} })
  const players: string[] = []
  for (let i = 0; i < Number(process.env.LIVE_PLAYERS); i++) {
    const member = await app.member('member')
    await app.sql(
      `insert into live.participant (community_id, room_id, run, member_id, status, media, joined_at, seen_at) values ($1, $2, 1, $3, 'in', 'hls', now(), now())`,
      [admin.communityId, id, member.id],
    )
    players.push(member.token)
  }
  const { host, port } = new URL(app.url)
  const told: Omit<House, 'child'> = {
    host,
    id,
    token: admin.token,
    engine: enginePid(folder),
    players,
    folder: path.join(folder, 'broadcasts', `${admin.communityId}-${id}-1`),
  }
  process.send!({ ...told, port: Number(port) })
  process.on('message', async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
    process.exit(0)
  })
}
/** Somebody who speaks, and knows when each picture left. */
async function serveSpeaker(): Promise<void> {
  const { LIVE_HOST: host, LIVE_ID: id, LIVE_TOKEN: token, LIVE_CLOCK: isClock } = process.env
  const publish = async (_: string, __: string, sdp: string) => {
    const headers = { cookie: `atrium_session=${token}`, origin: `http://${host}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ sdp, sources: sourcesOf(sdp) })
    const answer = await fetch(`http://${host}/internal_api/live/${id}/publish`, { method: 'POST', headers, body })
    return ((await answer.json()) as { sdp: string }).sdp
  }
  const actor = new Actor(new Peer({ publish }, '', ''))
  const sent = new Map<number, number>()
  let first: number | undefined
  actor.onPicture = (timestamp) => {
    first ??= timestamp
    sent.set((((timestamp - first) >>> 0) / (90_000 / CLOCK_FPS)) % CLOCK_STEPS, Date.now())
  }
  await actor.begin(440, 'red', isClock ? CLOCK : FACE)
  process.send!({})
  process.on('message', async ({ shown }: { shown?: number }) => {
    if (shown !== undefined) return void process.send!({ at: sent.get(shown) ?? 0 })
    await actor.leave()
    process.exit(0)
  })
}
/** The same files for everybody. */
function serveBare(): void {
  const folder = process.env.LIVE_FOLDER!
  const server = createServer((request, response) => {
    readFile(path.join(folder, path.basename(request.url!))).then(
      (body) => response.end(body),
      () => response.writeHead(404).end(),
    )
  }).listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
}
/** What arrives from one leaves to all others. */
function serveForwarder(): void {
  const listeners: Record<string, MediaStreamTrack>[] = []
  process.on('message', async ({ call, kind, sdp }: { call: number; kind: string; sdp: string }) => {
    const pc = connection()
    pc.ontrack = ({ track }) => {
      track.onReceiveRtp.subscribe((packet) => {
        for (const tracks of listeners) tracks[track.kind]?.writeRtp(packet.clone())
      })
    }
    await pc.setRemoteDescription({ type: 'offer', sdp })
    if (kind === 'subscribe') {
      const tracks = { audio: new MediaStreamTrack({ kind: 'audio' }), video: new MediaStreamTrack({ kind: 'video' }) }
      for (const transceiver of pc.getTransceivers()) {
        transceiver.setDirection('sendonly')
        await transceiver.sender.replaceTrack(tracks[transceiver.kind as 'audio' | 'video'])
      }
      listeners.push(tracks)
    }
    for (const transport of pc.iceTransports) transport.connection.stunServer = undefined
    await pc.setLocalDescription(await pc.createAnswer())
    process.send!({ call, sdp: pc.localDescription!.sdp })
  })
  process.send!({ port: 0 })
}

async function start<T>(side: string, env: NodeJS.ProcessEnv = {}): Promise<T & { child: ChildProcess }> {
  const child = fork(HERE, { env: { ...process.env, ...env, LIVE_SIDE: side } })
  child.once('exit', (code, signal) => code && console.log(`${side} ended with ${signal ?? code}`))
  const [told] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`${side} has ended`)
    }),
  ])) as [T]
  return { ...told, child }
}
async function stop(child: ChildProcess): Promise<void> {
  if (!child.send({})) child.kill()
  setTimeout(() => child.kill('SIGKILL'), 10_000).unref()
  await once(child, 'exit')
}

async function speak({ host, id, token }: House, isClock: boolean): Promise<ChildProcess> {
  const { child } = await start<object>('speaker', { LIVE_HOST: host, LIVE_ID: String(id), LIVE_TOKEN: token, ...(isClock && { LIVE_CLOCK: '1' }) })
  return child
}

interface Played {
  requests: number
  failed: number
  ms: number[]
  bytes: number
  /** ms a request. */
  processor: number
  /** Of a core. */
  share: string
}
/** Players who each read the playlist every two seconds and then what is new. */
async function play(address: string, cookies: string[], seconds: number, used: () => number): Promise<Played> {
  const played: Played = { requests: 0, failed: 0, ms: [], bytes: 0, processor: 0, share: '' }
  const get = async (file: string, cookie: string) => {
    const begin = performance.now()
    const ask = () => fetch(`${address}/${file}`, { headers: { cookie, 'accept-encoding': 'gzip' } })
    // a connection that has rested may be closed from the other side as it is used again
    const answer = await ask().catch(() => ask().catch(() => null))
    const body = answer ? Buffer.from(await answer.arrayBuffer()) : Buffer.alloc(0)
    played.requests++
    played.bytes += body.length
    played.ms.push(performance.now() - begin)
    if (!answer?.ok) played.failed++
    return body
  }
  const [began, before] = [performance.now(), used()]
  await Promise.all(
    cookies.map(async (token, i) => {
      const cookie = `atrium_session=${token}`
      let last: string | undefined
      await wait((i / cookies.length) * EVERY_MS)
      while (performance.now() - began < seconds * 1_000) {
        const begin = performance.now()
        const part = (await get('live.m3u8', cookie))
          .toString()
          .match(/part\d+\.ts/g)
          ?.at(-1)
        if (part && part !== last) await get(part, cookie)
        last = part
        await wait(Math.max(0, EVERY_MS - (performance.now() - begin)))
      }
    }),
  )
  const [spent, took] = [performance.now() - began, used() - before]
  played.ms.sort((one, other) => one - other)
  return { ...played, processor: took / played.requests, share: percent(took, spent) }
}
const told = (name: string, { requests, failed, ms, bytes, processor, share }: Played) =>
  `${name}: ${n(requests)} requests, ${n(failed)} failed, ${n(bytes / 2 ** 20)} MiB; ${n(ms[ms.length >> 1]!)} ms in the middle, ${n(ms[Math.floor(ms.length * 0.95)]!)} at the 95th percentile; ${n(processor, 2)} ms of processor each, ${share} of a core`

async function broadcast(count: number, seconds: number): Promise<void> {
  const house = await start<House>('atrium', { LIVE_PLAYERS: String(count) })
  const speaker = await speak(house, false)
  const address = `http://${house.host}/internal_api/live/${house.id}/hls`
  const cookie = `atrium_session=${house.players[0]}`
  while (((await (await fetch(`${address}/live.m3u8`, { headers: { cookie } })).text()).match(/part/g) ?? []).length < 5) await wait(500)
  const bare = await start<{ port: number }>('bare', { LIVE_FOLDER: house.folder })
  const [enginePart, own] = [() => cpuOf([house.engine]), () => cpuOf([house.child.pid!]) - cpuOf([house.engine])]
  const before = memoryOf(house.child.pid!)
  const idle = await measure(seconds, own)
  const engine = await measure(seconds, enginePart)
  const served = await play(address, house.players, seconds, own)
  const most = memoryOf(house.child.pid!)
  const plain = await play(`http://127.0.0.1:${bare.port}`, house.players, seconds, () => cpuOf([bare.child.pid!]))
  const each = served.processor - (idle * seconds) / served.requests
  console.log(told(`${n(count)} players`, served))
  console.log(told('a bare server', plain))
  console.log(
    `${n(each, 2)} ms a request without the ${n(idle / 10)}% of a core that the process takes anyway, ${n(each / plain.processor, 1)} times the bare server's; ${n(before)} MiB before, ${n(most)} after; the engine with its ffmpeg takes ${n(engine / 10)}% of a core`,
  )
  bare.child.kill()
  await stop(speaker)
  await stop(house.child)
}
/** ms of processor a second. */
async function measure(seconds: number, used: () => number): Promise<number> {
  const [began, before] = [performance.now(), used()]
  await wait(seconds * 1_000)
  return ((used() - before) * 1_000) / (performance.now() - began)
}

/** How old the newest picture is when its part is listed. */
async function delay(turns: number): Promise<void> {
  const house = await start<House>('atrium', { LIVE_PLAYERS: '1' })
  const speaker = await speak(house, true)
  const address = `http://${house.host}/internal_api/live/${house.id}/hls`
  const headers = { cookie: `atrium_session=${house.players[0]}` }
  const ages: number[] = []
  for (let last = ''; ages.length < turns; await wait(50)) {
    const part = (await (await fetch(`${address}/live.m3u8`, { headers })).text()).match(/part\d+\.ts/g)?.at(-1)
    const at = Date.now()
    if (!part || part === last || part.endsWith('0.ts')) continue
    last = part
    const args = ['-v', 'error', '-i', path.join(house.folder, part), '-vf', 'scale=2:2:flags=area', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-']
    const { stdout } = await promisify(execFile)('ffmpeg', args, { encoding: 'buffer' })
    speaker.send({ shown: stdout[stdout.length - 6]! - 20 })
    const [sent] = (await once(speaker, 'message')) as [{ at: number }]
    ages.push((at - sent.at) / 1_000)
  }
  ages.sort((one, other) => one - other)
  const middle = ages[ages.length >> 1]!
  console.log(
    `the newest picture of a playlist is ${n(middle, 1)} s old in the middle of ${turns} parts, ${n(ages.at(-1)!, 1)} at most; a player stays ${PLAYER_SECONDS} s behind it, so ${n(middle + PLAYER_SECONDS, 1)} s from glass to glass`,
  )
  await stop(speaker)
  await stop(house.child)
}

type Way = (kind: 'publish' | 'subscribe', identity: string, sdp: string) => Promise<string>
/** As many listeners to one who speaks. */
async function listen(name: string, count: number, seconds: number, way: Way, pid: number) {
  const engine = {
    publish: (_: string, identity: string, sdp: string) => way('publish', identity, sdp),
    async subscribe(_: string, identity: string, sdp: string) {
      const answer = await way('subscribe', identity, sdp)
      const [audio, video] = [...sdp.matchAll(/a=mid:(\S+)/g)].map(([, mid]) => mid!)
      const tracks = [
        { mid: audio!, identity: 'ada', source: 'microphone' },
        { mid: video!, identity: 'ada', source: 'camera' },
      ]
      return { answer, tracks, missing: { audio: 0, video: 0 } }
    },
  } as unknown as MediaEngine
  const actor = new Actor(new Peer(engine, 'room', 'ada'))
  // those who listen share one process, and werift's part in it is the largest
  await actor.begin(440, 'red', { ...FACE, rate: '300k' })
  const peers = Array.from({ length: count }, (_, i) => new Peer(engine, 'room', `listener ${i}`))
  for (const peer of peers) await peer.subscribe(1, 1)
  const heard = () => peers.map((peer) => peer.heard('ada', 'camera') + peer.heard('ada', 'microphone'))
  const end = performance.now() + BEGIN_MS
  while (heard().some((packets) => packets < 50)) {
    if (performance.now() > end) throw new Error(`${heard().filter((packets) => packets < 50).length} of ${count} listeners hear nothing`)
    await wait(200)
  }
  const before = heard().reduce((sum, packets) => sum + packets, 0)
  const took = await measure(seconds, () => cpuOf([pid]))
  const packets = (heard().reduce((sum, one) => sum + one, 0) - before) / seconds
  const memory = memoryOf(pid)
  console.log(`${name}, ${count} listeners: ${n(took / 10)}% of a core, ${n(packets)} packets a second, ${n(took / packets, 3)} ms each, ${n(memory)} MiB`)
  await actor.leave()
  await Promise.all(peers.map((peer) => peer.leave()))
  return took / packets
}
async function compare(count: number, seconds: number): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-load-'))
  const engine = new EmbeddedEngine({ folder, udp: UDP, beginMs: BEGIN_MS, goneMs: BEGIN_MS })
  await engine.openRoom('room', { maxPublishers: 4, maxViewers: count })
  const ours = await listen(
    'the engine',
    count,
    seconds,
    async (kind, identity, sdp) => {
      await engine.admit('room', identity, { publish: kind === 'publish', subscribe: true })
      return kind === 'publish' ? engine.publish('room', identity, sdp) : (await engine.subscribe('room', identity, sdp)).answer
    },
    enginePid(folder),
  )
  process.kill(enginePid(folder))
  await engine.close()
  const { child } = await start('forwarder')
  let calls = 0
  const ask: Way = async (kind, _, sdp) => {
    const call = ++calls
    child.send({ call, kind, sdp })
    for (;;) {
      const [reply] = (await once(child, 'message')) as [{ call: number; sdp: string }]
      if (reply.call === call) return reply.sdp
    }
  }
  const theirs = await listen('werift by itself', count, seconds, ask, child.pid!)
  console.log(`${n(ours / theirs, 2)} times werift's processor a packet`)
  child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}

async function all(): Promise<void> {
  const { values } = parseArgs({
    options: {
      players: { type: 'string', default: '200' },
      viewers: { type: 'string', default: '10,30' },
      parts: { type: 'string', default: '10' },
      seconds: { type: 'string', default: '20' },
    },
  })
  const seconds = Number(values.seconds)
  for (const count of values.viewers.split(',').map(Number)) if (count) await compare(count, seconds)
  if (Number(values.parts)) await delay(Number(values.parts))
  if (Number(values.players)) await broadcast(Number(values.players), seconds)
}

const side = process.env.LIVE_SIDE
// a side ends with the run that began it
if (side) process.once('disconnect', () => process.exit(1))
if (side === 'atrium') await serveAtrium()
else if (side === 'speaker') await serveSpeaker()
else if (side === 'bare') serveBare()
else if (side === 'forwarder') serveForwarder()
else await all().then(() => process.exit(0))
