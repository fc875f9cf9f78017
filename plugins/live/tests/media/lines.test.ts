/** What the engine reads of packets that may be anything, and how it follows what a line bears. */
import { expect } from 'chai'
import { Downlink } from '../../server/media/providers/embedded/downlink.ts'
import {
  isRtcp,
  parseRtcp,
  type ReportBlock,
  writeBandwidth,
  writeKeyframeRequest,
  writeNack,
  writeName,
  writeReceiver,
  writeSender,
} from '../../server/media/providers/embedded/rtcp.ts'
import { extensionOf, parseRtp, seqAhead } from '../../server/media/providers/embedded/rtp.ts'
import { Uplink } from '../../server/media/providers/embedded/uplink.ts'
import { parsePicture, renumbered, sizeOf } from '../../server/media/providers/embedded/vp8.ts'
import { BLACK } from './peer.ts'

/** Bytes by a rule, so that a failure can be repeated. */
function* noise(count: number): Iterable<Buffer> {
  let state = 1
  const next = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 16
  for (let n = 0; n < count; n++) yield Buffer.from(Array.from({ length: next() % 80 }, () => next() & 255))
}

describe('packets', () => {
  it('of any bytes are read or left, and throw nothing', () => {
    let read = 0
    for (const bytes of noise(20_000)) {
      const packet = parseRtp(Buffer.concat([Buffer.from([0x80 | (bytes[0] ?? 0)]), bytes]))
      if (packet) {
        read++
        extensionOf(packet, 3)
        const picture = parsePicture(packet.payload)
        if (picture) renumbered(packet.payload, picture, 5, 6)
      }
      parseRtcp(bytes)
      parsePicture(bytes)
      sizeOf(bytes)
    }
    expect(read).to.be.above(1_000)
  })

  it('of reports are read as they were written, one after another', () => {
    const block: ReportBlock = { ssrc: 0xfedcba98, fractionLost: 25, lost: -3, highest: 0x10005, jitter: 77, lastReport: 0x12345678, delay: 65_536 }
    const lost = [65_530, 65_535, 0, 3, 400]
    const compound = Buffer.concat([
      writeReceiver(1, [block]),
      writeNack(1, 2, lost),
      writeBandwidth(1, 1_234_567, [2, 3]),
      writeKeyframeRequest(1, 0xffffffff),
      writeSender(9, 1_700_000_000_250, 0xfffffff0, 5, 6),
      writeName(9, 'somebody'),
    ])
    expect(isRtcp(compound)).to.equal(true)
    const [receiver, nack, bandwidth, keyframe, sender, ...rest] = parseRtcp(compound)
    expect(receiver).to.deep.equal({ type: 'receiver', reports: [block] })
    expect(nack).to.deep.equal({ type: 'nack', ssrc: 2, lost })
    expect(bandwidth).to.have.property('bits').that.is.within(1_234_500, 1_234_567)
    expect(keyframe).to.deep.equal({ type: 'keyframe', ssrc: 0xffffffff })
    expect(sender).to.include({ type: 'sender', ssrc: 9, ts: 0xfffffff0 })
    expect(sender).to.have.property('ntpMs').that.is.closeTo(1_700_000_000_250, 0.01)
    expect(rest).to.deep.equal([])
  })

  it('are told apart across the end of their numbers, and pictures by their first bytes', () => {
    expect([seqAhead(65_535, 0), seqAhead(0, 65_535), seqAhead(10, 10)]).to.deep.equal([1, -1, 0])
    const payload = Buffer.concat([Buffer.from([0x90, 0xe0, 0x81, 0x02, 0x07, 0x20]), BLACK])
    const picture = parsePicture(payload)!
    expect(picture).to.include({ size: 6, starts: true, keyframe: true, id: 0x102, isLong: true, tl0: 7 })
    expect(sizeOf(payload.subarray(picture.size))).to.deep.equal({ width: 16, height: 16 })
    const other = renumbered(payload, picture, 0x7fff, 255)
    expect(parsePicture(other)).to.include({ id: 0x7fff, tl0: 255, keyframe: true })
    expect(other.subarray(6).equals(BLACK)).to.equal(true)
    expect(renumbered(payload, picture, 0x102, 7)).to.equal(payload)
  })
})

describe('lines', () => {
  /** Seconds of packets that are longer on their way by so many milliseconds each second. */
  function upload(uplink: Uplink, seconds: number, slower: number, from = 0): number[] {
    const said: number[] = []
    let onWay = 30
    for (let second = 0; second < seconds; second++) {
      for (let n = 0; n < 100; n++) {
        onWay += slower / 100
        const sentMs = from + second * 1_000 + n * 10
        uplink.note(Math.floor((sentMs / 1000) * 2 ** 18) & 0xffffff, sentMs + onWay, 1_250)
      }
      said.push(uplink.allow(2_000_000, 1_000))
    }
    return said
  }

  it('of publishers are given less while packets queue, and more again', () => {
    const uplink = new Uplink()
    expect(
      upload(uplink, 70, 0).every((bits) => bits === 2_000_000),
      'an even line, past the turn of its clock',
    ).to.equal(true)
    const full = upload(uplink, 6, 100, 70_000)
    expect(full.at(-1)).to.be.below(900_000)
    const free = upload(uplink, 20, 0, 76_000)
    expect(free.at(-1)).to.equal(2_000_000)
    expect(uplink.allow(2_500_000, 1_000), 'who begins to show something').to.equal(2_500_000)
  })

  it('of viewers get a worse picture where packets are lost, and better ones by trying', () => {
    const line = new Downlink()
    let now = 0
    const second = (lost: number) => {
      line.lose(lost)
      now += 1_000
      return line.look(1_000_000, now, 2)
    }
    const run = (lost: number, seconds: number) => Array.from({ length: seconds }, () => second(lost)).at(-1)
    expect(run(0, 5)).to.equal(0)
    expect(run(0.3, 6)).to.equal(2)
    expect(run(0, 9)).to.equal(1)
    expect(run(0.3, 1), 'the try was too early').to.equal(2)
    expect(run(0, 12), 'the next comes later').to.equal(2)
    expect(run(0, 60)).to.equal(0)
  })

  it('of viewers are not taken for full because browsers are slow to believe in more', () => {
    const line = new Downlink()
    for (const bits of [100_000, 150_000, 200_000, 260_000]) {
      line.hear(bits)
      expect(line.look(1_000_000, bits, 2)).to.equal(0)
    }
    line.hear(220_000)
    expect(line.look(1_000_000, 300_000, 2)).to.equal(1)
  })
})
