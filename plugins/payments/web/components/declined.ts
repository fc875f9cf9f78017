/** Why a card did not pay, where that is what went wrong. */
import { DECLINES, type Declined } from '../../contract.ts'

interface Refused {
  code?: string
  details?: unknown
}
/** @returns null for what is no answer of a bank's */
export function declinedBy(error: Refused | null): Declined | null {
  if (error?.code !== 'payment_failed') return null
  const { code, decline_code: decline } = (error.details ?? {}) as { code?: string; decline_code?: string }
  return DECLINES[decline ?? ''] ?? DECLINES[code ?? ''] ?? 'card'
}
