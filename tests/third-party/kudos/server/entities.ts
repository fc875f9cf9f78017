/** The tables of kudos. What is declared here stands in `migrations/` too; a test compares the two. */
import { type InferEntity, p, table, type TablesOf } from '@atrium/sdk/server'

export const Kudo = table('kudos.kudo', {
  giverMemberId: p.bigint('number'),
  receiverMemberId: p.bigint('number'),
  category: p.text(),
  text: p.text(),
  likesCount: p.integer().default(0),
})
export type Kudo = InferEntity<typeof Kudo>

/** How often a member has thanked on one day (UTC). */
export const Allowance = table(
  'kudos.allowance',
  {
    memberId: p.bigint('number'),
    day: p.text(),
    given: p.integer(),
  },
  { own: ['day', 'given'] },
)

/** Who was thanked most in a week that is over; the week by its Monday. */
export const Ranking = table(
  'kudos.ranking',
  {
    memberId: p.bigint('number'),
    week: p.datetime(),
    place: p.integer(),
    received: p.integer(),
  },
  { own: ['week', 'place', 'received'] },
)
export type Tables = TablesOf<typeof Kudo | typeof Allowance | typeof Ranking>
