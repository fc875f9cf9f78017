/** From a call to a video among the community's files: over the routes, with the engine, also when that is killed. */
import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestMember, until } from '@atrium/sdk/testing'
import media from '../../../media/contract.ts'
import posts from '../../../posts/contract.ts'
import { makeSpace } from '../../../spaces/tests/kit.ts'
import { findTool } from '../../server/media/providers/ffmpeg.ts'
import { readParts } from '../../server/service/recordingFolders.ts'
import { at, MINUTE, outcome, routes, type Studio, studio } from '../kit.ts'
import { Peer } from './peer.ts'

const HOUR = 60 * MINUTE

describe('recordings become videos', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-recorded-'))
  const peers: Peer[] = []
  const { PATH } = process.env
  let all: Studio
  before(async () => {
    all = await studio(['media', 'posts', 'home'], { engine: { folder, udp: { host: '127.0.0.1', port: 0 }, idleMs: 2_000 } })
  })
  beforeEach(() => all.app.resetLimits())
  afterEach(async () => {
    process.env.PATH = PATH
    await Promise.all(peers.splice(0).map((peer) => peer.leave()))
  })
  after(async () => {
    await all?.app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Sends sound and pictures into the room as their browser would. */
  async function send(who: TestMember, id: number): Promise<void> {
    await all.join(who, id)
    const publish = async (_: string, __: string, sdp: string) => {
      const [microphone, camera] = [...sdp.matchAll(/a=mid:(\S+)/g)].map(([, mid]) => mid!)
      return (await all.app.as(who).call(routes.publish, { ...at(id), body: { sdp, sources: { [microphone!]: 'microphone', [camera!]: 'camera' } } })).sdp
    }
    const peer = new Peer({ publish }, '', '')
    peers.push(peer)
    await peer.publish('microphone', 'camera')
  }
  const start = (who: TestMember, id: number) => all.app.as(who).call(routes.createRecorder, at(id))
  const stop = (who: TestMember, id: number, recording_key: string) => all.app.as(who).call(routes.stopRecorder, { params: { id, recording_key } })
  const show = (id: number, recording_key: string) => all.app.as(all.maya).call(routes.recorder, { params: { id, recording_key } })
  const remove = (who: TestMember, id: number, itemId: number) => all.app.as(who).call(routes.destroyRecording, { params: { id, itemId } })
  const placeOf = async (key: string) => path.join(folder, 'recordings', `${await all.app.primaryId()}-${key}`)
  const left = () => (existsSync(path.join(folder, 'recordings')) ? readdirSync(path.join(folder, 'recordings')) : [])
  /** Until so many tracks have been written to, and for a second more. */
  async function written(key: string, tracks: number): Promise<void> {
    const place = await placeOf(key)
    await until('tracks are written', () => readParts(place).tracks.length >= tracks)
    const begin = performance.now()
    await until('a second more', () => performance.now() - begin > 1_200)
  }
  const kill = () => process.kill((JSON.parse(readFileSync(path.join(folder, 'engine.json'), 'utf8')) as { pid: number }).pid, 'SIGKILL')
  /** As if nothing had been written for so long. */
  async function age(key: string, ms: number): Promise<void> {
    const then = new Date(Date.now() - ms)
    const place = await placeOf(key)
    for (const name of [...readdirSync(place, { recursive: true }).map(String), '.']) utimesSync(path.join(place, name), then, then)
  }
  async function fetched(who: TestMember, url: string): Promise<string> {
    const answer = await fetch(new URL(url, all.app.url), { headers: { cookie: `atrium_session=${who.token}` } })
    expect(answer.status).to.equal(200)
    const file = path.join(folder, 'fetched.mp4')
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
    return file
  }
  const probe = (file: string, entries: string) =>
    execFileSync(findTool('ffprobe'), ['-v', 'error', '-show_entries', entries, '-of', 'csv=p=0', file], { encoding: 'utf8' }).trim().split('\n')
  const recorded = async (fields: object = {}) => {
    const room = await all.onAir('room', fields)
    await send(all.maya, room.id)
    const { recording_key: key, id: itemId } = await start(all.maya, room.id)
    return { room, key, itemId }
  }

  it('with picture and sound, among the files of whoever began it', async () => {
    const { app, admin, maya, nell } = all
    const { room, key } = await recorded({ view_type: 'grid_view' })
    expect(await outcome(start(nell, room.id))).to.equal('403 forbidden')
    await written(key, 2)
    expect(await outcome(stop(nell, room.id, key))).to.equal('403 forbidden')
    expect((await stop(maya, room.id, key)).status).to.equal('processing')
    await app.settle()
    const ready = await show(room.id, key)
    expect(ready).to.deep.include({ status: 'ready', reason: null, progress: 100 })
    const file = await fetched(maya, ready.url!)
    expect(probe(file, 'stream=codec_name').sort()).to.deep.equal(['aac', 'h264'])
    expect(Number(probe(file, 'format=duration')[0])).to.be.within(1, 15)
    expect(ready.duration).to.be.within(1, 15)
    expect(ready.byte_size).to.equal(readFileSync(file).length)
    const { records } = await app.as(admin).call(media.routes.files, { query: {} })
    expect(
      records.map(({ filename, member, used_by, byte_size, transcoding }) => [filename, member?.id, used_by, byte_size, transcoding?.status]),
    ).to.deep.equal([['Coffee.mp4', maya.id, `live_recording:${ready.id}`, ready.byte_size, 'completed']])
    expect(left()).to.deep.equal([])
    const chapters = [
      { at: 5, title: 'Glazes' },
      { at: 0, title: 'Welcome' },
    ]
    const change = (who: TestMember, recorder: object) =>
      app.as(who).call(routes.updateRecorder, { params: { id: room.id, recording_key: key }, body: { recorder } })
    expect(await outcome(change(nell, { chapters }))).to.equal('403 forbidden')
    expect(await change(maya, { chapters })).to.deep.include({ name: 'Coffee', chapters: chapters.reverse() })
    expect((await change(maya, { name: 'Tea' })).chapters).to.have.length(2)
    // pictures for every browser are made of one of them alone
    await app.as(admin).call(media.routes.updateSettings, { body: { prepare_media: false } })
    await remove(maya, room.id, ready.id)
    expect((await app.as(admin).call(media.routes.files, { query: {} })).records).to.deep.equal([])
  })

  it('goes on after the engine was killed, and nothing that was written is lost', async () => {
    const { app, maya } = all
    const { room, key } = await recorded()
    await written(key, 2)
    kill()
    peers.splice(0).map((peer) => peer.leave())
    await send(maya, room.id)
    // the engine tells of new tracks, and what runs is looked after
    await until('it goes on', async () => {
      await app.settle()
      await app.sql(
        `update live.recording set started_at = started_at - interval '20 seconds' where recording_key = $1 and started_at > now() - interval '15 seconds'`,
        [key],
      )
      if (readParts(await placeOf(key)).tracks.length < 4) await all.minute()
      return readParts(await placeOf(key)).tracks.length === 4
    })
    await written(key, 4)
    expect((await all.show(maya, room.slug)).is_recording).to.equal(true)
    const { began, tracks } = readParts(await placeOf(key))
    expect(began).to.be.above(0)
    expect(tracks.filter(({ begins }) => begins > 1_000)).to.have.length(2)
    await stop(maya, room.id, key)
    await app.settle()
    const ready = await show(room.id, key)
    expect(ready.status).to.equal('ready')
    expect(ready.duration).to.be.above(Math.floor(Math.max(...tracks.map(({ begins }) => begins)) / 1_000))
    await remove(maya, room.id, ready.id)
  })

  it('is made of what is on disk where engine and people are gone', async () => {
    const { app, maya } = all
    const { room, key } = await recorded()
    await written(key, 2)
    kill()
    await age(key, HOUR)
    await app.sql(`update live.recording set started_at = started_at - interval '1 minute' where recording_key = $1`, [key])
    await all.minute()
    await app.settle()
    expect(await show(room.id, key)).to.deep.include({ status: 'ready', reason: null })
    expect((await all.show(maya, room.slug)).is_recording).to.equal(false)
  })

  it('ends with the room, is posted where its host said, and goes with its post', async () => {
    const { app, admin, maya, nell } = all
    const space = await makeSpace(app, admin, [maya, nell])
    const { room, key, itemId } = await recorded({ name: 'Kiln talk' })
    await written(key, 2)
    await all.end(maya, room.id, { post_to_space_id: space.id })
    await app.settle()
    const ready = await show(room.id, key)
    expect(ready.status).to.equal('ready')
    expect(ready.post_path).to.equal(`/c/${space.slug}/kiln-talk`)
    const listed = async () => (await app.as(nell).call(posts.routes.list, { params: { spaceId: space.id }, query: {} })).records
    const [post] = await listed()
    expect(post).to.deep.include({ name: 'Kiln talk' })
    const shown = JSON.stringify(await app.as(nell).call(posts.routes.show, { params: { spaceId: space.id, postSlug: 'kiln-talk' } }))
    expect(probe(await fetched(nell, /"src":"([^"]+)"/.exec(shown)![1]!), 'stream=codec_name')).to.have.length(2)
    expect(await outcome(remove(nell, room.id, itemId))).to.equal('403 forbidden')
    await remove(maya, room.id, itemId)
    expect(await listed()).to.deep.equal([])
    expect(await app.sql('select 1 from kernel.file where id = $1', [ready.file_id])).to.have.length(0)
  })

  it('lasts no longer than it may, nor on in a room that all have left, and is thrown away where the host says so', async () => {
    const { app, maya } = all
    const { room, key } = await recorded()
    await written(key, 2)
    await app.sql(`update live.recording set started_at = started_at - interval '5 hours' where recording_key = $1`, [key])
    await all.minute()
    await app.settle()
    expect((await show(room.id, key)).status).to.equal('ready')
    await all.end(maya, room.id, { keeps_recording: false })
    await app.settle()
    expect(await app.sql('select 1 from live.recording where recording_key = $1', [key])).to.have.length(0)

    const empty = await recorded()
    await written(empty.key, 2)
    await all.leave(maya, empty.room.id)
    await all.minute()
    expect((await all.show(maya, empty.room.slug)).is_recording).to.equal(true)
    await app.clock.advance(6 * MINUTE)
    await all.minute()
    await app.settle()
    expect((await show(empty.room.id, empty.key)).status).to.equal('ready')
    await app.clock.advance(-6 * MINUTE)
    const running = await recorded()
    await written(running.key, 2)
    await all.end(maya, running.room.id, { keeps_recording: false })
    await app.settle()
    expect(left()).to.deep.equal([])
  })

  it('says before it begins that ffmpeg is missing, and calls go on; what was recorded meanwhile waits for it', async () => {
    const { app, admin, maya } = all
    const { room, key } = await recorded()
    await written(key, 2)
    process.env.PATH = folder
    await stop(maya, room.id, key)
    await app.settle()
    expect(await show(room.id, key)).to.deep.include({ status: 'failed', reason: 'tools_missing' })
    const said = (who: TestMember) =>
      start(who, room.id).then(
        () => '',
        (error) => `${error.status} ${error.code} ${error.message}`,
      )
    expect(await said(maya)).to.equal('409 tools_missing Recording isn’t set up on this server. Ask an admin to install ffmpeg.')
    expect(await said(admin)).to.equal('409 tools_missing Recording isn’t set up on this server. Install ffmpeg on it, then try again.')
    await send(admin, room.id)
    process.env.PATH = PATH
    await app.runSchedule('sweep_recordings')
    await app.settle()
    expect((await show(room.id, key)).status).to.equal('ready')
    expect(left()).to.deep.equal([])
  })

  it('is refused beyond the hours of the plan, and failed where files have no room', async () => {
    const { app, maya } = all
    const { room, key } = await recorded()
    await written(key, 2)
    const plan = (limits: object) => app.outside(null, (ctx) => ctx.platform.setPlan({ tier: 'basic', limits }))
    await plan({ storage: 1 })
    await stop(maya, room.id, key)
    await app.settle()
    expect(await show(room.id, key)).to.deep.include({ status: 'failed', reason: 'storage_full' })
    await plan({})
    await app.sql(`update live.recording set status = 'ready', seconds = 20 * 3600 where recording_key = $1`, [key])
    expect(await outcome(start(maya, room.id))).to.equal('402 recording_hours')
  })
})
