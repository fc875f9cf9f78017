/** Marks of browsers in which somebody has signed in completely. They give no access; attempts at a code from such a browser are counted apart from those of strangers. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Data } from '../data/index.ts'
import type { Seals } from './secrets.ts'

export function createDevices({ data, seals, clock }: { data: Data; seals: Seals; clock: () => Date }) {
  const sealOf = (text: string) => seals.mark(`device ${text}`).toString('base64url')
  return {
    /** What the browser keeps as a cookie. */
    issue(accountId: number): string {
      const text = `${accountId}.${clock().getTime()}.${randomBytes(12).toString('base64url')}`
      return `${text}.${sealOf(text)}`
    },
    /** The device's name among those of the account; null for no mark, one of another account, and one from before the ways in were changed. */
    async read(accountId: number, mark: string | null): Promise<string | null> {
      const [id, at, name, seal] = mark?.split('.') ?? []
      if (!seal || Number(id) !== accountId) return null
      const [given, right] = [Buffer.from(seal), Buffer.from(sealOf(`${id}.${at}.${name}`))]
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null
      const { rowCount } = await data.system.query('select from kernel.account where id = $1 and (devices_from is null or devices_from <= $2)', [
        accountId,
        new Date(Number(at)),
      ])
      return rowCount ? name! : null
    },
  }
}
