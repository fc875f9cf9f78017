/** The password: sign-up, sign-in, and changes of password and e-mail address. */
import { AtriumError, carriedOf, conflict, forbidden, invalid, type RouteParsed } from '@atrium/sdk'
import type contract from '@atrium/sdk/kernel/auth'
import { isOpenForSignUp, isUniqueViolation } from '@atrium/sdk/server'
import type { CommunityState } from '../communities/index.ts'
import type { Entered } from './entry.ts'
import type { Identity } from './identities.ts'
import { DELETED, formerMember, invalidToken } from './letters.ts'
import { requireProof } from './otp.ts'
import { hashPassword, verifyPassword } from './secrets.ts'
import type { Client } from './sessions.ts'
import type { Parts } from './index.ts'

type SignUp = RouteParsed<typeof contract.routes.signUp>['body']
interface AccountRow {
  id: number
  name: string
  password_hash: string | null
}

const emailTaken = () =>
  new AtriumError(422, 'email_taken', 'There is an account with this address. Sign in instead.', {
    details: { email: ['There is an account with this address.'] },
  })
const refused = () => new AtriumError(401, 'invalid_credentials', 'The e-mail address or the password is wrong.')

export const signUpAllowed = ({ info, settings }: CommunityState): boolean => isOpenForSignUp({ community: info, platform: { fields: settings } })

