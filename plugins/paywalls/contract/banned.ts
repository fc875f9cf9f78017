/** What becomes of a subscription while its owner is banned, for the server that does it and the dialog that says so. */
import type { PriceType, PurchaseState } from './records.ts'

/**
 * A ban with an end pauses what is paid or tried; instalments are a sum that was agreed on, and run on; what is overdue ends, as its payment would be tried
 * again. A ban for good ends all.
 */
export function underBan({ kind, status }: { kind: PriceType | null; status: PurchaseState }, isForGood: boolean): 'pauses' | 'goes_on' | 'ends' {
  if (isForGood) return 'ends'
  if (kind === 'installments' || status === 'paused') return 'goes_on'
  return status === 'past_due' ? 'ends' : 'pauses'
}
