/** Moments to come that are often meant; any other is chosen in a `MomentDialog`. */
import { useWords } from '../core/i18n.tsx'

const HOUR_MS = 3_600_000
/** Nine o'clock, so many days from now. */
export const morning = (days: number): Date => {
  const date = new Date()
  date.setDate(date.getDate() + days)
  date.setHours(9, 0, 0, 0)
  return date
}
/** In an hour, tomorrow morning, next Monday. */
export function useMoments(): { label: string; at: Date }[] {
  const t = useWords()
  const monday = (8 - new Date().getDay()) % 7 || 7
  return [
    { label: t('moment.hour'), at: new Date(Date.now() + HOUR_MS) },
    { label: t('moment.tomorrow'), at: morning(1) },
    { label: t('moment.monday'), at: morning(monday) },
  ]
}