export function createCredentials({ data, jobs, communities, guard, letters, sessions, enter }: Parts) {
  async function find(email: string): Promise<AccountRow | undefined> {
    const { rows } = await data.system.query<AccountRow>('select id, name, password_hash from kernel.account where lower(email) = lower($1)', [email])
    return rows[0]
  }
  /** One try at a password, counted. */
  async function check(account: AccountRow | undefined, email: string, password: string, ip: string): Promise<boolean> {
    const known = async () =>
      account !== undefined &&
      ((await data.system.query('select from kernel.session where account_id = $1 and ip = $2 limit 1', [account.id, ip])).rowCount ?? 0) > 0
    const right = await guard.attempt(email, ip, known)
    if (!(await verifyPassword(account?.password_hash, password))) return false
    await right()
    return true
  }
  /** The caller's own password, asked again; who has none passes a challenge instead. */
  async function checkOwn(identity: Identity, password: string | undefined, ip: string, field: string): Promise<void> {
    const { email } = identity.account
    const own = await find(email)
    if (own && own.password_hash === null) return requireProof(identity, true)
    if (password === undefined || !(await check(own, email, password, ip)))
      throw invalid({ [field]: ['This is not your password.'] }, 'This is not your password.', 'wrong_password')
  }

  return {
    /**
     * A new account becomes a member at once; with the right password of a known one, that account joins.
     * @param isInvited whether somebody vouches for the token that came along; asked where sign-up is closed
     * @returns the token of a session, or the step to the second factor of a known account
     * @throws AtriumError 403 where sign-up is closed; 422 for a known address; 429
     */
    async signUp(communityId: number, input: SignUp, locale: string, from: Client, isInvited: () => Promise<boolean>): Promise<Entered> {
      const state = await communities.state(communityId)
      if (!signUpAllowed(state) && !(await isInvited())) throw forbidden('This community is not open for sign-up.', 'sign_up_closed')
      if (state.settings.consent_required && !input.consent)
        throw invalid({ consent: ['Accept the terms of this community first.'] }, 'Accept the terms of this community first.', 'consent_required')
      // it tells whether an address is known, as the look-up does, so they share their limit
      await guard.lookup(from.ip)
      const { name, email, password, post_login_redirect, ...preferences } = input
      const known = await find(email)
      if (known && !(await check(known, email, password, from.ip))) throw emailTaken()
      const hash = known ? null : await hashPassword(password)
      return data.systemTx(async (client) => {
        let accountId = known?.id
        if (accountId === undefined) {
          const { rows } = await client
            .query<{ id: number }>('insert into kernel.account (email, name, password_hash, locale) values ($1, $2, $3, $4) returning id', [
              email,
              name,
              hash,
              locale,
            ])
            .catch((error) => {
              throw isUniqueViolation(error, 'account_email') ? emailTaken() : error
            })
          accountId = rows[0]!.id
          // a code to the same address is on its way
          if (!state.settings.enforce_otp_for_signup)
            await letters.send(client, communityId, { kind: 'confirm', accountId, email, locale, carry: carriedOf({ ...input, ...input.utm_params }) })
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

    async isKnown(email: string, ip: string): Promise<boolean> {
      await guard.lookup(ip)
      return (await find(email)) !== undefined
    },

    /** Orders the mail with a link; whether there is an account shows neither in the answer nor in its time. */
    async askPassword(communityId: number, email: string, locale: string): Promise<void> {
      await letters.send(data.system, communityId, { kind: 'reset', email, locale })
    },
    /** Sets a password with a mailed token and ends every session. @throws AtriumError 422 */
    async setPassword(communityId: number, token: string, password: string, locale: string): Promise<void> {
      const hash = await hashPassword(password)
      const accountId = await data.systemTx(async (client) => {
        const { accountId, email } = await letters.spend(client, 'reset', token)
        // whoever made the account before its address was proven keeps no way into it
        for (const table of ['passkey', 'linked_identity'])
          await client.query(`delete from kernel.${table} where account_id = (select id from kernel.account where id = $1 and email_confirmed_at is null)`, [
            accountId,
          ])
        // whoever followed the link reads that mailbox; a link to a former address proves nothing
        const { rowCount } = await client.query(
          'update kernel.account set password_hash = $2, email_confirmed_at = coalesce(email_confirmed_at, now()) where id = $1 and lower(email) = lower($3)',
          [accountId, hash, email],
        )
        if (!rowCount) throw invalidToken()
        await sessions.endAllIn(client, accountId, null)
        await letters.send(client, communityId, { kind: 'password_changed', accountId, locale })
        return accountId
      })
      await sessions.told(accountId, null)
    },
    /** Ends all other sessions too. @throws AtriumError 422 for a wrong password; 429 */
    async changePassword(communityId: number, identity: Identity, input: { current?: string; next: string }, locale: string, ip: string): Promise<void> {
      await checkOwn(identity, input.current, ip, 'current_password')
      const hash = await hashPassword(input.next)
      const accountId = identity.account.id
      await data.systemTx(async (client) => {
        await client.query('update kernel.account set password_hash = $2 where id = $1', [accountId, hash])
        await client.query(`update kernel.one_time_token set used_at = now() where account_id = $1 and purpose = 'reset' and used_at is null`, [accountId])
        await sessions.endAllIn(client, accountId, identity.sessionId)
        await letters.send(client, communityId, { kind: 'password_changed', accountId, locale })
      })
      await sessions.told(accountId, identity.sessionId)
    },

    /** Mails a link to the new address; an address of somebody else's gets none, and the answer is the same. @throws AtriumError 422, 429 */
    async changeEmail(communityId: number, identity: Identity, input: { email: string; password?: string }, locale: string, ip: string): Promise<void> {
      await checkOwn(identity, input.password, ip, 'password')
      await letters.send(data.system, communityId, { kind: 'confirm', accountId: identity.account.id, email: input.email, locale })
    },
    async sendConfirmation(communityId: number, { account }: Identity, locale: string): Promise<void> {
      if (account.emailConfirmed) return
      await letters.send(data.system, communityId, { kind: 'confirm', accountId: account.id, email: account.email, locale })
    },
    /** The address that the link was mailed to becomes the account's, confirmed. @throws AtriumError 422 */
    async confirmEmail(token: string): Promise<void> {
      await data.systemTx(async (client) => {
        const { accountId, email } = await letters.spend(client, 'confirm', token)
        await client.query('update kernel.account set email = $2, email_confirmed_at = now() where id = $1', [accountId, email]).catch((error) => {
          throw isUniqueViolation(error, 'account_email') ? emailTaken() : error
        })
        // a link mailed to the former address must not reset the password now
        await client.query(
          `update kernel.one_time_token set used_at = now() where account_id = $1 and purpose = 'reset' and used_at is null and lower(data ->> 'email') <> lower($2)`,
          [accountId, email],
        )
      })
      await data.signal('session.changed', {})
    },

    /**
     * Ends the account for good: the ways in and the profile go, what was written stays under no name. A job for each community takes the rest.
     * @throws AtriumError 422 for a wrong password; 409 for the owner of a community and the last of the platform; 429
     */
    async deleteAccount(identity: Identity, password: string | undefined, ip: string): Promise<void> {
      await checkOwn(identity, password, ip, 'password')
      const { id } = identity.account
      const communityIds = await data.systemTx(async (client) => {
        // a letter that is being written waits for this lock, and then finds nobody to write to
        const { rows: addresses } = await client.query<{ email: string }>(
          `select lower(email) as email from (select id, email from kernel.account where id = $1 for update) a
           union select lower(email) from kernel.linked_identity where account_id = $1 and email is not null
           union select lower(data ->> 'email') from kernel.one_time_token where account_id = $1 and data ? 'email'`,
          [id],
        )
        const emails = addresses.map(({ email }) => email)
        const owned = await client.query<{ name: string }>('select name from kernel.community where owner_account_id = $1', [id])
        if (owned.rows[0]) throw conflict(`You own ${owned.rows[0].name}, which cannot be without its owner.`, 'owner_stays')
        const owners = await client.query<{ id: number }>('select id from kernel.account where is_platform_owner for update')
        if (owners.rows.length === 1 && owners.rows[0]!.id === id) throw conflict('This platform cannot be without its last owner.', 'owner_stays')
        const { rows } = await client.query<{ id: number; community_id: number; names: string[] }>(
          'select m.id, m.community_id, array[m.name, a.name] as names from kernel.member m join kernel.account a on a.id = m.account_id where a.id = $1',
          [id],
        )
        await client.query(
          `delete from graphile_worker._private_jobs where locked_at is null and (payload ->> 'accountId' = $1::text
             or exists (select from unnest($2::text[]) e where position(e in lower(payload::text || coalesce(last_error, ''))) > 0))`,
          [id, emails],
        )
        for (const { id: memberId, community_id: communityId, names } of rows) {
          const formerName = formerMember((await communities.state(communityId)).info.locale)
          await communities.leave(client, { communityId, memberId, status: 'deactivated' })
          await client.query(
            `update kernel.member set name = $2, headline = null, bio = null, location = null, website = null, avatar_url = null, time_zone = null, last_seen_at = null, preferences = '{}' where id = $1`,
            [memberId, formerName],
          )
          const payload = { memberId, formerName, emails, names: [...new Set(names)] }
          await jobs.addIn(client, { communityId, task: 'kernel.erase', payload, options: { priority: -5 } })
        }
        for (const table of ['session', 'one_time_token', 'second_factor', 'recovery_code', 'passkey', 'linked_identity', 'sign_in_step', 'api_token'])
          await client.query(`delete from kernel.${table} where account_id = $1`, [id])
        await client.query(
          `update kernel.account set email = 'deleted-' || id || '${DELETED}', name = '', password_hash = null, email_confirmed_at = null, locale = null, appearance = null,
             last_seen_at = null, community_order = '{}', is_platform_owner = false where id = $1`,
          [id],
        )
        return rows.map(({ community_id }) => community_id)
      })
      for (const communityId of communityIds) await data.signal('member.changed', { communityId, accountId: id })
      await sessions.told(id, null)
    },
  }
}
