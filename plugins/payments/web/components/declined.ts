/** Why a card did not pay, where that is what went wrong. */
import { AtriumError } from '@atrium/sdk'
import { DECLINES, type Declined } from '../../contract.ts'

/** @returns null for what is no answer of a bank's */
export function declinedBy(error: unknown): Declined | null {
  if (!(error instanceof AtriumError) || error.code !== 'payment_failed') return null
  const { code, decline_code: decline } = (error.details ?? {}) as { code?: string; decline_code?: string }
  return DECLINES[decline ?? ''] ?? DECLINES[code ?? ''] ?? 'card'
}
