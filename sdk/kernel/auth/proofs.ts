/** Calls about proving who one is beyond a password: one-time codes, second factor, passkeys, sign-in providers. */
import { date, del, done, emailAddress, get, id, line, open, codeProblem, patch, post, put, recoveryCode, z } from '../../index.ts'

const quarter = 900
const digits = z.string({ error: 'otp_required' }).superRefine((text, check) => {
  const problem = codeProblem(text)
  if (problem) check.addIssue({ code: 'custom', message: problem })
})
/** Of the authenticator app, or one of the recovery codes. */
const factor = z
  .string({ error: 'otp_required' })
  .max(40, 'otp_invalid')
  .superRefine((text, check) => {
    const problem = codeProblem(text)
    if (problem && !recoveryCode(text)) check.addIssue({ code: 'custom', message: problem })
  })
/** What the browser's authenticator answered; its inner truth is checked cryptographically. */
const credential = z.looseObject({ id: z.string().max(1400), type: z.literal('public-key'), response: z.record(z.string().max(60), z.unknown()) })
const options = z.record(z.string(), z.unknown())

/**
 * What sign-in answers: a session, or the need of one more proof, for which `POST /internal_api/two_fa/verify` is next: a code of the
 * second factor, or with `code_mailed` the one that was just sent by mail: to a new member, or to whoever asked to sign in by one.
 */
export const Entered = done.extend({ two_fa_required: z.boolean(), code_mailed: z.boolean().optional() })

const Offer = z.object({ key: z.string(), label: z.string() })
const Passkey = z.object({ id: z.number(), name: z.string(), created_at: date, last_used_at: date.nullable() })
const Linked = z.object({ id: z.number(), label: z.string(), email: z.string().nullable(), created_at: date, last_used_at: date.nullable() })
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
/** A way into an account beside its password; the id is 0 for the second factor. */
export const Way = z.object({ kind: z.enum(['two_fa', 'passkey', 'provider']), id: z.number().int().min(0) })
export type Way = z.output<typeof Way>
const Methods = z.object({
  has_password: z.boolean(),
  two_fa: z.object({ enabled: z.boolean(), since: date.nullable(), recovery_codes_left: z.number(), required: z.boolean() }),
  passkeys: z.array(Passkey),
  linked: z.array(Linked),
  // asked for at a reset of the password; signing in with one of them keeps all
  removals: z.array(Way.extend({ due_at: date })),
  // of this community, not linked yet
  providers: z.array(Offer),
})

/** What the community keeps of all this. */
export const signInSettings = z.object({ two_fa_roles: z.array(z.string()).default([]) })

const SignInSettings = z.object({ two_fa_roles: z.array(z.string()) })

