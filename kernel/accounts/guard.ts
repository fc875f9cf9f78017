/** Limits on guessing: by account and address together, by address, and over all (quality A45). */
import { createHash } from 'node:crypto'
import { AtriumError } from '@atrium/sdk'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

const tooOften = (spent: unknown): never => {
  if (!(spent instanceof RateLimiterRes)) throw spent
  throw new AtriumError(429, 'rate_limited', 'Too many tries. Wait a while and try again.', { retryAfter: Math.max(1, Math.ceil(spent.msBeforeNext / 1000)) })
}

/** A one-time code that is not the right one. */
export const otpInvalid = () => new AtriumError(422, 'otp_invalid', 'This is not the right code.', { details: { code: ['otp_invalid'] } })

export function createGuard() {
  const pairs = new RateLimiterMemory({ points: 10, duration: 900 })
  const addresses = new RateLimiterMemory({ points: 100, duration: 900 })
  const all = new RateLimiterMemory({ points: 600, duration: 300 })
  const lookups = new RateLimiterMemory({ points: 30, duration: 600 })
  return {
    /**
     * Counts one try at a password before it is checked. No limit is by account alone, so a stranger locks nobody out;
     * and the one over all spares addresses from which this account has signed in before.
     * @returns call it when the password was right: the try then counts for nothing
     * @throws AtriumError 429
     */
    async attempt(email: string, ip: string, isKnownAddress: () => Promise<boolean>): Promise<() => Promise<void>> {
      const pair = createHash('sha256').update(`${email.toLowerCase()} ${ip}`).digest('base64')
      await pairs.consume(pair).catch(tooOften)
      await addresses.consume(ip).catch(tooOften)
      await all.consume('all').catch(async (spent) => {
        if (!(await isKnownAddress())) tooOften(spent)
      })
      return async () => {
        await Promise.all([pairs.delete(pair), addresses.reward(ip), all.reward('all')])
      }
    },
    /** Counts one question whether an e-mail address is known. @throws AtriumError 429 */
    async lookup(ip: string): Promise<void> {
      await lookups.consume(ip).catch(tooOften)
    },
  }
}
export type Guard = ReturnType<typeof createGuard>
