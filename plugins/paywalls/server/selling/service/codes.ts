/** Codes to a mailbox: whoever has no account, or is not signed in, proves an address at the checkout. */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { AtriumError, CODE_MINUTES, conflict, invalid, isEmail } from '@atrium/sdk'
import { type Ctx, hold } from '@atrium/sdk/server'
import { CheckoutTable } from '../../entities.ts'
import { type Key, needCheckout } from './checkout.ts'

const MOST_TRIES = 5
/** Codes of one checkout, and to one address in a day. */
const MOST_CODES = 5
const MOST_CODES_A_DAY = 20
const RESEND_SECONDS = 60

const hashOf = (uid: string, code: string) => createHash('sha256').update(`${uid} ${code}`).digest('base64')
/** Mails a code; within a minute none is sent again. */
export async function sendCode(ctx: Ctx, { session_id: uid, key, email, name }: { session_id: string; key?: Key; email: string; name: string }) {
  if (!isEmail(email)) throw invalid({ email: ['Enter a valid email address.'] })
  const row = await needCheckout(ctx, uid, key)
  const checkout = await hold(ctx, CheckoutTable, row.id)
  if (checkout.status !== 'prepared') throw conflict('A payment is already in progress. Cancel it first.', 'checkout_started')
  const age = checkout.otpSentAt ? (ctx.now().getTime() - checkout.otpSentAt.getTime()) / 1000 : RESEND_SECONDS
  if (age < RESEND_SECONDS && checkout.email === email) return { sent_to: email, resend_in: Math.ceil(RESEND_SECONDS - age) }
  const [sent] = await ctx.sql<{ n: number }>(
    `select coalesce(sum(otp_sent), 0)::int as n from paywalls.checkout where community_id = $1 and lower(email) = lower($2) and otp_sent_at > $3`,
    [email, new Date(ctx.now().getTime() - 86_400_000)],
  )
  if (checkout.otpSent >= MOST_CODES || sent!.n >= MOST_CODES_A_DAY)
    throw new AtriumError(429, 'rate_limited', 'Too many codes requested. Wait a while and try again.', { retryAfter: 900 })
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  checkout.email = email
  checkout.name = name
  checkout.emailVerifiedAt = null
  checkout.otpHash = hashOf(uid, code)
  checkout.otpTries = 0
  checkout.otpSent += 1
  checkout.otpSentAt = ctx.now()
  checkout.otpExpiresAt = new Date(ctx.now().getTime() + CODE_MINUTES * 60_000)
  const values = { code, community: ctx.community.name, minutes: CODE_MINUTES }
  await ctx.mail({
    to: email,
    subject: ctx.t('mail.code.subject', values),
    text: ctx.t('mail.code.text', values),
    secret: true,
    locale: ctx.locale,
    kind: { key: 'code', values: { minutes: CODE_MINUTES } },
  })
  return { sent_to: email, resend_in: RESEND_SECONDS }
}
/** Proves the address and signs its owner in. @throws AtriumError 422 `otp_invalid`, `otp_expired` */
export async function verify(ctx: Ctx, { session_id: uid, key, code }: { session_id: string; key?: Key; code: string }) {
  const row = await needCheckout(ctx, uid, key)
  // the statement that counts the try takes the code too, so that of many at once one passes
  const [tried] = await ctx.sql<{ otp_hash: string; email: string; name: string }>(
    `update paywalls.checkout set otp_tries = otp_tries + 1 where community_id = $1 and id = $2 and status = 'prepared' and otp_hash is not null
       and otp_expires_at > $3 and otp_tries < ${MOST_TRIES} returning otp_hash, email, name`,
    [row.id, ctx.now()],
  )
  if (!tried) throw new AtriumError(422, 'otp_expired', 'This code has expired. Request a new one.', { details: { code: ['otp_expired'] } })
  if (!timingSafeEqual(Buffer.from(tried.otp_hash), Buffer.from(hashOf(uid, code))))
    throw new AtriumError(422, 'otp_invalid', 'Incorrect code. Try again.', { details: { code: ['otp_invalid'] } })
  const [taken] = await ctx.sql(
    'update paywalls.checkout set otp_hash = null, email_verified_at = $4 where community_id = $1 and id = $2 and otp_hash = $3 returning id',
    [row.id, tried.otp_hash, ctx.now()],
  )
  if (!taken) throw new AtriumError(422, 'otp_expired', 'This code has expired. Request a new one.', { details: { code: ['otp_expired'] } })
  const { two_fa_required } = await ctx.signIn(tried.email, tried.name || tried.email.replace(/@.*/, ''))
  return { success: true as const, two_fa_required }
}
