/** The password: sign-up, sign-in, and changes of password and email address. */
import { AtriumError, carriedOf, forbidden, invalid, type RouteParsed } from '@atrium/sdk'
import type contract from '@atrium/sdk/kernel/auth'
import { isOpenForSignUp, isUniqueViolation } from '@atrium/sdk/server'
import type { Communities, CommunityState } from '../communities/index.ts'
import type { Data } from '../data/index.ts'
import type { Emails } from './emails.ts'
import type { Enter, Entered, Waiting } from './entry.ts'
import type { Guard } from './guard.ts'
import type { Identity } from './identity.ts'
import type { Passwords } from './passwords.ts'
import { newAccount } from './people.ts'
import { sessionOf } from './proof.ts'
import { hashPassword, hashToken } from './secrets.ts'
import type { Client, Sessions } from './sessions.ts'
import type { Steps } from './steps.ts'

type SignUp = RouteParsed<typeof contract.routes.signUp>['body']

export const emailTaken = () =>
  new AtriumError(422, 'email_taken', 'An account with this email already exists. Sign in instead.', {
    details: { email: ['An account with this email already exists.'] },
  })
const refused = () => new AtriumError(401, 'invalid_credentials', 'Incorrect email or password. Try again or reset your password.')

export const signUpAllowed = ({ info, settings }: CommunityState): boolean => isOpenForSignUp({ community: info, platform: { fields: settings } })

interface Dependencies {
  data: Data
  communities: Communities
  guard: Guard
  emails: Emails
  passwords: Passwords
  sessions: Sessions
  steps: Steps
  enter: Enter
}

export function createCredentials({ data, communities, guard, emails, passwords, sessions, steps, enter }: Dependencies) {
  const { find, check, checkOwn, isKnownAt } = passwords

  return {
    /**
     * A new account becomes a member at once; with the right password of a known one, that account joins.
     * @param invited what is said of the token that came along: let in where sign-up is closed; `mailed`: to this address, which it proves
     * @returns the token of a session, or the step to the second factor of a known account
     * @throws AtriumError 403 where sign-up is closed; 422 for a known address; 429
     */
    async signUp(communityId: number, input: SignUp, locale: string, from: Client, invited: boolean | 'mailed'): Promise<Entered> {
      const state = await communities.state(communityId)
      if (!signUpAllowed(state) && !invited) throw forbidden('This community isn’t open for sign-up. Ask an admin for an invitation.', 'sign_up_closed')
      if (state.settings.consent_required && !input.consent)
        throw invalid({ consent: ['Accept this community’s terms first.'] }, 'Accept this community’s terms first.', 'consent_required')
      // it tells whether an address is known, as the look-up does, so they share their limit
      await guard.lookup(from.ip)
      const { name, email, password, post_login_redirect, ...preferences } = input
      const known = await find(email)
      if (known && !(await check(known, email, password, from.ip))) throw emailTaken()
      const hash = known ? null : await hashPassword(password)
      return data.systemTx(async (client) => {
        let accountId = known?.id
        if (accountId === undefined) {
          accountId = await newAccount(client, { email, name, hash, locale, confirmed: invited === 'mailed' }).catch((error) => {
            throw isUniqueViolation(error, 'account_email') ? emailTaken() : error
          })
          // unless a code to the same address is on its way
          if (invited !== 'mailed' && !state.settings.enforce_otp_for_signup)
            await emails.send(client, communityId, { kind: 'confirm', accountId, email, locale, carry: carriedOf({ ...input, ...input.utm_params }) })
        }
        return enter(client, { accountId, communityId, remember: false, from, join: { name: known?.name ?? name, preferences } })
      })
    },

    /** @throws AtriumError 401, 429 */
    async signIn(communityId: number, input: { email: string; password: string; remember: boolean }, from: Client): Promise<Entered> {
      const account = await find(input.email)
      if (!(await check(account, input.email, input.password, from.ip))) throw refused()
      return enter(data.system, { accountId: account!.id, communityId, remember: input.remember, from })
    },

    /** The step to a code that is mailed where there is such an account; whether there is shows neither in the answer nor in its time. @throws AtriumError 429 */
    async mailCode(communityId: number, { email, remember }: { email: string; remember: boolean }, locale: string, { ip }: Client): Promise<Entered> {
      await guard.code(email, ip, isKnownAt(email, ip))
      return data.systemTx(async (client) => {
        const step = await steps.begin(client, 'second_factor', null, { communityId, remember, mailed: true } satisfies Waiting)
        await emails.send(client, communityId, { kind: 'sign_in', email, step: hashToken(step).toString('base64'), locale })
        return { step, mailed: true }
      })
    },

    async isKnown(email: string, ip: string): Promise<boolean> {
      await guard.lookup(ip)
      return (await find(email)) !== undefined
    },

    /**
     * Ends all other sessions and every open link; the acting session goes on under a new token.
     * @throws AtriumError 422 for a wrong password; 429
     */
    async changePassword(
      communityId: number,
      identity: Identity,
      input: { current?: string; next: string },
      locale: string,
      ip: string,
    ): Promise<{ session: string; remember: boolean }> {
      const sessionId = sessionOf(identity)
      await checkOwn(identity, input.current, ip, 'current_password')
      const hash = await hashPassword(input.next)
      const accountId = identity.account.id
      await data.systemTx(async (client) => {
        await client.query('update kernel.account set password_hash = $2 where id = $1', [accountId, hash])
        await emails.endLinks(client, accountId)
        await sessions.endAllIn(client, accountId, sessionId)
        await emails.send(client, communityId, { kind: 'password_changed', accountId, locale })
      })
      await sessions.told(accountId, sessionId)
      return sessions.renew(sessionId)
    },

    /** Mails a link to the new address; an address of somebody else's gets none, and the answer is the same. @throws AtriumError 422, 429 */
    async changeEmail(communityId: number, identity: Identity, input: { email: string; password?: string }, locale: string, ip: string): Promise<void> {
      await checkOwn(identity, input.password, ip, 'password')
      await emails.send(data.system, communityId, { kind: 'confirm', accountId: identity.account.id, email: input.email, locale })
    },
  }
}
