/** The tables of Sample. What is declared here stands in `migrations/` too; a test compares the two. */
import { type InferEntity, p, table } from '@atrium/sdk/server'

export const Note = table(
  'sample.note',
  {
    authorMemberId: p.bigint('number'),
    text: p.text(),
  },
  { own: ['text'] },
)
export type Note = InferEntity<typeof Note>
