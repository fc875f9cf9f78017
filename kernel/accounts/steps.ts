/** Sign-ins that are not complete yet, as between password and second factor: what the server keeps between two calls of one browser, which holds a token as a cookie (cases A36, A46, A47). */
import type { Data } from '../data/index.ts'
import type { Queryable } from '../jobs/index.ts'
import { hashToken, newToken } from './secrets.ts'

export type StepKind = 'second_factor' | 'passkey_register' | 'passkey_sign_in' | 'provider'
export interface Step<T> {
  id: number
  accountId: number | null
  data: T
}

const STEP = 'id, account_id as "accountId", data'
/** Attempts at one step. */
const MOST_TRIES = 5

export function createSteps({ data }: { data: Data }) {
  return {
    /** @returns the token for the browser's cookie; good for 15 minutes */
    async begin(client: Queryable, kind: StepKind, accountId: number | null, more: object): Promise<string> {
      const { token, hash } = newToken()
      await client.query(
        `insert into kernel.sign_in_step (token_hash, kind, account_id, data, expires_at) values ($1, $2, $3, $4, now() + interval '15 minutes')`,
        [hash, kind, accountId, JSON.stringify(more)],
      )
      return token
    },
    /** Open steps that wait for the code mailed to somebody who joins. */
    async mailed(client: Queryable, accountId: number): Promise<number> {
      const text = `select count(*)::int as n from kernel.sign_in_step where account_id = $1 and data ?& '{mailed,join}' and expires_at > now()`
      return (await client.query(text, [accountId])).rows[0].n
    },
    /** Counts a try; null when there is no such step, or it has had its tries. */
    async attempt<T>(kind: StepKind, token: string | null): Promise<Step<T> | null> {
      if (!token) return null
      const { rows } = await data.system.query(
        `update kernel.sign_in_step set attempts = attempts + 1 where token_hash = $1 and kind = $2 and expires_at > now() and attempts < ${MOST_TRIES} returning ${STEP}`,
        [hashToken(token), kind],
      )
      return rows[0] ?? null
    },
    /** Uses the step up, in the transaction of `client`; null when another call has used it up already. */
    async take<T>(client: Queryable, kind: StepKind, token: string | null): Promise<Step<T> | null> {
      if (!token) return null
      const { rows } = await client.query(`delete from kernel.sign_in_step where token_hash = $1 and kind = $2 and expires_at > now() returning ${STEP}`, [
        hashToken(token),
        kind,
      ])
      return rows[0] ?? null
    },
  }
}
export type Steps = ReturnType<typeof createSteps>
