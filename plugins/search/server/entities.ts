/** Tables of search as the ORM knows them; the migration is their truth in SQL. The index itself is the kernel's. */
import { p, table } from '@atrium/sdk/server'

export const RecentTable = table(
  'search.recent',
  {
    memberId: p.bigint('number'),
    text: p.text(),
    searchedAt: p.datetime(),
  },
  { own: ['text', 'searched_at'] },
)
export const SavedTable = table(
  'search.saved',
  {
    memberId: p.bigint('number'),
    name: p.text(),
    text: p.text(),
  },
  { own: ['name', 'text'] },
)
export const RebuildTable = table(
  'search.rebuild',
  {
    memberId: p.bigint('number'),
    status: p.text().$type<'running' | 'done'>().default('running'),
    /** Under way; those done are in `kindsDone`. */
    kind: p.text().nullable(),
    kindsDone: p.array(),
    /** Id of the last record of the kind that was written. */
    after: p.bigint('number').default(0),
    done: p.integer().default(0),
    total: p.integer().default(0),
    startedAt: p.datetime(),
    finishedAt: p.datetime().nullable(),
  },
  { own: [] },
)
export const entities = [RecentTable, SavedTable, RebuildTable]
