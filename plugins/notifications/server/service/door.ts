/** A mail server of our own for replies alone: it takes emails to addresses that are ours and passes nothing on. Off unless its port is set. */
import type { PluginHost } from '@atrium/sdk/server'
import type { SMTPServer } from 'smtp-server'
import { MAX_REPLY_BYTES } from '../../contract.ts'
import { openAddress, receive, Refused, replyDomain } from './replies.ts'
import { knowReturning, readReturning, takeReturning } from './returns.ts'

/** Emails at a time, and milliseconds of silence in one. */
const AT_ONCE = 20
const SILENCE = 30_000

let host: PluginHost | undefined
let server: SMTPServer | undefined
/** Why no replies are taken although a port is set. */
let closedBy: string | null = null

/** For the webhook, which takes emails for any community. */
export const doorHost = (): PluginHost | undefined => host
export const whyClosed = (): string | null => closedBy

/** All else goes on where it cannot be opened. */
export async function openDoor(given: PluginHost): Promise<void> {
  host = given
  closedBy = null
  await listen(given).catch((err) => {
    closedBy = (err as Error).message
    given.log.error({ err }, 'replies by email are off: their port cannot be opened')
  })
}

async function listen(given: PluginHost): Promise<void> {
  const { replyPort, replyHost } = given.options as { replyPort?: number | null; replyHost?: string }
  const domain = replyDomain(given)
  if (!replyPort || !domain) return
  // loaded only where it is wanted
  const { SMTPServer } = await import('smtp-server')
  const refuse = (error: unknown) =>
    Object.assign(new Error(error instanceof Refused ? error.message : 'Try again later.'), {
      responseCode: error instanceof Refused && !error.retry ? 550 : 451,
    })
  server = new SMTPServer({
    banner: 'Atrium',
    size: MAX_REPLY_BYTES,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    maxClients: AT_ONCE,
    socketTimeout: SILENCE,
    closeTimeout: 2_000,
    onRcptTo({ address }, _session, done) {
      const returning = readReturning(address)
      const asked: Promise<unknown> = returning ? knowReturning(given, returning) : openAddress(given, [address])
      asked.then(
        () => done(),
        (error) => done(refuse(error)),
      )
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      let size = 0
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length
        // read to its end, as the protocol wants, and not kept
        if (size <= MAX_REPLY_BYTES) chunks.push(chunk)
      })
      stream.on('end', () => {
        if (stream.sizeExceeded || size > MAX_REPLY_BYTES) return done(Object.assign(new Error('This email is too large.'), { responseCode: 552 }))
        const raw = Buffer.concat(chunks)
        const returning = envelope.rcptTo.map(({ address }) => readReturning(address)).find((one) => one !== null)
        if (returning)
          return void takeReturning(given, returning, raw).then(
            () => done(),
            (error) => done(refuse(error)),
          )
        // what comes from nobody is a report of a mail server: taken and forgotten, for a refusal would be answered by another
        if (!envelope.mailFrom || envelope.mailFrom.address === '') return done()
        receive(
          given,
          raw,
          envelope.rcptTo.map(({ address }) => address),
        ).then(
          () => done(),
          (error) => done(refuse(error)),
        )
      })
    },
  })
  const opened = server
  // a client that breaks off is no fault of ours
  opened.on('error', (err) => given.log.warn({ err }, 'the door for replies by email'))
  await new Promise<void>((ready, fail) => {
    opened.server.once('error', fail)
    opened.listen(replyPort, replyHost ?? '127.0.0.1', ready)
  })
}
export async function closeDoor(): Promise<void> {
  await new Promise<void>((closed) => (server ? server.close(() => closed()) : closed()))
  server = undefined
}
