/** What points came for, in words: each rule once, with how often it earned. */
import type { Rule } from '../../contract.ts'

export interface Gain {
  points: number
  /** Null for points that were given by hand. */
  rule: string | null
}
type Say = (key: string, values: { label: string; count: number }) => string

export const sumOf = (gains: readonly Gain[]): number => gains.reduce((sum, { points }) => sum + points, 0)

/** What others give comes at any moment: no toast of an own act says it. */
const GIVEN = new Set<string | null>(['like', 'comment', null])
export const isGiven = (rule: string | null): boolean => GIVEN.has(rule)
/** Whether a toast of an own act says all there is to say of the reason. */
export const isOneAct = (gains: readonly Gain[]): boolean => gains.length === 1 && !isGiven(gains[0]!.rule)

/** Empty where no rule is known. */
export function reasonOf(gains: readonly Gain[], rules: readonly Pick<Rule, 'key' | 'label'>[], say: Say): string {
  const labels = new Map(rules.map(({ key, label }) => [key, label]))
  return [...Map.groupBy(gains, ({ rule }) => labels.get(rule ?? ''))]
    .flatMap(([label, { length: count }]) => (label ? [count > 1 ? say('earned.times', { label, count }) : label] : []))
    .join(', ')
}
