/** What reaches a viewer when layers are switched, packets are lost, or somebody is silent: one track whose numbers never jump and never mean two things. */
import { expect } from 'chai'
import type { RtpHeader } from 'werift'
import type { Layer, Source } from '../../server/media/providers/engine.ts'
import { Outlet } from '../../server/media/providers/embedded/outlet.ts'
import type { Section } from '../../server/media/providers/embedded/sdp.ts'
import type { Stream } from '../../server/media/providers/embedded/stream.ts'
import { type Media, Track } from '../../server/media/providers/embedded/track.ts'
import { parsePicture } from '../../server/media/providers/embedded/vp8.ts'

interface Sent {
  seq: number
  ts: number
  id: number
  payload: Buffer
}
const section = (kind: 'audio' | 'video', layers: Layer[]): Section => ({
  mid: '0',
  kind,
  sends: true,
  receives: false,
  isOff: false,
  payloadType: 96,
  format: '',
  extensions: {},
  layers,
  ssrcs: layers.length ? [] : [7],
})

/** A track of somebody, and what one viewer gets of it. */
function scene(source: Source, layers: Layer[]) {
  const asked: (Layer | null)[] = []
  const kind = source === 'microphone' ? 'audio' : 'video'
  const track = new Track('ada', source, section(kind, layers), ({ layer }) => asked.push(layer))
  const sent: Sent[] = []
  const link = {
    isOpen: true,
    sendRtp: ({ sequenceNumber: seq, timestamp: ts }: RtpHeader, payload: Buffer) =>
      void sent.push({ seq, ts, id: parsePicture(payload)?.id ?? 0, payload: Buffer.from(payload) }),
  }
  const outlet = new Outlet(link, kind, 100, undefined)
  outlet.connect(track)
  const clocks = new Map(track.streams.map((stream, at) => [stream, { seq: 60_000 + at * 5_000, ts: 4_294_900_000 - at * 77_777, id: 32_760 - at * 9_000 }]))
  /** One packet of a layer at a moment. */
  function packet(layer: Layer | null, now: number, { key = false, level = null as number | null, seq = undefined as number | undefined } = {}): Media {
    const stream = track.streams.find((one) => one.layer === layer)!
    const clock = clocks.get(stream)!
    if (seq === undefined) {
      clock.seq = (clock.seq + 1) & 0xffff
      clock.id = (clock.id + 1) & 0x7fff
    }
    const number = seq ?? clock.seq
    const head = [0x90, 0xe0, 0x80 | (clock.id >> 8), clock.id & 255, clock.id & 255, 0]
    const payload = Buffer.from([...(kind === 'video' ? head : []), key ? 0x10 : 0x11, number & 255, number >> 8])
    const ts = (clock.ts + Math.round(now * (kind === 'video' ? 90 : 48))) >>> 0
    const media = {
      ssrc: 1,
      type: 96,
      seq: number,
      ts,
      marker: true,
      payload,
      extensions: null,
      picture: kind === 'video' ? parsePicture(payload) : null,
      level,
    }
    if (stream.count(media, now, kind === 'video')) track.forward(stream, media, now)
    return media
  }
  return { track, outlet, sent, asked, packet, stream: (layer: Layer): Stream => track.streams.find((one) => one.layer === layer)! }
}
/** Numbers go up by one; times and pictures go up. */
function expectWhole(sent: Sent[]): void {
  sent.slice(1).forEach((one, at) => {
    const before = sent[at]!
    expect([(one.seq - before.seq) & 0xffff, (one.id - before.id) & 0x7fff]).to.deep.equal([1, 1])
    expect((one.ts - before.ts) >>> 0).to.be.within(1, 180_000)
  })
}

