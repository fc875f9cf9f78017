/** Emails about the account, with the tokens they carry. Written by a job, so that a call takes the same time whether the address is known or not (case A44). */
import { randomBytes, randomInt } from 'node:crypto'
import { AtriumError, CODE_LENGTH } from '@atrium/sdk'
import { accountWords, filledIn } from '@atrium/sdk/account-mails'
import type { Communities } from '../communities/index.ts'
import type { Data } from '../data/index.ts'
import type { Jobs, Queryable } from '../jobs/index.ts'
import type { Mail } from '../mail/index.ts'
import { hashToken, type Seals } from './secrets.ts'

/** `email` of `confirm` is the address to be confirmed, which may be a new one; `carry` goes along in its link. */
export type AccountEmail =
  | { kind: 'reset'; email: string; locale: string }
  | { kind: 'sign_in'; email: string; step: string; locale: string }
  | { kind: 'confirm'; accountId: number; email: string; locale: string; carry?: Record<string, string> }
  | { kind: 'email_changed'; accountId: number; tokenId: number; locale: string }
  | { kind: 'password_changed'; accountId: number; locale: string }
  | { kind: 'code'; accountId: number; codeId: number; locale: string }
  | { kind: 'joining'; accountId: number; step: string; locale: string }
  | { kind: 'ownership_offered' | 'community_ending'; accountId: number; locale: string }
  | { kind: 'owner_added' | 'owner_removed'; about: string; accountId: number; locale: string }
  | { kind: 'security'; change: SecurityChange; accountId: number; locale: string }
/** Where somebody reads: in which community, in which language. */
export interface At {
  communityId: number
  locale: string
}
/** Changes of the ways in, of which the owner is told. */
export type SecurityChange =
  | 'two_fa_on'
  | 'two_fa_off'
  | 'recovery_used'
  | 'passkey_added'
  | 'provider_linked'
  | 'codes_guessed'
  | 'removal_asked'
  | 'removal_done'
/** `undo` goes to the former address after a change of it. */
export type Purpose = 'reset' | 'confirm' | 'undo'
/** What a spent token was for. */
export interface Spent {
  id: number
  purpose: Purpose
  accountId: number
  /** The address it was mailed to. */
  email: string
  /** Of `undo`: when the former address was last proven before it was changed. */
  provedAt: Date | null
}

const VALID: Record<Purpose, string> = { reset: '30 minutes', confirm: '3 days', undo: '7 days' }
/** Of the pages that tokens open. */
export const PATHS: Record<Purpose, string> = {
  reset: '/user/password?reset_password_token=',
  confirm: '/user/confirmation?confirmation_token=',
  undo: '/user/password?reset_password_token=',
}
const SPENT = `id, purpose, account_id as "accountId", data ->> 'email' as email, (data ->> 'proved_at')::timestamptz as "provedAt"`
const OPEN = 'token_hash = $1 and purpose = any($2) and used_at is null and expires_at > now()'
const PEEK = `select ${SPENT} from kernel.one_time_token where ${OPEN}`
const SPEND = `update kernel.one_time_token set used_at = now() where ${OPEN} returning ${SPENT}`
/** Emails with one link within a quarter of an hour. */
const MOST = 3

/** How the addresses of deleted accounts end. */
export const DELETED = '@deleted.invalid'
/** What stands for the name of somebody who deleted their account. */
export const formerMember = (locale: string): string => accountWords(locale)['former_member']!

interface Dependencies {
  data: Data
  jobs: Jobs
  mail: Mail
  communities: Communities
  seals: Seals
}

