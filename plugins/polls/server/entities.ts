/** Tables of polls as the ORM knows them; the migration is their truth in SQL. */
import { p, table } from '@atrium/sdk/server'

export const PollTable = table(
  'polls.poll',
  {
    kind: p.text(),
    recordId: p.bigint('number'),
    authorMemberId: p.bigint('number').nullable(),
    title: p.text(),
    isMultiple: p.boolean().default(false),
    isAnonymous: p.boolean().default(false),
    resultsVisibility: p.text().$type<'after_vote' | 'always' | 'after_close'>().default('after_vote'),
    closesAt: p.datetime().nullable(),
    votersCount: p.integer().default(0),
  },
  { own: ['kind', 'record_id', 'title', 'is_multiple', 'is_anonymous', 'results_visibility', 'closes_at'] },
)
export const OptionTable = table('polls.poll_option', {
  pollId: p.bigint('number'),
  value: p.text(),
  position: p.integer().default(0),
  votesCount: p.integer().default(0),
})
export const ResponseTable = table(
  'polls.poll_response',
  {
    pollId: p.bigint('number'),
    memberId: p.bigint('number'),
    optionIds: p
      .array(
        (id) => Number(id),
        (id) => String(id),
      )
      .columnType('bigint[]'),
  },
  { own: ['poll_id', 'option_ids'] },
)
