/** What is kept of a room: files of tracks that outlive the engine, and one picture of all. */
import { expect } from 'chai'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@atrium/sdk/testing'
import { compose } from '../../server/media/providers/compose.ts'
import { EmbeddedEngine } from '../../server/media/providers/embedded/client.ts'
import { type EngineEvent, MediaRefusal } from '../../server/media/providers/engine.ts'
import { findTool } from '../../server/media/providers/ffmpeg.ts'
import { readRecording } from '../../server/media/providers/recorded.ts'
import { Actor } from './actor.ts'
import { Peer } from './peer.ts'

const probe = (file: string, ...args: string[]): string =>
  execFileSync(findTool('ffprobe'), ['-v', 'error', ...args, '-of', 'csv=p=0', file], { encoding: 'utf8' })
/** Seconds, by what is in it. @throws Error when it cannot be read to its end */
function lengthOf(file: string): number {
  const times = probe(file, '-show_entries', 'packet=pts_time')
    .split('\n')
    .map((line) => Number.parseFloat(line) || 0)
  return Math.max(...times)
}
const codecsOf = (file: string): string[] => [...new Set(probe(file, '-show_entries', 'stream=codec_name').split('\n').filter(Boolean))].sort()
/** Decibels. */
function loudnessOf(file: string): number {
  const args = ['-nostdin', '-hide_banner', '-i', file, '-af', 'volumedetect', '-vn', '-f', 'null', '-']
  const { stderr } = spawnSync(findTool('ffmpeg'), args, { encoding: 'utf8' })
  return Number(/max_volume: (\S+) dB/.exec(stderr)?.[1])
}
/** Of the left and the right half of the picture at a moment (seconds). */
function coloursOf(file: string, at: number): string[] {
  const args = [
    '-v',
    'error',
    '-nostdin',
    '-ss',
    String(at),
    '-i',
    file,
    '-frames:v',
    '1',
    '-vf',
    'scale=4:3:flags=area',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-',
  ]
  const pixels = execFileSync(findTool('ffmpeg'), args)
  return [4, 7].map((place) => {
    const [r = 0, , b = 0] = pixels.subarray(place * 3)
    return r > b + 60 ? 'red' : b > r + 60 ? 'blue' : 'neither'
  })
}

describe('recordings', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-recording-'))
  const engine = new EmbeddedEngine({ folder, udp: { host: '127.0.0.1', port: 0 }, idleMs: 2_000 })
  const events: EngineEvent[] = []
  const actors: Actor[] = []
  const pid = () => (JSON.parse(readFileSync(path.join(folder, 'engine.json'), 'utf8')) as { pid: number }).pid

  async function act(roomId: string, identity: string, pitch: number, colour: string): Promise<void> {
    await engine.openRoom(roomId, { maxPublishers: 4, maxViewers: 4 })
    await engine.admit(roomId, identity, { publish: true, subscribe: true })
    const actor = new Actor(new Peer(engine, roomId, identity))
    actors.push(actor)
    await actor.begin(pitch, colour)
  }
  const sources = async (roomId: string) =>
    (await engine.state(roomId)).participants.flatMap(({ identity, sources }) =>
      sources.flatMap(({ source, muted }) => (muted ? [] : [`${identity} ${source}`])),
    )

  before(() => engine.on((event) => events.push(event)))
  afterEach(() => Promise.all(actors.splice(0).map((actor) => actor.leave())))
  after(async () => {
    await engine.close()
    rmSync(folder, { recursive: true })
  })

  it('keep all but the last second of each track when the engine is killed', async () => {
    await act('one', 'ada', 440, 'red')
    await until('sound and picture come', async () => (await sources('one')).length === 2)
    const place = path.join(folder, 'killed')
    const begin = performance.now()
    await engine.startRecording('one', place)
    await until('a while has passed', () => performance.now() - begin > 3_000)
    process.kill(pid(), 'SIGKILL')
    const seconds = (performance.now() - begin) / 1000
    const { tracks } = readRecording(place)
    expect(tracks.map(({ identity, source }) => `${identity} ${source}`).sort()).to.deep.equal(['ada camera', 'ada microphone'])
    for (const { path: file, source, begins } of tracks) {
      expect(codecsOf(file)).to.deep.equal([source === 'camera' ? 'vp8' : 'opus'])
      expect(begins / 1000 + lengthOf(file), source).to.be.within(seconds - 2, seconds + 0.1)
    }
  })

  it('become one picture with all sounds', async () => {
    await Promise.all([act('two', 'ada', 440, 'red'), act('two', 'bea', 880, 'blue')])
    await until('sounds and pictures come', async () => (await sources('two')).length === 4)
    const place = path.join(folder, 'composed')
    const recordingId = await engine.startRecording('two', place)
    await until('four tracks are written', () => readRecording(place).tracks.length === 4)
    const begin = performance.now()
    await until('a while has passed', () => performance.now() - begin > 1_500)
    const tracks = await engine.stopRecording(recordingId)
    expect(tracks).to.have.deep.members(readRecording(place).tracks)
    for (const layout of ['grid', 'speaker'] as const) {
      const output = path.join(place, `${layout}.mp4`)
      await compose({ ...readRecording(place), output, layout, width: 320, height: 180, limitMs: 60_000 })
      expect(codecsOf(output)).to.deep.equal(['aac', 'h264'])
      expect(lengthOf(output)).to.be.within(1.4, 12)
      expect(loudnessOf(output), layout).to.be.above(-30)
      // tracks neither begin nor end together
      const all = Math.max(...tracks.map(({ begins }) => begins)) / 1000
      const colours = new Set(coloursOf(output, all + 0.7))
      expect(colours.has('neither'), layout).to.equal(false)
      expect(colours.size, layout).to.equal(layout === 'grid' ? 2 : 1)
    }
    await engine.closeRoom('two')
  })

  it('say clearly that ffmpeg is missing', () => {
    expect(() => findTool('ffmpeg', folder))
      .to.throw(MediaRefusal)
      .with.property('code', 'ffmpeg_missing')
  })
})
