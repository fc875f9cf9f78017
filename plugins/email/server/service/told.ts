/** What mail providers post of emails that came back: one's own form, that of Amazon SES by SNS, and that of Postmark. Whatever else they tell is passed over. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { AtriumError, notFound } from '@atrium/sdk'
import { type Ctx, readBytes } from '@atrium/sdk/server'
import email from '../../contract.ts'
import type { Told } from '../../contract/deliverability.ts'
import { toldJob } from '../jobs.ts'

const MAX_BYTES = 1_000_000
const MOST = 1_000

/** Where a provider posts to; null until somebody asks for it. */
export function eventsAddress(ctx: Ctx): string | null {
  const sealed = ctx.settings(email).events_secret
  return sealed && `${ctx.community.url}/email/events/${ctx.unseal(sealed)}`
}
/** Another address; the one until now leads nowhere. */
export async function renewEventsAddress(ctx: Ctx): Promise<void> {
  await ctx.saveSettings(email, { events_secret: ctx.seal(randomBytes(24).toString('base64url')) })
  await ctx.audit('events_address.renewed', 'email', {})
}

type Json = Record<string, unknown>
const text = (value: unknown, most = 1_000): string | null => (typeof value === 'string' && value !== '' ? value.slice(0, most) : null)
const record = (value: unknown): Json => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {})
const array = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, MOST) : [])

/** `{"events": [{"type": "bounce", "bounce": "hard", "message_id": "…", "email": "…", "detail": "…"}]}` */
function own(body: Json): Told[] {
  return array(body['events']).flatMap((one) => {
    const { type, bounce, message_id, email: address, detail } = record(one)
    if (type !== 'bounce' && type !== 'complaint') return []
    return [
      { what: type, bounce: bounce === 'hard' || bounce === 'soft' ? bounce : null, messageId: text(message_id), email: text(address), said: text(detail) },
    ]
  })
}
/** https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html */
function ses(body: Json): Told[] {
  const what = body['notificationType'] ?? body['eventType']
  const mail = record(body['mail'])
  // its own id is another; ours is among the headers where they are passed on
  const messageId = text(record(mail['commonHeaders'])['messageId'])
  if (what === 'Bounce') {
    const bounce = record(body['bounce'])
    return array(bounce['bouncedRecipients']).map((one) => {
      const { emailAddress, status, diagnosticCode } = record(one)
      const kind = bounce['bounceType'] === 'Permanent' ? 'hard' : bounce['bounceType'] === 'Transient' ? 'soft' : null
      return { what: 'bounce', bounce: kind, messageId, email: text(emailAddress), said: text([status, diagnosticCode].filter(Boolean).join(' ')) }
    })
  }
  if (what !== 'Complaint') return []
  return array(record(body['complaint'])['complainedRecipients']).map((one) => ({
    ...{ what: 'complaint', bounce: null, messageId, email: text(record(one)['emailAddress']), said: null },
  }))
}
/** https://postmarkapp.com/developer/webhooks/bounce-webhook: the types after which it sends no more, and those that it tries again. */
const POSTMARK: Record<string, 'hard' | 'soft'> = {
  HardBounce: 'hard',
  BadEmailAddress: 'hard',
  SoftBounce: 'soft',
  SpamNotification: 'soft',
  DnsError: 'soft',
  Blocked: 'soft',
}
function postmark(body: Json): Told[] {
  const address = text(body['Email'])
  const kind = String(body['Type'])
  if (body['RecordType'] === 'SpamComplaint') return [{ what: 'complaint', bounce: null, messageId: null, email: address, said: null }]
  const bounce = body['RecordType'] === 'Bounce' ? POSTMARK[kind] : undefined
  return bounce ? [{ what: 'bounce', bounce, messageId: null, email: address, said: text(body['Details']) ?? text(body['Description']) }] : []
}

/** That a topic of SNS may post here. It leads to Amazon alone, whatever the message says. */
const SUBSCRIBE = /^https:\/\/sns\.[a-z0-9-]{1,40}\.amazonaws\.com(\.cn)?\/\?/
async function readSns(ctx: Ctx, body: Json): Promise<Json> {
  if (body['Type'] === 'SubscriptionConfirmation') {
    const address = text(body['SubscribeURL'], 2_000) ?? ''
    if (!SUBSCRIBE.test(address)) throw new AtriumError(422, 'invalid_input', 'This isn’t a valid event.')
    await ctx.fetch(address)
    return {}
  }
  return body['Type'] === 'Notification' ? parse(String(body['Message'])) : body
}
function parse(said: string): Json {
  try {
    return record(JSON.parse(said))
  } catch (cause) {
    throw new AtriumError(422, 'invalid_input', 'This isn’t a valid event.', { cause: cause as Error })
  }
}

/** Noted by a job, so that the provider waits for nothing. @throws AtriumError 404 for another key, 413, 422 for what is no JSON */
export async function takeEvents(ctx: Ctx, key: string, stream: AsyncIterable<Uint8Array>): Promise<void> {
  const sealed = ctx.settings(email).events_secret
  const expected = Buffer.from(sealed ? ctx.unseal(sealed) : '')
  const given = Buffer.from(key)
  if (!sealed || given.length !== expected.length || !timingSafeEqual(given, expected)) throw notFound('Page')
  const body = await readSns(ctx, parse((await readBytes(stream, MAX_BYTES, 'This event is too large.')).toString()))
  const told = [...own(body), ...ses(body), ...postmark(body)]
  if (told.length) await ctx.enqueue(toldJob, { told })
}
