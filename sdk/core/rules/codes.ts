/** One-time codes, and the codes that stand in for them when a phone is lost. */
import { CODE_LENGTH } from './limits.ts'

/** Minutes for which a code, and the proof it gives, hold. */
export const CODE_MINUTES = 10

/** What is wrong with a typed code, as a key for words; null when it may be sent. */
export function codeProblem(text: string): 'otp_required' | 'otp_invalid' | null {
  if (!text.trim()) return 'otp_required'
  return text.length === CODE_LENGTH && /^[0-9]+$/.test(text) ? null : 'otp_invalid'
}

/** Without signs that are taken for one another. */
const SIGNS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
/** A new recovery code: `K7Q2M-XW4PD`. @param random a whole number below the one given, from a source nobody can foresee */
export const newRecoveryCode = (random: (below: number) => number): string =>
  Array.from({ length: 11 }, (_, place) => (place === 5 ? '-' : SIGNS[random(SIGNS.length)])).join('')
/** A recovery code as typed, in the form it was given out: `K7Q2M-XW4PD`; null for anything else. */
export function recoveryCode(text: string): string | null {
  const bare = text.toUpperCase().replace(/[\s-]/g, '')
  return /^[A-Z2-9]{10}$/.test(bare) ? `${bare.slice(0, 5)}-${bare.slice(5)}` : null
}
