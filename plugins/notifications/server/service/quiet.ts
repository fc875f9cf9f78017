/** Hours in which a member is left in peace, by the clock of where they are. */
import type { ProfileRow } from '../reads.ts'

const MINUTE = 60_000
const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Minutes since midnight there. */
export function minuteIn(timeZone: string, at: Date): number {
  let clock = clocks.get(timeZone)
  if (!clock) clocks.set(timeZone, (clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })))
  return minutesOf(clock.format(at))
}
/** The end of the quiet hours that `at` lies in; null outside them. Minutes are walked by the wall clock, so that a change to summer time ends them on time too. */
export function quietUntil(
  profile: Pick<ProfileRow, 'is_quiet' | 'quiet_from' | 'quiet_to' | 'time_zone' | 'browser_zone'> | undefined,
  at: Date,
): Date | null {
  if (!profile?.is_quiet || profile.quiet_from === profile.quiet_to) return null
  const zone = profile.time_zone ?? profile.browser_zone ?? 'UTC'
  const [from, to, now] = [minutesOf(profile.quiet_from), minutesOf(profile.quiet_to), minuteIn(zone, at)]
  const inside = from < to ? now >= from && now < to : now >= from || now < to
  if (!inside) return null
  const guess = new Date(Math.floor(at.getTime() / MINUTE) * MINUTE + ((to - now + 1440) % 1440) * MINUTE)
  // where the clock was moved in between, the guess is off by what it was moved
  const off = ((minuteIn(zone, guess) - to + 2160) % 1440) - 720
  return new Date(guess.getTime() - off * MINUTE)
}
