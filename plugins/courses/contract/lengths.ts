/** How long things are, on the server and in browsers. */

/** 4:12, 1:02:05. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
/** Key and values of the words for a length: 1 h 52 min. */
export function spanOf(seconds: number): ['minutes' | 'hours', Record<string, number>] {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return minutes < 60 ? ['minutes', { minutes }] : ['hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 }]
}
