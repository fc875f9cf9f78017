/** The second factor: an authenticator app's codes, and recovery codes for when it is lost. A reset of the password leaves it as it is (case A46). */
import { randomInt } from 'node:crypto'
import { conflict, newRecoveryCode, recoveryCode } from '@atrium/sdk'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import type { Data } from '../data/index.ts'
import type { Queryable } from '../jobs/index.ts'
import type { At, Emails } from './emails.ts'
import { otpInvalid } from './guard.ts'
import type { Seals } from './secrets.ts'
import type { Source, Tries } from './tries.ts'
import type { Ways } from './ways.ts'

const PERIOD = 30
const RECOVERY_CODES = 10

interface Dependencies {
  data: Data
  seals: Seals
  emails: Emails
  tries: Tries
  ways: Ways
  clock: () => Date
}

export function createSecondFactor({ data, seals, emails, tries, ways, clock }: Dependencies) {
  const totp = (secret: string, names: { issuer: string; label: string } = { issuer: '', label: '' }) =>
    new TOTP({ ...names, secret: Secret.fromBase32(secret), period: PERIOD })

  /** Checks a code of the app. A code is accepted once; after it neither it nor an earlier one is. @throws AtriumError 429 */
  async function tryCode(at: At, accountId: number, code: string, source: Source, confirmed: boolean): Promise<boolean> {
    const { rows } = await data.system.query<{ secret: Buffer }>(
      'select secret from kernel.second_factor where account_id = $1 and (confirmed_at is not null) = $2',
      [accountId, confirmed],
    )
    if (!rows[0]) return false
    const right = await tries.spend(at, accountId, source)
    const now = clock().getTime()
    const delta = totp(seals.open(rows[0].secret)).validate({ token: code, timestamp: now, window: 1 })
    if (delta === null) return false
    const taken = 'update kernel.second_factor set last_step = $2 where account_id = $1 and last_step < $2'
    if ((await data.system.query(taken, [accountId, Math.floor(now / 1000 / PERIOD) + delta])).rowCount !== 1) return false
    await right()
    return true
  }
  async function giveRecoveryCodes(client: Queryable, accountId: number): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode(randomInt))
    const hashes = codes.map((code) => seals.mark(code))
    await client.query('delete from kernel.recovery_code where account_id = $1', [accountId])
    await client.query('insert into kernel.recovery_code (account_id, code_hash) select $1, unnest($2::bytea[])', [accountId, hashes])
    return codes
  }

  return {
    isOn: async (client: Queryable, accountId: number): Promise<boolean> =>
      (await client.query('select from kernel.second_factor where account_id = $1 and confirmed_at is not null', [accountId])).rows.length > 0,
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
      if (!rowCount) throw conflict('Two-factor authentication is already on. Turn it off before you set it up again.', 'two_fa_on')
      const uri = totp(secret, { issuer, label: account.email }).toString()
      return { secret, uri, qr_svg: renderSVG(uri, { border: 2 }) }
    },
    /** Turns it on with a first code. @returns the recovery codes @throws AtriumError 422, 429 */
    async confirm(at: At, accountId: number, code: string, source: Source): Promise<string[]> {
      if (!(await tryCode(at, accountId, code.trim(), source, false))) throw otpInvalid()
      return data.systemTx(async (client) => {
        const turnOn = 'update kernel.second_factor set confirmed_at = now() where account_id = $1 and confirmed_at is null'
        if (!(await client.query(turnOn, [accountId])).rowCount) throw otpInvalid()
        // devices that came in on a password alone are strangers from now on
        await client.query('update kernel.account set devices_from = now() where id = $1', [accountId])
        await emails.tell(client, at, accountId, 'two_fa_on')
        return giveRecoveryCodes(client, accountId)
      })
    },
    /** Is this a code of the app, or an unused recovery code? It is used up by the question. Recovery codes are too long to guess and stay open to the owner. @throws AtriumError 429 */
    async check(at: At, accountId: number, code: string, source: Source): Promise<boolean> {
      const recovery = recoveryCode(code)
      if (!recovery) {
        const right = await tryCode(at, accountId, code.trim(), source, true)
        if (right) await ways.keep(data.system, accountId)
        return right
      }
      return data.systemTx(async (client) => {
        const use = 'delete from kernel.recovery_code where account_id = $1 and code_hash = any($2)'
        if (!(await client.query(use, [accountId, seals.marks(recovery)])).rowCount) return false
        await ways.keep(client, accountId)
        await emails.tell(client, at, accountId, 'recovery_used')
        return true
      })
    },
    /** Seals anew, so that a former secret is no longer needed for it. */
    async reseal(): Promise<void> {
      const { rows } = await data.system.query<{ id: number; secret: Buffer }>('select account_id as id, secret from kernel.second_factor')
      const seal = 'update kernel.second_factor set secret = $3 where account_id = $1 and secret = $2'
      for (const { id, secret } of rows) await data.system.query(seal, [id, secret, seals.seal(seals.open(secret))])
    },
    async remove(at: At, accountId: number): Promise<void> {
      await data.systemTx(async (client) => {
        await client.query('delete from kernel.second_factor where account_id = $1', [accountId])
        await client.query('delete from kernel.recovery_code where account_id = $1', [accountId])
        await emails.tell(client, at, accountId, 'two_fa_off')
      })
    },
    /** @throws AtriumError 409 when there is no second factor */
    async renew(accountId: number): Promise<string[]> {
      return data.systemTx(async (client) => {
        const { rowCount } = await client.query('select from kernel.second_factor where account_id = $1 and confirmed_at is not null for update', [accountId])
        if (!rowCount) throw conflict('Two-factor authentication is off.', 'two_fa_off')
        return giveRecoveryCodes(client, accountId)
      })
    },
  }
}
export type SecondFactor = ReturnType<typeof createSecondFactor>
