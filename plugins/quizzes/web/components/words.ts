/** Texts that several parts of quizzes share. */
import type { useT } from '@atrium/sdk/web'

type Translate = ReturnType<typeof useT>
/** 90 → `1 min 30 s`. */
export function durationOf(t: Translate, seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const rest = Math.floor(seconds % 60)
  return [
    hours && t('time.hours', { count: hours }),
    minutes && t('time.minutes', { count: minutes }),
    (rest || (!hours && !minutes)) && t('time.seconds', { count: rest }),
  ]
    .filter(Boolean)
    .join(' ')
}
/** The words of an option: true and false have none of their author's. */
export const optionText = (t: Translate, type: string, value: string): string => (type === 'true_false' ? t(`option.${value}`) : value)

/** A number as people type it, with a comma or a point; null for none. */
export function numberOf(text: string): number | null {
  const plain = text.trim().replace(/\s/g, '').replace(',', '.')
  const value = Number(plain)
  return plain === '' || !Number.isFinite(value) ? null : value
}
