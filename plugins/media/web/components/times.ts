/** Moments of captions as one types them: `1:02.5`. */

export const toText = (seconds: number): string => {
  const tenths = Math.round(seconds * 10)
  const [h, m, s] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60, (tenths % 600) / 10]
  const rest = s.toFixed(1).padStart(4, '0')
  return h ? `${h}:${String(m).padStart(2, '0')}:${rest}` : `${m}:${rest}`
}
/** Null for what is no moment. */
export const fromText = (text: string): number | null => {
  const [, h = '0', m = '0', s] = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,5}(?:[.,]\d{1,3})?)$/.exec(text.trim()) ?? []
  return s === undefined ? null : Number(h) * 3600 + Number(m) * 60 + Number(s.replace(',', '.'))
}
