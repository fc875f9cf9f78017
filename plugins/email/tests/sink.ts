/** A mail server for tests: a real SMTP dialogue, and what it says to whom. */
import type { AddressInfo, Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export interface Taken {
  to: string
  /** Where it comes back to. */
  from: string
  raw: Buffer
  read(): Promise<ParsedMail>
}
export interface Sink {
  url: string
  taken: Taken[]
  /** Of the envelope: what is said to an address, as `450 later`; undefined takes it. */
  answer: (address: string) => string | undefined
  /** Of the email itself. */
  answerData: () => string | undefined
  /** `hang`: nothing is said once the email is there. `cut`: the connection ends in its middle. */
  atData: 'take' | 'hang' | 'cut'
  close(): Promise<void>
}
const refused = (line: string) => Object.assign(new Error(line.slice(4)), { responseCode: Number(line.slice(0, 3)) })

export async function openSink(port = 0): Promise<Sink> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, _session, done) {
      const line = sink.answer(address)
      done(line ? refused(line) : undefined)
    },
    onData(stream, { envelope, id }, done) {
      if (sink.atData === 'cut') {
        for (const connection of server.connections as Set<{ id: string; _socket: Socket }>) if (connection.id === id) connection._socket.destroy()
        return
      }
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (sink.atData === 'hang') return
        const line = sink.answerData()
        if (line) return done(refused(line))
        const raw = Buffer.concat(chunks)
        for (const { address } of envelope.rcptTo)
          sink.taken.push({ to: address, from: envelope.mailFrom ? envelope.mailFrom.address : '', raw, read: () => simpleParser(raw) })
        done()
      })
    },
  })
  server.on('error', () => {})
  const sink: Sink = {
    url: '',
    taken: [],
    answer: () => undefined,
    answerData: () => undefined,
    atData: 'take',
    close: () => new Promise((closed) => server.close(() => closed())),
  }
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  sink.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return sink
}
