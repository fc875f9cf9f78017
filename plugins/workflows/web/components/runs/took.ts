/** How long a run has taken: "4 s", "3 days". */
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const
export function tookWords(locale: string, ms: number): string {
  const [unit, length] = UNITS.find(([, size]) => ms >= size) ?? ['second', 1_000]
  const value = ms < 10_000 ? Math.round(ms / 100) / 10 : Math.floor(ms / length)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: unit === 'day' ? 'long' : 'short' }).format(value)
}
