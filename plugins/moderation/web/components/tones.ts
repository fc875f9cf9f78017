/** The colour of each act, wherever a decision is told. */
import type { ModerationAct } from '../../contract.ts'

export const TONES: Record<ModerationAct, 'success' | 'danger' | 'warning' | 'brand'> = {
  keep: 'success',
  move: 'brand',
  remove: 'danger',
  warn: 'warning',
  silence: 'warning',
  ban: 'danger',
}
