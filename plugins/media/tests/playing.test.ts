/** Videos and sounds end to end on small real recordings: made ready, refused, cut off, watched, captioned, counted. */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type TestApp, type TestMember, testApp, until } from '@atrium/sdk/testing'
import { expect } from 'chai'
import contract from '../contract.ts'
import { Loudness, probe, renditions } from '../server/providers/ffmpeg.ts'
import { findTools, MediaProblem, missingTools, stopTools } from '../server/providers/tools.ts'
import { parseVtt, toVtt } from '../server/service/vtt.ts'

const { routes } = contract
const CUES = [{ start: 0.5, end: 2, text: 'Hello & <welcome>' }]

/** A second of silence that needs no tools to make. */
function wav(seconds = 1): Buffer {
  const data = Buffer.alloc(8_000 * 2 * seconds)
  for (let i = 0; i < data.length / 2; i++) data.writeInt16LE(Math.round(Math.sin(i / 5) * 9_000 * (i / (data.length / 2))), i * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(16_000, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

describe('media: playing', () => {
  let app: TestApp
  let admin: TestMember
  let ann: TestMember
  let bob: TestMember
  let eve: TestMember
  let folder: string
  let clip: Buffer

  async function upload(as: TestMember, filename: string, bytes: Buffer): Promise<{ id: number; signed_id: string; url: string; content_type: string }> {
    const begun = await app.as(as).send('POST', '/internal_api/direct_uploads', { blob: { filename, byte_size: bytes.length } })
    const sent = await app.as(as).send('PUT', begun.body.direct_upload.url, bytes, { 'content-type': 'application/octet-stream', 'upload-offset': '0' })
    expect(sent.status, JSON.stringify(sent.body)).to.equal(200)
    return sent.body
  }
  const state = (as: TestMember, file: { id: number; url?: string }, src?: string) =>
    app.as(as).call(routes.transcoding, { params: { id: file.id }, query: { src } })
  const status = async (as: TestMember, id: number, src?: string) =>
    (await app.as(as).send('GET', `/internal_api/media_transcodings/${id}${src ? `?src=${encodeURIComponent(src)}` : ''}`)).status
  /** The address under which a reader is shown a file. */
  const srcFor = (member: TestMember, fileId: number) =>
    app.run(member.communityId, async (ctx) => {
      const as = await ctx.actAs(member.id)
      return as.files.url({ id: fileId, filename: 'clip.mp4' })
    })
  async function finished(id: number) {
    let now = await state(admin, { id })
    await until('it to be made ready', async () => ['completed', 'failed'].includes((now = await state(admin, { id })).status), 100_000)
    return now
  }

  before(async () => {
    app = await testApp(['plugins/operations', 'plugins/media'])
    admin = await app.member('admin')
    ann = await app.member('member', { name: 'Ann' })
    bob = await app.member('member', { name: 'Bob' })
    eve = await app.member('admin', { community: await app.community() })
    folder = mkdtempSync(path.join(os.tmpdir(), 'media-test-'))
    expect(missingTools(), 'programs that .ci/run installs').to.deep.equal([])
    const file = path.join(folder, 'clip.mp4')
    const make =
      '-v error -f lavfi -i testsrc=size=640x400:rate=20:duration=5 -f lavfi -i sine=frequency=440:duration=5 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -y'
    execFileSync('ffmpeg', [...make.split(' '), file])
    clip = readFileSync(file)
  })
  beforeEach(() => app.resetLimits())
  after(async () => {
    rmSync(folder, { recursive: true, force: true })
    await app?.close()
  })

  it('makes streams, a poster and small pictures of a video, for those alone who may see it (A04)', async () => {
    const file = await upload(ann, 'clip.mp4', clip)
    const done = await finished(file.id)
    expect(done).to.include({ status: 'completed', kind: 'video', progress: 100, width: 640, height: 400, reason: null })
    expect(done.duration).to.be.closeTo(5, 0.2)
    const mine = await state(ann, file)
    const { playlist_url, poster_url, sprite_url } = mine
    const get = (as: TestMember | null, address: string, headers = {}) => app.as(as).send('GET', address, undefined, headers)
    const master = await get(ann, playlist_url!)
    expect([master.status, master.headers['content-type']]).to.deep.equal([200, 'application/vnd.apple.mpegurl'])
    expect(master.body)
      .to.match(/RESOLUTION=576x360/)
      .and.not.match(/720p/)
    const list = new URL('360p.m3u8', app.url + playlist_url).pathname
    const segments = list.replace('.m3u8', '.mp4')
    expect((await get(ann, list)).body).to.match(/#EXT-X-BYTERANGE:\d+@\d+\n360p\.mp4/)
    const part = await get(ann, segments, { range: 'bytes=0-99' })
    expect([part.status, part.headers['content-length']]).to.deep.equal([206, '100'])
    expect((await get(ann, poster_url!)).headers['content-type']).to.equal('image/jpeg')
    expect((await get(ann, sprite_url!)).body).to.match(/00:00:00\.000 --> 00:00:01\.000\nsprite\.jpg#xywh=0,0,160,100/)
    for (const [name, as] of [
      ['another member', bob],
      ['a visitor', null],
      ['another community', eve],
    ] as const)
      for (const address of [playlist_url!, list, segments, poster_url!]) expect((await get(as, address)).status, `${name} ${address}`).to.equal(404)
    expect(await status(bob, file.id), 'a stranger without the address').to.equal(404)
    expect(await status(bob, file.id, mine.url), 'with the address of another').to.equal(404)
    expect(await status(eve, file.id, mine.url)).to.equal(404)
    const shown = await srcFor(bob, file.id)
    const seen = await state(bob, file, shown)
    expect(seen.can_edit).to.equal(false)
    expect((await get(bob, seen.playlist_url!)).status, 'who was shown the file').to.equal(200)
    expect((await get(ann, seen.playlist_url!)).status, 'and that address is theirs alone').to.equal(404)
    const other = await upload(ann, 'other.mp4', clip)
    expect(await status(bob, other.id, shown), 'the address of one file opens no other').to.equal(404)
    const [row] = await app.sql('select byte_size, derived_bytes from kernel.file where id = $1', [file.id])
    expect(Number(row.derived_bytes)).to.be.above(1000)
    await finished(other.id)
    const { used_bytes } = await app.as(admin).call(routes.storage)
    expect(used_bytes, 'what was made counts').to.be.above(clip.length * 2 + Number(row.derived_bytes))
  })

  it('makes a sound play everywhere, with its loudness', async () => {
    const file = await upload(ann, 'voice.wav', wav(2))
    const done = await finished(file.id)
    expect(done).to.include({ status: 'completed', kind: 'audio', playlist_url: null })
    expect(done.peaks).to.have.length(64)
    expect(Math.max(...done.peaks!)).to.equal(100)
    expect(done.peaks![2]).to.be.below(20)
    const mine = await state(ann, file)
    expect((await app.as(ann).send('GET', mine.audio_url!)).headers['content-type']).to.equal('audio/mp4')
  })

  it('refuses playlists, tells why a broken file stays as it is, and takes no other files', async () => {
    const evil = path.join(folder, 'source')
    writeFileSync(evil, '#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n')
    const error = await probe({ folder, until: performance.now() + 60_000 }).then(
      () => null,
      (error) => error,
    )
    expect(error).to.be.instanceOf(MediaProblem).and.include({ reason: 'unreadable' })
    const list = await upload(ann, 'film.mp4', readFileSync(evil))
    expect(list.content_type).to.equal('text/plain')
    expect(await app.as(ann).send('POST', '/internal_api/media_transcodings', { file_id: list.id })).to.nested.include({ status: 422, 'body.code': 'no_media' })
    const broken = await upload(ann, 'broken.mp4', Buffer.concat([clip.subarray(0, 400), Buffer.alloc(500, 7)]))
    expect(await finished(broken.id)).to.include({ status: 'failed', reason: 'unreadable' })
    expect((await state(ann, broken)).url).to.match(/^\/files\//)
    expect(await app.as(bob).send('POST', '/internal_api/media_transcodings', { file_id: broken.id })).to.include({ status: 404 })
    expect((await app.as(ann).call(routes.transcode, { body: { file_id: broken.id } })).status).to.equal('pending')
    expect(await finished(broken.id)).to.include({ status: 'failed' })
  })

  it('starts anew after a process died, cancels, and does nothing twice', async () => {
    const file = await upload(ann, 'again.mp4', clip)
    await finished(file.id)
    expect(await app.as(ann).send('POST', '/internal_api/media_transcodings', { file_id: file.id })).to.include({ status: 409 })
    expect(await app.as(ann).send('DELETE', `/internal_api/media_transcodings/${file.id}`)).to.include({ status: 409 })
    // as the row of a process that was killed half-way
    await app.sql(
      `update media.transcoding set status = 'processing', progress = 40, parts = '{}', updated_at = now() - interval '11 minutes' where file_id = $1`,
      [file.id],
    )
    expect((await app.as(ann).call(routes.transcode, { body: { file_id: file.id } })).status).to.equal('pending')
    expect(await finished(file.id)).to.include({ status: 'completed', progress: 100 })
    await app.sql(`update media.transcoding set status = 'pending' where file_id = $1`, [file.id])
    expect(await app.as(bob).send('DELETE', `/internal_api/media_transcodings/${file.id}`)).to.include({ status: 404 })
    const stopped = await app.as(ann).call(routes.cancel, { params: { id: file.id } })
    expect(stopped).to.include({ status: 'failed', reason: 'cancelled' })
    expect(stopped.playlist_url).to.equal(null)
  })

  it('waits for the next process when this one ends in the middle', async () => {
    const file = path.join(folder, 'long.mp4')
    execFileSync('ffmpeg', [...'-v error -f lavfi -i testsrc2=size=640x360:rate=25 -t 6 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -y'.split(' '), file])
    const long = await upload(ann, 'long.mp4', readFileSync(file))
    const isMaking = () =>
      execFileSync('ps', ['-A', '-o', 'ppid=,comm='], { encoding: 'utf8' })
        .split('\n')
        .some((line) => /^ *(\d+) +ffmpeg$/.exec(line)?.[1] === String(process.pid))
    await until('ffmpeg to be at work', isMaking)
    stopTools()
    expect(await finished(long.id)).to.include({ status: 'completed' })
  })

  it('says plainly what is missing, and plays the original', async () => {
    findTools('/nowhere')
    try {
      const file = await upload(ann, 'plain.wav', wav())
      expect(await state(ann, file)).to.include({ status: 'failed', reason: 'tools_missing', audio_url: null })
      const { checks } = (await app.as(admin).send('GET', '/internal_api/system_health')).body
      expect(checks.ffmpeg).to.deep.equal({ ok: false, detail: 'ffmpeg and ffprobe not found on PATH: videos and sounds play as they were uploaded' })
      expect((await app.as(admin).call(routes.storage)).missing_tools).to.deep.equal(['ffmpeg', 'ffprobe'])
      await app.as(admin).call(routes.updateSettings, { body: { prepare_media: false } })
      expect(await state(ann, await upload(ann, 'other.wav', wav()))).to.include({ status: 'none' })
    } finally {
      findTools()
      await app.as(admin).call(routes.updateSettings, { body: { prepare_media: true } })
    }
  })

  it('keeps captions in several languages, written by the uploader, read by whoever sees the file', async () => {
    const file = await upload(ann, 'talk.wav', wav())
    const made = await app.as(ann).call(routes.createTranscript, { body: { file_id: file.id, language: 'en', cues: CUES } })
    expect(made).to.include({ label: 'English', origin: 'typed', can_edit: true })
    const srt = '1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Olá</i>\r\nmundo\r\n\r\n2\r\n00:00:00,100 --> 00:00:00,900\r\nAntes\r\n'
    const second = await app.as(ann).call(routes.createTranscript, { body: { file_id: file.id, language: 'pt-BR', vtt: srt } })
    expect(second.cues).to.deep.equal([
      { start: 0.1, end: 0.9, text: 'Antes' },
      { start: 1, end: 2.5, text: 'Olá\nmundo' },
    ])
    const again = (body: object, as = ann) =>
      app.as(as).send('POST', '/internal_api/media_transcripts', { file_id: file.id, language: 'en', cues: CUES, ...body })
    expect((await again({})).status).to.equal(409)
    expect((await again({ language: 'fr', vtt: 'nothing' })).body.code).to.equal('no_captions')
    expect((await again({ language: 'de', automatic: true })).body).to.include({ code: 'transcriber_unavailable' })
    expect((await again({ language: 'not a language' })).status).to.equal(422)
    expect((await again({ language: 'es' }, bob)).status).to.equal(404)
    expect((await again({ language: 'es', cues: [{ start: 2, end: 1, text: 'x' }] })).status).to.equal(422)
    const at = { params: { id: made.id } }
    const moved = await app.as(ann).call(routes.updateTranscript, { ...at, body: { cues: [{ start: 1, end: 3, text: ' Later ' }], label: 'Simple English' } })
    expect(moved).to.deep.include({ cues: [{ start: 1, end: 3, text: 'Later' }], label: 'Simple English' })
    expect((await app.as(ann).send('PATCH', `/internal_api/media_transcripts/${made.id}`, { language: 'pt-BR' })).status).to.equal(409)
    const src = await srcFor(bob, file.id)
    const address = `/media_transcripts/${made.id}.vtt?src=${encodeURIComponent(src)}`
    const vtt = await app.as(bob).send('GET', address)
    expect([vtt.status, vtt.headers['content-type'], vtt.body]).to.deep.equal([
      200,
      'text/vtt; charset=utf-8',
      'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nLater\n',
    ])
    expect((await app.as(bob).send('GET', `/media_transcripts/${made.id}.vtt`)).status).to.equal(404)
    expect((await app.as(eve).send('GET', address)).status).to.equal(404)
    expect(await app.as(bob).call(routes.transcript, { ...at, query: { src } })).to.include({ can_edit: false })
    expect((await app.as(bob).send('PATCH', `/internal_api/media_transcripts/${made.id}`, { label: 'x' })).status).to.equal(404)
    expect((await state(bob, file, src)).captions.map(({ language }) => language)).to.deep.equal(['en', 'pt-BR'])
    await app.as(admin).call(routes.removeTranscript, { params: { id: second.id } })
    expect((await state(ann, file)).captions).to.have.length(1)
  })

  it('remembers where a member stopped, and counts what was watched once', async () => {
    const file = await upload(ann, 'watched.wav', wav())
    const src = await srcFor(bob, file.id)
    const session = randomUUID()
    const tell = (as: TestMember, more: object) =>
      app.as(as).send('POST', '/internal_api/media_progress', { file_id: file.id, session, position: 10, watched: 10, ...more })
    expect((await tell(bob, {})).status, 'a stranger to the file').to.equal(404)
    expect((await tell(bob, { src })).status).to.equal(200)
    expect((await tell(bob, {})).status, 'the same again, when the address is too old').to.equal(200)
    await tell(bob, { watched: 25, position: 25 })
    expect((await state(bob, file, src)).position).to.equal(25)
    await tell(bob, { watched: 100_000, position: 30 })
    const most = 25 + 2 * 30
    await tell(bob, { session: randomUUID(), watched: 5, ended: true })
    expect((await state(bob, file, src)).position).to.equal(0)
    await tell(ann, { session: randomUUID(), watched: 5, ended: true })
    await tell(ann, { ended: true, watched: 5, session: randomUUID() })
    const numbers = await app.as(admin).call(routes.analytics, { query: { days: 7 } })
    const mine = numbers.files.find(({ id }) => id === file.id)!
    expect(mine).to.include({ views: 4, viewers: 2, completions: 2 })
    expect(mine.watched).to.be.within(35, most + 20)
    expect(numbers.days).to.have.length(7)
    expect(numbers.days.at(-1)).to.include({ date: numbers.to, views: 4, viewers: 2 })
    expect((await app.as(bob).send('GET', '/internal_api/analytics/media')).status).to.equal(403)
    expect((await app.as(eve).call(routes.analytics)).totals).to.deep.equal({ views: 0, viewers: 0, watched: 0, completions: 0 })
  })

  it('lists files by size and use, and deletes many', async () => {
    const small = await upload(bob, 'a-small.txt', Buffer.from('x'))
    const large = await upload(bob, 'a-large.txt', Buffer.from('x'.repeat(50)))
    const ask = (query: object) => app.as(admin).call(routes.files, { query: { search_text: 'a-', ...query } }) as Promise<any>
    expect((await ask({ sort: 'largest' })).records.map(({ filename }: any) => filename)).to.deep.equal(['a-large.txt', 'a-small.txt'])
    const first = await ask({ sort: 'largest', per_page: 1 })
    expect((await ask({ sort: 'largest', per_page: 1, cursor: first.next_cursor })).records[0].filename).to.equal('a-small.txt')
    await app.run(bob.communityId, (ctx) => ctx.files.keep(small.id, 'public:post:987'))
    const [used] = (await ask({ used: 'yes' })).records
    expect(used).to.deep.include({ id: small.id, used_in: { kind: 'post', title: null, path: null } })
    expect((await ask({ used: 'no' })).records).to.have.length(1)
    expect((await ask({ member_id: ann.id })).records).to.have.length(0)
    expect(await app.as(admin).call(routes.removeMany, { body: { ids: [small.id, large.id, large.id, 99_999_999] } })).to.deep.equal({ removed: 2 })
    expect((await app.as(bob).send('POST', '/internal_api/attached_files/bulk_destroy', { ids: [1] })).status).to.equal(403)
  })

  it('chooses sizes within the source, and reads captions as they are written', () => {
    expect(renditions(1920, 1080).map(({ name, width, height }) => `${name} ${width}x${height}`)).to.deep.equal(['360p 640x360', '720p 1280x720'])
    expect(renditions(1080, 1920).map(({ width, height }) => `${width}x${height}`)).to.deep.equal(['360x640', '720x1280'])
    expect(renditions(321, 241).map(({ name, width, height }) => `${name} ${width}x${height}`)).to.deep.equal(['242p 322x242'])
    const loudness = new Loudness(1_000_000)
    loudness.take(Buffer.from([0, 64, 0]))
    loudness.take(Buffer.from([64]))
    expect(loudness.peaks()).to.have.length(1000)
    expect(parseVtt(toVtt(CUES))).to.deep.equal(CUES)
    expect(parseVtt('\ufeffWEBVTT\n\nNOTE 00:01\n\nid\n01:02.5 --> 100:00:00.000 align:start\n<v Ann>Hi &amp; bye')).to.deep.equal([
      { start: 62.5, end: 360_000, text: 'Hi & bye' },
    ])
  })
})
