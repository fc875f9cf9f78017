/** When a section of a course opens, as it is told to those who have not joined: in the same words on pages of the server and in the interface. */
import type { Course, Section } from '../contract.ts'

type Say = (key: string, values: { date: string } | { count: number }) => string

/** "Unlocks on December 6"; null for what opens at once, or has opened. */
export function unlocksText(
  say: Say,
  type: Course['course_type'],
  { opens_at, drip_delay }: Pick<Section, 'opens_at' | 'drip_delay'>,
  dateOf: (moment: string) => string,
  now = Date.now(),
): string | null {
  if (type === 'scheduled' && opens_at !== null && Date.parse(opens_at) > now) return say('lock.date', { date: dateOf(opens_at) })
  return type === 'structured' && drip_delay > 0 ? say('outside.delay', { count: drip_delay }) : null
}
