/** The second factor: an authenticator app's codes, and recovery codes for when it is lost. A reset of the password leaves it as it is (quality A46). */
import { randomInt } from 'node:crypto'
import { AtriumError, conflict, newRecoveryCode, recoveryCode } from '@atrium/sdk'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import type { Queryable } from '../jobs/index.ts'
import { otpInvalid } from './guard.ts'
import type { Parts } from './index.ts'
import type { At } from './letters.ts'

/** Wrong codes of one account within a quarter of an hour; recovery codes are too long to guess and stay open to the owner. */
const MOST_TRIES = 5
const PERIOD = 30
const RECOVERY_CODES = 10

export function createSecondFactor({ data, seals, letters, clock }: Parts) {
  const totp = (secret: string, names: { issuer: string; label: string } = { issuer: '', label: '' }) =>
    new TOTP({ ...names, secret: Secret.fromBase32(secret), period: PERIOD })

  /** One try at a code of the app, counted before it is looked at; a code that was taken is dead, and so are those before it. */
  async function tryCode(accountId: number, code: string, confirmed: boolean): Promise<boolean> {
    const { rows } = await data.system.query<{ secret: Buffer; tries: number }>(
      `update kernel.second_factor set
         tries = case when tries_from < now() - interval '15 minutes' then 1 else least(tries, 100) + 1 end,
         tries_from = case when tries_from < now() - interval '15 minutes' then now() else tries_from end
       where account_id = $1 and (confirmed_at is not null) = $2 returning secret, tries`,
      [accountId, confirmed],
    )
    const row = rows[0]
    if (!row) return false
    if (row.tries > MOST_TRIES)
      throw new AtriumError(429, 'rate_limited', 'Too many wrong codes. Wait a quarter of an hour and try again.', { retryAfter: 900 })
    const now = clock().getTime()
    const delta = totp(seals.open(row.secret)).validate({ token: code, timestamp: now, window: 1 })
    if (delta === null) return false
    const taken = 'update kernel.second_factor set last_step = $2, tries = 0 where account_id = $1 and last_step < $2'
    return (await data.system.query(taken, [accountId, Math.floor(now / 1000 / PERIOD) + delta])).rowCount === 1
  }
  async function giveRecoveryCodes(client: Queryable, accountId: number): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode(randomInt))
    const hashes = codes.map((code) => seals.mark(code))
    await client.query('delete from kernel.recovery_code where account_id = $1', [accountId])
    await client.query('insert into kernel.recovery_code (account_id, code_hash) select $1, unnest($2::bytea[])', [accountId, hashes])
    return codes
  }

  return {
    async isOn(client: Queryable, accountId: number): Promise<boolean> {
      const { rows } = await client.query('select from kernel.second_factor where account_id = $1 and confirmed_at is not null', [accountId])
      return rows.length > 0
    },
    async status(accountId: number): Promise<{ enabled: boolean; since: Date | null; recovery_codes_left: number }> {
      const { rows } = await data.system.query(
        `select (select confirmed_at from kernel.second_factor where account_id = $1) as since, (select count(*)::int from kernel.recovery_code where account_id = $1) as left`,
        [accountId],
      )
      return { enabled: rows[0].since !== null, since: rows[0].since, recovery_codes_left: rows[0].left }
    },
    /** @throws AtriumError 409 when it is on */
    async start(account: { id: number; email: string }, issuer: string) {
      const secret = new Secret({ size: 20 }).base32
      const { rowCount } = await data.system.query(
        `insert into kernel.second_factor as f (account_id, secret) values ($1, $2)
         on conflict (account_id) do update set secret = excluded.secret where f.confirmed_at is null`,
        [account.id, seals.seal(secret)],
      )
      if (!rowCount) throw conflict('The second factor is on. Remove it before you set up another.', 'two_fa_on')
      const uri = totp(secret, { issuer, label: account.email }).toString()
      return { secret, uri, qr_svg: renderSVG(uri, { border: 2 }) }
    },
    /** Turns it on with a first code. @returns the recovery codes @throws AtriumError 422, 429 */
    async confirm(at: At, accountId: number, code: string): Promise<string[]> {
      if (!(await tryCode(accountId, code.trim(), false))) throw otpInvalid()
      return data.systemTx(async (client) => {
        const { rowCount } = await client.query('update kernel.second_factor set confirmed_at = now() where account_id = $1 and confirmed_at is null', [
          accountId,
        ])
        if (!rowCount) throw otpInvalid()
        await letters.tell(client, at, accountId, 'two_fa_on')
        return giveRecoveryCodes(client, accountId)
      })
    },
    /** Is this a code of the app, or an unused recovery code? It is used up by the question. @throws AtriumError 429 */
    async check(at: At, accountId: number, code: string): Promise<boolean> {
      const recovery = recoveryCode(code)
      if (!recovery) return tryCode(accountId, code.trim(), true)
      return data.systemTx(async (client) => {
        const { rowCount } = await client.query('delete from kernel.recovery_code where account_id = $1 and code_hash = $2', [accountId, seals.mark(recovery)])
        if (rowCount) await letters.tell(client, at, accountId, 'recovery_used')
        return rowCount === 1
      })
    },
    async remove(at: At, accountId: number): Promise<void> {
      await data.systemTx(async (client) => {
        await client.query('delete from kernel.second_factor where account_id = $1', [accountId])
        await client.query('delete from kernel.recovery_code where account_id = $1', [accountId])
        await letters.tell(client, at, accountId, 'two_fa_off')
      })
    },
    /** @throws AtriumError 409 when there is no second factor */
    async renew(accountId: number): Promise<string[]> {
      return data.systemTx(async (client) => {
        const { rowCount } = await client.query('select from kernel.second_factor where account_id = $1 and confirmed_at is not null for update', [accountId])
        if (!rowCount) throw conflict('The second factor is off.', 'two_fa_off')
        return giveRecoveryCodes(client, accountId)
      })
    },
  }
}
export type SecondFactor = ReturnType<typeof createSecondFactor>
