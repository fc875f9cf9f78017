/** One-time codes. */

import { CODE_LENGTH } from './limits.ts'

/** What is wrong with a typed code, as a key for words; null when it may be sent. */
export function codeProblem(text: string): 'otp_required' | 'otp_invalid' | null {
  if (!text.trim()) return 'otp_required'
  return text.length === CODE_LENGTH && /^[0-9]+$/.test(text) ? null : 'otp_invalid'
}
