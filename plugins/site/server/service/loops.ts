/** Redirects as a whole: which lead to each other, and whether visitors would ever arrive. */
import { setImmediate as turn } from 'node:timers/promises'
import { beginningsOf, filled, pathWithin, plainPath } from './paths.ts'

export interface Rule {
  /** In its plain form, without the star. */
  from: string
  isWildcard: boolean
  target: string
  status: number
}
/** A rule in place of one of the same path. */
interface Placed {
  rule: Rule
  /** The number it was added under; 0: it stood there before. */
  number: number
  before: Placed | undefined
}
/** A word that stands for whatever is at a star. */
const ANY = '-any-'
/** Redirects one after the other after which browsers give up. */
const MOST = 20
/** Steps after which others have their turn: some milliseconds. */
const AT_ONCE = 1_000
const keyOf = ({ from, isWildcard }: Rule): string => `${from}${isWildcard ? '/*' : ''}`

export class Rules {
  readonly #home: string
  readonly #rules = new Map<string, Placed>()
  #steps = 0

  constructor(home: string) {
    this.#home = home
  }
  get size(): number {
    return this.#rules.size
  }
  has = (rule: Rule): boolean => this.#rules.has(keyOf(rule))

  /** In place of one of the same path. @param number tells it from others in `settle`, later ones from earlier ones; 0 is for what stands already */
  add(rule: Rule, number = 0): void {
    const key = keyOf(rule)
    this.#rules.set(key, { rule, number, before: this.#rules.get(key) })
  }
  /** Those that were added under a number and stand. */
  added = (): Rule[] => [...this.#rules.values()].filter(({ number }) => number > 0).map(({ rule }) => rule)

  /**
   * Takes back what would lead visitors around in a circle: of each circle what was added last, for what stood in its place. One walk from each
   * rule finds all circles, so it takes as long as there are rules.
   * @returns the numbers of what was taken back
   */
  async settle(): Promise<number[]> {
    const gone: number[] = []
    // what comes back in place of another may close a circle of its own
    for (let before = -1; before < gone.length; ) {
      before = gone.length
      for (const key of [...this.#rules.keys()]) {
        for (let last = this.#closing(key); last; last = this.#closing(key)) {
          gone.push(last.number)
          if (last.before) this.#rules.set(keyOf(last.rule), last.before)
          else this.#rules.delete(keyOf(last.rule))
        }
        if (this.#steps < AT_ONCE) continue
        this.#steps = 0
        await turn()
      }
    }
    return gone
  }

  /** What was added last of the circle in which the walk from this rule ends; null where it arrives, or where nothing of it was added. */
  #closing(start: string): Placed | null {
    const walked: Placed[] = []
    for (let at = this.#rules.get(start), rest = ANY; at; ) {
      walked.push(at)
      this.#steps++
      if (walked.length > MOST) break
      const path = this.#after(at.rule, rest)
      const next = path === null ? null : this.#at(path)
      if (!next) return null
      ;[at, rest] = [next.placed, next.rest]
    }
    if (walked.length === 0) return null
    // those before the circle only lead into it; of a long way that is none, each makes it too long
    const circle = walked.slice(walked.lastIndexOf(walked.at(-1)!, -2) + 1)
    const last = circle.reduce((one, other) => (other.number > one.number ? other : one))
    return last.number > 0 ? last : null
  }
  /** Where a rule leads within the community. */
  #after(rule: Rule, rest: string): string | null {
    const to = filled(rule.target, rest, this.#home)
    return to === null ? null : pathWithin(to, this.#home)
  }
  #at(path: string): { placed: Placed; rest: string } | null {
    const exact = this.#rules.get(plainPath(path))
    if (exact) return { placed: exact, rest: '' }
    for (const { prefix, rest } of beginningsOf(path)) {
      const placed = this.#rules.get(`${prefix}/*`)
      if (placed) return { placed, rest }
    }
    return null
  }
}
