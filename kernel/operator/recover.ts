/** The way back in for an owner who has neither password nor mail: a link, made by whoever may run commands on the machine. */
import type pg from 'pg'
import { PATHS } from '../accounts/emails.ts'
import { addOwner } from '../accounts/owners.ts'
import { newToken } from '../accounts/secrets.ts'
import type { Config } from '../config.ts'
import { StartError } from '../data/index.ts'

const MINUTES = 15

/** Addresses of the accounts that own the platform. */
export async function platformOwners(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ email: string }>('select email from kernel.account where is_platform_owner order by id')
  return rows.map(({ email }) => email)
}

/** @returns a link that sets a password once, within 15 minutes @throws StartError when there is no such account */
export async function recoveryLink(owner: pg.Client, email: string, { baseUrl, port }: Pick<Config, 'baseUrl' | 'port'>): Promise<string> {
  const { token, hash } = newToken()
  const { rowCount } = await owner.query(
    `with account as (select id, email from kernel.account where lower(email) = lower($1)),
       token as (
         insert into kernel.one_time_token (purpose, token_hash, account_id, data, mailed, expires_at)
         select 'reset', $2, id, jsonb_build_object('email', email), '{}', now() + interval '${MINUTES} minutes' from account)
     insert into kernel.audit (community_id, action, subject, data)
     select c.id, 'account.recovery_link', 'account:' || account.id, jsonb_build_object('name', email) from account, (select id from kernel.community order by is_primary desc, id limit 1) c`,
    [email, hash],
  )
  if (!rowCount) throw nobody(email)
  return `${baseUrl ?? `http://localhost:${port}`}${PATHS.reset}${token}`
}

/** Makes an account an owner of the platform, beside those that are. @throws StartError when there is no such account */
export async function makeOwner(owner: pg.Client, email: string): Promise<void> {
  if (!(await addOwner(owner, email, null)))
    throw new StartError(`No account has confirmed the address ${email} and is no owner yet. A link of npm run recover -- --email ${email} confirms it.`)
}
const nobody = (email: string) => new StartError(`There is no account with the address ${email}; without --email the owners of the platform are listed.`)
