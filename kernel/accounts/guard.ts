/** Limits on guessing passwords: for one account from one address, for one address, for one account from everywhere, and for all accounts together (case A45). */
import { createHash } from 'node:crypto'
import { AtriumError } from '@atrium/sdk'
import { networkOf } from '@atrium/sdk/server'
import { type Limits, spent } from '../limits.ts'

const tooOften = spent('Too many attempts. Try again later.')

/** The refusal of a wrong one-time code. */
export const otpInvalid = () => new AtriumError(422, 'otp_invalid', 'Incorrect code. Check it and try again.', { details: { code: ['otp_invalid'] } })

/**
 * Attempts within 15 minutes. Beyond `OF_PAIR` (one account from one address) and `OF_ADDRESS` (any account from one address) further ones are
 * refused. Beyond `MANY_AT_ACCOUNT` (one account from everywhere) or `MANY_IN_ALL` (all accounts) somebody is guessing from many addresses, and the
 * smaller limits below hold.
 */
const OF_PAIR = 10
const OF_ADDRESS = 100
const MANY_AT_ACCOUNT = 100
const MANY_IN_ALL = 2_000
/** The limits for an address while many addresses guess. One attempt at an account stays, since somebody who knows the password needs no more. */
const SPARING_OF_PAIR = 1
const SPARING_OF_ADDRESS = 10

/** Codes to sign in by: to one address from one network in a quarter of an hour; to one address in a day, from wherever it has not signed in before. */
const CODES_OF_PAIR = 5
const CODES_OF_ADDRESS = 20
const hashOf = (text: string) => createHash('sha256').update(text.toLowerCase()).digest('base64')

export function createGuard(limits: Pick<Limits, 'counter'>) {
  const counter = (name: string, points: number, seconds = 900) => limits.counter(`guard.${name}`, points, seconds)
  const [pairs, addresses, lookups] = [counter('pairs', OF_PAIR), counter('addresses', OF_ADDRESS), counter('lookups', 30, 600)]
  const [codes, codesOfAddress] = [counter('codes', CODES_OF_PAIR), counter('codesOfAddress', CODES_OF_ADDRESS, 86_400)]
  const [accounts, all] = [counter('accounts', MANY_AT_ACCOUNT), counter('all', MANY_IN_ALL)]
  return {
    /**
     * Counts one attempt at a password before it is checked. The number of attempts at one account, or at all accounts, refuses nobody by itself, so a
     * stranger cannot lock the owner out: while very many guess, each address has one attempt at an account, unless the account has signed in from that
     * address before.
     * @returns call it when the password was right: the attempt is then taken back from all counters
     * @throws AtriumError 429
     */
    async attempt(email: string, ip: string, isKnownAddress: () => Promise<boolean>): Promise<() => Promise<void>> {
      const address = networkOf(ip)
      const [account, pair] = [hashOf(email), hashOf(`${email} ${address}`)]
      const ofPair = await pairs.consume(pair).catch(tooOften)
      const ofAddress = await addresses.consume(address).catch(tooOften)
      const [atAccount, inAll] = [await accounts.penalty(account), await all.penalty('all')]
      const isSiege = atAccount.consumedPoints > MANY_AT_ACCOUNT || inAll.consumedPoints > MANY_IN_ALL
      if (isSiege && (ofPair.consumedPoints > SPARING_OF_PAIR || ofAddress.consumedPoints > SPARING_OF_ADDRESS) && !(await isKnownAddress())) tooOften(ofPair)
      return async () => {
        await Promise.all([pairs.delete(pair), addresses.reward(address), accounts.reward(account), all.reward('all')])
      }
    },
    /** Counts one code that is asked for. @throws AtriumError 429 */
    async code(email: string, ip: string, isKnownAddress: () => Promise<boolean>): Promise<void> {
      const ofPair = await codes.consume(hashOf(`${email} ${networkOf(ip)}`)).catch(tooOften)
      if ((await codesOfAddress.penalty(hashOf(email))).consumedPoints > CODES_OF_ADDRESS && !(await isKnownAddress())) tooOften(ofPair)
    },
    /** Counts one call that tells whether an email address has an account. @throws AtriumError 429 */
    async lookup(ip: string): Promise<void> {
      await lookups.consume(networkOf(ip)).catch(tooOften)
    },
  }
}
export type Guard = ReturnType<typeof createGuard>
