/** Tries at a password: of somebody who signs in, and of the caller who is asked for their own once more. */
import { invalid } from '@atrium/sdk'
import type { Data } from '../data/index.ts'
import type { Guard } from './guard.ts'
import type { Identity } from './identity.ts'
import { requireProof } from './proof.ts'
import { verifyPassword } from './secrets.ts'

export interface AccountRow {
  id: number
  name: string
  email: string
  password_hash: string | null
}

export function createPasswords({ data, guard, clock }: { data: Data; guard: Guard; clock: () => Date }) {
  async function find(email: string): Promise<AccountRow | undefined> {
    const { rows } = await data.system.query<AccountRow>('select id, name, email, password_hash from kernel.account where lower(email) = lower($1)', [email])
    return rows[0]
  }
  /** Has the account of this address signed in from there before? */
  const isKnownAt = (email: string, ip: string) => async () =>
    (
      await data.system.query(
        'select from kernel.session s join kernel.account a on a.id = s.account_id where lower(a.email) = lower($1) and s.ip = $2 limit 1',
        [email, ip],
      )
    ).rowCount! > 0
  /** One try at a password, counted. @throws AtriumError 429 */
  async function check(account: AccountRow | undefined, email: string, password: string, ip: string): Promise<boolean> {
    const right = await guard.attempt(email, ip, isKnownAt(email, ip))
    if (!(await verifyPassword(account?.password_hash, password))) return false
    await right()
    return true
  }
  return {
    find,
    check,
    isKnownAt,
    /** The caller's own password, asked again; who has none passes a challenge instead. @throws AtriumError 422 `wrong_password`, 403 `otp_required`, 429 */
    async checkOwn(identity: Identity, password: string | undefined, ip: string, field: string): Promise<void> {
      const { email } = identity.account
      const own = await find(email)
      if (own && own.password_hash === null) return requireProof(identity, clock())
      if (password === undefined || !(await check(own, email, password, ip)))
        throw invalid({ [field]: ['Incorrect password. Try again.'] }, 'Incorrect password. Try again.', 'wrong_password')
    },
  }
}
export type Passwords = ReturnType<typeof createPasswords>
