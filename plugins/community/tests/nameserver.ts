/** A name server of two dozen lines: TXT records of a map, and silence on wish. */
import { createSocket } from 'node:dgram'

export async function openNameserver() {
  const texts = new Map<string, string>()
  const state = { silent: false }
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    if (state.silent) return
    const labels: string[] = []
    let at = 12
    for (; query[at]; at += query[at]! + 1) labels.push(query.subarray(at + 1, at + 1 + query[at]!).toString())
    const question = query.subarray(12, at + 5)
    const text = texts.get(labels.join('.').toLowerCase())
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2)
    header.writeUInt16BE(text === undefined ? 0 : 1, 6)
    header.fill(0, 8)
    const data = Buffer.from(text ?? '')
    const fixed = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 1, 0, data.length + 1, data.length])
    socket.send(Buffer.concat(text === undefined ? [header, question] : [header, question, fixed, data]), from.port, from.address)
  })
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  return { texts, state, address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}
