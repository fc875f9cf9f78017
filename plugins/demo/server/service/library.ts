/** All posts of the year, without dates: those written one by one, and those put together from kits. */
import { glaze } from './texts/glaze.ts'
import { heatKits } from './texts/kits-heat.ts'
import { lifeKits } from './texts/kits-life.ts'
import { showKits } from './texts/kits-show.ts'
import { tradeKits } from './texts/kits-trade.ts'
import { kilns } from './texts/kilns.ts'
import { latecomers } from './texts/latecomers.ts'
import { making } from './texts/making.ts'
import { newcomers } from './texts/newcomers.ts'
import { founders } from './texts/people.ts'
import { studio } from './texts/studio.ts'
import { together } from './texts/together.ts'
import type { Kit, Person, Post } from './texts/types.ts'

export const people: Person[] = [...founders, ...newcomers, ...latecomers]

const hellos: Post[] = [...newcomers, ...latecomers].flatMap(({ key, since, hello }) =>
  hello ? [{ in: 'introductions', kind: 'intro', title: hello.title, body: hello.body, by: key, days: Math.max(since - 0.8, 0.1), cover: hello.picture }] : [],
)

/** Every other case goes without a further paragraph, and no two cases of a kit end in the same pair of words. */
function fromKit({ cases, more = [], close = [], ...shared }: Kit): Post[] {
  return cases.map((own, i) => {
    const further = i % 2 === 0 ? more[(i / 2) % Math.max(more.length, 1)] : undefined
    const last = i % 3 === 2 ? undefined : close[(i + Math.floor(i / 3)) % Math.max(close.length, 1)]
    return { ...shared, ...own, body: [own.body, further, last].filter(Boolean).join('\n\n') }
  })
}

export const library: Post[] = [
  ...glaze,
  ...kilns,
  ...making,
  ...studio,
  ...together,
  ...hellos,
  ...[...showKits, ...heatKits, ...lifeKits, ...tradeKits].flatMap(fromKit),
]
