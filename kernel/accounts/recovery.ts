/** Taking an account back by its mailbox: a new password by a mailed link, the confirmation of an address, and the undoing of a change of it. */
import { AtriumError, invalid } from '@atrium/sdk'
import { isUniqueViolation } from '@atrium/sdk/server'
import type { PoolClient } from 'pg'
import type { Communities } from '../communities/index.ts'
import type { Data } from '../data/index.ts'
import type { Queryable } from '../jobs/index.ts'
import { emailTaken } from './credentials.ts'
import { type At, type Emails, invalidToken } from './emails.ts'
import type { Identity } from './identity.ts'
import type { Passwords } from './passwords.ts'
import { mailboxProven } from './proof.ts'
import { hashPassword } from './secrets.ts'
import type { Sessions } from './sessions.ts'
import type { Way, WayKind, Ways } from './ways.ts'

interface Dependencies {
  data: Data
  communities: Communities
  emails: Emails
  passwords: Passwords
  sessions: Sessions
  ways: Ways
}
type Owner = { email: string; confirmed: boolean; has_password: boolean; proved_at: Date | null }

export function createRecovery({ data, communities, emails, passwords, sessions, ways }: Dependencies) {
  async function ownerOf(client: Queryable, accountId: number, lock = ''): Promise<Owner> {
    const { rows } = await client.query(
      `select email, email_confirmed_at is not null as confirmed, password_hash is not null as has_password, mailbox_proved_at as proved_at from kernel.account where id = $1 ${lock}`,
      [accountId],
    )
    return rows[0]
  }
  const isOf = (owner: Owner, email: string) => owner.email.toLowerCase() === email.toLowerCase()
  /** Where this person signs in next: the community they were in last. */
  async function homeOf(accountId: number): Promise<string> {
    const { rows } = await data.system.query<{ id: number }>(
      `select community_id as id from kernel.member where account_id = $1 and status = 'active' order by last_seen_at desc nulls last, id limit 1`,
      [accountId],
    )
    return rows[0] ? (await communities.state(rows[0].id)).info.url : communities.bareOrigin
  }
  /** Ends all sessions, API tokens, open links and incomplete sign-ins of the account, so that whoever held one of them has no access any more. */
  async function endEverything(client: PoolClient, accountId: number, undone: number | null): Promise<void> {
    await sessions.endAllIn(client, accountId, null)
    await client.query('update kernel.api_token set revoked_at = now() where account_id = $1 and revoked_at is null', [accountId])
    await client.query('delete from kernel.member_token where account_id = $1', [accountId])
    await client.query('delete from kernel.sign_in_step where account_id = $1', [accountId])
    await emails.endLinks(client, accountId, undone)
  }

  return {
    /** Orders the email with a link; whether there is an account shows neither in the answer nor in its time. */
    async ask(communityId: number, email: string, locale: string): Promise<void> {
      await emails.send(data.system, communityId, { kind: 'reset', email, locale })
    },

    /** What a mailed link opens, unspent: whose account it is, and the ways into it that may be removed with it. @throws AtriumError 422 */
    async look(token: string): Promise<{ email: string; undoes: boolean; ways: Way[] }> {
      const { accountId, email, purpose, provedAt } = await emails.peek(data.system, ['reset', 'undo'], token)
      const owner = await ownerOf(data.system, accountId)
      const undoes = purpose === 'undo'
      if (!undoes && !isOf(owner, email)) throw invalidToken()
      // nothing that an unconfirmed account set up stays, so there is nothing to choose
      return { email, undoes, ways: owner.confirmed ? await ways.list(data.system, accountId, undoes ? provedAt : owner.proved_at) : [] }
    },

    /**
     * Sets a password with a mailed token, and ends every session, API token and open link of the account.
     * @param remove ways in that are not the owner's
     * @returns where to sign in, and whether something is removed later only
     * @throws AtriumError 422
     */
    async setPassword(
      at: At,
      { token, password, remove }: { token: string; password: string; remove: readonly { kind: WayKind; id: number }[] },
    ): Promise<{ url: string; removal_later: boolean }> {
      const hash = await hashPassword(password)
      const { accountId, waits } = await data.systemTx(async (client) => {
        const { id, accountId, email, purpose, provedAt } = await emails.spend(client, ['reset', 'undo'], token)
        const owner = await ownerOf(client, accountId, 'for update')
        const undoes = purpose === 'undo'
        // whoever followed the link reads that mailbox; a link to a former address proves nothing, but for the one that takes it back
        if (!undoes && !isOf(owner, email)) throw invalidToken()
        await client.query('update kernel.account set email = $2, password_hash = $3, locale = coalesce(locale, $4), devices_from = now() where id = $1', [
          ...[accountId, email, hash, at.locale],
        ])
        let waits = false
        if (owner.confirmed) waits = await ways.give(client, accountId, undoes ? provedAt : owner.proved_at, remove)
        else await ways.removeAll(client, accountId)
        await mailboxProven(client, accountId)
        await endEverything(client, accountId, undoes ? id : null)
        await emails.send(client, at.communityId, { kind: 'password_changed', accountId, locale: at.locale })
        if (waits) await emails.tell(client, at, accountId, 'removal_asked')
        return { accountId, waits }
      })
      await sessions.told(accountId, null)
      return { url: await homeOf(accountId), removal_later: waits }
    },

    /**
     * Whoever comes in by a mailed code owns the mailbox. What an account was given before that was ever proven may be a stranger's, and goes.
     * @param knows signed up with the password just now
     * @returns whether a password went
     */
    async comeByMailbox(client: PoolClient, accountId: number, knows: boolean): Promise<boolean> {
      const { confirmed, has_password } = await ownerOf(client, accountId, 'for update')
      if (!knows && !confirmed) {
        await client.query('update kernel.account set password_hash = null, devices_from = now() where id = $1', [accountId])
        await ways.removeAll(client, accountId)
        await endEverything(client, accountId, null)
      }
      await mailboxProven(client, accountId)
      return !knows && !confirmed && has_password
    },

    async sendConfirmation(communityId: number, { account }: Identity, locale: string): Promise<void> {
      if (account.emailConfirmed) return
      await emails.send(data.system, communityId, { kind: 'confirm', accountId: account.id, email: account.email, locale })
    },
    /**
     * The address that the link was mailed to becomes the account's, confirmed. Outside a session of the account its password is asked for:
     * else the owner of an address would confirm what a stranger set up with it.
     * @returns where to go on
     * @throws AtriumError 403 `password_required`; 422; 429
     */
    async confirmEmail(at: At, { token, password }: { token: string; password?: string }, identity: Identity | null, ip: string): Promise<{ url: string }> {
      const asked = await emails.peek(data.system, ['confirm'], token)
      if (identity?.sessionId == null || identity.account.id !== asked.accountId) {
        if (password === undefined) throw new AtriumError(403, 'password_required', 'Enter this account’s password to confirm its email address.')
        const { email } = await ownerOf(data.system, asked.accountId)
        if (!(await passwords.check(await passwords.find(email), email, password, ip)))
          throw invalid({ password: ['Incorrect password for this account. Try again.'] }, 'Incorrect password for this account. Try again.', 'wrong_password')
      }
      await data.systemTx(async (client) => {
        const { accountId, email } = await emails.spend(client, ['confirm'], token)
        const former = await ownerOf(client, accountId, 'for update')
        await client.query('update kernel.account set email = $2 where id = $1', [accountId, email]).catch((error) => {
          throw isUniqueViolation(error, 'account_email') ? emailTaken() : error
        })
        await mailboxProven(client, accountId)
        // links mailed to the former address must open nothing now
        await emails.endLinks(client, accountId)
        if (!former.confirmed || isOf(former, email)) return
        const undo = await emails.addToken(client, 'undo', accountId, former.email, { proved_at: former.proved_at })
        await emails.send(client, at.communityId, { kind: 'email_changed', accountId, tokenId: undo.id, locale: at.locale })
      })
      await data.signal('session.changed', {})
      return { url: await homeOf(asked.accountId) }
    },
  }
}
