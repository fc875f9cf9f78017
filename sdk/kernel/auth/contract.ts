/** Calls about the person behind a member: sign-up, sign-in, passwords, sessions, the own profile. */
import type { SignInMethod } from './method.ts'
import { Entered, proofRoutes, signInSettings, Way } from './proofs.ts'
import {
  date,
  defineContract,
  del,
  done,
  get,
  id,
  isWebAddress,
  isZone,
  line,
  LOCALES,
  open,
  passwordProblems,
  patch,
  point,
  post,
  put,
  z,
  emailAddress,
  typedEmail,
} from '../../index.ts'
import type { Ctx } from '../../server/ctx.ts'

/** A password as typed; its rules hold where a new one is set. */
const typed = z.string().min(1).max(200)
const password = z
  .string()
  .max(200)
  .superRefine((text, check) => {
    for (const problem of passwordProblems(text)) check.addIssue({ code: 'custom', message: problem })
  })
const token = z.string().min(20).max(100)
const optional = (max: number) =>
  line(max)
    .nullable()
    .transform((text) => text || null)
const website = z
  .string()
  .trim()
  .nullable()
  .transform((text) => (text && !/^https?:\/\//i.test(text) ? `https://${text}` : text || null))
  .refine((text) => text === null || isWebAddress(text), 'Enter a valid URL.')
const timeZone = z.string().max(60).refine(isZone, 'Choose a valid time zone.').nullable()
const locale = z.enum(LOCALES).nullable()
// null: as the community has it; system: as the device has it
const appearance = z.enum(['light', 'dark', 'system']).nullable()

const Profile = z.object({
  id: z.number(),
  email: z.string(),
  email_confirmed: z.boolean(),
  name: z.string(),
  headline: z.string().nullable(),
  bio: z.string().nullable(),
  location: z.string().nullable(),
  website: z.string().nullable(),
  avatar_url: z.string().nullable(),
  locale: z.string().nullable(),
  time_zone: z.string().nullable(),
  appearance,
})
const ProfileChange = z
  .object({
    name: line(100).min(1),
    headline: optional(160),
    bio: z
      .string()
      .trim()
      .max(2000)
      .nullable()
      .transform((text) => text || null),
    location: optional(120),
    website,
    // signed id of an upload; null takes the picture away
    avatar_signed_id: z.string().max(500).nullable(),
    locale,
    appearance,
    time_zone: timeZone,
  })
  .partial()
const Session = z.object({ id: z.number(), ip: z.string(), user_agent: z.string(), created_at: date, last_used_at: date, current: z.boolean() })
const quarter = 900

export { proofRoutes }
export { ATTEMPT_RESULTS, type Assertion, type Attempt, type AttemptResult, type Journey, type SignInMethod, type SignInOffer } from './method.ts'
export type { Way } from './proofs.ts'

/** Who comes in: at sign-in, or at sign-up. */
export type Arriving = { accountId: number } | { email: string; ip: string; proof?: string | null }

export default defineContract('auth', {
  settings: signInSettings,
  points: {
    /**
     * Whether a plugin vouches for the token of an invitation at sign-up by this address: any yes lets the person in where sign-up is closed.
     * `mailed`: a yes, and nobody could know the token but who reads the mailbox of this address, which is confirmed by it.
     * `ctx` is a visitor's, in a read. What the invitation brings is the plugin's own affair, at `member.joined`.
     */
    invitation: point<(ctx: Ctx, invited: { token: string; email: string }) => Promise<boolean | 'mailed'>>(),
    /**
     * Why somebody may not come in, in their language; null where nothing speaks against it. Asked at sign-up by address and network, at sign-in once the
     * account is proven. `ctx` is a visitor's, at sign-up in a write of its own that stands when nothing speaks against it, at sign-in in a read.
     * `proof` is what a filling of the slot `account.sign_up` has given along; null where a provider vouches for a person.
     */
    admission: point<(ctx: Ctx, who: Arriving) => Promise<string | null>>(),
    /** Ways to sign in at somebody else's: buttons of the sign-in page, which lead to `/users/auth/{key}`. */
    method: point<SignInMethod>(),
  },
  routes: {
    signUp: post('/internal_api/sign_up', {
      can: open('people who have no account yet make one here'),
      transaction: false,
      body: z.object({
        name: line(100).min(1),
        email: emailAddress,
        password,
        coupon_code: line(100).optional(),
        utm_params: z
          .record(z.string().max(40), z.string().max(200))
          .refine((params) => Object.keys(params).length <= 20, 'Use 20 parameters or fewer.')
          .optional(),
        invitation_token: line(200).optional(),
        /** What a plugin asks for against floods, as base64. */
        proof: z.string().max(4000).optional(),
        /** The legal texts are accepted; needed where the community asks for it. */
        consent: z.boolean().optional(),
        // kept in the mail that confirms the address; only a path of this site
        post_login_redirect: z.string().max(2000).optional(),
      }),
      reply: Entered,
      summary: 'A new account, member at once. With the password of a known account that joins',
    }),
    signIn: post('/internal_api/sign_in', {
      can: open('this is how one becomes known'),
      transaction: false,
      body: z.object({ email: typedEmail, password: typed, remember_me: z.boolean().default(false) }),
      reply: Entered,
      summary: 'The session, or `two_fa_required`: then POST /internal_api/two_fa/verify is next',
    }),
    signOut: del('/internal_api/sign_out', { can: open('ending no session does no harm'), transaction: false, impersonated: true, reply: done }),
    emailLookup: post('/internal_api/email_lookup', {
      can: open('sign-up asks whether to sign in instead; limited by address'),
      transaction: false,
      body: z.object({ email: emailAddress }),
      reply: z.object({ known: z.boolean() }),
    }),
    askPassword: post('/internal_api/passwords', {
      can: open('who has forgotten the password cannot sign in'),
      transaction: false,
      // one string: a list of addresses is refused (case A43)
      body: z.object({ email: emailAddress }),
      reply: done,
      limit: { points: 20, seconds: quarter },
      summary: 'Mails a link that sets a new password; says the same for unknown addresses',
    }),
    passwordLink: post('/internal_api/passwords/link', {
      can: open('the mailed token is the proof'),
      transaction: false,
      body: z.object({ token }),
      reply: z.object({
        email: z.string(),
        // takes the account back to this address, which it had before
        undoes: z.boolean(),
        ways: z.array(Way.extend({ name: z.string(), added_at: date, removal: z.enum(['now', 'later']) })),
      }),
      limit: { points: 20, seconds: quarter },
      summary: 'What a mailed link opens, without spending it: whose account, and the ways into it that may be removed with the new password',
    }),
    setPassword: put('/internal_api/passwords', {
      can: open('the mailed token is the proof'),
      transaction: false,
      body: z.object({ token, password, remove: z.array(Way).max(50).default([]) }),
      reply: done.extend({ url: z.string(), removal_later: z.boolean() }),
      limit: { points: 20, seconds: quarter },
      summary:
        'Ends every session, API token and open link of the account. Of the ways in to `remove`, those since the last proof of the mailbox go at once, older ones after 72 hours unless they are used. `url`: where to sign in',
    }),
    sendConfirmation: post('/internal_api/email_confirmations', { can: 'account', transaction: false, reply: done, limit: { points: 5, seconds: quarter } }),
    confirmEmail: put('/internal_api/email_confirmations', {
      can: open('the mailed token is the proof'),
      transaction: false,
      body: z.object({ token, password: typed.optional() }),
      reply: done.extend({ url: z.string() }),
      limit: { points: 20, seconds: quarter },
      summary: 'Outside a session of the account its password is asked for: 403 password_required. `url`: where to go on',
    }),

    sessions: get('/internal_api/sessions', { can: 'account', reply: z.object({ records: z.array(Session) }) }),
    endSession: del('/internal_api/sessions/:id', { can: 'account', transaction: false, params: z.object({ id }), reply: done }),
    endSessions: del('/internal_api/sessions', { can: 'account', transaction: false, reply: done, summary: 'Ends all other sessions' }),

    account: get('/internal_api/account', { can: 'account', reply: Profile }),
    updateAccount: patch('/internal_api/account', { can: 'account', transaction: false, body: ProfileChange, reply: Profile }),
    changePassword: patch('/internal_api/account/password', {
      can: 'account',
      transaction: false,
      body: z.object({ current_password: typed.optional(), password }),
      reply: done,
      summary: 'Ends all other sessions too. Who has no password yet sets one with a one-time code',
    }),
    changeEmail: patch('/internal_api/account/email', {
      can: 'account',
      challenge: true,
      transaction: false,
      body: z.object({ email: emailAddress, password: typed.optional() }),
      reply: done,
      summary: 'Mails a link to the new address, which holds once that is followed',
    }),

    accountDeletion: get('/internal_api/account/deletion', {
      can: 'account',
      reply: z.object({
        /** Names of communities that it owns, which are handed over or deleted first. */
        owned: z.array(z.string()),
        /** Nobody else owns the platform. */
        last_owner: z.boolean(),
      }),
      summary: 'What keeps the own account from being deleted',
    }),
    deleteAccount: del('/internal_api/account', {
      can: 'account',
      transaction: false,
      body: z.object({ password: typed.optional() }),
      reply: done,
      summary:
        'Deletes the own account for good: ways in, sessions and profile go, what was written stays under no name. 409 owner_stays for the owner of a community',
    }),
    ...proofRoutes,
  },
})
