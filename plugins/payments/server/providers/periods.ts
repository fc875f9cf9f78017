/** Periods that are paid for, in seconds since 1970. */

const DAY = 86_400
/** `count` intervals after the anchor: the 31st becomes the last day of a shorter month, and the 31st again after it. */
export function addIntervals(anchor: number, interval: string, count: number): number {
  if (interval === 'day') return anchor + count * DAY
  if (interval === 'week') return anchor + count * 7 * DAY
  const start = new Date(anchor * 1000)
  const months = start.getUTCMonth() + count * (interval === 'year' ? 12 : 1)
  const last = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const day = Math.min(start.getUTCDate(), last)
  return Math.floor(Date.UTC(start.getUTCFullYear(), months, day, start.getUTCHours(), start.getUTCMinutes(), start.getUTCSeconds()) / 1000)
}
/** The end of the period that begins at `start`, with the days counted from the anchor. */
export function periodEnd(anchor: number, start: number, interval: string, count: number): number {
  const length = interval === 'day' ? DAY : interval === 'week' ? 7 * DAY : interval === 'month' ? 28 * DAY : 365 * DAY
  // first a number of intervals that is certainly not too high, then one more at a time
  for (let turns = Math.max(1, Math.floor((start - anchor) / (length * count + 4 * DAY * count))); ; turns++) {
    const end = addIntervals(anchor, interval, turns * count)
    if (end > start) return end
  }
}
