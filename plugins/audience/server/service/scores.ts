/** How active members are, counted by night: each part 0 to 10, the whole their mean. */
import { type Ctx, decodeCursor, type Paging, page, rowsFor } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import contract, { type ActivityPart } from '../../contract.ts'
import { scoreJob } from '../jobs.ts'

const STEP = 1_000
/** What is looked back on. */
const DAYS = 30
const DAY = 86_400_000
const PARTS: readonly ActivityPart[] = ['participation', 'contribution', 'connection']

/** So many acts in 30 days are full marks; the first ones count most. */
const FULL = 30
const marksOf = (acts: number) => Math.min(10, (10 * Math.log1p(acts)) / Math.log1p(FULL))

/** Members from this id on; adds itself again until all are through. */
export async function countScores(ctx: Ctx, after: number): Promise<void> {
  const rows = await ctx.sql<{ id: number; last_seen_at: Date | null }>(
    `select id, last_seen_at from kernel.member_card where community_id = $1 and status = 'active' and id > $2 order by id limit ${STEP}`,
    [after],
  )
  const ids = rows.map(({ id }) => id)
  const since = new Date(ctx.now().getTime() - DAYS * DAY)
  const acts = new Map<ActivityPart, Map<number, number>>()
  const add = (part: ActivityPart, counted: Map<number, number>) => {
    const sums = acts.get(part) ?? new Map<number, number>()
    for (const [id, count] of counted) sums.set(id, (sums.get(id) ?? 0) + count)
    acts.set(part, sums)
  }
  add('participation', await ctx.use(content).actsOf(ids, since))
  for (const { value } of ctx.fill(contract.points.activity)) add(value.part, await value.of(ctx, ids, since))
  const scores = rows.map(({ id, last_seen_at }) => {
    const away = last_seen_at ? (ctx.now().getTime() - last_seen_at.getTime()) / DAY : DAYS
    const presence = Math.max(0, 10 * (1 - Math.max(0, away) / DAYS))
    const [participation, contribution, connection] = PARTS.map((part) => marksOf(acts.get(part)?.get(id) ?? 0))
    return { id, presence, participation, contribution, connection, score: (presence + participation! + contribution! + connection!) / 4 }
  })
  await ctx.sql(
    `insert into audience.score as s (community_id, member_id, score, presence, participation, contribution, connection, updated_at)
     select $1, r.id, r.score, r.presence, r.participation, r.contribution, r.connection, $3
     from jsonb_to_recordset($2::jsonb) as r (id bigint, score float8, presence float8, participation float8, contribution float8, connection float8)
     on conflict (community_id, member_id) do update set score = excluded.score, presence = excluded.presence, participation = excluded.participation,
       contribution = excluded.contribution, connection = excluded.connection, updated_at = excluded.updated_at`,
    [JSON.stringify(scores), ctx.now()],
  )
  if (rows.length === STEP) await ctx.enqueue(scoreJob, { after: rows.at(-1)!.id })
}

interface ScoreRow {
  community_member_id: number
  name: string
  score: number
  presence: number
  participation: number
  contribution: number
  connection: number
  updated_at: Date
}
const text = (value: number) => value.toFixed(1)
export async function listScores(ctx: Ctx, query: Paging) {
  const last = decodeCursor(query.cursor, ['number', 'number'])
  const rows = await ctx.sql<ScoreRow>(
    `select s.member_id as community_member_id, m.name, s.score, s.presence, s.participation, s.contribution, s.connection, s.updated_at
     from audience.score s join kernel.member_card m on m.community_id = $1 and m.id = s.member_id and m.status = 'active'
     where s.community_id = $1 and ($2::float8 is null or (s.score, s.member_id) < ($2, $3)) order by s.score desc, s.member_id desc limit $4`,
    [last?.[0] ?? null, last?.[1] ?? null, rowsFor(query)],
  )
  return page(rows, { query, key: (row) => [row.score, row.community_member_id] }, (row) => ({
    community_member_id: row.community_member_id,
    name: row.name,
    activity_score: text(row.score),
    presence: text(row.presence),
    participation: text(row.participation),
    contribution: text(row.contribution),
    connection: text(row.connection),
    counted_at: row.updated_at,
  }))
}
