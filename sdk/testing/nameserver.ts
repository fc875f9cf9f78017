/** A name server of three dozen lines: TXT and CNAME records of two maps, and silence or failure on wish. */
import { createSocket } from 'node:dgram'

const TXT = 16
const CNAME = 5
const SERVFAIL = 0x8182
/** Bytes of one string of a text; longer ones are several. */
const PIECE = 255

const textData = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE) || 1 }, (_, n) => bytes.subarray(n * PIECE, (n + 1) * PIECE))
  return Buffer.concat(pieces.flatMap((piece) => [Buffer.from([piece.length]), piece]))
}
const nameData = (name: string): Buffer =>
  Buffer.concat([...name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]), Buffer.from([0])])

/** For `dns_servers` of plugins that look domains up. */
export async function openNameserver() {
  const texts = new Map<string, string>()
  const aliases = new Map<string, string>()
  const state = { silent: false, broken: false }
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    if (state.silent) return
    const labels: string[] = []
    let at = 12
    for (; query[at]; at += query[at]! + 1) labels.push(query.subarray(at + 1, at + 1 + query[at]!).toString())
    const question = query.subarray(12, at + 5)
    const type = query.readUInt16BE(at + 1)
    const said = (type === CNAME ? aliases : texts).get(labels.join('.').toLowerCase())
    const header = Buffer.from(query.subarray(0, 12))
    const isSaid = said !== undefined && !state.broken
    header.writeUInt16BE(state.broken ? SERVFAIL : isSaid ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(isSaid ? 1 : 0, 6)
    header.fill(0, 8)
    const data = type === CNAME ? nameData(said ?? '') : textData(said ?? '')
    const fixed = Buffer.from([0xc0, 0x0c, 0, type === CNAME ? CNAME : TXT, 0, 1, 0, 0, 0, 1, data.length >> 8, data.length & 255])
    socket.send(Buffer.concat(isSaid ? [header, question, fixed, data] : [header, question]), from.port, from.address)
  })
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  return { texts, aliases, state, address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}