export function createEmails({ data, jobs, mail, communities, seals }: Dependencies) {
  /** Made of a seed in the database and the installation's secret, so that a link can be mailed again though the database keeps only its hash. */
  const tokenOf = (purpose: Purpose, seed: string) => seals.mark(`token ${purpose} ${seed}`).toString('base64url')

  /** A new token, in the transaction of `client`. @param more kept beside the address */
  async function addToken(client: Queryable, purpose: Purpose, accountId: number, email: string, more: object = {}): Promise<{ id: number; token: string }> {
    const seed = randomBytes(16).toString('base64url')
    const token = tokenOf(purpose, seed)
    const { rows } = await client.query(
      `insert into kernel.one_time_token (purpose, token_hash, account_id, data, mailed, expires_at) values ($1, $2, $3, $4, array[now()], now() + interval '${VALID[purpose]}') returning id`,
      [purpose, hashToken(token), accountId, JSON.stringify({ ...more, email, seed })],
    )
    return { id: rows[0].id, token }
  }

  /** The token to mail: the open one while half of its time is left, so that nobody uses up what the owner asks for. Null when it was just mailed often. */
  async function tokenFor(client: Queryable, purpose: 'reset' | 'confirm', accountId: number, email: string): Promise<string | null> {
    const { rows } = await client.query(
      `select id, data ->> 'seed' as seed, (select count(*)::int from unnest(mailed) at where at > now() - interval '15 minutes') as recent
       from kernel.one_time_token where account_id = $1 and purpose = $2 and used_at is null and lower(data ->> 'email') = lower($3) and data ? 'seed'
         and expires_at > now() + interval '${VALID[purpose]}' / 2 order by id desc limit 1`,
      [accountId, purpose, email],
    )
    const open: { id: number; seed: string; recent: number } | undefined = rows[0]
    if (!open) {
      // a wish for another address takes the place of the former one
      await client.query(
        `update kernel.one_time_token set used_at = now() where account_id = $1 and purpose = $2 and used_at is null and lower(data ->> 'email') <> lower($3)`,
        [accountId, purpose, email],
      )
      return (await addToken(client, purpose, accountId, email)).token
    }
    if (open.recent >= MOST) return null
    await client.query(
      `update kernel.one_time_token set mailed = (select coalesce(array_agg(at), '{}') from unnest(mailed) at where at > now() - interval '15 minutes') || now() where id = $1`,
      [open.id],
    )
    return tokenOf(purpose, open.seed)
  }

  /** In whose name somebody is written to: that of a community they belong to, else the platform's own. */
  async function senderFor(client: Queryable, communityId: number, accountId: number): Promise<number> {
    const { rows } = await client.query(
      `select community_id as id from kernel.member where community_id = $1 and account_id = $2 and status in ('active', 'invited')
       union all select id from kernel.community where is_primary limit 1`,
      [communityId, accountId],
    )
    return rows[0]?.id ?? communityId
  }

  async function write(askedIn: number, email: AccountEmail): Promise<void> {
    await data.systemTx(async (client) => {
      // locked, so that of two emails at once both carry the token that holds
      const { rows } = await client.query<{ id: number; email: string; name: string; locale: string | null }>(
        `select id, email, name, locale from kernel.account where ${'accountId' in email ? 'id = $1' : 'lower(email) = lower($1)'} for update`,
        ['accountId' in email ? email.accountId : email.email],
      )
      const account = rows[0]
      if (!account || account.email.endsWith(DELETED)) return
      // whoever signs up by a code is no member yet, and has just asked there
      const communityId = email.kind === 'joining' ? askedIn : await senderFor(client, askedIn, account.id)
      const { info } = await communities.state(communityId)
      const locale = account.locale ?? email.locale
      const words = accountWords(locale)
      // never a community's own domain: who runs that could read what stands in the link
      const origin = communities.bareOrigin
      const compose = async (to: string, values: Record<string, string>, secret: boolean) => {
        const all: Record<string, string> = { community: info.name, ...values }
        const [subject, text] = (['subject', 'text'] as const).map((key) => filledIn(words[`${email.kind}.${key}`]!, all)) as [string, string]
        const kind = { key: email.kind, values: { name: account.name } }
        await mail.queueIn(client, communityId, { to, subject, text, secret, locale, kind }, { ofAccount: true })
      }
      const reset = `${origin}/users/password/new`
      if (email.kind === 'password_changed') return compose(account.email, { link: reset }, false)
      if (email.kind === 'ownership_offered' || email.kind === 'community_ending') return compose(account.email, { link: `${info.url}/settings` }, false)
      if (email.kind === 'owner_added' || email.kind === 'owner_removed')
        return compose(account.email, { about: email.about, link: `${origin}/settings/owners`, reset }, false)
      if (email.kind === 'security')
        return compose(account.email, { change: words[`security.${email.change}`]!, link: `${origin}/account/authentication`, reset }, false)
      if (email.kind === 'email_changed') {
        const { rows: open } = await client.query<{ former: string; seed: string }>(
          `select data ->> 'email' as former, data ->> 'seed' as seed from kernel.one_time_token where id = $1 and used_at is null`,
          [email.tokenId],
        )
        if (!open[0]) return
        return compose(open[0].former, { email: account.email, link: origin + PATHS.undo + tokenOf('undo', open[0].seed) }, true)
      }
      const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
      if (email.kind === 'joining' || email.kind === 'sign_in') {
        const written = await client.query(
          `update kernel.sign_in_step set account_id = $3, data = data || jsonb_build_object('code', $2::text) where token_hash = decode($1, 'base64') and not data ? 'code'`,
          [email.step, seals.mark(`${email.step}:${code}`).toString('base64'), account.id],
        )
        return written.rowCount ? compose(account.email, { code }, true) : undefined
      }
      if (email.kind === 'code') {
        const written = await client.query('update kernel.one_time_code set code_hash = $2 where id = $1 and code_hash is null', [
          email.codeId,
          seals.mark(`${email.codeId}:${code}`),
        ])
        return written.rowCount ? compose(account.email, { code }, true) : undefined
      }

      const to = email.kind === 'confirm' ? email.email : account.email
      const taken = await client.query('select from kernel.account where lower(email) = lower($1) and id <> $2', [to, account.id])
      if (taken.rowCount) return
      const token = await tokenFor(client, email.kind, account.id, to)
      if (token === null) return
      const carried = email.kind === 'confirm' && email.carry ? `&${new URLSearchParams(email.carry)}` : ''
      await compose(to, { link: origin + PATHS[email.kind] + token + carried }, true)
    })
  }
  jobs.register('auth.email', write)
  jobs.register(
    'auth.sweep',
    async () => {
      await data.system.query('delete from kernel.session where expires_at < now()')
      await data.system.query(`delete from kernel.one_time_token where expires_at < now() - interval '1 day'`)
      await data.system.query(`delete from kernel.one_time_code where created_at < now() - interval '2 days'`)
      await data.system.query('delete from kernel.sign_in_step where expires_at < now()')
      await data.system.query(`delete from kernel.code_try where since < now() - interval '1 day'`)
    },
    '20 3 * * *',
  )

  /** Orders an email in the transaction of `client`, or on its own with the pool. */
  const send = (client: Queryable, communityId: number, email: AccountEmail): Promise<void> =>
    jobs.addIn(client, { communityId, task: 'auth.email', payload: email, options: { priority: -10 } })

  async function first(client: Queryable, text: string, purposes: Purpose[], token: string): Promise<Spent> {
    const { rows } = await client.query(text, [hashToken(token), purposes])
    if (!rows[0]) throw invalidToken()
    return rows[0]
  }
  return {
    send,
    addToken,
    /** Tells an account's owner that the ways into it changed. */
    tell: (client: Queryable, { communityId, locale }: At, accountId: number, change: SecurityChange) =>
      send(client, communityId, { kind: 'security', change, accountId, locale }),
    /** What a token is good for, unspent. @throws AtriumError 422 like `spend` */
    peek: (client: Queryable, purposes: Purpose[], token: string) => first(client, PEEK, purposes, token),
    /** Spends a token, in the transaction of `client`. @throws AtriumError 422 `token_invalid` when it is unknown, spent or too old */
    spend: (client: Queryable, purposes: Purpose[], token: string) => first(client, SPEND, purposes, token),
    /** Ends every open link and mailed code to come in by of an account; those that take a former address back stay, but for the ones ordered after `undone`. */
    async endLinks(client: Queryable, accountId: number, undone: number | null = null): Promise<void> {
      await client.query(`delete from kernel.sign_in_step where account_id = $1 and data ? 'mailed'`, [accountId])
      await client.query(
        `update kernel.one_time_token set used_at = now() where account_id = $1 and used_at is null and (purpose <> 'undo' or id > $2::bigint)`,
        [accountId, undone],
      )
    },
  }
}
export type Emails = ReturnType<typeof createEmails>

export const invalidToken = () =>
  new AtriumError(422, 'token_invalid', 'This link was already used, has expired, or was replaced by a newer one. Request a new one.')
