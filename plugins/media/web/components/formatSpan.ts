/** Lengths of time as people read them. */

/** `75` → `1 min 15 s`, in the reader's language; hours leave the seconds out. */
export function formatSpan(seconds: number): string {
  const locale = document.documentElement.lang || 'en-US'
  const part = (value: number, unit: string) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
  const whole = Math.round(seconds)
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  if (h) return m ? `${part(h, 'hour')} ${part(m, 'minute')}` : part(h, 'hour')
  if (m) return s ? `${part(m, 'minute')} ${part(s, 'second')}` : part(m, 'minute')
  return part(s, 'second')
}
