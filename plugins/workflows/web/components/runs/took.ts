/** How long a run has taken: "4 s", "3 days". */
import type { Run } from '../../../contract.ts'

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const
export function tookWords(locale: string, { started_at, finished_at }: Pick<Run, 'started_at' | 'finished_at'>): string {
  const ms = Math.max(0, (finished_at ? new Date(finished_at).getTime() : Date.now()) - new Date(started_at).getTime())
  const [unit, length] = UNITS.find(([, size]) => ms >= size) ?? ['second', 1_000]
  const value = ms < 10_000 ? Math.round(ms / 100) / 10 : Math.floor(ms / length)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: unit === 'day' ? 'long' : 'short' }).format(value)
}
