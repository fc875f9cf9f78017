/** Mails about the account, with the tokens they carry. Written by a job, so that a call takes the same time whether the address is known or not (quality A44). */
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { AtriumError, CODE_LENGTH } from '@atrium/sdk'
import type { Queryable } from '../jobs/index.ts'
import { hashToken, newToken } from './secrets.ts'
import type { Parts } from './index.ts'

/** `email` of `confirm` is the address to be confirmed, which may be a new one; `carry` goes along in its link. */
export type Letter =
  | { kind: 'reset'; email: string; locale: string }
  | { kind: 'confirm'; accountId: number; email: string; locale: string; carry?: Record<string, string> }
  | { kind: 'password_changed'; accountId: number; locale: string }
  | { kind: 'code'; accountId: number; codeId: number; locale: string }
  | { kind: 'joining'; accountId: number; step: string; locale: string }
  | { kind: 'security'; change: SecurityChange; accountId: number; locale: string }
/** Where somebody reads: in which community, in which language. */
export interface At {
  communityId: number
  locale: string
}
/** Changes of the ways in, of which the owner is told. */
export type SecurityChange = 'two_fa_on' | 'two_fa_off' | 'recovery_used' | 'passkey_added' | 'provider_linked'
export type Purpose = 'reset' | 'confirm'

const VALID: Record<Purpose, string> = { reset: '30 minutes', confirm: '3 days' }
const PATHS: Record<Purpose, string> = { reset: '/user/password?reset_password_token=', confirm: '/user/confirmation?confirmation_token=' }
/** Mails of one purpose to one account within a quarter of an hour. */
const MOST = 3

const read = (locale: string) => JSON.parse(readFileSync(path.join(import.meta.dirname, 'locales', `${locale}.json`), 'utf8')) as Record<string, string>
const texts: Record<string, Record<string, string>> = { 'en-US': read('en-US'), 'pt-BR': read('pt-BR') }

/** How the addresses of deleted accounts end. */
export const DELETED = '@deleted.invalid'
/** What stands for the name of somebody who deleted their account. */
export const formerMember = (locale: string): string => (texts[locale] ?? texts['en-US']!)['former_member']!

export function createLetters({ data, jobs, mail, communities, seals }: Parts) {
  async function write(communityId: number, letter: Letter): Promise<void> {
    const { info } = await communities.state(communityId)
    await data.systemTx(async (client) => {
      // locked, so that of two letters at once the later token is the one that holds
      const { rows } = await client.query<{ id: number; email: string; locale: string | null }>(
        `select id, email, locale from kernel.account where ${letter.kind === 'reset' ? 'lower(email) = lower($1)' : 'id = $1'} for update`,
        [letter.kind === 'reset' ? letter.email : letter.accountId],
      )
      const account = rows[0]
      if (!account || account.email.endsWith(DELETED)) return
      const words = texts[account.locale ?? letter.locale] ?? texts['en-US']!
      const compose = async (to: string, values: Record<string, string>, secret: boolean) => {
        const all: Record<string, string> = { community: info.name, ...values }
        const fill = (key: string) => words[`${letter.kind}.${key}`]!.replace(/\{(\w+)\}/g, (whole, name: string) => all[name] ?? whole)
        await mail.queueIn(client, communityId, { to, subject: fill('subject'), text: fill('text') }, { secret })
      }
      if (letter.kind === 'password_changed') return compose(account.email, { link: `${info.url}/users/password/new` }, false)
      if (letter.kind === 'security') {
        const change = words[`security.${letter.change}`]!
        return compose(account.email, { change, link: `${info.url}/account/authentication`, reset: `${info.url}/users/password/new` }, false)
      }
      const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
      if (letter.kind === 'joining') {
        const written = await client.query(
          `update kernel.sign_in_step set data = data || jsonb_build_object('code', $2::text) where token_hash = decode($1, 'base64') and not data ? 'code'`,
          [letter.step, seals.mark(`${letter.step}:${code}`).toString('base64')],
        )
        return written.rowCount ? compose(account.email, { code }, true) : undefined
      }
      if (letter.kind === 'code') {
        const written = await client.query('update kernel.one_time_code set code_hash = $2 where id = $1 and code_hash is null', [
          letter.codeId,
          seals.mark(`${letter.codeId}:${code}`),
        ])
        return written.rowCount ? compose(account.email, { code }, true) : undefined
      }

      const to = letter.kind === 'confirm' ? letter.email : account.email
      const taken = await client.query('select from kernel.account where lower(email) = lower($1) and id <> $2', [to, account.id])
      if (taken.rowCount) return
      const recent = await client.query(
        `select count(*)::int as n from kernel.one_time_token where account_id = $1 and purpose = $2 and created_at > now() - interval '15 minutes'`,
        [account.id, letter.kind],
      )
      if (recent.rows[0].n >= MOST) return
      const { token, hash } = newToken()
      await client.query('update kernel.one_time_token set used_at = now() where account_id = $1 and purpose = $2 and used_at is null', [
        account.id,
        letter.kind,
      ])
      await client.query(
        `insert into kernel.one_time_token (purpose, token_hash, account_id, data, expires_at) values ($1, $2, $3, $4, now() + interval '${VALID[letter.kind]}')`,
        [letter.kind, hash, account.id, JSON.stringify({ email: to })],
      )
      const carried = letter.kind === 'confirm' && letter.carry ? `&${new URLSearchParams(letter.carry)}` : ''
      await compose(to, { link: info.url + PATHS[letter.kind] + token + carried }, true)
    })
  }
  jobs.register('auth.letter', write)
  jobs.register(
    'auth.sweep',
    async () => {
      await data.system.query('delete from kernel.session where expires_at < now()')
      await data.system.query(`delete from kernel.one_time_token where expires_at < now() - interval '1 day'`)
      await data.system.query(`delete from kernel.one_time_code where created_at < now() - interval '2 days'`)
      await data.system.query('delete from kernel.sign_in_step where expires_at < now()')
    },
    '20 3 * * *',
  )

  /** Orders a letter in the transaction of `client`, or on its own with the pool. */
  const send = (client: Queryable, communityId: number, letter: Letter): Promise<void> =>
    jobs.addIn(client, { communityId, task: 'auth.letter', payload: letter, options: { priority: -10 } })
  return {
    send,
    /** Tells an account's owner that the ways into it changed. */
    tell: (client: Queryable, { communityId, locale }: At, accountId: number, change: SecurityChange) =>
      send(client, communityId, { kind: 'security', change, accountId, locale }),
    /**
     * Spends a token, in the transaction of `client`.
     * @returns whom it was for, and the address it was mailed to
     * @throws AtriumError 422 when it is unknown, spent, too old, or a newer one was mailed
     */
    async spend(client: Queryable, purpose: Purpose, token: string): Promise<{ accountId: number; email: string }> {
      const { rows } = await client.query(
        `update kernel.one_time_token set used_at = now() where token_hash = $1 and purpose = $2 and used_at is null and expires_at > now() returning account_id, data ->> 'email' as email`,
        [hashToken(token), purpose],
      )
      if (!rows[0]) throw invalidToken()
      return { accountId: rows[0].account_id, email: rows[0].email }
    },
  }
}
export type Letters = ReturnType<typeof createLetters>

export const invalidToken = () => new AtriumError(422, 'token_invalid', 'This link was used already, is too old, or a newer one was mailed. Ask for a new one.')