export const proofRoutes = {
  askCode: post('/internal_api/otp', {
    can: 'account',
    transaction: false,
    reply: z.object({
      method: z.enum(['mail', 'authenticator']),
      // null for the authenticator app
      sent_to: z.string().nullable(),
      // seconds until another mail may be asked for
      resend_in: z.number(),
    }),
    summary: 'Starts a challenge: mails a six-digit code, good for 10 minutes, or names the authenticator app. Within a minute no second mail is sent',
  }),
  verifyCode: post('/internal_api/otp/verify', {
    can: 'account',
    transaction: false,
    body: z.object({ code: digits }),
    reply: done,
    summary: 'Passes the challenge for 10 minutes; the session gets a new id. 422 otp_invalid, otp_expired; 5 tries a code',
  }),

  mailCode: post('/internal_api/sign_in_codes', {
    can: open('whoever has no password at hand signs in by their mailbox'),
    transaction: false,
    body: z.object({ email: emailAddress, remember_me: z.boolean().default(false) }),
    reply: Entered,
    limit: { points: 20, seconds: quarter },
    summary: 'Mails a six-digit code to sign in with, good for 15 minutes at POST /internal_api/two_fa/verify; says the same for unknown addresses',
  }),

  startTwoFa: post('/internal_api/two_fa', {
    can: 'account',
    challenge: true,
    transaction: false,
    reply: z.object({ secret: z.string(), uri: z.string(), qr_svg: z.string() }),
    limit: { points: 20, seconds: quarter },
    summary: 'Starts the second factor: the secret, its otpauth address, and a QR picture of that',
  }),
  confirmTwoFa: put('/internal_api/two_fa', {
    can: 'account',
    transaction: false,
    body: z.object({ code: digits }),
    reply: recoveryCodes,
    summary: 'Confirms it with a first code. The recovery codes are shown this once; other sessions end',
  }),
  removeTwoFa: del('/internal_api/two_fa', { can: 'account', transaction: false, body: z.object({ code: factor }), reply: done }),
  verifyTwoFa: post('/internal_api/two_fa/verify', {
    can: open('the second step of sign-in; the cookie of the first step is the proof'),
    transaction: false,
    body: z.object({ code: factor }),
    reply: Entered,
    limit: { points: 60, seconds: quarter },
    summary: 'A code of the authenticator app, a recovery code, or a mailed one. 422 otp_invalid; 401 sign_in_expired: begin anew',
  }),
  renewRecoveryCodes: post('/internal_api/two_fa/recovery_codes', {
    can: 'account',
    challenge: true,
    transaction: false,
    reply: recoveryCodes,
    summary: 'New recovery codes; the old ones are dead',
  }),

  methods: get('/internal_api/sign_in_methods', { can: 'account', reply: Methods, summary: 'How the caller may sign in' }),
  passkeyOptions: post('/internal_api/passkeys/options', {
    can: 'account',
    challenge: true,
    transaction: false,
    reply: options,
    limit: { points: 30, seconds: quarter },
  }),
  createPasskey: post('/internal_api/passkeys', {
    can: 'account',
    transaction: false,
    status: 201,
    body: z.object({ name: line(60).min(1), credential }),
    reply: Passkey,
  }),
  renamePasskey: patch('/internal_api/passkeys/:id', {
    can: 'account',
    transaction: false,
    params: z.object({ id }),
    body: z.object({ name: line(60).min(1) }),
    reply: Passkey,
  }),
  deletePasskey: del('/internal_api/passkeys/:id', { can: 'account', challenge: true, transaction: false, params: z.object({ id }), reply: done }),
  passkeySignInOptions: post('/internal_api/passkeys/sign_in_options', {
    can: open('the first step of signing in with a passkey'),
    transaction: false,
    reply: options,
    limit: { points: 60, seconds: quarter },
  }),
  passkeySignIn: post('/internal_api/passkeys/sign_in', {
    can: open('the passkey is the proof'),
    transaction: false,
    body: z.object({ credential, remember_me: z.boolean().default(false) }),
    reply: done,
    limit: { points: 60, seconds: quarter },
    summary: 'A passkey is both factors: no code is asked for',
  }),

  offers: get('/internal_api/sign_in_offers', {
    can: open('the buttons of the sign-in page'),
    reply: z.object({ records: z.array(Offer) }),
    summary: 'Providers to sign in with: GET /users/auth/{key} leads there',
  }),
  startProvider: get('/users/auth/:provider', {
    can: open('people sign in here by way of a provider'),
    params: z.object({ provider: z.string().max(60) }),
    query: z.record(z.string().max(60), z.unknown()),
    limit: { points: 60, seconds: quarter },
    summary: 'Leads to a provider; `community_id` names another community than that of the address',
  }),
  finishProvider: get('/users/auth/:provider/callback', {
    can: open('the provider sends people back here; the cookie of the first step is the proof'),
    params: z.object({ provider: z.string().max(60) }),
    query: z.record(z.string().max(60), z.unknown()),
    limit: { points: 60, seconds: quarter },
  }),
  linkProvider: post('/internal_api/linked_providers', {
    can: 'account',
    challenge: true,
    transaction: false,
    body: z.object({ provider: z.string().max(60) }),
    reply: z.object({ url: z.string() }),
    limit: { points: 30, seconds: quarter },
    summary: 'Begins to link a provider to the own account; answers where to go',
  }),
  unlinkProvider: del('/internal_api/linked_providers/:id', { can: 'account', challenge: true, transaction: false, params: z.object({ id }), reply: done }),

  signInSettings: get('/internal_api/sign_in_settings', { can: 'admin', reply: SignInSettings }),
  updateSignInSettings: patch('/internal_api/sign_in_settings', {
    can: 'admin',
    form: true,
    challenge: true,
    body: z.object({ two_fa_roles: z.array(z.string().max(80)).max(50) }),
    reply: SignInSettings,
    summary: 'Roles whose members must use a second factor. Admins name a role of their own only once they use one themselves',
  }),
}
