/** Emails that a mail provider passes on: each as it came, in the body of a call. */
import { timingSafeEqual } from 'node:crypto'
import { AtriumError, notFound } from '@atrium/sdk'
import { type Ctx, readBytes } from '@atrium/sdk/server'
import { MAX_REPLY_BYTES } from '../../contract.ts'
import { doorHost } from './door.ts'
import { readEmail, receive, Refused } from './replies.ts'
import { readReturning, takeReturning } from './returns.ts'

const same = (given: string, key: string) => given.length === key.length && timingSafeEqual(Buffer.from(given), Buffer.from(key))

/** @throws AtriumError 404 where no provider is expected, or it has another key; 413; 422 `reply_refused` with the reason; 503 */
export async function takeEmail(ctx: Ctx, { key, to }: { key: string; to?: string }, body: AsyncIterable<Uint8Array>) {
  const host = doorHost()
  const expected = ctx.options['replyKey'] as string | null | undefined
  if (!host || !expected || Buffer.byteLength(key) !== key.length || !same(key, expected)) throw notFound('Page')
  const raw = await readBytes(body, MAX_REPLY_BYTES, 'This email is too large.')
  try {
    const addresses = to ? [to] : (await readEmail(host, raw)).to
    const returning = addresses.map(readReturning).find((one) => one !== null)
    await (returning ? takeReturning(host, returning, raw) : receive(host, raw, addresses))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.retry) throw new AtriumError(503, 'unavailable', 'Try again later.')
    throw new AtriumError(422, 'reply_refused', error.message)
  }
  return { success: true as const }
}
