/** Streams with more listeners than links: the broadcast that they watch, who is sent it, and what becomes of it when the engine dies or the room ends. */
import { expect } from 'chai'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type TestMember, until } from '@atrium/sdk/testing'
import { findTool } from '../../server/media/providers/ffmpeg.ts'
import { at, browserOf, outcome, routes, type Studio, studio } from '../kit.ts'
import { Actor, sourcesOf } from './actor.ts'
import { Peer } from './peer.ts'

const VIEWERS = 30
const COLOURS = { red: 0, blue: 2 } as const

describe('broadcasts', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-broadcast-'))
  const actors: Actor[] = []
  const { PATH } = process.env
  let all: Studio
  let crowd: TestMember[]
  before(async () => {
    all = await studio([], { engine: { folder, udp: { host: '127.0.0.1', port: 0 }, idleMs: 2_000 } })
    crowd = await Promise.all(Array.from({ length: 4 }, (_, n) => all.app.member('member', { name: `Listener ${n}` })))
  })
  beforeEach(() => all.app.resetLimits())
  afterEach(async () => {
    process.env.PATH = PATH
    await Promise.all(actors.splice(0).map((actor) => actor.leave()))
  })
  after(async () => {
    await all?.app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Of a public stream: so many more have links of their own. */
  const fill = (roomId: number, count: number) =>
    all.app.sql(
      `with made as (insert into live.participant (community_id, room_id, run, mark_hash, name, status, joined_at, seen_at)
         select community_id, id, run, 'filled ' || n, 'Visitor ' || n, 'in', now(), now() from live.room, generate_series(1, $2::int) n where id = $1 returning 1)
       update live.room set people_count = people_count + (select count(*) from made) where id = $1`,
      [roomId, count],
    )
  const full = async (fields: object = {}) => {
    const room = await all.onAir('stream', { access_type: 'public_stream', ...fields })
    await fill(room.id, VIEWERS)
    return room
  }
  /** Sends sound and pictures as their browser would. */
  async function act(who: TestMember, id: number, colour: keyof typeof COLOURS): Promise<void> {
    await all.join(who, id)
    const publish = async (_: string, __: string, sdp: string) =>
      (await all.app.as(who).call(routes.publish, { ...at(id), body: { sdp, sources: sourcesOf(sdp) } })).sdp
    const actor = new Actor(new Peer({ publish }, '', ''))
    actors.push(actor)
    await actor.begin(440, colour)
  }
  const hls = (id: number, file: string) => `${all.app.url}/internal_api/live/${id}/hls/${file}`
  const cookieOf = (who: TestMember | Map<string, string> | null): Record<string, string> =>
    who === null ? {} : { cookie: who instanceof Map ? [...who].map(([name, value]) => `${name}=${value}`).join('; ') : `atrium_session=${who.token}` }
  const ask = (who: Parameters<typeof cookieOf>[0], id: number, file = 'live.m3u8') => fetch(hls(id, file), { headers: cookieOf(who) })
  const statusOf = async (...given: Parameters<typeof ask>) => {
    const answer = await ask(...given)
    await answer.arrayBuffer()
    return answer.status
  }
  const partsOf = (playlist: string) => playlist.match(/^part\d+\.ts$/gm) ?? []
  /** Until there are so many parts. */
  async function watch(who: Parameters<typeof cookieOf>[0], id: number, count: number): Promise<string> {
    let playlist = ''
    await until(`${count} parts are there`, async () => {
      const answer = await ask(who, id)
      const text = await answer.text()
      if (answer.status === 200) playlist = text
      return partsOf(playlist).length >= count
    })
    return playlist
  }
  /** Of the first and the last picture of a part. */
  async function coloursOf(who: TestMember, id: number, part: string): Promise<string[]> {
    const file = path.join(folder, 'fetched.ts')
    writeFileSync(file, Buffer.from(await (await ask(who, id, part)).arrayBuffer()))
    // what is sent passes through this process, which may not stand still meanwhile
    const args = ['-v', 'error', '-i', file, '-vf', 'scale=1:1:flags=area', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
    const { stdout: pixels } = await promisify(execFile)(findTool('ffmpeg'), args, { encoding: 'buffer' })
    return [0, pixels.length - 3].map((from) => {
      const pixel = pixels.subarray(from, from + 3)
      return Object.entries(COLOURS).find(([, at]) => pixel[at]! > 120 && pixel[2 - at]! < 80)?.[0] ?? `none: ${[...pixel].join(' ')}`
    })
  }
  const kept = () => (existsSync(path.join(folder, 'broadcasts')) ? readdirSync(path.join(folder, 'broadcasts')) : [])
  const placeOf = async (id: number) => path.join(folder, 'broadcasts', `${await all.app.primaryId()}-${id}-1`)
  const kill = () => process.kill((JSON.parse(readFileSync(path.join(folder, 'engine.json'), 'utf8')) as { pid: number }).pid, 'SIGKILL')
  const mediaOf = (id: number) => all.app.sql('select media from live.participant where room_id = $1 and member_id is not null order by id', [id])

  it('are for those who come after the thirtieth, of many at once too, and never for who runs the stream', async () => {
    const { app, maya, nell, onAir, join } = all
    const room = await onAir('stream')
    await fill(room.id, VIEWERS - 1)
    const admissions = await Promise.all(crowd.map((who) => join(who, room.id)))
    expect(admissions.map(({ media }) => media).sort()).to.deep.equal(['hls', 'hls', 'hls', 'room'])
    for (const { media, playlist_url } of admissions) expect(playlist_url).to.equal(media === 'hls' ? `/internal_api/live/${room.id}/hls/live.m3u8` : null)
    expect((await join(maya, room.id)).media).to.equal('room')
    const [first] = crowd.filter((_, n) => admissions[n]!.media === 'hls')
    expect(await outcome(app.as(first!).call(routes.subscribe, { ...at(room.id), body: { sdp: 'v=0' } }))).to.equal('409 on_broadcast')
    // who gives up a link makes room for the next
    const linked = crowd[admissions.findIndex(({ media }) => media === 'room')]!
    await all.leave(linked, room.id)
    expect((await join(nell, room.id)).media).to.equal('room')
    expect((await join(linked, room.id)).media).to.equal('hls')
    const talk = await onAir('room')
    expect((await join(nell, talk.id)).media).to.equal('room')
  })

  it('grow, and show what is sent', async () => {
    const { maya, nell, join } = all
    const room = await full()
    expect((await join(nell, room.id)).media).to.equal('hls')
    expect(await statusOf(nell, room.id), 'nobody speaks yet').to.equal(404)
    await act(maya, room.id, 'red')
    const playlist = await watch(nell, room.id, 4)
    expect(playlist).not.to.include('ENDLIST')
    const answer = await ask(nell, room.id)
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control'), answer.headers.get('access-control-allow-origin')]).to.deep.equal([
      'application/vnd.apple.mpegurl',
      'private, no-store',
      null,
    ])
    expect(partsOf(await answer.text()).length).to.be.at.least(4)
    // the first may begin before her first picture has come
    for (const part of partsOf(playlist).slice(1)) expect(await coloursOf(nell, room.id, part), part).to.deep.equal(['red', 'red'])
  })

  it('are sent to those who are in it at that moment, and to nobody else', async () => {
    const { app, maya, nell, tom, priya, join, people, remove } = all
    const room = await full()
    const [one, other] = [browserOf(app), browserOf(app)]
    const visit = (browser: typeof one) => browser.call(routes.join, { ...at(room.id), body: { name: 'Guest', only_listens: true } })
    const [{ body: guest }] = [await visit(one), await visit(other)]
    expect(guest.media).to.equal('hls')
    for (const who of [nell, tom]) await join(who, room.id)
    await act(maya, room.id, 'blue')
    const [part] = partsOf(await watch(nell, room.id, 1)) as [string]
    const both = async (who: Parameters<typeof ask>[0], id = room.id) => [await statusOf(who, id), await statusOf(who, id, part)]
    const sent = [200, 200]
    const refused = [404, 404]
    for (const who of [nell, tom, maya, one.jar, other.jar]) expect(await both(who)).to.deep.equal(sent)
    for (const who of [priya, null, new Map([['atrium_mark_live', 'x'.repeat(43)]])]) expect(await both(who)).to.deep.equal(refused)
    // of another stream of the same community, and of another community
    const elsewhere = await full()
    await join(priya, elsewhere.id)
    expect(await both(priya)).to.deep.equal(refused)
    expect(await both(nell, elsewhere.id)).to.deep.equal(refused)
    expect(await both(await app.member('admin', { community: await app.community() }))).to.deep.equal(refused)
    // put out, gone, silent
    const idOf = async (name: string) =>
      (await app.as(maya).call(routes.participants, { ...at(room.id), query: { per_page: 100 } })).records.find((person) => person.name === name)!.id
    await remove(maya, room.id, await idOf('Nell'))
    expect(await both(nell)).to.deep.equal(refused)
    await remove(maya, room.id, guest.participant.id, true)
    expect(await both(one.jar)).to.deep.equal(refused)
    await other.call(routes.leave, { ...at(room.id), body: {} })
    expect(await both(other.jar)).to.deep.equal(refused)
    await app.sql(`update live.participant set seen_at = seen_at - interval '5 minutes' where room_id = $1 and member_id = $2`, [room.id, tom.id])
    await all.minute()
    expect(await both(tom)).to.deep.equal(refused)
    expect((await people(maya, room.id, { per_page: 100 })).filter((line) => /Nell|Tom/.test(line))).to.deep.equal([])
    // names of nothing else
    for (const file of ['..%2f..%2fengine.json', '..%2flive.m3u8', '%2e%2e%2f', 'engine.json', 'part1.ts', 'part000001.ts%00', 'live.m3u8.tmp', '.'])
      expect(await statusOf(maya, room.id, file), file).to.be.oneOf([404, 422])
    expect(await statusOf(maya, room.id, 'part999999.ts')).to.equal(404)
  })

  it('are left and entered with a role', async () => {
    const { app, maya, nell, join, role } = all
    const room = await full()
    await join(maya, room.id)
    const { participant } = await join(nell, room.id)
    const beat = () => app.as(nell).call(routes.beat, { ...at(room.id), body: { participant_id: participant.id } })
    expect((await beat()).media).to.equal('hls')
    await role(maya, room.id, participant.id, 'cohost')
    expect((await beat()).media).to.equal('room')
    expect(await join(nell, room.id)).to.deep.include({ media: 'room', playlist_url: null })
    await act(nell, room.id, 'red')
    await role(maya, room.id, participant.id, 'participant')
    expect((await beat()).media).to.equal('hls')
    expect((await join(nell, room.id)).media).to.equal('hls')
    expect(await mediaOf(room.id)).to.deep.equal([{ media: 'room' }, { media: 'hls' }])
  })

  it('begin again in the same playlist when the engine was killed', async () => {
    const { maya, nell, join } = all
    const room = await full()
    await join(nell, room.id)
    await act(maya, room.id, 'red')
    const before = partsOf(await watch(nell, room.id, 2))
    kill()
    await Promise.all(actors.splice(0).map((actor) => actor.leave()))
    await act(maya, room.id, 'blue')
    const playlist = await watch(nell, room.id, before.length + 4)
    expect(partsOf(playlist).slice(0, before.length), 'one can go back to what was before').to.deep.equal(before)
    expect(playlist).to.include('#EXT-X-DISCONTINUITY')
    expect(playlist).not.to.include('ENDLIST')
    expect(new Set(partsOf(playlist)).size).to.equal(partsOf(playlist).length)
    expect(await coloursOf(nell, room.id, partsOf(playlist).at(-1)!)).to.deep.equal(['blue', 'blue'])
    expect(await coloursOf(nell, room.id, before[1]!)).to.deep.equal(['red', 'red'])
  })

  it('end with the room and leave nothing behind', async () => {
    const { app, maya, nell, join, end } = all
    const room = await full()
    await join(nell, room.id)
    await act(maya, room.id, 'red')
    const [part] = partsOf(await watch(nell, room.id, 1)) as [string]
    const place = await placeOf(room.id)
    expect(kept()).to.include(path.basename(place))
    await end(maya, room.id)
    for (const file of ['live.m3u8', part]) expect(await statusOf(nell, room.id, file)).to.equal(404)
    await app.settle()
    expect(existsSync(place)).to.equal(false)
    // the next call has nothing of it
    await all.goLive(maya, room.id)
    await fill(room.id, VIEWERS)
    await join(nell, room.id)
    expect(await statusOf(nell, room.id, part)).to.equal(404)
  })

  it('rest while nobody watches, and what is left of nothing goes', async () => {
    const { app, maya, nell, join, leave } = all
    const room = await full()
    await join(nell, room.id)
    await act(maya, room.id, 'red')
    const first = partsOf(await watch(nell, room.id, 1))
    await leave(nell, room.id)
    await all.minute()
    await app.settle()
    const place = await placeOf(room.id)
    const before = readdirSync(place)
    const long = new Date(Date.now() - 60_000)
    utimesSync(path.join(place, 'live.m3u8'), long, long)
    await join(nell, room.id)
    expect(partsOf(await watch(nell, room.id, before.filter((name) => name.endsWith('.ts')).length + 1))[0]).to.equal(first[0])
    await app.sql(`update live.room set status = 'ended' where id = $1`, [room.id])
    await all.minute()
    await app.settle()
    expect(existsSync(place)).to.equal(false)
  })

  it('need ffmpeg: without it the room is full after the thirtieth, and whoever runs it is told why', async () => {
    const { app, maya, nell, tom, join, show, onAir } = all
    const room = await onAir('stream', { access_type: 'public_stream' })
    await join(maya, room.id)
    await fill(room.id, VIEWERS - 1)
    process.env.PATH = folder
    const heard = await app.hear(maya, `live:${room.id}`)
    expect((await show(maya, room.slug)).broadcast_problem).to.equal(null)
    expect((await join(nell, room.id)).media).to.equal('room')
    await until('the room is read anew', () => heard.some(({ name }) => name.endsWith('live_room.changed')))
    expect((await show(maya, room.slug)).broadcast_problem).to.equal('tools_missing')
    expect((await show(nell, room.slug)).broadcast_problem).to.equal(null)
    expect(await outcome(join(tom, room.id))).to.equal('409 room_full')
    const visitor = await browserOf(app).call(routes.join, { ...at(room.id), body: { name: 'Guest' } })
    expect([visitor.status, visitor.body.message]).to.deep.equal([409, 'This room is full.'])
    process.env.PATH = PATH
    expect((await join(tom, room.id)).media).to.equal('hls')
    expect((await show(maya, room.slug)).broadcast_problem).to.equal(null)
  })
})