describe('layers of a picture', () => {
  it('are switched at key frames, without a jump in numbers, times and pictures', () => {
    const { outlet, sent, asked, packet } = scene('camera', ['h', 'm', 'l'])
    let now = 1_000
    const all = (key?: Layer) => {
      now += 33
      for (const layer of ['h', 'm', 'l'] as const) packet(layer, now, { key: layer === key })
      outlet.aim(now)
    }
    all()
    expect([sent.length, asked]).to.deep.equal([0, ['h']])
    all('h')
    all()
    expect(sent).to.have.length(2)
    outlet.wanted = 'l'
    all()
    all('m')
    expect(asked).to.deep.equal(['h', 'l'])
    all('l')
    for (let n = 0; n < 20; n++) all()
    outlet.wanted = 'm'
    all()
    all('m')
    all()
    expectWhole(sent)
    expect(sent.length).to.equal(29)
  })

  it('fall back to the best that comes, and return to what is wanted', () => {
    const { outlet, sent, packet } = scene('camera', ['h', 'm', 'l'])
    let now = 1_000
    const some = (layers: Layer[], times: number) => {
      for (let n = 0; n < times; n++) {
        now += 100
        for (const layer of layers) packet(layer, now, { key: true })
        outlet.aim(now)
      }
    }
    some(['l'], 3)
    expect(sent.length).to.be.within(2, 3)
    some(['h', 'l'], 20)
    const before = sent.length
    some(['m', 'l'], 30)
    expect(sent.length).to.be.above(before + 10)
    expectWhole(sent)
  })

  it('that stutter are passed over while a smaller one flows', () => {
    const { track, packet, stream } = scene('camera', ['h', 'm', 'l'])
    const seconds = (large: number, count: number, from: number) => {
      for (let second = 0; second < count; second++) {
        for (let n = 0; n < 20; n++) {
          const now = from + second * 1_000 + n * 50
          packet('m', now)
          packet('l', now)
          if (n < large) packet('h', now)
        }
        for (const layer of ['h', 'm', 'l'] as const) stream(layer).measure(1_000)
      }
      return track.best('h', from + count * 1_000 - 500)?.layer
    }
    expect(seconds(20, 3, 1_000)).to.equal('h')
    expect(seconds(2, 1, 4_000), 'a hiccup').to.equal('h')
    expect(seconds(2, 6, 5_000)).to.equal('m')
    expect(seconds(20, 3, 11_000)).to.equal('h')
  })

  it('stop when nobody looks, and a lost picture is asked for', () => {
    const { outlet, sent, asked, packet } = scene('camera', ['h'])
    packet('h', 1_000)
    outlet.aim(1_000)
    packet('h', 1_033, { key: true })
    outlet.wanted = 'off'
    outlet.aim(1_040)
    packet('h', 1_066, { key: true })
    expect(sent).to.have.length(1)
    outlet.wanted = 'h'
    outlet.aim(2_000)
    packet('h', 2_000)
    expect([sent.length, asked.length]).to.deep.equal([1, 2])
    packet('h', 2_033, { key: true })
    outlet.refresh(3_000)
    expect([sent.length, asked.length]).to.deep.equal([2, 3])
  })

  it('are sent again to who missed some, bit for bit; no number ever means two packets', () => {
    const { track, outlet, sent, packet, stream } = scene('camera', ['h'])
    packet('h', 1_000)
    outlet.aim(1_000)
    const first = packet('h', 1_010, { key: true })
    for (let n = 0; n < 5; n++) packet('h', 1_020 + n)
    const late = (first.seq + 6) & 0xffff
    // one is lost, one only fills the line, and the lost one comes when it was asked for again
    const filling = { ...first, seq: (late + 2) & 0xffff, payload: Buffer.alloc(0), picture: null }
    packet('h', 1_030, { seq: (late + 1) & 0xffff })
    stream('h').count(filling, 1_031, true)
    track.skip(stream('h'), filling)
    packet('h', 1_032, { seq: (late + 3) & 0xffff })
    packet('h', 1_100, { seq: late })
    packet('h', 1_101, { seq: late })
    const numbers = sent.map(({ seq }) => (seq - sent[0]!.seq) & 0xffff)
    expect(numbers).to.deep.equal([0, 1, 2, 3, 4, 5, 7, 8, 6])
    const asked = sent.slice(2, 4)
    expect(outlet.repeat(asked.map(({ seq }) => seq))).to.equal(2)
    expect(sent.slice(-2)).to.deep.equal(asked)
    expect(outlet.repeat([(sent[0]!.seq + 100) & 0xffff])).to.equal(0)
  })
})

describe('silence', () => {
  it('is not forwarded, and what is said after it follows without a gap', () => {
    const { sent, packet } = scene('microphone', [])
    let now = 1_000
    const say = (level: number, times: number) => {
      for (let n = 0; n < times; n++) packet(null, (now += 20), { level })
    }
    say(30, 10)
    say(127, 225)
    const silent = sent.length
    expect(silent).to.be.within(40, 50)
    say(30, 10)
    expect(sent).to.have.length(silent + 10)
    sent.slice(1).forEach((one, at) => {
      expect((one.seq - sent[at]!.seq) & 0xffff).to.equal(1)
      expect((one.ts - sent[at]!.ts) >>> 0).to.be.within(960, 960 * 20)
    })
    expect((sent.at(-1)!.ts - sent[0]!.ts) >>> 0, 'time goes on in silence').to.equal(960 * 244)
  })
})
