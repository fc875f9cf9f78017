/** A small seeded random, so that the same community comes out each time. */

export interface Chooser {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  chance(part: number): boolean
  pick<T>(items: readonly T[]): T
  shuffle<T>(items: readonly T[]): T[]
}

/** Mulberry32. */
export function chooser(seed: number): Chooser {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    chance: (part) => next() < part,
    pick: (items) => items[Math.floor(next() * items.length)]!,
    shuffle(items) {
      const mixed = [...items]
      for (let i = mixed.length - 1; i > 0; i--) {
        const j = Math.floor(next() * (i + 1))
        ;[mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!]
      }
      return mixed
    },
  }
}
