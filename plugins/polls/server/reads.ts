/** Hot reads of polls: with their answers and the reader's own vote, in one statement. */
import { columnsOf, type Counter, type Ctx, type MemberCard, type RowOf, statement } from '@atrium/sdk/server'
import { PollTable, ResponseTable } from './entities.ts'

export type PollRow = Omit<RowOf<typeof PollTable>, 'community_id'> & {
  options: { id: number; value: string; position: number; votes: number }[]
  response_id: number | null
  option_ids: number[] | null
}
const select = `select ${columnsOf(PollTable, { but: ['community_id'] }, 'q')}, r.id as response_id, r.option_ids,
    (select json_agg(json_build_object('id', o.id, 'value', o.value, 'position', o.position, 'votes', o.votes_count) order by o.position, o.id)
     from polls.poll_option o where o.community_id = $1 and o.poll_id = q.id) as options
  from polls.poll q left join polls.poll_response r on r.community_id = $1 and r.poll_id = q.id and r.member_id = $2
  where q.community_id = $1`

/** $2 reader or 0, $3 kind, $4 records. Index poll_record; answers by poll_option_poll, the vote by its unique key. */
export const pollsOn = statement<PollRow>('polls.on', `${select} and q.kind = $3 and q.record_id = any ($4::bigint[]) order by q.id`)
/** Records beyond these are not remembered, and every list asks. */
const FEW = 5_000
/** Records that have polls, for the process to keep: most lists have none, and then nothing is asked. Index poll_record, index only. */
const polledRead = statement<RowOf<typeof PollTable, 'kind' | 'record_id'>>(
  'polls.records',
  `select kind, record_id from polls.poll where community_id = $1 limit ${FEW + 1}`,
)
/** Of these records those that may have polls. */
export async function polled(ctx: Ctx, kind: string, ids: number[]): Promise<number[]> {
  const known = await ctx.cached('polls.records', null, async () => {
    const rows = await ctx.read(polledRead)
    return rows.length > FEW ? null : new Set(rows.map((row) => `${row.kind}:${row.record_id}`))
  })
  return known ? ids.filter((id) => known.has(`${kind}:${id}`)) : ids
}
/** After a poll was made or removed. */
export const invalidatePolled = (ctx: Ctx): void => ctx.invalidate('polls.records')

/** $2 reader or 0, $3 ids. Primary key. */
export const pollsById = statement<PollRow>('polls.by_id', `${select} and q.id = any ($3::bigint[])`)
/** $2 reader or 0, $3 author, $4 last id or null, $5 rows. Walks poll_author backwards. */
export const pollsBy = statement<PollRow>('polls.by', `${select} and q.author_member_id = $3 and ($4::bigint is null or q.id < $4) order by q.id desc limit $5`)

const RESPONSE = ['id', 'poll_id', 'option_ids', 'created_at', 'updated_at'] as const
export type ResponseRow = RowOf<typeof ResponseTable, (typeof RESPONSE)[number]> &
  Pick<MemberCard, 'public_uid' | 'name' | 'headline' | 'avatar_url' | 'roles'> & { member_id: number }
/** $2 poll, $3 whose alone or null for everybody's, $4 answer or null, $5 last id or null, $6 rows. Walks poll_response_poll backwards. */
export const responsesRead = statement<ResponseRow>(
  'polls.responses',
  `select ${columnsOf(ResponseTable, RESPONSE, 'r')}, m.id as member_id, m.public_uid, m.name, m.headline, m.avatar_url, m.roles
   from polls.poll_response r join kernel.member_card m on m.community_id = $1 and m.id = r.member_id
   where r.community_id = $1 and r.poll_id = $2 and ($3::bigint is null or r.member_id = $3) and ($4::bigint is null or $4 = any (r.option_ids))
     and ($5::bigint is null or r.id < $5) order by r.id desc limit $6`,
)

/** What is kept on polls and answers, counted anew. */
export const counters: Counter[] = [
  { kept: 'polls.poll.voters_count', counted: 'select poll_id as id, count(*) from polls.poll_response where community_id = $1 group by poll_id' },
  {
    kept: 'polls.poll_option.votes_count',
    counted: 'select o as id, count(*) from polls.poll_response, unnest(option_ids) o where community_id = $1 group by o',
  },
]
